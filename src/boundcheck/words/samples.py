"""Phrases of what samples show: rates, means, exponents, ratios, constants, and where a bound informs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from boundcheck.verdict import facts as say
from boundcheck.verdict import set_to
from boundcheck.verdict.facts import RepeatsNeeded

from .phrases import counted, exact, letter, listed, phrase, point, step

INSTEAD = "a setting in which the bound has more room can be decided"
SHARP = 0.5  # of a bound: a share that samples would have refuted, from which on they test its size
MOST_REPEATS = 10**7  # that --repeats allows


def quoted(names: Sequence[str]) -> str:
    """Names of settings in a sentence, each in quotes."""
    return ", ".join(f"'{name}'" for name in names)


def row(names: Sequence[str]) -> str:
    """Names in a row, some with commas of their own."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def place(setting: str, corner: str) -> str:
    """In a setting that the claim names, or at a corner that a check made."""
    return f"at a corner that we made ({corner})" if corner else f"in setting '{setting}'"


def needed(found: RepeatsNeeded) -> str:
    """Which option gives that many repeats, as the rest of a sentence."""
    if found.too_many:
        return f"more repeats than the {MOST_REPEATS:,} that --repeats allows; {INSTEAD}"
    if found.repeats is None:
        return f"a number of repeats that cannot be foretold from so near; {INSTEAD}"
    if found.budget:
        return f"about {found.repeats:,} repeats; --budget {found.budget} takes {found.of_budget:,}"
    beyond = f", more than the {found.largest:,} of --budget deep" if found.largest else ""
    return f"about {found.repeats:,} repeats{beyond}; --repeats {found.repeats} takes them"


def lost(unsound: int, replicates: int) -> str:
    """How many replicates are unsound, to stand behind what could not be told; empty where none is."""
    return f"; {unsound:,} of {replicates:,} replicates are unsound, and may have any error" if unsound else ""


def first_look(function: str) -> str:
    """Whose function to check before the bound is doubted; empty without cause."""
    return f": check {function} first, which may measure another quantity, or in another unit, than the bound" if function else ""


REMEDY = "; where the statement does not speak of that point, `given=` says so"


@phrase.register
def _(fact: say.Several) -> str:
    return "; ".join(map(phrase, fact.facts))


@phrase.register
def _(fact: say.NoSample) -> str:
    return "no sample was drawn here"


@phrase.register
def _(fact: say.Exceeded) -> str:
    return (
        f"{place(fact.setting, fact.corner)} {fact.violations:,} of {fact.repeats:,} {fact.of} exceed {fact.what}"
        f"{first_look(fact.look_at)}; {fact.allowed:g} is allowed, the rate is at least {fact.rate:g}"
        f"{REMEDY if fact.corner else ''}"
    )


@phrase.register
def _(fact: say.Within) -> str:
    if fact.settings:
        found = f", {fact.searched} of them found by search" if fact.searched else ""
        where = f" ({counted(fact.settings, 'setting')}{found})"
    elif fact.last:
        covered = " or ".join(f"the {count:,} listed rounds" if count else "any round" for count in fact.listed)
        where = f" at {covered} up to {fact.last:,} (later ones were not tested)"
    else:
        where = " that came with them"
    many = f"{fact.violations:,}" if fact.violations else "none"
    verb = "exceed" if fact.violations > 1 else "exceeds"
    near = f"; in {quoted(fact.near)} the rate agrees with the allowed one within a factor {fact.margin:g}" if fact.near else ""
    return (
        f"{many} of {fact.repeats:,} {fact.of} {verb} {fact.what}{where}; "
        f"a violation rate {fact.rate_seen:g} times the allowed one would have been detected{_smaller(fact)}{near}"
    )


def _smaller(fact: say.Within) -> str:
    """Which smaller bounds samples would have refuted: a large share is a sharp test of its size, a small one a weak test."""
    if not fact.share_seen:
        return ""
    shorter = "width" if fact.what == "the width" else "bound"
    if fact.share_seen >= SHARP:
        return f", and so would a {shorter} less than {fact.share_seen:g} times as large"
    return f". A smaller {shorter} would have been refuted only if less than {fact.share_seen:g} times as large"


