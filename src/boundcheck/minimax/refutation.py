"""Three ways in which a claimed minimax lower bound is false."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import ctx
from sympy import Expr

from boundcheck.symbolic.statement import Statement

from .exact_numbers import BITS, LowerBound, RiskBracket, above, below, exact, value_of


@dataclass(frozen=True)
class Comparison:
    """A claimed lower bound beside a risk that certainly is attainable.

    Attributes
    ----------
    refutes : bool
        The risk lies below the claim for certain, on the whole family on which both speak.
    least_ratio, largest_ratio : Fraction
        Of risk over claim. Near 1, the claim is tight there.
    says : str
    """

    refutes: bool
    least_ratio: Fraction
    largest_ratio: Fraction
    says: str

    def __bool__(self) -> bool:
        raise TypeError("ask .refutes")


def compared(claimed: Any, risk: RiskBracket) -> Comparison:
    """A claim beside the worst risk of a method on the whole family, or beside the minimax risk itself.

    The caller answers for the family: a bracket of `method_risk` covers the hypotheses of its family, one of
    `worst_squared_risk` all Bernoulli means. A bracket of `bayes_risk` bounds minimax risk from below, and refutes only
    where the claim is about the average over its prior; beside a minimax claim it shows how far the claim could be raised.

    Parameters
    ----------
    claimed : exact number, ``> 0``
    risk : RiskBracket
    """
    with ctx.workprec(BITS):
        there = value_of(exact(claimed, "claimed"))
        if not there > 0:
            raise ValueError(f"claimed {claimed}: a lower bound of 0 or less says nothing")
        low, high = below(there), above(there)
    refutes = risk.high < low
    ratios = risk.low / high, risk.high / low
    verb = "lies below" if refutes else ("lies above" if risk.low >= high else "is not told apart from")
    return Comparison(refutes, *ratios, f"{risk.method}: {float(ratios[1]):.6g} of the claim at most, and {verb} it")


def below_upper_bound(claimed: Expr, upper: Expr, given: tuple = ()) -> Statement:
    """What has to be proved for a proved upper bound to refute a claim: it is the smaller one, wherever `given` holds."""
    return Statement(upper, "<", claimed, given)


def meets(lower: LowerBound, risk: RiskBracket) -> Fraction:
    """Attainable over impossible: how far the risk of a method may lie above a certified lower bound; 1 leaves no room."""
    if lower.value <= 0:
        raise ValueError("a lower bound of 0 leaves any room")
    return risk.high / lower.value
