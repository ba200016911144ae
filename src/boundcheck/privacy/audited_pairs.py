"""What an audit from samples gives back: pairs of neighbours with their counts, and whether a claim is refuted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from boundcheck.stats import holm, proportion_interval

from .adjacency import Adjacency
from .pairs import Floats


@dataclass(frozen=True)
class Event:
    """A set of outcomes: those whose score is at least, at most, or exactly `value`."""

    relation: Literal[">=", "<=", "=="]
    value: float

    def count(self, scores: Floats) -> int:
        compare = {">=": np.greater_equal, "<=": np.less_equal, "==": np.equal}[self.relation]
        return int(np.count_nonzero(compare(scores, self.value)))

    def __str__(self) -> str:
        return f"score {self.relation} {self.value:.6g}"


@dataclass(frozen=True)
class AuditedPair:
    """What the confirming half says of one pair of neighbours.

    Attributes
    ----------
    event : Event
        Chosen on the other half.
    first_is_likelier : bool
        The event is counted as evidence for the first data set of the pair (else for the second).
    hits, base, runs : int
        Runs with the event on the likelier and on the other data set, out of `runs` on each.
    epsilon_low : float
        Below the true epsilon but for the error probability of this pair.
    p_value : float
        Of the claim: the smallest error probability at which the intervals contradict it.
    would_have_seen : float
        The epsilon that so many runs would have refuted with probability .95 through this event; inf if none.
    """

    event: Event
    first_is_likelier: bool
    hits: int
    base: int
    runs: int
    epsilon_low: float
    p_value: float
    would_have_seen: float


@dataclass(frozen=True)
class Audit:
    """The outcome for all pairs.

    Attributes
    ----------
    refuted : bool
        Some pair's p-value, adjusted by Holm, is at most the error probability.
    adjusted : tuple of float
        Adjusted p-values, in the order of the pairs.
    """

    epsilon: Fraction
    delta: Fraction
    adjacency: Adjacency
    error_probability: float
    pairs: tuple[AuditedPair, ...]
    adjusted: tuple[float, ...]
    refuted: bool

    def replay(self) -> bool:
        """Whether p-values and decision follow from the counts."""
        again = [violation_p_value(p.hits, p.base, p.runs, self.epsilon, self.delta) for p in self.pairs]
        same = all(math.isclose(a, p.p_value, rel_tol=1e-6) for a, p in zip(again, self.pairs, strict=True))
        return same and self.refuted == bool(min(holm(again)) <= self.error_probability)

    def __str__(self) -> str:
        best = min(self.pairs, key=lambda pair: pair.p_value)
        claim = f"({float(self.epsilon):.6g}, {float(self.delta):.6g}), {self.adjacency}"
        counts = f"{best.hits} against {best.base} of {best.runs} runs ({best.event})"
        if self.refuted:
            return f"{claim}: refuted, epsilon is at least {best.epsilon_low:.4g}; {counts}"
        return f"{claim}: not refuted; {counts}; an epsilon of {best.would_have_seen:.4g} would have been seen"


def violation_p_value(hits: int, base: int, runs: int, epsilon: Fraction, delta: Fraction) -> float:
    """The smallest error probability at which exact intervals contradict ``P(hit) <= e^epsilon P(base) + delta``."""

    def contradicted(log_alpha: float) -> bool:
        low, high = _ends(hits, base, runs, math.exp(log_alpha))
        return low > math.exp(float(epsilon)) * high + float(delta)

    certain, doubtful = 0.0, -650.0
    if not contradicted(certain - 1e-9):
        return 1.0
    for _ in range(60):
        middle = (certain + doubtful) / 2
        certain, doubtful = (middle, doubtful) if contradicted(middle) else (certain, middle)
    return math.exp(certain)


def _ends(hits: int, base: int, runs: int, error_probability: float) -> tuple[float, float]:
    low = proportion_interval(hits, runs, error_probability / 2, "lower").low
    return low, proportion_interval(base, runs, error_probability / 2, "upper").high
