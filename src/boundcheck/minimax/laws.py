"""Laws on finitely many outcomes, and the distances between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy
from flint import arb, fmpq

from ..symbolic.exact_values import as_arb, precision
from .certified import BITS, exact, times, total, value_of


@dataclass(frozen=True)
class Law:
    """Probabilities of the outcomes ``0, 1, ..., k - 1``.

    Parameters
    ----------
    probabilities : tuple of exact numbers
        Each ``>= 0``, of sum 1. Rationals, or SymPy constants such as ``exp(1)/(1 + exp(1))``.
    """

    probabilities: tuple[sympy.Expr, ...]

    def __post_init__(self) -> None:
        kept = tuple(exact(p, "probability") for p in self.probabilities)
        object.__setattr__(self, "probabilities", kept)
        if not kept:
            raise ValueError("a law has no outcome; give a probability for each")
        with precision(BITS):
            there = self.values()
            for p, v in zip(kept, there, strict=True):
                if not v >= 0:
                    raise ValueError(f"probability {p}: must be at least 0")
            gap = total(there) - 1
            if not gap == 0 and not (isinstance(gap, arb) and gap.contains(0)):
                raise ValueError(f"probabilities {', '.join(map(str, kept))}: must add up to 1")

    def values(self) -> list[Any]:
        """The probabilities as rationals or balls, at the working precision."""
        return [value_of(p) for p in self.probabilities]


def bernoulli(p: Any) -> Law:
    """The law of a bit that is 1 with probability `p`; outcome 0 first."""
    p = exact(p, "p")
    return Law((1 - p, p))


def total_variation(p: list[Any], q: list[Any]) -> Any:
    r""":math:`\tfrac12 \sum_z |p(z) - q(z)|` of two lists of probabilities, in [0, 1]."""
    return total(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


def chi_square(p: list[Any], q: list[Any]) -> Any:
    r""":math:`\sum_z (p(z) - q(z))^2/q(z)`.

    Raises
    ------
    ValueError
        Where `q` leaves an outcome out that `p` has: the divergence is infinite.
    """
    return total(times((a - b) * (a - b), 1 / b) for a, b in _common(p, q))


def kl(p: list[Any], q: list[Any]) -> Any:
    r""":math:`\sum_z p(z) \ln(p(z)/q(z))`, in nats; infinite as for `chi_square`."""
    return total(fmpq(0) if _null(a) or _same(a, b) else as_arb(a) * as_arb(a / b).log() for a, b in _common(p, q))


def symmetric_kl(p: list[Any], q: list[Any]) -> Any:
    """The sum of the two divergences."""
    return kl(p, q) + kl(q, p)


def _null(x: Any) -> bool:
    return isinstance(x, fmpq) and x == 0


def _same(a: Any, b: Any) -> bool:
    return isinstance(a, fmpq) and isinstance(b, fmpq) and a == b


def _common(p: list[Any], q: list[Any]) -> list[tuple[Any, Any]]:
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if not (_null(a) and _null(b))]
    if any(_null(b) for _, b in pairs):
        raise ValueError("the divergence is infinite: an outcome of the first law has probability 0 in the second")
    return pairs