@phrase.register
def _(fact: say.RateOpen) -> str:
    lead = f"the violation rate in '{fact.setting}' could not be told from the allowed one"
    if fact.why == "between":
        return (
            f"in '{fact.setting}' {fact.count:,} of {fact.of:,} replicates may have crossed the bound between two listed rounds; "
            "more listed rounds would decide it"
        )
    if fact.why == "unsound":
        return (
            f"{lead}: {fact.count:,} of {fact.of:,} replicates are unsound and count against the bound; "
            "mending the experiment would decide it"
        )
    seen = f"{lead}: {fact.rate:g} seen, {fact.allowed:g} allowed"
    if fact.needed is None:
        return f"{seen}, and no number of repeats can be foretold; {INSTEAD}"
    return (
        f"{seen}; a rate that is allowed is seen to agree with it, within a factor {fact.margin:g}, in {needed(fact.needed)}"
    )


@phrase.register
def _(fact: say.CornerOpen) -> str:
    lead = f"{place('', fact.corner)} {phrase(fact.fact)}"
    if fact.unstated:
        return (
            f"{lead}; for which {listed(list(map(letter, fact.unstated)))} the statement is made nobody has said: the letter's "
            "domain, or `given=`, "
            "says it"
        )
    return (
        f"{lead}; whether {listed(fact.kept)} can stay there nobody has said: `follow=` in the regime says what goes with a moved "
        "letter, `given=` where the bound is stated"
    )


@phrase.register
def _(fact: say.Over) -> str:
    return f"{fact.violations:,} of {fact.repeats:,} data sets exceed the bound"


@phrase.register
def _(fact: say.NoFiniteError) -> str:
    why = f": {fact.message}" if fact.message else ""
    return f"the experiment of {quoted(fact.settings)} returned no finite error{why}; mending it would decide it"


@phrase.register
def _(fact: say.NegativeBound) -> str:
    where = ", ".join(f"'{name}' ({size:g})" for name, size in fact.settings)
    return f"the bound is negative at {where}, and no error is; nothing was simulated"


@phrase.register
def _(fact: say.NotDefined) -> str:
    return f"the bound is not defined at every round of setting '{fact.setting}'"


@phrase.register
def _(fact: say.Blunt) -> str:
    if fact.settings:
        return f"meant to be small, yet {fact.what} exceeds half the trivial one in: {', '.join(fact.settings)}"
    return f"in every setting {fact.what} exceeds half the trivial one, so that samples say little about it"


@phrase.register
def _(fact: say.AllZero) -> str:
    return f"every one of {fact.errors:,} errors is 0; does the experiment draw at all?"


@phrase.register
def _(fact: say.WidthsNotPositive) -> str:
    return f"{fact.count:,} of {fact.of:,} widths in '{fact.setting}' are 0 or less"


# ---------------------------------------------------------------- means
@phrase.register
def _(fact: say.Beyond) -> str:
    said = f"the bound is {fact.bound:g}" if fact.of != "mean square" else f"the second moment is said to be at most {fact.bound:g}"
    look = f"; {fact.exceeding:,} of {fact.repeats:,} errors exceed it{first_look(fact.look_at)}" if fact.look_at else ""
    where = f"{place(fact.setting, fact.corner)} " if fact.setting or fact.corner else ""
    remedy = REMEDY if fact.corner else ""
    return f"{where}the {fact.of} is {fact.side} {fact.value:g}, {said}{look}{remedy}"


@phrase.register
def _(fact: say.AboveCeiling) -> str:
    lead = f"in setting '{fact.setting}' an error of {fact.error:g} was drawn, above the ceiling {fact.ceiling:g} that no error"
    return f"{lead} exceeds" if fact.decided else f"{lead} is said to exceed; a ceiling that is one would decide it"


@phrase.register
def _(fact: say.OnItsSide) -> str:
    where = "the one setting" if fact.settings == 1 else f"all {fact.settings} settings"
    seen = ""
    if fact.factor_seen is not None:
        less = "less than " if fact.side == "below" else ""
        seen = f"; a bound {less}{fact.factor_seen:g} times as large would have been refuted"
    return f"the {fact.of} is {fact.side} the bound in {where}{seen}"


@phrase.register
def _(fact: say.IntervalOpen) -> str:
    if fact.high is None and fact.above:
        return (
            f"the {fact.of} in '{fact.setting}' is at least {fact.low:g} and has no known ceiling; the bound {fact.bound:g} can be "
            "supported by more repeats, and refuted only with a ceiling"
        )
    if fact.high is None or fact.needed is None:
        return (
            f"the {fact.of} in '{fact.setting}' is at least {fact.low:g}, the bound is {fact.bound:g}, and a rare large error may "
            "carry the mean: a ceiling of the errors, or a second_moment, would decide it"
        )
    return (
        f"the interval of the {fact.of} in '{fact.setting}', {fact.low:g} to {fact.high:g}, contains the bound {fact.bound:g}; "
        f"to tell {fact.mean:g} from it takes {needed(fact.needed)}"
    )


