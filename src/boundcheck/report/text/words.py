"""Outcomes in the words and marks that every output uses."""

from collections.abc import Mapping
from typing import Any

from boundcheck.claims.standing import adjective

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
SEVERITIES = ("NONE", "MISPRINT", "PROOF", "READING", "RANGE", "CONDITION", "RATE", "EMPTY", "FALSE", "OPEN")
CHANGES = {  # what a reader of the page has to change
    "NONE": "nothing",
    "MISPRINT": "a symbol",
    "PROOF": "a step of the proof",
    "READING": "the wording",
    "RANGE": "the range",
    "CONDITION": "a constant, a radius or an assumption",
    "RATE": "the rate in some parameter",
    "EMPTY": "everything: it says nothing",
    "FALSE": "everything",
    "OPEN": "not known",
}
TAGS = {  # what a finding is about
    "INFORMATIVE": "says something", "VACUOUS": "says nothing", "TIGHT": "tight", "LOOSE": "loose", "GROWS": "outgrows",
    "TRANSIENT": "steeper here", "TOOTHLESS": "weak test", "SEPARATED": "apart", "CONSTANT": "constant",
    "EVALUATED": "computed", "UNCLEAR": "unclear",
}  # fmt: skip
METHODS = {  # engines by the names that records have, where these say little by themselves
    "certified point": "exact evaluation at that point",
    "normal form, signs": "normal forms of both sides, signs of terms",
    "its hypotheses": "the line is one of its hypotheses",
    "drawn in the instance": "samples drawn in the instance",
}
LOOKS = {  # how much it stands out
    "NONE": "sound", "MISPRINT": "slight", "PROOF": "slight", "READING": "worth", "RANGE": "worth",
    "CONDITION": "grave", "RATE": "grave", "EMPTY": "gravest", "FALSE": "gravest", "OPEN": "open",
}  # fmt: skip
WORST_FIRST = ("FALSE", "EMPTY", "RATE", "CONDITION", "OPEN", "RANGE", "READING", "PROOF", "MISPRINT", "NONE")
MEANINGS = {
    "HOLDS": "every checked line of the proof is proved or cited, one of them settles each bound, and no sample contradicts it",
    "HOLDS_REPAIRED": "the result stands after a symbol, its proof, its wording or its range is mended",
    "SUPPORTED": "nothing contradicts it, and its proof is not complete",
    "UNDECIDED": "neither shown nor refuted",
    "NOTHING_TO_CHECK": "the page asserts nothing that can be checked",
    "REFUTED": "the printed statement is false; the report holds the witness",
}


def engines(method: object) -> str:
    """What settled a line or a part, in words."""
    said = str(method or "").replace("+", ", ")
    for name, told in METHODS.items():
        said = said.replace(name, told)
    return said


def excluded(part: Mapping) -> bool:
    """Whether an instance excludes every constant of a part: it has no explicit version, and what was drawn is none."""
    settled = (part.get("constant") or {}).get("settled")
    return part.get("outcome") == "REFUTED" and settled == "excluded"


def headline_word(record: Mapping) -> str:
    """The word of a headline; what asserts no theorem is well defined or consistent."""
    found = record["headline"]["outcome"]
    said = adjective(str(record.get("printed") or ""))
    if said and found in ("HOLDS", "HOLDS_REPAIRED"):
        return said.capitalize() + (", repaired" if found == "HOLDS_REPAIRED" else "")
    return WORDS[found]


def literally(record: Mapping) -> str:
    """What the letters of the page give, where another reading carries the headline."""
    return str((record["headline"].get("literal") or {}).get("text") or "")


def news_in_words(news: Mapping) -> str:
    """What is better than printed, and what it earns."""
    earned = WORDS.get(str(news.get("outcome")), "").lower()
    return f"{news['text']} ({earned})" if earned else str(news["text"])


def severity_in_words(record: Mapping) -> str:
    """How much it matters, for a line: ``proof: change a step of the proof``; empty where nothing is to be changed."""
    name = record["headline"]["severity"]
    if name in ("NONE", "OPEN"):
        return "" if name == "NONE" else "open"
    return f"{name.lower()}: change {CHANGES[name]}"


def weight(record: Mapping) -> int:
    """Place of a record where the gravest comes first."""
    return WORST_FIRST.index(record["headline"]["severity"])


def setting(name: object) -> str:
    """The name of a simulated setting in plain words: where the bound is far below the trivial one, it informs."""
    return str(name or "").replace("_", " ").replace("biting", "informative")


def found_at(paper: Mapping[str, Any]) -> str:
    """Where a paper is kept; empty if the name of its venue says so."""
    ref = str(paper.get("ref") or "")
    return "" if ref in str(paper.get("venue") or "") else ref
