"""What was found of a part: one class for each shape, and the rows that it measured.

Errors, bounds and quantiles are in the unit of the claim's own error. Intervals are simultaneous: all of one record hold at once,
up to its error probability. A mean, a quantile or a limit may be infinite.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from .facts import AnyFact, ConstantSettled, Times
from .statements import Compared, FaultIdentity, Finding, Formula, Given, NamedFormula, Settled, Witness
from .values import Certificate, Count, Encoded, Extended, Frozen, Probability, Sampled

Says = Literal["true", "false", "open"]
# An instance that a search found: its point, and what its lab says of it, under names of its own.
Adversary = Mapping[str, Any]
# How an error lies to a rate along a letter.
AlongRate = Literal["TIGHT", "LOOSE", "TRANSIENT", "GROWS", "UNCLEAR"]
# Of every letter the values at which it stood in a sample, in ascending order.
TestedAt = Mapping[str, tuple[float, ...]]


class Bounds(Frozen, frozen=True, kw_only=True):
    """The formulas that samples were put to, as far as the shape has them."""

    explicit: Formula | None = None
    printed: Formula | None = None
    trivial: Formula | None = None
    failure: Formula | None = None
    bound: Formula | None = None
    ceiling: Formula | None = None
    threshold: Formula | None = None
    factor: Formula | None = None
    constant: Formula | None = None
    epsilon: Formula | None = None
    delta: Formula | None = None
    value: Formula | None = None
    event: Given | None = None
    interval: Given | None = None
    moments: Given | None = None
    smooth: Formula | None = None
    radius: Formula | None = None
    given: Given | None = None


class Relation(Frozen, frozen=True, kw_only=True):
    """Two sides that were compared, and under which conditions."""

    compared: Compared
    given: Given | None


class LawRow(Frozen, frozen=True, kw_only=True):
    """The law of a mechanism's output at one input."""

    input: str
    probabilities: tuple[Formula, ...]


class Mechanism(Frozen, frozen=True, kw_only=True):
    """A mechanism of finitely many outputs; its law only where it is small."""

    epsilon: Formula
    delta: Formula
    inputs: Count
    outputs: Count
    law: tuple[LawRow, ...] | None
    given: Given | None


class Failure(Frozen, frozen=True, kw_only=True):
    """A simulation that stopped with an error."""

    cell: str
    seed: str
    message: str


# ---------------------------------------------------------------- how often a bound is exceeded
class Violations(Frozen, frozen=True, kw_only=True):
    """How many of `repeats` data sets exceed a bound, of which `allowed` is the share that may.

    `rate_low` and `rate_high` are exact binomial limits of the share; `unsound` data sets gave no error, and count neither way.
    """

    name: str
    point: Sampled
    bound: Extended
    trivial: Extended
    allowed: Extended
    violations: Count
    unsound: Count
    repeats: Count
    rate_low: Probability
    rate_high: Probability


class Regime(Violations, frozen=True, kw_only=True):
    """A regime of the claim, or a point that was made or searched for.

    Parameters
    ----------
    printed : float
        The printed bound there, without a constant.
    quantile, low, high : float
        Of the error, at one minus the allowed share.
    smallest_visible_rate : float
        That would have been seen with this many repeats; infinite where none would.
    biting : bool
        Whether the bound is at most half the trivial one.
    made : str, optional
        What was moved, of a point that a check made.
    kept : mapping, optional
        What stayed there without anybody saying that it may.
    unstated : tuple of str, optional
        Letters that were moved, and of which nothing says for which values the statement is made.
    failed : str, optional
        Why nothing was drawn.
    median_width : float, optional
        Of a procedure that states its own width.
    between : int, optional
        Paths that may have crossed between the rounds that are listed.
    """

    printed: Extended
    quantile: Extended
    low: Extended
    high: Extended
    smallest_visible_rate: Extended
    biting: bool
    made: str | None = None
    kept: Sampled | None = None
    unstated: tuple[str, ...] = ()
    failed: str | None = None
    median_width: Extended | None = None
    between: Count | None = None