@phrase.register
def _(fact: say.SaysNothingThere) -> str:
    return f"the bound in '{fact.setting}' is {fact.bound:g}, which every error satisfies"


@phrase.register
def _(fact: say.RisksOpen) -> str:
    return (
        f"the interval of a {fact.of} contains the bound ({', '.join(fact.methods)}); to tell it from the bound takes "
        f"{needed(fact.needed)}"
    )


@phrase.register
def _(fact: say.BestOpen) -> str:
    many = ", ".join(f"{value:,.0f}" if value == int(value) else f"{value:.4g}" for value in fact.at)
    more = lost(fact.unsound, fact.replicates) or "; more --repeats would decide it"
    return f"the method said to be best is not told apart from another at {letter(fact.parameter)} = {many}{more}"


# ---------------------------------------------------------------- exponents and ratios
@phrase.register
def _(fact: say.NoExponent) -> str:
    return f"the errors have no exponent: at {row(fact.places)} fewer than two are sound, or their quantile is 0"


def found_along(fact: say.Along) -> str:
    """The finding along one letter, without the letter, the reason and the author's remark."""
    said = {
        "TIGHT": "the error keeps to the rate",
        "LOOSE": f"{_slower(fact)}, which is loose here",
        "GROWS": f"the error grows faster than the rate: error/rate at the far end is {fact.growth:.3g} times its least value"
        + (", and still grows over the last half of the sweep" if fact.late else ""),
        "TRANSIENT": "the error grows faster than the rate on this range, and so does the explicit version, which stays within a "
        "constant of the rate",
        "UNCLEAR": "the sweep is too short, or its intervals are too wide, to say",
    }[fact.finding]
    return f"{fact.measured:.2f} measured, {fact.printed:.2f} in the rate; {said}"


def _slower(fact: say.Along) -> str:
    """How an error stays behind a rate: a larger exponent is a faster fall where the parameter is small."""
    if fact.measured > fact.printed:
        return "where it is small, the error falls faster than the rate"
    return f"the error {'grows more slowly' if fact.printed > 0 else 'falls faster'} than the rate"


def note_along(fact: say.Along) -> str:
    """The same with the reason and the author's remark."""
    reason = phrase(fact.within) if fact.within is not None else ""
    return "; ".join(filter(None, (found_along(fact), reason, fact.remark)))


@phrase.register
def _(fact: say.Along) -> str:
    return f"exponent of {letter(fact.parameter)}: {note_along(fact)}"


def brief(fact: say.Fact) -> str:
    """A finding for a line of a screen: without reasons and remarks."""
    if isinstance(fact, say.Along):
        return f"exponent of {letter(fact.parameter)}: {found_along(fact)}"
    if isinstance(fact, say.RatioSeen):
        return phrase(replace(fact, remark=""))
    return phrase(fact)


@phrase.register
def _(fact: say.Times) -> str:
    return f"explicit at most {exact(fact.times)} times printed, {phrase(fact.because)}"


@phrase.register
def _(fact: say.RatesSeen) -> str:
    rest = len(fact.parameters) - len(fact.transient)
    if fact.transient:
        said = f"along {row(fact.transient)} the error grows faster than the rate on the range measured, and so does the explicit "
        said += "version, which stays within a constant of the rate"
        said += f"; along the other {'sweep' if rest == 1 else f'{rest} sweeps'} it does not" if rest else ""
    elif len(fact.parameters) == 1:
        said = f"the error does not grow faster than the rate along {letter(fact.parameters[0])}"
    else:
        said = f"in none of {len(fact.parameters)} sweeps does the error grow faster than the rate"
    said += f"; along {row(fact.tight)} it keeps to the rate" if fact.tight else ""
    most = f"; growth by a factor {fact.seen:g} would have been detected" if fact.seen is not None else ""
    return f"{said} (test: at the end of a sweep error/rate is at most {1 + fact.tolerated:g} times its minimum{most})"


