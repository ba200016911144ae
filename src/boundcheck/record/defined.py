"""Which definitions a statement needs: those whose letter it has, or another definition that is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def needed(statement: Mapping[str, Any], readings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The definitions of a statement, each with whether it or a reading needs it.

    Parameters
    ----------
    statement : mapping
        As the record has it: ``words``, ``displays`` and ``where``.
    readings : sequence of mapping
    """
    where = [dict(definition) for definition in statement.get("where") or []]
    sides = [str(definition.get("typst") or "").partition(" = ") for definition in where]
    names = [str(definition.get("alt") or "").partition(" = ")[0] for definition in where]
    formulas = [str(display.get("typst") or "") for display in statement.get("displays") or []]
    texts = [str(statement.get("words") or ""), *(str(reading.get("text") or "") for reading in readings)]
    found: set[int] = set()
    while formulas:
        new = {
            place
            for place, (letter, _, _) in enumerate(sides)
            if place not in found
            and (any(_has(f, letter) for f in formulas) or any(_has(w, names[place], letter) for w in texts))
        }
        found |= new
        formulas = [sides[place][2] for place in sorted(new)]
    return [definition | {"needed": place in found} for place, definition in enumerate(where)]


def _has(source: str, *letters: str) -> bool:
    """Whether one of the letters stands in a formula, with any argument."""
    heads = [letter.partition("(")[0] + ("(" if "(" in letter else "") for letter in letters if letter]
    return any(_stands(source, head) for head in heads)


def _stands(source: str, head: str) -> bool:
    """Whether a letter stands somewhere as a letter, and not within a longer name."""
    place = source.find(head)
    while place >= 0:
        before, after = source[place - 1 : place], source[place + len(head) : place + len(head) + 1]
        if not _within_name(before, ".") and (head.endswith("(") or not _within_name(after)):
            return True
        place = source.find(head, place + 1)
    return False


def _within_name(sign: str, also: str = "") -> bool:
    return sign.isalnum() or (sign != "" and sign in "_" + also)
