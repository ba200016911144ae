"""The referee report of one paper: its blocks, and the same as PDF, Markdown and a page for a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Any

from boundcheck.claims.fields import shapes_with
from boundcheck.record.page_coverage import counted, coverage
from boundcheck.report.page.document import PAPERS
from boundcheck.report.page.paragraphs import (
    badge,
    below,
    bullets,
    code,
    heading,
    markdown,
    muted,
    para,
    table,
)
from boundcheck.report.pdf import compiled, pages
from boundcheck.report.referee.across import (
    FalseLine,
    asks,
    by_place,
    by_severity,
    called,
    conditional,
    count,
    evidence,
    false_lines,
    in_order,
    page_of,
    severity,
    standing,
    stands,
    unjudged,
)
from boundcheck.report.referee.front import (
    KNOWN,
    WORDS,
    fitted,
    graph_of,
    how_sure,
    is_cut,
    is_told_below,
    known,
    picked,
    violated,
)
from boundcheck.report.referee.paper_map import SCRIPT as MAP_SCRIPT
from boundcheck.report.referee.paper_map import STYLE as MAP_STYLE
from boundcheck.report.referee.paper_map import paper_map
from boundcheck.report.referee.tables import (
    case_items,
    how_known,
    in_numbers,
    is_table,
    misprints,
    of_a_table,
    other_faults,
    place,
    plainly,
    repair_items,
    result,
    rivalled,
    weighs,
    words_of_changes,
    wrong,
)
from boundcheck.report.referee.tables import listed as listing
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import runs, sentence_runs
from boundcheck.report.text.words import CHANGES, all_printable, engines, found_at, percent, shown
from boundcheck.report.web.elements import Drawing, Mathematics, slug
from boundcheck.report.web.shell import shell
from boundcheck.verdict import Severity
from boundcheck.verdict.result import KeyFinding, Paper, Record
from boundcheck.verdict.shapes import AnyPart, CountsTablePart, ReportedTablePart
from boundcheck.words import headlines, phrase
from boundcheck.words.exact import adjusted
from boundcheck.words.headlines import sentence
from boundcheck.words.phrases import listed as enumerated

# The blocks of a paper's referee report, drawn from the records of its results.

FORMS = {"pdf": "PDF", "md": "Markdown"}
PAGES = 3  # of the PDF
ROOMS = range(WORDS, 400, -25)  # words of page one there, the first with which it is a page
STUCK = 3  # blocks below page one that hold on to it: a line, a title, its legend
LIMITS = 6  # of what was not checked that are always told
MOST = (14, 10, 7, 5, 3, 2)  # items of a list there, the first that is within its pages
KINDS = {  # of what has to be changed in a result
    Severity.NONE: "no fault was found", Severity.MISPRINT: "stands, typos corrected",
    Severity.PROOF: "stands, a step of its proof repaired",
    Severity.READING: "false as literally stated, true in another reading of the text",
    Severity.RANGE: "stands on the working range",
    Severity.CONDITION: "false as stated, holds with another constant, radius or assumption",
    Severity.RATE: "false as stated, holds with another dependence on a parameter", Severity.EMPTY: "vacuous",
    Severity.FALSE: "false as stated, and no corrected form that holds was given", Severity.OPEN: "could not be decided",
}  # fmt: skip
STATES = {  # of a display of the page
    "proved": "proved as displayed", "proved in another form": "proved in another form", "definition": "true by definition",
    "proved in a special case": "proved in a special case", "supported": "only sampled or searched", "false": "false",
    "open": "open", "another result": "instances of another result", "assumption": "assumptions",
    "says nothing new": "without content to check", "cited": "cited", "read": "read and not checked", "not read": "not read",
    "out of scope": "out of scope",
    "not settled": "of results that are not among these",
}  # fmt: skip
HOLM = "p (Holm)"  # in a row of a table of means


def blocks(
    records: Sequence[Record], most: int | None = None, room: int = WORDS, *, graph: bool = True, bounds: bool = True
) -> list[dict]:
    """Page one, and below the line, as lists, what it has no room for.

    Parameters
    ----------
    records : sequence of Record
        Of one paper.
    most : int, optional
        Items of a list that are told; of the others the number, and where they are. None tells all, with the
        cases and the figures.
    room : int, optional
        Words of page one.
    graph : bool, optional
        Whether the graph of the paper stands there; otherwise it is below the line.
    bounds : bool, optional
        Whether the table of all bounds has all its columns.
    """
    ordered = in_order(records)
    first, rows, brief = fitted(ordered, room, graph=graph)
    above, known = picked(ordered, rows)
    lines, short = false_lines(ordered), most is not None
    cut = [line for line in above if not short and (brief or (line.fault.witness is not None and not violated(line)))]
    owed = [line for line in above if short and is_told_below(line, brief)]
    again = cut if brief else []  # told above in short; of the others the case alone is left to tell
    left = [line for line in lines if line not in above or line in again]
    faults = list(filter(weighs, left))
    cases = case_items(line for line in cut if line not in again)
    below_the_line = [*repair_items(owed), *cases, *other_faults(faults, short=short)]
    lists = [
        ("Faults" if again else "Other faults" if above else "What has to change", below_the_line),
        ("What else is worth knowing", key_findings(ordered, [entry for entry in known if not (brief and is_cut(entry[1].text))])),
        *news(ordered),
        ("Tables", tables(ordered)),
        ("Typos", misprints(lines)),
        ("Questions to the authors", questions(ordered, lines)),
    ]
    own = f"{ordered[0].paper.key}.html"
    told = [block for title, items in lists for block in listed(title, items, most, own)]
    return [
        *first,
        below(),
        *([] if above or faults else [para("Nothing beyond typos was found.")]),
        *told[:1],
        *([para(muted(words_of_changes([*above, *faults])))] if above or faults else []),
        *told[1:],
        *([] if graph else graph_of(ordered)),
        *in_numbers(ordered, short=not bounds, formulas=not short),
        *rivalled(ordered, short=short),
        heading("Coverage", numbered=False),
        *others_in_a_table(ordered),
        para(*checked(ordered)),
        *listed("Not checked", not_checked(ordered), None if most is None else max(most, LIMITS), own),
        *reproduce(ordered, own if short else ""),
    ]


def listed(title: str, items: Sequence[Any], most: int | None, whole: str) -> list[dict]:
    """A list under its title; of a long one the first items, the number of the others, and where they are."""
    if not items:
        return []
    cut = len(items) if most is None or len(items) <= most + 1 else most  # one alone takes no more room than to say so
    rest = [[f"{len(items) - cut} more: ", {"link": whole, "href": whole}, f", '{title}'."]] if cut < len(items) else []
    return [heading(title, numbered=False), bullets([*items[:cut], *rest])]


def others_in_a_table(records: Sequence[Record]) -> list[dict]:
    """Of the results that page one does not name those without a fault, and what has to be changed in the others; each once."""
    rest = [record for record in records if record.kind != "theorem"] or list(records)
    hanging = conditional(rest)
    missing = [record for record in rest if unjudged(record)]
    stand = standing(rest)
    printed = [record for record in rest if is_table(record) and severity(record.headline) is Severity.OPEN]
    rows = [
        _row(KINDS[kind], [r for r in found if r not in hanging and r not in missing and r not in printed])
        for kind, found in by_severity(rest).items() if kind is not Severity.NONE
    ]  # fmt: skip
    many = Counter(evidence(record, records) for record in stand)
    how = ", ".join(f"{many[each]} {word}" for each, word in KNOWN.items() if many[each])
    rows = [
        _row(f"{KINDS[Severity.NONE]}: {how}", stand), *rows,
        _row("rests on a result that is false as printed", hanging),
        _row("not judged: a display is missing from our copy", missing),
        _row("experiments, not run again", printed),
    ]  # fmt: skip
    what = "Other results" if len(rest) < len(records) else "Results"
    return [table("l4 r l8", [what, "Number", "Which"], [row for row in rows if row], tight=True)] if any(rows) else []


def _row(what: str, found: Sequence[Record]) -> list[Any]:
    return [what, f"{len(found)}", listing([called(record) for record in by_place(found)])] if found else []


def checked(records: Sequence[Record]) -> Iterator[Any]:
    """What was looked at: displays of the page by what became of them, faults, lines of ours, samples."""
    found, covered = count(records), coverage(records)
    theorems = sum(record.kind == "theorem" for record in records)
    first = f"{theorems:,} theorem{'' if theorems == 1 else 's'} and {found.results - theorems:,} other results"
    text = f"Checked: {first if theorems else f'{found.results:,} results'}."
    if covered:
        states = counted(covered)
        told = ", ".join(f"{many:,} {STATES[state]}" for state, many in states.items())
        text += f" Of {len(covered):,} displays and claims of the paper: {told}."
        text += " One fault may make several displays false." if states.get("false", 0) > 1 else ""
    faults = len({fault.id for record in records for fault in record.faults})
    if faults and not covered:  # one slip may stand in several displays, of which the sentence before has counted each
        many = "One line of the paper is" if faults == 1 else f"{faults:,} lines of the paper are"
        text += f" {many} false as printed."
    if found.ours:
        each = "all proved" if found.proved == found.ours else f"{found.proved:,} of them proved"
        lines = "auxiliary statement" if found.ours == 1 else "auxiliary statements"
        text += f" We added {found.ours:,} {lines}, {each}."
    if found.samples:
        text += f" {found.samples:,} data sets were simulated, and the worst cases of the bounds searched for."
    yield text
    risks = [r.error_probability.total for r in records if r.error_probability.checks]
    if risks:
        yield f" The chance that sampling calls a true bound false is at most {percent(max(risks))} for each result."


def key_findings(records: Sequence[Record], told: Collection[tuple[Record, KeyFinding]]) -> list[Any]:
    """What proofs and computations say beside the lines of the page, the weightiest first, without what page one tells."""
    found = [
        (record, finding) for weight in ("much", "some") for record in by_place(records)
        for finding in record.findings if finding.weight == weight and not finding.fault and not of_a_table(record, finding)
    ]  # fmt: skip
    return [
        [
            result(record),
            ": ",
            *sentence_runs(plainly(finding.text, record), letters(record)),
            f" ({sentence(how_known(record, finding))})",
        ]
        for record, finding in found
        if (record, finding) not in told
    ]


def news(records: Sequence[Record]) -> list[tuple[str, list[Any]]]:
    """What is better than printed where that stands, what is known best first; and what else stands where it does not."""
    better: dict[tuple[str, str], list[Record]] = {}
    other: dict[tuple[str, str], list[Record]] = {}
    found = [(record, one) for record in by_place(records) if not unjudged(record) for one in record.headline.news]
    for record, one in sorted(found, key=lambda entry: (entry[1].outcome != "HOLDS", not entry[1].derived)):
        (better if stands(record) else other).setdefault((one.text, how_sure(one)), []).append(record)
    return [
        (title, [_version(*version, owners) for version, owners in versions.items()])
        for title, versions in (("Possible improvements", better), ("Variants that hold", other))
    ]


def _version(text: str, how: str, owners: Sequence[Record]) -> list[Any]:
    """A version of one or more results."""
    told = plainly(text, owners[0]).rstrip(".")
    names = {called(owner): owner for owner in owners}
    linked = [piece for owner in names.values() for piece in (", ", result(owner))][1:]
    return [*linked, ": ", *sentence_runs(told, letters(owners[0])), f" ({how[0].upper()}{how[1:]}.)"]


def tables(records: Sequence[Record]) -> list[Any]:
    """What the paper's tables show; where a table can be read in several ways, under which one."""
    items = []
    for record in records:
        known = letters(record)
        compared = [part for part in record.parts.values() if part.shape in shapes_with("tabular")]
        readings = {reading.name: reading.text for reading in record.readings}
        excluded = {part.reading for part in record.parts.values() if part.outcome == "REFUTED"}
        left = [part for part in compared if part.reading not in excluded]
        for part in left or compared:
            words = plainly(readings.get(part.reading, ""), record) if len(compared) > 1 else ""
            under = [" (if ", *runs(words.rstrip("."), known), ")"] if words else []
            values = list(_adjusted(part))
            each = [" ", *sentence_runs(adjusted(values), known)] if values else []
            each += [f" Test: {method}." if (method := engines(part.method or "")) and values else ""]
            each += [
                piece for finding in record.findings if of_a_table(record, finding) and part.reading in ("", "literal")
                for piece in (" ", *sentence_runs(plainly(finding.text, record), known))
            ]  # fmt: skip
            items.append([result(record), *under, ": ", *sentence_runs(phrase(part.fact), known), *each])
    return items


