"""The referee report of one paper: its blocks, and the same as PDF, Markdown and a page for a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Any

from boundcheck.claims import Severity
from boundcheck.claims.fields import shapes_with
from boundcheck.record.page_coverage import counted, coverage
from boundcheck.report.page.document import PAPERS
from boundcheck.report.page.paragraphs import (
    badge,
    below,
    bullets,
    code,
    heading,
    lead,
    markdown,
    muted,
    para,
    strong,
    table,
)
from boundcheck.report.pdf import compiled
from boundcheck.report.referee.across import (
    FalseLine,
    Record,
    by_place,
    by_severity,
    called,
    conditional,
    count,
    false_lines,
    in_order,
    severity,
    standing,
)
from boundcheck.report.referee.front import page_one
from boundcheck.report.referee.tables import in_numbers, misprints, plainly, rivalled, what_has_to_change
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import runs, sentence_runs
from boundcheck.report.text.words import CHANGES, all_printable, found_at, percent
from boundcheck.report.web.elements import Drawing, Mathematics
from boundcheck.report.web.shell import shell

# The blocks of a paper's referee report, drawn from the records of its results.

FEW = 3
STATES = {  # of a display of the page
    "proved": "proved as displayed", "proved in another form": "proved in another form", "definition": "by definition",
    "proved in a special case": "proved in a special case", "supported": "only sampled or searched", "false": "false",
    "open": "open", "another result": "by another result", "assumption": "assumptions",
    "says nothing new": "without content to check", "cited": "cited", "read": "read and not checked", "not read": "not read",
    "out of scope": "out of scope",
    "not settled": "of results that are not among these",
}  # fmt: skip
SURE = {"HOLDS": "(Proved, modulo cited results.)", "SUPPORTED": "(Not fully proved.)"}


def blocks(records: Sequence[Record]) -> list[dict]:
    """Page one, and below the line all that it has no room for."""
    ordered = in_order(records)
    lines = false_lines(ordered)
    return [
        *page_one(ordered),
        below(),
        lead(in_one_sentence(ordered)),
        para(*checked(ordered)),
        *key_findings(ordered, "much", "What a reader has to know first"),
        *what_has_to_change(lines),
        *key_findings(ordered, "some", "What else is worth knowing"),
        *news(ordered),
        *in_numbers(ordered),
        *tables(ordered),
        *misprints(lines),
        *not_decided(ordered, lines),
        *rivalled(ordered),
        *reproduce(ordered),
    ]


def in_one_sentence(records: Sequence[Record]) -> list[Any]:
    """How many theorems, and how many other results, stand as printed, and of the others what has to be changed."""
    compared = [called(r) for r in records if severity(r["headline"]) is Severity.OPEN and _is_table(r)]
    hanging = conditional(records)
    found = by_severity([r for r in records if called(r) not in compared and r not in hanging])
    theorems = [record for record in records if record["kind"] == "theorem"]
    others = [record for record in records if record["kind"] != "theorem"]
    said = filter(None, (_stand(theorems, "theorem"), _stand(others, "other result")))
    told = [f"Of {', and of '.join(said)} stand as printed"]
    for kind, rows in found.items():
        if kind is not Severity.NONE:
            told.append(f"{_asks(kind, len(rows))}: {_named(rows)}")
    if hanging:
        rest = "rests" if len(hanging) == 1 else "rest"
        told.append(f"{len(hanging)} {rest} on results that are false as printed: {_named(hanging)}")
    if compared:
        told.append(f"not every difference in {' and '.join(compared)} is significant")
    return ["; ".join(told) + "."]


def _stand(of: Sequence[Record], what: str) -> str:
    """How many of some results stand as printed, and of how many of these that is proved; empty where there are none."""
    if not of:
        return ""
    stand = standing(of)
    proved = sum(record["headline"]["outcome"] == "HOLDS" for record in stand)
    said = f"{len(of)} {what}{'' if len(of) == 1 else 's'} {len(stand) or 'none'}"
    return said + (f" ({proved or 'none'} proved as displayed)" if stand else "")


def _named(rows: Sequence[Record]) -> str:
    names = list(map(called, rows))
    return ", ".join(names if len(names) <= FEW else [*names[:FEW], f"{len(names) - FEW} more"])


def _asks(kind: Severity, many: int) -> str:
    needs = "needs" if many == 1 else "need"
    if kind is Severity.OPEN:
        return f"{many} could not be decided"
    if kind is Severity.FALSE:
        return f"{many} {'is' if many == 1 else 'are'} false, and nothing of the kind survives"
    if kind is Severity.EMPTY:
        return f"{many} {'is' if many == 1 else 'are'} vacuous"
    if kind is Severity.CONDITION:
        return f"{many} {needs} another constant, radius or assumption"
    if kind is Severity.READING:
        return f"{many} {'is' if many == 1 else 'are'} false as literally stated and true in another reading of the text"
    if kind is Severity.RATE:
        return f"{many} {'has' if many == 1 else 'have'} another rate once corrected"
    if kind is Severity.PROOF:
        return f"{many} {needs} a step of the proof mended"
    if kind is Severity.MISPRINT:
        return f"{many} {'has' if many == 1 else 'have'} misprints only"
    return f"{many} {needs} a change of {CHANGES[kind.name]}"


def checked(records: Sequence[Record]) -> Iterator[Any]:
    """What was looked at: displays of the page by what became of them, faults, lines of ours, samples."""
    found, covered = count(records), coverage(records)
    theorems = sum(record["kind"] == "theorem" for record in records)
    first = f"{theorems:,} theorem{'' if theorems == 1 else 's'} and {found.results - theorems:,} other results"
    text = f"Checked: {first if theorems else f'{found.results:,} results'}."
    if covered:
        states = ", ".join(f"{many:,} {STATES[state]}" for state, many in counted(covered).items())
        text += f" Of {len(covered):,} displays and claims of the page: {states}."
    faults = len({str(fault["id"]) for record in records for fault in record.get("faults") or []})
    if faults and not covered:  # one slip may stand in several displays, of which the sentence before has counted each
        many = "One line of the page is" if faults == 1 else f"{faults:,} lines of the page are"
        text += f" {many} false as printed."
    if found.ours:
        each = "all proved" if found.proved == found.ours else f"{found.proved:,} of them proved"
        text += f" Beside the page stand {found.ours:,} lines of ours, {each}."
    if found.samples:
        text += f" {found.samples:,} data sets were simulated, and the worst cases of the bounds searched for."
    yield text
    risks = [r["error_probability"].get("total") for r in records if (r.get("error_probability") or {}).get("checks")]
    if risks:
        yield f" The chance that sampling calls a true bound false is at most {percent(max(risks))} for each result."


def key_findings(records: Sequence[Record], weight: str, title: str) -> list[dict]:
    """What proofs and computations say beside the lines of the page; those of a false line stand in its row."""
    items = [
        [
            strong(called(record)),
            ": ",
            *sentence_runs(plainly(finding["text"], record), letters(record)),
            " (Proved.)" if finding["proved"] else " (Computed or measured.)",
        ]
        for record in by_place(records)
        for finding in record.get("findings") or []
        if finding["weight"] == weight and not finding["fault"]
    ]
    return [heading(title, numbered=False), bullets(items)] if items else []


def news(records: Sequence[Record]) -> list[dict]:
    """What is better than printed where that stands, and what else stands where it does not; and whether it is proved."""
    better: dict[tuple[str, str], list[Record]] = {}
    other: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        stands = not severity(record["headline"]).reaches(Severity.READING)
        for found in record["headline"].get("news") or []:
            told = str(found["text"]), str(found["outcome"])
            (better if stands else other).setdefault(told, []).append(record)
    made = [("Possible improvements", better), ("Variants that hold", other)]
    return [
        block
        for title, versions in made
        if versions
        for block in (
            heading(title, numbered=False),
            bullets([_version(*version, owners) for version, owners in versions.items()]),
        )
    ]


def _version(text: str, outcome: str, owners: Sequence[Record]) -> list[Any]:
    """A version of one or more results."""
    how = SURE.get(outcome)
    told = plainly(text, owners[0]).rstrip(".")
    names = dict.fromkeys(map(called, owners))
    return [strong(", ".join(names)), ": ", *sentence_runs(told, letters(owners[0])), *([f" {how}"] if how else [])]


def tables(records: Sequence[Record]) -> list[dict]:
    """What the paper's tables show; where a table can be read in several ways, under which one."""
    items = []
    for record in records:
        known = letters(record)
        compared = [part for part in record["parts"].values() if part["shape"] in shapes_with("tabular")]
        readings = {str(reading["name"]): str(reading["text"]) for reading in record.get("readings") or []}
        excluded = {part.get("reading") for part in record["parts"].values() if part["outcome"] == "REFUTED"}
        left = [part for part in compared if part.get("reading") not in excluded]
        for part in left or compared:
            words = plainly(readings.get(str(part.get("reading"))), record) if len(compared) > 1 else ""
            under = [" (if ", *runs(words.rstrip("."), known), ")"] if words else []
            items.append([strong(called(record)), *under, ": ", *sentence_runs(part.get("summary"), known)])
    return [heading("Tables", numbered=False), bullets(items)] if items else []


