"""Blocks of a page as Markdown, for a review form: letters in Unicode, nothing that a form would swallow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from boundcheck.report.referee.one_line import linear
from boundcheck.report.text.glyphs import BREAK
from boundcheck.report.text.words import WORDS

STAR = re.compile(r"(?<=[\w)])\*(?!\*)")  # of an optimum: a sign of its own, which no form takes for a mark
MARK = re.compile(r"[\\`*]|(?<![^\W_])_|\](?=[(\[:])|<(?=[A-Za-z/!?])|^[#>]")


def markdown(title: str, blocks: Sequence[dict]) -> str:
    """A page, headings from the second level on."""
    return "\n\n".join([f"# {escaped(title)}", *filter(None, map(_block, blocks))]) + "\n"


def _block(block: dict) -> str:
    kind = block["kind"]
    if kind == "heading":
        return f"{'#' * (block['level'] + 1)} {escaped(block['text'])}"
    if kind == "lead":
        return f"**{text(block['runs'])}**"
    if kind == "para":
        return text(block["runs"])
    if kind == "bullets":
        return "\n".join(f"* {text(item)}" for item in block["items"])
    if kind == "table":
        return _table(block)
    if kind == "figure":  # a form takes no picture: its caption, and what it shows in words
        return f"*{text(block['caption'])}* {escaped(block.get('told') or block['alt'])}"
    raise ValueError(f"a block of kind {kind!r} has no form in Markdown")


def _table(block: dict) -> str:
    marks = {"l": ":--", "r": "--:", "c": ":-:"}
    lines = [block["header"], *block["rows"]]
    rows = ["| " + " | ".join(text(cell).replace("|", "\\|") or " " for cell in row) + " |" for row in lines]
    rows.insert(1, "| " + " | ".join(marks[side] for side in block["align"]) + " |")
    caption = [f"*{text(block['caption'])}*", ""] if block.get("caption") else []
    return "\n".join([*caption, *rows])


def text(runs: Any) -> str:
    """Runs of a page in one line."""
    if isinstance(runs, str):
        return escaped(runs)
    if isinstance(runs, list | tuple):
        return "".join(map(text, runs))
    if "code" in runs:
        return f"`{runs['code']}`"
    if "strong" in runs:
        return f"**{text(runs['strong'])}**"
    if "muted" in runs:
        return text(runs["muted"])
    if "badge" in runs:
        return WORDS.get(runs["badge"], runs["badge"])
    if "typst" in runs:
        return escaped(linear(str(runs["typst"])))
    return escaped(str(runs.get("alt") or runs.get("tag") or ""))


def escaped(said: str) -> str:
    """A text whose signs are no marks of Markdown; those that are none where they stand are left as they are."""
    return MARK.sub(lambda found: f"\\{found.group()}", STAR.sub("∗", said.replace(BREAK, "")))
