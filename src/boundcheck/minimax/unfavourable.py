"""The minimax risk of a finite family from both sides: an unfavourable prior, and the method that answers it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..symbolic.exact_values import as_arb, precision
from .answers import RiskBracket
from .certified import value_of
from .families import Family
from .posterior_losses import Divergence, Finite, Loss, Squared
from .risks import bayes_actions, bayes_risk, method_risk

MOST_COUNTS = 20_000
_GRID = 10**6  # weights of a prior are whole numbers over this, so that the search's floats do not matter
_BITS = 64


@dataclass(frozen=True)
class MinimaxRisk:
    """The smallest worst risk of any method lies in ``[low, high]``.

    Attributes
    ----------
    prior : tuple of Fraction
        Under which the Bayes risk is `low`.
    below, above : RiskBracket
        That Bayes risk, and the worst risk of its rule; both replay.
    """

    prior: tuple[Fraction, ...]
    below: RiskBracket
    above: RiskBracket

    @property
    def low(self) -> Fraction:
        """No method's worst risk is smaller."""
        return self.below.low

    @property
    def high(self) -> Fraction:
        """The Bayes rule's worst risk is no larger."""
        return self.above.high

    def __str__(self) -> str:
        return f"{float(self.low):.6g} <= minimax risk <= {float(self.high):.6g}"


def minimax_risk(family: Family, loss: Loss, steps: int = 600) -> MinimaxRisk:
    """Search for the least favourable prior on floats, then bracket exactly.

    Parameters
    ----------
    family : Family
        Without windows, of at most `MOST_COUNTS` counts.
    loss : Squared or Divergence
        For a `Finite` one the best method draws lots, and the two sides need not meet.
    steps : int, ``>= 1``
        Of the search; more bring the sides closer together.

    Returns
    -------
    found : MinimaxRisk
        True whatever the search found.
    """
    if family.windowed or family.counts > MOST_COUNTS:
        raise ValueError(f"{family.counts} counts: at most {MOST_COUNTS} and no window; take fewer draws")
    weights = _search(family, loss, steps)
    whole = np.maximum(np.round(weights * _GRID), 0).astype(int)
    prior = tuple(Fraction(int(w), int(whole.sum())) for w in whole)
    above = method_risk(family, loss, bayes_actions(family, loss, prior))
    return MinimaxRisk(prior, bayes_risk(family, loss, prior), above)


def _search(family: Family, loss: Loss, steps: int) -> np.ndarray:
    """Weights that raise the Bayes risk, by exponentiated steps along the risks of the Bayes rule."""
    with precision(_BITS):
        table = np.array([[float(as_arb(p)) for p in row] for row in family.probabilities()]).T
    weights = np.full(len(table), 1 / len(table))
    best, least = weights, -np.inf
    risks = _risks(loss, table, weights)
    rate = 1 / max(risks.max(), 1e-300)
    for step in range(steps):
        value = float(np.round(weights @ risks, 15))
        if value > least:
            best, least = weights, value
        weights = weights * np.exp(rate * (risks - risks.max()) * 4 / np.sqrt(1 + step))
        weights = weights / weights.sum()
        risks = _risks(loss, table, weights)
    return best


def _risks(loss: Any, table: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The risk of the Bayes rule of `weights` under every hypothesis."""
    joint = weights[:, None] * table
    shares = joint / np.maximum(joint.sum(axis=0), 1e-300)
    if isinstance(loss, Squared):
        values = np.array([float(v) for v in loss.values])
        cost = (shares.T @ values - values[:, None]) ** 2
    elif isinstance(loss, Divergence):
        logs = np.log([[float(p) for p in law.probabilities] for law in loss.laws])
        mean = np.exp(np.einsum("ik,ix->kx", shares, logs))
        action = mean / mean.sum(axis=1, keepdims=True)
        with precision(_BITS):
            scale = float(as_arb(value_of(loss.scale)))
        entropy = (action * np.log(action)).sum(axis=1)
        cost = scale * (entropy - np.einsum("kx,ix->ik", action, logs))
    else:
        assert isinstance(loss, Finite)
        rows = np.array([[float(x) for x in row] for row in loss.rows])
        cost = rows[:, np.argmin(np.round(joint.T @ rows, 15), axis=1)]
    return (table * cost).sum(axis=1)