def _adjusted(part: AnyPart) -> Iterator[tuple[str, str]]:
    """Each comparison of a table of means or of shares, with its p-value among all of them."""
    if isinstance(part, ReportedTablePart):
        yield from ((str(row["comparison"]), shown(row[HOLM], 2)) for row in part.evidence.rows)
    elif isinstance(part, CountsTablePart):
        yield from ((row.comparison, shown(row.holm, 2)) for row in part.evidence.rows)


def questions(records: Sequence[Record], lines: Sequence[FalseLine]) -> list[Any]:
    """What the authors can settle: what is open, and what was taken to be meant."""
    items: list[Any] = []
    for line in lines:
        if line.severity is Severity.OPEN:
            repair = plainly(line.fault.repair, line.record).rstrip(".")
            meant = [" Is this meant: ", *runs(repair, letters(line.record)), "?"] if repair else []
            items.append([*place(line), ": ", *wrong(line), *meant])
    told = [called(line.record) for line in lines if line.severity is Severity.OPEN]
    for record in by_place(records):
        if severity(record.headline) is not Severity.OPEN or is_table(record) or called(record) in told:
            continue
        if unjudged(record):
            if asks(record):  # its own question has the formula that was checked
                continue
            items.append([result(record), ": ", *sentence_runs(headlines.question(record), letters(record))])
            continue
        found = [phrase(part.fact) for part in record.parts.values() if part.outcome == "UNDECIDED"]
        for text in dict.fromkeys(found or [headlines.headline(record)]):
            items.append([result(record), ": ", *sentence_runs(plainly(text, record), letters(record))])
    for record in by_place(records):
        items += [[result(record), ": ", *sentence_runs(plainly(asked.text, record), letters(record))] for asked in asks(record)]
    read = [line.record for line in lines if line.severity is Severity.READING and line.fault.repair]
    if read:
        named = _linked(by_place({called(r): r for r in read}.values()))
        items.append(["Do the authors agree with the corrected statements of ", *named, "?"])
    return items


