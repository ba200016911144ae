r"""AboveThreshold, exactly: the probability of every string of answers, by integrals of piecewise exponentials.

The threshold gets Laplace noise once, every query gets its own; the answer to a query is "passes" if the noisy query
is at least the noisy threshold, and the mechanism halts at the first that does not pass (for the variant that halts at
the first above, turn the signs of queries and threshold). Given the noisy threshold u, answers are independent, each
with probability an exponential of u or one minus it; between breakpoints their product with the density of u is a
polynomial in :math:`e^{u/b}` times an exponential, and integrates term by term in balls.

Source
------
Dwork and Roth, The Algorithmic Foundations of Differential Privacy (2014), Algorithm 1 and Theorem 3.23;
Lyu, Su and Li, PVLDB 10 (2017), for variants that are not private.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from boundcheck.symbolic.exact_values import precision

from .exact import Number, ball, exact
from .finite_laws import FinitePair

PASSES, HALTS = True, False


@dataclass(frozen=True)
class AboveThreshold:
    """The mechanism with its two noises.

    Attributes
    ----------
    threshold : Fraction
    threshold_scale, query_scale : Fraction, ``> 0``
        Scales of the Laplace noises.
    """

    threshold: Fraction
    threshold_scale: Fraction
    query_scale: Fraction

    def __init__(self, threshold: Number, threshold_scale: Number, query_scale: Number):
        object.__setattr__(self, "threshold", exact("threshold", threshold))
        object.__setattr__(self, "threshold_scale", exact("threshold scale", threshold_scale, above=0))
        object.__setattr__(self, "query_scale", exact("query scale", query_scale, above=0))

    def guaranteed(self, sensitivity: Number = 1, *, monotone: bool = False) -> Fraction:
        """The epsilon of the textbook proof for queries that move by at most `sensitivity` between neighbours.

        ``sensitivity / threshold_scale + 2 sensitivity / query_scale``; without the 2 where all queries of a
        neighbour move in the same direction.
        """
        moved = exact("sensitivity", sensitivity, least=0)
        return moved / self.threshold_scale + (1 if monotone else 2) * moved / self.query_scale

    def probability(self, answers: Sequence[bool], queries: Sequence[Number]) -> arb:
        """Of a string of answers to queries with these true values, all against one noisy threshold.

        Without halting, that is: a string with several `HALTS` is what a mechanism that goes on with the same
        noisy threshold would say.
        """
        values = [exact("query", q) for q in queries]
        if len(answers) != len(values):
            raise ValueError(f"answers: must be one per query, got {len(answers)} for {len(values)}")
        with precision(192 + 16 * len(values)):
            places = sorted({self.threshold, *values})
            total = arb(0)
            for low, high in zip([None, *places], [*places, None], strict=True):
                total += self._between(low, high, answers, values)
            return total

    def law(self, queries: Sequence[Number]) -> tuple[arb, ...]:
        """Probabilities that the first halt is at query 1, ..., T, and that there is none."""
        count = len(queries)
        passed = [arb(1), *(self.probability([PASSES] * t, queries[:t]) for t in range(1, count + 1))]
        halted = [self.probability([PASSES] * t + [HALTS], queries[: t + 1]) for t in range(count)]
        return (*halted, passed[-1])

    def pair(self, queries: Sequence[Number], others: Sequence[Number]) -> FinitePair:
        """The laws on two neighbours whose queries have these values."""
        return FinitePair(self.law(queries), self.law(others))

    def _between(
        self, low: Fraction | None, high: Fraction | None, answers: Sequence[bool], queries: list[Fraction]
    ) -> arb:
        """The integral over noisy thresholds between two neighbouring breakpoints."""
        inside = high - 1 if low is None and high is not None else low if low is not None else Fraction(0)
        inside = (low + high) / 2 if low is not None and high is not None else inside + (1 if high is None else 0)
        centre = high if high is not None else low  # powers are of e^((u - centre)/query_scale)
        assert centre is not None
        coefficients, shift = [arb(1) / (2 * ball(self.threshold_scale))], 0
        for passes, query in zip(answers, queries, strict=True):
            half = ball((centre - query) / self.query_scale).exp() / 2
            above = inside > query  # of the query: then it passes with probability e^-((u - q)/b)/2
            if above:
                small, small_shift = 1 / (4 * half), -1
            else:
                small, small_shift = half, 1
            if above == passes:
                coefficients, shift = [c * small for c in coefficients], shift + small_shift
            else:  # one minus the small one
                coefficients, shift = _one_minus(coefficients, shift, small, small_shift)
        side = 1 if inside < self.threshold else -1
        scale = (ball(side * (centre - self.threshold) / self.threshold_scale)).exp()
        rates = [Fraction(shift + j) / self.query_scale + side / self.threshold_scale for j in range(len(coefficients))]
        return scale * sum(
            (c * _exponential(rate, low, high, centre) for c, rate in zip(coefficients, rates, strict=True)), arb(0)
        )


def _one_minus(coefficients: list[arb], shift: int, small: arb, small_shift: int) -> tuple[list[arb], int]:
    """Multiply ``sum c_j z^(shift + j)`` by ``1 - small z^(+-1)``."""
    zero = arb(0)
    if small_shift > 0:
        return [a - small * b for a, b in zip([*coefficients, zero], [zero, *coefficients], strict=True)], shift
    return [a - small * b for a, b in zip([zero, *coefficients], [*coefficients, zero], strict=True)], shift - 1


def _exponential(rate: Fraction, low: Fraction | None, high: Fraction | None, centre: Fraction) -> arb:
    """The integral of ``e^(rate (u - centre))`` from low to high; an infinite end needs a rate that decays there."""
    if rate == 0:
        assert low is not None
        assert high is not None
        return ball(high - low)
    top = ball(rate * (high - centre)).exp() if high is not None else arb(0)
    bottom = ball(rate * (low - centre)).exp() if low is not None else arb(0)
    return (top - bottom) / ball(rate)
