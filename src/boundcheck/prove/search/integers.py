"""Goals with an integer letter: sums up to it by bounds or by few terms, and its first values one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Sum

from boundcheck.symbolic.statement import Statement
from boundcheck.symbolic.statement import read as printed

from ..kernel import certificates, clock
from ..kernel.points import Point
from ..kernel.reading import Reading, reading
from ..kernel.results import Inapplicable, Proved, Refuted
from . import series
from .inside import admissible_point
from .plausible import Floats
from .refuting import hunters_of, refuted_at_a_point, sides
from .trees import engines, searched


def in_sums(goal: Any, given: tuple, seconds: float, tried: list[str]) -> Proved | Refuted | None:
    """Decide a goal in sums with a symbolic number of terms: by few terms, or by bounds on the sums."""
    claim, hypotheses = printed(goal, given)
    ends = series.letters(claim)
    if not ends or not isinstance(claim, Statement):
        return None
    refuted = refuted_in_few_terms(goal, given, tried)
    if refuted is not None:
        return refuted
    tried.append("induction")
    start = series.first_value(claim, hypotheses, ends[0])
    with clock.limited(seconds + 1):
        for plan in series.plans(claim, start):
            answer = _by_plan(goal, given, plan, seconds / 2, tried)
            if answer is not None or clock.left() <= 0:
                return answer
    return None


def refuted_in_few_terms(goal: Any, given: tuple, tried: list[str]) -> Refuted | None:
    """Refute a goal in sums with a symbolic number of terms at a few of them."""
    claim, _ = printed(goal, given)
    if not series.letters(claim) or not isinstance(claim, Statement):
        return None

    def hunt(reduced: Any, rest: tuple) -> Point | None:
        inner = reading(reduced, rest)
        found = refuted_at_a_point(inner, hunters_of(inner), [])
        return None if found is None else {n: Fraction(v) for n, v in found.witness.items()}

    tried.append("few terms")
    found = series.few_terms(goal, given, hunt)
    return None if found is None else _refuted_at(goal, given, *found, tried)


def by_values(goal: Any, given: tuple, read: Reading, seconds: float, tried: list[str]) -> Proved | None:
    """Look at the first values of an integer letter one by one, and at the others together."""
    claim, hypotheses = printed(goal, given)
    if not isinstance(claim, Statement) or len(read.whole) != 1 or claim.lhs.has(Sum) or claim.rhs.has(Sum):
        return None
    letter = next((s for s in claim.lhs.free_symbols | claim.rhs.free_symbols if s.name in read.whole), None)
    if letter is None:
        return None
    tried.append("single values")
    start = series.first_value(claim, hypotheses, letter)
    for count in (1, 4):
        plan = {"kind": "values", "letter": letter.name, "from": start, "count": count}
        answer = _by_plan(goal, given, plan, seconds / 2, tried)
        if answer is not None:
            return answer
    return None


def _by_plan(goal: Any, given: tuple, plan: dict, seconds: float, tried: list[str]) -> Proved | None:
    try:
        read = reading(goal, given, plan)
    except (Inapplicable, ValueError):
        return None
    claims = sorted(read.sequents, key=lambda s: bool(s.claim.expr.free_symbols))
    if any(Floats(s).implausible(s) for s in claims):
        return None
    point = admissible_point(read, None)
    # if one is out of reach it is the general one, which stands last
    trees = searched(read, seconds, tried, backwards=True)[0] if point is not None else None
    if trees is None or point is None:
        return None
    engine = "+".join(["induction" if plan["kind"] == "bounds" else "values", *engines(trees)])
    return Proved(engine, certificates.trust(trees), certificates.proof(read, trees, point), tuple(tried))


def _refuted_at(goal: Any, given: tuple, names: list[str], point: Point, tried: list[str]) -> Refuted:
    """Report a number of terms, and values of the other letters, at which a goal fails."""
    claim, _ = certificates.instance(goal, given, {n: int(point[n]) for n in names})
    rest = {n: v for n, v in point.items() if n not in names}
    lhs, rhs, margin = sides(claim, rest)
    witness = certificates.written(point)
    certificate = certificates.at_instance(goal, given, names, point)
    return Refuted("few terms", witness, lhs, rhs, margin, certificate, tuple(tried), certificates.trust([]))
