"""What else a part found: its constant and worst instance, a separation, and the mutants it killed."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures import comparisons, table_means
from boundcheck.report.figures.rivals import ranking
from boundcheck.report.figures.worst_instance import PER_ATOM, drawing
from boundcheck.report.page.paragraphs import beside, figure, muted, pairs, para, strong, table
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import choices, point, symbol
from boundcheck.report.text.numbers import exact, finite, number, percent, shown, span
from boundcheck.report.text.prose import prose, runs, sentence_runs, typed, typed_runs
from boundcheck.report.text.words import excluded, setting

LONGEST = 300
DIGITS = 8  # of a computed number beside an instance
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
    told += sentence_runs(found.get("note"), known)
    told += by_term(found)
    if not told:
        return []
    instance = found.get("instance")
    caption = f"{name}: the worst instance found. {_reading_of(instance)}".strip()
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
        derived = found.get("explicit_text") or found.get("explicit")
        return (
            [] if derived is None else [f"Derived: {typed(derived) if isinstance(derived, str) else shown(derived)}. "]
        )
    if settled == "equal":
        return ["The bound is printed with its constants. "]
    short = isinstance(side, Mapping) and len(str(side.get("alt") or "")) <= LONGEST_CONSTANT
    value: Any = formula(side, f"parts[{name}].bounds.constant") if short else None
    value = value or typed(found.get("claimed") or found.get("explicit") or "")
    by, reserve = str(found.get("by") or ""), str(found.get("reserve") or "")
    how = by or SETTLED[settled]
    if settled == "points":
        how = f"{SETTLED[settled]}; {by}" if by else SETTLED[settled]
    elif reserve and reserve not in how:
        how += f"; {reserve}"
    return ["The page leaves its constant unnamed; the encoding takes ", value, f": {prose(how, known).rstrip('.')}. "]


def _reading_of(instance: Any) -> str:
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
    said += ["filled is what was changed"] if instance.get("changed") else []
    return "; ".join(said) + "."


def worst(instance: Any, known: Mapping) -> list[dict]:
    """The worst instance in numbers, as far as they fit on a line."""
    if not isinstance(instance, Mapping):
        return []
    theta = instance.get("theta") or []
    truth = (
        f"({', '.join(map(shown, theta))})" if 0 < len(theta) <= 6 else f"in dimension {len(theta)}" if theta else ""
    )
    taken = {"point", "theta", "dimension", "left_out", *PER_ATOM}
    rest = [(str(key).replace("_", " "), short(value)) for key, value in instance.items() if key not in taken]
    rows = [
        ("Worst at", point(instance.get("point"), known)),
        ("Design", _design(instance)),
        ("Truth", truth),
        ("Changed labels", _changed(instance)),
        *rest,
    ]
    return [pairs(rows)]


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


def separated(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """The separation of two settings on common random numbers."""
    found = part.get("separation")
    if not found:
        return []
    against = symbol(str(found.get("parameter") or "value"), known)
    if "methods" in found:
        return ranked(name, found, known)
    caption = [f"{name}: ratio of errors on common random numbers against ", against, "."]
    return figure(comparisons.separation(found, known), caption, 74)


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


def mutants(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """False versions of the claim, and whether this study saw through them."""
    found = part.get("mutants")
    if not found or not found.get("total"):
        return []
    survivors = ", ".join(typed(survivor) for survivor in found.get("survivors") or [])
    total = found.get("total", 0)
    lead = f"{found.get('killed', 0)} of {total} false version{'' if total == 1 else 's'} of the bound "
    lead += "was refuted" if found.get("killed") == 1 else "were refuted"
    lead += f"; not told apart from the true one: {survivors}." if survivors else "."
    rows = [
        [
            strong(*typed_runs(mutant.get("name"), known)),
            runs(mutant.get("text"), known),
            typed_runs(setting(mutant.get("regime")), known),
            "–" if mutant.get("rate_low") is None else f"≥ {percent(mutant['rate_low'], side='down')}",
            percent(mutant.get("allowed")),
            "refuted" if mutant.get("killed") else strong("not told apart"),
        ]
        for mutant in found.get("rows") or []
    ]
    header = ["False version", "What was changed", "Setting", "Violated", "Allowed", "Outcome"]
    return [table("l l1 l r r l", header, rows, lead, tight=True)] if rows else [para(lead)]


def evidence(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Whatever else the check noted, as far as it is short; rows of one kind as a table."""
    found = part.get("evidence") or {}
    tables = {key: value for key, value in found.items() if key != "reported" and _tabular(value)}
    what = runs(found["quantity"], known) if found.get("quantity") and tables else []
    told = {"repeats"} if part.get("slack") else set()  # stand in the cells
    told |= {"ratio"} if part.get("outcome") == "SUPPORTED" else set()  # is in the summary of a search
    told |= {"quantity"} if what else set()
    told |= {"reported"}  # is drawn
    told |= {"instance", "variants"}  # coordinates of a search stand in the record; variants have a table of their own
    told |= {"corners", "margin"}  # in a sentence each
    rest = {key: value for key, value in found.items() if key not in tables and key not in told}
    rows = [(str(key).replace("_", " "), short(value)) for key, value in rest.items()]
    blocks = figure(table_means.drawing(found.get("reported")), f"{name}: reported means, with intervals of 95 %.")
    blocks += [para(line) for line in (at_corners(found), near(found)) if line]
    blocks += [pairs(rows, title="Also noted")] if rows else []
    for key, value in tables.items():
        header = [str(title).replace("_", " ") for title in value[0]]
        cells = [[_cell(item) for item in row.values()] for row in value]
        columns = " ".join(["l1"] + ["l"] * (len(header) - 1))
        lead = [f"{name}: ", *(what or [str(key).replace("_", " ")]), "."]
        blocks.append(table(columns, header, cells, lead, tight=True))
    return blocks


