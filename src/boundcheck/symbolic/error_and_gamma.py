r"""Balls for the error function, the gamma function and its logarithmic derivatives.

The gamma function is the one of positive arguments here: elsewhere, as at its poles, it counts as without a value. Its
derivatives in the logarithm are ``polygamma(m, x)``, of which each is monotone on the positive line:

.. math:: \psi^{(m)}(x) = (-1)^{m+1}\, m!\, \zeta(m+1, x), \qquad m \ge 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

HIGHEST = 6  # order of a polygamma function
_LEAST_AT = (fmpq(14616321, 10**7), fmpq(14616322, 10**7))  # the gamma function has its minimum in between
_LEAST = fmpq(8856031944, 10**10)  # and is above this: 0.88560319441...


def increasing(function: Callable[[arb], arb], x: Any) -> arb:
    """Return the image of a ball under an increasing (or a decreasing) function, from its two ends."""
    x = arb(x)
    if x.rad() == 0:
        return function(x)
    return function(x.lower()).union(function(x.upper()))


def erf(x: Any) -> Any:
    """Return the error function, exact at 0."""
    return fmpq(0) if isinstance(x, fmpq) and x == 0 else increasing(lambda u: u.erf(), x)


def erfc(x: Any) -> Any:
    """Return one minus the error function, relatively accurate far out."""
    return fmpq(1) if isinstance(x, fmpq) and x == 0 else increasing(lambda u: u.erfc(), x)


def gamma(x: Any) -> Any:
    """Return the gamma function of something positive."""
    if isinstance(x, fmpq) and x.q == 1 and x < 200:
        return fmpq(math.factorial(int(x.p) - 1))
    return _valley(lambda u: u.gamma(), arb(x), arb(_LEAST))


def loggamma(x: Any) -> Any:
    """Return the logarithm of the gamma function of something positive."""
    if isinstance(x, fmpq) and x in (1, 2):
        return fmpq(0)
    return _valley(lambda u: u.lgamma(), arb(x), arb(_LEAST).log())


def _valley(function: Callable[[arb], arb], x: arb, least: arb) -> arb:
    """Return the image of a ball under a function that falls, and then grows."""
    if x.rad() == 0 or x >= arb(_LEAST_AT[1]) or x <= arb(_LEAST_AT[0]):
        return increasing(function, x)
    return function(x.lower()).union(function(x.upper())).union(least)


def polygamma(m: int, x: Any) -> arb:
    """Return the derivative of order m + 1 of the logarithm of the gamma function of something positive."""
    if m == 0:
        return increasing(lambda u: u.digamma(), x)
    factor = math.factorial(m) * (1 if m % 2 else -1)
    return increasing(lambda u: arb(m + 1).zeta(u) * factor, x)
