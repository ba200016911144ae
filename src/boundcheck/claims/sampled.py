"""Statements that samples speak about: probabilities, expectations, rates, mechanisms, tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import sympy

from .experiment import Axis, Choice, Experiment, Mutant, Regime, Sweep
from .fields import Shape, Word, fitted, name_of, twice
from .kinds import Conditions, Expression, Point, Sampled, Statement, Trivial, expression
from .scalar import Inequality


@dataclass(frozen=True)
class InstanceInequality(Shape):
    """``lhs(instance) <= rhs(instance)`` for every instance of a family.

    Parameters
    ----------
    words : str
    dimension : int
        Length of the real vectors that parametrise the family.
    instance : callable
        ``ndarray (dimension,) of floats or Fractions -> dict``; total, so that every vector is an instance.
    lhs, rhs : callable
        ``dict -> number``. With rational operations alone, Fractions give the exact value; with SymPy's sqrt, exp and log,
        balls enclose it. What ends in floats, as with those of `math`, refutes by more than a margin alone, and the
        verdict says "in floating point".
    given : tuple of SymPy relations
        What is so of every instance, in letters: a step that settles the statement may start from these, and from no
        other condition. An instance that breaks one leaves the statement open.
    letters : callable, optional
        ``dict -> dict``: the numbers of `given`, by name; of a row of numbers ``x[1]``, ``x[2]``, ... a sequence.
    """

    words: str
    dimension: int
    instance: Callable[..., dict]
    lhs: Callable[[dict], Any]
    rhs: Callable[[dict], Any]
    given: Conditions = ()
    letters: Callable[[dict], Mapping[str, Any]] | None = None

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Conditions that no instance is put to, or letters without a condition."""
        if bool(self.given) != (self.letters is not None):
            yield "letters", "goes with `given`: every instance is put to the conditions, which takes the values of their letters"


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


@dataclass(frozen=True)
class HighProbabilityBound(Shape):
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
        `Parameter.domain`.
    probes : tuple of Regime
        Settings in which a term of the bound is nearly attained, for the false versions that are made from it alone.
    follow : callable, optional
        ``**point -> dict``: entries of the point that depend on the searched and the fixed ones, as the least n that the
        conditions admit, or a quantity of the world that is searched over. Defined at the top of its file.
    terms : mapping of str to pair of sympy.Expr
        Named terms, each of the explicit version and of the printed rate, of which they are the sums: the constant of
        each is looked for, and proved.
    """

    printed: Expression
    explicit: Expression
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
        yield from _named("regimes", self.regimes)
        yield from _named("mutants", self.mutants)
        yield from _named("probes", self.probes)
        yield from _probability("failure", self.failure)
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
        yield from _named("regimes", self.regimes)


@dataclass(frozen=True)
class Scaling(Shape):
    """The error follows the printed rate along each sweep; the measured exponent says how closely.

    Parameters
    ----------
    printed, explicit : sympy.Expr
        The rate, and the version with every constant worked out.
    trivial : sympy.Expr
    failure : sympy.Expr
    sweeps : tuple of Sweep
    given : tuple of SymPy relations
        Conditions that tie parameters together.
    constant : sympy.Expr, optional
        Of which ``explicit <= constant * printed`` is to be proved, where an error outgrows the rate on a sweep as the
        explicit version does. Without one, constants that the sweep suggests are tried.
    """

    printed: Expression
    explicit: Expression
    trivial: Trivial
    failure: Expression
    sweeps: tuple[Sweep, ...]
    given: Conditions = ()
    constant: Expression | None = None

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Sweeps of one name or too short, or a failure probability that is none."""
        yield from _named("sweeps", self.sweeps)
        yield from _probability("failure", self.failure)
        for sweep in self.sweeps:
            if len(set(sweep.values)) < 2:
                yield "sweeps", f"{sweep.parameter!r} has {len(set(sweep.values))} value; a slope takes two or more"