def not_checked(records: Sequence[Record]) -> list[Any]:
    """What rests on a citation, and what nobody looked at."""
    items: list[Any] = []
    cited = dict.fromkeys(
        step.cited for record in records for step in record.steps if step.outcome == "ASSUMED" and step.cited
    )
    cited |= dict.fromkeys(
        lemma for record in records for part in record.parts.values() if part.derivation for lemma in part.derivation.cited
    )
    own = _own_lemmas(records)
    cited = dict.fromkeys("textbook facts" if name == "textbook" else name for name in cited if name not in own)
    if cited:
        items.append([f"Cited and not checked here: {'; '.join(cited)}."])
    items += _lacking(records)
    items += _left(records)
    items.append(["Completeness of the list of proof lines was checked by reading only."])
    return items


def _own_lemmas(records: Sequence[Record]) -> set[str]:
    """The lemmas of derivations that are results of the paper itself, and stand among its records."""
    paper, found = records[0].paper, set[str]()
    surnames = [author.split()[-1] for author in paper.authors]
    own = f"{enumerated(surnames)} ({paper.year}), "
    there = {called(record) for record in records if stands(record)}
    for record in records:
        for part in record.parts.values():
            cited = part.derivation.cited if part.derivation else ()
            found |= {lemma for lemma in cited if lemma.partition(own)[2].rstrip(")") in there}
    return found


