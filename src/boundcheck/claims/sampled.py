"""Statements that samples speak about: probabilities, expectations, rates, mechanisms, tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from .experiment import Experiment, Mutant, Regime, Sweep


@dataclass(frozen=True)
class InstanceInequality:
    """``lhs(instance) <= rhs(instance)`` for every instance of a family.

    Parameters
    ----------
    words : str
    dimension : int
        Length of the real vectors that parametrise the family.
    instance : callable
        ``ndarray (dimension,) of floats or Fractions -> dict``; total, so that every vector is an instance.
    lhs, rhs : callable
        ``dict -> number``; rational operations only, so that Fractions give the exact value.
    """

    words: str
    dimension: int
    instance: Callable[..., dict]
    lhs: Callable[[dict], Any]
    rhs: Callable[[dict], Any]


@dataclass(frozen=True)
class Collapse:
    """An instance on which the printed rate falls below a sure error, whatever its constant.

    Parameters
    ----------
    words : str
    constant : sympy.Symbol
        Stands for any constant ``>= 1``.
    point : mapping of Symbol to sympy.Expr
        The exact instance; a value may depend on `constant`.
    least_error : callable
        ``() -> sympy.Expr``: a lower bound of the error on every data set of the instance, by exact enumeration.
    probability : callable, optional
        ``() -> sympy.Expr``: a lower bound of the probability of that error, where not every data set has it.
    beside : sympy.Expr
        What the page adds to the rate without a constant in front.
    """

    words: str
    constant: sympy.Symbol
    point: Mapping[sympy.Symbol, sympy.Expr]
    least_error: Callable[[], sympy.Expr]
    probability: Callable[[], sympy.Expr] | None = None
    beside: sympy.Expr = sympy.S.Zero


@dataclass(frozen=True)
class HighProbabilityBound:
    """``P(error <= bound) >= 1 - failure``.

    Parameters
    ----------
    printed : sympy.Expr
        The printed rate without its unspecified constant.
    explicit : sympy.Expr
        The version with every constant worked out; it is what is tested for real.
    constant : sympy.Expr
        ``explicit <= constant * printed`` has been proved.
    trivial : sympy.Expr
        What holds without any data; a bound above it says nothing.
    failure : sympy.Symbol
    regimes : tuple of Regime
    mutants : tuple of Mutant
    search : tuple
        Axes and choices of the worst-case search for the smallest constant; `instance` builds the regime.
    instance : callable
        ``**point -> Experiment`` for the points of the search.
    fixed : mapping
        Entries of the point that the search does not move.
    collapse : Collapse, optional
        An instance that refutes every constant.
    given : tuple of SymPy relations
        Conditions that tie parameters together, as ``n >= 8*log(d/delta)/xi``; those of one parameter stand in
        `Parameter.domain`.
    """

    printed: sympy.Expr
    explicit: sympy.Expr
    constant: sympy.Expr
    trivial: sympy.Expr
    failure: sympy.Symbol
    regimes: tuple[Regime, ...]
    mutants: tuple[Mutant, ...] = ()
    search: tuple[Any, ...] = ()
    instance: Callable[..., Experiment] | None = None
    fixed: Mapping[str, float] = field(default_factory=dict)
    collapse: Collapse | None = None
    given: tuple[sympy.Basic, ...] = ()

    @classmethod
    def of(
        cls, bound: sympy.Expr, *, failure: sympy.Symbol, trivial: Any, regimes: tuple[Regime, ...], **rest: Any
    ) -> HighProbabilityBound:
        """A bound that is printed with its constants, so that the printed version is the explicit one."""
        shown, one = sympy.sympify(bound), sympy.Integer(1)
        return cls(shown, shown, one, sympy.sympify(trivial), failure, tuple(regimes), **rest)


@dataclass(frozen=True)
class ExpectationBound:
    """``E[error] <= bound`` for an error that lies in ``[0, ceiling]``."""

    printed: sympy.Expr
    ceiling: sympy.Expr
    regimes: tuple[Regime, ...]


@dataclass(frozen=True)
class Scaling:
    """The error follows the printed rate along each sweep; the measured exponent says how closely."""

    printed: sympy.Expr
    explicit: sympy.Expr
    trivial: sympy.Expr
    failure: sympy.Symbol
    sweeps: tuple[Sweep, ...]


@dataclass(frozen=True)
class Separation:
    """The errors of `easier` and `harder`, paired on common random numbers, along one parameter.

    `printed` is the ratio that the printed bounds suggest.
    """

    easier: Experiment
    harder: Experiment
    parameter: str
    moves: str
    values: tuple[float, ...]
    scale: sympy.Expr
    printed: sympy.Expr
    failure: sympy.Symbol
    point: Mapping[str, float]
    note: str = ""


@dataclass(frozen=True)
class MinimaxLowerBound:
    """No method beats `bound` on the hard family: every one of `experiments` must lie above it."""

    bound: sympy.Expr
    experiments: tuple[Regime, ...]


@dataclass(frozen=True)
class PrivacyGuarantee:
    """A finite mechanism is ``(epsilon, delta)``-DP.

    `law` maps an input to the probabilities of its outputs (SymPy expressions in `epsilon`); every pair in
    `neighbours` is compared exactly.
    """

    law: Mapping[Any, tuple[sympy.Expr, ...]]
    neighbours: tuple[tuple[Any, Any], ...]
    epsilon: sympy.Expr
    delta: sympy.Expr
    given: tuple[sympy.Basic, ...] = ()


@dataclass(frozen=True)
class ReportedTable:
    """Means with standard deviations, or win rates, that a sentence of the paper rests on.

    `rows` are ``(words, mean_a, sd_a, mean_b, sd_b)`` for "a exceeds b", over `seeds` runs each.
    """

    rows: tuple[tuple[str, float, float, float, float], ...]
    seeds: int