@dataclass(frozen=True)
class Separation(Shape):
    """The errors of `easier` and `harder`, paired on common random numbers, along one parameter.

    `printed` is the ratio that the printed bounds suggest; `given` are conditions that tie parameters together.
    """

    easier: Sampled
    harder: Sampled
    parameter: str
    moves: str
    values: tuple[float, ...]
    scale: Expression
    printed: Expression
    failure: Expression
    point: Point
    note: str = ""
    given: Conditions = ()


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

    The exact Bayes risk of a finite family is the business of `FamilyLowerBound`.
    """

    bound: Expression
    experiments: tuple[Regime, ...]
    methods: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of: Literal["median", "mean", "probability"] = "median"
    threshold: Expression | None = None
    ceiling: Expression | None = None
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name; methods of regimes that are not there, or are another's; a threshold too few or too many."""
        yield from _named("experiments", self.experiments)
        if (self.of == "probability") != (self.threshold is not None):
            yield (
                "threshold",
                "goes with of='probability', and a probability needs one: that an error reaches it is counted",
            )
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


@dataclass(frozen=True)
class PrivacyGuarantee(Shape):
    """A finite mechanism is ``(epsilon, delta)``-DP.

    `law` maps an input to the probabilities of its outputs (SymPy expressions in `epsilon`); every pair in
    `neighbours` is compared exactly. `in_turn`, `repeated` and `subsampled` give the laws of composed, adaptive and
    subsampled releases. `adjacency` says whose data differs between neighbours, and how, as ``str(LABEL_REPLACED)`` of
    `boundcheck.privacy`; it is said in the verdict.
    """

    law: Mapping[Any, tuple[Expression, ...]]
    neighbours: tuple[tuple[Any, Any], ...]
    epsilon: Expression
    delta: Expression
    given: Conditions = ()
    adjacency: str = ""

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Numbers that are no privacy level, laws of different length, and neighbours that have no law."""
        yield from _within("epsilon", self.epsilon, 0, sympy.oo, "epsilon >= 0; write a letter, or a number from 0 on")
        yield from _within("delta", self.delta, 0, 1, "0 <= delta <= 1; write 0 for pure privacy, or a letter")
        if not self.law or not self.neighbours:
            yield "law" if not self.law else "neighbours", "is empty, so nothing is compared"
        if len({len(probabilities) for probabilities in self.law.values()}) > 1:
            yield (
                "law",
                "has rows of different length; give every output a place in each, with probability 0 if need be",
            )
        for pair in self.neighbours:
            for source in pair:
                if source not in self.law:
                    yield "neighbours", f"{source!r} has no law; there are {', '.join(map(repr, self.law))}"


@dataclass(frozen=True)
class ReportedTable(Shape):
    """Means with standard deviations, or win rates, that a sentence of the paper rests on.

    `rows` are ``(words, mean_a, sd_a, mean_b, sd_b)`` for "a exceeds b", over `seeds` runs each. Where a mean is
    taken over other things than runs, `units` is what a report calls them, in the plural.
    """

    rows: tuple[tuple[str, float, float, float, float], ...]
    seeds: int
    units: str = "seeds"

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No row, or too few runs for a standard deviation."""
        if not self.rows:
            yield "rows", "is empty, so nothing is compared"
        if self.seeds < 2:
            yield "seeds", f"a standard deviation takes two runs or more, got {self.seeds}"
        if not self.units.strip():
            yield "units", "is empty; say what is repeated, such as 'prompts'"


def _named(field_name: str, things: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    """Complaints about a tuple of named things of which two have one name."""
    for name in twice(map(name_of, things)):
        yield field_name, f"two are called {name!r}; give each a name of its own"


def _within(field_name: str, value: sympy.Expr, low: Any, high: Any, rule: str) -> Iterator[tuple[str, str]]:
    """A complaint about a number outside its range; a letter is judged where the conditions hold."""
    if value.is_number and not (value.is_extended_real and low <= value <= high):
        said, _, way_out = rule.partition("; ")
        yield field_name, f"must satisfy {said}, got {value}; {way_out}"


def _probability(field_name: str, value: sympy.Expr) -> Iterator[tuple[str, str]]:
    """A complaint about a number that is no probability; a letter is judged at the points."""
    if value.is_number and not 0 < value < 1:
        yield field_name, f"must lie in (0, 1), got {value}"
