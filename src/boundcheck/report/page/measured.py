"""The measurements, part by part: what is tested, error against bounds, methods compared, constants, worst instances."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.claims.fields import shapes_with, sides_of
from boundcheck.report.figures import measurements
from boundcheck.report.figures.chart import At
from boundcheck.report.figures.measurements import ranking
from boundcheck.report.figures.worst_instance import Instance, drawing, instance_of
from boundcheck.report.page.front import sensitivity
from boundcheck.report.page.noted import evidence, failures, mutants, short
from boundcheck.report.page.paragraphs import (
    badge,
    beside,
    bullets,
    code,
    figure,
    heading,
    muted,
    pairs,
    para,
    strong,
    table,
    tag,
)
from boundcheck.report.page.steps import witness
from boundcheck.report.parts import (
    bounds_of,
    compared_of,
    constant_of,
    exponents_of,
    named_by,
    regimes_of,
    separation_of,
    vacuity_of,
)
from boundcheck.report.text.letters import found_point, point, shared, symbol, words
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import chosen_value, named, prose, runs, sentence_runs
from boundcheck.report.text.typst import formula
from boundcheck.report.text.words import (
    TAGS,
    decimals,
    engines,
    exact,
    excluded,
    finite,
    informs,
    percent,
    ratio,
    setting,
    shown,
    span,
    times,
    version,
)
from boundcheck.verdict.facts import Along, FalseAt, Informative
from boundcheck.verdict.result import (
    Record,
)
from boundcheck.verdict.shapes import (
    Adversary,
    AnyPart,
    Bounds,
    Constant,
    DefinitionPart,
    ExpectationBoundPart,
    Finding,
    Mechanism,
    MinimaxLowerBoundPart,
    Part,
    PrivacyGuaranteePart,
    RankingPart,
    Ranks,
    Regime,
    Vacuity,
)
from boundcheck.verdict.statements import Formula
from boundcheck.verdict.values import Sampled
from boundcheck.words import phrase

# What a part puts to the test, in formulas: the bound with its constants beside the printed rate, or the law.

LONGEST = 900  # characters of plain text, some six lines of a display; what is longer is set small, and breaks anywhere


def tested(name: str, part: Part) -> list[dict]:
    """A line for each formula of a part; nothing for shapes that have none."""
    bounds, compared, at = bounds_of(part), compared_of(part), f"parts[{name}]"
    rows: list[list[Any]] = []
    if bounds:
        sides = sides_of(part.shape)
        same = bounds.explicit == bounds.printed
        twice = tuple(side.name for side in sides if same and side.name in ("explicit", "printed"))[1:]
        left_out = ("explicit",) if excluded(part) else twice  # it is that of another reading
        for side in sides:
            made = None if side.name in left_out else line(getattr(bounds, side.name), side.relation, f"{at}.bounds.{side.name}")
            rows += [[side.words, made]] if made else []
    if compared:
        for key, words, side_ in (("compared", "Tested", compared.compared), ("given", "Given", compared.given)):
            made = line(side_, "", f"{at}.relation.{key}")
            rows += [[words, made]] if made else []
    rows += law(part.mechanism, f"{at}.mechanism") if isinstance(part, PrivacyGuaranteePart) else []
    return [{"kind": "formulas", "rows": rows}] if rows else []


def law(mechanism: Mechanism, at: str) -> list[list[Any]]:
    """Of a mechanism: its two numbers, its size, and its law where the record holds it."""
    level = _row_of([mechanism.epsilon, mechanism.delta], "({})")
    rows: list[list[Any]] = [["Tested: private at", line(level, "", f"{at}.epsilon")]]
    sizes = [
        f"{shown(count)} {name if count == 1 else f'{name}s'}"
        for name, count in (("input", mechanism.inputs), ("output", mechanism.outputs))
        if count
    ]
    rows += [["Mechanism", ", ".join(sizes)]] if sizes else []
    for row in mechanism.law or ():
        set_ = line(_row_of(row.probabilities, "{}", r", \quad "), "", f"{at}.law")
        rows += [[f"Law of input {shown(row.input)}", set_]] if set_ else []
    given = line(mechanism.given, "", f"{at}.given")
    return rows + ([["Given", given]] if given else [])


SIGNS = {"<=": r"\le", ">=": r"\ge"}


def _row_of(sides: Sequence[Formula], within: str, between: str = ", ") -> Formula:
    """Several formulas with commas between them."""
    return Formula(latex=within.replace("{}", between.join(side.latex for side in sides)))


def line(side: Formula | None, relation: str, at: str) -> dict | None:
    """A formula behind words and a sign; one that is too long stands as plain text."""
    if side is None or not side.latex:
        return None
    *words, sign = relation.split() or [""]
    source = (rf"\text{{{' '.join(words)} }} {SIGNS.get(sign, sign)} " if words else "") + side.latex
    plain = code(linear(source))
    made = formula(source, at, tall=True) if len(plain["code"]) <= LONGEST else None
    return made | {"plain": plain} if made else plain


# Settings and methods compared along a parameter.

def separated(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """The separation of two settings on common random numbers."""
    found = separation_of(part)
    if not found:
        return []
    if isinstance(found, Ranks):
        return ranked(name, found, known)
    caption = [f"{name}: ratio of errors on common random numbers against ", *named(found.parameter, known), "."]
    return figure(measurements.separation(found, known), caption, 74)


def ranked(name: str, found: Ranks, known: Mapping[str, str]) -> list[dict]:
    """Several methods along one parameter, where two change places, and every error in numbers."""
    blocks = rivals(name, found, known)
    changes = [[prose(c.first), prose(c.second), shown(c.lower), shown(c.upper), _about(c.about)] for c in found.crossings]
    if changes:
        header = ["Smaller at first", "Than", "Known up to", "Turned from", "About"]
        lead = ["Where two change places, in ", *named(found.parameter, known), "."]
        blocks.append(table("l1 l1 r r r", header, changes, lead, tight=True))
    names = [prose(curve.name) for curve in found.methods]
    rows = [
        [called if curve.ranked else muted(called), *(shown(p.quantile, 2) for p in curve.points)]
        for called, curve in zip(names, found.methods, strict=True)
    ]
    header = ["Error at", *(shown(p.value) for p in found.methods[0].points)]
    return [*blocks, table("l1" + " r" * (len(header) - 1), header, rows, tight=True)]


def rivals(name: str, found: Ranks, known: Mapping[str, str], height: float = 3.6) -> list[dict]:
    """The figure of several methods along one parameter."""
    caption = [f"{name}: errors of the methods against ", *named(found.parameter, known)]
    caption += [" at ", *point(found.at, known)] if found.at else []
    caption += [", with intervals that hold all at once; both axes are logarithmic."]
    if found.crossings:
        caption += [" A ring marks where the best method changes (by linear interpolation between the measured points)."]
    caption += [" ", *sentence_runs(found.note, known)] if found.note else []
    return figure(ranking(found, known, height=height), caption)


def _about(value: float | None) -> str:
    """Two digits of a place that is a guess."""
    return "–" if value is None else exact(float(f"{value:.2g}"))


# The worst instance that a search found, in numbers.

def how_drawn(instance: Instance) -> str:
    """How the drawing is read, in the words of a caption."""
    features = instance.features
    plane = bool(features) and isinstance(features[0], list) and len(features[0]) <= 2
    logits = {shown(n) for n in map(finite, instance.logits)}
    stems = "A stem is the weight at a logit" if len(logits) > 1 else "A stem is the weight of a vector"
    if not plane and not (logits or features):
        return ""
    said = ["Areas are weights, the arrow points along the true parameter" if plane else stems]
    said += ["filled is what was changed"] if any(map(finite, instance.changed)) else []
    return "; ".join(said) + "."


def worst(found: Adversary, known: Mapping[str, str]) -> list[dict]:
    """The worst instance in numbers, as far as they fit on a line."""
    instance = instance_of(found)
    rest = [
        (key.replace("_", " "), short(value)) for key, value in found.items() if key not in Instance.__struct_fields__
    ]
    rows = [
        ("Worst at", found_point(instance.point, known)),
        ("Design", _design(instance)),
        ("True parameter", _truth(instance.theta)),
        ("Changed labels", _changed(instance)),
        *rest,
    ]
    return [pairs(rows)]


def _truth(theta: Sequence[Any]) -> str:
    """Its coordinates, or what is said of it where they are too many for a line."""
    if len(theta) <= 6:
        return f"({', '.join(map(shown, theta))})" if theta else ""
    numbers = [n for n in map(finite, theta) if n is not None]
    size = "zero" if not any(numbers) else f"of norm {shown(math.hypot(*numbers))}"
    return f"{size} in dimension {len(theta)}" if len(numbers) == len(theta) else f"in dimension {len(theta)}"


def _design(instance: Instance) -> str:
    """How many vectors, of which dimension and weights, and how many more the record does not hold."""
    features, weights = instance.features, instance.weights
    count = len(features or weights)
    if not count:
        return ""
    dimension = len(features[0]) if features and isinstance(features[0], list) else instance.dimension
    said = f"{shown(count)} {'vector' if count == 1 else 'vectors'}"
    said += f" in dimension {shown(dimension)}" if dimension else ""
    numbers = [n for n in map(finite, weights) if n is not None]
    if numbers:
        same = min(numbers) == max(numbers)
        said += f", weight {shown(numbers[0])}" if same else f", weights {span(min(numbers), max(numbers))}"
    left = finite(instance.left_out)
    return said + (f"; {shown(int(left))} lighter ones are left out" if left else "")


def _changed(instance: Instance) -> str:
    """The share of all labels that corruption changed in the data set that is drawn."""
    numbers = [n for n in map(finite, instance.changed) if n is not None]
    return f"{percent(sum(numbers))} of all, in the first data set" if any(numbers) else ""


# What else a part found: its constant, term by term, and how it was settled.

LONGEST_CONSTANT = 60  # characters of a constant in a sentence
SETTLED = {  # how the record says that a constant was settled
    "equal": "the printed bound has its constants",
    "proved": "proved on the stated domain",
    "step": "proved by a step",
    "points": "not contradicted at the points of this run, and not settled beyond them",
    "refuted": "refuted",
    "excluded": "a counterexample excludes every constant",
    "unusable": "no positive number",
}


def constant(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """The constant that was derived, and the smallest that survived the search."""
    found = constant_of(part)
    if not found or excluded(part):
        return []
    told = stated(name, found, bounds_of(part), known)
    if found.smallest_surviving is not None:
        told.append(f"At the worst instance found, the error is {shown(found.smallest_surviving)} times the rate")
        if found.low is not None:
            told.append(f" (interval {span(found.low, found.high)})")
        told.append(". ")
    if small := found.where_it_bites:
        told.append("Where the explicit bound is at most half the trivial one, the largest error found is ")
        told += [f"{shown(small.smallest_surviving)} times the rate (interval {span(small.low, small.high)}). "]
    elif found.smallest_surviving is not None:
        told.append("No instance was found where the explicit bound is at most half the trivial one. ")
    if found.evaluations:
        told.append(f"No constant below {shown(found.low, 4, side='down')} is valid (worst of {found.evaluations:,} instances).")
    told += by_term(found)
    if not told:
        return []
    text = para(strong("Constant. "), *told)
    if found.instance is None:
        return [text]
    caption = f"{name}: the worst instance found. {how_drawn(instance_of(found.instance))}".strip()
    return beside([text, *worst(found.instance, known)], figure(drawing(found.instance, known), caption))


def by_term(found: Constant) -> list[str]:
    """The constant of each named term, as it is proved."""
    proved = ", ".join(f"{row.term} {row.constant}" for row in found.per_term if row.constant)
    rest = ", ".join(row.term for row in found.per_term if not row.constant)
    told = [f"Constants of the terms, each proved on the stated domain: {proved}"] if proved else []
    told += [f"open: {rest}"] if rest else []
    return [f" {'; '.join(told)}."] if told else []


def stated(name: str, found: Constant, bounds: Bounds | None, known: Mapping[str, str]) -> list:
    """The constant that the claim states, as a formula, and how it was settled; the one between two rates as it was derived."""
    side = bounds.constant if bounds else None
    if not found.settled:
        return [] if found.explicit is None else [f"Derived: {chosen_value(found.explicit, known)}. "]
    if found.settled == "equal":
        return ["The bound is printed with its constants. "]
    short = side is not None and len(linear(side.latex)) <= LONGEST_CONSTANT
    value: Any = formula(side, f"parts[{name}].bounds.constant") if short else None
    value = value or chosen_value(found.claimed or found.explicit or "", known)
    by = phrase(found.by) if found.by is not None else ""
    how = "; ".join(filter(None, (SETTLED[found.settled], by))) if found.settled == "points" else by or SETTLED[found.settled]
    if found.settled == "step" and found.step:
        named = strong(prose(words(found.step, known)))
        return ["The paper does not give the constant. We prove ", value, " (step ", named, "). "]
    return ["The paper does not give the constant. Ours is ", value, f": {prose(how, known).rstrip('.')}. "]


# The measurements, part by part: error against bounds, cell by cell and along each parameter.

MOST_ROWS = 18
WRITTEN = 1e-5  # to which values of a point are rounded in one place of a record and not in another
SLIGHT = 1.0  # per cent of a bound, of which a sentence says nothing
STEADY = 5.0  # per cent, by which a share changes that needs no picture
SEARCHED = "worst case of"  # how a cell is called that a search found
NO_VERSION = (
    "Since a counterexample excludes every constant, there is no explicit version to compare with measurements; these are "
    "shown below, with the repaired bound."
)
ABOUT_THE_EXPLICIT = frozenset({"INFORMATIVE", "VACUOUS", "LOOSE", "TIGHT", "TOOTHLESS"})
CELLS = ["Setting", "Quantile", "Interval", "Bound", "Slack", "Above", "Rate", "Allowed", "Visible from"]


def measured(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Blocks of every part."""
    blocks: list[dict] = []
    for name, part in record.parts.items():
        blocks += [heading(prose(words(name, known)), 2), *of_part(name, part, known)]
    return [heading(title(record)), *blocks] if blocks else []