@phrase.register
def _(fact: say.RatesOpen) -> str:
    by = ", ".join(f"{growth:.3g} times its least value along {letter(parameter)}" for parameter, growth in fact.grows)
    grown = f"error/rate has grown at the far end: {by}; a certified sequence would decide it" if by else ""
    wide = ""
    if fact.wide:
        wide = f"too short or too noisy along {row(fact.wide)}{lost(fact.unsound, fact.replicates)}; a longer design or more than "
        wide += f"{fact.repeats:,} --repeats would decide it"
    return "; ".join(filter(None, (grown, wide)))


@phrase.register
def _(fact: say.RatioSeen) -> str:
    value = f"{fact.value:,.0f}" if fact.value == int(fact.value) and abs(fact.value) < MOST_REPEATS else f"{fact.value:.3g}"
    said = f"the ratio {'is' if fact.below else 'reaches'} {fact.ratio:.3g} (interval {fact.low:.3g} to {fact.high:.3g}) at "
    said += f"{letter(fact.parameter)} = {value}"
    return "; ".join(filter(None, (said, fact.remark)))


@phrase.register
def _(fact: say.OrderReversed) -> str:
    beside = f" ({letter(fact.parameter)} = {fact.at:.3g})" if fact.parameter != fact.moves else ""
    return (
        f"the order is the other way round at {letter(fact.moves)} = {fact.value:g}{beside}: the error said to be larger is at "
        "most "
        f"{fact.most:g} times the other"
    )


@phrase.register
def _(fact: say.Ordered) -> str:
    said = f"the error said to be larger is larger by a clear factor at {fact.larger} of {fact.points} points, and clearly smaller "
    said += f"at none{lost(fact.unsound, fact.replicates)}"
    return f"{said}; {phrase(fact.rate)}" if fact.rate is not None else said


@phrase.register
def _(fact: say.RatioAlong) -> str:
    if fact.finding == "wide":
        return "the intervals of the ratio are too wide to say whether it follows the printed one"
    if fact.finding == "short":
        return "the values lie too near each other to say whether the ratio follows the printed one"
    if fact.finding == "apart":
        where = ", ".join(f"{ratio:.3g} for {printed:.3g}" for ratio, printed in fact.pairs)
        return (
            f"the ratio does not follow the printed one here: ratio/printed differs by a factor {fact.factor:g} at least ({where})"
        )
    if fact.finding == "open":
        return f"whether the ratio follows the printed one is open: ratio/printed may differ by a factor {fact.factor:g}"
    tolerated = 1 + (fact.tolerated or 0)
    return (
        f"ratio/printed is the same at all of them (test: up to a factor {tolerated:g}; one of {fact.factor:g} would have "
        "been detected)"
    )


@phrase.register
def _(fact: say.RatioBetween) -> str:
    return f"the ratio lies between {exact(fact.low)} and {exact(fact.high)}"


@phrase.register
def _(fact: say.NoConstantAlong) -> str:
    return f"no constant $K$ from {fact.side} will do: at {point(fact.path)} it is too small, whatever $K \\ge 1$"


@phrase.register
def _(fact: say.NoConstantProved) -> str:
    return (
        f"no constant could be proved from {' nor from '.join(fact.sides)}; tried: {counted(fact.methods, 'method')}. A certified "
        "growth of the ratio would decide it, or a narrower domain in `given`"
    )


# ---------------------------------------------------------------- constants, and where a bound informs
def reserve(fact: say.ConstantSettled) -> str:
    """Where no more is known of a constant than that it serves there; empty where it may be quoted without."""
    if fact.how == "step" and fact.only:
        return f"for {', '.join(map(exact, fact.only))}"
    if fact.how == "points":
        return f"at the points of this run; {_no_domain(fact.bare) if fact.bare else 'not proved beyond them'}"
    return ""


def _no_domain(letters: Sequence[str]) -> str:
    return f"{', '.join(map(letter, letters))} {'has' if len(letters) == 1 else 'have'} no domain"


