"""Why nothing could be decided: conditions that no point satisfies, or a side without a value."""

from __future__ import annotations

from typing import Any

from ..kernel.reading import reading
from ..kernel.results import Inapplicable
from . import undefined
from .falsify import Falsifier
from .inside import admissible_point

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
        return undefined.empty_in_words(read, seconds)
    found = undefined.place(read, hunter, inside)
    return "" if found is None else undefined.in_words(read, *found, seconds)
