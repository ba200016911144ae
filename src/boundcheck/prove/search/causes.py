"""Why nothing could be decided: conditions that no point satisfies, or a side without a value."""

from __future__ import annotations

from typing import Any

from sympy import S

from ..kernel import certificates, points
from ..kernel.reading import reading
from ..kernel.results import Inapplicable
from ..kernel.sequent import Atom, Sequent
from .door import admissible_point
from .falsify import Falsifier
from .portfolio import Search

_NEVER = Atom(S.NegativeOne, ">=")
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
        if Search(Sequent(read.domain, _NEVER), seconds).run() is not None:
            return "the conditions contradict each other, so the statement says nothing; mend the conditions"
        return "no point was found that satisfies all conditions; see whether they contradict each other"
    for sequent in read.sequents:
        for point in (inside, *hunter.simple(sequent.claim)):
            if not points.fails(sequent.claim, point):
                continue
            if certificates.complete(read, point) and points.undefined(read.goal, read.given, point):
                if Search(Sequent(read.domain, _NEVER).assume(sequent.claim), seconds).run() is not None:
                    return f"a side has no value anywhere on the stated domain: it takes {sequent.claim}"
                at = ", ".join(f"{name} = {value}" for name, value in certificates.written(point).items())
                return (
                    f"a side has no value at {at}, a point of the stated domain; "
                    f"add the conditions under which both sides are defined, as {sequent.claim}"
                )
    return ""
