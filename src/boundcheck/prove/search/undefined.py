"""Where a statement has no value, conditions that no point satisfies, and why nothing could be decided."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from sympy import Integer, Rational, S, Sum

from boundcheck.symbolic.balls import Undefined
from boundcheck.symbolic.encode import in_plain_letters
from boundcheck.symbolic.plain_letters import put, statements
from boundcheck.symbolic.statement import Statement

from ..kernel import certificates, points, smt
from ..kernel.points import Point
from ..kernel.reading import Reading, reading
from ..kernel.results import Inapplicable
from ..kernel.sequent import Atom, Sequent
from . import falsify
from .falsify import Falsifier
from .portfolio import Search
from .refuting import admissible_point

# Where a statement has no value, and conditions that no point satisfies: with a point, or a proof, and in words.

NEVER = Atom(S.NegativeOne, ">=")
_LOOKED_AT, _SHOWN = 600, 8  # of the simplest points
_WHOLE = tuple(map(Fraction, (1, 2, 3, 0, 4, 5, 10, -1)))  # ends of sums that are looked at
_REAL = (Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), Fraction(21, 2), Fraction(-1, 2))
_ENDS, _INSTANCES = 2, 3  # letters at the ends of sums; numbers of terms at which the terms are looked at


def place(read: Reading, hunter: Falsifier, inside: Point) -> tuple[Atom, Point] | None:
    """Return a condition that both sides need, and a certified point of the domain that breaks it; None if none is found."""
    claims = {hunt.claim for hunt in read.hunts}
    if not claims:  # what is shown of summands says nothing of their sum
        return None
    for sequent in read.sequents:
        if sequent.claim in claims or sequent.claim in sequent.given:
            continue
        smt.check_clock()
        for point in (inside, *_breaking(hunter, sequent.claim)):
            if not points.fails(sequent.claim, point):
                continue
            if certificates.complete(read, point) and points.undefined(read.goal, read.given, point):
                return sequent.claim, point
    return None


def in_sums(goal: Any, given: tuple[Any, ...]) -> tuple[Point, str] | None:
    """Return a point at which an end of a sum is no integer, or one of its terms has no value, and that in words."""
    claim, hypotheses = in_plain_letters(goal, given)
    totals = sorted({t for s in statements(claim) for side in (s.lhs, s.rhs) for t in side.atoms(Sum)}, key=str)
    indices = {t.limits[0][0] for t in totals}
    letters = sorted({s for t in totals for end in t.limits[0][1:] for s in end.free_symbols} - indices, key=str)
    if not totals or len(letters) > _ENDS:
        return None
    alone = tuple(h for h in hypotheses if (h.lhs.free_symbols | h.rhs.free_symbols) <= set(letters))
    tried = 0
    for values in product(*(_WHOLE if s.is_integer else _REAL for s in letters)):
        point = {s.name: value for s, value in zip(letters, values, strict=True)}
        if not points.admissible(alone, point):
            continue
        found: Point | None = point if _lacks(goal, given, point) else None
        if found is None and tried < _INSTANCES and all(s.is_integer for s in letters):
            tried += 1
            found = _in_instance(goal, given, point)
        if found is not None:
            return found, _of_sum(claim, found)
    return None


def _lacks(goal: Any, given: tuple[Any, ...], point: Point) -> bool:
    try:
        return certificates.lacks_value(goal, given, point)
    except (Inapplicable, ValueError, KeyError):
        return False


def _in_instance(goal: Any, given: tuple[Any, ...], values: Point) -> Point | None:
    """Return a point at which sums of so many terms have no value, where both sides need something to have one."""
    try:
        read = reading(*certificates.instance(goal, given, {n: int(v) for n, v in values.items()}))
        hunter = Falsifier(read.domain, list(read.symbols), read.whole)
        inside = admissible_point(read, hunter)
        found = None if inside is None else place(read, hunter, inside)
    except (Inapplicable, ValueError):
        return None
    whole = None if found is None else {**found[1], **values}
    return whole if whole is not None and _lacks(goal, given, whole) else None


def _of_sum(claim: Any, point: Point) -> str:
    """Say which sum has no value at a point, and why."""
    where = ", ".join(f"{name} = {value}" for name, value in certificates.written(point).items())
    there = f"at {where}, a point of the stated domain" if where else "anywhere"
    printed = sorted({t for s in statements(claim) for side in (s.lhs, s.rhs) for t in side.atoms(Sum)}, key=str)
    for total in printed:
        at, _ = certificates.at_point(Statement(total, "==", 0), (), point)
        if at is None or not isinstance(at.lhs, Sum):
            continue
        index, low, high = at.lhs.limits[0]
        for end, written in zip((low, high), total.limits[0][1:], strict=True):
            if isinstance(end, Rational) and not isinstance(end, Integer):
                return f"{total} has no value {there}: its end {written} is {end}, no integer"
        if isinstance(low, Integer) and isinstance(high, Integer):
            for k in range(int(low), min(int(high), int(low) + 99) + 1):
                try:
                    points.truth(Statement(put(at.lhs.function, {index: Integer(k)}), "==", 0), point)
                except Undefined:
                    return f"{total} has no value {there}: {total.function} has none at {index} = {k}"
                except KeyError:
                    break
    return f"a side has no value {there}"


def _breaking(hunter: Falsifier, needed: Atom) -> list[Point]:
    """Return some of the simplest points of the domain at which floats do not see a condition hold."""
    table = {name: column[:_LOOKED_AT] for name, column in hunter.grid.table.items()}
    count = min(_LOOKED_AT, len(hunter.grid))
    if not count:
        return []
    seen = np.broadcast_to(np.asarray(falsify.holds((needed,), table)), (count,))
    return [hunter.grid.row(i) for i in np.flatnonzero(~seen)[:_SHOWN]]


def in_words(read: Reading, needed: Atom, point: Point, seconds: float) -> str:
    """Say where a side has no value, and which conditions would help."""
    if contradictory(Sequent(read.domain, NEVER).assume(needed), seconds):
        return f"a side has no value anywhere on the stated domain: it takes {needed}"
    at = ", ".join(f"{name} = {value}" for name, value in certificates.written(point).items())
    return (
        f"a side has no value at {at}, a point of the stated domain; "
        f"add the conditions under which both sides are defined, as {needed}"
    )


def contradictory(sequent: Sequent, seconds: float) -> bool:
    """Whether it is proved that no point satisfies the hypotheses."""
    return Search(Sequent(sequent.given, NEVER), seconds).run() is not None


def empty_in_words(read: Reading, seconds: float) -> str:
    """Say whether the conditions contradict each other, where no point is known that satisfies them."""
    if contradictory(Sequent(read.domain, NEVER), seconds):
        return "the conditions contradict each other, so the statement says nothing; mend the conditions"
    return "no point was found that satisfies all conditions; see whether they contradict each other"


# Why nothing could be decided: conditions that no point satisfies, or a side without a value.

EFFORT = 0.5  # in the seconds of `prove`: contradictions that a reader would see at once


def cause(goal: Any, given: tuple = (), *, seconds: float = EFFORT) -> str:
    """What about a statement keeps it from being true or false, in words; empty if nothing of that kind was found.

    Parameters
    ----------
    goal, given
        As in `prove`, which has given no answer.
    seconds : float
        The effort for a proof that the conditions contradict each other.
    """
    try:
        read = reading(goal, given)
    except (Inapplicable, ValueError, TypeError):
        return ""
    hunter = Falsifier(read.domain, list(read.symbols), read.whole)
    inside = admissible_point(read, hunter)
    if inside is None:
        return empty_in_words(read, seconds)
    found = place(read, hunter, inside)
    return "" if found is None else in_words(read, *found, seconds)
