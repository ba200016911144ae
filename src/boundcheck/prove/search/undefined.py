"""Where a statement has no value, and conditions that no point satisfies: with a point, or a proof, and in words."""

from __future__ import annotations

import numpy as np
from sympy import S

from ..kernel import certificates, points
from ..kernel.points import Point
from ..kernel.reading import Reading
from ..kernel.sequent import Atom, Sequent
from . import samples
from .falsify import Falsifier
from .portfolio import Search

NEVER = Atom(S.NegativeOne, ">=")
_LOOKED_AT, _SHOWN = 600, 8  # of the simplest points


def place(read: Reading, hunter: Falsifier, inside: Point) -> tuple[Atom, Point] | None:
    """Return a condition that both sides need, and a certified point of the domain that breaks it; None if none is found."""
    claims = {hunt.claim for hunt in read.hunts}
    if not claims:  # what is shown of summands says nothing of their sum
        return None
    for sequent in read.sequents:
        if sequent.claim in claims or sequent.claim in sequent.given:
            continue
        for point in (inside, *_breaking(hunter, sequent.claim)):
            if not points.fails(sequent.claim, point):
                continue
            if certificates.complete(read, point) and points.undefined(read.goal, read.given, point):
                return sequent.claim, point
    return None


def _breaking(hunter: Falsifier, needed: Atom) -> list[Point]:
    """Return some of the simplest points of the domain at which floats do not see a condition hold."""
    table = {name: column[:_LOOKED_AT] for name, column in hunter.grid.table.items()}
    count = min(_LOOKED_AT, len(hunter.grid))
    if not count:
        return []
    seen = np.broadcast_to(np.asarray(samples.holds((needed,), table)), (count,))
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
