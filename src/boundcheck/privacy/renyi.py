"""Rényi differential privacy of sampled Gaussian sums, exactly, and as libraries usually print it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, ctx

from .exact import Number, ball, exact, lower, upper, whole
from .finite_laws import FinitePair
from .mechanisms import Gaussian, Laplace
from .pairs import Adjacency, Change, answered
from .samples import DiscreteGaussian, Sampled

# Rényi differential privacy of sampled Gaussian sums at whole orders, in balls, and what it gives in (epsilon, delta).
#
# For a unit added or removed, at a whole order :math:`\alpha \ge 2`,
#
# .. math:: (\alpha - 1) D_\alpha = \log \sum_{k=0}^{\alpha} \binom{\alpha}{k} (1-q)^{\alpha-k} q^k e^{(k^2-k)/2\sigma^2}
#
# and orders add up under adaptive composition. The conversion is the best known for a single order; it is an upper
# bound, and wider than the accountant's bracket.
#
# Source
# ------
# Mironov, Talwar and Zhang, arXiv:1908.10530, Theorem 5 (both ways round) and Section 3.3; Canonne, Kamath and
# Steinke, NeurIPS 2020, Proposition 12; Bun and Steinke, TCC 2016, Proposition 1.3, for zero-concentrated privacy.

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
    with ctx.workprec(_BITS):
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
        with ctx.workprec(_BITS):
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
    with ctx.workprec(128):
        return upper(ball(rho) + 2 * (-ball(rho) * ball(level).log()).sqrt()) if rho else 0.0


# Any mechanism at an order, and curves that somebody states.
#
# Finite pairs have a sum, Laplace noise a closed form; on a Poisson sample whole orders have the binomial sum for any release, the
# larger way round for a symmetric pair. Discrete Gaussian noise is bounded by the continuous formula.
#
# Source
# ------
# Mironov, CSF 2017, Table II, for Laplace noise; Mironov, Talwar and Zhang, Theorem 5; Canonne, Kamath and Steinke, Theorem 14.


def divergence_ends(mechanism: Any, order: Number, change: Change) -> tuple[float, float]:
    """Between which the larger of both Rényi divergences lies.

    Raises
    ------
    ValueError
        No formula is known there.
    """
    alpha = exact("order", order, above=1)
    answered(mechanism, change)
    with ctx.workprec(_BITS):
        if isinstance(mechanism, Gaussian):
            if mechanism.sampling == 1:
                value = ball(alpha) * ball(1 / mechanism.multiplier**2) * (4 if change is Change.REPLACED else 1) / 2
            elif change is not Change.REPLACED and alpha.denominator == 1:
                value = renyi_divergence(mechanism, int(alpha), change)
            else:
                raise ValueError(_no_formula(mechanism, alpha, change))
            return lower(value), upper(value)
        if isinstance(mechanism, Laplace):
            value = _of_laplace(mechanism.sensitivity[answered(mechanism, change)] / mechanism.scale, alpha)
            return lower(value), upper(value)
        if isinstance(mechanism, DiscreteGaussian):
            distance = Fraction(mechanism.sensitivity[answered(mechanism, change)])
            value = ball(alpha * distance**2 / (2 * mechanism.parameter**2))
            return 0.0, upper(value)
        if isinstance(mechanism, Sampled) and isinstance(mechanism.release, Laplace):
            if change is Change.REPLACED or alpha.denominator != 1:
                raise ValueError(_no_formula(mechanism, alpha, change))
            moved = mechanism.release
            apart = moved.sensitivity[answered(moved, change)] / moved.scale
            value = _on_sample(
                mechanism.share, int(alpha), [_of_laplace(apart, Fraction(k)) for k in range(2, int(alpha) + 1)]
            )
            return lower(value), upper(value)
        if isinstance(mechanism, Sampled) and isinstance(mechanism.release, DiscreteGaussian):
            raise ValueError(_no_formula(mechanism, alpha, change))
        ways = (Change.REMOVED, Change.ADDED) if change is Change.ADDED_OR_REMOVED else (change,)
        pairs = [mechanism.pair(way) for way in ways]
        if not all(isinstance(pair, FinitePair) for pair in pairs):
            raise ValueError(_no_formula(mechanism, alpha, change))
        values = [_of_finite(one, alpha) for pair in pairs for one in (pair, pair.turned)]
        if any(value is None for value in values):
            return 0.0, math.inf
        ends = [(lower(value), upper(value)) for value in values if value is not None]
        certain = all(pair.attained for pair in pairs)
        return max(low for low, _ in ends) if certain else 0.0, max(high for _, high in ends)


def _no_formula(mechanism: Any, alpha: Fraction, change: Change) -> str:
    return (
        f"order: {mechanism} with a unit {change.value} has no closed form here at order {float(alpha):.6g}; whole "
        "orders and a unit "
        "added or removed have most"
    )


def _of_laplace(apart: Fraction, alpha: Fraction) -> arb:
    a, t = ball(alpha), ball(apart)
    return ((a * ((a - 1) * t).exp() + (a - 1) * (-a * t).exp()) / (2 * a - 1)).log() / (a - 1)


def _on_sample(share: Fraction, alpha: int, divergences: list[arb]) -> arb:
    """The binomial sum; `divergences` are those of the orders from 2 to alpha."""
    q, total = ball(share), arb(0)
    for k in range(alpha + 1):
        moment = arb(1) if k < 2 else ((k - 1) * divergences[k - 2]).exp()
        total += math.comb(alpha, k) * (1 - q) ** (alpha - k) * q**k * moment
    return total.log() / (alpha - 1)


def _of_finite(pair: FinitePair, alpha: Fraction) -> arb | None:
    """None where it is infinite."""
    total, a = arb(0), ball(alpha)
    for p, q in zip(map(ball, pair.p), map(ball, pair.q), strict=True):
        if p == 0:
            continue
        if q == 0:
            return None
        if not (p > 0 and q > 0):
            raise ValueError("order: the probability of an outcome is not told from 0; sample a smaller share, or all")
        total += (a * p.log() + (1 - a) * q.log()).exp()
    return (total.log() / (a - 1)).max(arb(0))


@dataclass(frozen=True)
class Curve:
    """A promise: Rényi divergences at some orders.

    Attributes
    ----------
    points : tuple of (order, divergence), by order
        Between two orders that of the larger one holds.
    under : Change
    """

    points: tuple[tuple[Fraction, Fraction], ...]
    under: Change

    def __init__(self, points: Iterable[tuple[Number, Number]], *, under: Change):
        stated = sorted((exact("order", a, above=1), exact("divergence", d, least=0)) for a, d in points)
        if not stated:
            raise ValueError("points: must be at least one (order, divergence)")
        object.__setattr__(self, "points", tuple(stated))
        object.__setattr__(self, "under", Change(under))

    @property
    def answers(self) -> tuple[Change, ...]:
        """The change that the promise is about."""
        return (self.under,)

    def upper_end(self, order: Fraction) -> float:
        """An upper bound at this order; infinite beyond the last one."""
        above = [d for a, d in self.points if a >= order]
        return upper(ball(min(above))) if above else math.inf

    def of_group(self, members: int) -> Curve:
        """For several changes at once there is no such curve here."""
        if members > 1:
            raise ValueError(f"members: a Rényi curve for one record says nothing here of {members}; state it per user")
        return self

    def __str__(self) -> str:
        return f"a Rényi curve of {len(self.points)} orders"


@dataclass(frozen=True)
class ZeroConcentrated:
    """A promise: zero-concentrated privacy with this rho, a divergence of at most ``order * rho`` at every order."""

    rho: Fraction
    under: Change

    def __init__(self, rho: Number, *, under: Change):
        object.__setattr__(self, "rho", exact("rho", rho, least=0))
        object.__setattr__(self, "under", Change(under))

    @property
    def answers(self) -> tuple[Change, ...]:
        """The change that the promise is about."""
        return (self.under,)

    def upper_end(self, order: Fraction) -> float:
        """An upper bound at this order."""
        return upper(ball(order * self.rho))

    def of_group(self, members: int) -> ZeroConcentrated:
        """For several changes at once."""
        return ZeroConcentrated(members**2 * self.rho, under=self.under)

    def __str__(self) -> str:
        return f"zero-concentrated privacy with rho {float(self.rho):.6g}"


# What libraries usually print for sampled Gaussian sums: Rényi orders from 1.1 on, in floats.
#
# For a unit added or removed, :math:`D_\alpha` of the mixture from the plain Gaussian, by the trapezoidal rule up to order
# 11 and by the binomial sum at whole orders beyond, converted as in `boundcheck.privacy.renyi`. It is no certificate: it is
# for finding out how a printed table came about. What is guaranteed is `epsilon_bracket`, and what it needs is less.
#
# Source
# ------
# Mironov, Talwar and Zhang, arXiv:1908.10530, Section 3.3; orders as in Opacus and TensorFlow Privacy.

FRACTIONS = np.array([k / 10 for k in range(11, 110)])
WHOLE = np.arange(12, 64)
_POINTS, _REACH = 601, 12.0


def customary_epsilon(multiplier: float, sampling: float, steps: int, delta: float) -> float:
    """Epsilon of so many releases, one unit added or removed.

    Parameters
    ----------
    multiplier : float, ``> 0``
        Standard deviation of the noise over the bound of one unit's contribution.
    sampling : float in (0, 1)
        Poisson rate.
    steps : int
    delta : float in (0, 1)
    """
    if not (multiplier > 0 and 0 < sampling < 1 and steps >= 1 and 0 < delta < 1):
        raise ValueError(
            f"need multiplier > 0, sampling and delta in (0, 1), steps >= 1; got {multiplier!r}, {sampling!r}, {steps!r}, {delta!r}"
        )
    orders = np.concatenate([FRACTIONS, WHOLE])
    moments = np.concatenate([_by_quadrature(multiplier, sampling), _by_sums(multiplier, sampling)])
    divergences = steps * moments / (orders - 1)
    converted = divergences + np.log1p(-1 / orders) - (math.log(delta) + np.log(orders)) / (orders - 1)
    return max(0.0, float(converted.min()))


def customary_multiplier(epsilon: float, sampling: float, steps: int, delta: float) -> float:
    """The noise at which `customary_epsilon` is `epsilon`, to four digits."""
    low, high = 0.2, 0.4
    while customary_epsilon(high, sampling, steps, delta) > epsilon:
        low, high = high, 2 * high
        if high > 1e4:
            raise ArithmeticError(f"no multiplier below 10,000 gives epsilon {epsilon!r} at delta {delta!r}")
    while high > low * (1 + 1e-4):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if customary_epsilon(middle, sampling, steps, delta) > epsilon else (low, middle)
    return high


def _by_quadrature(multiplier: float, sampling: float) -> np.ndarray:
    """``log E (dP/dQ)^alpha`` at the orders `FRACTIONS`."""
    s = multiplier
    x, h = np.linspace(-_REACH * s, _REACH * s + FRACTIONS[-1], _POINTS, retstep=True)
    ratio = np.logaddexp(math.log1p(-sampling), math.log(sampling) + (2 * x - 1) / (2 * s * s))
    exponent = FRACTIONS[:, None] * ratio - x * x / (2 * s * s)
    top = exponent.max(1)
    return top + np.log(np.exp(exponent - top[:, None]).sum(1)) + math.log(h / (s * math.sqrt(2 * math.pi)))


def _by_sums(multiplier: float, sampling: float) -> np.ndarray:
    """The same at the orders `WHOLE`."""
    k = np.arange(WHOLE[-1] + 1)
    factorials = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, WHOLE[-1] + 1)))])
    found = []
    for order in WHOLE:
        j = k[: order + 1]
        terms = factorials[order] - factorials[j] - factorials[order - j] + (order - j) * math.log1p(-sampling)
        terms = terms + j * math.log(sampling) + (j * j - j) / (2 * multiplier**2)
        found.append(terms.max() + math.log(np.exp(terms - terms.max()).sum()))
    return np.array(found)
