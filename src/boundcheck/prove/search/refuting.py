"""Refutations of a statement, and a point of its domain, without which nothing is proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import ctx, fmpq
from sympy import S

from boundcheck.symbolic.balls import Unsure, as_arb, ball, rational
from boundcheck.symbolic.evaluate import number
from boundcheck.symbolic.statement import Conjunction, Statement

from ..kernel import certificates, points, rules, smt
from ..kernel.points import Point
from ..kernel.reading import Reading, reading
from ..kernel.results import Inapplicable, Refuted
from ..kernel.sequent import Atom, Sequent
from . import falsify
from .falsify import Falsifier

_LEAST, _SHARE = 1.0, 0.3  # seconds of a search for counterexamples, and their part of all

# A point of the domain of a statement, without which nothing is proved of it.


def hunter_of(read: Reading) -> Falsifier:
    """Return what looks for points of the whole domain."""
    return Falsifier(read.domain, list(read.symbols), read.whole)


def admissible_point(read: Reading, hunter: Falsifier | None) -> Point | None:
    """Return a certified point of the domain: of a grid, drawn at random, or as the solver proposes; None if none is found."""
    hunter = hunter or hunter_of(read)
    for row in map(hunter.grid.row, range(min(40, len(hunter.grid)))):
        if certificates.complete(read, row) and points.admissible(read.given, row):
            return row
    found = falsify.draw(read.domain, list(read.symbols), read.whole, 64, 5)
    count = len(next(iter(found.values()))) if found else 0
    for i in range(min(count, 32)):
        for digits in (100, 10**6):
            row = {n: Fraction(float(v[i])).limit_denominator(digits) for n, v in found.items()}
            if certificates.complete(read, row) and points.admissible(read.given, row):
                return row
    for row in proposed(Sequent(read.domain, Atom(S.NegativeOne, ">=")), read):
        if certificates.complete(read, row) and points.admissible(read.given, row):
            return row
    return None


def proposed(sequent: Sequent, read: Reading) -> list[Point]:
    """Return roundings of a point that the solver proposes, for domains too thin to be met by chance."""
    found = rules.proposed(sequent)
    full = {s.name: found.get(s.name, Fraction(0)) for s in read.symbols}
    return [{n: v.limit_denominator(d) for n, v in full.items()} for d in (10, 1000, 10**6, 10**12)]


# Refutations of a statement: at a simple point, at one drawn at random, at one far out, each checked exactly.

Hunters = dict[tuple[Atom, ...], Falsifier]


def hunters_of(read: Reading) -> Hunters:
    """Return what looks for counterexamples, by the hypotheses under which it looks."""
    return {h.given: Falsifier(h.given, list(read.symbols), read.whole) for h in read.hunts}


def refuted_at_a_point(read: Reading, hunters: Hunters, tried: list[str], *, drawn: bool = False) -> Refuted | None:
    """Return a refutation by a simple point or a plain one far out, or by one of many drawn at random."""
    for look in (Falsifier.drawn,) if drawn else (Falsifier.simple, Falsifier.far):
        for hunt in read.hunts:
            hunter = hunters[hunt.given]
            answer = _refuted(read, hunter, hunt.claim, look(hunter, hunt.claim), tried)
            if answer is not None:
                return answer
    return None


def refuted_far(read: Reading, hunters: Hunters, tried: list[str], *, seconds: float) -> Refuted | None:
    """Return a refutation by a point that a search by shrinking steps finds, or that the solver proposes.

    The search is spent by counts; the clock is for claims that cost far more at each point than others.
    """
    with smt.limited(max(_LEAST, seconds * _SHARE)):
        for hunt in read.hunts:
            hunter = hunters[hunt.given]
            found = hunter.hard(hunt.claim, thorough=seconds >= 1) + proposed(hunt, read)
            answer = _refuted(read, hunter, hunt.claim, found, tried)
            if answer is not None or smt.is_up():
                return answer
    return None


def _refuted(read: Reading, hunter: Falsifier, claim: Any, found: list[Point], tried: list[str]) -> Any:
    def check(point: Point) -> bool:
        return certificates.complete(read, point) and points.certified(read.goal, read.given, point)

    for point in found:
        if check(point):
            best = hunter.simplest(claim, point, check)
            return _report(read, best, tuple(tried))
    return None


def _report(read: Reading, point: Point, tried: tuple[str, ...]) -> Refuted:
    lhs, rhs, margin = sides(_failing(read.goal, point), point)
    witness = {name: str(value) for name, value in sorted(point.items())}
    certificate = certificates.counterexample(read, point)
    return Refuted("falsify", witness, lhs, rhs, margin, certificate, tried, certificates.trust([]))


def sides(part: Statement, point: Point) -> tuple[str, str, str]:
    """Return the two sides of a relation and their distance at a point, in decimals."""
    env = {name: rational(value) for name, value in point.items()}
    lhs = rhs = margin = "0"
    for bits in (128, 512, 2560):
        with ctx.workprec(bits):
            try:
                left, right = (ball(side, env) for side in (part.lhs, part.rhs))
            except Unsure:
                continue
            gap = points.difference(part, env)
            if part.relation in ("==", "!="):
                gap = abs(gap)
            low = gap if isinstance(gap, fmpq) else as_arb(abs(gap)).abs_lower()
            lhs, rhs = points.decimals(left), points.decimals(right)
            margin = points.decimals(abs(low), 6) if low != 0 else "0"
            if isinstance(gap, fmpq) or low > 0:
                break
    return lhs, rhs, margin


# Where an open relation is tightest, for whoever reads that it is open.

_LOOKED_AT = 4000  # points drawn at random
_TIGHTER = 0.01  # by which one of them has to be tighter than a simple point


def closest(goal: Any, given: tuple = ()) -> tuple[dict[str, str], float] | None:
    """Where the sides of a relation that is not decided lie closest, among simple points and some drawn at random.

    Parameters
    ----------
    goal, given
        As in `prove`.

    Returns
    -------
    closest : (dict of str to str, float) or None
        A point of the domain, by letter, and the smaller side as a share of the larger one there, as floats see them; None where
        the sides are of different signs, or it is no inequality.
    """
    try:
        read = reading(goal, given)
    except (Inapplicable, ValueError, TypeError):
        return None
    if not isinstance(read.goal, Statement) or read.goal.relation not in ("<=", "<", ">=", ">") or not read.hunts:
        return None
    small, large = read.goal.lhs, read.goal.rhs
    if read.goal.relation in (">=", ">"):
        small, large = large, small
    hunter = Falsifier(read.domain, list(read.symbols), read.whole)
    best: tuple[float, dict[str, Any]] | None = None
    drawn = falsify.draw(read.domain, list(read.symbols), read.whole, _LOOKED_AT, 3)
    for table in (hunter.grid.table, drawn):
        count = len(next(iter(table.values()))) if table else 0
        with np.errstate(all="ignore"):
            left, right = (np.broadcast_to(np.asarray(number(side, table), float), (count,)) for side in (small, large))
            share = np.where((left > 0) & (right > 0) & (left <= right), left / right, -np.inf)
        place = int(np.argmax(share)) if count else 0
        if count and share[place] > (0 if best is None else best[0] + _TIGHTER):
            best = float(share[place]), {name: float(values[place]) for name, values in table.items()}
    return None if best is None else ({name: f"{value:.4g}" for name, value in sorted(best[1].items())}, best[0])


def _failing(goal: Any, point: Point) -> Statement:
    """Return the printed relation that fails at the point (of an equivalence, one that holds on one side only)."""
    if isinstance(goal, Statement):
        return goal
    parts = goal.parts if isinstance(goal, Conjunction) else (*goal.left, *goal.right)
    return next(s for s in parts if points.holds(s, point) is False)
