"""Refutations of a statement: at a simple point, at one drawn at random, at one far out, each checked exactly."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from boundcheck.symbolic.balls import ball
from boundcheck.symbolic.exact_values import Unsure, as_arb, precision, rational
from boundcheck.symbolic.statement import Conjunction, Statement

from ..kernel import certificates, points
from ..kernel.points import Point
from ..kernel.reading import Reading
from ..kernel.results import Refuted
from ..kernel.sequent import Atom
from .falsify import Falsifier
from .inside import proposed

Hunters = dict[tuple[Atom, ...], Falsifier]


def hunters_of(read: Reading) -> Hunters:
    """Return what looks for counterexamples, by the hypotheses under which it looks."""
    return {h.given: Falsifier(h.given, list(read.symbols), read.whole) for h in read.hunts}


def refuted_at_a_point(read: Reading, hunters: Hunters, tried: list[str], *, drawn: bool = False) -> Refuted | None:
    """Return a refutation by a simple point, or by one of many drawn at random."""
    for hunt in read.hunts:
        hunter = hunters[hunt.given]
        found = hunter.drawn(hunt.claim) if drawn else hunter.simple(hunt.claim)
        answer = _refuted(read, hunter, hunt.claim, found, tried)
        if answer is not None:
            return answer
    return None


def refuted_far(read: Reading, hunters: Hunters, tried: list[str], *, thorough: bool) -> Refuted | None:
    """Return a refutation by a point that a search by shrinking steps finds, or that the solver proposes."""
    for hunt in read.hunts:
        hunter = hunters[hunt.given]
        found = hunter.hard(hunt.claim, thorough=thorough) + proposed(hunt, read)
        answer = _refuted(read, hunter, hunt.claim, found, tried)
        if answer is not None:
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
        with precision(bits):
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


def _failing(goal: Any, point: Point) -> Statement:
    """Return the printed relation that fails at the point (of an equivalence, one that holds on one side only)."""
    if isinstance(goal, Statement):
        return goal
    parts = goal.parts if isinstance(goal, Conjunction) else (*goal.left, *goal.right)
    return next(s for s in parts if points.holds(s, point) is False)
