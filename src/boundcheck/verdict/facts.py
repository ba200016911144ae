"""What checks and settling have to say, as values: what was found, counted, rounded and chosen; English is made of it elsewhere.

A number that a sentence shows stands here as the sentence is to show it: rounding to a side, counting and choosing are done by
who knows which side, what is counted, and why. A fact has no sentence of ours in it; `Words` are a person's.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

from .values import Count, Exact, Extended, Frozen, Sampled


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
    """None of so many methods decides it; whether a longer search is to be had; `because` is the provers' reason, if they know.

    The sides lie closest at `tightest`, of the points that were looked at, where the smaller one is `share` of the larger one.
    """

    methods: int
    longer: bool
    domain: str = ""
    because: str = ""
    tightest: Exact | None = None
    share: float | None = None


class WithoutConditions(Fact, frozen=True):
    """It was tried without the conditions on sums of unknown length, which the provers do not read."""


# ---------------------------------------------------------------- what is true and says nothing
class OneExpression(Fact, frozen=True):
    """One expression stands on both sides."""


class AmongConditions(Fact, frozen=True):
    """What is stated is among its own conditions, as it stands, in a stricter form, or in another one."""

    form: Literal["same", "stricter", "another"]


class OnePoint(Fact, frozen=True):
    """The conditions leave one point."""

    point: Exact


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


# ---------------------------------------------------------------- means under every law
class LawAbove(Fact, frozen=True):
    """At a point a law with the stated moments has a larger mean than the bound."""

    at: str
    law: str
    mean: str
    bound: str


class LawsOpen(Fact, frozen=True):
    """At a point no law that was found exceeds the bound, and no multipliers were proved; `mean` is the largest found."""

    at: str
    mean: str
    bound: str


class EveryLawBelow(Fact, frozen=True):
    """No law exceeds the bound at so many points; the worst one found has the share `most` of it, if it is known."""

    points: int
    most: str = ""


class ProbabilityOfOne(Fact, frozen=True):
    """At a point a probability is bounded by 1 or more."""

    at: str


class LawsUnread(Fact, frozen=True):
    """At a point a formula has no value somewhere in the interval, or the event has an edge that is no fraction."""

    at: str


class NoSuchLaw(Fact, frozen=True):
    """At a point no law that was looked at has the stated moments."""

    at: str


# ---------------------------------------------------------------- first-order methods
class FunctionAbove(Fact, frozen=True):
    """At a point some function of the class takes the method beyond the bound."""

    of: str  # "value", the last one less the least, or "gradient", the squared norm of the last one
    at: str
    reached: str
    bound: str


class MethodOpen(Fact, frozen=True):
    """At a point the bound lies between what some function reaches and what is proved for all, where those are known."""

    of: str  # "value", the last one less the least, or "gradient", the squared norm of the last one
    at: str
    bound: str
    reached: str = ""
    proved: str = ""


class MethodBelow(Fact, frozen=True):
    """No function exceeds the bound at so many points; the worst one found has the share `most` of it, if it is known."""

    of: str  # "value", the last one less the least, or "gradient", the squared norm of the last one
    points: int
    most: str = ""


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
    letters: tuple[str, ...]


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


# ---------------------------------------------------------------- samples
class RepeatsNeeded(Frozen, frozen=True, kw_only=True):
    """How many repeats would decide it, to two digits: none where nobody can tell, or where they are too many.

    `budget` is the one that takes as many, and `of_budget` how many; none does where it is empty, and `largest` takes most.
    """

    repeats: Count | None
    too_many: bool = False
    budget: str = ""
    of_budget: Count = 0
    largest: Count = 0


class Several(Fact, frozen=True, kw_only=True):
    """Facts that are told one after the other."""

    facts: tuple[AnyFact, ...]


class NoSample(Fact, frozen=True, kw_only=True):
    """Nothing was drawn, for the result is used here and checked elsewhere."""


class Exceeded(Fact, frozen=True, kw_only=True):
    """In a setting, or at a corner that a check made, a bound is exceeded certainly more often than is allowed.

    `rate` is what the rate is at least, `look_at` the function of someone's own simulation that is suspected first.
    """

    setting: str = ""
    corner: str = ""
    violations: Count
    repeats: Count
    of: Literal["data sets", "replicates"]
    what: Literal["the bound", "the width"]
    allowed: float
    rate: float
    look_at: str = ""


class Within(Fact, frozen=True, kw_only=True):
    """A bound is not exceeded too often, as far as samples tell.

    Parameters
    ----------
    settings, searched : int
        In how many, and how many of them a search found; 0 where replicates are counted along rounds or widths.
    rate_seen : float
        Times the allowed rate that would have been seen; `share_seen` times the bound that would.
    near : tuple of str
        Settings that agree with the allowed rate only up to the factor `margin`.
    listed : tuple of int
        How many rounds are spoken of, 0 for any; `last` is the last one. Of a width there is none.
    """

    violations: Count
    repeats: Count
    of: Literal["data sets", "replicates"]
    what: Literal["the explicit bound", "the bound", "the width"]
    rate_seen: Extended
    share_seen: float | None
    near: tuple[str, ...]
    margin: float
    settings: Count = 0
    searched: Count = 0
    listed: tuple[Count, ...] = ()
    last: Count = 0


class RateOpen(Fact, frozen=True, kw_only=True):
    """A rate of violations that cannot be told from the allowed one, and why.

    Paths may have crossed `between` listed rounds, replicates are `unsound`, it is too `near`, or there are too few `repeats`.
    """

    setting: str
    why: Literal["between", "unsound", "near", "repeats"]
    count: Count
    of: Count
    rate: float
    allowed: float
    margin: float
    needed: RepeatsNeeded | None = None


class CornerOpen(Fact, frozen=True, kw_only=True):
    """What was found at a corner that may be none of the statement's.

    `unstated` letters were moved and have no range; `kept` ones stayed and may follow what moved.
    """

    corner: str
    fact: AnyFact
    unstated: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


class Over(Fact, frozen=True, kw_only=True):
    """So many of so many data sets exceed the bound."""

    violations: Count
    repeats: Count


class NoFiniteError(Fact, frozen=True, kw_only=True):
    """The experiment of these settings returned no finite error, and with which message it stopped."""

    settings: tuple[str, ...]
    message: str


class NegativeBound(Fact, frozen=True, kw_only=True):
    """The bound is negative in these settings, and no error is."""

    settings: tuple[tuple[str, float], ...]


class NotDefined(Fact, frozen=True, kw_only=True):
    """A bound without a value at some round of a setting."""

    setting: str


class Blunt(Fact, frozen=True, kw_only=True):
    """The bound is above half the trivial one: in every setting, or in these, in which it was meant to be small."""

    what: Literal["the bound", "the width"]
    settings: tuple[str, ...] = ()


class AllZero(Fact, frozen=True, kw_only=True):
    """Every error is 0."""

    errors: Count


class WidthsNotPositive(Fact, frozen=True, kw_only=True):
    """Widths of 0 or less in a setting."""

    setting: str
    count: Count
    of: Count


# ---------------------------------------------------------------- means
Averaged = Literal["mean", "mean square", "probability"]


class Beyond(Fact, frozen=True, kw_only=True):
    """A mean or a probability is on the wrong side of its bound, in a setting or at a corner: at least, or at most, `value`.

    `exceeding` of `repeats` single errors exceed it, and `look_at` is the simulation that is suspected first.
    """

    setting: str = ""
    corner: str = ""
    of: Averaged
    side: Literal["at least", "at most"]
    value: float
    bound: float
    exceeding: Count = 0
    repeats: Count = 0
    look_at: str = ""


class AboveCeiling(Fact, frozen=True, kw_only=True):
    """An error was drawn above the ceiling that no error is said to exceed; `decided` is whether that contradicts the statement."""

    setting: str
    error: float
    ceiling: float
    decided: bool


class OnItsSide(Fact, frozen=True, kw_only=True):
    """A mean or a probability is below, or above, its bound in all settings; a bound `factor_seen` times as large would not do."""

    of: Averaged
    side: Literal["below", "above"]
    settings: Count
    factor_seen: float | None


class IntervalOpen(Fact, frozen=True, kw_only=True):
    """The interval of a mean contains its bound; without a ceiling, where a rare large error may carry the mean, `high` is none."""

    setting: str
    of: Averaged
    mean: float
    low: float
    high: float | None
    bound: float
    above: bool = False
    needed: RepeatsNeeded | None = None


class SaysNothingThere(Fact, frozen=True, kw_only=True):
    """A lower bound that every error satisfies."""

    setting: str
    bound: float


class RisksOpen(Fact, frozen=True, kw_only=True):
    """The interval of the risk of some methods contains a lower bound."""

    of: str
    methods: tuple[str, ...]
    needed: RepeatsNeeded


class BestOpen(Fact, frozen=True, kw_only=True):
    """The method said to be best is not told apart from another at these values."""

    parameter: str
    at: tuple[float, ...]
    unsound: Count
    replicates: Count


# ---------------------------------------------------------------- exponents and ratios
class NoExponent(Fact, frozen=True, kw_only=True):
    """Errors at these places whose quantile is 0, or of which fewer than two are sound."""

    places: tuple[str, ...]


class Along(Fact, frozen=True, kw_only=True):
    """What is found along one letter: the exponents, measured and printed.

    `growth` is error/rate at the far end over its least value; `late` says that it still grows over the last half;
    `within` how the explicit version is known to stay within a constant.
    """

    parameter: str
    measured: float
    printed: float
    finding: Literal["TIGHT", "LOOSE", "TRANSIENT", "GROWS", "UNCLEAR"]
    growth: Extended
    late: bool = False
    within: AnyFact | None = None
    remark: str = ""


class RatesSeen(Fact, frozen=True, kw_only=True):
    """Along so many sweeps the error does not outgrow the printed rate, in some only on the range that was measured.

    `tolerated` is the growth that counts as none, `seen` the one that would have been seen.
    """

    parameters: tuple[str, ...]
    transient: tuple[str, ...]
    tight: tuple[str, ...]
    tolerated: float
    seen: Extended | None


class RatesOpen(Fact, frozen=True, kw_only=True):
    """The error outgrows the rate along some sweeps, by these factors, and others are too short or too noisy."""

    grows: tuple[tuple[str, Extended], ...]
    wide: tuple[str, ...]
    unsound: Count
    replicates: Count
    repeats: Count


class Times(Fact, frozen=True, kw_only=True):
    """The explicit version is at most so many times the printed rate, for a reason."""

    times: str
    because: AnyFact


class RatioSeen(Fact, frozen=True, kw_only=True):
    """The ratio of two errors where it is most, or where it is below 1."""

    parameter: str
    value: float
    ratio: float
    low: Extended
    high: Extended
    below: bool = False
    remark: str = ""


class OrderReversed(Fact, frozen=True, kw_only=True):
    """The error said to be larger is at most so many times the other, at a value of what moves, and of the parameter."""

    moves: str
    value: float
    parameter: str
    at: float
    most: float


class Ordered(Fact, frozen=True, kw_only=True):
    """The error said to be larger is so by a clear factor at some points, and clearly smaller at none; with its rate, if stated."""

    larger: Count
    points: Count
    unsound: Count = 0
    replicates: Count = 0
    rate: AnyFact | None = None


class RatioAlong(Fact, frozen=True, kw_only=True):
    """Whether the ratio follows the printed one: `wide` or `short`: too much so to say; `apart` at least by a factor."""

    finding: Literal["wide", "short", "apart", "open", "same"]
    factor: float | None = None
    tolerated: float | None = None
    pairs: tuple[tuple[float, float], ...] = ()


class RatioBetween(Fact, frozen=True, kw_only=True):
    """The ratio of two rates lies between two constants."""

    low: str
    high: str


class NoConstantAlong(Fact, frozen=True, kw_only=True):
    """No constant will do from one side, on a path of exact points in K."""

    side: Literal["above", "below"]
    path: Exact


class NoConstantProved(Fact, frozen=True, kw_only=True):
    """No constant could be proved from these sides."""

    sides: tuple[Literal["above", "below"], ...]
    methods: Count


# ---------------------------------------------------------------- constants, and where a bound informs
class ConstantSettled(Fact, frozen=True, kw_only=True):
    """How it is known that the explicit version is at most a constant times the printed rate.

    Parameters
    ----------
    how : {"equal", "proved", "step", "points", "refuted", "no number"}
    constant : str
        As it was written, or its leading digits where that is long.
    step : str
        That proves it, for the conditions `only`, if not everywhere; of what is refuted it may be there as well.
    bare : tuple of str
        Letters without a domain, beyond the points of the run.
    setting, at, left, right
        Where it is refuted, and both sides there.
    """

    how: Literal["equal", "proved", "step", "points", "refuted", "no number"]
    constant: str
    step: str = ""
    only: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    setting: str = ""
    at: Exact | None = None
    left: str = ""
    right: str = ""


class NoConstant(Fact, frozen=True, kw_only=True):
    """No constant will do, by an instance in words."""

    words: str


class CollapseOpen(Fact, frozen=True, kw_only=True):
    """An instance, in words, by which no constant would do, and why that is not shown; `about` is what the reason speaks of."""

    words: str
    why: Literal[
        "line", "many outcomes", "not exact", "sum", "no error", "moves", "outside", "probability", "negative", "drawn",
        "not drawn",
    ]  # fmt: skip
    about: str = ""
    count: Count = 0
    of: Count = 0
    error: float | None = None
    share: float | None = None


class Informative(Fact, frozen=True, kw_only=True):
    """The sizes at which the explicit bound is below the trivial one, all else at a point: `start` where that is so from one on.

    Parameters
    ----------
    inside, undecided : tuple of pairs of int
        Of which it is certain, and not known, up to 10^15.
    raised : tuple of str
        Letters that the conditions raise with the size.
    """

    at: Sampled
    start: Count | None
    inside: tuple[tuple[int, int], ...]
    undecided: tuple[tuple[int, int], ...]
    raised: tuple[str, ...] = ()


class TrivialIn(Fact, frozen=True, kw_only=True):
    """Settings in which the explicit bound exceeds the trivial one."""

    settings: tuple[str, ...]


class Tightness(Fact, frozen=True, kw_only=True):
    """The measured quantile over the explicit bound, where that is below the trivial one: the largest is in `setting`."""

    smallest: float
    largest: float
    setting: str


class NeverInforms(Fact, frozen=True, kw_only=True):
    """The bound is nowhere below the trivial one."""


if TYPE_CHECKING:
    AnyFact = Fact
else:  # every class above, for whoever reads a record
    AnyFact = _all_of(dict(vars()))
