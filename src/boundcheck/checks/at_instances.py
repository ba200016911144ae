"""Letters at an instance: which conditions it keeps, and whether a proved line implies the statement there.

A line speaks of letters, an `InstanceInequality` of what it computes. The line settles the statement only where the two are
tied: the numbers of `letters` keep every condition of the line, its left side is at least the statement's, and its right
side at most. Squares of both sides do as well, where the line's are not negative.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Identity, Inequality, InstanceInequality
from boundcheck.symbolic import number

ROUNDING = 1e-9  # by which a condition may be missed at an instance in floats
MARGIN = 1e-6  # of the larger side, by which sides in floats may differ; both were fixed before anything was searched
DRAWN = ((8, 0.25), (16, 1.0), (8, 4.0))  # instances at which a line is tied, and the scale of their vectors

Definitions = Mapping[sympy.Symbol, sympy.Expr]


def broken(inequality: InstanceInequality, vectors: Iterable[Sequence[float]], definitions: Definitions) -> list[Any]:
    """The conditions of the statement that one of the instances breaks."""
    found: dict[Any, None] = {}
    for vector in vectors if inequality.letters is not None else ():
        values = _values(inequality, inequality.instance(np.asarray(vector, float)))
        found |= dict.fromkeys(c for c in inequality.given if not _kept(c, values, definitions))
    return list(found)


def implied(
    inequality: Any, line: Identity | Inequality, definitions: Definitions, worst: Sequence[float] = ()
) -> bool:
    """Whether a line implies the statement, with the numbers of `letters`, at drawn instances and at the `worst` one.

    Without letters none does. Nor does any line where one of its conditions is the statement itself, the conclusion among
    the hypotheses. Further circles are not looked for: a reader sees the conditions beside the statement.
    """
    if not isinstance(inequality, InstanceInequality) or inequality.letters is None:
        return False
    cases = [inequality.instance(np.asarray(vector, float)) for vector in _vectors(inequality, worst)]
    points = [(case, _values(inequality, case)) for case in cases]
    kept = all(_kept(condition, values, definitions) for condition in line.given for _, values in points)
    if not kept or not all(_ties(inequality, line.lhs, line.rhs, *point, definitions) for point in points):
        return False
    return not any(
        all(_the_same(inequality, low, high, *point, definitions) for point in points)
        for condition in line.given
        for low, high in _bounds(condition)
    )


def _vectors(inequality: InstanceInequality, worst: Sequence[float]) -> Iterator[Sequence[float]]:
    """The worst instance, and some that the words of the statement alone determine."""
    if len(worst) == inequality.dimension:
        yield worst
    rng = np.random.default_rng(zlib.crc32(inequality.words.encode()))
    for many, scale in DRAWN:
        yield from scale * rng.standard_normal((many, inequality.dimension))


def _ties(
    inequality: InstanceInequality,
    low: Any,
    high: Any,
    case: dict,
    values: tuple[dict[str, float], dict[str, list]],
    definitions: Definitions,
) -> bool:
    """Whether ``lhs <= low`` and ``high <= rhs`` at an instance, or so for the squares of `low` and `high`."""
    lhs, rhs = float(inequality.lhs(case)), float(inequality.rhs(case))
    least, most = _number(low, values, definitions), _number(high, values, definitions)
    if _at_most(lhs, least) and _at_most(most, rhs):
        return True
    room = -MARGIN * max(abs(least), abs(most))
    return min(least, most) >= room and _at_most(lhs, least**2) and _at_most(most**2, rhs)


def _the_same(
    inequality: InstanceInequality,
    low: Any,
    high: Any,
    case: dict,
    values: tuple[dict[str, float], dict[str, list]],
    definitions: Definitions,
) -> bool:
    """Whether ``low <= high`` has the slack of the statement at an instance, or that of its roots."""
    lhs, rhs = float(inequality.lhs(case)), float(inequality.rhs(case))
    slack = _number(high, values, definitions) - _number(low, values, definitions)
    roots = (math.sqrt(rhs) - math.sqrt(lhs),) if min(lhs, rhs) >= 0 else ()
    return any(abs(slack - due) <= MARGIN * max(abs(slack), abs(due)) + ROUNDING for due in (rhs - lhs, *roots))


def _number(side: Any, values: tuple[dict[str, float], dict[str, list]], definitions: Definitions) -> float:
    """The value of a side with these numbers; nan where a letter has none."""
    try:
        return float(number(sympy.sympify(side).xreplace(dict(definitions)), values[0]))
    except (KeyError, TypeError, ValueError):
        return math.nan


def _at_most(one: float, other: float) -> bool:
    return bool(one - other <= MARGIN * max(abs(one), abs(other)) + ROUNDING)


def _bounds(condition: Any) -> list[tuple[Any, Any]]:
    """The sides of a condition, the lesser one first; both ways of an equation."""
    if getattr(condition, "rel_op", None) == "==":
        return [(condition.lhs, condition.rhs), (condition.rhs, condition.lhs)]
    return [(condition.lts, condition.gts)] if hasattr(condition, "lts") else []


def _values(inequality: InstanceInequality, case: dict) -> tuple[dict[str, float], dict[str, list]]:
    """The numbers of the letters at an instance, by name, those of a row as ``x[1]``, ``x[2]``, ...; and the rows."""
    assert inequality.letters is not None
    values = inequality.letters(case)
    rows = {name: list(row) for name, row in values.items() if np.ndim(row)}
    at = {name: float(value) for name, value in values.items() if name not in rows}
    return at | {f"{name}[{i}]": float(value) for name, row in rows.items() for i, value in enumerate(row, 1)}, rows


def _kept(condition: Any, values: tuple[dict[str, float], dict[str, list]], definitions: Definitions) -> bool:
    """Whether an instance keeps a condition; one on ``x[i]`` is read for every i of the rows."""
    at, rows = values
    own = condition.xreplace(dict(definitions))
    inner = {total.limits[0][0] for total in own.atoms(sympy.Sum)}
    index = {s for x in own.atoms(sympy.Indexed) for s in x.indices if s.is_Symbol} - inner
    lengths = [len(rows.get(str(x.base), ())) for x in own.atoms(sympy.Indexed) if set(x.indices) & index]
    many = min(lengths) if lengths else 1
    return many > 0 and all(met(own, at | {s.name: float(i) for s in index}) for i in range(1, many + 1))


def met(condition: Any, at: Mapping[str, Any]) -> bool:
    """Whether a condition is met at a point, up to rounding; one of which a letter is missing is not."""
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    try:
        sides = (condition.lhs, condition.rhs) if condition.rel_op == "==" else (condition.lts, condition.gts)
        lesser, greater = (number(side, at) for side in sides)
    except (KeyError, AttributeError):
        return False
    room = ROUNDING * max(abs(lesser), abs(greater), 1.0)
    return bool(abs(lesser - greater) <= room if condition.rel_op == "==" else lesser <= greater + room)
