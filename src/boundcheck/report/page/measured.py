"""The measurements, part by part: what is tested, error against bounds, methods compared, constants, worst instances."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.claims.fields import shapes_with, sides_of
from boundcheck.record.types import fact_of
from boundcheck.report.figures import measurements
from boundcheck.report.figures.measurements import ranking
from boundcheck.report.figures.worst_instance import PER_ATOM, drawing
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
from boundcheck.report.text.formulas import formula, objection
from boundcheck.report.text.letters import found_point, point, shared, symbol, words
from boundcheck.report.text.prose import named, prose, runs, sentence_runs, typed
from boundcheck.report.text.words import (
    TAGS,
    decimals,
    engines,
    exact,
    excluded,
    finite,
    in_phrase,
    informs,
    only_false,
    percent,
    ratio,
    setting,
    shown,
    span,
    times,
)
from boundcheck.verdict.facts import ConstantSettled
from boundcheck.words import phrase, samples

# What a part puts to the test, in formulas: the bound with its constants beside the printed rate, or the law.

LONGEST = 900  # characters of plain text, some six lines of a display; what is longer is set small, and breaks anywhere


def tested(name: str, part: Mapping) -> list[dict]:
    """A line for each formula of a part; nothing for records that do not hold them."""
    bounds, at = part.get("bounds"), f"parts[{name}]"
    rows: list[list[Any]] = []
    if isinstance(bounds, Mapping):
        if excluded(part):  # its explicit side is that of another reading
            bounds = {key: side for key, side in bounds.items() if key != "explicit"}
        same = bounds.get("explicit") == bounds.get("printed")
        sides = sides_of(str(part.get("shape") or ""))
        twice = [side.name for side in sides if side.name in ("explicit", "printed")][1:] if same else []
        for side in sides:
            made = None if side.name in twice else line(bounds.get(side.name), side.relation, f"{at}.bounds.{side.name}")
            rows += [[side.words, made]] if made else []
    if isinstance(compared := part.get("relation"), Mapping):
        for key, words in (("compared", "Tested"), ("given", "Given")):
            made = line(compared.get(key), "", f"{at}.relation.{key}")
            rows += [[words, made]] if made else []
    rows += law(part.get("mechanism"), at)
    return [{"kind": "formulas", "rows": rows}] if rows else []


def law(mechanism: Any, at: str) -> list[list[Any]]:
    """Of a mechanism: its two numbers, its size, and its law where the record holds it."""
    if not isinstance(mechanism, Mapping):
        return []
    at = f"{at}.mechanism"
    rows: list[list[Any]] = []
    numbers = [mechanism[key] for key in ("epsilon", "delta") if isinstance(mechanism.get(key), Mapping)]
    if len(numbers) == 2:
        level = {key: f"({', '.join(str(side.get(key) or '') for side in numbers)})" for key in ("typst", "alt")}
        rows.append(["Tested: private at", line(level, "", f"{at}.epsilon")])
    sizes = [
        f"{shown(mechanism[key])} {key if mechanism[key] != 1 else key[:-1]}"
        for key in ("inputs", "outputs")
        if mechanism.get(key)
    ]
    rows += [["Mechanism", ", ".join(sizes)]] if sizes else []
    for row in mechanism.get("law") or []:
        sides = row.get("probabilities") or []
        whole = {key: ", ".join(str(side.get(key) or "") for side in sides) for key in ("typst", "alt")}
        whole["typst"] = whole["typst"].replace(", ", ", quad ") if all(s.get("typst") for s in sides) else ""
        set_ = line(whole, "", f"{at}.law")
        rows += [[f"Law of input {shown(str(row.get('input')))}", set_]] if set_ else []
    given = line(mechanism.get("given"), "", f"{at}.given")
    return rows + ([["Given", given]] if given else [])


def line(side: Any, relation: str, at: str) -> dict | None:
    """A formula with its plain text, which takes its place where it is too long or cannot be set."""
    if not isinstance(side, Mapping) or not (side.get("alt") or side.get("typst")):
        return None
    alt = f"{relation} {side.get('alt') or side['typst']}".strip()
    source = side.get("typst")
    if not source or len(alt) > LONGEST or objection(source):
        return code(alt)
    *words, sign = relation.split() or [""]
    spoken = f'"{" ".join(words)}" {sign} ' if words else ""
    made = formula({"typst": spoken + source, "alt": alt}, at, tall=True)
    return made | {"plain": code(alt)} if made else code(alt)


# Settings and methods compared along a parameter.

def separated(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """The separation of two settings on common random numbers."""
    found = part.get("separation")
    if not found:
        return []
    against = symbol(str(found.get("parameter") or "value"), known)
    if "methods" in found:
        return ranked(name, found, known)
    caption = [f"{name}: ratio of errors on common random numbers against ", against, "."]
    return figure(measurements.separation(found, known), caption, 74)


def ranked(name: str, found: Mapping, known: Mapping) -> list[dict]:
    """Several methods along one parameter, where two change places, and every error in numbers."""
    letter = symbol(str(found.get("parameter") or "value"), known)
    crossings, curves = found.get("crossings") or [], found["methods"]
    blocks = rivals(name, found, known)
    changes = [
        [typed(c["first"]), typed(c["second"]), shown(c["from"]), shown(c["to"]), _about(c.get("about"))] for c in crossings
    ]
    if changes:
        header = ["Smaller at first", "Than", "Known up to", "Turned from", "About"]
        blocks.append(table("l1 l1 r r r", header, changes, ["Where two change places, in ", letter, "."], tight=True))
    names = [typed(curve["name"]) for curve in curves]
    rows = [
        [called if curve.get("ranked", True) else muted(called), *(shown(p["quantile"], 2) for p in curve["points"])]
        for called, curve in zip(names, curves, strict=True)
    ]
    header = ["Error at", *(shown(p["value"]) for p in curves[0]["points"])]
    return [*blocks, table("l1" + " r" * (len(header) - 1), header, rows, tight=True)]


def rivals(name: str, found: Mapping, known: Mapping, height: float = 3.6) -> list[dict]:
    """The figure of several methods along one parameter."""
    caption = [f"{name}: errors of the methods against ", symbol(str(found.get("parameter") or "value"), known)]
    caption += [" at ", *point(found["at"], known)] if found.get("at") else []
    caption += [", with intervals that hold all at once; both axes are logarithmic."]
    if found.get("crossings"):
        caption += [" A ring marks where the best method changes, as lines between the points have it."]
    caption += [" ", *sentence_runs(found["note"], known)] if found.get("note") else []
    return figure(ranking(found, known, height=height), caption)


def _about(value: Any) -> str:
    """Two digits of a place that is a guess."""
    return "–" if value is None else exact(float(f"{value:.2g}"))


# The worst instance that a search found, in numbers.

def how_drawn(instance: Any) -> str:
    """How the drawing is read, in the words of a caption."""
    if not isinstance(instance, Mapping):
        return ""
    features = instance.get("features") or []
    plane = bool(features) and isinstance(features[0], list) and len(features[0]) <= 2
    logits = {shown(n) for n in map(finite, instance.get("logits") or [])}
    stems = "A stem is the weight at a logit" if len(logits) > 1 else "A stem is the weight of a vector"
    if not plane and not (logits or features):
        return ""
    said = ["Areas are weights, the arrow points along the truth" if plane else stems]
    said += ["filled is what was changed"] if any(map(finite, instance.get("changed") or [])) else []
    return "; ".join(said) + "."


def worst(instance: Any, known: Mapping) -> list[dict]:
    """The worst instance in numbers, as far as they fit on a line."""
    if not isinstance(instance, Mapping):
        return []
    taken = {"point", "theta", "dimension", "left_out", *PER_ATOM}
    rest = [(str(key).replace("_", " "), short(value)) for key, value in instance.items() if key not in taken]
    rows = [
        ("Worst at", found_point(instance.get("point"), known)),
        ("Design", _design(instance)),
        ("Truth", _truth(instance.get("theta") or [])),
        ("Changed labels", _changed(instance)),
        *rest,
    ]
    return [pairs(rows)]


def _truth(theta: list) -> str:
    """Its coordinates, or what is said of it where they are too many for a line."""
    if len(theta) <= 6:
        return f"({', '.join(map(shown, theta))})" if theta else ""
    numbers = [n for n in map(finite, theta) if n is not None]
    size = "zero" if not any(numbers) else f"of norm {shown(math.hypot(*numbers))}"
    return f"{size} in dimension {len(theta)}" if len(numbers) == len(theta) else f"in dimension {len(theta)}"


def _design(instance: Mapping) -> str:
    """How many vectors, of which dimension and weights, and how many more the record does not hold."""
    features, weights = instance.get("features") or [], instance.get("weights") or []
    count = len(features or weights)
    if not count:
        return ""
    dimension = len(features[0]) if features and isinstance(features[0], list) else instance.get("dimension")
    said = f"{shown(count)} {'vector' if count == 1 else 'vectors'}"
    said += f" in dimension {shown(dimension)}" if dimension else ""
    numbers = [n for n in map(finite, weights) if n is not None]
    if numbers:
        same = min(numbers) == max(numbers)
        said += f", weight {shown(numbers[0])}" if same else f", weights {span(min(numbers), max(numbers))}"
    left = finite(instance.get("left_out"))
    return said + (f"; {shown(int(left))} lighter ones are left out" if left else "")


def _changed(instance: Mapping) -> str:
    """The share of all labels that corruption changed in the data set that is drawn."""
    numbers = [n for n in map(finite, instance.get("changed") or []) if n is not None]
    return f"{percent(sum(numbers))} of all, in the first data set" if any(numbers) else ""


# What else a part found: its constant, term by term, and how it was settled.

LONGEST_CONSTANT = 60  # characters of a constant in a sentence
SETTLED = {  # how the record says that a constant was settled
    "equal": "the printed bound has its constants",
    "proved": "proved on the stated domain",
    "step": "proved by a step",
    "points": "not contradicted at the points of this run, and not settled beyond them",
    "refuted": "refuted",
    "excluded": "an instance excludes every constant",
    "unusable": "no positive number",
}


def constant(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """The constant that was derived, and the smallest that survived the search."""
    found = part.get("constant")
    if not found or excluded(part):
        return []
    told = stated(name, part, known)
    if found.get("smallest_surviving") is not None:
        told.append(f"At the worst instance found, the error is {shown(found['smallest_surviving'])} times the printed rate")
        if found.get("low") is not None:
            told.append(f" ({span(found['low'], found.get('high'))})")
        told.append(". ")
    if small := found.get("where_it_bites"):
        told.append("Where the explicit bound is at most half the trivial one, the worst found is ")
        told.append(f"{shown(small.get('smallest_surviving'))} times")
        told.append(f" ({span(small['low'], small.get('high'))}). " if small.get("low") is not None else ". ")
    elif found.get("smallest_surviving") is not None:
        told.append("No instance was found where the explicit bound is at most half the trivial one. ")
    if found.get("evaluations"):
        least = shown(found["low"], 4, side="down")
        told.append(f"No constant below {least} is valid (worst of {found['evaluations']:,} instances).")
    told += by_term(found)
    if not told:
        return []
    instance = found.get("instance")
    caption = f"{name}: the worst instance found. {how_drawn(instance)}".strip()
    return beside(
        [para(strong("Constant. "), *told), *worst(instance, known)], figure(drawing(instance, known), caption)
    )


def by_term(found: Mapping) -> list[str]:
    """The constant of each named term, as it is proved."""
    rows = found.get("per_term") or []
    proved = ", ".join(f"{row['term']} {row['constant']}" for row in rows if row.get("constant"))
    rest = ", ".join(row["term"] for row in rows if not row.get("constant"))
    told = [f"Term by term, each proved on the stated domain: {proved}"] if proved else []
    told += [f"not settled: {rest}"] if rest else []
    return [f" {'; '.join(told)}."] if told else []


def stated(name: str, part: Mapping, known: Mapping[str, str] | None = None) -> list:
    """The constant that the claim states, as a formula, and how it was settled; an older record's own words."""
    found, side = part.get("constant") or {}, (part.get("bounds") or {}).get("constant")
    settled = found.get("settled")
    if settled not in SETTLED:
        derived = found.get("explicit")
        return (
            [] if derived is None else [f"Derived: {typed(derived) if isinstance(derived, str) else shown(derived)}. "]
        )
    if settled == "equal":
        return ["The bound is printed with its constants. "]
    short = isinstance(side, Mapping) and len(str(side.get("alt") or "")) <= LONGEST_CONSTANT
    value: Any = formula(side, f"parts[{name}].bounds.constant") if short else None
    value = value or typed(found.get("claimed") or found.get("explicit") or "")
    fact = fact_of(found["by"]) if found.get("by") else None
    by = "" if fact is None else phrase(fact)
    reserve = samples.reserve(fact) if isinstance(fact, ConstantSettled) else ""
    how = by or SETTLED[settled]
    if settled == "points":
        how = f"{SETTLED[settled]}; {by}" if by else SETTLED[settled]
    elif reserve and reserve not in how:
        how += f"; {reserve}"
    if settled == "step" and found.get("step") and not reserve:
        named = strong(prose(words(found["step"], known or {})))
        return ["The page leaves its constant unnamed; here it is ", value, ": proved by the step ", named, ". "]
    return ["The page leaves its constant unnamed; here it is ", value, f": {prose(how, known).rstrip('.')}. "]


