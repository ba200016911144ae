"""Page one: does it hold, what was claimed and how it was read, how sure, and what was left out."""

from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.claims.sentence_edges import first_sentence
from boundcheck.report.page import sensitivity
from boundcheck.report.page.chance import chance
from boundcheck.report.page.paragraphs import badge, heading, lead, muted, para, strong, table
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import words
from boundcheck.report.text.numbers import finite, ratio, shown, times
from boundcheck.report.text.prose import argued, entitled, prose, runs, sentence_runs
from boundcheck.report.text.words import (
    CHANGES,
    WORDS,
    WORST_FIRST,
    excluded,
    literally,
    news_in_words,
    severity_in_words,
)


def opening(record: Mapping, known: Mapping) -> list[dict]:
    """The sentence that a reader takes away, what has to change, what the letters say, and what is better than printed."""
    headline = record["headline"]
    name = record.get("printed") or record["claim"]
    first, rest = first_sentence(str(headline.get("text") or ""))
    blocks = [lead(sentence_runs(first, known, name) or "No reason was recorded.")]
    blocks += [para(*sentence_runs(rest, known))] if rest else []
    if severity_in_words(record):
        blocks.append(para(muted("What has to change: "), f"{CHANGES[headline['severity']]}."))
    if literally(record):
        blocks.append(para(muted("Read literally: "), *runs(literally(record), known)))
    if headline.get("news"):
        news = (sentence_runs(news_in_words(news), known) for news in headline["news"])
        blocks.append(para(muted("Beyond the page: "), *(run for text in news for run in (*text, " "))))
    return blocks


def faulty(record: Mapping, known: Mapping, pictures: Sequence[dict] = ()) -> list[dict]:
    """The false lines of the page, one row each, the gravest first; and how the results fared that it rests on."""
    found = sorted(record.get("faults") or [], key=lambda fault: WORST_FIRST.index(fault["severity"]))
    rows = []
    for fault in found:
        line = [*sentence_runs(fault.get("text"), known)]
        if fault.get("repair"):
            line += [" ", muted("Mended: "), *sentence_runs(fault["repair"], known)]
        severity = fault["severity"].lower()
        kind = [severity, *([" (", fault["kind"], ")"] if fault.get("kind") not in (None, "", severity) else [])]
        rows.append([entitled(fault.get("where") or fault["id"], known), kind, line])
    blocks = (
        [heading("What is false on the page"), table("l2 l1.5 l5", ["Where", "Severity", "What"], rows)] if rows else []
    )
    rests = [
        f"{rest.get('printed') or rest['claim']} ({WORDS[rest['outcome']].lower()}"
        + (f", {rest['severity'].lower()})" if rest["severity"] != "NONE" else ")")
        for rest in record.get("rests_on") or []
    ]
    return [*blocks, *pictures] + ([para(muted("Rests on: "), prose("; ".join(rests)), ".")] if rests else [])


def claimed(record: Mapping, known: Mapping) -> list[dict]:
    """The statement as printed."""
    statement = record.get("statement") or {}
    if not statement:
        return []
    displays = []
    for place, display in enumerate(statement.get("displays") or []):
        made = formula(display, f"statement.displays[{place}]", block=True)
        if made:
            displays.append({"label": str(display.get("label") or ""), "formula": made})
    definitions = [
        formula(definition, f"statement.where[{place}]", tall=True)
        for place, definition in enumerate(statement.get("where") or [])
        if definition.get("needed", True)
    ]
    return [
        heading("What is claimed"),
        {
            "kind": "statement",
            "title": record.get("printed") or record["claim"],
            "words": runs(statement.get("words"), known),
            "displays": displays,
            "definitions": [d for d in definitions if d],
        },
    ]


def readings(record: Mapping, known: Mapping) -> list[dict]:
    """How the print was read, and what each reading gives where that is known."""
    found = [reading for reading in record.get("readings") or [] if reading.get("text")]
    if len(found) == 1 and str(found[0]["text"]).strip(" .").lower() in ("as printed", "literal"):
        return []
    gives = any(reading.get("outcome") for reading in found)
    beyond = "repair" if (record.get("headline") or {}).get("severity") != "NONE" else "beyond the page"
    rows = []
    for reading in found:
        name = str(reading.get("name") or "")
        kind = "literal" if reading.get("literal") else beyond if reading.get("repair") else ""
        title = [strong(name.replace("_", " "))] + ([f" ({kind})"] if kind and kind != name else [])
        told = sentence_runs(argued(reading["text"], known), known)
        told += [" ", muted(*sentence_runs(reading["text_outcome"], known))] if reading.get("text_outcome") else []
        rows.append(
            [
                title,
                told,
                *([[badge(reading["outcome"])] if reading.get("outcome") else "–"] if gives else []),
            ]
        )
    header = ["Reading", "What it takes the page to say", *(["Gives"] if gives else [])]
    return [table("l l1 l" if gives else "l l1", header, rows)] if rows else []