def title(record: Record) -> str:
    """What the section on the parts is called."""
    sampled = any(map(_sampled, record.parts.values()))
    return "Measured against the bound" if sampled else "What each part rests on"


def of_part(name: str, part: AnyPart, known: Mapping[str, str]) -> list[dict]:
    """Blocks of one part, below its name."""
    called = prose(words(name, known))
    blocks = [*verdict(part, known), *tested(name, part)]
    of_the_explicit = () if excluded(part) else (bounds, cells, exponents, constant, separated, mutants, sensitivity, evidence)
    for section in (*of_the_explicit, failures):
        blocks += section(called, part, known)
    return blocks


def _sampled(part: AnyPart) -> bool:
    """Whether samples stand behind a part."""
    if isinstance(part, ExpectationBoundPart):
        return bool(part.evidence.means)
    if isinstance(part, MinimaxLowerBoundPart):
        return bool(part.evidence.estimators)
    return bool(regimes_of(part) or exponents_of(part) or separation_of(part))


def verdict(part: Part, known: Mapping[str, str]) -> list[dict]:
    """What kind of statement, how it was settled, what was found."""
    about = ", ".join(filter(None, (in_words(part.shape), read_as(part))))
    how = f" Method: {prose(engines(part.method))}." if part.method else ""
    blocks = [para(badge(part.outcome), "  ", muted(f"{about[:1].upper()}{about[1:]}.{how}"))]
    false = witness(part.witness, known, told=phrase(part.fact))
    if not (false and isinstance(part.fact, FalseAt)):
        blocks.append(para(*sentence_runs(phrase(part.fact), known)))
    if false:
        blocks.append(para(strong("False "), *false))
    if excluded(part):
        blocks.append(para(muted(NO_VERSION)))
    findings = [finding for finding in part.findings if not _stands_elsewhere(finding, part)]
    if findings:
        blocks.append(bullets([[tag(called(f.kind)), "  ", *runs(setting_in_text(phrase(f.fact)), known)] for f in findings]))
    return blocks