class Corner(Violations, frozen=True, kw_only=True):
    """A corner of the domain; `kept`, `unstated` and `failed` as of a regime."""

    kept: Sampled | None = None
    unstated: tuple[str, ...] = ()
    failed: str | None = None


class Margin(Frozen, frozen=True, kw_only=True):
    """The regimes whose upper limit lies above the allowed share by no more than `factor`, which counts as agreement."""

    factor: float
    within: tuple[str, ...]


class Mutant(Frozen, frozen=True, kw_only=True):
    """A false version that the claim lists; `ratio` is the measured quantile over it."""

    name: str
    text: str
    regime: str
    killed: bool
    ratio: Extended | None
    allowed: Extended
    rate_low: Probability


class Mutants(Frozen, frozen=True, kw_only=True):
    """The listed false versions, and how many of them samples refute."""

    rows: tuple[Mutant, ...]
    killed: Count
    total: Count
    survivors: tuple[str, ...]


class Variant(Frozen, frozen=True, kw_only=True):
    """A false version made from the bound: a letter or a summand is changed. `ratio` is the measured quantile over it.

    `violations` of `repeats` errors exceed it in the regime that is shown.
    """

    change: Literal["left out", "rooted", "dropped", "turned", "squared", "halved"]
    subject: str
    summand: Formula | None
    name: str
    regime: str
    killed: bool
    ratio: Extended | None
    violations: Count | None = None
    repeats: Count | None = None


class Variants(Frozen, frozen=True, kw_only=True):
    """The false versions made from the bound, and how many of them samples refute."""

    rows: tuple[Variant, ...]
    killed: Count
    total: Count


# ---------------------------------------------------------------- constants, and where a bound says something
class WorstFound(Frozen, frozen=True, kw_only=True):
    """A search for the largest error over bound: as it saw it, and confirmed on fresh samples between `low` and `high`."""

    smallest_surviving: Extended
    low: Extended
    high: Extended
    searched: Extended
    instance: Adversary


class PerTerm(Frozen, frozen=True, kw_only=True):
    """The constant of one summand: `seen` is the largest ratio at a point, where one was found; proved, it has a certificate."""

    term: str
    constant: str | None
    seen: Extended | None = None
    at: Sampled | None = None
    settled: Literal["proved", "equal", "open"]
    certificate: Certificate | None = None
    checked: Encoded | None = None
    method: str | None = None
    trusted: tuple[str, ...] = ()


class Constant(Frozen, frozen=True, kw_only=True):
    """What is known of the constant in front of a bound or between two rates.

    Parameters
    ----------
    explicit, upper : str or None
        From above, exactly and in decimals; none where nothing from above is known.
    claimed : str, optional
        The constant of the claim.
    settled, by, step
        How the claimed one was settled, as a fact, by which step.
    smallest_surviving, low, high, searched : float, optional
        From below, as of `WorstFound`; `instance` forces it, after so many `evaluations`.
    where_it_bites : WorstFound, optional
        The same where the bound says something.
    per_term : tuple of PerTerm, optional
        For each summand with a name.
    """

    explicit: str | None
    upper: str | None
    claimed: str | None = None
    settled: Literal["equal", "proved", "step", "points", "refuted", "excluded", "unusable"] | None = None
    by: ConstantSettled | None = None
    step: str | None = None
    certificate: Certificate | None = None
    checked: Encoded | None = None
    method: str | None = None
    trusted: tuple[str, ...] | None = None
    witness: Witness | None = None
    smallest_surviving: Extended | None = None
    low: Extended | None = None
    high: Extended | None = None
    searched: Extended | None = None
    evaluations: Count | None = None
    instance: Adversary | None = None
    where_it_bites: WorstFound | None = None
    per_term: tuple[PerTerm, ...] = ()


class VacuityPoint(Frozen, frozen=True, kw_only=True):
    """The three bounds at one sample size, `value`."""

    value: float
    printed: Extended
    explicit: Extended
    trivial: Extended


