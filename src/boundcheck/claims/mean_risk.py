"""Means of errors: an upper bound of one method, and a bound that no method beats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .disagreeing import of_one_name
from .experiment import Regime
from .hard_instance import HardLogits
from .kinds import Conditions, Expression
from .shape import GIVEN, Place, Shape, Side


@dataclass(frozen=True)
class ExpectationBound(Shape):
    """``E[error] <= bound`` for errors from 0 on.

    Parameters
    ----------
    printed : sympy.Expr
    ceiling : sympy.Expr or None
        What no error exceeds. Without one, samples can refute the bound, and support it only with `second_moment`.
    regimes : tuple of Regime
    given : tuple of SymPy relations
        Conditions that tie parameters together.
    second_moment : sympy.Expr, optional
        What ``E[error^2]`` does not exceed.
    """

    printed: Expression
    ceiling: Expression | None
    regimes: tuple[Regime, ...]
    given: Conditions = ()
    second_moment: Expression | None = None

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name."""
        yield from of_one_name("regimes", self.regimes)

    upper = summed_up = True
    sides = (
        Side("printed", "Tested", "mean error <="),
        Side("ceiling", "Largest error"),
        GIVEN,
    )

    @property
    def display(self) -> Any:
        """The bound."""
        return self.printed

    @property
    def without_data(self) -> Any:
        """The largest error."""
        return self.ceiling

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "printed", "ceiling", "second_moment")


@dataclass(frozen=True)
class MinimaxLowerBound(Shape):
    """No method beats `bound` on the hard family: the risk of each lies above it on some member.

    Each of `experiments` is a method of its own, on the member of the family that is worst for it. Where a method is
    tried on several members, `methods` names them: ``{"mean": ("mean, small", "mean, large")}``.

    Parameters
    ----------
    bound : sympy.Expr
    experiments : tuple of Regime
    methods : mapping of str to tuple of str
    of : {"median", "mean", "probability"}
        The risk that `bound` is a bound of: the median of the error, its mean, or the probability that it reaches
        `threshold`.
    threshold : sympy.Expr, optional
        For a probability.
    ceiling : sympy.Expr, optional
        What no error exceeds, for a mean. Without one, samples never refute the bound: a rare large error may carry it.
    given : tuple of SymPy relations
        Conditions that tie parameters together.

    hard : tuple of HardLogits
        Instances from which the check itself derives what no method beats, for ``of="mean"``. Without one samples of
        methods support the bound, and no step settles it.

    The exact Bayes risk of a finite family is the business of `FamilyLowerBound`.
    """

    bound: Expression
    experiments: tuple[Regime, ...]
    methods: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of: Literal["median", "mean", "probability"] = "median"
    threshold: Expression | None = None
    ceiling: Expression | None = None
    given: Conditions = ()
    hard: tuple[HardLogits, ...] = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name; methods of regimes that are not there, or are another's; a threshold too few or too many."""
        yield from of_one_name("experiments", self.experiments)
        if (self.of == "probability") != (self.threshold is not None):
            yield (
                "threshold",
                "goes with of='probability', and a probability needs one: that an error reaches it is counted",
            )
        if self.hard and self.of != "mean":
            yield "hard", "gives bounds on mean errors, and goes with of='mean'"
        if self.ceiling is not None and self.of != "mean":
            yield "ceiling", "goes with of='mean'; leave it out"
        known = {regime.name for regime in self.experiments}
        members = [member for names in self.methods.values() for member in names]
        for method, names in self.methods.items():
            if not names or isinstance(names, str):
                yield "methods", f"{method!r} has {names!r}; write a tuple of names of experiments"
        for member in dict.fromkeys(members):
            if member not in known:
                yield "methods", f"{member!r} is no experiment; there are {', '.join(sorted(known))}"
            elif members.count(member) > 1:
                yield "methods", f"{member!r} is there twice; an experiment belongs to one method"

    @property
    def families(self) -> dict[str, tuple[str, ...]]:
        """The names of every method's experiments."""
        taken = {member for names in self.methods.values() for member in names}
        alone = {regime.name: (regime.name,) for regime in self.experiments if regime.name not in taken}
        return {**self.methods, **alone}

    lower = True
    sides = (
        Side("bound", "Tested", "error >="),
        GIVEN,
    )

    @property
    def display(self) -> Any:
        """The bound."""
        return self.bound

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.experiments, "bound", "threshold", "ceiling")
