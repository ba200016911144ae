r"""The worst squared risk of an estimator of a Bernoulli mean, over all means in [0, 1] at once.

The risk is a polynomial of degree ``n + 2`` in the mean. Its Bernstein coefficients on an interval bound it from above
there, and its values at the ends from below; halving the interval brings the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from flint import fmpq

from ..symbolic.exact_values import precision
from .answers import RiskBracket
from .certified import BITS, above, below, exact, larger, times, total, value_of
from .two_points import certificate


def worst_squared_risk(estimates: Sequence[Any], flip: Any = 0, halvings: int = 4) -> RiskBracket:
    r"""The largest :math:`E_p (\hat p(K) - p)^2` over :math:`p \in [0, 1]`, where ``K ~ Binomial(n, flip + (1 - 2 flip) p)``.

    Parameters
    ----------
    estimates : sequence of exact numbers
        Of every number of ones from 0 to n.
    flip : exact number in [0, 1/2)
        With which each bit is turned before it is counted: ``1/(1 + exp(epsilon))`` for randomized response.
    halvings : int, ``>= 0``
        How often [0, 1] is halved.

    Returns
    -------
    bracket : RiskBracket
        Its upper end is a proved upper bound on the minimax risk over all Bernoulli means.
    """
    arguments: dict[str, Any] = {
        "estimates": tuple(exact(a, "estimate") for a in estimates),
        "flip": exact(flip, "flip"),
        "halvings": int(halvings),
    }
    with precision(BITS):
        low, high = evaluate(**arguments)
        ends = below(low), above(high)
        return RiskBracket(*ends, "worst squared risk", certificate("worst_squared_risk", arguments, *ends))


def evaluate(estimates: tuple[Any, ...], flip: Any, halvings: int) -> tuple[Any, Any]:
    """Bounds of the largest risk, at the working precision."""
    if len(estimates) < 2 or not 0 <= halvings <= 12:
        raise ValueError(
            f"{len(estimates)} estimates, {halvings} halvings: two estimates or more, and 12 halvings at most"
        )
    turned = value_of(flip)
    if not (0 <= turned and 2 * turned < 1):
        raise ValueError(f"flip {flip}: must lie in [0, 1/2)")
    pieces = [_coefficients([value_of(a) for a in estimates], turned)]
    for _ in range(halvings):
        pieces = [half for piece in pieces for half in _halved(piece)]
    low, high = pieces[0][0], pieces[0][0]
    for piece in pieces:
        low = larger(larger(low, piece[0]), piece[-1])
        for coefficient in piece:
            high = larger(high, coefficient)
    return low, high


def _coefficients(estimates: list[Any], flip: Any) -> list[Any]:
    """Bernstein coefficients of the risk in the mean p of the bits before they are turned."""
    moments = [[a**m for a in estimates] for m in range(3)]
    squares, values, ones = (_in_mean(moments[m], flip) for m in (2, 1, 0))
    # E a^2 - 2 p E a + p^2, each raised to degree n + 2
    lifted = _lift(_lift(squares))
    first = _lift(_by_mean(values))
    second = _by_mean(_by_mean(ones))
    return [total((s, times(fmpq(-2), f), o)) for s, f, o in zip(lifted, first, second, strict=True)]


def _in_mean(values: list[Any], flip: Any) -> list[Any]:
    """Coefficients in p of sum_k values[k] B_{k,n}(flip + (1 - 2 flip) p): the polynomial cut to [flip, 1 - flip]."""
    _, right = _split(values, flip)
    left, _ = _split(right, (1 - 2 * flip) / (1 - flip))
    return left


def _split(c: list[Any], at: Any) -> tuple[list[Any], list[Any]]:
    """De Casteljau: the coefficients on [0, at] and on [at, 1]."""
    left, right, row = [c[0]], [c[-1]], list(c)
    while len(row) > 1:
        row = [times(1 - at, a) + times(at, b) for a, b in pairwise(row)]
        left.append(row[0])
        right.append(row[-1])
    return left, right[::-1]


def _halved(c: list[Any]) -> tuple[list[Any], list[Any]]:
    return _split(c, fmpq(1, 2))


def _lift(c: list[Any]) -> list[Any]:
    """The same polynomial, a degree higher."""
    n = len(c)
    ends = [c[0], *(times(fmpq(k, n), c[k - 1]) + times(fmpq(n - k, n), c[k]) for k in range(1, n)), c[-1]]
    return ends


def _by_mean(c: list[Any]) -> list[Any]:
    """Times p: the coefficient k of degree n + 1 is k/(n + 1) of the one before."""
    n = len(c)
    return [fmpq(0), *(times(fmpq(k, n), c[k - 1]) for k in range(1, n + 1))]
