"""Bounds on what is sampled: with a probability, at every round, from below, or given by the method itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import sympy

from .experiment import Axis, Choice, Experiment, Mutant, Regime
from .fields import (
    FAILURE,
    GIVEN,
    Conditions,
    Errors,
    Expression,
    Malformed,
    Place,
    Point,
    Sampled,
    Shape,
    Side,
    Statement,
    Total,
    Trivial,
    Word,
    expression,
    fitted,
    named_as_others,
    no_probability,
    of_one_name,
    twice,
)
from .formulas import Inequality
from .values import name_of

# Why no constant saves a bound: an instance whose error does not vanish while the printed rate does.


@dataclass(frozen=True)
class FiniteLaw(Word):
    """A finite instance as an exact law, which a check enumerates itself.

    Parameters
    ----------
    outcomes : callable
        ``() -> iterable``: every data set of the instance, or every class of data sets with one error.
    error : callable
        ``outcome -> number``: the error on that data set, or an exact lower bound of it.
    probability : callable, optional
        ``outcome -> number``: exact; they sum to 1. Without one, every outcome must have an error above 0.
    """

    outcomes: Callable[[], Any]
    error: Callable[[Any], Any]
    probability: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class Collapse(Word):
    """An instance on which the printed rate falls below an error that is too likely, whatever its constant.

    The error rests on an enumeration that the check carries out, or on inequalities that it proves; and it is drawn
    in the instance itself, where a sample without it stops the refutation.

    Parameters
    ----------
    words : str
    constant : sympy.Symbol
        Stands for any constant ``>= 1``.
    point : mapping of Symbol to sympy.Expr
        The exact instance; a value may depend on `constant`.
    error : FiniteLaw or Inequality
        The law of the error on the instance; or a proved line, of which the left side, which may depend on
        `constant`, is the least error.
    experiment : experiment
        Draws the error of the instance, at its point for ``constant = 1``.
    likely : Inequality, optional
        Beside an error that is a line: one of which the left side is the least probability of that error. Without
        one every data set has it.
    rests_on : tuple of statements
        Further lines of the argument; all of them are proved.
    beside : sympy.Expr
        What the page adds to the rate without a constant in front.
    unit : sympy.Expr
        What the error of the experiment is measured in; 0 where any error above 0 counts, for a constant that is
        one over the least error.
    more : mapping
        Entries of the experiment's point that no expression speaks of.
    """

    words: str
    constant: sympy.Symbol
    point: Mapping[sympy.Symbol, Expression]
    error: FiniteLaw | Inequality
    experiment: Sampled
    likely: Inequality | None = None
    rests_on: tuple[Statement, ...] = ()
    beside: Expression = sympy.S.Zero
    unit: Expression = sympy.S.One
    more: Point = field(default_factory=dict)


# ``P(error <= bound) >= 1 - failure``, and an instance that refutes every constant of a rate.


@dataclass(frozen=True)
class HighProbabilityBound(Shape):
    """``P(error <= bound) >= 1 - failure``.

    Parameters
    ----------
    printed : sympy.Expr, or mapping of str to sympy.Expr
        The printed rate without its unspecified constant: its terms by name, of which it is the sum.
    explicit : sympy.Expr, or mapping of str to sympy.Expr
        The version with every constant worked out; it is what is tested for real. Its terms have the names of the
        printed ones.
    constant : sympy.Expr
        ``explicit <= constant * printed`` has been proved.
    trivial : sympy.Expr
        What holds without any data; a bound above it says nothing.
    failure : sympy.Symbol
    regimes : tuple of Regime
    mutants : tuple of Mutant
        False methods, and false bounds beside those that are made from the terms of `explicit`.
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
        `Letter.domain`.
    probes : tuple of Regime
        Settings in which a term of the bound is nearly attained, for the false versions that are made from it alone.
    follow : callable, optional
        ``**point -> dict``: entries of the point that depend on the searched and the fixed ones, as the least n that the
        conditions admit, or a quantity of the world that is searched over. Defined at the top of its file.
    terms : mapping of str to pair of sympy.Expr
        Made from `explicit` and `printed` where these are given term by term: each of the one and of the other. The
        constant of each is looked for, and proved.
    """

    printed: Total
    explicit: Total
    constant: Expression
    trivial: Trivial
    failure: Expression
    regimes: tuple[Regime, ...]
    mutants: tuple[Mutant, ...] = ()
    search: tuple[Axis | Choice, ...] = ()
    instance: Callable[..., Experiment] | None = None
    fixed: Point = field(default_factory=dict)
    collapse: Collapse | None = None
    given: Conditions = ()
    follow: Callable[..., Mapping[str, Any]] | None = None
    terms: Mapping[str, tuple[Expression, Expression]] = field(default_factory=dict)
    probes: tuple[Regime, ...] = ()

    def __post_init__(self) -> None:
        """The pairs of terms, where both sides have names; then the fields by themselves and together."""
        sides = (self.explicit, self.printed)
        if any(isinstance(side, Mapping) for side in sides):
            if not all(isinstance(side, Mapping) for side in sides) or self.explicit.keys() != self.printed.keys():
                names = " against ".join(", ".join(side) if isinstance(side, Mapping) else "no names" for side in sides)
                raise Malformed("HighProbabilityBound", "explicit", f"has not the terms of `printed`: {names}")
            pairs = {name: (self.explicit[name], self.printed[name]) for name in self.printed}
            object.__setattr__(
                self, "terms", {} if self.collapse else pairs
            )  # where no constant will do, no term has one
        super().__post_init__()

    def placed(self, searched: Mapping[str, Any]) -> dict[str, Any]:
        """The whole point of a worst-case search: what was searched, what is fixed, and what follows from both."""
        point = {**self.fixed, **searched}
        return point if self.follow is None else {**point, **self.follow(**point)}

    @classmethod
    def of(
        cls, bound: Any, *, failure: Any, trivial: Any, regimes: tuple[Regime, ...], **rest: Any
    ) -> HighProbabilityBound:
        """A bound that is printed with its constants, so that the printed version is the explicit one."""
        shown = fitted(cls.__name__, "bound", expression, bound)
        return cls(shown, shown, sympy.Integer(1), trivial, failure, regimes, **rest)

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two things of one name, a failure probability that is none, a constant that is none, half a search."""
        yield from of_one_name("regimes", self.regimes)
        yield from of_one_name("mutants", self.mutants)
        yield from of_one_name("probes", self.probes)
        yield from named_as_others(self.regimes)
        yield from no_probability("failure", self.failure)
        if self.constant.is_nonpositive:
            yield (
                "constant",
                f"{self.constant} is no constant for a bound; it is what `explicit` is over `printed` at most",
            )
        for mutant in self.mutants:
            unchanged = any(mutant.regime.experiment == regime.experiment for regime in self.regimes)
            if unchanged and mutant.bound in (None, self.explicit):
                yield (
                    "mutants",
                    f"{mutant.name!r} changes nothing; give it a false bound, or a regime with a false method",
                )
        if bool(self.search) != (self.instance is not None):
            yield "instance", "a worst-case search needs both: axes in `search`, and `instance`, **point -> Experiment"
        if self.follow is not None and self.instance is None:
            yield "follow", "goes with `search`: it completes the points of a worst-case search"
        for place, name in enumerate(("explicit", "printed") if self.terms else ()):
            if sympy.expand(getattr(self, name) - sympy.Add(*(pair[place] for pair in self.terms.values()))) != 0:
                yield "terms", f"they do not sum to `{name}`"

    upper = quantile = summed_up = True
    sides = (
        Side("explicit", "Tested", "error <="),
        Side("printed", "Rate, without constant"),
        Side("trivial", "Trivial bound"),
        FAILURE,
        GIVEN,
    )

    @property
    def display(self) -> Any:
        """The printed shape."""
        return self.printed

    @property
    def open_constant(self) -> Any:
        """The constant, unless the bound is printed with it."""
        return None if self.printed == self.explicit else self.constant

    @property
    def without_data(self) -> Any:
        """The trivial bound."""
        return self.trivial

    def stations(self) -> Iterator[Place]:
        """Its regimes and probes, and where each false version has to be seen."""
        bounds = self.formulas("printed", "explicit", "trivial", "failure")
        for regime in (*self.regimes, *self.probes):
            yield (regime.name,), regime.experiment, regime.point, bounds
        for mutant in self.mutants:
            false = {} if mutant.bound is None else {"explicit": mutant.bound}
            yield (mutant.name,), mutant.regime.experiment, mutant.regime.point, bounds | false


