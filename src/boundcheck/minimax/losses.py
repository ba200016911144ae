"""Losses against weighted hypotheses, and the exact Bayes risk of a family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy
from flint import fmpq
from sympy import S

from boundcheck.symbolic.balls import as_arb

from .exact_numbers import exact, larger, number_of, only, smaller, times, total, value_of
from .families import Family, Law, Thinned

# Losses, by what the best action costs against weighted hypotheses.


class Loss(ABC):
    """A nonnegative loss of an action under each of finitely many hypotheses."""

    @property
    @abstractmethod
    def hypotheses(self) -> int:
        """Number of hypotheses that it knows."""

    @abstractmethod
    def prepared(self) -> Callable[[tuple[Any, ...]], Any]:
        """``weights -> min over actions of the weighted loss``, its constants evaluated once at the working precision.

        Weights are ``>= 0``, rationals or balls, of any sum.
        """

    def least(self, weights: tuple[Any, ...]) -> Any:
        """``min`` over actions of the weighted loss."""
        return self.prepared()(weights)


@dataclass(frozen=True)
class Finite(Loss):
    """``rows[i][a]`` is the loss of action `a` under hypothesis `i`."""

    rows: tuple[tuple[sympy.Expr, ...], ...]

    def __post_init__(self) -> None:
        kept = tuple(tuple(number_of("loss", x, least=0) for x in row) for row in self.rows)
        if not kept or not kept[0] or len({len(row) for row in kept}) != 1:
            raise ValueError("rows of a loss: must list the same actions, one or more")
        object.__setattr__(self, "rows", kept)

    @property
    def hypotheses(self) -> int:
        """Number of rows."""
        return len(self.rows)

    def prepared(self) -> Callable[[tuple[Any, ...]], Any]:
        """The smallest of finitely many weighted sums."""
        columns = [[value_of(x) for x in column] for column in zip(*self.rows, strict=True)]

        def least(weights: tuple[Any, ...]) -> Any:
            return reduce(smaller, (total(map(times, weights, column)) for column in columns))

        return least


def zero_one(hypotheses: int) -> Finite:
    """Loss 1 for naming a wrong hypothesis."""
    return Finite(tuple(tuple(exact(int(i != a)) for a in range(hypotheses)) for i in range(hypotheses)))


def absolute(values: tuple[Any, ...]) -> Finite:
    """``|estimate - value|``; a weighted median is the best estimate, so estimates are among the values."""
    kept = tuple(exact(v, "value") for v in values)
    return Finite(tuple(tuple(sympy.Abs(v - a) for a in kept) for v in kept))


@dataclass(frozen=True)
class Squared(Loss):
    """``(estimate - values[i])**2``, with any real estimate."""

    values: tuple[sympy.Expr, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(exact(v, "value") for v in self.values))
        if not self.values:
            raise ValueError("values of a loss: must list one for each hypothesis")

    @property
    def hypotheses(self) -> int:
        """Number of values."""
        return len(self.values)

    def prepared(self) -> Callable[[tuple[Any, ...]], Any]:
        """The posterior variance, as a sum over pairs so that no digits are lost."""
        there = [value_of(v) for v in self.values]
        pairs = [(i, j, (v - x) * (v - x)) for i, v in enumerate(there) for j, x in enumerate(there) if i < j]

        def least(weights: tuple[Any, ...]) -> Any:
            if sum(not (isinstance(w, fmpq) and w == 0) for w in weights) < 2:
                return fmpq(0)
            return total(times(times(weights[i], weights[j]), gap) for i, j, gap in pairs) / total(weights)

        return least


@dataclass(frozen=True)
class Divergence(Loss):
    """``scale * KL(action | laws[i])``: the action is a law on the same outcomes, the truth stands second.

    The best action is the normalised geometric mean. It is what a regularised policy loses: its gap to the optimum is this
    divergence from the optimal policy.
    """

    laws: tuple[Law, ...]
    scale: Any = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", number_of("scale", self.scale, least=0))
        for law in only("laws", self.laws, tuple):
            only("law", law, Law)
        if len({len(law.probabilities) for law in self.laws}) != 1:
            raise ValueError("laws of a divergence: must list the same outcomes")
        if any(not p > 0 for law in self.laws for p in law.probabilities):
            raise ValueError("laws of a divergence: every outcome needs a probability above 0")

    @property
    def hypotheses(self) -> int:
        """Number of laws."""
        return len(self.laws)

    def prepared(self) -> Callable[[tuple[Any, ...]], Any]:
        """Minus the logarithm of the normaliser of the geometric mean, times the mass."""
        logs = [[as_arb(value).log() for value in law.values()] for law in self.laws]
        columns, scale = list(zip(*logs, strict=True)), as_arb(value_of(self.scale))

        def least(weights: tuple[Any, ...]) -> Any:
            mass = as_arb(total(weights))
            if mass == 0:
                return fmpq(0)
            shares = [as_arb(w) / mass for w in weights]
            normaliser = as_arb(0)
            for column in columns:
                normaliser += sum((s * x for s, x in zip(shares, column, strict=True)), as_arb(0)).exp()
            return scale * mass * (-normaliser.log()).max(as_arb(0))

        return least


def separation(loss: Divergence) -> Any:
    """The least sum of two divergences, of any action from two laws: a ball."""
    if loss.hypotheses != 2:
        raise ValueError(f"a separation is that of two laws, got {loss.hypotheses}")
    return loss.least((fmpq(1), fmpq(1)))


# The exact Bayes risk of a family, summed over counts; and the affinity of two hypotheses.


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