@phrase.register
def _(fact: say.ConstantSettled) -> str:
    if fact.how == "no number":
        return f"the claimed constant {exact(fact.constant)} is no positive number, and is not quoted"
    if fact.how == "equal":
        times = "the printed one" if fact.constant == "1" else f"{exact(fact.constant)} times the printed rate"
        return f"the explicit version is {times}"
    if fact.how == "proved":
        return "proved on the stated domain"
    if fact.how == "step":
        if not fact.only:
            return f"proved by the step {step(fact.step)}"
        return f"the constant {exact(fact.constant)} is proved by the step {step(fact.step)} for {', '.join(map(exact, fact.only))}"
    if fact.how == "points":
        open_ = "neither proved nor refuted on the stated domain"
        return f"not proved: {_no_domain(fact.bare)}; a Letter for each gives one" if fact.bare else open_
    where = f"in '{fact.setting}'" if fact.setting else f"at {point(fact.at or {})}"
    beside = f"; the step {step(fact.step)} proves it for {', '.join(map(exact, fact.only))}" if fact.step and fact.only else ""
    return (
        f"the claimed constant {exact(fact.constant)} is refuted: {where} the explicit version is {exact(fact.left)}, and "
        f"{exact(fact.constant)} times "
        f"the printed rate {exact(fact.right)}{beside}"
    )


@phrase.register
def _(fact: say.NoConstant) -> str:
    return f"No constant $C$ will do: {fact.words}."


@phrase.register
def _(fact: say.CollapseOpen) -> str:
    about = exact(fact.about)
    moved = listed(list(map(letter, fact.about.split(", "))))
    least, share = fact.error or 0, fact.share or 0  # of what was drawn; no other reason has them
    why = {
        "line": f"it rests on {about}, which is not proved; a proof would decide it",
        "many outcomes": f"there are more than {fact.of:,} outcomes; classes of data sets would decide it",
        "not exact": f"{about} has no exact probability or error; fractions would decide it",
        "sum": f"the probabilities of its outcomes sum to {about}; all outcomes, summing to 1, would decide it",
        "no error": "an outcome has no error above 0; another instance would decide it",
        "moves": f"its error has a unit of its own, and {moved} would have to stay as $C$ grows",
        "outside": f"the instance has to lie where the bound is stated, and {about} is not proved there",
        "probability": "a larger probability of the error would decide it",
        "negative": "what stands beside the rate is not proved to be at least 0",
        "drawn": f"drawn in the instance{f' at $C$ = {about}' if fact.about else ''}, {fact.count:,} of {fact.of:,} data sets "
        f"have an error of at least {least:g}, where a share of {share:g} is said to; an instance in which they do would decide it",
        "not drawn": f"it cannot be drawn for $C$ = {about}, where the same has to show as at $C = 1$",
    }[fact.why]
    return f"{fact.words}: {why}"


LAST = 10**15  # of the sizes among which is looked


@phrase.register
def _(fact: say.Informative) -> str:
    where = ", ".join(
        set_to(key, f"{value:.6g}") for key, value in sorted(fact.at.items()) if isinstance(value, int | float) and key != "n"
    )
    raised = f", with {listed(list(map(letter, fact.raised)))} raised where the conditions ask for more" if fact.raised else ""
    return f"{f'at {where}, ' if where else ''}the explicit bound is below the trivial one {sizes(fact)}{raised}"


def sizes(fact: say.Informative) -> str:
    """For which n a bound informs, as the end of a sentence."""
    if not fact.inside:
        words = "for no $n$ up to $10^{15}$"
    elif fact.start is not None:
        words = f"from $n = {fact.start}$ on"
    else:
        words = f"for $n$ {_spans(fact.inside)}"
    if not fact.undecided:
        return words
    return f"{words}{' that is decided' if not fact.inside else ''}; not decided for $n$ {_spans(fact.undecided)}"


def _spans(runs: Sequence[tuple[int, int]]) -> str:
    ends = [(low, "$10^{15}$" if high == LAST else f"{high:,}") for low, high in runs]
    return " and ".join(f"= {low:,}" if f"{low:,}" == high else f"from {low:,} to {high}" for low, high in ends)


@phrase.register
def _(fact: say.TrivialIn) -> str:
    where = "setting" if len(fact.settings) == 1 else "settings"
    return f"the explicit bound exceeds the trivial one in the {where} {quoted(fact.settings)}"


@phrase.register
def _(fact: say.Tightness) -> str:
    lead = "where the explicit bound is informative, the measured quantile is"
    least, most = (exact(f"{ratio:g}") if "e" in f"{ratio:g}" else f"{ratio:g}" for ratio in (fact.smallest, fact.largest))
    if fact.smallest == fact.largest:
        return f"{lead} {most} of it"
    return f"{lead} {least} to {most} of it (largest in the setting {quoted([fact.setting])})"


@phrase.register
def _(fact: say.NeverInforms) -> str:
    return "the bound is never below the trivial one"