def _lacking(records: Sequence[Record]) -> Iterator[list[Any]]:
    """What lacks for a proof of the theorems: of those that are known line by line it is the same."""
    numbered = by_place(record for record in records if record.kind == "theorem" and known(record, records))
    lines = [record for record in numbered if known(record, records) == KNOWN["lines"]]
    if lines:
        yield ["That the checked lines together give the result was judged by reading: ", *_linked(lines), "."]
    for record in numbered:
        how = known(record, records)
        if how in (KNOWN["part"], KNOWN["tests"]):
            used = [called(each) for each in numbered if each.claim in {rest.claim for rest in record.rests_on}]
            resting = [f"it rests on {', '.join(used)}, which we know no better"] if used else [headlines.CORRECTED]
            lacks = "; ".join(headlines.lacks(record) or resting)
            yield [result(record), f" ({how}): ", *runs(plainly(lacks, record), letters(record)), "."]


def _linked(records: Sequence[Record]) -> list[Any]:
    """Names of results in a row, each of which leads to its page."""
    return [piece for record in records for piece in (", ", result(record))][1:]


def _left(records: Sequence[Record]) -> Iterator[list[Any]]:
    """What the theorems say that nobody looked at; what is said of several results alike is no news of any."""
    said = Counter(text for record in records for text in set(record.not_covered))
    of_all = [text for text, many in said.items() if many == len(records) > 1]
    if of_all:
        yield [f"Limits of the check of all results: {'; '.join(plainly(text, records[0]).rstrip('.') for text in of_all)}."]
    for record in by_place(record for record in records if record.kind == "theorem"):
        own = [text for text in record.not_covered if said[text] == 1]
        if own:
            told = "; ".join(plainly(text, record).rstrip(".") for text in own)
            yield ["Limits of the check: ", result(record), ": ", *runs(told, letters(record)), "."]


