"""The few words of a verdict. No booleans: "unknown" is never rounded up to "true"."""

from __future__ import annotations

import enum


class _WithoutTruth(enum.Enum):
    """One of a few words: it equals its own name as text, is no boolean, and knows no other word."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            if other not in type(self).__members__:
                raise ValueError(
                    f"{other!r} is no {type(self).__name__}; there are {', '.join(type(self).__members__)}"
                )
            return self.name == other
        return self is other

    def __hash__(self) -> int:
        return hash(self.name)

    def __bool__(self) -> bool:
        first = next(iter(type(self)))
        raise TypeError(f"{type(self).__name__} is no boolean; compare it with {first} and its siblings")


class Outcome(_WithoutTruth):
    """The outcome of a part or a step, weakest first; equal to its name as text."""

    REFUTED = 0
    UNDECIDED = 1
    ASSUMED = 2
    SUPPORTED = 3
    PROVED = 4


class Headline(_WithoutTruth):
    """The weakest word that is true of the printed statement; equal to that word as text."""

    HOLDS = "HOLDS"
    HOLDS_REPAIRED = "HOLDS_REPAIRED"
    REFUTED = "REFUTED"
    SUPPORTED = "SUPPORTED"
    UNDECIDED = "UNDECIDED"
    NOTHING_TO_CHECK = "NOTHING_TO_CHECK"


class Severity(_WithoutTruth):
    """What a reader of the page has to change, best first; equal to its name as text."""

    NONE = 0  # nothing
    MISPRINT = 1  # a symbol
    PROOF = 2  # a step of the proof
    READING = 3  # the wording
    RANGE = 4  # the range
    CONDITION = 5  # a constant that the page fixes, a radius, an assumption
    RATE = 6  # the rate in some parameter
    EMPTY = 7  # everything: it says nothing
    FALSE = 8  # everything
    OPEN = 9  # not known

    def reaches(self, other: Severity) -> bool:
        """Whether at least so much has to be changed; of what is not known it is not said."""
        return self is not Severity.OPEN and bool(self.value >= other.value)
