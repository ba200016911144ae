"""Formulas on their way into the page: pure mathematics with a text for those who listen, or an error."""

import re
from typing import Any

from boundcheck.report.record import RecordError

LONGEST = 4000
DEEPEST = 40
INERT = re.compile(r'\\.|"(?:[^"\\]|\\.)*"', re.DOTALL)  # escaped characters and texts
# `#` starts code and `std` reaches the standard library, files included; the others end or hide the formula
FORBIDDEN = re.compile(r'#|\$|"|//|/\*|\*/|\bstd\b|[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]')


def formula(display: Any, at: str = "formula", *, block: bool = False) -> dict | None:
    """What the page needs of a display: ``{"typst", "alt", "block"}``.

    Parameters
    ----------
    display : dict or None
        ``typst`` is set as mathematics; ``alt`` or ``text`` is read aloud. With no ``typst``, None.
    at : str
        Where in the record it stands, for the error.
    block : bool
        On its own line.

    Raises
    ------
    RecordError
        The source holds more than mathematics.
    """
    if not isinstance(display, dict) or not display.get("typst"):
        return None
    source = display["typst"]
    alt = display.get("alt") or display.get("text") or source
    return {"typst": pure(source, at), "alt": str(alt), "block": block}


def pure(source: Any, at: str = "formula") -> str:
    """`source` if it can only draw mathematics: no code, no files, no end of the formula before its end."""
    if not isinstance(source, str):
        raise RecordError(f"{at}: a formula is text, this is {type(source).__name__}")
    if len(source) > LONGEST:
        raise RecordError(f"{at}: a formula of {len(source)} characters; {LONGEST} is the most")
    bare = INERT.sub(" ", source)
    found = FORBIDDEN.search(bare)
    if found:
        raise RecordError(f"{at}: {found.group()!r} has no place in a formula: {source!r:.80}")
    depth = deepest = 0
    for character in bare:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise RecordError(f"{at}: brackets {deepest} deep; {DEEPEST} is the most")
    return source