class CurveLetter(Frozen, frozen=True, kw_only=True):
    """A letter that bounds depend on, and between which values it is met in practice."""

    name: str
    low: float
    high: float
    integer: bool


class CurveCondition(Frozen, frozen=True, kw_only=True):
    """A condition on letters under which bounds are stated, as it is printed and as `encode` writes it."""

    latex: str
    formula: Encoded


class Curves(Frozen, frozen=True, kw_only=True):
    """The bounds as `encode` writes them, of letters alone: whoever has the record can evaluate them anywhere."""

    letters: tuple[CurveLetter, ...]
    printed: Encoded
    explicit: Encoded
    trivial: Encoded
    conditions: tuple[CurveCondition, ...]


class Vacuity(Frozen, frozen=True, kw_only=True):
    """For which sample sizes the bound is below the trivial one, all else at the point `at`.

    Parameters
    ----------
    intervals, undecided : tuple of pairs of int
        Sizes at which it is, for certain, and at which nobody knows, up to 10^15.
    says_something_from : int or None
        The size from which on it is, where it is from one size on.
    raised : tuple of str
        Letters that the conditions raise with the size.
    terms : tuple of tuple of float
        The summands at each point, in the order of `summands`.
    curves : Curves or None
        The three bounds as formulas, where all their letters are numbers with a range.
    """

    at: Sampled
    points: tuple[VacuityPoint, ...]
    intervals: tuple[tuple[int, int], ...]
    undecided: tuple[tuple[int, int], ...]
    says_something_from: int | None
    raised: tuple[str, ...]
    terms: tuple[tuple[Extended, ...], ...]
    summands: tuple[NamedFormula, ...] = ()
    curves: Curves | None = None


# ---------------------------------------------------------------- along a letter
class ExponentPoint(Frozen, frozen=True, kw_only=True):
    """The error's quantile at one value, with its interval, and the three bounds there."""

    value: float
    quantile: Extended
    low: Extended
    high: Extended
    printed: Extended
    explicit: Extended
    trivial: Extended


class Exponent(Frozen, frozen=True, kw_only=True):
    """A sweep: exponents, of the error measured and of both bounds, and the growth of error/rate over its least value."""

    parameter: str
    measured: Extended
    low: Extended
    high: Extended
    printed: Extended
    explicit: Extended
    growth: Extended
    growth_low: Extended
    growth_high: Extended
    finding: AlongRate
    late: bool = False  # still growing over the last half of the sweep
    within: Times | None = None  # how the explicit version is known to stay within a constant of the rate
    remark: str = ""
    points: tuple[ExponentPoint, ...]


class RatioPoint(Frozen, frozen=True, kw_only=True):
    """The ratio of two errors at one value, with its interval, and what the page says of it."""

    value: float
    ratio: Extended
    low: Extended
    high: Extended
    printed: Extended | None = None


class RatioSweep(Frozen, frozen=True, kw_only=True):
    """Two errors along one letter: whether one is larger, or larger by the printed rate."""

    parameter: str
    of: Literal["order", "rate"]
    points: tuple[RatioPoint, ...]


class MethodPoint(Frozen, frozen=True, kw_only=True):
    """The error's quantile of one method at one value."""

    value: float
    quantile: Extended
    low: Extended
    high: Extended


class Method(Frozen, frozen=True, kw_only=True):
    """One method along the letter; only those that the page ranks are compared."""

    name: str
    ranked: bool
    points: tuple[MethodPoint, ...]


class Crossing(Frozen, frozen=True, kw_only=True):
    """Two methods change places between two values; `about` is a guess where, at which error."""

    first: str
    second: str
    lower: float = msgspec.field(name="from")
    upper: float = msgspec.field(name="to")
    about: Extended | None = None
    error: Extended | None = None