# The measurements, part by part: error against bounds, cell by cell and along each parameter.

MOST_ROWS = 18
WRITTEN = 1e-5  # to which values of a point are rounded in one place of a record and not in another
SLIGHT = 1.0  # per cent of a bound, of which a sentence says nothing
STEADY = 5.0  # per cent, by which a share changes that needs no picture
SEARCHED = "worst case of"  # how a cell is called that a search found
NO_VERSION = (
    "Since an instance excludes every constant, this part has no explicit version to put beside measurements; what was "
    "measured stands below, with the bound that survives."
)
ABOUT_THE_EXPLICIT = frozenset({"INFORMATIVE", "VACUOUS", "LOOSE", "TIGHT", "TOOTHLESS"})
CELLS = ["Setting", "Quantile", "Interval", "Bound", "Slack", "Above", "Rate", "Allowed", "Visible from"]


def measured(record: Mapping, known: Mapping) -> list[dict]:
    """Blocks of every part."""
    blocks: list[dict] = []
    for name, part in (record.get("parts") or {}).items():
        blocks += [heading(prose(words(name, known)), 2), *of_part(name, part, known)]
    return [heading(title(record)), *blocks] if blocks else []


def title(record: Mapping) -> str:
    """What the section on the parts is called."""
    sampled = any(map(_sampled, (record.get("parts") or {}).values()))
    return "Measured against the bound" if sampled else "What each part rests on"


