"""Templates for what is found without samples of a claim's own error: instances, guarantees, risks, tables, rankings."""

from __future__ import annotations

from collections.abc import Iterable

from boundcheck.verdict import facts

from .phrases import counted, exact, letter, phrase


def quoted(names: Iterable[str]) -> str:
    """Names of points or settings, in quotation marks."""
    return ", ".join(map(repr, names))


# ---------------------------------------------------------------- instances and definitions
@phrase.register
def _(fact: facts.NoDimension) -> str:
    return "tried: nothing, vectors of dimension 0 are a single instance; name more"


@phrase.register
def _(fact: facts.ConditionsBroken) -> str:
    return f"an instance breaks {', '.join(map(exact, fact.conditions))}; conditions that all of them keep would decide it"


@phrase.register
def _(fact: facts.NoValueAtInstances) -> str:
    where = f"at {fact.instances:,} of the instances looked at"
    return f"a side has no value (nan) {where}; sides that have one everywhere would decide it"


@phrase.register
def _(fact: facts.NoViolation) -> str:
    return f"no violation among {fact.evaluations:,} instances searched; the ratio of the two sides is at most {fact.largest} there"


@phrase.register
def _(fact: facts.FalseAtInstance) -> str:
    how = "an exact instance" if fact.exact else "an instance, in floating point"
    return f"false at {how}: {fact.left} exceeds {fact.right} ({fact.words})"


@phrase.register
def _(fact: facts.NotViolated) -> str:
    return "the instance violates nothing"


@phrase.register
def _(fact: facts.NearlyEqual) -> str:
    return "an instance comes within 1 % of equality"


@phrase.register
def _(fact: facts.Computed) -> str:
    return "well defined on the one instance" if fact.instances == 1 else f"well defined on all {fact.instances} instances"


@phrase.register
def _(fact: facts.Values) -> str:
    return "; ".join(f"{instance}: {value}" for instance, value in fact.values)


@phrase.register
def _(fact: facts.UndefinedAt) -> str:
    return f"undefined as written at {fact.instance}"


@phrase.register
def _(fact: facts.Degenerate) -> str:
    return f"degenerate: {fact.value} on every instance"


@phrase.register
def _(fact: facts.NoRealValue) -> str:
    kinds = ", ".join(fact.kinds) or "number that is not real"
    return f"a {kinds} is no value that could be judged; a real number would decide it"


@phrase.register
def _(fact: facts.DefinedHere) -> str:
    return f"{letter(fact.letter)} is defined here"


# ---------------------------------------------------------------- means under every law
@phrase.register
def _(fact: facts.LawAbove) -> str:
    return f"at '{fact.at}' the law with {fact.law} has the stated moments and a mean of {fact.mean}; the bound is {fact.bound}"


@phrase.register
def _(fact: facts.LawsOpen) -> str:
    return (
        f"at '{fact.at}' the worst law that was found has a mean of {fact.mean}, and the bound is {fact.bound}; a law above it, or "
        "multipliers of the moments, would decide it"
    )


@phrase.register
def _(fact: facts.EveryLawBelow) -> str:
    reached = f"; the worst law found reaches {fact.most} of the bound" if fact.most else ""
    return f"no law with the stated moments exceeds the bound at {_points(fact.points)}{reached}"


@phrase.register
def _(fact: facts.ProbabilityOfOne) -> str:
    return f"the bound at '{fact.at}' is 1 or more, and no probability is larger"


@phrase.register
def _(fact: facts.LawsUnread) -> str:
    return (
        f"at '{fact.at}' a formula has no value somewhere in the interval, or the event has an edge that is no fraction; a point "
        "without either would decide it"
    )


@phrase.register
def _(fact: facts.NoSuchLaw) -> str:
    return f"at '{fact.at}' no law was found that has the stated moments; one would decide it"


# ---------------------------------------------------------------- first-order methods
OF_METHODS = {"value": "the last value less the least one", "gradient": "the squared norm of the last gradient"}


