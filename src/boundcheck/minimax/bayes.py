"""The exact Bayes risk of a family, summed over counts; and the affinity of two hypotheses."""

from __future__ import annotations

from typing import Any

from flint import fmpq
from sympy import S

from ..symbolic.exact_values import as_arb
from .certified import larger, smaller, times, total, value_of
from .families import Family
from .posterior_losses import Finite, Loss
from .thinned import Thinned


def risk(family: Family | Thinned, loss: Loss, prior: tuple[Any, ...]) -> tuple[Any, Any]:
    r"""Bounds of :math:`\inf_a \sum_i \pi_i\, E_i[L_i(a)]`, equal where every count is enumerated.

    What a window leaves out counts 0 in the lower bound; in the upper one a single action answers all of it.

    Parameters
    ----------
    prior : tuple of SymPy constants

    Returns
    -------
    low, high : rational or ball, at the working precision
    """
    if loss.hypotheses != family.hypotheses:
        raise ValueError(f"a loss for {loss.hypotheses} hypotheses meets a family of {family.hypotheses}")
    if isinstance(family, Thinned):
        return _thinned(family, loss, prior)
    weights = [value_of(w) for w in prior]
    least = loss.prepared()
    parts, masses = [], [fmpq(0)] * len(weights)
    for row in family.probabilities():
        joint = tuple(times(w, p) for w, p in zip(weights, row, strict=True))
        parts.append(least(joint))
        if family.windowed:
            masses = [total((m, j)) for m, j in zip(masses, joint, strict=True)]
    low = total(parts)
    if not family.windowed:
        return low, low
    left = tuple(as_arb(larger(w - m, fmpq(0))).upper() for w, m in zip(weights, masses, strict=True))
    return low, low + least(left)


def affinity(family: Family | Thinned) -> tuple[Any, Any]:
    r"""Bounds of :math:`\sum \min(p, q) = 1 - \mathrm{TV}` of two hypotheses."""
    if family.hypotheses != 2:
        raise ValueError(f"the affinity is that of two hypotheses, got {family.hypotheses}")
    low, high = risk(family, Finite(((0, 1), (1, 0))), (S.Half, S.Half))
    return 2 * low, smaller(2 * high, fmpq(1))


def _thinned(family: Thinned, loss: Loss, prior: tuple[Any, ...]) -> tuple[Any, Any]:
    """More draws never raise the risk, so that a block of numbers of draws lies between its ends."""
    masses = family.masses()
    risks = [risk(family.drawn(n), loss, prior) for n in family.cuts]
    low = total(times(m, r[0]) for m, r in zip(masses, risks[1:], strict=True))
    high = total(times(m, r[1]) for m, r in zip(masses, risks[:-1], strict=True))
    left = as_arb(larger(1 - total(masses), fmpq(0))).upper()
    return low, high + left * as_arb(loss.least(tuple(value_of(w) for w in prior)))
