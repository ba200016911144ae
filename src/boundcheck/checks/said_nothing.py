"""Whether a proved statement says nothing that its conditions do not say: by the provers, where the eye does not see it.

`inequality.empty` compares what is written. Here a condition may be the conclusion in another form, as exp(x) <= exp(y) is of
x <= y, and the conditions may leave one point though none of them gives a letter its number. Only what is proved counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy

from boundcheck.prove import Refuted, prove
from boundcheck.symbolic import Statement
from boundcheck.symbolic.inner_products import is_matrix
from boundcheck.verdict import facts

from .context import Context
from .formulas import as_relation
from .settling import follows

_KINDS = {"==": sympy.Eq, "<=": sympy.Le, "<": sympy.Lt}
LEAST = 2  # letters of a conclusion that may be a condition; what bounds one letter is its range


def says_nothing(statement: Statement, context: Context) -> facts.Fact | None:
    """Why a proved statement is empty; None where that is not proved."""
    if is_matrix(statement.lhs):
        return None
    own = statement.free_symbols
    domain = (context.expand(c) for p in context.parameters for c in p.domain)
    stated = [as_relation(c) if isinstance(c, Statement) else c for c in statement.given]  # a record has them as statements
    given = [*(c for c in stated if c is not None), *(c for c in domain if c.free_symbols <= own)]
    conditions = list(dict.fromkeys(c for each in given for c in (each.args if isinstance(each, sympy.And) else (each,))))
    goal, conditions, _ = _without_equations(_KINDS[statement.relation](statement.lhs, statement.rhs), conditions)
    if any(_stricter(condition, goal) for condition in conditions):
        return facts.AmongConditions("stricter")
    if any(_is_it(goal, conditions, place) for place in range(len(conditions))):
        return facts.AmongConditions("another")
    if point := _one_point(own, given):
        return facts.OnePoint({name: str(value) for name, value in sorted(point.items())})
    return None


def _is_it(goal: Any, conditions: list[Any], place: int) -> bool:
    """Whether a condition is the conclusion in another form: it speaks of the two sides alone, and each follows from the other.

    That they follow from each other is not enough: so it is wherever a conclusion is true under its condition alone, and a sharp
    result says something. The sides are free letters here, of which no more is known than the conditions say of them alone.
    """
    if len(getattr(goal, "free_symbols", ())) < LEAST or not hasattr(goal, "lhs"):
        return False
    named = ((goal.rhs, "larger"), (goal.lhs, "smaller"))
    sides = {side: sympy.Symbol(name, real=True) for side, name in named if not side.is_number}
    put = dict(sorted(sides.items(), key=lambda side: -side[0].count_ops()))
    bare, *others = (c.subs(put) for c in (goal, conditions[place], *conditions))
    condition, letters = others[0], set(put.values())
    if getattr(condition, "free_symbols", set()) != letters or bare.free_symbols != letters:
        return False
    ranges = tuple(c for c in others[1:] if len(letters) > 1 and len(c.free_symbols) == 1 and c.free_symbols <= letters)
    return _gives((*ranges, bare), condition) and _gives((*ranges, condition), bare) and not _gives(ranges, bare)


def _gives(given: tuple[Any, ...], conclusion: Any) -> bool:
    return all(follows(each, given) for each in _halves(conclusion))


def _halves(conclusion: Any) -> Iterator[Any]:
    """An equation as two inequalities."""
    if isinstance(conclusion, sympy.Eq):
        yield sympy.Le(conclusion.lhs, conclusion.rhs)
        yield sympy.Ge(conclusion.lhs, conclusion.rhs)
    else:
        yield conclusion


def _one_point(letters: set[Any], given: list[Any]) -> dict[str, Any]:
    """The one point that conditions leave all letters, where one of them is on several letters; empty where there may be more."""
    if not any(len(getattr(c, "free_symbols", ())) >= LEAST for c in given):
        return {}
    _, conditions, put = _without_equations(sympy.true, given)
    free: set[Any] = {s for c in conditions for s in c.free_symbols} | {s for e in put.values() for s in e.free_symbols}
    exact: dict[Any, Any] = {}
    if free:
        try:
            inside = prove(Statement(sympy.Integer(1), "<=", sympy.Integer(0), tuple(conditions)), seconds=1)
        except (ValueError, TypeError):
            return {}
        if not isinstance(inside, Refuted) or not {s.name for s in free} <= inside.witness.keys():
            return {}
        exact = {s: sympy.sympify(inside.witness[s.name]) for s in free}
    if not letters <= free | put.keys() or not all(_gives(tuple(conditions), sympy.Eq(s, v)) for s, v in exact.items()):
        return {}
    found = {**exact, **{s: e.xreplace(exact) for s, e in put.items()}}
    return {letter.name: found[letter] for letter in letters}


def _without_equations(goal: Any, given: list[Any]) -> tuple[Any, list[Any], dict[Any, Any]]:
    """A conclusion and conditions with each equation solved for a letter that has a number before it, and what was put."""
    put: dict[Any, Any] = {}
    rest = list(given)
    while found := next(filter(None, map(_solved, rest)), None):
        equation, letter, value = found
        rest = [c.xreplace({letter: value}) for c in rest if c != equation]
        put = {s: e.xreplace({letter: value}) for s, e in put.items()} | {letter: value}
        goal = goal.xreplace({letter: value})
    return goal, [c for c in rest if getattr(c, "free_symbols", None)], put


def _solved(condition: Any) -> tuple[Any, Any, Any] | None:
    if isinstance(condition, sympy.Eq):
        apart = sympy.expand(condition.lhs - condition.rhs)
        for letter in sorted(apart.free_symbols, key=str):
            before = apart.diff(letter)
            if before.is_number and not before.is_zero:
                return condition, letter, sympy.expand(letter - apart / before)
    return None


def _stricter(condition: Any, goal: Any) -> bool:
    """Whether a condition is the conclusion but for a number, as x <= y - 1 is of x <= y."""
    if getattr(goal, "rel_op", "") not in ("<", "<=", ">", ">=") or getattr(condition, "rel_op", "") not in ("<", "<=", ">", ">="):
        return False
    if len(goal.free_symbols) < LEAST:
        return False
    gap = sympy.expand((goal.gts - goal.lts) - (condition.gts - condition.lts))
    return bool(gap.is_number and gap.is_positive)
