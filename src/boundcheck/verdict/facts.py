"""What checks and settling have to say, as values: what was found, counted, rounded and chosen; English is made of it elsewhere.

A number that a sentence shows stands here as the sentence is to show it: rounding to a side, counting and choosing are done by
who knows which side, what is counted, and why. A fact has no sentence of ours in it; `Words` are a person's.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

from .statements import Exact, Frozen


class Fact(Frozen, frozen=True, tag_field="is", tag=lambda name: name):
    """Something that was found; its sentence is the template of its class in `boundcheck.words`."""


class Words(Fact, frozen=True):
    """What a person wrote: a remark, a reason, a repair."""

    text: str


class About(Fact, frozen=True):
    """A fact about one of several things: a comparison, a condition, a claimed constant."""

    what: str
    fact: AnyFact


# ---------------------------------------------------------------- formulas
class Proved(Fact, frozen=True):
    """True on the whole domain: with the letters' own domains where the stated conditions were not enough, by these steps."""

    domain: str = ""
    steps: tuple[str, ...] = ()


class FalseAt(Fact, frozen=True):
    """False at a point, where both sides have these values; `domain` as in `Proved`."""

    point: Exact
    left: str
    right: str
    relation: str
    domain: str = ""


class NoValueAt(Fact, frozen=True):
    """A side has no value at a point; `because` says which one, and why."""

    point: Exact
    because: str
    domain: str = ""


class UnknownFunctions(Fact, frozen=True):
    """Of these functions nothing is known, so that nobody can tell."""

    names: tuple[str, ...]


class NotRead(Fact, frozen=True):
    """The provers cannot read it, with their reason."""

    error: str


class NotDecided(Fact, frozen=True):
    """None of so many methods decides it; whether a longer search is to be had; `because` is the provers' reason, if they know."""

    methods: int
    longer: bool
    domain: str = ""
    because: str = ""


class WithoutConditions(Fact, frozen=True):
    """It was tried without the conditions on sums of unknown length, which the provers do not read."""


# ---------------------------------------------------------------- instances and definitions
class NoDimension(Fact, frozen=True):
    """Vectors of dimension 0 are a single instance, so that nothing was searched."""


class ConditionsBroken(Fact, frozen=True):
    """An instance breaks conditions of the statement."""

    conditions: tuple[str, ...]


class NoValueAtInstances(Fact, frozen=True):
    """A side has no value at so many of the instances that were looked at."""

    instances: int


class NoViolation(Fact, frozen=True):
    """None of so many instances violates it; the ratio of its sides is at most the `largest` there."""

    evaluations: int
    largest: str


class FalseAtInstance(Fact, frozen=True):
    """An instance violates what the claim says in `words`; `exact` where its sides are no floats."""

    exact: bool
    left: str
    right: str
    words: str


class NotViolated(Fact, frozen=True):
    """The instance at hand violates nothing."""


class NearlyEqual(Fact, frozen=True):
    """An instance comes within one percent of equality."""


class Computed(Fact, frozen=True):
    """A definition has a value on all of so many instances."""

    instances: int


class Values(Fact, frozen=True):
    """Instances of a definition, and its value on each."""

    values: tuple[tuple[str, str], ...]


class UndefinedAt(Fact, frozen=True):
    """A definition has no value on an instance."""

    instance: str


class Degenerate(Fact, frozen=True):
    """A definition has the same value, 0 or infinity, on every instance."""

    value: str


class NoRealValue(Fact, frozen=True):
    """Values of these kinds cannot be judged; without a kind, numbers that are not real."""

    kinds: tuple[str, ...]


class DefinedHere(Fact, frozen=True):
    """A display says what a letter stands for."""

    letter: str


# ---------------------------------------------------------------- guarantees of privacy
class GuaranteeBroken(Fact, frozen=True):
    """At a point some neighbours are told apart as only an epsilon of `at_least` allows, above the guarantee."""

    at: str
    adjacency: str
    at_least: str
    epsilon: str


class GuaranteeInBracket(Fact, frozen=True):
    """At a point the guarantee lies between the epsilons that the accountant is sure of."""

    at: str
    adjacency: str
    epsilon: str
    low: str
    high: str


