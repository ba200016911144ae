"""Page one of a referee report: a judgement, the theorems row by row, what matters most, the graph of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from boundcheck.claims.texts import first_sentence
from boundcheck.claims.texts import plain as bare
from boundcheck.report.figures import results as graph
from boundcheck.report.page.paragraphs import figure, heading, lead, muted, table
from boundcheck.report.page.paragraphs import text as written
from boundcheck.report.parts import constant_of, regimes_of, vacuity_of
from boundcheck.report.referee.across import (
    FalseLine,
    by_place,
    called,
    conditional,
    false_lines,
    in_order,
    page_of,
    severity,
    shown_bounds,
    standing,
)
from boundcheck.report.referee.tables import (
    WITHOUT_REPAIR,
    apart,
    by_consequence,
    differences,
    display_of,
    how_much,
    ordinary,
    others,
    place,
    plainly,
    point_of,
    relation_of,
    result,
    what_is_wrong,
    witnesses,
)
from boundcheck.report.text.letters import NBSP, letters
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import runs, sentence_runs
from boundcheck.report.text.words import finite, from_one_on, nowhere, shown, sizes
from boundcheck.verdict import Severity
from boundcheck.verdict.facts import FalseAt
from boundcheck.verdict.result import KeyFinding, Record
from boundcheck.verdict.shapes import Part
from boundcheck.verdict.statements import Witness
from boundcheck.verdict.values import Sampled
from boundcheck.words import phrase

WORDS = 700  # of page one
ROWS = 5  # of findings
OF_FINDINGS = 2  # rows that are kept for what no line of the page is charged with
FAULTS_FIRST = 3
MOST_NAMED = 8  # results in one breath
LONGEST_POINT = 110  # characters of a point in a row
LONGEST_INEQUALITY = 48  # characters of an inequality in a row
LARGE = 1e9  # pairs: nobody has as many, so an instance with more says its n
VERDICT = {  # of a theorem, neutral: what stands, and with what
    Severity.NONE: "stands", Severity.MISPRINT: "stands, a symbol corrected",
    Severity.PROOF: "stands, a step of its proof mended", Severity.READING: "stands in another reading than the literal one",
    Severity.RANGE: "stands on the working range alone",
    Severity.CONDITION: "is false as stated and holds with another condition or constant",
    Severity.RATE: "is false as stated and holds with another rate", Severity.EMPTY: "is vacuous",
    Severity.FALSE: "is false", Severity.OPEN: "is open",
}  # fmt: skip


def page_one(records: Sequence[Record]) -> list[dict]:
    """The blocks of page one, at most `WORDS` words: rows of findings are shortened, then left out, until it fits.

    Parameters
    ----------
    records : sequence of Record
        Of one paper; what page one has no room for stands below the line.
    """
    return fitted(records)[0]


def fitted(records: Sequence[Record]) -> tuple[list[dict], int, bool]:
    """Page one, how many rows of findings had room there, and whether they were shortened."""
    ordered = in_order(records)
    before = [lead(judgement(ordered)), *theorems(ordered)]
    drawn = graph_of(ordered)
    for rows in range(ROWS, 0, -1):
        for brief in (False, True):
            made = [*before, *most(ordered, rows, brief=brief), *drawn]
            if words(made) <= WORDS:
                return made, rows, brief
    return [*before, *drawn], 0, False


def words(blocks: Sequence[dict]) -> int:
    """Words that a reader of the blocks goes through, those in a figure left out."""
    return sum(len(part.split()) for block in blocks for part in _texts(block))


def _texts(block: Mapping[str, Any]) -> Iterator[str]:
    yield str(block.get("text") or "")
    yield written(block.get("runs") or "")
    yield written(block.get("caption") or "")
    for row in [block.get("header") or [], *(block.get("rows") or [])]:
        yield from map(written, row)


def judgement(records: Sequence[Record]) -> list[Any]:
    """Two sentences: which theorems stand and which have to change; and whether bounds inform and tables support."""
    numbered = by_place(record for record in records if record.kind == "theorem")
    groups: dict[str, list[Record]] = {}
    for record in numbered or by_place(records):
        groups.setdefault(verdict(record, records), []).append(record)
    told = "; ".join(f"{_together(names)} {which}" for which, names in _plural(groups))
    rest = [record for record in records if record not in numbered]
    stand = (
        f"; of {len(rest)} other results {len(standing(rest)) or 'none'} stand as printed" if numbered and rest else ""
    )
    return [f"{told}{stand}. ", *_use(records)]


def _together(found: Sequence[Record]) -> str:
    """Several results in a few words: Theorems 4, 5 and 6; of very many the number."""
    names, kinds = list(map(called, found)), {record.kind.capitalize() for record in found}
    if len(names) > MOST_NAMED:
        return f"{len(names)} results"
    if len(names) == 1:
        return names[0]
    kind = min(kinds)
    alike = len(kinds) == 1 and all(name.startswith(f"{kind} ") for name in names)
    return f"{kind}s {_listed([name[len(kind) + 1 :] for name in names])}" if alike else _listed(names)


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _plural(groups: Mapping[str, list[Record]]) -> Iterator[tuple[str, list[Record]]]:
    for which, names in groups.items():
        many = which.replace("stands", "stand", 1).replace("is ", "are ", 1).replace("holds", "hold", 1)
        yield (many if len(names) > 1 else which), names


def _use(records: Sequence[Record]) -> list[Any]:
    """From which n on bounds inform, and how many differences of the tables are significant."""
    bounds = {called(record): [part for _, part in shown_bounds(record)] for record in _tabled(records)}
    found = {name: list(filter(None, map(vacuity_of, parts))) for name, parts in bounds.items()}
    starts = [
        (max(each), name)
        for name, some in found.items()
        if (each := [start for vacuity in some if (start := from_one_on(vacuity)) is not None])
    ]
    said = "No bound was found to be informative at any n tried" if any(bounds.values()) else "No bound was followed in n"
    if starts:
        ends = dict.fromkeys(f"n = {shown(start, 2, side='up')} ({name})" for start, name in (min(starts), max(starts)))
        without = [name for name in bounds if name not in {name for _, name in starts}]
        said = f"At typical values the bounds are informative from {' to '.join(ends)}"
        said += f"; no such n is known for {', '.join(without)}" if without else ""
    return ["; ".join([said, *differences(records)]) + "."]


def verdict(record: Record, records: Sequence[Record]) -> str:
    """What a reader may take from a result, in a few words."""
    if record in conditional(records):
        return "is conditional on a result that has to change"
    found = severity(record.headline)
    unproved = only_supported(record) if found is not Severity.NONE else record.headline.outcome != "HOLDS"
    stands = found not in (Severity.EMPTY, Severity.FALSE, Severity.OPEN)
    return VERDICT[found] + (", not fully proved" if stands and unproved else "")


def only_supported(record: Record) -> bool:
    """Whether a part or a line that is false as printed has no repair that is proved, only one that nothing contradicts."""
    versions: dict[str, list[str]] = {}
    for key, part in record.parts.items():
        versions.setdefault(key.partition("@")[0], []).append(part.outcome)
    lines: list[str] = [step.repair.outcome for step in record.steps if step.outcome == "REFUTED" and step.repair is not None]
    mended = [outcomes for outcomes in versions.values() if "REFUTED" in outcomes]
    return any("PROVED" not in outcomes for outcomes in [*mended, *([outcome] for outcome in lines)])


def _tabled(records: Sequence[Record]) -> list[Record]:
    found = [record for record in records if record.kind == "theorem"]
    return by_place(found or records)


def theorems(records: Sequence[Record]) -> list[dict]:
    """A row for each numbered theorem: what stands, its constant, from where it informs, and how tight it is.

    Of several bounds of a theorem the first stands in its row; the others are in the table of all bounds.
    """
    rows = []
    for record in _tabled(records) if any(r.kind == "theorem" for r in records) else []:
        part = next((part for _, part in shown_bounds(record)), None)
        cells = [_constant(part), informs_from(part), *tightness(part)] if part is not None else []
        cells += [""] * (5 - len(cells))
        rows.append([[result(record)], verdict(record, records), *(cell or "–" for cell in cells)])
    if not rows:
        return []
    header = ["Theorem", "Result", "Constant", "Informative from", "Typical", "Worst informative", "Worst anywhere"]
    caption = (
        "Last three columns: error quantile over explicit bound (1 = tight) at a typical setting (the median of those "
        "simulated), the worst informative instance found, the worst anywhere."
    )
    return [table("l l4 l l l l3 l3", header, rows, caption, tight=True)]


def _constant(part: Part) -> str:
    """The constant that is known from above; empty where none is."""
    constant = constant_of(part)
    return (constant.upper or "") if constant is not None else ""


def informs_from(part: Part) -> str:
    """From which n a bound informs; empty where nobody looked."""
    vacuity = vacuity_of(part)
    if vacuity is None:
        return ""
    start = from_one_on(vacuity)
    if start is not None:
        return f"n = {shown(start, 2, side='up')}"
    return "no n tried" if nowhere(vacuity) else sizes(vacuity)


def tightness(part: Part) -> tuple[str, str, str]:
    """The error over the explicit bound at three kinds of instance; what was not measured is empty.

    Typical is the median over the settings that were simulated where the bound is informative; the worst of either kind
    is the largest measured ratio, or the constant that a searched instance needs over the explicit one. An instance whose
    n is above `LARGE` says its n.
    """
    rows = [
        (row.quantile / row.bound, row) for row in regimes_of(part) if row.bound and finite(row.quantile) is not None
    ]  # fmt: skip
    biting = [entry for entry in rows if entry[1].biting]
    constant = constant_of(part)
    worst = []
    for measured, searched in ((biting, constant and constant.where_it_bites), (rows, constant)):
        seen: list[tuple[float, Sampled]] = [(ratio, row.point) for ratio, row in measured]
        needed, explicit = finite(searched and searched.low), finite(constant and constant.upper)
        if searched is not None and needed is not None and explicit:
            seen.append((needed / explicit, (searched.instance or {}).get("point") or {}))
        ratio, point = max(seen, key=lambda entry: entry[0], default=(None, {}))
        size = finite(point.get("n"))
        large = f" (n{NBSP}={NBSP}{shown(size, 1)})" if size is not None and size > LARGE else ""
        worst.append("" if ratio is None else shown(ratio, 2) + large)
    return shown(median(ratio for ratio, _ in biting), 2) if biting else "", worst[0], worst[1]


def picked(records: Sequence[Record], rows: int) -> tuple[list[FalseLine], list[tuple[Record, KeyFinding]]]:
    """The false lines and the findings that page one tells in so many rows."""
    heavy = [line for line in false_lines(records) if line.severity not in (Severity.MISPRINT, Severity.OPEN)]
    lines = by_consequence(heavy)
    known = [
        (record, finding) for record in by_place(records) for finding in record.findings
        if finding.weight == "much" and not finding.fault
    ]  # fmt: skip
    room = min(OF_FINDINGS, len(known), max(rows - FAULTS_FIRST, 0)) if lines else rows
    first = lines[: rows - room]
    return first, known[: rows - len(first)]


def most(records: Sequence[Record], rows: int, *, brief: bool = False) -> list[dict]:
    """What matters most, by consequence: false lines first, then what proofs and computations say beside them."""
    lines, known = picked(records, rows)
    told = [_row(line, lines[:number], brief) for number, line in enumerate(lines)]
    told += [_finding(record, finding) for record, finding in known]
    if not told:
        return []
    header = ["Where", "What was found", "Instead"]
    return [heading("What matters most", numbered=False), table("l2 l7 l4", header, told, tight=True)]


def _row(line: FalseLine, above: Sequence[FalseLine], brief: bool) -> list[Any]:
    known, repair = letters(line.record), line.fault.repair
    said = plainly(phrase(line.fault.fact), line.record)
    told = said and not isinstance(line.fault.fact, FalseAt)
    found = sentence_runs(said.rstrip("."), known) if told else what_is_wrong(line)
    if brief and told:
        found = sentence_runs(first_sentence(said)[0].rstrip("."), known)
    sized = [
        piece
        for finding in how_much(line)[: 1 if brief else None]
        for piece in (" ", *sentence_runs(plainly(finding.text, line.record), known))
    ]
    same = bool(repair) and any(other.fault.repair == repair for other in above)
    instead = sentence_runs(plainly(first_sentence(repair)[0] if brief and repair else repair, line.record), known)
    named = others(line.touches, called(line.record))[: 2 if brief else None]
    also = [muted(f" Also affects {', '.join(named)}.")] if named else []
    return [
        place(line),
        [*found, "" if told else ".", *([" ", *case] if (case := violated(line)) else []), *sized, *also],
        "As above." if same else instead or WITHOUT_REPAIR.get(line.severity.name, "none known"),
    ]


def violated(line: FalseLine) -> list[Any]:
    """The inequality that fails with its numbers on both sides, at an ordinary point where the record has one."""
    known = letters(line.record)
    tried = [found for found in witnesses(line) if _has_room(found, known)]
    found = next((found for found in tried if ordinary(found, line.record)), next(iter(tried), None))
    if found is None:
        return []
    left, right = apart(finite(found.lhs), finite(found.rhs))
    at = point_of(found, known)
    where = ["At ", *at, ", "] if ordinary(found, line.record) else ["At a corner, ", *at, ", "]
    sign, display = relation_of(line), display_of(line)
    if not sign or display is None:
        numbers = [f"the sides are {left} and {right}."]
    elif len(linear(display.latex)) <= LONGEST_INEQUALITY:
        numbers = [*runs(f"${display.latex}$", known), f" reads {left} {sign} {right}."]
    else:
        numbers = [f"the line reads {left} {sign} {right}."]
    if not at and isinstance(numbers[0], str):
        numbers[0] = numbers[0][:1].upper() + numbers[0][1:]
    return [muted(*(where if at else []), *numbers)]


def _has_room(found: Witness, known: Mapping[str, str]) -> bool:
    sides = [finite(found.lhs), finite(found.rhs)]
    return None not in sides and sides[0] != sides[1] and len(bare(written(point_of(found, known)))) <= LONGEST_POINT


def _finding(record: Record, finding: KeyFinding) -> list[Any]:
    how = "Proved." if finding.proved else "Computed or measured."
    return [
        [result(record)],
        [*sentence_runs(plainly(finding.text, record), letters(record)), f" {how}"],
        "–",
    ]


def graph_of(records: Sequence[Record]) -> list[dict]:
    """Results that use or are used, theorems and what they rest on; definitions and what is out of scope stay out."""
    names = {record.claim: called(record) for record in by_place(records)}
    uses = {
        called(record): [names[rest.claim] for rest in record.rests_on if rest.claim in names and not rest.defines]
        for record in by_place(records)
    }
    needed = {
        name
        for record in records
        if record.kind in ("theorem", "corollary")
        for name in [called(record), *uses[called(record)]]
    }
    uses = {name: [used for used in below if used in needed] for name, below in uses.items() if name in needed}
    joined = {name for name, below in uses.items() if below} | {used for below in uses.values() for used in below}
    uses = {name: below for name, below in uses.items() if name in joined}
    nodes = {called(r): (_group(r, records), page_of(r)) for r in records if called(r) in uses}
    drawn = graph.drawing(nodes, uses)
    return figure(
        drawn, "The graph of the paper: an arrow leads from a result to one that it uses; a click opens its page."
    )


def _group(record: Record, records: Sequence[Record]) -> str:
    found = severity(record.headline)
    if record in conditional(records):
        return "conditional"
    if found is Severity.OPEN:
        return "open"
    if found is Severity.NONE:
        return "stands"
    return "proof" if found in (Severity.PROOF, Severity.MISPRINT) else "statement"
