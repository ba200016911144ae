r"""How a repair lies to the line that it mends: the same but for one symbol, about the same line, or about another one.

Three rules. Of these the run of at most three symbols and the consistent exchange were fixed before it was looked at which
repairs meet them; the rest (letters, signs and relations compared in the formulas, brackets, the exchange of scripts, the half
share, a side of which nothing is left) was added on the misprints of the five papers themselves, so that other texts are the
test of it. That long exponents are no single symbol came from such a test.

*One symbol.* Of the symbols as they are shown (a letter, number or sign, with its scripts; brackets do not count, and an
exponent of more than three symbols counts symbol by symbol) the two lines differ in one run of at most three, ``1/n`` inserted
being the longest, or in one such exchange wherever they differ; or one letter stands for another throughout; or a side has the
other sign; or the relation is turned round. A side of several symbols of which none is left is another side.

*The same line.* They differ by one symbol, or have a side in common up to sign, or share at least half of their symbols in
order. The lines as they are typed count, where both are typed, or else as the printer writes them.

*Another line* is no repair: that something else is true mends nothing. Nor is a formula of two equal sides, unless one
of them is a side of the printed line or one symbol makes the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sympy import Expr, Symbol, expand

from boundcheck.checks.symbols_of_lines import one_symbol, other_brackets, shared, symbols
from boundcheck.claims import By, Repair, Step
from boundcheck.symbolic.typst import typst

ONE_SYMBOL, SAME, ANOTHER = "one symbol", "line", "another line"

LEAST_SHARE = 0.5  # of the symbols of two lines, in order


def mending(step: Step, letters: Mapping[str, str], definitions: Mapping[Symbol, Expr]) -> str:
    """``"one symbol"``, ``"line"`` or ``"another line"``; of a step without a repair ``"another line"``."""
    if step.repair is None:
        return ANOTHER
    one, other = (_formula(statement) for statement in (step.statement, step.repair.statement))
    shown = list(_shown(step, one, other, letters))
    sides = _sides(one, definitions), _sides(other, definitions)
    if any(one_symbol(*map(symbols, pair)) or other_brackets(*pair) for pair in shown):
        return ONE_SYMBOL
    if all(sides) and _one_letter(one, other, *sides):
        return ONE_SYMBOL
    if _share_a_side(*sides):
        return SAME
    if sides[1] and sides[1][0] == sides[1][1]:
        return ANOTHER
    return SAME if any(shared(*map(symbols, pair)) >= LEAST_SHARE for pair in shown) else ANOTHER


def misprinted(one: Any, other: Any, letters: Mapping[str, str], definitions: Mapping[Symbol, Expr]) -> bool:
    """Whether two versions of a statement differ by one symbol in their formulas, or not in these.

    Where the sides, the printed rate and the bound are the same, conditions or what is drawn make the difference: then
    the place on the page has to tell.
    """
    if _is_formula(one) and _is_formula(other):
        same = _both(_sides(one, definitions), _sides(other, definitions))
        step = Step("reading", "", one, repair=Repair(other, ""))
        return same or mending(step, letters, definitions) == ONE_SYMBOL
    pairs = [
        (getattr(one, name, None), getattr(other, name, None)) for name in ("printed", "bound", "epsilon", "delta")
    ]
    shown = [(typst(a, letters), typst(b, letters)) for a, b in pairs if isinstance(a, Expr) and isinstance(b, Expr)]
    differing = [pair for pair in shown if pair[0] != pair[1]]
    return (
        type(one) is type(other) and all(one_symbol(*map(symbols, pair)) for pair in differing) and len(differing) <= 1
    )


def _formula(statement: Any) -> Any:
    """A statement; of an instance its display."""
    return statement.says if isinstance(statement, By) else statement


def _shown(step: Step, one: Any, other: Any, letters: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The two lines as they are typed, and as the printer writes them."""
    assert step.repair is not None
    if step.display and step.repair.display:
        yield step.display, step.repair.display
    if _is_formula(one) and _is_formula(other):
        yield _line(one, letters), _line(other, letters)


def _is_formula(statement: Any) -> bool:
    return isinstance(getattr(statement, "lhs", None), Expr) and isinstance(getattr(statement, "rhs", None), Expr)


def _line(statement: Any, letters: Mapping[str, str]) -> str:
    return f"{typst(statement.lhs, letters)} {getattr(statement, 'relation', '=')} {typst(statement.rhs, letters)}"


def _sides(statement: Any, definitions: Mapping[Symbol, Expr]) -> tuple[Expr, ...]:
    if not _is_formula(statement):
        return ()
    return tuple(side.xreplace(dict(definitions)) for side in (statement.lhs, statement.rhs))


def _one_letter(one: Any, other: Any, mine: tuple[Expr, ...], theirs: tuple[Expr, ...]) -> bool:
    """Whether one letter for another makes the difference, or the sign of a side, or the relation turned round."""
    if getattr(one, "relation", "=") != getattr(other, "relation", "="):
        return False
    if mine != theirs and _both(mine, theirs[::-1]):
        return True
    if any(_both((sign * mine[0], turn * mine[1]), theirs) for sign, turn in ((-1, 1), (1, -1))):
        return True
    letters, others = (set().union(*(side.free_symbols for side in sides)) for sides in (mine, theirs))
    for ours, foreign, here, there in ((mine, theirs, letters, others), (theirs, mine, others, letters)):
        for gone in here - there:
            for come in (there | here) - {gone}:
                if _both(tuple(side.xreplace({gone: come}) for side in ours), foreign):
                    return True
    return False


def _both(one: tuple[Expr, ...], other: tuple[Expr, ...]) -> bool:
    return all(map(_alike, one, other))


def _share_a_side(mine: tuple[Expr, ...], theirs: tuple[Expr, ...]) -> bool:
    return any(a.free_symbols and (_alike(a, b) or _alike(-a, b)) for a in mine for b in theirs)


def _alike(one: Expr, other: Expr) -> bool:
    return bool(one == other or expand(one - other) == 0)
