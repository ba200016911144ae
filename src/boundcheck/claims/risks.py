"""Means of errors and minimax lower bounds on them, with the hard instances that carry these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sympy import Expr, Ge, Gt, Integer, Le, Symbol, sqrt

from .experiment import Regime
from .fields import GIVEN, Conditions, Expression, Place, Shape, Side, Word, named_as_others, of_one_name, uncallable

# A hard instance of a lower bound: a member of a logistic model, from whose parameters the check derives labels and loss.

ONE, NOTHING = Integer(1), Integer(0)


@dataclass(frozen=True)
class HardLogits(Word):
    """Members of a logistic model: every coordinate of a parameter is `half` or its negative, every combination is possible.

    A label prefers with the probability ``1/(1 + exp(-logit))``, and its logit is the product of its feature with the parameter.
    The loss is the Euclidean distance of an estimate from the parameter, and the risk its mean. So parameters go in, and logits
    and loss come out; nobody types them in. From this the check itself derives what no method beats
    (`boundcheck.minimax.labels`).

    Parameters
    ----------
    half : sympy.Expr, ``>= 0``
        Half the distance of the two values of a coordinate.
    labels : sympy.Expr, ``>= 0``
        How many labels speak of one coordinate (in the mean over coordinates); with `users`, how many of each user.
    radius : sympy.Expr or None
        The class of the claim has all parameters of norm at most this, or all parameters. That the members lie in it is an
        obligation.
    feature : sympy.Expr, ``> 0``
        The length of a feature, which lies along one coordinate. A property of the model: it may not shrink with the data.
    longest : sympy.Expr, optional
        The longest feature of the class, where that is another.
    coordinates : sympy.Expr, a whole number ``>= 1``
    epsilon : sympy.Expr, optional
        Every label is seen through an epsilon-private channel; with `users`, see there.
    delta : sympy.Expr, ``>= 0``
        For `users`.
    users : sympy.Expr, optional
        So many users have `labels` labels of every coordinate each, and a release is (epsilon, delta)-private when all
        labels of one user are replaced.
    """

    half: Expression
    labels: Expression
    radius: Expression | None
    feature: Expression = ONE
    longest: Expression | None = None
    coordinates: Expression = ONE
    epsilon: Expression | None = None
    delta: Expression = NOTHING
    users: Expression | None = None

    @property
    def logit(self) -> Expr:
        """What a label says of its coordinate: the logit is this, or its negative."""
        return self.feature * self.half

    @property
    def norm(self) -> Expr:
        """Of each of the parameters."""
        return sqrt(self.coordinates) * self.half

    @property
    def membership(self) -> tuple[Any, ...]:
        """What has to be so for the instance to lie in the class of the claim, and to be one."""
        found = [Ge(self.half, 0), Gt(self.feature, 0), Ge(self.labels, 0), Ge(self.delta, 0), Ge(self.coordinates, 1)]
        found += [] if self.radius is None else [Le(self.norm, self.radius)]
        found += [] if self.longest is None else [Le(self.feature, self.longest)]
        found += [] if self.epsilon is None else [Gt(self.epsilon, 0)]
        found += [] if self.users is None else [Ge(self.users, 0), Le(self.delta, 1)]
        return tuple(found)

    def disagreements(self) -> Iterator[tuple[str, Any]]:
        """Users without a level of privacy, a failure probability without users, features that tell nothing or shrink."""
        if self.users is not None and self.epsilon is None:
            yield "users", "goes with epsilon, the level of privacy of a user"
        if self.delta != 0 and self.users is None:
            yield "delta", "goes with users; a private channel of a label has none here"
        if self.feature.is_nonpositive:
            yield "feature", f"must be positive, got {self.feature}; a label of the logit 0 speaks of no parameter"
        if shrinking := self.shrinking({}):
            yield "feature", f"belongs to the model, and may not go with the number of data: {', '.join(shrinking)}"

    def shrinking(self, definitions: Mapping[Symbol, Expr]) -> list[str]:
        """The letters of the number of data with which the feature goes, abbreviations written out."""
        known = dict(definitions)
        counts = {s.name for e in (self.labels, self.users) if e is not None for s in e.xreplace(known).free_symbols}
        counts -= {s.name for s in self.coordinates.xreplace(known).free_symbols}
        return sorted(counts & {s.name for s in self.feature.xreplace(known).free_symbols})


# Means of errors: an upper bound of one method, and a bound that no method beats.


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
        """Two regimes of one name, or one of the name of other samples."""
        yield from of_one_name("regimes", self.regimes)
        yield from named_as_others(self.regimes)

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


# A minimax lower bound on a finite family, whose risk is computed and not drawn.


@dataclass(frozen=True)
class FamilyLowerBound(Shape):
    """No method has a smaller worst risk than `bound` on this family, at the listed points.

    Parameters
    ----------
    bound : sympy.Expr
        With every constant, in the letters of the points.
    family : callable
        ``(**point) -> (family, loss)`` of `boundcheck.minimax`; the point arrives in exact numbers.
    points : mapping of str to mapping of str to exact number
        By name, as ``{"strong privacy": {"n": 1000, "epsilon": Rational(1, 10)}}``.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    hard : tuple of HardLogits
        The family in letters, for every point: from it the check itself derives what no method beats, and at the listed
        points it has to be the family. Without one the bound stands at the listed points, and no step settles it.
    """

    bound: Expression
    family: Callable[..., Any]
    points: Mapping[str, Mapping[str, Expression]]
    given: Conditions = ()
    hard: tuple[HardLogits, ...] = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No point, one that is no number, or a family that cannot be called with it."""
        if not self.points:
            yield "points", "is empty, so nothing is computed"
        for name, point in self.points.items():
            if loose := [key for key, value in point.items() if not value.is_number]:
                yield "points", f"{name!r} has {loose[0]} = {point[loose[0]]}; write a number"
            if wrong := uncallable(self.family, (), point):
                yield "family", f"is called with the point of {name!r}: {wrong}"

    lower = True
    computed = ("bound",)
    sides = (
        Side("bound", "Compared", "worst risk >="),
        GIVEN,
    )
