"""``P(error <= bound) >= 1 - failure``, and an instance that refutes every constant of a rate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from .disagreeing import no_probability, of_one_name
from .experiment import Axis, Choice, Experiment, Mutant, Regime
from .fields import Malformed, fitted
from .kinds import Conditions, Expression, Point, Total, Trivial, expression
from .no_constant import Collapse
from .shape import FAILURE, GIVEN, Place, Shape, Side

# With these begin the names of the other samples of a bound: a regime called so would be judged by them.
TAKEN = ("mutant: ", "probe: ", "corner: ", "beside the corner: ")


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
        for name in (regime.name for regime in self.regimes if regime.name.startswith(TAKEN)):
            yield "regimes", f"{name!r} is what samples of another kind are called; give it a name of its own"
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
