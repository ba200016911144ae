"""The measurements, part by part: error against bounds, cell by cell and along each parameter."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.claims.shape import shapes_with
from boundcheck.report.figures import comparisons, plots, shares
from boundcheck.report.page.compared import separated
from boundcheck.report.page.constants import constant
from boundcheck.report.page.noted import evidence, failures, mutants
from boundcheck.report.page.paragraphs import badge, bullets, figure, heading, muted, pairs, para, strong, table, tag
from boundcheck.report.page.sensitivity import sensitivity
from boundcheck.report.page.steps import witness
from boundcheck.report.page.tested import tested
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import found_point, point, shared, symbol, words
from boundcheck.report.text.numbers import decimals, exact, finite, percent, ratio, shown, span, times
from boundcheck.report.text.prose import named, prose, runs, sentence_runs, typed
from boundcheck.report.text.words import TAGS, engines, excluded, setting

MOST_ROWS = 18
WRITTEN = 1e-5  # to which values of a point are rounded in one place of a record and not in another
SLIGHT = 1.0  # per cent of a bound, of which a sentence says nothing
STEADY = 5.0  # per cent, by which a share changes that needs no picture
IN_THE_TABLE = ("the error follows the rate", "so the rate is loose here")  # ends of what a row of exponents says too
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
    summary = str(part.get("summary") or "")
    false = witness(part.get("witness"), known, told=summary)
    if summary and not (false and part.get("bare")):
        blocks.append(para(*sentence_runs(summary, known)))
    if false:
        blocks.append(para(strong("False "), *false))
    if excluded(part):
        blocks.append(para(muted(NO_VERSION)))
    findings = [f for f in part.get("findings") or [] if isinstance(f, Mapping) and not _stands_elsewhere(f, part)]
    if findings:
        blocks.append(bullets([[tag(called(f.get("kind"))), "  ", *runs(setting_in_text(f.get("text")), known)] for f in findings]))
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
    if kind in ("TIGHT", "LOOSE") and part.get("exponents") and str(finding.get("text")).endswith(IN_THE_TABLE):
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
    points = sorted(plots.drawable(points), key=lambda p: finite(p["value"]) or 0.0)
    silent_below = vacuity.get("says_something_from")
    drawn = plots.along("n", points, known, silent_below, rate=part.get("shape") in shapes_with("of_rate"))
    told = [f.get("text") for f in part.get("findings") or []]
    speaks = vacuity.get("text")
    text = [para(*sentence_runs(speaks, known))] if speaks and speaks not in told else []
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
    found = shares.of_terms(vacuity, len(every))
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
        called = [shares.ORDINALS[layers.index(place)] if place in layers else "none" for place in range(len(every))]
    caption: list = [f"{name}: share of each term in {whole}, at the same point"]
    for place in layers:
        caption += ["; ", f"{called[place]}: ", terms[place]]
    return figure(shares.stacked(vacuity, called), [*caption, "."])


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
        caption.append(" A dot marks a setting in which the bound is at most half the trivial one, so that it says something.")
    if len(slack) < len(every):
        caption.append(f" The {len(slack)} tightest of {len(every)}; the record holds all.")
    shares = [
        "Slack: bound over measured quantile. Above: how often the error exceeded the bound. Rate: the largest rate of that "
        "which the samples leave possible. Allowed: by the statement. Visible from: the smallest rate that would have been seen.",
        *held,
    ]
    names = comparisons.labels(slack, known)
    rows = [_cell(label, s) for label, s in zip(names, slack, strict=True)]
    spoken_of = {name for f in part.get("findings") or [] if isinstance(f, Mapping) for name in f.get("about") or []}
    called = [typed(setting(s.get("name"))) for s in slack]
    where = [
        (name, (found_point if str(s.get("name")).startswith(SEARCHED) else point)(s.get("point"), known, same))
        for name, s in zip(names if comparisons.by_name(slack) else called, slack, strict=True)
        if comparisons.by_name(slack) or s.get("name") in spoken_of
    ]
    return [
        *figure(comparisons.cells(slack, known), caption),
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


def exponents(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Measured exponents next to the printed ones."""
    found = part.get("exponents") or []
    if not found:
        return []
    told = " ".join(str(f.get("text")) for f in part.get("findings") or [])
    noted = any(e.get("note") and str(e["note"]) not in told for e in found)
    rows = [
        [
            named(str(e["parameter"]), known),
            decimals(e.get("printed")),
            decimals(e.get("explicit")),
            decimals(e.get("measured")),
            span(e.get("low"), e.get("high"), decimals),
            [tag(called(e["finding"]))] if e.get("finding") else [],
            *([runs(e.get("note"), known)] if noted else []),
        ]
        for e in found
    ]
    header = ["Along", "Printed", "Explicit", "Measured", "Interval", "Finding", *(["Note"] if noted else [])]
    lead = (
        "Exponents: how the error moves with each parameter, next to the printed rate's local exponent. Tight: the error "
        "follows the printed rate; loose: it falls behind."
    )
    drawn = plots.panels(found, known)
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
