r"""What a display that is written by hand shows: its LaTeX, its letters, and what of it a formula lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .latex import latex
from .notation import (
    RELATIONS,
    SPACES,
    Bracket,
    Face,
    Nodes,
    Sign,
    Word,
    is_relation,
    parse,
    parts,
)

_NEAR = frozenset({"\\approx", "\\asymp", "\\propto", "\\sim"})
_PAUSES = (Sign("\\quad"), Sign("\\qquad"))

# Whether a display, written by hand, says what a formula says: its relation and its letters are looked for in the formula.
#
# Nothing is read beyond signs and names: a display with a relation or a letter that the formula lacks says more than the
# formula, whatever it means.

# What sets a formula and is no letter of it, and functions that have several spellings.
_SETTING = frozenset({"e", "\\exp", "\\ln", "\\log", "\\cdot", "\\times", "\\mid", "\\top"})
_ACCENTS = frozenset({"hat", "tilde", "overline", "underline"})
_ORDER, _EQUAL, _NEARLY = "order", "equal", "near"
_KINDS = {
    "\\le": _ORDER, "\\ge": _ORDER, "<": _ORDER, ">": _ORDER, "=": _EQUAL, ":=": _EQUAL, "\\equiv": _EQUAL,
    **dict.fromkeys(_NEAR, _NEARLY),
}  # fmt: skip
_STRICT = frozenset({"<", ">"})


def source_of(shown: Any, letters: Mapping[str, str]) -> str:
    """LaTeX of a display: text, an expression, or a template with an expression in its braces."""
    if isinstance(shown, str):
        return shown
    if isinstance(shown, tuple):
        template, expression = shown
        return str(template).replace("{}", latex(expression, letters))
    return latex(shown, letters)


def says_more(display: str, formulas: Iterable[str], relation: str) -> str:
    """What a display says that the formula does not; empty where nothing was found.

    Parameters
    ----------
    display : str
        LaTeX as it is shown to a reader.
    formulas : iterable of str
        Both sides of the formula and its conditions, printed.
    relation : str
        Of the formula: ``"<="``, ``"<"``, ``"=="``, or ``"~"`` for a rate.

    Returns
    -------
    said : str
        Such as ``"2 relations"``, ``"the relation $=$"`` or ``"the letters $b$, $\\inf$"``.
    """
    first = _first(parse(display))
    related = [node.said for node in first if isinstance(node, Sign) and is_relation(node)]
    if len(related) != 1:
        return "no relation" if not related else f"{len(related)} relations"
    if not _carries(relation, related[0]):
        return f"the relation ${related[0]}$"
    lacking = _letters(first) - frozenset().union(*map(letters, formulas))
    named = ", ".join(f"${name}$" for name in sorted(lacking))
    return f"the letter{'' if len(lacking) == 1 else 's'} {named}" if lacking else ""


def letters(source: str) -> frozenset[str]:
    """The names and letters of a formula, words and accents among them; no numbers, signs or functions."""
    return _letters(parse(source))


def _letters(nodes: Nodes) -> frozenset[str]:
    return frozenset(_named(nodes))


def _named(nodes: Nodes) -> Iterator[str]:
    for node in nodes:
        match node:
            case Sign(said) if said.isalpha() and said not in _SETTING:
                yield said
            case Sign(said) if said[1:2].isalpha() and said not in _SETTING and said[1:] not in (*RELATIONS, *SPACES):
                yield said
            case Word(said, _) if said.strip():
                yield rf"\text{{{said.strip()}}}"
            case Face("mathbb", inside):
                yield rf"\mathbb{{{''.join(_named(inside))}}}"
                continue
            case Face(mark, _) if mark in _ACCENTS:
                yield rf"\{mark}"
            case Bracket("\\|" | "\\langle" as left, _, _):
                yield left
        for inside in parts(node):
            yield from _named(inside)


def _carries(relation: str, shown: str) -> bool:
    """Whether a proved relation gives the one that is shown: an equation gives both orders that are not strict."""
    kind = _KINDS.get(shown)
    if kind == _ORDER:
        return relation in ("<=", "<", "==") and (shown not in _STRICT or relation == "<")
    return kind is not None and kind == {"==": _EQUAL, "~": _NEARLY}.get(relation)


def _first(nodes: Nodes) -> Nodes:
    """A display up to the first pause, behind which its conditions or definitions stand."""
    pause = next((place for place, node in enumerate(nodes) if node in _PAUSES), len(nodes))
    return nodes[:pause]