def read_as(part: Part) -> str:
    """In which version of the statement a part is tested; nothing where that is the printed one."""
    return "" if part.reading in ("literal", "") else f"in the version '{prose(version(part.reading))}'"


def setting_in_text(text: str) -> str:
    """A sentence in which settings have the names that tables give them."""
    return text.replace("biting", "informative")


def called(kind: str) -> str:
    """What a finding is about, in words."""
    return TAGS.get(kind, kind.lower())


def _stands_elsewhere(finding: Finding, part: Part) -> bool:
    """Whether a finding speaks of an explicit version that the part does not have, or stands in a table of this part."""
    if excluded(part):
        return finding.kind in ABOUT_THE_EXPLICIT
    match finding.kind:
        case "TIGHT" | "LOOSE":
            return bool(exponents_of(part)) and isinstance(finding.fact, Along) and not (finding.fact.remark or finding.fact.within)
        case "SEPARATED":
            return isinstance(part, RankingPart) and bool(part.separation.crossings)
        case "EVALUATED":
            return isinstance(part, DefinitionPart) and bool(part.evidence.values)
    return False


def bounds(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """Error and all bounds against the sample size, and from where they say something."""
    if excluded(part):
        return []
    vacuity, read = vacuity_of(part), read_as(part)
    every: list[measurements.Drawn] = [*(vacuity.points if vacuity else ()), *on_curve(part)]
    if not every:
        every = next(([*e.points] for e in exponents_of(part) if named_by(e, "n")), every)
    points = sorted(measurements.drawable(every), key=lambda p: p.value)
    silent_below = vacuity.says_something_from if vacuity else None
    drawn = measurements.along("n", points, known, silent_below, rate=part.shape in shapes_with("of_rate"))
    what = "error and bounds" if any(finite(p.quantile) for p in points) else "the bounds"
    caption: list = [f"{name}: {what} against the sample size"]
    caption += [" at ", *point(vacuity.at, known)] if vacuity and vacuity.at else []
    for letter in vacuity.raised if vacuity else ():
        caption += [", ", symbol(letter, known), " raised where the conditions ask for more"]
    if read and any(p.printed is not None for p in points):
        caption.append(f"; the rate is that {read}")
    caption.append("; both axes are logarithmic.")
    if not vacuity:
        return figure(drawn, caption)
    told = any(isinstance(finding.fact, Informative) for finding in part.findings)
    text = [] if told else [para(*sentence_runs(informs(vacuity), known))]
    return [*text, *figure(drawn, caption), *_terms(name, vacuity, read)]


def _terms(name: str, vacuity: Vacuity, read: str = "") -> list[dict]:
    """Which share of a bound each of its terms has: a picture, or a sentence where that hardly changes with n."""
    whole = f"the bound {read}" if read else "the printed bound"
    every = vacuity.summands
    found = measurements.of_terms(vacuity, len(every))
    if found is None:
        return []
    _, percentages = found
    layers = [place for place, share in enumerate(percentages) if max(share) > 0]
    if len(layers) < 2:
        return []
    terms = [formula(term, "summand") for term in every]
    if all(max(share) - min(share) < STEADY for share in percentages):
        told: list = [f"{name}: shares of the terms in {whole}, at the same point and at every n drawn: "]
        large = [place for place in layers if percentages[place][-1] >= SLIGHT]
        for count, place in enumerate(large):
            told += ["; " if count else "", terms[place], f" ({percent(percentages[place][-1] / 100)})"]
        rest = f"; the rest is below {SLIGHT:.0f} %" if len(large) < len(layers) else ""
        return [para(muted(*told, f"{rest}."))] if len(large) > 1 else []
    called = [prose(term.name.replace("_", " ")) for term in every]
    if not all(called):
        called = [measurements.ORDINALS[layers.index(place)] if place in layers else "none" for place in range(len(every))]
    caption: list = [f"{name}: share of each term in {whole}, at the same point"]
    for place in layers:
        caption += ["; ", f"{called[place]}: ", terms[place]]
    return figure(measurements.stacked(vacuity, called), [*caption, "."])


def on_curve(part: Part) -> list[At]:
    """The cells whose point is that of the curve in everything but n: only they may be drawn beside it."""
    vacuity = vacuity_of(part)
    if not vacuity:
        return []
    found = []
    for cell in regimes_of(part):
        here = dict(cell.point)
        n = here.pop("n", None)
        if isinstance(n, int | float) and _same_point(here, vacuity.at) and finite(cell.quantile) is not None:
            found.append(At(n, cell.quantile, cell.low, cell.high, name=cell.name))
    return found


def _same_point(here: Sampled, at: Sampled) -> bool:
    """Whether two points are one, as far as a record writes them."""
    pairs = [(finite(here.get(letter)), finite(value)) for letter, value in at.items()]
    return here.keys() == at.keys() and all(
        one == other if one is None or other is None else math.isclose(one, other, rel_tol=WRITTEN) for one, other in pairs
    )


def cells(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """Slack in every cell, as a picture and in numbers."""
    every = regimes_of(part)
    if not every or excluded(part):
        return []
    slack = tightest(every)
    same = shared([s.point for s in slack])
    fixed = {key: value for key, value in slack[0].point.items() if key in same}
    held = [" In all of them ", *point(fixed, known), "."] if fixed else []
    caption: list = [
        f"{name}, each setting: measured quantile with its interval, and the bounds.{level(part, slack)}",
        *held,
    ]
    if read := read_as(part):
        caption.append(f" The rate is that {read}.")
    if any(s.biting for s in slack):
        caption.append(" A dot marks a setting in which the bound is at most half the trivial one, so that it is informative.")
    if len(slack) < len(every):
        caption.append(f" The {len(slack)} tightest of {len(every)}; the record holds all.")
    shares = [
        "Slack: bound over measured quantile. Above: how often the error exceeded the bound. Rate: the largest violation rate "
        "that is consistent with the samples. Allowed: by the statement. Visible from: the smallest violation rate that would have "
        "been detected.",
        *held,
    ]
    names = measurements.labels(slack, known)
    rows = [_cell(label, s) for label, s in zip(names, slack, strict=True)]
    spoken_of = {name for finding in part.findings for name in finding.about}
    called = [prose(setting(s.name)) for s in slack]
    where = [
        (name, (found_point if s.name.startswith(SEARCHED) else point)(s.point, known, same))
        for name, s in zip(names if measurements.by_name(slack) else called, slack, strict=True)
        if measurements.by_name(slack) or s.name in spoken_of
    ]
    return [
        *figure(measurements.cells(slack, known), caption),
        table("l1 r r r r r r r r", CELLS, rows, shares, tight=True),
        *([pairs(where, small=True)] if where else []),
    ]


def tightest(every: Sequence[Regime]) -> list[Regime]:
    """As many cells as a table bears, those in which the bound bites first, in the record's order."""
    kept = sorted(range(len(every)), key=lambda place: -_interest(every[place]))[:MOST_ROWS]
    return [every[place] for place in sorted(kept)]


def level(part: Part, slack: Sequence[Regime]) -> str:
    """Which quantile was measured, where every cell has the same, and of how many replicates."""
    shares = {finite(cell.allowed) for cell in slack}
    told = ""
    if part.shape in shapes_with("quantile") and len(shares) == 1 and (share := shares.pop()) is not None:
        told = f" The quantile is that at 1 − {exact(share)} = {exact(1 - share)}."
    elif part.shape in shapes_with("quantile"):
        told = " The quantile is that at 1 minus the rate allowed in the cell."
    counts = {cell.repeats for cell in slack}
    count = counts.pop() if len(counts) == 1 else None
    return told if count is None else f"{told} {shown(count)} replicate{'' if count == 1 else 's'} each."


def exponents(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """Measured exponents next to the printed ones."""
    found = exponents_of(part)
    if not found:
        return []
    rows = [
        [
            named(e.parameter, known),
            decimals(e.printed),
            decimals(e.explicit),
            decimals(e.measured),
            span(e.low, e.high, decimals),
            [tag(called(e.finding))],
        ]
        for e in found
    ]
    header = ["Along", "Printed", "Explicit", "Measured", "Interval", "Finding"]
    lead = (
        "Exponents: how the error grows with each parameter, beside the exponent of the rate there. Tight: over the range measured "
        "the error keeps to the rate, or near it. Loose: it grows more slowly, or vanishes faster."
    )
    drawn = measurements.panels(found, known)
    below = f"{name}: error and bounds along each parameter, on logarithmic axes, and above each its exponent."
    return [table("l1 r r r r l", header, rows, lead), *figure(drawn, below)]


def in_words(shape: str) -> str:
    """``HighProbabilityBound`` in words."""
    return "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in shape).strip()


def _cell(label: str, cell: Regime) -> list:
    return [
        label,
        shown(cell.quantile),
        span(cell.low, cell.high),
        shown(cell.bound),
        times(ratio(cell.bound, cell.quantile)),
        f"{shown(cell.violations)} of {shown(cell.repeats)}",
        rate(cell),
        percent(cell.allowed),
        percent(cell.smallest_visible_rate, side="up"),
    ]


def rate(cell: Regime) -> str:
    """The upper limit of the rate of violations; the lower one where that is above what is allowed."""
    above = cell.rate_low > cell.allowed
    return f"≥ {percent(cell.rate_low, side='down')}" if above else f"≤ {percent(cell.rate_high, side='up')}"


def _interest(cell: Regime) -> float:
    """Biting cells first, then the tightest."""
    return (ratio(cell.quantile, cell.bound) or 0.0) + (10.0 if cell.biting else 0.0)
