"""The argument for a person: Markdown and its LaTeX as blocks of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from boundcheck.report.page.paragraphs import code, fold, heading, is_of, para
from boundcheck.report.text.letters import in_words, words
from boundcheck.report.text.prose import prose
from boundcheck.report.text.typst import formula

# The argument for a person, from Markdown to the blocks of a page.

CODE, IMPORTS = "The same as code, which is run", "What the code uses"
INLINE = re.compile(r"`([^`]+)`|\$([^$]+)\$|\*\*([^*]+)\*\*")


def derivation(text: str, known: Mapping[str, str] | None = None) -> list[dict]:
    """Headings, paragraphs and formulas, with the code that was run folded behind what it checks.

    A formula that cannot be set is shown as typed.

    Parameters
    ----------
    text : str
        Of a file in ``derivations``; empty for none.
    known : Letters, optional
        A name of a step, as a heading or between backticks, is called as the step is.
    """
    blocks = [block for piece in _pieces(text) for block in _block(piece, known or {})]
    opening = [block for block in blocks if _imports(block)]
    blocks = [fold(CODE, [block]) if is_of(block, "code") else block for block in blocks if block not in opening]
    return [*blocks, *([fold(IMPORTS, opening)] if opening else [])]


def _imports(block: dict) -> bool:
    """Whether a block is code that does no more than fetch what other code uses."""
    lines = block["text"].splitlines() if is_of(block, "code") else ["-"]
    return all(line.startswith(("import ", "from ", " ", ")", "#")) or not line.strip() for line in lines)


def _pieces(text: str) -> list[str]:
    """Paragraphs, headings, and fenced code whole."""
    found: list[list[str]] = [[]]
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            found.append([line]) if not fenced else found.append([])
            fenced = not fenced
        elif fenced:
            found[-1].append(line)
        elif not line.strip() or line.startswith("#"):
            found += [[line], []] if line.strip() else [[]]
        else:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found if lines]


def _block(piece: str, known: Mapping[str, str]) -> list[dict]:
    if piece.startswith("```"):
        return [{"kind": "code", "text": piece.partition("\n")[2]}]
    if piece.startswith("#"):
        marks, _, title = piece.partition(" ")
        return [heading(prose(words(title.strip(), known)).replace("_", " "), len(marks) - 1)] if len(marks) > 1 else []
    if piece.startswith("$$") and piece.rstrip().endswith("$$"):
        return [para(_set(piece.strip().strip("$"), block=True))]
    return [para(*_runs(" ".join(piece.split()), known))]


def _runs(text: str, known: Mapping[str, str]) -> list[Any]:
    found: list[Any] = []
    done = 0
    for match in INLINE.finditer(text):
        found.append(text[done : match.start()])
        typed, mathematics, strong = match.groups()
        found.append(_named(typed, known) if typed else _set(mathematics) if mathematics else {"strong": [strong]})
        done = match.end()
    return [*found, text[done:]]


def _named(typed: str, known: Mapping[str, str]) -> dict:
    """The name of a step or a result as its heading has it; other code as typed."""
    called = words(typed, known)
    return {"strong": [in_words(typed) if called == typed else prose(called)]} if typed.isidentifier() else code(typed)


def _set(latex: str, *, block: bool = False) -> dict:
    made = formula(latex, "derivation", block=block)
    return made if made and "typst" in made else code(latex)