def parts(record: Mapping, known: Mapping) -> list[dict]:
    """One row for each part: constant, tightness, from where it says something, false versions; columns without news left out."""
    found = record.get("parts") or {}
    if not found:
        return []
    told: list[tuple[str, str, list[Any]]] = [
        (title, kind, [tell(part) for part in found.values()]) for title, kind, tell in COLUMNS
    ]
    told = [(title, kind, cells) for title, kind, cells in told if any(cell != "–" for cell in cells)]
    if not told:
        told = [("Found", "l2", [sentence_runs(part.get("summary"), known) for part in found.values()])]
    named = [(strong(prose(words(name, known))), [badge(part["outcome"])]) for name, part in found.items()]
    rows = [[*name, *(cells[place] for *_, cells in told)] for place, name in enumerate(named)]
    first = "l" if told[0][0] == "Found" else "l3.2"
    columns = " ".join((first, "l", *(kind for _, kind, _ in told)))
    header = ["Part", "Verdict", *(title for title, *_ in told)]
    one = "A bound says something where it is below the trivial one: from the n given here on, at the point of its figure."
    needs = (
        "Needed: what the worst instance that was found asks of the constant, where the bound is at most half the trivial "
        "one (and anywhere)."
    )
    versions = "False versions: how many bounds and methods, made false on purpose, samples refute."
    titles = {title for title, *_ in told}
    told_below = (("Says something", one), ("Needed", needs), ("False versions", versions))
    captions = [text for title, text in told_below if title in titles]
    caption = " ".join(captions) or None
    return [heading("The parts at a glance"), table(columns, header, rows, caption)]


def derived(part: Mapping) -> str:
    """The constant that was derived, and where it is known to serve if that is not everywhere, or as a number."""
    constant = part.get("constant") or {}
    if constant.get("settled") == "points" and constant.get("explicit"):
        return f"{prose(constant['explicit'])} (at the points of this run)"
    return prose(constant.get("explicit_text")) or shown(constant.get("explicit"))


def needed(part: Mapping) -> str:
    """What the constant must be at least: where the bound bites, and beside it on the whole domain where that is more."""
    constant = part.get("constant") or {}
    whole, biting = _least(constant), _least(constant.get("where_it_bites") or {})
    if whole is None:
        return "–"
    if biting is None:
        return f"≥ {shown(whole, side='down')}, where the bound says little"
    first, second = (f"≥ {shown(least, side='down')}" for least in (biting, whole))
    return first if first == second else f"{first} ({second[2:]} anywhere)"


def _least(found: Mapping) -> Any:
    """The lower end of a measured ratio."""
    return found.get("low") if found.get("low") is not None else found.get("smallest_surviving")


def tightest(part: Mapping) -> str:
    """The range of bound over measured error, over the cells; over the ends of its interval where it is a median."""
    evidence = part.get("evidence") or {}
    rows = [(s, "quantile") for s in part.get("slack") or []]
    rows += [(s, "mean") for s in evidence.get("means") or []]
    rows += [(s, end) for s in evidence.get("estimators") or [] for end in ("low", "high")]
    found = [r for s, error in rows if (r := ratio(s.get("bound"), s.get(error)))]
    if not found or excluded(part):
        return "–"
    low, high = times(min(found)), times(max(found))
    return low if low == high else f"{low} to {high}"


def speaks(part: Mapping) -> str:
    """From where the bound is below the trivial one."""
    vacuity = part.get("vacuity")
    if not vacuity or excluded(part):
        return "–"
    start = vacuity.get("says_something_from")
    return "for no n tried" if finite(start) is None else f"from n = {shown(start, 2, side='up')}"


def killed(part: Mapping) -> str:
    """Of false methods and versions, those that a person wrote and those made from the bound; none of a false bound."""
    if part.get("outcome") == "REFUTED":
        return "–"
    kinds = (part.get("mutants") or {}, sensitivity.versions(part))
    dead, total = (sum(finite(found.get(key)) or 0 for found in kinds) for key in ("killed", "total"))
    return f"{shown(dead)} of {shown(total)}" if total and not excluded(part) else "–"


COLUMNS = (
    ("Constant", "l", derived),
    ("Needed", "l2.6", needed),
    ("Bound ÷ error", "l1.6", tightest),
    ("Says something", "l", speaks),
    ("False versions", "r1.1", killed),
)


def certainty(record: Mapping, known: Mapping) -> list[dict]:
    """The risk of the whole run, what a search may have missed, and the smallest fault that would have been seen."""
    told = [[*sentence_runs(text, known), " "] for text in chance(record)]
    return [heading("What this run could have missed"), para(*(run for one in told for run in one))] if told else []