class Ranks(Frozen, frozen=True, kw_only=True):
    """Several methods along one letter; `best` is who is certainly the best at each value, empty where that is open."""

    parameter: str
    at: Sampled
    note: str
    methods: tuple[Method, ...]
    best: tuple[str, ...]
    crossings: tuple[Crossing, ...]


# ---------------------------------------------------------------- what stands in `evidence`
class Nothing(Frozen, frozen=True, kw_only=True):
    """Of shapes whose finding is their outcome, their witness and their certificate."""


class OfProvers(Frozen, frozen=True, kw_only=True):
    """Of a statement that provers read.

    `tried` and `left` are of one that they leave open; `domain` are the letters' own domains where the stated conditions were not
    enough, `from_steps` the steps that were taken with it, `says_nothing` why it holds of nothing, `unknown` the functions of
    which nothing is known.
    """

    tried: tuple[str, ...] | None = None
    left: tuple[str, ...] | None = None
    domain: str | None = None
    from_steps: tuple[str, ...] | None = None
    says_nothing: AnyFact | None = None
    unknown: tuple[str, ...] | None = None


class OfInstances(Frozen, frozen=True, kw_only=True):
    """The largest left side over right side that a search found, and where; or how many instances have no value."""

    ratio: Extended | None = None
    instance: tuple[Extended, ...] | None = None
    undefined: Any = None


class OfQuote(OfProvers, frozen=True, kw_only=True):
    """Of a line of others, which provers read or a search looks at."""

    ratio: Extended | None = None
    instance: tuple[Extended, ...] | None = None
    undefined: Any = None


class OfRates(Frozen, frozen=True, kw_only=True):
    """Of two rates: the methods that were tried for a constant, or the side from which there is none."""

    tried: tuple[str, ...] | None = None
    side: str | None = None


class OfBound(Frozen, frozen=True, kw_only=True):
    """Of a bound with high probability; of one that is negative at some regimes these, and nothing else, for nothing was drawn."""

    repeats: Count | None = None
    corners: tuple[Corner, ...] = ()
    margin: Margin | None = None
    variants: Variants | None = None
    tested_at: TestedAt | None = None
    kept_at_corners: Mapping[str, str] | None = None
    above_trivial: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()


class OfRegimes(Frozen, frozen=True, kw_only=True):
    """Of a bound over rounds, or of a width; nothing where the bound is not defined at every round."""

    repeats: Count | None = None
    tested_at: TestedAt | None = None


class OfSweeps(Frozen, frozen=True, kw_only=True):
    """Of exponents; `tolerance` is the growth that counts as none. Nothing where the errors have no exponent.

    `unsound` replicates, of all points together, gave no error.
    """

    tolerance: float | None = None
    tested_at: TestedAt | None = None
    unsound: Count = 0


class OfComparison(Frozen, frozen=True, kw_only=True):
    """Of two errors or several methods along a letter; `unsound` replicates, of all points together, gave no error."""

    tested_at: TestedAt
    unsound: Count = 0


class Mean(Frozen, frozen=True, kw_only=True):
    """The mean error in one regime, with its limits, against the bound.

    `exceeding` single errors lie above the bound on their mean, where that are nearly all of someone's own simulation: it is
    suspected first. Absent where nothing is suspected.
    """

    name: str
    bound: Extended
    mean: Extended
    low: Extended
    high: Extended
    repeats: Count
    exceeding: Count = 0


class MeanAtCorner(Frozen, frozen=True, kw_only=True):
    """The lower limit of the mean at a corner of the domain; `kept`, `unstated` and `failed` as of a regime."""

    name: str
    point: Sampled
    bound: Extended
    mean: Extended
    low: Extended
    repeats: Count
    kept: Sampled | None = None
    unstated: tuple[str, ...] = ()
    failed: str | None = None


class OfMeans(Frozen, frozen=True, kw_only=True):
    """Of an upper bound on a mean; without `means` where a single draw or a second moment contradicts it."""

    repeats: Count
    tested_at: TestedAt
    means: tuple[Mean, ...] = ()
    corners: tuple[MeanAtCorner, ...] = ()
    kept_at_corners: Mapping[str, str] | None = None