# Lower bounds on a mean and on a probability, of one method on one law.


@dataclass(frozen=True)
class ExpectationLowerBound(Shape):
    """``E[error] >= bound``.

    Parameters
    ----------
    bound : sympy.Expr
    regimes : tuple of Regime
    ceiling : sympy.Expr, optional
        What no error exceeds. Without one, samples can support the bound, by errors that are cut off, and never refute it:
        a rare large error may carry the mean.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    bound: Expression
    regimes: tuple[Regime, ...]
    ceiling: Expression | None = None
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name."""
        yield from of_one_name("regimes", self.regimes)

    lower = True
    sides = (
        Side("bound", "Tested", "mean error >="),
        Side("ceiling", "Largest error"),
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "bound", "ceiling")


@dataclass(frozen=True)
class ProbabilityLowerBound(Shape):
    """``P(error >= threshold) >= bound``.

    Parameters
    ----------
    threshold, bound : sympy.Expr
    regimes : tuple of Regime
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    threshold: Expression
    bound: Expression
    regimes: tuple[Regime, ...]
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name, and a probability that is none."""
        yield from of_one_name("regimes", self.regimes)
        if self.bound.is_number and not 0 <= self.bound <= 1:
            yield "bound", f"must lie in [0, 1], got {self.bound}"

    lower = True
    sides = (
        Side("bound", "Tested: probability at least"),
        Side("threshold", "Of", "error >="),
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "bound", "threshold")