@phrase.register
def _(fact: facts.FunctionAbove) -> str:
    return f"at '{fact.at}' {OF_METHODS[fact.of]} is {fact.reached} for some function of the class, and the bound is {fact.bound}"


@phrase.register
def _(fact: facts.MethodOpen) -> str:
    of = OF_METHODS[fact.of]
    reached = f"{of} is {fact.reached} for some function" if fact.reached else f"no function was constructed for {of}"
    proved = f"{fact.proved} is proved for every one" if fact.proved else "nothing is proved"
    return f"at '{fact.at}' {reached} and {proved}; the bound {fact.bound} lies between, and exact multipliers would decide it"


@phrase.register
def _(fact: facts.MethodBelow) -> str:
    reached = f"; the worst that was constructed reaches {fact.most} of the bound" if fact.most else ""
    return f"{OF_METHODS[fact.of]} exceeds the bound for no function of the class at {_points(fact.points)}{reached}"


# ---------------------------------------------------------------- guarantees of privacy
@phrase.register
def _(fact: facts.GuaranteeBroken) -> str:
    apart = rf"are told apart as only $\letter{{epsilon}} \ge {fact.at_least}$ allows"
    return f"at '{fact.at}' some neighbours ({fact.adjacency}) {apart}, and the guarantee is {fact.epsilon}"


@phrase.register
def _(fact: facts.GuaranteeInBracket) -> str:
    return (
        f"at '{fact.at}' ({fact.adjacency}) the guarantee {fact.epsilon} lies within [{fact.low}, {fact.high}], where the "
        "accountant does not tell; a narrower bracket, or a pair of neighbours that attains it, would decide it"
    )


@phrase.register
def _(fact: facts.Guaranteed) -> str:
    room = f"; {letter('epsilon')} is {fact.least} to {fact.most} times what is needed there" if fact.least else ""
    return f"the accountant guarantees it at {_points(fact.points)} ({', '.join(fact.adjacencies)}){room}"


@phrase.register
def _(fact: facts.DeltaOfOne) -> str:
    return f"delta at '{fact.at}' is at least 1" if fact.at else "every mechanism is private with a delta of 1"


@phrase.register
def _(fact: facts.EventLikelier) -> str:
    seen = f"{fact.event} occurs in {fact.hits:,} against {fact.base:,} of {fact.runs:,} runs"
    least = f"{letter('epsilon')} is at least {fact.at_least}, not {fact.epsilon}"
    return f"in setting '{fact.regime}' ({fact.adjacency}) {seen}: {least}"


@phrase.register
def _(fact: facts.RunsSeeNothing) -> str:
    return "so few runs would not have seen any epsilon, however large; more repeats, or a score that tells more, would"


@phrase.register
def _(fact: facts.NeighboursAlike) -> str:
    one = fact.pairs == 1
    pairs = f"{'the one pair' if one else f'none of {fact.pairs} pairs'} of neighbours ({fact.adjacency})"
    return (
        f"{pairs} {'is not' if one else 'is'} told apart by more than is allowed; an {letter('epsilon')} of {fact.seen} in place "
        f"of {fact.epsilon} would have been seen; other neighbours and other events were not looked at"
    )


def _points(points: int) -> str:
    return "the one point" if points == 1 else f"each of {points} points"


# ---------------------------------------------------------------- bounds that no method beats
@phrase.register
def _(fact: facts.FeatureShrinks) -> str:
    through = ", ".join(map(letter, fact.letters))
    return f"the feature {exact(fact.feature)} of a hard instance goes with the number of data: {through}"


@phrase.register
def _(fact: facts.NoMember) -> str:
    return f"at the point of '{fact.at}' a hard instance is no member of the model: {exact(fact.condition)} is false there"


@phrase.register
def _(fact: facts.RiskBelow) -> str:
    return f"the {fact.of} lies below the bound on the whole hard family for: {', '.join(fact.methods)}"


