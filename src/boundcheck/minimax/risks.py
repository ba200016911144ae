"""Exact risks with certificates: of the Bayes rule, and of a method under every hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from ..symbolic.exact_values import as_arb, precision
from .answers import RiskBracket
from .bayes import risk
from .certified import BITS, above, below, exact, larger, times, total, value_of
from .families import Family, weights
from .laws import Law, kl
from .posterior_losses import Divergence, Finite, Loss
from .thinned import Thinned
from .two_points import certificate

_LEAST = Fraction(1, 10**18)  # probability that a rounded law leaves to every outcome


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


def method_risk(family: Family, loss: Loss, actions: Sequence[Any], outside: Any = None) -> RiskBracket:
    """The risk of a method under the hypothesis that is worst for it.

    Parameters
    ----------
    family : Family
    loss : Finite, Squared or Divergence
    actions : sequence
        The answer to every count vector, in the order of ``family.probabilities()``: the index of an action, an
        estimate, or a `Law`. `bayes_actions` has those of the Bayes rule.
    outside : optional
        Of a family with windows, the answer to all counts that are left out.

    Returns
    -------
    bracket : RiskBracket
        Of the largest risk. Below a claimed minimax lower bound on this whole family, its upper end refutes the claim.
    """
    with precision(BITS):
        arguments: dict[str, Any] = {
            "family": family,
            "loss": loss,
            "actions": tuple(_action(loss, a) for a in actions),
            "outside": None if outside is None else _action(loss, outside),
        }
        low, high = worst(**arguments)
        ends = below(low), above(high)
        return RiskBracket(*ends, "worst risk of the method", certificate("method_risk", arguments, *ends))


def worst(family: Family, loss: Any, actions: tuple[Any, ...], outside: Any) -> tuple[Any, Any]:
    """Bounds of the largest risk over the hypotheses, at the working precision."""
    if len(actions) != family.counts or family.windowed != (outside is not None):
        raise ValueError(f"{len(actions)} actions: {family.counts} counts need one each, and windows an answer outside")
    hypotheses = range(family.hypotheses)
    risks: list[Any] = [fmpq(0)] * family.hypotheses
    masses: list[Any] = [fmpq(0)] * family.hypotheses
    costs: dict[Any, list[Any]] = {}
    for row, action in zip(family.probabilities(), actions, strict=True):
        if action not in costs:
            costs[action] = [_lost(loss, i, action) for i in hypotheses]
        risks = [total((r, times(p, c))) for r, p, c in zip(risks, row, costs[action], strict=True)]
        if family.windowed:
            masses = [total((m, p)) for m, p in zip(masses, row, strict=True)]
    tops = risks
    if family.windowed:
        left = [as_arb(larger(1 - m, fmpq(0))).upper() for m in masses]
        tops = [r + m * as_arb(_lost(loss, i, outside)) for i, r, m in zip(hypotheses, risks, left, strict=True)]
    return _largest(risks), _largest(tops)


def _largest(values: list[Any]) -> Any:
    found = values[0]
    for other in values[1:]:
        found = larger(found, other)
    return found


def _action(loss: Loss, action: Any) -> Any:
    if isinstance(loss, Finite):
        return int(action)
    if isinstance(loss, Divergence):
        return action if isinstance(action, Law) else Law(tuple(action))
    return exact(action, "estimate")


def _lost(loss: Any, i: int, action: Any) -> Any:
    if isinstance(loss, Finite):
        return value_of(loss.rows[i][action])
    if isinstance(loss, Divergence):
        return times(value_of(loss.scale), kl(action.values(), loss.laws[i].values()))
    gap = value_of(loss.values[i]) - value_of(exact(action))
    return gap * gap


def bayes_actions(family: Family, loss: Loss, prior: Sequence[Any] | None = None) -> tuple[Any, ...]:
    """What the Bayes rule answers to every count vector; estimates and laws are rationals near the best ones.

    The risk of these answers is exact whatever they are; ties go to the first action.
    """
    with precision(BITS):
        shares = tuple(value_of(w) for w in weights(prior, family.hypotheses))
        return tuple(
            best_action(loss, [times(w, p) for w, p in zip(shares, row, strict=True)]) for row in family.probabilities()
        )


def best_action(loss: Any, joint: list[Any]) -> Any:
    """The best answer to weighted hypotheses, or a rational near it."""
    mass = total(joint)
    if isinstance(loss, Finite):
        costs = [
            total(times(j, value_of(r[a])) for j, r in zip(joint, loss.rows, strict=True))
            for a in range(len(loss.rows[0]))
        ]
        return min(range(len(costs)), key=lambda a: below(as_arb(costs[a]).mid()))
    if isinstance(loss, Divergence):
        logs = [[as_arb(v).log() for v in law.values()] for law in loss.laws]
        shares = [as_arb(j) / as_arb(mass) for j in joint]
        mean = [
            sum((s * row[x] for s, row in zip(shares, logs, strict=True)), as_arb(0)).exp() for x in range(len(logs[0]))
        ]
        near = [max(below((m / sum(mean, as_arb(0))).mid()), _LEAST) for m in mean]
        return Law(tuple(p / sum(near) for p in near))
    mean = total(times(j, value_of(v)) for j, v in zip(joint, loss.values, strict=True))
    return Fraction(0) if mass == 0 else below((as_arb(mean) / as_arb(mass)).mid())