class Guaranteed(Fact, frozen=True):
    """The accountant guarantees it at so many points, where epsilon is `least` to `most` times what is needed, if that is known."""

    points: int
    adjacencies: tuple[str, ...]
    least: str = ""
    most: str = ""


class DeltaOfOne(Fact, frozen=True):
    """Delta is at least 1 there, which every mechanism has; everywhere without a place."""

    at: str = ""


class EventLikelier(Fact, frozen=True):
    """In a regime an event occurs in `hits` against `base` of `runs` on two neighbours: epsilon is `at_least` so much."""

    regime: str
    adjacency: str
    event: str
    hits: int
    base: int
    runs: int
    at_least: str
    epsilon: str


class RunsSeeNothing(Fact, frozen=True):
    """So few runs would not have seen any epsilon."""


class NeighboursAlike(Fact, frozen=True):
    """None of so many pairs is told apart by more than is allowed; an epsilon of `seen` would have been seen."""

    pairs: int
    adjacency: str
    seen: str
    epsilon: str


# ---------------------------------------------------------------- bounds that no method beats
class HardInstance(Frozen, frozen=True):
    """A hard instance for which the check derives what no method beats: its fields as formulas; empty where it has none."""

    coordinates: str
    half: str
    radius: str
    labels: str
    users: str
    feature: str
    logit: str
    epsilon: str
    delta: str


class FeatureShrinks(Fact, frozen=True):
    """The feature of a hard instance goes with the number of data, through these letters."""

    feature: str
    letters: str


class NoMember(Fact, frozen=True):
    """At a point a hard instance is no member of the model: the condition is false there."""

    at: str
    condition: str


class RiskBelow(Fact, frozen=True):
    """The risk of these methods lies below the bound on the whole hard family."""

    of: str
    methods: tuple[str, ...]


class RisksAbove(Fact, frozen=True):
    """The risk of each method lies above the bound; one more than `times` as large would have been refuted, if that is known."""

    of: str
    methods: tuple[str, ...]
    times: str
    hard: tuple[HardInstance, ...]


class NoUpperEnd(Fact, frozen=True):
    """The intervals of the risks of these methods have no upper end."""

    of: str
    methods: tuple[str, ...]


class RuleBeatsBound(Fact, frozen=True):
    """At a point a Bayes rule has at most this risk on the whole family, below the bound."""

    at: str
    rule: str
    bound: str


class PriorsOpen(Fact, frozen=True):
    """At these points no prior that was tried decides."""

    points: tuple[str, ...]


class AnotherFamily(Fact, frozen=True):
    """At these points the hard instance is not the family."""

    points: tuple[str, ...]


class BayesRiskAbove(Fact, frozen=True):
    """The Bayes risk lies above the bound at so many points, which could be `least` to `most` times as large there."""

    points: int
    least: str
    most: str
    hard: tuple[HardInstance, ...]


class BoundBelowZero(Fact, frozen=True):
    """At a point the bound is so small that every risk satisfies it."""

    at: str
    bound: str


# ---------------------------------------------------------------- tables
class DifferencesShown(Fact, frozen=True):
    """So many of the differences of a table are significant, and what it would take to show the others.

    Parameters
    ----------
    level, power : str
        In percent.
    needed : int or None
        Units that a test of its own would need for each of the others; None where no number shows a difference of 0.
    """

    shown: int
    rows: int
    level: str
    power: str = ""
    units: str = ""
    needed: int | None = None
    seeds: int = 0


class SizeToShow(Fact, frozen=True):
    """What a test of a comparison would take at this power: so many units in place of those that there were."""

    comparison: str
    power: str
    needed: int
    units: str
    seeds: int


class TrialsToShow(Fact, frozen=True):
    """What a test of a comparison would take at this power: so many times as many trials."""

    comparison: str
    power: str
    times: int


class TableSaysOpposite(Fact, frozen=True):
    """The table itself has these comparisons the other way round."""

    comparisons: tuple[str, ...]