def reproduce(records: Sequence[Record], whole: str = "") -> list[dict]:
    """The command that gives the report again, and where the whole of it is."""
    paper = records[0].paper.key
    seeds = sorted({str(record.seed) for record in records})
    full = [" Cases, bounds in numbers and figures: ", {"link": whole, "href": whole}, "."] if whole else []
    files = [record.reproduce.split()[3] for record in by_place(records) if record.claim.startswith("own/")]
    command = code(f"python -m boundcheck {' '.join(dict.fromkeys(files)) or paper}")
    return [para(muted(command, f" gives this report again; seed {', '.join(seeds)}.", *full))]


# The referee report of one paper: PDF, Markdown and a page for a browser from the same blocks.


def document(
    records: Sequence[Record],
    paper: str = "a4",
    most: int | None = None,
    room: int = WORDS,
    *,
    graph: bool = True,
    bounds: bool = True,
) -> dict:
    """What `report.typ` draws: the records are those of one paper, and at least one; the rest as in `blocks`."""
    if not records:
        raise ValueError("a referee report needs the record of at least one result")
    if paper not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    source = records[0].paper
    stand = len(standing(records))
    outcomes = {record.headline.outcome for record in records}
    budgets = sorted({record.budget for record in records})
    short = source.authors if len(source.authors) <= 3 else (f"{source.authors[0]} et al.",)
    return all_printable(
        {
            "title": title(records),
            "description": "What was checked, and what has to change.",
            "overline": ["Referee report  ", code(source.key), "  ", cited(source, short)],
            "running": title(records),
            "footer": f"{len(records)} results, budget {', '.join(budgets)}",
            "outcome": badge_of(records) if stand < len(records) else worst(outcomes),
            "word": tally(records),
            "paper": paper,
            "blocks": blocks(records, most, room, graph=graph, bounds=bounds),
        }
    )


def badge_of(records: Sequence[Record]) -> str:
    """The outcome whose mark a paper gets in which something has to change: a cross where a statement is beyond repair, a tick
    where every statement stands but for symbols and steps of its proof."""
    found = [severity(record.headline) for record in records]
    theorems = [severity(record.headline) for record in records if record.kind == "theorem"]
    if {Severity.FALSE, Severity.EMPTY}.intersection(theorems or found):
        return "REFUTED"
    return "CONDITIONAL" if conditional(records) or any(each.reaches(Severity.READING) for each in found) else "HOLDS_REPAIRED"


def worst(outcomes: Collection[str]) -> str:
    """The outcome that says least in favour."""
    least = ("REFUTED", "CONDITIONAL", "UNDECIDED", "SUPPORTED", "HOLDS_REPAIRED")
    return next((name for name in least if name in outcomes), "HOLDS")


def tally(records: Sequence[Record]) -> str:
    """How many theorems are without a fault, with small corrections, with another wording, and what is left; else results."""
    theorems = [record for record in records if record.kind == "theorem"]
    of, name = (theorems, "theorem") if theorems else (records, "result")
    return f"{len(of)} {name}{'' if len(of) == 1 else 's'}: {_tallied(of)}"


def _tallied(records: Sequence[Record]) -> str:
    """The numbers of results without a fault, with corrections, with the wording changed, false, conditional, open, not judged."""
    stand, hanging = standing(records), conditional(records)
    changed = [severity(record.headline) for record in records if record not in stand and record not in hanging]
    small = sum(found in (Severity.MISPRINT, Severity.PROOF) for found in changed)
    read, open_ = changed.count(Severity.READING), changed.count(Severity.OPEN)
    missing = sum(map(unjudged, records))
    counts = (
        (len(stand), "without a fault that was found"), (small, "with small corrections"), (read, "with the wording changed"),
        (len(changed) - small - read - open_, "false as stated"),
        (len(hanging), "conditional"), (open_ - missing, "undecided"), (missing, "not judged"),
    )  # fmt: skip
    return ", ".join(f"{many} {what}" for many, what in counts if many)


