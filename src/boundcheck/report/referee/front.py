"""Page one of a referee report: a judgement, the theorems row by row, what matters most, the graph of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from boundcheck.claims.texts import first_sentence
from boundcheck.claims.texts import plain as bare
from boundcheck.report.figures import results as graph
from boundcheck.report.page.paragraphs import figure, heading, lead, muted, para, strong, table
from boundcheck.report.page.paragraphs import text as written
from boundcheck.report.parts import constant_of, regimes_of, vacuity_of
from boundcheck.report.referee.across import (
    FalseLine,
    bounds_of,
    by_place,
    called,
    conditional,
    false_lines,
    in_order,
    page_of,
    severity,
    shown_bounds,
    standing,
    stands,
    unjudged,
)
from boundcheck.report.referee.tables import (
    WITHOUT_REPAIR,
    apart,
    by_consequence,
    differences,
    display_of,
    each_result_first,
    explained,
    how_much,
    kind_of,
    names_in,
    ordinary,
    parameters_of,
    place,
    plainly,
    point_of,
    relation_of,
    result,
    touches_of,
    weighs,
    what_is_wrong,
    witnesses,
)
from boundcheck.report.text.letters import NBSP, letters
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import runs, sentence_runs
from boundcheck.report.text.words import finite, from_one_on, nowhere, shown, sizes
from boundcheck.verdict import Severity
from boundcheck.verdict.conclusions import HoldsUnder
from boundcheck.verdict.facts import FalseAt
from boundcheck.verdict.result import KeyFinding, News, Record
from boundcheck.verdict.shapes import Part
from boundcheck.verdict.statements import Witness
from boundcheck.verdict.values import Sampled
from boundcheck.words import phrase

WORDS = 700  # of page one
ROWS = 5  # of findings
OF_FINDINGS = 2  # rows that are kept for what no line of the page is charged with
MOST_NAMED = 8  # results in one breath
LONGEST_POINT = 110  # characters of a point in a row
LONGEST_INEQUALITY = 64  # characters of an inequality in a row
LONGEST_CHANGE = 200  # characters of what is changed in a theorem
LONGEST_IMPROVEMENT = 220  # characters of what is better than printed
MOST_IMPROVED = 2  # of them
HEADER = ("Theorem", "Result", "Constant", "Informative from", "Median", "Worst informative", "Worst anywhere")
ALIGN = ("l", "l8", "l", "l", "l", "l3", "l3")
CONSTANT, MEASURED = 2, 4  # the column of constants, and the first one that is measured
LARGE = 1e9  # pairs: nobody has as many, so an instance with more says its n
VERDICT = {  # of a theorem, neutral: what stands, and with what
    Severity.NONE: "stands", Severity.MISPRINT: "stands, a symbol corrected",
    Severity.PROOF: "stands, a step of its proof mended", Severity.READING: "stands in another reading",
    Severity.RANGE: "stands on the working range alone",
    Severity.CONDITION: "is false as stated and holds with another condition or constant",
    Severity.RATE: "is false as stated and holds with another rate", Severity.EMPTY: "is vacuous",
    Severity.FALSE: "is false", Severity.OPEN: "is open",
}  # fmt: skip
UNJUDGED = "is not judged: a display is missing from the copy we read"
IN_SHORT = {  # the same in a sentence on all theorems, whose table has the rest
    Severity.NONE: "stands as printed", Severity.MISPRINT: "stands after small corrections",
    Severity.PROOF: "stands after small corrections", Severity.READING: "stands in another reading",
    Severity.RANGE: "stands on the working range",
    Severity.CONDITION: "needs another condition or constant", Severity.RATE: "needs another rate",
}  # fmt: skip


def page_one(records: Sequence[Record]) -> list[dict]:
    """The blocks of page one, at most `WORDS` words: rows of findings are shortened, then left out, until it fits.

    Parameters
    ----------
    records : sequence of Record
        Of one paper; what page one has no room for stands below the line.
    """
    return fitted(records)[0]


def fitted(records: Sequence[Record], room: int = WORDS) -> tuple[list[dict], int, bool]:
    """Page one of so many words, how many rows of findings had room there, and whether they were shortened."""
    ordered = in_order(records)
    before = [lead(judgement(ordered)), *theorems(ordered), *improved(ordered)]
    drawn = graph_of(ordered)
    for rows in range(ROWS, 0, -1):
        for brief in (False, True):
            made = [*before, *most(ordered, rows, brief=brief), *drawn]
            if words(made) <= room:
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
        groups.setdefault(_in_short(record, records), []).append(record)
    said: list[Any] = []
    for which, found in _plural(groups):
        said += ["; " if said else "", f"{_together(found)} {which}", *(_dependence(found[0]) if len(found) == 1 else [])]
    rest = [record for record in records if record not in numbered]
    stand = (
        f"; of {len(rest)} other result{'' if len(rest) == 1 else 's'} {len(standing(rest)) or 'none'} "
        f"{'stands' if len(standing(rest)) == 1 else 'stand'} as printed" if numbered and rest else ""
    )
    use = _use(records)
    return [*said, f"{stand}.{' ' if use else ''}", *use]


def _in_short(record: Record, records: Sequence[Record]) -> str:
    """The verdict on a theorem in a sentence on all of them."""
    if record in conditional(records) or unjudged(record):
        return verdict(record, records)
    which = IN_SHORT.get(severity(record.headline), VERDICT[severity(record.headline)])
    return f"{which} (not fully proved)" if unproved(record) else which


def _dependence(record: Record) -> list[Any]:
    """What the right rate differs in, as the fault has it that costs the printed one; else the reading in which it stands."""
    found = [
        said for fault in record.faults
        if fault.severity == "RATE" == record.headline.severity and not isinstance(fault.fact, FalseAt)
        and (said := first_sentence(plainly(phrase(fault.fact), record))[0].rstrip("."))
    ]  # fmt: skip
    if not found or len(bare(found[0])) > LONGEST_POINT:
        return [": ", *read] if (read := read_as(record)) else []
    known = letters(record)
    first, *others = _unstopped(sentence_runs(found[0], known))
    if isinstance(first, str) and first[1:2].islower():
        first = first[:1].lower() + first[1:]
    return [": ", first, *others]


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
        many = which.replace("stands", "stand", 1).replace("is ", "are ", 1).replace("holds", "hold", 1).replace("needs", "need", 1)
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
    if not any(map(bounds_of, records)) and not differences(records):
        return []
    said = "No bound was found to be informative at any n tried" if any(bounds.values()) else "No bound was followed in n"
    if starts:
        ends = dict.fromkeys(f"n = {shown(start, 2, side='up')} ({name})" for start, name in (min(starts), max(starts)))
        measured = {name for _, name in starts}
        tried = [called(record) for record in _tabled(records) if bounds[called(record)] and _has_n(record)]
        without = [name for name in tried if name not in measured]
        several = len(starts) > 1
        said = f"{'The explicit bounds are' if several else 'The explicit bound is'} informative from {' to '.join(ends)}"
        where = [] if several else parameters_of(next(record for record in _tabled(records) if called(record) in measured))
        beside = [*([f"not measured for {', '.join(without)}"] if without else []), *differences(records)]
        at = [said, " at ", *where] if where else [f"{said}, at the parameters below the table 'What the bounds say in numbers'"]
        return [*at, "".join(f"; {text}" for text in beside), "."]
    return ["; ".join([said, *differences(records)]) + "."]


def _has_n(record: Record) -> bool:
    return any(parameter.name == "n" for parameter in record.parameters)


def verdict(record: Record, records: Sequence[Record]) -> str:
    """What a reader may take from a result, in a few words."""
    if record in conditional(records):
        return "is conditional on a result that has to change"
    if unjudged(record):
        return UNJUDGED
    return VERDICT[severity(record.headline)] + (", not fully proved" if unproved(record) else "")


def read_as(record: Record) -> list[Any]:
    """The change with which a result stands whose letters are false, in a sentence; empty where that is long, or not all of it."""
    if severity(record.headline) not in (Severity.READING, Severity.MISPRINT):
        return []
    names = [fact.reading for fact in record.headline.facts if isinstance(fact, HoldsUnder)]
    texts = [plainly(reading.text, record) for reading in record.readings if reading.name in names]
    said = first_sentence(texts[0])[0].rstrip(".") if len(texts) == 1 else ""
    return runs(said, letters(record)) if len(bare(said)) <= LONGEST_CHANGE else []


def unproved(record: Record) -> bool:
    """Whether what stands of a result is not fully proved."""
    found = severity(record.headline)
    if found is not Severity.NONE:
        lacks = only_supported(record)
    elif record.headline.outcome == "CONDITIONAL":  # the proof of its own lines may be whole
        lacks = any(part.outcome != "PROVED" for part in record.parts.values())
    else:
        lacks = record.headline.outcome != "HOLDS"
    return lacks and found not in (Severity.EMPTY, Severity.FALSE, Severity.OPEN)


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
        which = verdict(record, records)
        which += "; the numbers are of the bound checked in its place" if unjudged(record) and any(cells) else ""
        rows.append([[result(record)], [which, *(": " if (read := read_as(record)) else ""), *read], *cells])
    if not rows:
        return []
    kept = [column for column in range(len(HEADER)) if column < 2 or any(row[column] for row in rows)]
    of_what = "The numbers are of the explicit bound:"
    if CONSTANT in kept:
        of_what = "The constant multiplies the bound as stated. All else is of the explicit bound from which the constant comes:"
    said = [
        f"{of_what} where it falls below the trivial bound, and the error quantile over it (1 = tight) in the median setting, at "
        "the worst informative instance found, and at the worst anywhere. Empty: not measured." if kept[-1] >= MEASURED else "",
        "What lacks for a proof is under 'Not checked'." if any(map(unproved, _tabled(records))) else "",
    ]  # fmt: skip
    columns = [HEADER[column] for column in kept], [[row[column] for column in kept] for row in rows]
    return [table(" ".join(ALIGN[column] for column in kept), *columns, " ".join(filter(None, said)) or None, tight=True)]


def improved(records: Sequence[Record]) -> list[dict]:
    """What is better than printed of a theorem that stands, in short."""
    told: list[Any] = []
    for record, news in told_first(records):
        sure = "proved, modulo cited results" if news.outcome == "HOLDS" else "not fully proved"
        told += [" ", result(record), ": ", *sentence_runs(plainly(news.text, record).rstrip("."), letters(record))]
        told = [*_unstopped(told), f" ({sure})."]
    return [para(strong("Possible improvements."), *told)] if told else []


def told_first(records: Sequence[Record]) -> list[tuple[Record, News]]:
    """The improvements of theorems that stand for which page one has room, the proved ones first."""
    found = [
        (record, news) for record in by_place(records) for news in record.headline.news
        if record.kind == "theorem" and stands(record) and len(bare(plainly(news.text, record))) <= LONGEST_IMPROVEMENT
    ]  # fmt: skip
    return sorted(found, key=lambda entry: entry[1].outcome != "HOLDS")[:MOST_IMPROVED]


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
    heavy = [line for line in false_lines(records) if weighs(line)]
    lines = each_result_first(by_consequence(heavy))
    known = [
        (record, finding) for record in by_place(records) for finding in record.findings
        if finding.weight == "much" and not finding.fault
    ]  # fmt: skip
    room = min(OF_FINDINGS, len(known), (rows - 1) // 2) if lines else rows
    first = lines[: rows - room]
    return first, known[: rows - len(first)]


def most(records: Sequence[Record], rows: int, *, brief: bool = False) -> list[dict]:
    """What matters most, by consequence: false lines first, then what proofs and computations say beside them."""
    lines, known = picked(records, rows)
    told = [_row(line, lines[:number], brief) for number, line in enumerate(lines)]
    told += [_finding(record, finding, brief) for record, finding in known]
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
    also = touches_of(line, 2 if brief else None)
    return [
        [*place(line), kind_of(line)],
        [*(found if told else [*_unstopped(found), "."]), *([" ", *case] if (case := violated(line)) else []), *sized, *also],
        "As above." if same else instead or WITHOUT_REPAIR.get(line.severity.name, "none known"),
    ]


def violated(line: FalseLine) -> list[Any]:
    """The inequality that fails with its numbers on both sides, at an ordinary point where the record has one."""
    known, sign, display = letters(line.record), relation_of(line), display_of(line)
    whole = display is not None and bool(sign) and len(linear(display.latex)) <= LONGEST_INEQUALITY
    told = " ".join([plainly(phrase(line.fault.fact), line.record), *(found.text for found in how_much(line))])
    tried = [found for found in witnesses(line) if _tells(line, found, told, whole=whole) and _has_room(found, known)]
    found = next((found for found in tried if ordinary(found, line.record)), next(iter(tried), None))
    if found is None:
        return []
    left, right = apart(finite(found.lhs), finite(found.rhs))
    at = point_of(found, known, names_in(line) if whole else None)
    where = ["At ", *at, ", " if ordinary(found, line.record) else " (extreme values), "]
    if not sign or display is None:
        numbers = [f"the sides are {left} and {right}."]
    elif whole:
        numbers = [*runs(f"${display.latex}$", known), f" asserts {left} {sign} {right}."]
    else:  # numbers of an inequality that a reader does not see tell nothing
        return []
    if not at and isinstance(numbers[0], str):
        numbers[0] = numbers[0][:1].upper() + numbers[0][1:]
    return [muted(*(where if at else []), *numbers)]


def _tells(line: FalseLine, found: Witness, told: str, *, whole: bool) -> bool:
    """Whether a reader of the row can follow a point: the letters of an inequality that is shown, or of any other the paper's."""
    used = names_in(line)
    if whole:
        return used <= set(found.point) and explained(line, used, told)
    return used <= set(found.point) and explained(line, found.point, told)