# Bounds that hold at every round up to the last one at once: on an error, and on regret.


@dataclass(frozen=True)
class Paths(Word):
    """An experiment whose error is followed over rounds.

    Parameters
    ----------
    paths : callable
        ``(rng, repeats, **point) -> ndarray of shape (repeats, len(rounds))``: the error, or the regret so far, at each
        of `rounds`. Defined at the top of its file, so that other processes find it.
    rounds : tuple of int
        Increasing, from 1 or later: ``tuple(range(1, T + 1))`` follows every round.
    """

    paths: Errors
    rounds: tuple[int, ...]

    def along(self, rng: Any, repeats: int, **point: Any) -> Any:
        """The paths of `repeats` replicates."""
        return np.asarray(self.paths(rng, repeats, **point), float)

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """The largest error of each replicate."""
        found = self.along(rng, repeats, **point)
        if found.shape != (repeats, len(self.rounds)):
            raise ValueError(
                f"paths of shape {found.shape} for {repeats} repeats and {len(self.rounds)} rounds; return one row per "
                f"replicate and one column per round"
            )
        return {"error": found.max(axis=1)}

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Rounds that do not increase from 1 on."""
        yield from _increasing(self.rounds)


@dataclass(frozen=True)
class _InEveryRound(Shape):
    """A bound at all the rounds that its experiments follow, at once; not of what."""

    bound: Expression
    round: sympy.Symbol
    failure: Expression
    trivial: Trivial
    regimes: tuple[Regime, ...]
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name, a point that fixes the round, an experiment without rounds."""
        for name in twice(map(name_of, self.regimes)):
            yield "regimes", f"two are called {name!r}; give each a name of its own"
        if self.failure.is_number and not 0 < self.failure < 1:
            yield "failure", f"must lie in (0, 1), got {self.failure}"
        for condition in self.given:
            if self.round in condition.free_symbols:
                yield "given", f"{condition} speaks of the round {self.round}; list the rounds in Paths(paths, rounds)"
        for regime in self.regimes:
            along: Callable[..., Any] | None = getattr(regime.experiment, "along", None)
            if not callable(along) or not hasattr(regime.experiment, "rounds"):
                yield "regimes", f"{regime.name!r} does not follow rounds; write Paths(paths, rounds)"
            if self.round.name in regime.point:
                yield "regimes", f"the point of {regime.name!r} fixes {self.round.name!r}, which runs over the rounds"

    summed_up = True
    sides = (
        Side("bound", "Tested, in the rounds that are run", "error <="),
        Side("trivial", "Trivial bound"),
        FAILURE,
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes, each at its last round."""
        for regime in self.regimes:
            last = self.bound.xreplace({self.round: sympy.Integer(regime.experiment.rounds[-1])})
            yield (regime.name,), regime.experiment, regime.point, self.formulas("failure", "trivial") | {"bound": last}


@dataclass(frozen=True)
class UniformBound(_InEveryRound):
    """``P(error_t <= bound(t) for all t at once) >= 1 - failure``, for the rounds that the experiment follows.

    Parameters
    ----------
    bound : sympy.Expr
        With every constant, in `round` and the letters of the points.
    round : sympy.Symbol
        The letter of the round.
    failure : sympy.Expr
    trivial : sympy.Expr
        What no error exceeds at the last round, without any data.
    regimes : tuple of Regime
        Their experiments are `Paths`, or have ``rounds`` and ``along(rng, repeats, **point)`` as `Paths` has.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
        None of them speaks of the round, which runs over those of the experiment. Of later rounds nothing is tested.
    """


@dataclass(frozen=True)
class RegretBound(_InEveryRound):
    """``P(sum of (best - played) over the rounds s <= t is at most bound(t), for all t at once) >= 1 - failure``.

    The paths are cumulative and never fall, so that listed rounds speak of those between them as well: what is
    above the bound's value at the listed round before may have crossed it on the way.

    Parameters
    ----------
    bound, round, failure, trivial, regimes, given
        As for `UniformBound`; the paths are the regret so far.
    """


def _increasing(rounds: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    if not rounds or rounds[0] < 1 or any(a >= b for a, b in pairwise(rounds)):
        shown = f"{rounds[:4]}..." if len(rounds) > 4 else str(rounds)
        yield "rounds", f"must increase from 1 or later, got {shown}; write tuple(range(1, T + 1)) for every round"


# Bounds that a method gives of its own error: a width returned beside the estimate.


@dataclass(frozen=True)
class Widths(Word):
    """An experiment that returns each error with the width that the method claims for it.

    Parameters
    ----------
    draws : callable
        ``(rng, repeats, **point) -> (errors, widths)``, two ndarrays of shape (repeats,). Defined at the top of its file.
    """

    draws: Errors

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """Errors and widths of `repeats` replicates."""
        error, width = self.draws(rng, repeats, **point)
        return {
            "error": np.asarray(error, float),
            "width": np.broadcast_to(np.asarray(width, float), (repeats,)).copy(),
        }


@dataclass(frozen=True)
class WidthBound(Shape):
    """``P(error <= factor * width) >= 1 - failure``, where the width is computed from the data.

    A width of zero, or below, covers an error of zero at most: it is a violation of the bound, not a draw that is left out.

    Parameters
    ----------
    failure : sympy.Expr
    trivial : sympy.Expr
        A width that would always do; a typical width above half of it says little.
    regimes : tuple of Regime
        Their experiments return a column ``width`` beside ``error``, as `Widths` does.
    factor : sympy.Expr
        1 where the width is claimed as it is.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    failure: Expression
    trivial: Trivial
    regimes: tuple[Regime, ...]
    factor: Expression = 1
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name, a failure probability or a factor that is none."""
        for name in twice(map(name_of, self.regimes)):
            yield "regimes", f"two are called {name!r}; give each a name of its own"
        if self.failure.is_number and not 0 < self.failure < 1:
            yield "failure", f"must lie in (0, 1), got {self.failure}"
        if self.factor.is_nonpositive:
            yield "factor", f"must be positive, got {self.factor}"

    sides = (
        Side("factor", "Tested: error over width at most"),
        Side("trivial", "Trivial width"),
        FAILURE,
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "failure", "trivial", "factor")