def title(records: Sequence[Record]) -> str:
    """The report's title, which is the paper's."""
    return records[0].paper.title or records[0].paper.key


def cited(paper: Paper, authors: Sequence[str]) -> str:
    """Where a paper has appeared, in a line."""
    year = "" if str(paper.year) in f"{paper.venue} {found_at(paper)}" else paper.year
    return ", ".join(str(entry) for entry in (*authors, paper.venue, year, found_at(paper)) if entry)


def to_pdf(records: Sequence[Record], *, paper: str = "a4") -> bytes:
    """The report as a tagged PDF of at most `PAGES` pages, the same bytes for the same records."""
    room, graph = _room(records, paper)
    for bounds in (True, False):
        for most in MOST:
            drawn = document(records, paper, most, room, graph=graph, bounds=bounds)
            if pages(drawn) <= PAGES:
                return compiled(drawn)
    return compiled(drawn)


def _room(records: Sequence[Record], paper: str) -> tuple[int, bool]:
    """The words of page one, and whether its graph stands there: it gives way to a row of findings."""
    found = any(map(weighs, false_lines(records)))
    for graph in (True, False):
        for room in ROOMS:
            if found and not fitted(records, room, graph=graph)[1]:
                break
            drawn = document(records, paper, MOST[-1], room, graph=graph)
            line = next(place for place, block in enumerate(drawn["blocks"]) if block == below())
            if pages(drawn | {"blocks": drawn["blocks"][: line + STUCK]}) == 1:
                return room, graph
    return ROOMS[-1], False


def to_markdown(records: Sequence[Record]) -> str:
    """The report for a review form."""
    drawn = document(records)
    return markdown(f"Referee report: {drawn['title']}", drawn["blocks"])


def to_html(records: Sequence[Record], kinds: Sequence[str] = ("pdf", "md"), drawn_pages: Collection[str] = ()) -> str:
    """The report as a page that needs nothing else.

    Parameters
    ----------
    records : sequence of Record
        Of one paper.
    kinds : sequence of str, optional
        Forms of the report that lie beside it and are linked.
    drawn_pages : collection of str, optional
        Claims that have a page of their own, to which links lead; the others are looked up in the index.
    """
    if not records:
        raise ValueError("a referee report needs the record of at least one result")
    drawn = _addressed([*blocks(records), *results(records)], drawn_pages)
    name, source = title(records), records[0].paper
    body = f'<p class="source">Referee report: {escape(cited(source, source.authors))}</p><h1>{escape(name)}</h1>'
    draw = Drawing(Mathematics(drawn))
    pages_of = {record.claim: _page(page_of(record), "", drawn_pages) for record in records}
    chart = paper_map(records, pages_of)
    place = next((place for place, block in enumerate(drawn) if block.get("graph")), len(drawn) - 2)
    rest = place + bool(drawn[place].get("graph"))
    parts = (drawn[:place], drawn[rest:]) if chart else (drawn, [])
    body += chart.join(draw.blocks(part, deepest=2) for part in parts)
    bar = [("index.html", "All results"), *([("#map", "Map")] if chart else [])]
    bar += [(f"{source.key}.{kind}", FORMS[kind]) for kind in kinds]
    extra = (MAP_STYLE, MAP_SCRIPT) if chart else ("", "")
    return shell(name, "What was checked, and what has to change.", bar, body, "", *extra)


def _addressed(value: Any, drawn: Collection[str]) -> Any:
    """The same blocks, with links to the pages that are there, and there to the false line of which is spoken."""
    if isinstance(value, dict):
        made = {key: _addressed(each, drawn) for key, each in value.items()}
        return made | {"href": _page(made["href"], made.get("about", ""), drawn)} if "href" in made else made
    return [_addressed(each, drawn) for each in value] if isinstance(value, list | tuple) else value


def _page(href: str, about: str, drawn: Collection[str]) -> str:
    claim = href.removeprefix("index.html#")
    return f"{claim}.html{about and f'#fault-{slug(about)}'}" if claim in drawn else href


def results(records: Sequence[Record]) -> list[dict]:
    """Every result with its verdict, the heaviest first."""
    rows = [
        [
            result(record),
            badge(record.headline.outcome),
            CHANGES[record.headline.severity],
        ]
        for record in in_order(records)
    ]
    return [heading("All results", numbered=False), table("l1 l l2", ["Result", "Verdict", "To be changed"], rows)]