def not_decided(records: Sequence[Record], lines: Sequence[FalseLine]) -> list[dict]:
    """What is open, what rests on a citation, and what nobody looked at."""
    items: list[Any] = []
    told = [called(line.record) for line in lines if line.severity is Severity.OPEN]  # in the first table
    open_results = [
        r for r in records if severity(r["headline"]) is Severity.OPEN and not _is_table(r) and called(r) not in told
    ]
    for record in open_results:
        known = letters(record)
        found = [str(part.get("summary")) for part in record["parts"].values() if part["outcome"] == "UNDECIDED"]
        told = found or [str(record["headline"]["text"])]
        items += [[strong(called(record)), ": ", *sentence_runs(plainly(text, record), known)] for text in dict.fromkeys(told)]
    cited = dict.fromkeys(
        str(step["cited"])
        for r in records
        for step in r.get("steps") or []
        if step["outcome"] == "ASSUMED" and step.get("cited")
    )
    cited = dict.fromkeys("textbook facts" if name == "textbook" else name for name in cited)
    if cited:
        items.append([f"Cited and not checked here: {'; '.join(cited)}."])
    left = list(_left(records))
    if left:
        items.append(["Of the theorems left out: ", *left[1:], "."])
    items.append(["That our list of proof lines is complete was checked by eye."])
    return [heading("Not decided, not checked", numbered=False), bullets(items)]