def of_part(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Blocks of one part, below its name."""
    called = prose(words(name, known))
    blocks = [*verdict(part, known), *tested(name, part)]
    of_the_explicit = () if excluded(part) else (bounds, cells, exponents, constant, separated, mutants, sensitivity, evidence)
    for section in (*of_the_explicit, failures):
        blocks += section(called, part, known)
    return blocks


def _sampled(part: Mapping) -> bool:
    """Whether samples stand behind a part."""
    means = (part.get("evidence") or {}).get("means") or (part.get("evidence") or {}).get("estimators")
    return bool(part.get("slack") or part.get("exponents") or part.get("separation") or means)


def verdict(part: Mapping, known: Mapping) -> list[dict]:
    """What kind of statement, how it was settled, what was found."""
    about = [in_words(str(part.get("shape") or "")), prose(engines(part.get("method")))]
    about.append(read_as(part))
    blocks = [para(badge(part["outcome"]), "  ", muted("; ".join(filter(None, about))))]
    summary = in_phrase(part)
    false = witness(part.get("witness"), known, told=summary)
    if summary and not (false and only_false(part)):
        blocks.append(para(*sentence_runs(summary, known)))
    if false:
        blocks.append(para(strong("False "), *false))
    if excluded(part):
        blocks.append(para(muted(NO_VERSION)))
    findings = [f for f in part.get("findings") or [] if isinstance(f, Mapping) and not _stands_elsewhere(f, part)]
    if findings:
        blocks.append(bullets([[tag(called(f.get("kind"))), "  ", *runs(setting_in_text(in_phrase(f)), known)] for f in findings]))
    return blocks


def read_as(part: Mapping) -> str:
    """Under which reading a part stands, in words; nothing where the print is taken at its word."""
    name = str(part.get("reading") or "literal")
    return "" if name == "literal" else f"reading {typed(name.replace('_', ' '))}"


def setting_in_text(text: Any) -> str:
    """A sentence in which settings have the names that tables give them."""
    return str(text or "").replace("biting", "informative")


def called(kind: Any) -> str:
    """What a finding is about, in words."""
    return TAGS.get(str(kind), str(kind or "").lower())


def _stands_elsewhere(finding: Mapping, part: Mapping) -> bool:
    """Whether a finding speaks of an explicit version that the part does not have, or stands in a table of this part."""
    kind = finding.get("kind")
    if kind in ("TIGHT", "LOOSE") and part.get("exponents") and finding["fact"]["is"] == "Along":
        return True
    values = (part.get("evidence") or {}).get("values")
    if kind == "SEPARATED" and (part.get("separation") or {}).get("crossings"):
        return True
    return kind in ABOUT_THE_EXPLICIT if excluded(part) else kind == "EVALUATED" and bool(values)


def bounds(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Error and all bounds against the sample size, and from where they say something."""
    if excluded(part):
        return []
    vacuity = part.get("vacuity") or {}
    points = [*(vacuity.get("points") or []), *on_curve(part)]
    fitted = [e.get("points") or [] for e in part.get("exponents") or [] if e.get("parameter") == "n"]
    if not points and fitted:
        points = fitted[0]
    points = sorted(measurements.drawable(points), key=lambda p: finite(p["value"]) or 0.0)
    silent_below = vacuity.get("says_something_from")
    drawn = measurements.along("n", points, known, silent_below, rate=part.get("shape") in shapes_with("of_rate"))
    stated_ = any(f["fact"]["is"] == "Informative" for f in part.get("findings") or [])
    text = [para(*sentence_runs(informs(vacuity), known))] if vacuity and not stated_ else []
    what = "error and bounds" if any(finite(p.get("quantile")) for p in points) else "the bounds"
    caption: list = [f"{name}: {what} against the sample size"]
    at = vacuity.get("at") if isinstance(vacuity.get("at"), Mapping) else {}
    caption += [" at ", *point(at, known)] if at else []
    for letter in vacuity.get("raised") or []:
        caption += [", ", symbol(str(letter), known), " raised where the conditions ask for more"]
    read = read_as(part)
    if read and any(p.get("printed") is not None for p in points):
        caption.append(f"; the rate is that of the {read}")
    caption.append("; both axes are logarithmic.")
    return [*text, *figure(drawn, caption), *_terms(name, vacuity, read)]


def _terms(name: str, vacuity: Mapping, read: str = "") -> list[dict]:
    """Which share of a bound each of its terms has: a picture, or a sentence where that hardly changes with n."""
    whole = f"the bound under the {read}" if read else "the printed bound"
    every = [term for term in vacuity.get("summands") or [] if isinstance(term, Mapping)]
    found = measurements.of_terms(vacuity, len(every))
    if found is None:
        return []
    _, percentages = found
    layers = [place for place, share in enumerate(percentages) if max(share) > 0]
    if len(layers) < 2:
        return []
    terms = [formula(term, "summand") or prose(term.get("alt")) for term in every]
    if all(max(share) - min(share) < STEADY for share in percentages):
        told: list = [f"{name}: of {whole}, at the same point and at every n drawn, "]
        large = [place for place in layers if percentages[place][-1] >= SLIGHT]
        for count, place in enumerate(large):
            told += ["; " if count else "", terms[place], f" is {percent(percentages[place][-1] / 100)}"]
        rest = f"; what is left is below {SLIGHT:.0f} %" if len(large) < len(layers) else ""
        return [para(muted(*told, f"{rest}."))] if len(large) > 1 else []
    called = [prose(str(term.get("name") or "").replace("_", " ")) for term in every]
    if not all(called):
        called = [measurements.ORDINALS[layers.index(place)] if place in layers else "none" for place in range(len(every))]
    caption: list = [f"{name}: share of each term in {whole}, at the same point"]
    for place in layers:
        caption += ["; ", f"{called[place]}: ", terms[place]]
    return figure(measurements.stacked(vacuity, called), [*caption, "."])


def on_curve(part: Mapping) -> list[dict]:
    """The cells whose point is that of the curve in everything but n: only they may be drawn beside it."""
    at = (part.get("vacuity") or {}).get("at")
    if not isinstance(at, Mapping):
        return []
    found = []
    for cell in part.get("slack") or []:
        here = dict(cell.get("point") or {}) if isinstance(cell, Mapping) else {}
        n = here.pop("n", None)
        if n is not None and _same_point(here, at) and finite(cell.get("quantile")) is not None:
            found.append({"value": n, **{key: cell.get(key) for key in ("quantile", "low", "high", "name")}})
    return found


def _same_point(here: Mapping, at: Mapping) -> bool:
    """Whether two points are one, as far as a record writes them."""
    pairs = [(finite(here.get(letter)), finite(value)) for letter, value in at.items()]
    return here.keys() == at.keys() and all(
        one == other if one is None or other is None else math.isclose(one, other, rel_tol=WRITTEN) for one, other in pairs
    )


def cells(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Slack in every cell, as a picture and in numbers."""
    every = [s for s in part.get("slack") or [] if isinstance(s, Mapping)]
    if not every or excluded(part):
        return []
    slack = tightest(every)
    same = shared([s.get("point") or {} for s in slack])
    fixed = {key: value for key, value in (slack[0].get("point") or {}).items() if key in same}
    held = [" In all of them ", *point(fixed, known), "."] if fixed else []
    caption: list = [
        f"{name}, each setting: measured quantile with its interval, and the bounds.{level(part, slack)}",
        *held,
    ]
    if (read := read_as(part)) and any(s.get("printed") is not None for s in slack):
        caption.append(f" The rate is that of the {read}.")
    if any(s.get("biting") for s in slack):
        caption.append(" A dot marks a setting in which the bound is at most half the trivial one, so that it is informative.")
    if len(slack) < len(every):
        caption.append(f" The {len(slack)} tightest of {len(every)}; the record holds all.")
    shares = [
        "Slack: bound over measured quantile. Above: how often the error exceeded the bound. Rate: the largest rate of that "
        "which the samples leave possible. Allowed: by the statement. Visible from: the smallest rate that would have been seen.",
        *held,
    ]
    names = measurements.labels(slack, known)
    rows = [_cell(label, s) for label, s in zip(names, slack, strict=True)]
    spoken_of = {name for f in part.get("findings") or [] if isinstance(f, Mapping) for name in f.get("about") or []}
    called = [typed(setting(s.get("name"))) for s in slack]
    where = [
        (name, (found_point if str(s.get("name")).startswith(SEARCHED) else point)(s.get("point"), known, same))
        for name, s in zip(names if measurements.by_name(slack) else called, slack, strict=True)
        if measurements.by_name(slack) or s.get("name") in spoken_of
    ]
    return [
        *figure(measurements.cells(slack, known), caption),
        table("l1 r r r r r r r r", CELLS, rows, shares, tight=True),
        *([pairs(where, small=True)] if where else []),
    ]


def tightest(every: Sequence[Mapping]) -> list[Mapping]:
    """As many cells as a table bears, those in which the bound bites first, in the record's order."""
    kept = sorted(range(len(every)), key=lambda place: -_interest(every[place]))[:MOST_ROWS]
    return [every[place] for place in sorted(kept)]


def level(part: Mapping, slack: list[Mapping]) -> str:
    """Which quantile was measured, where every cell has the same, and of how many replicates."""
    shares = {finite(cell.get("allowed")) for cell in slack}
    told = ""
    if part.get("shape") in shapes_with("quantile") and len(shares) == 1 and (share := shares.pop()) is not None:
        told = f" The quantile is that at 1 − {exact(share)} = {exact(1 - share)}."
    elif part.get("shape") in shapes_with("quantile"):
        told = " The quantile is that at 1 minus the rate allowed in the cell."
    counts = {cell.get("repeats") for cell in slack if cell.get("repeats") is not None}
    count = counts.pop() if len(counts) == 1 else None
    return told if count is None else f"{told} {shown(count)} replicate{'' if count == 1 else 's'} each."


def _remark(row: Mapping) -> str:
    """How the explicit version is known to stay within a constant of the rate, and what the claim notes of a sweep."""
    within = phrase(fact_of(row["within"])) if row.get("within") else ""
    return "; ".join(filter(None, (within, row.get("remark") or "")))


def exponents(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Measured exponents next to the printed ones."""
    found = part.get("exponents") or []
    if not found:
        return []
    noted = any(e.get("remark") or e.get("within") for e in found)
    rows = [
        [
            named(str(e["parameter"]), known),
            decimals(e.get("printed")),
            decimals(e.get("explicit")),
            decimals(e.get("measured")),
            span(e.get("low"), e.get("high"), decimals),
            [tag(called(e["finding"]))] if e.get("finding") else [],
            *([runs(_remark(e), known)] if noted else []),
        ]
        for e in found
    ]
    header = ["Along", "Printed", "Explicit", "Measured", "Interval", "Finding", *(["Note"] if noted else [])]
    lead = (
        "Exponents: how the error moves with each parameter, next to the printed rate's local exponent. Tight: the error "
        "follows the printed rate; loose: it falls behind."
    )
    drawn = measurements.panels(found, known)
    below = f"{name}: error and bounds along each parameter, on logarithmic axes, and above each its exponent."
    columns = "l r r r r l l1" if noted else "l1 r r r r l"
    return [table(columns, header, rows, lead), *figure(drawn, below)]


def in_words(shape: str) -> str:
    """``HighProbabilityBound`` in words."""
    return "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in shape).strip()


def _cell(label: str, cell: Mapping) -> list:
    return [
        label,
        shown(cell.get("quantile")),
        span(cell.get("low"), cell.get("high")),
        shown(cell.get("bound")),
        times(ratio(cell.get("bound"), cell.get("quantile"))),
        f"{shown(cell.get('violations'))} of {shown(cell.get('repeats'))}",
        rate(cell),
        percent(cell.get("allowed")),
        percent(cell.get("smallest_visible_rate"), side="up"),
    ]


def rate(cell: Mapping) -> str:
    """The upper limit of the rate of violations; the lower one where that is above what is allowed."""
    low, high, allowed = (finite(cell.get(key)) for key in ("rate_low", "rate_high", "allowed"))
    if low is not None and allowed is not None and low > allowed:
        return f"≥ {percent(low, side='down')}"
    return "–" if high is None else f"≤ {percent(high, side='up')}"


def _interest(cell: Mapping) -> float:
    """Biting cells first, then the tightest."""
    return (ratio(cell.get("quantile"), cell.get("bound")) or 0.0) + (10.0 if cell.get("biting") else 0.0)