class OfLeast(Frozen, frozen=True, kw_only=True):
    """Of a lower bound on a mean or on a probability; nothing where a draw exceeds the ceiling."""

    least: tuple[Mean, ...] = ()
    repeats: Count | None = None
    tested_at: TestedAt | None = None


class Estimator(Frozen, frozen=True, kw_only=True):
    """The risk of one method at one point, between `low` and `high`, against the bound from below."""

    name: str
    bound: Extended
    low: Extended
    high: Extended


class OfEstimators(Frozen, frozen=True, kw_only=True):
    """Of a lower bound for all methods, tried on some; nothing where a point is none of its domain."""

    estimators: tuple[Estimator, ...] = ()
    of: Literal["median", "mean", "probability"] | None = None
    tested_at: TestedAt | None = None


class BayesRisk(Frozen, frozen=True, kw_only=True):
    """A lower bound against the Bayes risk of a hard family at one point.

    `risk` is the risk from below; `rule` that of a rule from above, where it refutes the bound; `instance` says whether the family
    is the one that the claim names.
    """

    name: str
    bound: Extended
    risk: Extended
    says: Says
    instance: bool | None = None
    rule: Extended | None = None
    certificate: Certificate | None = None


class OfFamily(Frozen, frozen=True, kw_only=True):
    """Of a lower bound for all methods, exactly."""

    risks: tuple[BayesRisk, ...]


class Bracket(Frozen, frozen=True, kw_only=True):
    """The least epsilon at this delta, between `low` and `high`, where the accountant was asked."""

    name: str
    epsilon: Extended
    delta: Extended
    adjacency: str
    low: Extended | None = None
    high: Extended | None = None
    says: Says


class OfAccountant(Frozen, frozen=True, kw_only=True):
    """Of a guarantee that an accountant computes."""

    brackets: tuple[Bracket, ...]


class LargestMean(Frozen, frozen=True, kw_only=True):
    """A mean under every law with some moments, at one point.

    `law` has the mean `seen`; `multipliers` of the moments prove that no law exceeds the bound. `unread`: a formula has no value
    somewhere, or the event an edge that is no fraction.
    """

    name: str
    bound: Extended
    seen: Extended | None = None
    law: str | None = None
    multipliers: tuple[str, ...] | None = None
    unread: bool = False
    says: Says


class OfLaws(Frozen, frozen=True, kw_only=True):
    """Of a mean under every law, by the worst one and by multipliers."""

    laws: tuple[LargestMean, ...]


class WorstCase(Frozen, frozen=True, kw_only=True):
    """A first-order method at one point: what some function reaches, and what is proved for every one."""

    name: str
    bound: Extended
    reached: Extended | None = None
    proved: Extended | None = None
    says: Says


class OfMethods(Frozen, frozen=True, kw_only=True):
    """Of a first-order method on every function of a class."""

    cases: tuple[WorstCase, ...]


class Audit(Frozen, frozen=True, kw_only=True):
    """One pair of neighbours: how often the event occurs on either, and which epsilon that forces, or would have shown."""

    name: str
    point: Sampled
    epsilon: Extended
    delta: Extended
    event: str
    hits: Count
    base: Count
    runs: Count
    epsilon_at_least: Extended = msgspec.field(name="epsilon at least")
    would_have_seen: Extended = msgspec.field(name="would have seen")
    p: Probability
    holm: Probability = msgspec.field(name="p (Holm)")


class OfAudits(Frozen, frozen=True, kw_only=True):
    """Of a guarantee that runs are held against."""

    audits: tuple[Audit, ...]
    repeats: Count


class CountsRow(Frozen, frozen=True, kw_only=True):
    """Fisher's exact test of one row; `times` as many trials would show the difference, 0 where none would."""

    comparison: str
    difference: float
    p: Probability = msgspec.field(name="p (one-sided)")
    holm: Probability = msgspec.field(name="p (Holm)")
    times: Count


