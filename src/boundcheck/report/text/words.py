"""Outcomes in the words and marks that every output uses."""

from collections.abc import Mapping

WORDS = {
    "PROVED": "Proved",
    "SUPPORTED": "Supported",
    "UNDECIDED": "Undecided",
    "ASSUMED": "Cited",
    "REFUTED": "Refuted",
    "HOLDS": "Holds",
    "HOLDS_REPAIRED": "Holds, repaired",
    "NOTHING_TO_CHECK": "Nothing to check",
}
MARKS = {  # readable without colour
    "PROVED": "✓",
    "SUPPORTED": "◐",
    "UNDECIDED": "?",
    "ASSUMED": "→",
    "REFUTED": "✗",
    "HOLDS": "✓",
    "HOLDS_REPAIRED": "✓",
    "NOTHING_TO_CHECK": "–",
}
MEANINGS = {
    "HOLDS": "every listed step is proved or cited, and no sample contradicts the version with explicit constants",
    "HOLDS_REPAIRED": "the printed statement stands after its proof or its reading is mended",
    "SUPPORTED": "sampling found no violation",
    "UNDECIDED": "neither shown nor refuted",
    "NOTHING_TO_CHECK": "the page asserts nothing that can be checked",
    "REFUTED": "the printed statement is false; the report holds the witness",
}


def excluded(part: Mapping) -> bool:
    """Whether an instance excludes every constant of a part: it has no explicit version, and what was drawn is none."""
    settled = (part.get("constant") or {}).get("settled")
    return part.get("outcome") == "REFUTED" and settled == "excluded"