class NoiseEnough(Fact, frozen=True):
    """Under these settings, of so many that were tried, the noise of all cells guarantees its epsilon."""

    settings: tuple[str, ...]
    cells: int
    adjacencies: tuple[str, ...]
    tried: int


class NoiseTooLittle(Fact, frozen=True):
    """Under each of so many settings some noise is too little; under the best this one, which gives an epsilon of `at_least`."""

    tried: int
    settings: str
    noise: str
    cell: str
    at_least: str
    adjacency: str


class NoiseOpen(Fact, frozen=True):
    """Under the best settings the digits that are printed do not tell whether the noise of these cells is enough."""

    settings: str
    cells: tuple[str, ...]


class NoiseFit(Fact, frozen=True):
    """How the table compares with the least noise under the best of so many settings.

    Parameters
    ----------
    verdict : {"reproduced", "false", "open"}
        Open where other sets of Rényi orders give other noise.
    factor : {"one", "common", "by column"}
    misfit, tolerance : str
        By which factor it is off at most, and which factors are told apart.
    second, second_misfit : str
        The next best settings, if there are any.
    """

    verdict: Literal["reproduced", "false", "open"]
    settings: str
    tried: int
    cells: int
    factor: Literal["one", "common", "by column"]
    misfit: str
    tolerance: str
    second: str = ""
    second_misfit: str = ""


class AnyTableFits(Fact, frozen=True):
    """Every cell has a factor of its own."""


# ---------------------------------------------------------------- several methods
class PlacesChange(Fact, frozen=True):
    """One method is below another up to a value of the parameter and above it from another value on."""

    first: str
    second: str
    parameter: str
    below: str
    above: str


class AnotherIsBest(Fact, frozen=True):
    """At a value another method than the one said to be best has the smaller error."""

    parameter: str
    at: str
    better: str
    at_most: str
    claimed: str
    at_least: str


class BestMethods(Fact, frozen=True):
    """Which of so many methods has the smallest error, from which value to which."""

    methods: int
    parameter: str
    best: tuple[tuple[str, str, str], ...]


# ---------------------------------------------------------------- results that are used, lines of others
class Instance(Fact, frozen=True):
    """An instance of another result, of whose conditions so many are proved."""

    of: str
    conditions: int


class NoSuchResult(Fact, frozen=True):
    """No step before it and no used result has this name."""

    called: str


class NoSuchLetter(Fact, frozen=True):
    """The used result has no such letters."""

    of: str
    letters: tuple[str, ...]


class PerhapsNotWhole(Fact, frozen=True):
    """Whether these values of letters that stand for whole numbers are whole was not tried."""

    of: str
    values: tuple[str, ...]


class NoFormula(Fact, frozen=True):
    """The used result is no formula from which a display could be proved."""

    of: str


class Quoted(Fact, frozen=True):
    """A fact of a line of others; of one that the page calls wrong `disputed`."""

    fact: AnyFact
    disputed: bool


# ---------------------------------------------------------------- exact privacy
class Neighbours(Fact, frozen=True):
    """Which inputs are neighbours, in the claim's words; some pairs that are not, and how many more there are."""

    words: str
    apart: tuple[tuple[str, str], ...] = ()
    more: int = 0


class ExactPrivacy(Fact, frozen=True):
    """All comparisons of a finite mechanism are proved: pairs, for each so many outputs (or sets of them), sums and signs."""

    comparisons: int
    pairs: int
    outputs: int
    sets: bool
    sums: int
    signs: int
    neighbours: Neighbours
    domain: str = ""


class WorstComparison(Fact, frozen=True):
    """The comparison of a finite mechanism that is not proved."""

    comparison: str
    fact: AnyFact
    neighbours: Neighbours


class TooManySets(Fact, frozen=True):
    """So many outputs have too many sets to compare one by one."""

    outputs: int


def _all_of(names: dict[str, Any]) -> Any:
    """The union of the facts among these names."""
    return reduce(or_, (kind for kind in names.values() if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact))


if TYPE_CHECKING:
    AnyFact = Fact
else:  # every class above, for whoever reads a record
    AnyFact = _all_of(dict(vars()))
