"""The orders of corruption and privacy (Definition 3.4), as rows: all that distinguishes the variants of a bound."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy

from boundcheck.rlhf import mechanisms

from .notation import alpha, alpha_1, alpha_2, c_epsilon

ONE = sympy.Integer(1)


@dataclass(frozen=True)
class Order:
    """Where corruption strikes, what it costs there, and the noise that is left when it is taken out.

    Parameters
    ----------
    name : str
        As the paper prints it; `str` gives it in small letters, for labels of parts and steps.
    corrupted : tuple of pair of sympy.Expr
        What a corrupted label costs, and the share that is corrupted so.
    widths : tuple of sympy.Expr
        Of the zero-mean variables that are left. Under CTL and CLC the coins of randomized response act on corrupted
        labels, so they and the labels themselves are two sums.
    mechanism : callable
        ``adversary -> pipeline``.
    """

    name: str
    corrupted: tuple[tuple[sympy.Expr, sympy.Symbol], ...]
    widths: tuple[sympy.Expr, ...]
    mechanism: Callable[[Any], Any]

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def shares(self) -> tuple[sympy.Symbol, ...]:
        """The letters of the corrupted shares."""
        return tuple(share for _, share in self.corrupted)

    def corruption(self, bound: Callable[[Any, Any], Any]) -> sympy.Expr:
        """The sum of ``bound(cost, share)``."""
        return sympy.Add(*(bound(cost, share) for cost, share in self.corrupted))

    def noise(self, tail: Callable[[Any, Any], Any], failure: sympy.Expr) -> sympy.Expr:
        """The sum of ``tail(parameter, failure)``: half the width of each variable, and `failure` split evenly."""
        return sympy.Add(*(tail(width / 2, failure / len(self.widths)) for width in self.widths))

    def latex(self, share: str) -> str:
        r"""Costs and shares in print, `share` as ``r"\sqrt{SHARE}"``."""
        costs = ("" if cost == ONE else r"c(\varepsilon) " for cost, _ in self.corrupted)
        return " + ".join(cost + share.replace("SHARE", rf"\{letter.name}") for cost, letter in zip(costs, self.shares, strict=True))

    def spread(self, corrupted: float, late: float) -> dict[str, float]:
        """The shares of a point: where there are two, `late` is corrupted after privatisation."""
        names = [letter.name for letter in self.shares]
        return dict(zip(names, (corrupted,) if len(names) == 1 else (corrupted - late, late), strict=True))


def _twice(adversary: Any) -> mechanisms.CLC:
    """One adversary before privatisation, and the same after it."""
    return mechanisms.CLC(adversary, adversary)


CTL = Order("CTL", ((ONE, alpha),), (c_epsilon, ONE), mechanisms.CTL)
LTC = Order("LTC", ((c_epsilon, alpha),), (c_epsilon,), mechanisms.LTC)
CLC = Order("CLC", ((ONE, alpha_1), (c_epsilon, alpha_2)), (c_epsilon, ONE), _twice)
ORDERS = (CTL, LTC, CLC)
DISPLAYED = (CTL, LTC)  # in the theorems; CLC stands in the proofs alone
