"""Mechanisms with finitely many outputs: their laws, and the exponential mechanism."""

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
    most : Fraction or None
        No loss exceeds it, by the way the laws were made; balls alone do not tell where it is met.
    """

    p: tuple[Mass, ...]
    q: tuple[Mass, ...]
    attained: bool = True
    most: Fraction | None = None

    def __post_init__(self):
        if len(self.p) != len(self.q) or not self.p:
            raise ValueError(f"laws: must have the same outputs, at least one, got {len(self.p)} and {len(self.q)}")
        for name, law in (("p", self.p), ("q", self.q)):
            if any(bool(mass < 0) for mass in law):
                raise ValueError(f"law {name}: a probability is negative")
            if all(isinstance(mass, Fraction) for mass in law) and sum(law) != 1:
                raise ValueError(f"law {name}: sums to {sum(law)}, not to 1")
        if self.most is not None:
            with ctx.workprec(192):
                grown = ball(self.most).exp()
                if any(bool(ball(p) > grown * ball(q)) for p, q in zip(self.p, self.q, strict=True)):
                    raise ValueError(f"most: some loss exceeds {self.most}")

    @property
    def turned(self) -> FinitePair:
        """The same neighbours the other way round."""
        return FinitePair(self.q, self.p, self.attained)

    def delta(self, epsilon: Fraction) -> Enclosure:
        """``sup_S P(S) - e^epsilon Q(S)``: the sum of the positive parts."""
        if self.most is not None and epsilon >= self.most:
            return Enclosure(Fraction(0), Fraction(0))
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
