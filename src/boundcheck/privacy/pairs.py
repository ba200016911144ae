r"""Pairs of laws that stand for all neighbouring data sets: the subsampled Gaussian, and Laplace noise.

A pair (P, Q) *dominates* a mechanism if for every pair of neighbours no test tells them better apart than P from Q:
:math:`\sup_S P(S) - e^\varepsilon Q(S)` is at least as large, for every real epsilon. Dominating pairs multiply
under adaptive composition (Zhu, Dong and Wang, AISTATS 2022, Theorem 10). A pair that some neighbours attain gives
lower bounds by itself.

The Poisson-subsampled Gaussian with contributions of norm at most 1 is dominated, and attained in one dimension, by

.. math:: P = (1-q) N(0, \sigma^2) + q N(a, \sigma^2), \quad Q = (1-q) N(0, \sigma^2) + q N(-b, \sigma^2)

with (a, b) = (1, 0) for a unit removed, (0, 1) for one added, (1, 1) for one replaced. For a threshold
:math:`e^\varepsilon \ge 1` and any set S, the mixtures with contributions v and v' have
:math:`P(S) - e^\varepsilon Q(S) = q A(S) - (1-q)(e^\varepsilon - 1) R(S) - q e^\varepsilon B(S)`; among sets of given A(S)
a half-space makes R(S) and B(S) smallest (Neyman and Pearson), and smaller the farther R and B are from A, which is
at most 1 and 2. Both are attained at once by v = 1, v' = -1. Below 1, exchange P and Q.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from flint import arb
from numpy.typing import NDArray

from .exact import ball

Floats = NDArray[np.floating[Any]]


class LinePair(Protocol):
    """Two laws on the line whose privacy loss ``log dP/dQ`` does not decrease with the outcome."""

    attained: bool

    def threshold(self, epsilon: Fraction) -> arb | float:
        """The x with ``{loss > epsilon} = {X > x}``, or minus or plus infinity."""

    def above(self, x: arb) -> tuple[arb, arb]:
        """``P(X > x)`` and ``Q(X > x)``."""

    def loss(self, x: Floats) -> Floats:
        """The loss in floats, for planning."""

    def density(self, x: Floats) -> Floats:
        """The density of P in floats, for planning."""

    def middle(self, mass: float) -> tuple[float, float]:
        """Two outcomes outside of which P has at most about `mass` on either side."""


@dataclass(frozen=True)
class GaussianPair:
    """The Poisson-subsampled Gaussian, contributions of norm at most 1 and noise of the given variance.

    Attributes
    ----------
    variance : Fraction, ``> 0``
    sampling : Fraction in (0, 1]
    right, left : int, 0 or 1
        The a and b of the module's formula.
    """

    variance: Fraction
    sampling: Fraction
    right: int
    left: int
    attained = True

    def threshold(self, epsilon: Fraction) -> arb | float:
        q, square = ball(self.sampling), ball(self.variance)
        grown = ball(epsilon).exp()
        if self.right and self.left:
            # c y^2 - (1-q)(e^eps - 1) y - c e^eps = 0 with y = exp(x / sigma^2), in the form without cancellation
            c, b = q * (-1 / (2 * square)).exp(), (1 - q) * (grown - 1)
            root = (b * b + 4 * c * c * grown).sqrt()
            ratio = (b + root) / (2 * c) if b > 0 else 2 * c * grown / (root - b)
            return square * ratio.log()
        rest = (grown if self.right else 1 / grown) - ball(1 - self.sampling)
        if rest <= 0:
            return -math.inf if self.right else math.inf
        if not rest > 0:
            raise ArithmeticError("the precision does not tell on which side of log(1 - q) the loss lies")
        return (square * (rest / q).log() + ball(Fraction(1, 2))) * (1 if self.right else -1)

    def above(self, x: arb) -> tuple[arb, arb]:
        q, scale = ball(self.sampling), (2 * ball(self.variance)).sqrt()
        centre = (x / scale).erfc() / 2
        p = (1 - q) * centre + q * ((x - 1) / scale).erfc() / 2 if self.right else centre
        return p, (1 - q) * centre + q * ((x + 1) / scale).erfc() / 2 if self.left else centre

    def loss(self, x: Floats) -> Floats:
        q, square = float(self.sampling), float(self.variance)
        top: Any = _log_mixture(q, (2 * x - 1) / (2 * square)) if self.right else 0.0
        bottom: Any = _log_mixture(q, (-2 * x - 1) / (2 * square)) if self.left else 0.0
        return np.asarray(top - bottom)

    def density(self, x: Floats) -> Floats:
        q, s = float(self.sampling), math.sqrt(self.variance)
        centre = np.exp(-0.5 * (x / s) ** 2)
        mixed = (1 - q) * centre + q * np.exp(-0.5 * ((x - 1) / s) ** 2) if self.right else centre
        return mixed / (s * math.sqrt(2 * math.pi))

    def middle(self, mass: float) -> tuple[float, float]:
        from scipy.special import ndtri_exp

        q, s = float(self.sampling), math.sqrt(self.variance)
        far = -s * float(ndtri_exp(math.log(mass / 2)))
        shifted = 1 - s * float(ndtri_exp(min(math.log(mass / 2 / q), -0.7))) if self.right else far
        return -far, max(far, shifted)


@dataclass(frozen=True)
class LaplacePair:
    """Laplace noise of the given scale on a query that moves by 1: losses from -1/scale to 1/scale.

    Attributes
    ----------
    scale : Fraction, ``> 0``
        In units of the query's sensitivity.
    """

    scale: Fraction
    attained = True

    def threshold(self, epsilon: Fraction) -> arb | float:
        # P sits at 1, Q at 0: the loss is (2x - 1) / scale between them and constant outside
        if epsilon * self.scale >= 1:
            return math.inf
        return ball((epsilon * self.scale + 1) / 2) if epsilon * self.scale >= -1 else -math.inf

    def above(self, x: arb) -> tuple[arb, arb]:
        return self._tail(x - 1), self._tail(x)

    def _tail(self, x: arb) -> arb:
        half = (-abs(x) / ball(self.scale)).exp() / 2
        return half if x >= 0 else 1 - half if x < 0 else half.union(1 - half)

    def loss(self, x: Floats) -> Floats:
        return np.clip(2 * x - 1, -1, 1) / float(self.scale)

    def density(self, x: Floats) -> Floats:
        return np.exp(-np.abs(x - 1) / float(self.scale)) / (2 * float(self.scale))

    def middle(self, mass: float) -> tuple[float, float]:
        far = -float(self.scale) * math.log(2 * min(mass, 0.5))
        return min(1 - far, -1e-9), 1 + far


def _log_mixture(q: float, exponent: Any) -> Any:
    """``log(1 - q + q e^exponent)``."""
    return np.logaddexp(np.log1p(-q) if q < 1 else -np.inf, math.log(q) + exponent)