class OfCounts(Frozen, frozen=True, kw_only=True):
    """Of a table of counts."""

    rows: tuple[CountsRow, ...]


class Reported(Frozen, frozen=True, kw_only=True):
    """Two means that the page reports, with intervals of 95 %."""

    comparison: str
    mean: Extended
    low: Extended
    high: Extended
    other_mean: Extended
    other_low: Extended
    other_high: Extended


class OfReports(Frozen, frozen=True, kw_only=True):
    """Of a table of means; a row has its p-values, and under a name with the table's unit how many of them would be needed."""

    rows: tuple[Mapping[str, int | float | str], ...]
    reported: tuple[Reported, ...]


class NoiseCell(Frozen, frozen=True, kw_only=True):
    """A printed noise.

    Fitted as the least one, it has what is needed and the same before the fitted factor, in words as "1.193 to 1.194"; judged as
    enough, it has the epsilons below which it violates and from which on it guarantees, and the answer.
    """

    cell: str
    noise: str
    needed: str | None = None
    multiplier: str | None = None
    violated_below: Extended | None = msgspec.field(name="violated below", default=None)
    guaranteed: Extended | None = None
    answer: Literal["enough", "too little", "not told apart within the digits printed"] | None = None


class Fit(Frozen, frozen=True, kw_only=True):
    """How far settings are off, as a factor, and whether that is within the digits that are printed."""

    settings: str
    misfit: Extended
    fits: bool


class OfNoise(Frozen, frozen=True, kw_only=True):
    """Of a table of noises: fitted as the least ones, or judged as enough."""

    settings: str
    cells: tuple[NoiseCell, ...]
    fits: tuple[Fit, ...] = ()
    factors: Mapping[str, Extended] | None = None
    offers: tuple[Mapping[str, int | str], ...] = ()


class Value(Frozen, frozen=True, kw_only=True):
    """What a definition gives at an instance, both in words."""

    instance: str
    value: str


class OfDefinition(Frozen, frozen=True, kw_only=True):
    """Of a definition; the words for the quantity where it has a value everywhere."""

    values: tuple[Value, ...]
    quantity: str | None = None


AnyEvidence = (
    Nothing | OfProvers | OfInstances | OfQuote | OfRates | OfBound | OfRegimes | OfSweeps | OfComparison | OfMeans | OfLeast
    | OfEstimators | OfFamily | OfLaws | OfMethods | OfAccountant | OfAudits | OfCounts | OfReports | OfNoise | OfDefinition
)  # fmt: skip


class Found(Frozen, frozen=True, kw_only=True):
    """What a check found of a statement beside its outcome: what its shape alone has, and what shapes share."""

    evidence: AnyEvidence | None = None
    constant: Constant | None = None
    exponents: tuple[Exponent, ...] | None = None
    slack: tuple[Regime, ...] | None = None
    separation: RatioSweep | Ranks | None = None
    vacuity: Vacuity | None = None
    mutants: Mutants | None = None
    failures: tuple[Failure, ...] | None = None

    @property
    def tested_at(self) -> TestedAt:
        """Where samples were drawn; nothing where none were."""
        return getattr(self.evidence, "tested_at", None) or {}

    @property
    def says_nothing(self) -> AnyFact | None:
        """Why what provers proved says nothing; None where it does, or no prover was asked."""
        return self.evidence.says_nothing if isinstance(self.evidence, OfProvers) else None


# ---------------------------------------------------------------- derivations
class DerivedFact(Frozen, frozen=True, kw_only=True):
    """A line of a derivation, and which earlier ones it rests on."""

    name: str
    says: str
    rule: str
    by: tuple[str, ...]
    because: str


class AssumedFact(Frozen, frozen=True, kw_only=True):
    """What a derivation assumes: a definition, a law, or a relation that the page grants, with its place."""

    label: str
    sort: Literal["definition", "assumed", "granted"]
    says: str
    place: str