@phrase.register
def _(fact: facts.RisksAbove) -> str:
    whose = fact.methods[0] if len(fact.methods) == 1 else "every method"
    seen = f"; a bound more than {fact.times} times as large would have been refuted" if fact.times else ""
    return f"on the hard family the {fact.of} of {whose} exceeds the bound{seen}{_derived(fact.hard)}"


@phrase.register
def _(fact: facts.NoUpperEnd) -> str:
    lacking = f"the interval of a {fact.of} has no upper end ({', '.join(fact.methods)})"
    return f"{lacking}; a ceiling, or more repeats, would decide it"


@phrase.register
def _(fact: facts.RuleBeatsBound) -> str:
    return f"at '{fact.at}' the Bayes rule has risk {fact.rule} at most on the whole family, and the bound is {fact.bound}"


@phrase.register
def _(fact: facts.PriorsOpen) -> str:
    return (
        "no prior that was tried puts the Bayes risk above the bound, or its rule's worst risk below it, at "
        f"{quoted(fact.points)}; another prior would decide it, or a rule that draws lots"
    )


@phrase.register
def _(fact: facts.AnotherFamily) -> str:
    return f"the hard instance is not the family at {quoted(fact.points)}; one that is would decide it"


@phrase.register
def _(fact: facts.BayesRiskAbove) -> str:
    room = f"; it could be {fact.least} to {fact.most} times as large there" if fact.least else ""
    return f"the Bayes risk exceeds the bound at {_points(fact.points)}{room}{_derived(fact.hard)}"


@phrase.register
def _(fact: facts.BoundBelowZero) -> str:
    return f"the bound at '{fact.at}' is {fact.bound}, and no risk is below 0"


def _derived(hard: Iterable[facts.HardInstance]) -> str:
    """Of which instances a risk is derived, so that a reader sees whether they are the page's."""
    found = list(map(_instance, hard))
    if len(found) < 2:
        return f". The bound is derived from a family of {found[0]}" if found else ""
    return f". The bound is derived from {len(found)} families: " + "; ".join(f"({n}) {one}" for n, one in enumerate(found, 1))


def _instance(hard: facts.HardInstance) -> str:
    whose = f" of each of {exact(hard.users)} users" if hard.users else ""
    level = f", privacy {exact(hard.epsilon)}" if hard.epsilon and not hard.users else ""
    level += f", user-level privacy ({exact(hard.epsilon)}, {exact(hard.delta)})" if hard.epsilon and hard.users else ""
    ball = f", norm at most {exact(hard.radius)}" if hard.radius else ""
    sizes = f"features of length {exact(hard.feature)}, logits {exact(hard.logit)}"
    labels = f"{_many(hard.labels, 'label')}{whose} for each coordinate"
    return f"parameters with {_many(hard.coordinates, 'coordinate')} {exact(hard.half)}{ball}, {sizes}, {labels}{level}"


def _many(number: str, word: str) -> str:
    """A number of things, which may be a formula."""
    return f"{exact(number)} {word}{'' if number == '1' else 's'}"


# ---------------------------------------------------------------- tables
@phrase.register
def _(fact: facts.DifferencesShown) -> str:
    level = f"significant (Holm, {fact.level} %)"
    if fact.rows == 1:
        shown = f"the difference is {'' if fact.shown else 'not '}{level}"
    else:
        shown = f"{fact.shown or 'none'} of the {fact.rows} differences {'is' if fact.shown < 2 else 'are'} {level}"
    if not fact.units:
        return shown
    if fact.needed is None:
        return f"{shown}; no number of {fact.units} shows a difference of 0"
    each = "it" if fact.rows == 1 else "the others" if fact.shown else "they"
    takes = f"{each} would need at most {fact.needed:,} {fact.units} in place of {fact.seeds:,}"
    return f"{shown}; for a power of {fact.power} % at the reported effect sizes {takes}"


@phrase.register
def _(fact: facts.SizeToShow) -> str:
    return _takes(fact.comparison, fact.power, f"{fact.needed:,} {fact.units} in place of {fact.seeds:,}")


