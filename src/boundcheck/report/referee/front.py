"""Page one of a referee report: a judgement, theorems and their bounds row by row, what matters most, the graph of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    evidence,
    false_lines,
    flows,
    in_order,
    page_of,
    severity,
    shown_bounds,
    standing,
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
    how_known,
    how_much,
    informs_as_stated,
    kind_of,
    names_in,
    ordinary,
    place,
    plainly,
    point_in_n,
    point_of,
    relation_of,
    result,
    rounded_up,
    share,
    stated_from,
    touches_of,
    trivial_of,
    weighs,
    what_is_wrong,
    which_bound,
    witnesses,
)
from boundcheck.report.text.letters import NBSP, letters
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import runs, sentence_runs
from boundcheck.report.text.words import finite, from_one_on, nowhere, shown, sizes
from boundcheck.verdict import Severity
from boundcheck.verdict.conclusions import Conditional, HoldsUnder
from boundcheck.verdict.facts import FalseAt
from boundcheck.verdict.result import KeyFinding, News, Record
from boundcheck.verdict.shapes import Part
from boundcheck.verdict.statements import Witness
from boundcheck.verdict.values import Sampled
from boundcheck.words import phrase

WORDS = 700  # of page one
ROWS = 6  # of findings
OF_FINDINGS = 2  # rows that are kept for what no line of the page is charged with
MOST_NAMED = 8  # results in one breath
LONGEST_REASON = 240  # characters of why a theorem is false, in the sentence on all of them
LONGEST_POINT = 110  # characters of a point in a row
LONGEST_INEQUALITY = 64  # characters of an inequality in a row
LONGEST_CHANGE = 200  # characters of what is changed in a theorem
LONGEST_REPAIR = 240  # characters of a repair in a row that is shortened
TOLD_BELOW, TOLD_ABOVE = "See the list below.", "As in the first table."
HEADER = ("Bound", "C", "Trivial", "Informative: as stated", "Explicit", "Median", "Worst informative", "Worst anywhere")
ALIGN = ("l", "l", "l", "l", "l", "l", "l", "l")
SIZES, MEASURED = (3, 4), (5, 6, 7)  # columns
SHORT_TRIVIAL = 24  # characters of a trivial bound in a row
LARGE = 1e6  # pairs: nobody has as many, so an instance with more says its n
VERDICT = {  # of a theorem, neutral: what stands, and with what
    Severity.NONE: "no fault was found", Severity.MISPRINT: "stands, a typo corrected",
    Severity.PROOF: "stands, a step of its proof repaired", Severity.READING: "stands, the wording changed",
    Severity.RANGE: "stands on the working range alone",
    Severity.CONDITION: "is false as stated, and holds with another condition or constant",
    Severity.RATE: "is false as stated, and holds with another dependence on a parameter", Severity.EMPTY: "is vacuous",
    Severity.FALSE: "is false", Severity.OPEN: "is open",
}  # fmt: skip
UNJUDGED = "is not judged: a display is missing from the copy we read"
IN_SHORT = {  # the same in a sentence on all theorems, whose table has the rest
    Severity.NONE: "stands as printed", Severity.MISPRINT: "stands, with a typo corrected",
    Severity.PROOF: "stands, with a step of its proof repaired", Severity.READING: "stands with the wording changed",
    Severity.RANGE: "stands on the working range",
    Severity.CONDITION: "is false as stated", Severity.RATE: "is false as stated",
}  # fmt: skip
NO_FAULT = "stands as far as it was checked"  # where no whole proof was
KNOWN = {"derived": "derived", "lines": "line by line", "part": "in part", "tests": "tests only"}  # how a result is known
MEANS = {  # of these words
    "derived": "'Derived': every link from the assumptions to the statement was checked, or is cited below.",
    "lines": "'Line by line': each line is proved or cited, but that together they give the statement was judged by reading.",
    "part": "'In part': some of it is only cited, proved in a special case, or rests on lines of ours alone.",
    "tests": "'Tests only': what stands was not proved, and no sample contradicts it.",
}  # fmt: skip


def page_one(records: Sequence[Record]) -> list[dict]:
    """The blocks of page one, at most `WORDS` words: rows of findings are shortened, then left out, until it fits.

    Parameters
    ----------
    records : sequence of Record
        Of one paper; what page one has no room for stands below the line.
    """
    return fitted(records)[0]


def fitted(records: Sequence[Record], room: int = WORDS, *, graph: bool = True) -> tuple[list[dict], int, bool]:
    """Page one of so many words, how many rows of findings had room there, and whether they were shortened."""
    ordered = in_order(records)
    before = [lead(judgement(ordered)), *theorems(ordered), *sizes_of(ordered)]
    drawn = graph_of(ordered) if graph else []
    for rows in range(ROWS, 0, -1):
        for brief in (False, True):
            made = [*before, *most(ordered, rows, brief=brief), *drawn]
            if words(made) <= room:
                return made, rows, brief
    return [*before, *drawn], 0, False


def words(blocks: Sequence[dict]) -> int:
    """Words that a reader of the blocks goes through, those in a figure left out; a letter with its value is one."""
    return sum(len(part.replace(NBSP, "").split()) for block in blocks for part in _texts(block))


def _texts(block: Mapping[str, Any]) -> Iterator[str]:
    yield str(block.get("text") or "")
    yield written(block.get("runs") or "")
    yield written(block.get("caption") or "")
    for row in [block.get("header") or [], *(block.get("rows") or [])]:
        yield from map(written, row)


def judgement(records: Sequence[Record]) -> list[Any]:
    """Two sentences: which theorems stand and which have to change; and whether bounds inform and tables support."""
    numbered = _tabled(records) if any(record.kind == "theorem" for record in records) else []
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in numbered or by_place(records):
        false = numbered and severity(record.headline).reaches(Severity.CONDITION)
        alone = (written(_why(record, records)) or called(record)) if false else ""  # why is said once
        groups.setdefault((_in_short(record, records), alone), []).append(record)
    said: list[Any] = []
    for which, found in _plural(groups):
        said += ["; " if said else "", f"{_together(found)} {which}", *_why(found[0], records)]
    rest = [record for record in records if record not in numbered]
    stand = f"; no fault was found in {len(standing(rest)) or 'none'} of {_others(len(rest))}" if numbered and rest else ""
    use = _use(records)
    return [*said, f"{stand}.{' ' if use else ''}", *use]


def _others(many: int) -> str:
    return f"{many} other results" if many > 1 else "the 1 other result"


def _in_short(record: Record, records: Sequence[Record]) -> str:
    """The verdict on a theorem in a sentence on all of them."""
    found = severity(record.headline)
    if record in conditional(records) or unjudged(record):
        return verdict(record, records)
    if found is Severity.NONE and known(record, records) in (KNOWN["part"], KNOWN["tests"]):
        return NO_FAULT
    return IN_SHORT.get(found, VERDICT[found])


def known(record: Record, records: Sequence[Record]) -> str:
    """How what stands of a theorem is known, in a word; empty where nothing is said to stand."""
    none = record in conditional(records) or severity(record.headline) in (Severity.EMPTY, Severity.FALSE, Severity.OPEN)
    return "" if none else KNOWN[evidence(record, records)]


def _why(record: Record, records: Sequence[Record]) -> list[Any]:
    """Why a result is false, as the fault has it that costs it most, and how the correction is known."""
    found = [
        said for fault in record.faults
        if fault.severity in ("RATE", "CONDITION") and fault.severity == record.headline.severity
        and not isinstance(fault.fact, FalseAt)
        and len(bare(said := first_sentence(plainly(phrase(fault.fact), record))[0].rstrip("."))) <= LONGEST_REASON
    ]  # fmt: skip
    if not found:
        return []
    first, *others = _unstopped(sentence_runs(found[0], letters(record)))
    if isinstance(first, str) and first[1:2].islower():
        first = first[:1].lower() + first[1:]
    sure = known(record, records)
    by = {KNOWN["part"]: "in part", KNOWN["tests"]: "by tests only"}.get(sure)
    return [": ", first, *others, *([f" (the correction is known {by})"] if by else [])]


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
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _plural(groups: Mapping[tuple[str, str], list[Record]]) -> Iterator[tuple[str, list[Record]]]:
    for (which, _), names in groups.items():
        many = which.replace("stands", "stand").replace("is ", "are ", 1).replace("follows", "follow", 1)
        many = many.replace("it was", "they were", 1)
        yield (many if len(names) > 1 else which), names


def _use(records: Sequence[Record]) -> list[Any]:
    """From which n on bounds inform, as stated and in the explicit version, and how many differences of tables are significant."""
    if not any(map(bounds_of, records)) and not differences(records):
        return []
    followed = [(record, part) for record in _numbered(records) for _, part in shown_bounds(record)[:1]]
    said: list[Any] = []
    for which, start in (("With our constants the bounds as printed", stated_from), ("our explicit bounds", explicit_from)):
        if found := [(size, called(record)) for record, part in followed if (size := start(part)) is not None]:
            about, printed = ("≈", rounded_up) if start is stated_from else ("=", float)
            ends = list(dict.fromkeys(
                f"n{NBSP}{about}{NBSP}{shown(printed(size), 2, side='up')} ({name})" for size, name in (min(found), max(found))
            ))
            verb = "become informative" if start is stated_from or not said else "do so"
            where = " between ".join(("", " and ".join(ends))) if len(ends) > 1 else f" at {ends[0]}"
            said += [", and " if said else "", which if said else f"{which[0].upper()}{which[1:]}", f" {verb}", where]
    if said:
        mended = any("@" in key for record, _ in followed for key, _ in shown_bounds(record)[:1])
        said += [f" ({'some of them as read or as repaired; ' if mended else ''}parameters: below the second table)"]
    elif followed:
        said = ["No bound was found to be informative at any n tried"]
    measured = {called(record) for record, part in followed if vacuity_of(part) is not None}
    bounded = [called(record) for record in _numbered(records) if shown_bounds(record) and _has_n(record)]
    without = [name for name in bounded if name not in measured]
    beside = [*([f"not followed in n: {', '.join(without)}"] if without and said else []), *differences(records)]
    pieces = [*said, "; " if said and beside else "", *runs("; ".join(beside), {})]
    return [*pieces, "."] if said or beside else ["No bound was followed in n."]


def _has_n(record: Record) -> bool:
    return any(parameter.name == "n" for parameter in record.parameters)


def verdict(record: Record, records: Sequence[Record]) -> str:
    """What a reader may take from a result, in a few words."""
    if record in conditional(records):
        return _follows(record)
    return UNJUDGED if unjudged(record) else VERDICT[severity(record.headline)]


def _follows(record: Record) -> str:
    """On which results that have to change a result hangs."""
    on = {claim for fact in record.headline.facts if isinstance(fact, Conditional) for claim in fact.on}
    names = [rest.printed for rest in record.rests_on if rest.claim in on]
    return f"follows from {_listed(names) or 'a result'} once that is corrected"


def read_as(record: Record) -> list[Any]:
    """The change with which a result stands whose letters are false, in a sentence; of one that hangs on another, what that costs
    it; empty where that is long, or not all of it."""
    if record.headline.outcome == "CONDITIONAL":  # what it says of lines of others, which cost it little
        own = {fault.id for fault in record.faults}
        spared = [found.text for found in record.findings if found.weight == "little" and found.fault not in own]
        said = plainly(spared[0], record).rstrip(".") if spared else ""
        return runs(said, letters(record)) if len(bare(said)) <= LONGEST_CHANGE else []
    if severity(record.headline) not in (Severity.READING, Severity.MISPRINT):
        return []
    names = [fact.reading for fact in record.headline.facts if isinstance(fact, HoldsUnder)]
    texts = [plainly(reading.text, record) for reading in record.readings if reading.name in names]
    said = first_sentence(texts[0])[0].rstrip(".") if len(texts) == 1 else ""
    return runs(said, letters(record)) if len(bare(said)) <= LONGEST_CHANGE else []


def _tabled(records: Sequence[Record]) -> list[Record]:
    """The theorems, and the corollaries that are false as stated; all results where there is no theorem."""
    found = [
        record for record in records
        if record.kind == "theorem" or (record.kind == "corollary" and severity(record.headline).reaches(Severity.CONDITION))
    ]  # fmt: skip
    return by_place(found if any(record.kind == "theorem" for record in found) else records)


def theorems(records: Sequence[Record]) -> list[dict]:
    """A row for each numbered theorem: what stands, with what, and how that is known."""
    rows = []
    for record in _tabled(records) if any(r.kind == "theorem" for r in records) else []:
        which = verdict(record, records)
        rows.append([[result(record)], [which, *(": " if (read := read_as(record)) else ""), *read], known(record, records)])
    if not rows:
        return []
    told = {evidence(record, records) for record, row in zip(_tabled(records), rows, strict=True) if row[2]}
    said = " ".join(meaning for how, meaning in MEANS.items() if how in told)
    return [table("l l8 l", ["Theorem", "Result", "Known"], rows, said or None, tight=True)]


def sizes_of(records: Sequence[Record]) -> list[dict]:
    """A row for the first bound of each theorem and corollary: constant, from which n it informs, how tight it is, and where."""
    rows, where = [], dict[str, dict[str, list[Any]]]()
    for record in _numbered(records):
        for key, part in shown_bounds(record)[:1]:
            trivial = trivial_of(part)
            cells = [
                [strong(called(record)), *which_bound(record, key, short=True)],
                _constant(part),
                trivial if trivial and len(linear(trivial["latex"])) <= SHORT_TRIVIAL else "",
                informs_as_stated(part), informs_from(part), *tightness(part),
            ]  # fmt: skip
            if any(cells[1:]):
                rows.append(cells)
                where[called(record)] = point_in_n(record, part)
    if not rows:
        return []
    kept = [column for column in range(len(HEADER)) if column == 0 or any(row[column] for row in rows)]
    said = [
        "Informative: the n from which the bound is below the trivial one, which every estimate satisfies; 'as stated' is the "
        "printed formula times our constant C, 'explicit' our explicit bound, never larger."
        if any(column in kept for column in SIZES) else "",
        "Median, Worst: the error over our explicit bound (1 = tight), as the median over the informative settings simulated, at "
        "the worst informative instance found, and at the worst instance of all." if set(MEASURED) & set(kept) else "",
        "Empty: not measured, or not a matter of n.",
    ]  # fmt: skip
    at = [para(muted("Informative at ", *at, "."))] if (at := _points(where)) else []
    columns = [HEADER[column] for column in kept], [[row[column] for column in kept] for row in rows]
    return [table(" ".join(ALIGN[column] for column in kept), *columns, " ".join(filter(None, said)), tight=True), *at]


def _points(where: Mapping[str, Mapping[str, list[Any]]]) -> list[Any]:
    """Values of letters, result by result; what is alike in all is said once."""
    found = {name: at for name, at in where.items() if at}
    printed = [{written(entry) for entry in at.values()} for at in found.values()]
    alike = set.intersection(*printed) if len(printed) > 1 else set()
    first = next(iter(found.values()), {})
    told = [[*_in_a_row(entry for entry in first.values() if written(entry) in alike)]] if alike else []
    told += [[name, " ", *_in_a_row(entry for entry in at.values() if written(entry) not in alike)] for name, at in found.items()]
    return [piece for each in told for piece in ("; ", *each)][1:]


def _in_a_row(entries: Iterable[list[Any]]) -> list[Any]:
    return [piece for entry in entries for piece in (", ", *entry)][1:]


def _numbered(records: Sequence[Record]) -> list[Record]:
    """Theorems and corollaries; all results where there is none."""
    found = [record for record in records if record.kind in ("theorem", "corollary")]
    return by_place(found or records)


def how_sure(news: News) -> str:
    """How an improvement is known, for brackets."""
    if news.outcome == "HOLDS":
        return "proved, modulo cited results"
    return "derived from the assumptions, each link checked" if news.derived else "its proof was not checked as a whole"


def _constant(part: Part) -> str:
    """The constant that is known from above; empty where none is."""
    constant = constant_of(part)
    return (constant.upper or "") if constant is not None else ""


def informs_from(part: Part) -> str:
    """From which n the explicit bound informs; empty where nobody looked."""
    vacuity = vacuity_of(part)
    if vacuity is None:
        return ""
    start = from_one_on(vacuity)
    if start is not None:
        return f"n{NBSP}={NBSP}{shown(start, 2, side='up')}"
    return "no n tried" if nowhere(vacuity) else sizes(vacuity)


def explicit_from(part: Part) -> float | None:
    """The n from which on the explicit bound informs; None where there is none."""
    vacuity = vacuity_of(part)
    return None if vacuity is None else from_one_on(vacuity)


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
        worst.append("" if ratio is None else share(ratio) + large)
    return share(median(ratio for ratio, _ in biting)) if biting else "", worst[0], worst[1]


def picked(records: Sequence[Record], rows: int) -> tuple[list[FalseLine], list[tuple[Record, KeyFinding]]]:
    """The false lines and the findings that page one tells in so many rows."""
    lines = each_result_first(by_consequence([line for line in false_lines(records) if weighs(line)]))
    known = [
        (record, finding) for record in by_place(records) for finding in record.findings
        if finding.weight == "much" and not finding.fault
    ]  # fmt: skip
    room = min(OF_FINDINGS, len(known), max(rows - 1, 0) // 2) if lines else rows
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
    return [heading("What matters most", numbered=False), table("l4 l12 l8", header, told, tight=True)]


def _repair_of(line: FalseLine, brief: bool) -> str:
    """The repair as a row has it; where it is too long for one that is shortened, in which place it is."""
    repair = line.fault.repair
    meant = plainly(first_sentence(repair)[0] if brief and repair else repair, line.record)
    if not brief or len(bare(meant)) <= LONGEST_REPAIR:
        return meant
    read = line.record.kind == "theorem" and repair in {each.text for each in line.record.readings} and read_as(line.record)
    return TOLD_ABOVE if read else TOLD_BELOW


def is_told_below(line: FalseLine, brief: bool) -> bool:
    """Whether the row of a line leaves its repair to the list below."""
    return _repair_of(line, brief) == TOLD_BELOW


def _row(line: FalseLine, above: Sequence[FalseLine], brief: bool) -> list[Any]:
    known, repair = letters(line.record), line.fault.repair
    said = plainly(phrase(line.fault.fact), line.record)
    told = said and not isinstance(line.fault.fact, FalseAt)
    found = sentence_runs(said.rstrip("."), known) if told else what_is_wrong(line)
    if brief and told:
        found = sentence_runs(first_sentence(said)[0].rstrip("."), known)
    sized = [
        piece
        for finding in how_much(line)[: 1 if brief else None]  # what speaks for the paper comes first
        for piece in (" ", *sentence_runs(plainly(finding.text, line.record), known))
    ]
    same = bool(repair) and any(other.fault.repair == repair for other in above)
    instead = sentence_runs(_repair_of(line, brief), known)
    also = touches_of(line, 2 if brief else None)
    return [
        [*place(line), kind_of(line)],
        [
            *(found if told else [*_unstopped(found), "."]),
            *([" ", *case] if not (brief and told) and (case := violated(line)) else []), *sized, *also,
        ],
        "As above." if same else instead or WITHOUT_REPAIR.get(line.severity.name, "none known"),
    ]


def violated(line: FalseLine) -> list[Any]:
    """The inequality that fails with its numbers on both sides, at an ordinary point where the record has one."""
    known, sign, display = letters(line.record), relation_of(line), display_of(line)
    whole = display is not None and bool(sign) and len(linear(display.latex)) <= LONGEST_INEQUALITY
    told = " ".join([plainly(phrase(line.fault.fact), line.record), *(found.text for found in how_much(line))])
    tried = [found for found in witnesses(line) if _tells(line, found, told) and _has_room(found, known)]
    found = next((found for found in tried if ordinary(found, line.record)), None)
    if found is None or not whole or display is None:  # extreme values, or numbers of what a reader does not see, tell little
        return []
    left, right = apart(finite(found.lhs), finite(found.rhs))
    at = point_of(found, known, names_in(line))
    where = ["At ", *at, ", "]
    numbers = [*runs(f"${display.latex}$", known), f" says {left} {sign} {right}."]
    if not at and isinstance(numbers[0], str):
        numbers[0] = numbers[0][:1].upper() + numbers[0][1:]
    return [muted(*(where if at else []), *numbers)]


def _tells(line: FalseLine, found: Witness, told: str) -> bool:
    """Whether a reader of the row can follow a point: the letters of an inequality that is shown."""
    used = names_in(line)
    return used <= set(found.point) and explained(line, used, told)


def _has_room(found: Witness, known: Mapping[str, str]) -> bool:
    sides = [finite(found.lhs), finite(found.rhs)]
    return None not in sides and sides[0] != sides[1] and len(bare(written(point_of(found, known)))) <= LONGEST_POINT


def is_cut(text: str) -> bool:
    """Whether a row that is shortened leaves out something of a text."""
    return first_sentence(text)[0].rstrip(".") != text.rstrip(".")


def _finding(record: Record, finding: KeyFinding, brief: bool) -> list[Any]:
    how = f"({how_known(record, finding)})"
    text = plainly(finding.text, record)
    said = sentence_runs((first_sentence(text)[0] if brief else text).rstrip("."), letters(record))
    return [[result(record)], [*_unstopped(said), muted(f" {how}"), "."], ""]


def _unstopped(said: list[Any]) -> list[Any]:
    """Runs without their full stop."""
    return [*said[:-1], said[-1].rstrip(".")] if said and isinstance(said[-1], str) else said


def graph_of(records: Sequence[Record]) -> list[dict]:
    """Theorems and corollaries with what they use and what these use of it; results without an arrow stay out."""
    names = {record.claim: called(record) for record in by_place(records)}
    uses = {
        called(record): [names[rest.claim] for rest in record.rests_on if rest.claim in names and not rest.defines]
        for record in by_place(records)
    }
    heads = {called(record) for record in records if record.kind in ("theorem", "corollary")}
    heads = heads or {called(record) for record in records if record.kind in ("proposition", "lemma", "claim")}
    near = heads | {name for head in heads for name in uses[head]}
    uses = {name: [used for used in below if used in near] for name, below in uses.items() if name in near}
    joined = {name for name, below in uses.items() if below} | {used for below in uses.values() for used in below}
    uses = {name: below for name, below in uses.items() if name in joined}
    nodes = {called(r): (group(r, records), page_of(r)) for r in records if called(r) in uses}
    carried = {(names[one], names[used]) for one, used in flows(records)}
    drawn = graph.drawing(nodes, uses, carried)
    said = "The graph of the paper: theorems, corollaries and what they use directly; an arrow leads to what is used."
    return [block | {"graph": True} for block in figure(drawn, said)]


GROUPS = {  # of a node of the graph
    Severity.NONE: "stands", Severity.MISPRINT: "proof", Severity.PROOF: "proof", Severity.READING: "wording",
    Severity.RANGE: "wording", Severity.OPEN: "open",
}  # fmt: skip


def group(record: Record, records: Sequence[Record]) -> str:
    """Under which colour of the graph a result stands: a key of `boundcheck.report.figures.results.COLOURS`."""
    found = severity(record.headline)
    if record in conditional(records):
        return "conditional"
    if found is Severity.NONE and record.kind == "theorem" and evidence(record, records) in ("part", "tests"):
        return "unproved"
    return GROUPS.get(found, "statement")
