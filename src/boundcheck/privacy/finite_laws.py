"""Mechanisms with finitely many outputs: their laws, the exponential mechanism, AboveThreshold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from .exact import Number, ball, exact, lower, upper
from .gaussian import Enclosure, _dyadic

# Mechanisms with finitely many outputs: their laws on two neighbours, and everything that follows by sums.

Mass = Fraction | arb


@dataclass(frozen=True)
class FinitePair:
    """The probabilities of the outputs on two neighbouring data sets.

    Attributes
    ----------
    p, q : tuple of Fraction or ball, of the same length
        Fractions are exact; balls enclose.
    attained : bool
        Some neighbours of the mechanism have these very laws; false where the pair is only a bound.
    """

    p: tuple[Mass, ...]
    q: tuple[Mass, ...]
    attained: bool = True

    def __post_init__(self):
        if len(self.p) != len(self.q) or not self.p:
            raise ValueError(f"laws: must have the same outputs, at least one, got {len(self.p)} and {len(self.q)}")
        for name, law in (("p", self.p), ("q", self.q)):
            if any(bool(mass < 0) for mass in law):
                raise ValueError(f"law {name}: a probability is negative")
            if all(isinstance(mass, Fraction) for mass in law) and sum(law) != 1:
                raise ValueError(f"law {name}: sums to {sum(law)}, not to 1")

    @property
    def turned(self) -> FinitePair:
        """The same neighbours the other way round."""
        return FinitePair(self.q, self.p, self.attained)

    def delta(self, epsilon: Fraction) -> Enclosure:
        """``sup_S P(S) - e^epsilon Q(S)``: the sum of the positive parts."""
        with ctx.workprec(192):
            grown = ball(epsilon).exp() if epsilon else arb(1)
            total = arb(0)
            for p, q in zip(self.p, self.q, strict=True):
                total += (ball(p) - grown * ball(q)).max(arb(0))
            return Enclosure(max(Fraction(0), _dyadic(total.lower())), _dyadic(total.upper()))

    def losses(self) -> list[arb | float]:
        """``log p/q`` of each output; infinite where one of the two cannot happen, nan where neither can."""
        with ctx.workprec(192):
            return [_loss(ball(p), ball(q)) for p, q in zip(self.p, self.q, strict=True)]

    @property
    def pure_epsilon(self) -> tuple[float, float]:
        """Low and high of the largest ``abs(log p/q)``: the least epsilon with delta 0."""
        ends = [_ends(loss) for loss in self.losses()]
        return max(low for low, _ in ends), max(high for _, high in ends)


def product(pairs: Sequence[FinitePair]) -> FinitePair:
    """Independent releases side by side: every combination of outputs."""
    p: list[Mass] = [Fraction(1)]
    q: list[Mass] = [Fraction(1)]
    for pair in pairs:
        p = [_times(a, b) for a in p for b in pair.p]
        q = [_times(a, b) for a in q for b in pair.q]
    return FinitePair(tuple(p), tuple(q), all(pair.attained for pair in pairs))


def repeated_response(pair: FinitePair, times: int) -> FinitePair:
    """A two-output mechanism run independently, by the count of first outputs: times + 1 outputs instead of 2**times."""
    if len(pair.p) != 2:
        raise ValueError(f"pair: must have two outputs, got {len(pair.p)}")
    p, q = (_binomial(law, times) for law in (pair.p, pair.q))
    return FinitePair(p, q, pair.attained)


def _binomial(law: tuple[Mass, ...], times: int) -> tuple[Mass, ...]:
    with ctx.workprec(192):
        one, other = law if all(isinstance(mass, Fraction) for mass in law) else map(ball, law)
        return tuple(_times(math.comb(times, k) * one**k, other ** (times - k)) for k in range(times + 1))


def _times(a: Mass, b: Mass) -> Mass:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    return ball(a) * ball(b)


def _loss(p: arb, q: arb) -> arb | float:
    if p == 0 or q == 0:
        return math.nan if p == 0 and q == 0 else math.inf if q == 0 else -math.inf
    if not (p > 0 and q > 0):
        raise ArithmeticError("law: the ball of a probability reaches 0; compute it more precisely")
    return (p / q).log()


def _ends(loss: arb | float) -> tuple[float, float]:
    if isinstance(loss, float):
        return (0.0, 0.0) if math.isnan(loss) else (math.inf, math.inf)
    return max(0.0, lower(abs(loss))), upper(abs(loss))


# The exponential mechanism on finitely many candidates: its law, in balls.
#
# Source
# ------
# McSherry and Talwar, FOCS 2007.


def selection_law(scores: Sequence[Number], epsilon: Number, sensitivity: Number = 1) -> tuple[arb, ...]:
    r"""Probabilities :math:`\propto e^{\varepsilon s / 2\Delta}` of the candidates.

    Parameters
    ----------
    scores : sequence of numbers
    epsilon : number, ``>= 0``
        Guaranteed for scores that move by at most `sensitivity` between neighbours.
    sensitivity : number, ``> 0``
    """
    rate = exact("epsilon", epsilon, least=0) / (2 * exact("sensitivity", sensitivity, above=0))
    values = [exact("score", score) for score in scores]
    with ctx.workprec(192):
        weights = [ball(rate * (value - max(values))).exp() for value in values]
        total = sum(weights, arb(0))
        return tuple(weight / total for weight in weights)


def selection_pair(
    scores: Sequence[Number], others: Sequence[Number], epsilon: Number, sensitivity: Number = 1
) -> FinitePair:
    """The laws on two neighbours with these scores."""
    return FinitePair(selection_law(scores, epsilon, sensitivity), selection_law(others, epsilon, sensitivity))


# AboveThreshold, exactly: the probability of every string of answers, by integrals of piecewise exponentials.
#
# The threshold gets Laplace noise once, every query gets its own; the answer to a query is "passes" if the noisy query
# is at least the noisy threshold, and the mechanism halts at the first that does not pass (for the variant that halts at
# the first above, turn the signs of queries and threshold). Given the noisy threshold u, answers are independent, each
# with probability an exponential of u or one minus it; between breakpoints their product with the density of u is a
# polynomial in :math:`e^{u/b}` times an exponential, and integrates term by term in balls.
#
# Source
# ------
# Dwork and Roth, The Algorithmic Foundations of Differential Privacy (2014), Algorithm 1 and Theorem 3.23;
# Lyu, Su and Li, PVLDB 10 (2017), for variants that are not private.

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
        with ctx.workprec(192 + 16 * len(values)):
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
