"""Any text, made printable with the fonts inside Typst's wheel: nothing is dropped in silence."""

import unicodedata
from functools import cache
from typing import Any

LONGEST_WORD = 34
BREAK = "\u200b"  # a place at which a line may end
FACES = ("", "-Bold", "-Oblique", "-BoldOblique")
RAW = frozenset({"typst", "pieces", "svg"})  # sources, not texts


@cache
def known() -> frozenset[int]:
    """Code points that the last of the embedded fonts can draw, upright, bold or slanted."""
    from matplotlib import get_data_path  # the same typeface, in files that can be read
    from matplotlib.ft2font import FT2Font

    files = [f"{get_data_path()}/fonts/ttf/DejaVuSansMono{face}.ttf" for face in FACES]
    return frozenset.intersection(*(frozenset(FT2Font(file).get_charmap()) for file in files))


def printable(text: str) -> str:
    """`text` with every character drawable and every word breakable.

    Characters without a glyph become their plain form (𝜃 becomes θ) or their number, ``[U+1F600]``.
    """
    drawn = "".join(_drawable(character) for character in text)
    return " ".join(_breakable(word) for word in drawn.split(" "))


def label(text: str, longest: int = 60) -> str:
    """A text for a figure: drawable, on one line, not longer than a figure can bear."""
    drawn = printable(text).replace(BREAK, "").strip()
    return drawn if len(drawn) <= longest else drawn[: longest - 1] + "…"


def all_printable(value: Any, key: str = "") -> Any:
    """`printable` on every text in nested lists and dicts, sources left alone."""
    if isinstance(value, dict):
        return {name: all_printable(item, name) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [all_printable(item, key) for item in value]
    if not isinstance(value, str) or key in RAW:
        return value
    return printable(value)


def _drawable(character: str) -> str:
    if character in "\n\t":
        return " "
    kind = unicodedata.category(character)
    if kind in ("Cc", "Cf", "Co", "Cs", "Cn"):  # controls, bidirectional marks, private use, halves of pairs
        return "" if kind == "Cf" else f"[U+{ord(character):04X}]"
    if ord(character) < 0x180 or ord(character) in known():
        return character
    plain = unicodedata.normalize("NFKC", character)
    if all(ord(part) in known() for part in plain):
        return plain
    return f"[U+{ord(character):04X}]"


def _breakable(word: str) -> str:
    if len(word) <= LONGEST_WORD:
        return word
    return BREAK.join(word[start : start + 16] for start in range(0, len(word), 16))
