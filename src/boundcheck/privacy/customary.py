r"""What libraries usually print for sampled Gaussian sums: Rényi orders from 1.1 on, in floats.

For a unit added or removed, :math:`D_\alpha` of the mixture from the plain Gaussian, by the trapezoidal rule up to order
11 and by the binomial sum at whole orders beyond, converted as in `boundcheck.privacy.renyi`. It is no certificate: it is
for finding out how a printed table came about. What is guaranteed is `epsilon_bracket`, and what it needs is less.

Source
------
Mironov, Talwar and Zhang, arXiv:1908.10530, Section 3.3; orders as in Opacus and TensorFlow Privacy.
"""

from __future__ import annotations

import math

import numpy as np

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
