"""The pieces of a page: plain dicts that the Typst template knows how to draw."""

from collections.abc import Sequence
from typing import Any

Runs = Any  # a text, a mark such as {"strong": …}, or a list of both


TIGHT = 44  # characters of a column that takes what it needs


def length(runs: Runs) -> int:
    """Characters of the texts in runs; a formula counts as a few."""
    if isinstance(runs, str):
        return len(runs)
    if isinstance(runs, dict):
        return 12 if "typst" in runs else sum(map(length, runs.values()))
    return sum(map(length, runs)) if isinstance(runs, list | tuple) else 0


def heading(text: str, level: int = 1, *, numbered: bool = True) -> dict:
    return {"kind": "heading", "text": text, "level": level, "numbered": numbered}


def para(*runs: Runs) -> dict:
    return {"kind": "para", "runs": list(runs)}


def lead(runs: Runs) -> dict:
    """The sentence that a reader takes away."""
    return {"kind": "lead", "runs": runs}


def bullets(items: Sequence[Runs]) -> dict:
    return {"kind": "bullets", "items": [item if isinstance(item, list) else [item] for item in items]}


def table(
    columns: str, header: Sequence[Runs], rows: Sequence[Sequence[Runs]], caption: Runs = None, *, tight=False
) -> dict:
    """A table; `columns` says alignment and width of each: ``"l2 r r"`` is one elastic and two tight ones.

    A tight column with a longer text than a page can bear beside others becomes elastic.
    """
    kinds = columns.split()
    longest = [max((length(row[place]) for row in [header, *rows]), default=0) for place in range(len(kinds))]
    kinds = [kind if kind[1:] or most <= TIGHT else f"{kind}1" for kind, most in zip(kinds, longest, strict=True)]
    return {
        "kind": "table",
        "align": [kind[0] for kind in kinds],
        "widths": [kind[1:] or "auto" for kind in kinds],
        "header": list(header),
        "rows": [list(row) for row in rows],
        "caption": caption,
        "tight": tight,
    }


def pairs(rows: Sequence[tuple[Runs, Runs]], *, small: bool = False, title: str = "") -> dict:
    """Names and values, one pair a line, lines without a value left out."""
    kept = [[name, value] for name, value in rows if value]
    wide = any(length(name) > TIGHT for name, _ in kept)
    return {"kind": "pairs", "small": small, "title": title, "rows": kept, "wide": wide}


def beside(left: Sequence[dict], right: Sequence[dict]) -> list[dict]:
    """A narrow picture to the right of text; just the text where there is no picture."""
    return [{"kind": "beside", "left": list(left), "right": list(right)}] if right else list(left)


def figure(drawn: dict | None, caption: Runs, width: int = 100, *, floats: bool = False) -> list[dict]:
    """A block for a drawing, or nothing where there was nothing to draw; `floats` lets text close the gap."""
    return [{"kind": "figure", "caption": caption, "width": width, "floats": floats} | drawn] if drawn else []


def badge(outcome: str, word: str | None = None) -> dict:
    return {"badge": outcome, "word": word}


def code(text: Any) -> dict:
    return {"code": str(text)}


def muted(*runs: Runs) -> dict:
    return {"muted": list(runs)}


def strong(*runs: Runs) -> dict:
    return {"strong": list(runs)}


def tag(text: str) -> dict:
    return {"tag": text}