class Derivation(Frozen, frozen=True, kw_only=True):
    """Whether a part's statement follows, link by link, from what the page assumes.

    Parameters
    ----------
    closed : bool
        Every link is there.
    holds : bool
        It is closed, every relation that is granted stands on the page, and a world of the study has the laws that are assumed.
    fact, link : str
        Where a link is missing, and which; of what is closed and does not hold, why.
    says : str
        The statement, as it was derived.
    cited : tuple of str
        Lemmas that are quoted and not proved here.
    proofs : mapping
        What `verify` replays.
    """

    closed: bool
    holds: bool
    fact: str
    link: str
    says: str
    facts: tuple[DerivedFact, ...]
    assumptions: tuple[AssumedFact, ...]
    cited: tuple[str, ...]
    world: str
    proofs: Mapping[str, Any]


# ---------------------------------------------------------------- parts
class Part(Settled, frozen=True, kw_only=True, tag_field="shape", tag=lambda name: name.removesuffix("Part")):
    """What every part has.

    Parameters
    ----------
    reading : str
        Under which reading of the page it was tested.
    seconds : float, >= 0
    settled_by : str
        The step that proves it.
    legible : bool
        Whether a reader can follow the point at which it is false.
    within : bool
        Whether it is false only outside of the paper's own working range.
    same_rate : bool or None
        Whether the proved version has the printed rate; none where nobody looked.
    same_line : bool
        Whether a reading is seen to be of the printed line.
    derivation : Derivation or None
        Whether it follows from what the page assumes, link by link.
    working, empty : Settled or None
        The same on the working range; the proof that it says nothing.
    """

    reading: str
    seconds: float
    findings: tuple[Finding, ...]
    settled_by: str
    within: bool
    same_rate: bool | None
    working: Settled | None
    empty: Settled | None
    fault: FaultIdentity | None
    checked_parts: tuple[Encoded, ...]
    same_line: bool = True
    legible: bool = True
    derivation: Derivation | None = None
    failures: tuple[Failure, ...] | None = None

    @property
    def shape(self) -> str:
        """The name of its statement's class in `boundcheck.claims`."""
        return str(type(self).__struct_config__.tag)


class IdentityPart(Part, frozen=True, kw_only=True):
    """Two sides that are the same."""

    relation: Relation
    evidence: OfProvers


class InequalityPart(Part, frozen=True, kw_only=True):
    """One side that is at most the other."""

    relation: Relation
    evidence: OfProvers


class DisputedPart(Part, frozen=True, kw_only=True):
    """A line that the page calls wrong."""

    relation: Relation | None = None
    evidence: OfQuote


class CitedPart(Part, frozen=True, kw_only=True):
    """A line that is taken from elsewhere."""

    evidence: OfQuote


class ByPart(Part, frozen=True, kw_only=True):
    """An instance of another result."""

    evidence: Nothing


class ByDefinitionPart(Part, frozen=True, kw_only=True):
    """A display that defines its left side."""

    evidence: OfProvers


class InstanceInequalityPart(Part, frozen=True, kw_only=True):
    """An inequality between functions of a vector."""

    evidence: OfInstances


class SameUpToConstantPart(Part, frozen=True, kw_only=True):
    """Two rates; no constant where there is none, or none was found."""

    constant: Constant | None = None
    evidence: OfRates


class HighProbabilityBoundPart(Part, frozen=True, kw_only=True):
    """All but the formulas is absent where the bound is negative; no vacuity where there is no sample size."""

    bounds: Bounds
    constant: Constant | None = None
    slack: tuple[Regime, ...] | None = None
    mutants: Mutants | None = None
    vacuity: Vacuity | None = None
    evidence: OfBound


class RoundsPart(Part, frozen=True, kw_only=True):
    """Replicates whose errors are ratios to their own bound, so that the bound is 1."""

    bounds: Bounds
    slack: tuple[Regime, ...] | None = None
    evidence: OfRegimes


