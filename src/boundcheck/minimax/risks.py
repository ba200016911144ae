"""Exact risks with certificates: of the Bayes rule, and of a method under every hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from ..symbolic.balls import as_arb, precision
from .answers import RiskBracket
from .bayes import risk
from .certified import BITS, above, below, exact, larger, times, total, value_of
from .families import Family, weights
from .posterior_losses import Finite, Loss, Squared
from .thinned import Thinned
from .two_points import certificate


def bayes_risk(family: Family | Thinned, loss: Loss, prior: Sequence[Any] | None = None) -> RiskBracket:
    """The risk of the Bayes rule, which is a lower bound on the worst risk of every method.

    Parameters
    ----------
    family : Family or Thinned
        Large groups of bits may be cut with ``family.within()``; the bracket stays true.
    loss : Loss
    prior : sequence of exact numbers, optional
        Equal weights where none is given.

    Returns
    -------
    bracket : RiskBracket
    """
    with precision(BITS):
        arguments: dict[str, Any] = {"family": family, "loss": loss, "prior": weights(prior, family.hypotheses)}
        low, high = risk(**arguments)
        ends = below(low), above(high)
        return RiskBracket(*ends, "Bayes risk", certificate("bayes_risk", arguments, *ends))


def method_risk(family: Family, loss: Finite | Squared, actions: Sequence[Any]) -> RiskBracket:
    """The risk of a method under the hypothesis that is worst for it.

    Parameters
    ----------
    family : Family
        Without windows: a method answers all counts.
    loss : Finite or Squared
    actions : sequence
        The answer to every count vector, in the order of ``family.probabilities()``: the index of an action, or an
        estimate. `tabulated` lists them from a rule.

    Returns
    -------
    bracket : RiskBracket
        Of the largest risk. Below a claimed minimax lower bound on this whole family, its upper end refutes the claim.
    """
    with precision(BITS):
        kept = tuple(int(a) if isinstance(loss, Finite) else exact(a, "estimate") for a in actions)
        arguments: dict[str, Any] = {"family": family, "loss": loss, "actions": kept}
        low, high = worst(**arguments)
        ends = below(low), above(high)
        return RiskBracket(*ends, "worst risk of the method", certificate("method_risk", arguments, *ends))


def worst(family: Family, loss: Any, actions: tuple[Any, ...]) -> tuple[Any, Any]:
    """The largest risk over the hypotheses, at the working precision."""
    if family.windowed or len(actions) != family.counts:
        raise ValueError(f"{len(actions)} actions: {family.counts} counts need one each, and no window")
    risks: list[Any] = [fmpq(0)] * family.hypotheses
    for row, action in zip(family.probabilities(), actions, strict=True):
        risks = [total((r, times(p, _lost(loss, i, action)))) for i, (r, p) in enumerate(zip(risks, row, strict=True))]
    found = risks[0]
    for other in risks[1:]:
        found = larger(found, other)
    return found, found


def _lost(loss: Any, i: int, action: Any) -> Any:
    if isinstance(loss, Finite):
        return value_of(loss.rows[i][action])
    gap = value_of(loss.values[i]) - value_of(exact(action))
    return gap * gap


def bayes_actions(family: Family, loss: Finite | Squared, prior: Sequence[Any] | None = None) -> tuple[Any, ...]:
    """What the Bayes rule answers to every count vector; of estimates, a rational near the posterior mean.

    The risk of these answers is exact whatever they are; ties go to the first action.
    """
    with precision(BITS):
        shares = [value_of(w) for w in weights(prior, family.hypotheses)]
        found: list[Any] = []
        for row in family.probabilities():
            joint = [times(w, p) for w, p in zip(shares, row, strict=True)]
            if isinstance(loss, Squared):
                mass = total(joint)
                mean = total(times(j, value_of(v)) for j, v in zip(joint, loss.values, strict=True))
                found.append(Fraction(0) if mass == 0 else below(mean / mass))
            else:
                costs = [
                    total(times(j, value_of(r[a])) for j, r in zip(joint, loss.rows, strict=True))
                    for a in range(len(loss.rows[0]))
                ]
                found.append(min(range(len(costs)), key=lambda a: below(as_arb(costs[a]).mid())))
        return tuple(found)