def _has_room(found: Witness, known: Mapping[str, str]) -> bool:
    sides = [finite(found.lhs), finite(found.rhs)]
    return None not in sides and sides[0] != sides[1] and len(bare(written(point_of(found, known)))) <= LONGEST_POINT


def is_cut(text: str) -> bool:
    """Whether a row that is shortened leaves out something of a text."""
    return first_sentence(text)[0].rstrip(".") != text.rstrip(".")


def _finding(record: Record, finding: KeyFinding, brief: bool) -> list[Any]:
    how = "(proved)" if finding.proved else "(computed or measured)"
    text = plainly(finding.text, record)
    said = sentence_runs((first_sentence(text)[0] if brief else text).rstrip("."), letters(record))
    return [[result(record)], [*_unstopped(said), muted(f" {how}"), "."], ""]


def _unstopped(said: list[Any]) -> list[Any]:
    """Runs without their full stop."""
    return [*said[:-1], said[-1].rstrip(".")] if said and isinstance(said[-1], str) else said


def graph_of(records: Sequence[Record]) -> list[dict]:
    """Results that use or are used, theorems and what they rest on; definitions and what is out of scope stay out."""
    names = {record.claim: called(record) for record in by_place(records)}
    uses = {
        called(record): [names[rest.claim] for rest in record.rests_on if rest.claim in names and not rest.defines]
        for record in by_place(records)
    }
    heads = {called(record) for record in records if record.kind in ("theorem", "corollary")}
    proofs = heads | {called(record) for record in records if record.kind in ("proposition", "lemma", "claim")}
    needed = {name for head in proofs for name in [head, *uses[head]]}
    uses = {name: [used for used in below if used in needed] for name, below in uses.items() if name in needed}
    joined = heads | {name for name, below in uses.items() if below} | {used for below in uses.values() for used in below}
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