@phrase.register
def _(fact: facts.TrialsToShow) -> str:
    return _takes(fact.comparison, fact.power, f"{fact.times} times as many trials")


def adjusted(values: Iterable[tuple[str, str]]) -> str:
    """The comparisons of a table with their p-values, as a sentence without its stop."""
    return "p-values, adjusted by Holm: " + "; ".join(f"{comparison}, {value}" for comparison, value in values)


def _takes(comparison: str, power: str, size: str) -> str:
    return f"{comparison}: a power of {power} % takes {size}, if the difference is as large as reported"


@phrase.register
def _(fact: facts.TableSaysOpposite) -> str:
    return f"the table itself says the opposite for {', '.join(fact.comparisons)}"


@phrase.register
def _(fact: facts.NoiseEnough) -> str:
    tried = f" ({fact.tried} settings were tried)" if fact.tried > 1 else ""
    under = " and ".join(map(repr, fact.settings))
    return f"under {under} the noise of {_cells(fact.cells)} guarantees its epsilon ({', '.join(fact.adjacencies)}){tried}"


@phrase.register
def _(fact: facts.NoiseTooLittle) -> str:
    under = repr(fact.settings) if fact.tried == 1 else f"each of the {fact.tried} settings"
    gives = f"the {fact.noise} of {fact.cell} gives an {letter('epsilon')} of at least {fact.at_least} ({fact.adjacency})"
    return f"under {under} some noise is too little: under '{fact.settings}' {gives}"


@phrase.register
def _(fact: facts.NoiseOpen) -> str:
    cells = ", ".join(fact.cells)
    return (
        f"under '{fact.settings}', within the digits that are printed it is not told whether the noise is enough at {cells}; "
        "another digit would decide it"
    )


@phrase.register
def _(fact: facts.NoiseFit) -> str:
    beside = f"; next best is '{fact.second}', off by up to {fact.second_misfit}" if fact.second else ""
    shared = {"one": "", "common": ", with one fitted factor", "by column": ", with a fitted factor for each column"}[fact.factor]
    off = f"off by a factor of up to {fact.misfit}"
    if fact.verdict == "reproduced":
        return (
            f"'{fact.settings}' reproduces {_cells(fact.cells)}{shared}, {off}, and the accountant tells factors above "
            f"{fact.tolerance} apart{beside}; it reproduces the table, which does not show that the paper used it"
        )
    best = f"the best of {fact.tried} settings, '{fact.settings}'," if fact.tried > 1 else f"'{fact.settings}'"
    if fact.verdict == "false":
        return f"no factor makes the table the least noise: {best} is {off}{shared}{beside}"
    return (
        f"recomputed from {best} the noise is {off}{shared}{beside}; other Rényi orders give other noise, so that the table is "
        "neither confirmed nor refuted"
    )


@phrase.register
def _(fact: facts.AnyTableFits) -> str:
    return "every cell has a factor of its own, so that any table would fit"


def _cells(cells: int) -> str:
    return "the one cell" if cells == 1 else f"each of {cells} cells"


# ---------------------------------------------------------------- several methods
@phrase.register
def _(fact: facts.PlacesChange) -> str:
    where = f"up to {letter(fact.parameter)} = {fact.below} and above it from {fact.above} on"
    return f"{fact.first} is below {fact.second} {where}"


@phrase.register
def _(fact: facts.AnotherIsBest) -> str:
    better = f"'{fact.better}' has the smaller error: at most {fact.at_most}"
    return f"at {letter(fact.parameter)} = {fact.at} {better}, where that of '{fact.claimed}' is at least {fact.at_least}"


@phrase.register
def _(fact: facts.BestMethods) -> str:
    best = [
        f"{name} has the smallest error at {letter(fact.parameter)} = {low}" + (f" to {high}" if high != low else "")
        for name, low, high in fact.best
    ]
    return f"of {counted(fact.methods, 'method')} compared, {', and '.join(best)}"
