"""Page one: does it hold, what was claimed and how it was read, how sure this is, and what a run could have missed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from boundcheck.report.page.paragraphs import badge, heading, lead, muted, para, strong, table
from boundcheck.report.page.steps import worst_first
from boundcheck.report.parts import constant_of, mutants_of, regimes_of, vacuity_of, variants_of
from boundcheck.report.text.letters import letters, symbol, words
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import argued, entitled, prose, runs, sentence_runs
from boundcheck.report.text.typst import formula
from boundcheck.report.text.words import (
    CHANGES,
    exact,
    excluded,
    from_one_on,
    literally,
    named_constant,
    news_in_words,
    nowhere,
    ratio,
    rested,
    setting,
    severity_in_words,
    shown,
    sizes,
    times,
    version,
)
from boundcheck.verdict.result import (
    Record,
)
from boundcheck.verdict.shapes import (
    Constant,
    ExpectationBoundPart,
    InstanceInequalityPart,
    MinimaxLowerBoundPart,
    Part,
    ReportedTablePart,
    Variant,
    WorstFound,
)
from boundcheck.words import phrase
from boundcheck.words.headlines import lead_and_rest, powers

# What a run could have missed: by chance, in a search, and how small a fault it would have seen.

SEARCHED = "{} {} supported by a search, which may miss a violation"
COMPARED = (
    "The printed means and standard deviations were compared by Welch's test, at 5 % after Holm's correction for all "
    "differences of a part; nothing was simulated"
)


def chance(record: Record) -> Iterator[str]:
    """Sentences, as they are typed."""
    risk = record.error_probability
    compared = sum(isinstance(part, ReportedTablePart) for part in record.parts.values())
    sampled = bool(risk.checks) and compared < max(len(record.parts), 1)
    if sampled:
        parts_ = f"{shown(risk.checks)} sampled part{'' if risk.checks == 1 else 's'}"
        yield f"Family-wise error probability at most {exact(risk.total)} (union bound over {parts_})"
    if compared:
        yield COMPARED
    called = letters(record)
    searched = [words(name, called) for name, part in record.parts.items() if _by_search(part)]
    if not sampled and not compared:
        yield "Nothing was sampled" if searched else "Nothing was sampled: no verdict in this report rests on chance"
    if searched:
        listed = " and ".join(filter(None, (", ".join(searched[:-1]), searched[-1])))
        yield SEARCHED.format(listed, "is" if len(searched) == 1 else "are")
    yield from powers(record)


def _by_search(part: Part) -> bool:
    """Whether no more than a search over instances stands behind a part."""
    return isinstance(part, InstanceInequalityPart) and part.outcome == "SUPPORTED"


# Which changes of a bound the study would have noticed, letter by letter.

LETTER_CHANGES = ("dropped", "rooted", "squared", "turned")
LONG = 40  # characters of a term that stands on its own line, where it may end
PRINTED = {"dropped": "left out", "rooted": "under a root", "squared": "squared", "turned": "inverted"}


def counted(part: Part) -> str:
    """How many false versions that were made from its bound died, in words; empty where there are none."""
    made = variants_of(part)
    return f"{shown(made.killed)} of {shown(made.total)} with one change in the formula" if made and made.total else ""


def sensitivity(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """One row a letter, one column a change: refuted, or how far the bound so changed still is from what was measured."""
    found = variants_of(part)
    if not found or not found.rows or part.outcome == "REFUTED":  # a version of what is false itself shows nothing
        return []
    rows = found.rows
    letters = list(dict.fromkeys(row.subject for row in rows if row.subject))
    by: dict[tuple[str, str], str] = {(row.subject, row.change): _fate(row) for row in rows if row.subject}
    cells = [[symbol(letter, known), *(by.get((letter, change), "–") for change in LETTER_CHANGES)] for letter in letters]
    places = Counter(_summand(row) for row in rows if not row.subject and not row.name)
    cells += [[_whole(row, places[_summand(row)]), _fate(row), "", "", ""] for row in rows if not row.subject]
    lead = (
        f"{name}: of {found.total} version{'' if found.total == 1 else 's'} of the bound with one deliberate error the "
        f"simulations refute {found.killed or 'none'}. A number is the measured quantile over the changed bound, of those that "
        "remain; a dash means that the change makes the bound no smaller."
        f"{_drawn_for_it(part, rows, known)}"
    )
    return [table("l l l l l", ["Letter", *(PRINTED[change] for change in LETTER_CHANGES)], cells, lead, tight=True)]


def _drawn_for_it(part: Part, rows: Sequence[Variant], known: Mapping[str, str]) -> str:
    """The settings that show a change best and are not among those that the part is measured in."""
    measured = [cell.name for cell in regimes_of(part)]
    others = list(dict.fromkeys(row.regime for row in rows if row.regime not in measured)) if measured else []
    told = ", ".join(f"'{prose(setting(name), known)}'" for name in others)
    return f" Simulated for these versions only: the settings {told}." if told else ""


def _summand(row: Variant) -> str:
    """A summand that was left out, as a word that tells it from others."""
    return linear(row.summand.latex) if row.summand else ""


def _whole(row: Variant, places: int) -> list | str:
    """What was changed where no letter was; a summand may stand in several places of the bound, and is left out of one."""
    if row.change == "halved":
        return "the bound halved"
    if row.name:
        return f"without the {row.name} term"
    told = formula(row.summand, "summand", block=len(_summand(row)) > LONG) or "a term"
    return ["without ", told, *([f" in one of its {places} places"] if places > 1 else [])]


def _fate(row: Variant) -> str:
    return "refuted" if row.killed else "not seen" if row.ratio is None else shown(row.ratio, 2)


# Page one: does it hold, what was claimed and how it was read, how sure, and what was left out.

def opening(record: Record, known: Mapping[str, str]) -> list[dict]:
    """The sentence that a reader takes away, what has to change, what the letters say, and what is better than printed."""
    first, rest = lead_and_rest(record)
    blocks = [lead(sentence_runs(first, known, record.printed) or "No reason was recorded.")]
    blocks += [para(*sentence_runs(rest, known))] if rest else []
    if severity_in_words(record):
        blocks.append(para(muted("What has to change: "), f"{CHANGES[record.headline.severity]}."))
    if literally(record):
        blocks.append(para(muted("Read literally: "), *runs(literally(record), known)))
    if record.findings:
        told = (sentence_runs(finding.text, known) for finding in record.findings)
        blocks.append(para(muted("Also found: "), *(run for text in told for run in (*text, " "))))
    if record.headline.news:
        news = (sentence_runs(news_in_words(news), known) for news in record.headline.news)
        blocks.append(para(muted("Beyond the paper: "), *(run for text in news for run in (*text, " "))))
    return blocks


def faulty(record: Record, known: Mapping[str, str], pictures: Sequence[dict] = ()) -> list[dict]:
    """The false lines of the page, one row each, the gravest first; and how the results fared that it rests on."""
    rows = []
    for fault in worst_first(record.faults):
        line = [*sentence_runs(phrase(fault.fact), known)]
        if fault.repair:
            line += [" ", muted("Repair: "), *sentence_runs(fault.repair, known)]
        severity = fault.severity.lower()
        kind = [severity, *([" (", fault.kind, ")"] if fault.kind not in ("", severity) else [])]
        rows.append([entitled(fault.where or fault.id, known), kind, line])
    blocks = (
        [heading("False lines of the paper"), table("l2 l1.5 l5", ["Where", "Severity", "What"], rows)] if rows else []
    )
    rests = [
        f"{rest.printed or rest.claim} ({rested(rest)})"
        for rest in record.rests_on
    ]
    return [*blocks, *pictures] + ([para(muted("Rests on: "), prose("; ".join(rests)), ".")] if rests else [])


class Display(msgspec.Struct):
    """A formula on its own line, and what it is called."""

    label: str
    formula: dict


def claimed(record: Record, known: Mapping[str, str]) -> list[dict]:
    """The statement as printed."""
    displays = []
    for place, display in enumerate(record.statement.displays):
        made = formula(display, f"statement.displays[{place}]", block=True)
        if made:
            displays.append(Display(label=prose(display.label, known), formula=made))
    definitions = [
        formula(definition, f"statement.where[{place}]", tall=True)
        for place, definition in enumerate(record.statement.where)
        if definition.needed
    ]
    return [
        heading("What is claimed"),
        {
            "kind": "statement",
            "title": record.printed,
            "words": runs(record.statement.words, known),
            "displays": displays,
            "definitions": [d for d in definitions if d],
        },
    ]


def readings(record: Record, known: Mapping[str, str]) -> list[dict]:
    """How the print was read."""
    found = [reading for reading in record.readings if reading.text]
    if len(found) == 1 and found[0].text.strip(" .").lower() in ("as printed", "literal"):
        return []
    beyond = "repair" if record.headline.severity != "NONE" else "beyond the paper"
    rows = []
    for reading in found:
        kind = "literal" if reading.literal else beyond if reading.repair else ""
        name = [strong(version(reading.name)), *([f" ({kind})"] if kind and kind != reading.name else [])]
        rows.append([name, sentence_runs(argued(reading.text, known), known)])
    return [table("l l1", ["Version", "What the paper is taken to say"], rows)] if rows else []


def parts(record: Record, known: Mapping[str, str]) -> list[dict]:
    """One row for each part: constant, tightness, from where it says something, false versions; columns without news left out."""
    found = record.parts
    if not found:
        return []
    told: list[tuple[str, str, list[Any]]] = [
        (title, kind, [tell(part) for part in found.values()]) for title, kind, tell in COLUMNS
    ]
    told = [(title, kind, cells) for title, kind, cells in told if any(cell != "–" for cell in cells)]
    if not told:
        told = [("Found", "l2", [sentence_runs(phrase(part.fact), known) for part in found.values()])]
    named = [(strong(prose(words(name, known))), [badge(part.outcome)]) for name, part in found.items()]
    rows = [[*name, *(cells[place] for *_, cells in told)] for place, name in enumerate(named)]
    first = "l" if told[0][0] == "Found" else "l3.2"
    columns = " ".join((first, "l", *(kind for _, kind, _ in told)))
    header = ["Part", "Verdict", *(title for title, *_ in told)]
    one = (
        "Informative from: the smallest n from which on the bound is below the trivial one, checked up to n = 10¹⁵, at the "
        "parameters of its figure."
    )
    needs = (
        "Needed: the smallest constant that the worst instance found allows, where the bound is at most half the trivial one "
        "(in brackets: anywhere)."
    )
    versions = "False versions: how many bounds and methods that are false on purpose are refuted by the simulations."
    titles = {title for title, *_ in told}
    told_below = (("Informative from", one), ("Needed", needs), ("False versions", versions))
    captions = [text for title, text in told_below if title in titles]
    caption = " ".join(captions) or None
    return [heading("The parts at a glance"), table(columns, header, rows, caption)]


def derived(part: Part) -> str:
    """The constant that was derived, and where it is known to serve if that is not everywhere, or as a number."""
    constant = constant_of(part)
    if constant is None:
        return "–"
    if constant.settled == "points" and constant.explicit:
        return f"{prose(constant.explicit)} (at the points of this run)"
    return prose(named_constant(constant)) or shown(constant.explicit)


def needed(part: Part) -> str:
    """What the constant must be at least: where the bound bites, and beside it on the whole domain where that is more."""
    constant = constant_of(part)
    whole, biting = _least(constant), _least(constant.where_it_bites if constant else None)
    if whole is None:
        return "–"
    if biting is None:
        return f"≥ {shown(whole, side='down')} (found where the bound is nearly trivial)"
    first, second = (f"≥ {shown(least, side='down')}" for least in (biting, whole))
    return first if first == second else f"{first} ({second[2:]} anywhere)"


def _least(found: Constant | WorstFound | None) -> float | None:
    """The lower end of a measured ratio."""
    if found is None:
        return None
    return found.low if found.low is not None else found.smallest_surviving


def tightest(part: Part) -> str:
    """The range of bound over measured error, over the cells; over the ends of its interval where it is a median."""
    rows = [(s.bound, s.quantile) for s in regimes_of(part)]
    if isinstance(part, ExpectationBoundPart):
        rows += [(s.bound, s.mean) for s in part.evidence.means]
    if isinstance(part, MinimaxLowerBoundPart):
        rows += [(s.bound, end) for s in part.evidence.estimators for end in (s.low, s.high)]
    found = [r for bound, error in rows if (r := ratio(bound, error))]
    if not found or excluded(part):
        return "–"
    low, high = times(min(found)), times(max(found))
    return low if low == high else f"{low} to {high}"


def speaks(part: Part) -> str:
    """From where the bound is below the trivial one."""
    vacuity = vacuity_of(part)
    if not vacuity or excluded(part):
        return "–"
    if (start := from_one_on(vacuity)) is not None:
        return f"from n = {shown(start, 2, side='up')}"
    return "for no n tried" if nowhere(vacuity) else sizes(vacuity)


def killed(part: Part) -> str:
    """Of false methods and versions, those that a person wrote and those made from the bound; none of a false bound."""
    if part.outcome == "REFUTED":
        return "–"
    kinds = [found for found in (mutants_of(part), variants_of(part)) if found]
    total = sum(found.total for found in kinds)
    return f"{shown(sum(found.killed for found in kinds))} of {shown(total)}" if total and not excluded(part) else "–"


COLUMNS = (
    ("Constant", "l", derived),
    ("Needed", "l2.6", needed),
    ("Bound ÷ error", "l1.6", tightest),
    ("Informative from", "l", speaks),
    ("False versions", "r1.1", killed),
)


def certainty(record: Record, known: Mapping[str, str]) -> list[dict]:
    """The risk of the whole run, what a search may have missed, and the smallest fault that would have been seen."""
    told = [[*sentence_runs(text, known), " "] for text in chance(record)]
    return [heading("What this run could have missed"), para(*(run for one in told for run in one))] if told else []
