r"""Rényi differential privacy of sampled Gaussian sums at whole orders, in balls, and what it gives in (epsilon, delta).

For a unit added or removed, at a whole order :math:`\alpha \ge 2`,

.. math:: (\alpha - 1) D_\alpha = \log \sum_{k=0}^{\alpha} \binom{\alpha}{k} (1-q)^{\alpha-k} q^k e^{(k^2-k)/2\sigma^2}

and orders add up under adaptive composition. The conversion is the best known for a single order; it is an upper
bound, and wider than the accountant's bracket.

Source
------
Mironov, Talwar and Zhang, arXiv:1908.10530, Theorem 5 (both ways round) and Section 3.3; Canonne, Kamath and
Steinke, NeurIPS 2020, Proposition 12; Bun and Steinke, TCC 2016, Proposition 1.3, for zero-concentrated privacy.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from boundcheck.symbolic.exact_values import precision

from .adjacency import Adjacency, Change
from .exact import Number, ball, exact, upper, whole
from .mechanisms import Gaussian

ORDERS = (*range(2, 65), 80, 96, 128, 160, 192, 256, 384, 512)
_BITS = 256


@dataclass(frozen=True)
class RenyiEpsilon:
    """An upper bound of epsilon by Rényi orders.

    Attributes
    ----------
    epsilon : float
        Guaranteed, rounded up.
    order : int
        The order that gives it.
    """

    epsilon: float
    order: int
    delta: Fraction
    adjacency: Adjacency


def renyi_divergence(mechanism: Gaussian, order: int, change: Change = Change.ADDED_OR_REMOVED) -> arb:
    """The mechanism's Rényi divergence at a whole order, larger way round, as a ball.

    Parameters
    ----------
    mechanism : Gaussian
    order : int, ``>= 2``
    change : Change
        A replaced unit has a closed form only without sampling.
    """
    alpha = whole("order", order, 2)
    with precision(_BITS):
        q, precise = ball(mechanism.sampling), ball(1 / mechanism.multiplier**2)
        if mechanism.sampling == 1:
            return alpha * precise * (4 if change is Change.REPLACED else 1) / 2
        if change is Change.REPLACED:
            raise ValueError("change: with sampling, whole orders have a closed form only for a unit added or removed")
        total = arb(0)
        for k in range(alpha + 1):
            weight = math.comb(alpha, k) * (1 - q) ** (alpha - k) * q**k
            total += weight * (precise * (k * k - k) / 2).exp()
        return total.log() / (alpha - 1)


def renyi_epsilon(
    mechanism: Gaussian, steps: int, delta: Number, adjacency: Adjacency, orders: tuple[int, ...] = ORDERS
) -> RenyiEpsilon:
    """The least epsilon that some order guarantees for so many releases."""
    level, times = exact("delta", delta, above=0, below=1), whole("steps", steps)
    found = []
    for order in orders:
        divergence = renyi_divergence(mechanism, order, adjacency.change)
        with precision(_BITS):
            at = ball(Fraction(order))
            converted = times * divergence + (1 - 1 / at).log() - (ball(level).log() + at.log()) / (at - 1)
            found.append((max(0.0, upper(converted)), order))
    epsilon, order = min(found)
    return RenyiEpsilon(epsilon, order, level, adjacency)


def renyi_multiplier(
    epsilon: Number, delta: Number, adjacency: Adjacency, *, steps: int = 1, sampling: Number = 1
) -> tuple[float, float]:
    """The least multiplier at which some whole order guarantees epsilon, within .1 %: not enough, and enough.

    Other sets of orders, as libraries have them, give other multipliers.
    """
    wanted = exact("epsilon", epsilon, above=0)

    def enough(multiplier: float) -> bool:
        return renyi_epsilon(Gaussian(f"{multiplier:.8g}", sampling), steps, delta, adjacency).epsilon <= wanted

    low = high = 1.0
    while not enough(high):
        low, high = high, 2 * high
        if high > 1e9:
            raise ArithmeticError(f"no multiplier gives epsilon {float(wanted):.6g} by whole orders at this delta")
    while low == high or enough(low):
        low, high = low / 2, low
        if low < 1e-3:
            raise ArithmeticError(f"a multiplier below 1/1000 gives epsilon {float(wanted):.6g}; it is not computed")
    while high > 1.001 * low:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return float(f"{low:.8g}"), float(f"{high:.8g}")


def zero_concentrated(multiplier: Number, steps: int, adjacency: Adjacency) -> Fraction:
    """The rho of Gaussian releases without sampling: they add up to ``steps * distance**2 / (2 multiplier**2)``."""
    distance = 2 if adjacency.change is Change.REPLACED else 1
    return Fraction(whole("steps", steps) * distance**2) / (2 * exact("noise multiplier", multiplier, above=0) ** 2)


def zero_concentrated_epsilon(rho: Number, delta: Number) -> float:
    """What rho-zero-concentrated privacy guarantees at `delta`: ``rho + 2 sqrt(rho log 1/delta)``, rounded up."""
    rho, level = exact("rho", rho, least=0), exact("delta", delta, above=0, below=1)
    with precision(128):
        return upper(ball(rho) + 2 * (-ball(rho) * ball(level).log()).sqrt()) if rho else 0.0