class UniformBoundPart(RoundsPart, frozen=True, kw_only=True):
    """A bound that holds in all rounds at once."""


class RegretBoundPart(RoundsPart, frozen=True, kw_only=True):
    """A bound on a sum over rounds, in all rounds at once."""


class WidthBoundPart(RoundsPart, frozen=True, kw_only=True):
    """A bound that the procedure itself computes."""


class ScalingPart(Part, frozen=True, kw_only=True):
    """An error against a rate, along letters."""

    bounds: Bounds
    exponents: tuple[Exponent, ...] | None = None
    evidence: OfSweeps


class SeparationPart(Part, frozen=True, kw_only=True):
    """Two errors against one another."""

    bounds: Bounds
    separation: RatioSweep
    evidence: OfComparison


class RankingPart(Part, frozen=True, kw_only=True):
    """Several methods against one another."""

    bounds: Bounds
    separation: Ranks
    evidence: OfComparison


class ExpectationBoundPart(Part, frozen=True, kw_only=True):
    """An upper bound on a mean."""

    bounds: Bounds
    evidence: OfMeans


class ExpectationLowerBoundPart(Part, frozen=True, kw_only=True):
    """A lower bound on a mean."""

    bounds: Bounds
    evidence: OfLeast


class ProbabilityLowerBoundPart(Part, frozen=True, kw_only=True):
    """A lower bound on the probability of a large error."""

    bounds: Bounds
    evidence: OfLeast


class MinimaxLowerBoundPart(Part, frozen=True, kw_only=True):
    """A lower bound for all methods, held against some."""

    bounds: Bounds
    evidence: OfEstimators


class FamilyLowerBoundPart(Part, frozen=True, kw_only=True):
    """A lower bound for all methods, held against a Bayes risk."""

    bounds: Bounds
    evidence: OfFamily


class EveryLawPart(Part, frozen=True, kw_only=True):
    """A bound on a mean under every law with some moments."""

    bounds: Bounds
    evidence: OfLaws


class FirstOrderBoundPart(Part, frozen=True, kw_only=True):
    """A bound for a first-order method."""

    bounds: Bounds
    evidence: OfMethods


class PrivacyGuaranteePart(Part, frozen=True, kw_only=True):
    """A finite mechanism that is private."""

    mechanism: Mechanism
    evidence: OfProvers


class AccountedGuaranteePart(Part, frozen=True, kw_only=True):
    """A composed mechanism that is private."""

    bounds: Bounds
    evidence: OfAccountant


class AuditedGuaranteePart(Part, frozen=True, kw_only=True):
    """A mechanism that is held against its runs."""

    bounds: Bounds
    evidence: OfAudits


class CountsTablePart(Part, frozen=True, kw_only=True):
    """Shares that differ."""

    evidence: OfCounts


class ReportedTablePart(Part, frozen=True, kw_only=True):
    """Means that differ."""

    evidence: OfReports


class RecomputedTablePart(Part, frozen=True, kw_only=True):
    """Noises that are enough, or the least."""

    evidence: OfNoise


class DefinitionPart(Part, frozen=True, kw_only=True):
    """A quantity that is evaluated as it is written."""

    evidence: OfDefinition


AnyPart = (
    AccountedGuaranteePart | AuditedGuaranteePart | ByDefinitionPart | ByPart | CitedPart | CountsTablePart | DefinitionPart
    | DisputedPart | EveryLawPart | ExpectationBoundPart | ExpectationLowerBoundPart | FamilyLowerBoundPart
    | FirstOrderBoundPart | HighProbabilityBoundPart | IdentityPart | InequalityPart | InstanceInequalityPart
    | MinimaxLowerBoundPart | PrivacyGuaranteePart | ProbabilityLowerBoundPart | RankingPart | RecomputedTablePart
    | RegretBoundPart | ReportedTablePart | SameUpToConstantPart | ScalingPart | SeparationPart | UniformBoundPart
    | WidthBoundPart
)  # fmt: skip
