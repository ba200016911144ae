"""The pieces of a page: plain dicts that the Typst template knows how to set, and the same as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.report.text.words import BREAK, WORDS

# The pieces of a page: plain dicts that the Typst template knows how to draw.

Runs = Any  # a text, a mark such as {"strong": …}, or a list of both


TIGHT = 44  # characters of a column that takes what it needs


def length(runs: Runs) -> int:
    """Characters of the texts in runs; a formula counts as a few."""
    if isinstance(runs, str):
        return len(runs)
    if isinstance(runs, Mapping):
        return 12 if "typst" in runs else sum(map(length, runs.values()))
    return sum(map(length, runs)) if isinstance(runs, list | tuple) else 0


def heading(text: str, level: int = 1, *, numbered: bool = True) -> dict:
    return {"kind": "heading", "text": text, "level": level, "numbered": numbered}


def para(*runs: Runs) -> dict:
    return {"kind": "para", "runs": list(runs)}


def lead(runs: Runs) -> dict:
    """The sentence that a reader takes away."""
    return {"kind": "lead", "runs": runs}


def below() -> dict:
    """The line below which the details stand."""
    return {"kind": "below"}


def bullets(items: Sequence[Runs]) -> dict:
    return {"kind": "bullets", "items": [item if isinstance(item, list) else [item] for item in items]}


def fold(title: Runs, blocks: Sequence[dict]) -> dict:
    """Blocks behind a line that unfolds them; only for a browser."""
    return {"kind": "fold", "title": title, "blocks": list(blocks)}


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


def is_of(block: dict, kind: str) -> bool:
    return block["kind"] == kind


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


# Blocks of a page as Markdown, for a review form: letters in Unicode, nothing that a form would swallow.

STAR = re.compile(r"(?<=[\w)])\*(?!\*)")  # of an optimum: a sign of its own, which no form takes for a mark
FORMULA = re.compile(r"\$[^$]*\$")
MARK = re.compile(r"[\\`*]|(?<![^\W_])_|\](?=[(\[:])|<(?=[A-Za-z/!?])|^[#>]")


def markdown(title: str, blocks: Sequence[dict]) -> str:
    """A page, headings from the second level on."""
    return "\n\n".join([f"# {escaped(title)}", *filter(None, map(_block, blocks))]) + "\n"


def _block(block: dict) -> str:
    match block:
        case {"kind": "heading", "level": level, "text": words}:
            return f"{'#' * (level + 1)} {escaped(words)}"
        case {"kind": "lead", "runs": runs}:
            return f"**{text(runs)}**"
        case {"kind": "para", "runs": runs}:
            return text(runs)
        case {"kind": "below"}:
            return "---"
        case {"kind": "bullets", "items": items}:
            return "\n".join(f"* {text(item)}" for item in items)
        case {"kind": "table", "align": align, "header": header, "rows": rows, "caption": caption}:
            return _table(align, [header, *rows], caption)
        case {"kind": "figure", "caption": caption, "told": told}:  # a form takes no picture: what it shows in words
            return f"*{text(caption)}* {escaped(told)}"
        case {"kind": "figure", "caption": caption, "alt": alt}:
            return f"*{text(caption)}* {escaped(alt)}"
    raise ValueError(f"a block of kind {block.get('kind')!r} has no form in Markdown")


def _table(align: Sequence[str], lines: Sequence[Sequence[Runs]], caption: Runs) -> str:
    marks = {"l": ":--", "r": "--:", "c": ":-:"}
    rows = ["| " + " | ".join(_cell(cell) or " " for cell in row) + " |" for row in lines]
    rows.insert(1, "| " + " | ".join(marks[side] for side in align) + " |")
    return "\n".join([*([f"*{text(caption)}*", ""] if caption else []), *rows])


def _cell(runs: Runs) -> str:
    """Runs without a bar, which would end the cell."""
    barless = FORMULA.sub(lambda found: found.group().replace(r"\|", r"\Vert{}").replace("|", r"\vert{}"), text(runs))
    return barless.replace("|", "\\|")


def text(runs: Any) -> str:
    """Runs of a page in one line."""
    if isinstance(runs, str):
        return escaped(runs)
    if isinstance(runs, list | tuple):
        return "".join(map(text, runs))
    match runs:
        case {"code": code}:
            return f"`{code}`"
        case {"strong": inside}:
            return f"**{text(inside)}**"
        case {"muted": inside}:
            return text(inside)
        case {"link": words}:
            return f"**{escaped(words)}**"
        case {"badge": outcome}:
            return WORDS.get(outcome, outcome)
        case {"latex": source}:
            return f"${source}$"
        case {"alt": words} | {"tag": words}:
            return escaped(str(words))
    return ""


def escaped(said: str) -> str:
    """A text whose signs are no marks of Markdown; those that are none where they stand are left as they are."""
    return MARK.sub(lambda found: f"\\{found.group()}", STAR.sub("∗", said.replace(BREAK, "")))
