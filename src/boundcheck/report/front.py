"""Page one: does it hold, what was claimed and how it was read, how sure, and what was left out."""

from collections.abc import Mapping

from boundcheck.report.blocks import badge, bullets, heading, lead, muted, para, strong, table
from boundcheck.report.formula import formula
from boundcheck.report.numbers import exact, finite, ratio, shown, times
from boundcheck.report.prose import prose, sentence


def front(record: Mapping, known: Mapping) -> list[dict]:
    """Blocks of page one, below the title."""
    headline = record["headline"]
    blocks = [
        lead(sentence(headline.get("text"), record.get("printed") or record["claim"]) or "No reason was recorded.")
    ]
    if headline.get("literal"):
        blocks.append(para(muted("Read literally: "), prose(headline["literal"])))
    blocks += claimed(record)
    blocks += readings(record)
    blocks += parts(record)
    blocks += certainty(record)
    if record.get("not_covered"):
        blocks += [heading("Not covered"), bullets([sentence(text) for text in record["not_covered"]])]
    return blocks


def claimed(record: Mapping) -> list[dict]:
    """The statement as printed."""
    statement = record.get("statement") or {}
    if not statement:
        return []
    displays = []
    for place, display in enumerate(statement.get("displays") or []):
        made = formula(display, f"statement.displays[{place}]", block=True)
        if made:
            displays.append({"label": str(display.get("label") or ""), "formula": made})
    definitions = [formula(d, f"statement.where[{place}]") for place, d in enumerate(statement.get("where") or [])]
    return [
        heading("What is claimed"),
        {
            "kind": "statement",
            "title": record.get("printed") or record["claim"],
            "words": [prose(statement.get("words"))],
            "displays": displays,
            "definitions": [d for d in definitions if d],
        },
    ]


def readings(record: Mapping) -> list[dict]:
    """How the print was read, and what each reading gives where that is known."""
    found = [reading for reading in record.get("readings") or [] if reading.get("text")]
    if len(found) == 1 and str(found[0]["text"]).strip(" .").lower() in ("as printed", "literal"):
        return []
    gives = any(reading.get("outcome") for reading in found)
    rows = []
    for reading in found:
        name = str(reading.get("name") or "")
        kind = "literal" if reading.get("literal") else "repair" if reading.get("repair") else ""
        title = [strong(name)] + ([f" ({kind})"] if kind and kind != name else [])
        said: list = [sentence(reading["text"])]
        said += [" ", muted(sentence(reading["text_outcome"]))] if reading.get("text_outcome") else []
        rows.append(
            [
                title,
                said,
                *([[badge(reading["outcome"])] if reading.get("outcome") else "–"] if gives else []),
            ]
        )
    header = ["Reading", "What it takes the page to say", *(["Gives"] if gives else [])]
    return [table("l l1 l" if gives else "l l1", header, rows)] if rows else []


def parts(record: Mapping) -> list[dict]:
    """One row for each part: constant, tightness, where it starts to speak, mutants; columns without news left out."""
    found = record.get("parts") or {}
    if not found:
        return []
    told = [(title, kind, [tell(part) for part in found.values()]) for title, kind, tell in COLUMNS]
    told = [(title, kind, cells) for title, kind, cells in told if set(cells) != {"–"}]
    if not told:
        told = [("Found", "l2", [sentence(part.get("summary")) for part in found.values()])]
    named = [(strong(name), [badge(part["outcome"])]) for name, part in found.items()]
    rows = [[*name, *(cells[place] for *_, cells in told)] for place, name in enumerate(named)]
    elastic = any(kind[1:] for _, kind, _ in told)
    columns = " ".join(("l" if elastic else "l1", "l", *(kind for _, kind, _ in told)))
    header = ["Part", "Verdict", *(title for title, *_ in told)]
    one = "From where a bound says something holds at the point of its figure; other points have other places."
    caption = one if any(title == "Says something" for title, *_ in told) else None
    return [heading("The parts at a glance"), table(columns, header, rows, caption)]


def derived(part: Mapping) -> str:
    """The constant that was derived, with the first of its reserves, or as a number."""
    constant = part.get("constant") or {}
    text, _, rest = str(constant.get("explicit_text") or "").partition(";")
    return prose(f"{text})" if rest else text) or shown(constant.get("explicit"))


def needed(part: Mapping) -> str:
    """The smallest constant that survived the worst instance found."""
    value = (part.get("constant") or {}).get("smallest_surviving")
    return "–" if value is None else f"≥ {shown(value)}"


def tightest(part: Mapping) -> str:
    """The range of bound over measured error, over the cells."""
    found = [r for s in part.get("slack") or [] if (r := ratio(s.get("bound"), s.get("quantile")))]
    if not found:
        return "–"
    low, high = times(min(found)), times(max(found))
    return low if low == high else f"{low} to {high}"


def speaks(part: Mapping) -> str:
    """From where the bound is below the trivial one."""
    vacuity = part.get("vacuity")
    if not vacuity:
        return "–"
    start = vacuity.get("says_something_from")
    return "nowhere tried" if finite(start) is None else f"from n = {shown(start, 2)}"


def killed(part: Mapping) -> str:
    mutants = part.get("mutants")
    return f"{mutants.get('killed', 0)} of {mutants['total']}" if mutants and mutants.get("total") else "–"


COLUMNS = (
    ("Explicit constant", "l1", derived),
    ("Needed", "l", needed),
    ("Bound ÷ error", "l", tightest),
    ("Says something", "l", speaks),
    ("Mutants killed", "r", killed),
)


def certainty(record: Mapping) -> list[dict]:
    """The risk of the whole run, and the smallest fault that it would have seen."""
    risk = record.get("error_probability") or {}
    runs: list = []
    if risk and risk.get("checks") == 0:
        runs = ["Nothing was sampled: no verdict in this report rests on chance."]
    elif risk:
        said = risk.get("text") or f"{exact(risk.get('total'))}, over {shown(risk.get('checks'))} sampled checks"
        runs = [sentence(said if "probability" in said else f"Error probability: {said}")]
    if record.get("detectable"):
        runs += [" " if runs else "", sentence(record["detectable"])]
    return [heading("What this run could have missed"), para(*runs)] if runs else []