def at_corners(found: Mapping) -> str:
    """How many data sets exceeded the bound at the corners of the stated domain."""
    corners = found.get("corners") or []
    if not corners:
        return ""
    beyond, repeats = (sum(finite(row.get(key)) or 0 for row in corners) for key in ("violations", "repeats"))
    names = (str(row.get("name")).removeprefix("corner: ") for row in corners)
    where = "; ".join(typed(name.replace("beside the corner: ", "beside it, ")) for name in names)
    counted = f"{shown(beyond)} of {shown(repeats)} data sets exceed the bound ({where})"
    return f"At the corners of the stated domain, where a statement is easily wrong: {counted}."


def near(found: Mapping) -> str:
    """Where the rate may exceed the allowed one by a little, and still agrees with it."""
    margin = found.get("margin") or {}
    named = ", ".join(typed(setting(name)) for name in margin.get("within") or [])
    return f"The rate may lie above the allowed one by up to a factor {shown(margin.get('factor'))} in: {named}." if named else ""


def _cell(value: Any) -> str:
    """What a table of the evidence holds: names of choices in words, computed numbers rounded."""
    if isinstance(value, str) and len(value) > DIGITS and (found := number(value)) is not None:
        return shown(found, 6)
    return short(choices(value) if isinstance(value, str) else value)


def _tabular(value: Any) -> bool:
    """A few rows with the same few keys, all of them plain."""
    if not (isinstance(value, list) and 1 <= len(value) <= 20 and all(isinstance(row, Mapping) for row in value)):
        return False
    plain = all(not isinstance(item, list | Mapping) for row in value for item in row.values())
    return plain and 2 <= len(value[0]) <= 7 and all(list(row) == list(value[0]) for row in value)


def failures(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Replicates that did not finish; silence here would be a lie."""
    found = part.get("failures") or []
    rows = [[str(f.get(key, "")) for key in ("cell", "seed", "message")] for f in found]
    lead = f"{len(rows)} computation{'' if len(rows) == 1 else 's'} failed."
    return [table("l1 l l2", ["Failed cell", "Seed", "Message"], rows, lead)] if rows else []


def short(value: Any) -> str:
    """A value on one line, or where to find it."""
    if isinstance(value, list | Mapping) and len(value) > 8:
        return f"{len(value)} entries, in the record"
    if isinstance(value, list):
        return ", ".join(map(short, value))
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {short(item)}" for name, item in value.items())
    text = typed(shown(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