def _left(records: Sequence[Record]) -> Iterator[Any]:
    """What the theorems say that nobody looked at; what is said of several results alike is no news of any."""
    said = Counter(str(text) for record in records for text in set(record.get("not_covered") or []))
    for record in by_place(record for record in records if record["kind"] == "theorem"):
        own = [str(text) for text in record.get("not_covered") or [] if said[str(text)] == 1]
        for place, text in enumerate(own):
            yield from ["; ", strong(called(record)), ": "] if not place else ["; "]
            yield from runs(plainly(text, record).rstrip("."), letters(record))


def _is_table(record: Record) -> bool:
    return bool(record["parts"]) and all(part["shape"] in shapes_with("tabular") for part in record["parts"].values())


def reproduce(records: Sequence[Record]) -> list[dict]:
    """The command that gives the report again."""
    paper = records[0]["paper"]["key"]
    seeds = sorted({str(r.get("seed")) for r in records})
    return [para(muted(code(f"python -m boundcheck {paper}"), f" gives this report again; seed {', '.join(seeds)}."))]


# The referee report of one paper: PDF, Markdown and a page for a browser from the same blocks.

def document(records: Sequence[Record], paper: str = "a4") -> dict:
    """What `report.typ` draws: the records are those of one paper, and at least one."""
    if not records:
        raise ValueError("a referee report needs the record of at least one result")
    if paper not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    source = records[0]["paper"]
    names = [str(name) for name in source.get("authors") or []]
    authors = ", ".join(names) if len(names) <= 3 else f"{names[0]} et al."
    cited = ", ".join(str(x) for x in (authors, source.get("venue"), source.get("year"), found_at(source)) if x)
    stand = len(standing(records))
    outcomes = {record["headline"]["outcome"] for record in records}
    mended = "REFUTED" if "REFUTED" in outcomes else "HOLDS_REPAIRED"  # no tick where something has to change
    budgets = sorted({str(record.get("budget")) for record in records})
    return all_printable(
        {
            "title": title(records),
            "description": "What was checked, and what has to change.",
            "overline": [code(source["key"]), "  ", cited],
            "running": str(source.get("title") or source["key"]),
            "footer": f"{len(records)} results, budget {', '.join(budgets)}",
            "outcome": mended if stand < len(records) else worst(outcomes),
            "word": f"{stand} of {len(records)} stand as printed",
            "paper": paper,
            "blocks": blocks(records),
        }
    )


def worst(outcomes: Collection[str]) -> str:
    """The outcome that says least in favour."""
    least = ("REFUTED", "CONDITIONAL", "UNDECIDED", "SUPPORTED", "HOLDS_REPAIRED")
    return next((name for name in least if name in outcomes), "HOLDS")


def title(records: Sequence[Record]) -> str:
    """The report's title."""
    source = records[0]["paper"]
    return f"Referee report: {source.get('title') or source['key']}"


def to_pdf(records: Sequence[Record], *, paper: str = "a4") -> bytes:
    """The report as a tagged PDF, the same bytes for the same records."""
    return compiled(document(records, paper))


def to_markdown(records: Sequence[Record]) -> str:
    """The report for a review form."""
    drawn = document(records)
    return markdown(drawn["title"], drawn["blocks"])


def to_html(records: Sequence[Record]) -> str:
    """The report as a page that needs nothing else, with links to where its results stand in the index."""
    if not records:
        raise ValueError("a referee report needs the record of at least one result")
    drawn = [*blocks(records), *results(records)]
    name, key = title(records), str(records[0]["paper"]["key"])
    source = records[0]["paper"]
    cited = ", ".join(
        str(x)
        for x in (*(source.get("authors") or []), source.get("venue"), source.get("year"), found_at(source))
        if x
    )
    body = f'<p class="source">{escape(cited)}</p><h1>{escape(name)}</h1>'
    body += Drawing(Mathematics(drawn)).blocks(drawn, deepest=2)
    bar = [("index.html", "All results"), (f"{key}.pdf", "PDF"), (f"{key}.md", "Markdown")]
    return shell(name, "What was checked, and what has to change.", bar, body, "")


def results(records: Sequence[Record]) -> list[dict]:
    """Every result with its verdict, the heaviest first."""
    rows = [
        [
            {"link": str(record.get("printed") or record["claim"]), "href": f"index.html#{record['claim']}"},
            badge(record["headline"]["outcome"]),
            CHANGES[record["headline"]["severity"]],
        ]
        for record in in_order(records)
    ]
    return [heading("All results", numbered=False), table("l1 l l2", ["Result", "Verdict", "To be changed"], rows)]
