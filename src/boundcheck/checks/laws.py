"""A mean under every law with some moments: the worst law on a grid, and multipliers that no law gets past."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import sympy
from sympy import Rational, Symbol

from boundcheck.claims import EveryLaw
from boundcheck.prove import Proved, prove, replay
from boundcheck.symbolic import Statement, enclosure
from boundcheck.symbolic.balls import Undefined, Unsure
from boundcheck.verdict import Evidence, Finding, Outcome, facts, shapes
from boundcheck.verdict.shapes import Found, LargestMean
from boundcheck.verdict.statements import Witness

from .context import Context, Evaluated

# Largest means, as a linear program over laws.
#
# * From below: the worst law on a grid, of a few places, with weights solved for in fractions; its moments are compared exactly and
#   its mean is enclosed. It refutes.
# * From above: multipliers y of the moments, in fractions from the program's dual, with :math:`y \ge 0` for "at most". With the
#   bound B, moments :math:`g_i` and what is known of them :math:`c_i`, the line
#   :math:`f(x) \mathbf{1}\{x \in A\} \le B + \sum_i y_i (g_i(x) - c_i)` for all x in the interval gives
#   :math:`E[f; A] \le B` under every law there; the provers settle it, on each piece between the edges of A.
#
# Source
# ------
# Karlin and Studden, Tchebycheff Systems (1966), Chapter XII; Bertsimas and Popescu, SIAM J. Optim. 15 (2005).

METHOD = "worst law by a linear program; its dual proved on the whole interval"
_GRID, _CLOSE = 400, 40
_DENOMINATORS = (1, 12, 1000, 10**6, 10**9)
_ZERO = Fraction(0)


@dataclass(frozen=True)
class Problem:
    """One point of a statement: everything a number but for the variable.

    Attributes
    ----------
    moments : tuple of (formula, sign, number)
        ``E[formula] <= number`` for the sign 1, equality for 0.
    event : tuple of sympy.Expr
        Not negative on the event.
    """

    x: Symbol
    value: sympy.Expr
    bound: sympy.Expr
    low: Fraction
    high: Fraction
    moments: tuple[tuple[sympy.Expr, int, sympy.Expr], ...]
    event: tuple[sympy.Expr, ...]

    def inside(self, place: Fraction) -> bool:
        """Whether a place belongs to the event."""
        return all(_at(edge, self.x, place)[0] >= 0 for edge in self.event)

    def counted(self, place: Fraction) -> tuple[Fraction, Fraction]:
        """Two ends of what a place contributes."""
        return _at(self.value, self.x, place) if self.inside(place) else (_ZERO, _ZERO)

    def edges(self) -> list[Fraction]:
        """The ends of the interval, and the places between them at which the event begins or ends, if they are fractions."""
        found = {self.low, self.high}
        for edge in self.event:
            shape = sympy.Poly(edge, self.x)
            for root in sympy.real_roots(shape) if shape.degree() > 0 else ():
                if not root.is_Rational:
                    raise Unsure(f"the event has the edge {root}; state it at a point where its edges are fractions")
                found.add(Fraction(int(root.p), int(root.q)))
        return sorted(place for place in found if self.low <= place <= self.high)


@dataclass(frozen=True)
class Law:
    """A law on a few places."""

    places: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]

    def mean(self, of: Any) -> tuple[Fraction, Fraction]:
        """Two ends of the mean of ``place -> two ends``."""
        ends = [of(place) for place in self.places]
        return tuple(sum((w * e[k] for w, e in zip(self.weights, ends, strict=True)), _ZERO) for k in (0, 1))  # type: ignore[return-value]

    def fits(self, problem: Problem) -> bool:
        """Whether it is a law on the interval with all the moments, exactly."""
        if sum(self.weights) != 1 or min(self.weights) < 0:
            return False
        if min(self.places) < problem.low or max(self.places) > problem.high:
            return False
        for formula, sign, number in problem.moments:
            low, high = self.mean(lambda place, formula=formula: _at(formula, problem.x, place))
            least, most = _at(number, problem.x, _ZERO)
            if high > least or (sign == 0 and not low == high == least == most):
                return False
        return True

    def __str__(self) -> str:
        return ", ".join(f"{w} at {p}" for p, w in zip(self.places, self.weights, strict=True))


def check(statement: EveryLaw, context: Context) -> Evidence:
    """A law with a larger mean refutes, proved multipliers support, at every point; otherwise it is open."""
    rows = [_row(statement, context, name) for name in statement.points]
    beside = Found(evidence=shapes.OfLaws(laws=tuple(rows)))
    if false := [row for row in rows if row.says == "false"]:
        row = false[0]
        point = {key: str(value) for key, value in sorted(statement.points[row.name].items())}
        return Evidence(
            Outcome.REFUTED,
            facts.LawAbove(row.name, row.law or "", f"{row.seen:.6g}", f"{row.bound:.6g}"),
            METHOD,
            witness=Witness(
                point=point | {f"law of {statement.variable}": row.law or ""},
                lhs=f"{row.seen:.12g}",
                rhs=f"{row.bound:.12g}",
                text="mean under this law",
            ),
            found=beside,
        )
    if open_ := [row for row in rows if row.says == "open"]:
        row = open_[0]
        fact: facts.Fact = facts.LawsUnread(row.name) if row.unread else facts.NoSuchLaw(row.name)
        if row.seen is not None:
            fact = facts.LawsOpen(row.name, f"{row.seen:.6g}", f"{row.bound:.6g}")
        return Evidence(Outcome.UNDECIDED, fact, METHOD, found=beside)
    one = statement.value == 1
    empty = tuple(Finding("VACUOUS", facts.ProbabilityOfOne(row.name)) for row in rows if one and row.bound >= 1)
    tightest = max((row.seen / row.bound for row in rows if row.seen is not None and row.bound > 0), default=None)
    told = "" if tightest is None else f"{tightest:.3g}"
    return Evidence(Outcome.SUPPORTED, facts.EveryLawBelow(len(rows), told), METHOD, empty, found=beside)


def _row(statement: EveryLaw, context: Context, name: str) -> LargestMean:
    problem = _problem(statement, context, name)
    least, most = _at(problem.bound, problem.x, _ZERO)
    try:
        law, multipliers = _programmed(problem)
        seen = law.mean(problem.counted) if law is not None else None
    except (Undefined, Unsure):
        return LargestMean(name=name, bound=float(most), unread=True, says="open")
    row = LargestMean(
        name=name,
        bound=float(most),
        seen=None if seen is None else float(seen[0]),
        law=None if law is None else str(law),
        says="open",
    )
    if law is not None and seen is not None and seen[0] > most and law.fits(problem):
        return _with(row, says="false")
    touching = _touching(problem, law) if law is not None else None
    for candidate in (*((touching,) if touching else ()), *_candidates(multipliers, problem, least)):
        if _proved(problem, candidate):
            return _with(row, says="true", multipliers=tuple(map(str, candidate)))
    return row


def _with(row: LargestMean, **fields: Any) -> LargestMean:
    import msgspec

    return msgspec.structs.replace(row, **fields)


def _problem(statement: EveryLaw, context: Context, name: str) -> Problem:
    point = statement.points[name]

    def put(formula: Any) -> Any:
        printed = context.expand(formula)
        return printed.xreplace({s: point[s.name] for s in printed.free_symbols if s.name in point})

    x = statement.variable
    low, high = (_rational(put(end)) for end in (statement.low, statement.high))
    if low >= high:
        raise ValueError(f"the interval at {name!r} is [{low}, {high}]; low must be less than high")
    moments = []
    for moment in statement.moments:
        formula, number = put(moment.lhs), put(moment.rhs)
        if isinstance(moment, sympy.Ge):
            formula, number = -formula, -number
        moments.append((formula, 0 if isinstance(moment, sympy.Eq) else 1, number))
    event = tuple(
        put(r.lhs) - put(r.rhs) if isinstance(r, sympy.Ge) else put(r.rhs) - put(r.lhs) for r in statement.event
    )
    if not all(edge.is_polynomial(x) for edge in event):
        raise ValueError(f"the event at {name!r} is no comparison of polynomials in {x}")
    return Problem(x, put(statement.value), put(statement.bound), low, high, tuple(moments), event)


def _rational(value: sympy.Expr) -> Fraction:
    number = sympy.nsimplify(value) if value.is_Rational else value
    if not number.is_Rational:
        raise ValueError(f"the end {value} of the interval is no fraction at this point; write one there")
    return Fraction(int(number.p), int(number.q))


def _at(formula: sympy.Expr, x: Symbol, place: Fraction) -> tuple[Fraction, Fraction]:
    """Two ends of a formula at a place, which are one where it is a fraction."""
    there = formula.xreplace({x: Rational(place.numerator, place.denominator)})
    if there.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
        raise Undefined(f"{formula} has no value at {place}")
    if there.is_Rational:
        return (Fraction(int(there.p), int(there.q)),) * 2
    return enclosure(there, {})


# The program in floats, and what is made of it in fractions.


def _programmed(problem: Problem) -> tuple[Law | None, list[float] | None]:
    """The worst law that was found, exact, and the multipliers of the last program."""
    edges = problem.edges()
    width = problem.high - problem.low
    places = sorted({*edges, *(problem.low + width * k / _GRID for k in range(_GRID + 1))})
    solution = _solved(problem, places)
    if solution is None:
        return None, None
    weights, multipliers = solution
    near = {
        place + width * k / (_GRID * _CLOSE) for place in _support(places, weights) for k in range(-_CLOSE, _CLOSE + 1)
    }
    closer = sorted({*edges, *(place for place in near if problem.low <= place <= problem.high), *places[::8]})
    if (again := _solved(problem, closer)) is not None:
        places, (weights, multipliers) = closer, again
    laws = [law for support in _supports(places, weights) if (law := _exact_law(problem, support)) is not None]
    law = max(laws, key=lambda found: found.mean(problem.counted)[0], default=None)
    return law, multipliers


def _solved(problem: Problem, places: Sequence[Fraction]) -> tuple[Any, list[float]] | None:
    """Weights and multipliers; None where no law on these places has the moments."""
    from scipy.optimize import linprog

    gains = np.array([float(problem.counted(place)[0]) for place in places])
    rows = [[float(_at(formula, problem.x, place)[0]) for place in places] for formula, _, _ in problem.moments]
    numbers = [float(_at(number, problem.x, _ZERO)[0]) for _, _, number in problem.moments]
    signs = [sign for _, sign, _ in problem.moments]
    scale = max(1.0, float(np.abs(gains).max()))
    upper, equal = ([k for k, sign in enumerate(signs) if sign == which] for which in (1, 0))
    found = linprog(
        -gains / scale,
        np.array([rows[k] for k in upper]) if upper else None,
        np.array([numbers[k] for k in upper]) if upper else None,
        np.array([[1.0] * len(places), *(rows[k] for k in equal)]),
        np.array([1.0, *(numbers[k] for k in equal)]),
        bounds=(0, None),
        method="highs",
    )
    if found.status != 0:
        return None
    multipliers = [0.0] * len(signs)
    for k, value in zip(upper, found.ineqlin.marginals if upper else (), strict=True):
        multipliers[k] = max(0.0, -value * scale)
    for k, value in zip(equal, found.eqlin.marginals[1:], strict=True):
        multipliers[k] = -value * scale
    return found.x, multipliers


def _support(places: Sequence[Fraction], weights: Any) -> list[Fraction]:
    return [place for place, weight in zip(places, weights, strict=True) if weight > 1e-9]


def _supports(places: Sequence[Fraction], weights: Any) -> Iterator[tuple[Fraction, ...]]:
    """The places of the law, and the same without the lighter of two neighbours."""
    held = [(place, float(weight)) for place, weight in zip(places, weights, strict=True) if weight > 1e-9]
    yield tuple(place for place, _ in held)
    gap = float(places[-1] - places[0]) / 100
    merged: list[tuple[Fraction, float]] = []
    for place, weight in held:
        if merged and float(place - merged[-1][0]) < gap:
            merged[-1] = max(merged[-1], (place, weight), key=lambda pair: pair[1])
        else:
            merged.append((place, weight))
    if len(merged) < len(held):
        yield tuple(place for place, _ in merged)


def _exact_law(problem: Problem, support: tuple[Fraction, ...]) -> Law | None:
    """Weights in fractions that meet as many of the moments as there are places for; None where some is negative or missed."""
    loose = [k for k, (_, sign, _) in enumerate(problem.moments) if sign == 1]
    for met in product((True, False), repeat=len(loose)):
        rows = [[Fraction(1)] * len(support)]
        numbers = [Fraction(1)]
        for k, (formula, sign, number) in enumerate(problem.moments):
            if sign == 1 and not met[loose.index(k)]:
                continue
            ends = [_at(formula, problem.x, place) for place in support]
            right = _at(number, problem.x, _ZERO)
            if any(low != high for low, high in [*ends, right]):
                break
            rows.append([low for low, _ in ends])
            numbers.append(right[0])
        else:
            weights = _weights(rows, numbers)
            if weights is not None and min(weights) >= 0:
                law = Law(support, tuple(weights))
                if law.fits(problem):
                    return law
    return None


def _weights(rows: list[list[Fraction]], numbers: list[Fraction]) -> list[Fraction] | None:
    """The one solution of linear equations; None where there is none, or more than one."""
    table = [[*row, number] for row, number in zip(rows, numbers, strict=True)]
    columns, done = len(rows[0]), 0
    for column in range(columns):
        pivot = next((r for r in range(done, len(table)) if table[r][column] != 0), None)
        if pivot is None:
            return None
        table[done], table[pivot] = table[pivot], table[done]
        head = table[done] = [entry / table[done][column] for entry in table[done]]
        for r, row in enumerate(table):
            if r != done and row[column] != 0:
                table[r] = [a - row[column] * b for a, b in zip(row, head, strict=True)]
        done += 1
    if any(row[-1] != 0 for row in table[done:]):
        return None
    return [table[k][-1] for k in range(columns)]


# Multipliers in fractions, and the line that makes them a proof.


def _touching(problem: Problem, law: Law) -> tuple[Fraction, ...] | None:
    """Multipliers with which both sides meet at every place of the law, and touch there where it is no edge; in fractions only."""
    edges, x = set(problem.edges()), problem.x
    formulas = [sympy.Integer(1), *(formula - number for formula, _, number in problem.moments)]
    rows, numbers = [], []
    for place in law.places:
        value = problem.value if problem.inside(place) else sympy.Integer(0)
        for order in range(1 if place in edges else 2):
            ends = [_at(sympy.diff(f, x, order), x, place) for f in (*formulas, value)]
            if any(low != high for low, high in ends):
                return None
            *row, number = (low for low, _ in ends)
            rows.append(row)
            numbers.append(number)
    used = [k for k in range(len(formulas)) if any(row[k] != 0 for row in rows)]
    found = _weights([[row[k] for k in used] for row in rows], numbers)
    if found is None:
        return None
    held = dict(zip(used, found, strict=True))
    return tuple(held.get(k + 1, _ZERO) for k in range(len(problem.moments)))


def _candidates(multipliers: list[float] | None, problem: Problem, bound: Fraction) -> Iterator[tuple[Fraction, ...]]:
    """The multipliers in more and more digits, those that keep to the line on a grid."""
    if multipliers is None:
        return
    seen: set[tuple[Fraction, ...]] = set()
    places = [*problem.edges(), *(problem.low + (problem.high - problem.low) * k / 97 for k in range(98))]
    for denominator in _DENOMINATORS:
        found = tuple(Fraction(value).limit_denominator(denominator) for value in multipliers)
        if found in seen:
            continue
        seen.add(found)
        if all(_gap(problem, found, bound, place) >= -1e-9 * max(1.0, abs(float(bound))) for place in places):
            yield found


def _gap(problem: Problem, multipliers: Sequence[Fraction], bound: Fraction, place: Fraction) -> float:
    total = float(bound) - float(problem.counted(place)[0])
    for y, (formula, _, number) in zip(multipliers, problem.moments, strict=True):
        total += float(y) * float(_at(formula, problem.x, place)[0] - _at(number, problem.x, _ZERO)[0])
    return total


def _proved(problem: Problem, multipliers: Sequence[Fraction]) -> bool:
    """Whether the provers settle the line on every piece of the interval, and their certificates replay."""
    if any(y < 0 for y, (_, sign, _) in zip(multipliers, problem.moments, strict=True) if sign == 1):
        return False
    x = sympy.Symbol(problem.x.name, real=True)
    right = problem.bound
    for y, (formula, _, number) in zip(multipliers, problem.moments, strict=True):
        right += Rational(y.numerator, y.denominator) * (formula - number)
    right = right.xreplace({problem.x: x})
    value = problem.value.xreplace({problem.x: x})
    for low, high in pairwise(problem.edges()):
        piece = tuple(Statement(*sides) for sides in ((_number(low), "<=", x), (x, "<=", _number(high))))
        # a closed event holds on a whole piece if it does in the middle; at an edge it may hold alone
        inside = problem.inside((low + high) / 2)
        if not inside and any(problem.inside(end) and not _holds_at(problem, multipliers, end) for end in (low, high)):
            return False
        line = Statement(value if inside else sympy.Integer(0), "<=", right)
        answer = prove(line, piece, seconds=2.0)
        if not (isinstance(answer, Proved) and replay(answer.certificate, line, piece).ok):
            return False
    return True


def _holds_at(problem: Problem, multipliers: Sequence[Fraction], place: Fraction) -> bool:
    """The line at a single place, in two ends."""
    left = problem.counted(place)[1]
    right = _at(problem.bound, problem.x, place)[0]
    for y, (formula, _, number) in zip(multipliers, problem.moments, strict=True):
        ends = [a - b for a in _at(formula, problem.x, place) for b in _at(number, problem.x, place)]
        right += min(y * end for end in ends)
    return left <= right


def _number(value: Fraction) -> sympy.Rational:
    return Rational(value.numerator, value.denominator)


CHECKS = (Evaluated(EveryLaw, check),)
