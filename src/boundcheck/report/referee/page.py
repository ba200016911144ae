"""The blocks of a paper's referee report, drawn from the records of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boundcheck.claims import Severity
from boundcheck.claims.shape import shapes_with
from boundcheck.claims.standing import kind as kind_of
from boundcheck.report.page.constants import rivals
from boundcheck.report.page.front import needed
from boundcheck.report.page.paragraphs import bullets, code, heading, lead, muted, para, strong, table
from boundcheck.report.referee.across import (
    FalseLine,
    Record,
    by_place,
    by_severity,
    called,
    count,
    exponents,
    false_lines,
    in_order,
    main,
    severity,
    shown_bounds,
    tightest,
)
from boundcheck.report.referee.false_rows import misprints, plainly, what_has_to_change
from boundcheck.report.text.letters import NBSP, in_words, letters, plain, symbol
from boundcheck.report.text.numbers import exact, finite, percent, shown
from boundcheck.report.text.prose import runs, sentence_runs, typed, typed_runs
from boundcheck.report.text.words import CHANGES

FEW = 3
HEIGHT = 1.9  # inches of a figure
SURE = {"HOLDS": "(Proved, up to what is cited.)", "SUPPORTED": "(Nothing contradicts it; not fully proved.)"}
HEADER = ("Bound", "Constant", "Needed", "Says something from", "Error ÷ bound", "Follows the page in", "Falls behind it in")
ALIGN = ("l5", "l", "l4", "l", "l", "l4", "l3")
THEOREMS = ("Theorem",)
RATES = ("TIGHT", "LOOSE")


def blocks(records: Sequence[Record]) -> list[dict]:
    """The report, from the sentence that a reader takes away to what was not checked."""
    ordered = in_order(records)
    lines = false_lines(ordered)
    return [
        lead(in_one_sentence(ordered)),
        para(*checked(ordered)),
        *what_has_to_change(lines),
        *news(ordered),
        *in_numbers(ordered),
        *tables(ordered),
        *misprints(lines),
        *not_decided(ordered, lines),
        *rivalled(ordered),
        *reproduce(ordered),
    ]


def in_one_sentence(records: Sequence[Record]) -> list[Any]:
    """How many results stand as printed, and of the others what has to be changed."""
    compared = [called(r) for r in records if severity(r["headline"]) is Severity.OPEN and _is_table(r)]
    found = by_severity([r for r in records if called(r) not in compared])
    stand = len(found.get(Severity.NONE, []))
    told = [f"{stand} of {len(records)} results {'stands' if stand == 1 else 'stand'} as printed"]
    for kind, rows in found.items():
        if kind is not Severity.NONE:
            names = [called(r) for r in rows]
            named = names if len(names) <= FEW else [*names[:FEW], f"{len(names) - FEW} more"]
            told.append(f"{_asks(kind, len(rows))}: {', '.join(named)}")
    if compared:
        told.append(f"undecided: whether all differences in {' and '.join(compared)} are more than chance")
    return ["; ".join(told) + "."]


def _asks(kind: Severity, many: int) -> str:
    needs = "needs" if many == 1 else "need"
    if kind is Severity.OPEN:
        return f"{many} could not be decided"
    if kind is Severity.FALSE:
        return f"{many} {'is' if many == 1 else 'are'} false, and nothing of the kind survives"
    if kind is Severity.EMPTY:
        return f"{many} {'says' if many == 1 else 'say'} nothing"
    if kind is Severity.CONDITION:
        return f"{many} {needs} another condition, that is {CHANGES[kind.name]}"
    if kind is Severity.PROOF:
        return f"{many} {needs} a step of the proof mended"
    if kind is Severity.MISPRINT:
        return f"{many} {'has' if many == 1 else 'have'} misprints only"
    return f"{many} {needs} a change of {CHANGES[kind.name]}"


def checked(records: Sequence[Record]) -> Iterator[Any]:
    """What was looked at."""
    found = count(records)
    parts = [f"{found.proved:,} proved"]
    parts += [f"{found.special:,} proved in a special case"] if found.special else []
    parts += [f"{found.definitions:,} definitions or uses of other results"] if found.definitions else []
    parts += [f"{found.cited:,} cited"] if found.cited else []
    parts += [f"{found.undecided:,} open"] if found.undecided else []
    parts += [f"{found.false:,} false as printed"] if found.false else []
    text = f"Checked: {found.results} results and {found.lines:,} displayed lines ({', '.join(parts)})"
    if found.samples:
        text += f", {found.samples:,} simulated data sets, and searches for the worst cases of the bounds"
    yield text + "."
    risks = [r["error_probability"].get("total") for r in records if (r.get("error_probability") or {}).get("checks")]
    if risks:
        yield f" The chance that sampling calls a true bound false is at most {percent(max(risks))} for each result."


def news(records: Sequence[Record]) -> list[dict]:
    """What is better than printed where that stands, and what else stands where it does not; and whether it is proved."""
    better: dict[tuple[str, str], list[Record]] = {}
    other: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        stands = not severity(record["headline"]).reaches(Severity.READING)
        for found in record["headline"].get("news") or []:
            told = str(found["text"]), str(found["outcome"])
            (better if stands else other).setdefault(told, []).append(record)
    made = [("What is better than printed", better), ("Other versions that stand", other)]
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


def in_numbers(records: Sequence[Record]) -> list[dict]:
    """A row for each bound of a main result: its constant, from where it says something, how tight it is."""
    rows, read = [], False
    for record in by_place(main(records)):
        powers, known = exponents(record), letters(record)
        bounds = [(key, row) for key, part in shown_bounds(record) if (row := _bound(record, key, part)) is not None]
        for place, (key, row) in enumerate(bounds):
            read = read or "@" in key
            rows.append([*row, *(typed_runs(_joined(powers[kind]), known) if not place else "" for kind in RATES)])
    if not rows:
        return []
    columns = [c for c in range(len(HEADER)) if c == 0 or any(row[c] for row in rows)]
    caption = (
        "Constant: the absolute one with which the bound was checked. Needed: what the worst instance found asks of it where the "
        "bound is at most half of what holds without data, and in brackets on the whole domain. Says something from: where it "
        "falls below that, at the values below the table. Error ÷ bound: the largest measured quantile of the error over the "
        "bound, where the bound is at most half of that. Follows, falls behind: parameters in which the measured worst error "
        "has the printed rate, or a smaller one. Empty: not measured."
    )
    caption += " As repaired: with the change named above, or in the reading that stands." if read else ""
    return [
        heading("What the bounds say in numbers", numbered=False),
        table(
            " ".join(ALIGN[c] for c in columns),
            [HEADER[c] for c in columns],
            [[row[c] for c in columns] for row in rows],
            caption,
            tight=True,
        )
        | {"breaks": True},
        *_where([record for record in by_place(main(records)) if any(row[3] for row in rows)]),
    ]


def _bound(record: Record, key: str, part: Mapping[str, Any]) -> list[Any] | None:
    constant, vacuity = part.get("constant") or {}, part.get("vacuity") or {}
    start = finite(vacuity.get("says_something_from"))
    tight = tightest(part)
    if constant.get("upper") is None and start is None and tight is None:
        return None
    name, _, reading = key.partition("@")
    which = in_words(name) + (", as repaired" if reading else "")
    return [
        [strong(called(record)), " ", muted(which)],
        str(constant.get("upper") or "as printed"),
        "" if needed(part) == "–" else needed(part),
        f"n = {shown(start, 2, side='up')}" if start is not None else "none of the n that were tried" if vacuity else "",
        "" if tight is None else shown(tight, 2),
    ]


def _where(records: Sequence[Record]) -> list[dict]:
    """The paper's parameters at which bounds were followed in n, result by result."""
    told: list[Any] = []
    for record in records:
        known, own = letters(record), [str(p["name"]) for p in record.get("parameters") or [] if p["name"] != "n"]
        followed = [(part.get("vacuity") or {}).get("at") for _, part in shown_bounds(record)]
        given: Mapping[str, Any] = next(filter(None, followed), {})
        at = [[symbol(name, known), f"{NBSP}={NBSP}", _about(given[name])] for name in own if name in given]
        if at:
            told += ["; " if told else "", called(record), " ", *[piece for entry in at for piece in (", ", *entry)][1:]]
    return [para(muted("Where each says something from that n, the first of its bounds: ", *told, "."))] if told else []


def _about(given: Any) -> str:
    """Three digits of a value, and no more than it has."""
    number = finite(given)
    return str(given) if number is None else exact(float(f"{number:.3g}"))


def _joined(names: Sequence[str]) -> str:
    """Several names, of which one may have a comma in it."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def rivalled(records: Sequence[Record]) -> list[dict]:
    """Who wins where, for every result that ranks methods."""
    drawn = [
        block | ({"told": best(part["separation"], letters(record))} if block["kind"] == "figure" else {})
        for record in records
        for part in record["parts"].values()
        if "methods" in (part.get("separation") or {})
        for block in rivals(called(record), part["separation"], letters(record), HEIGHT)
    ]
    return [heading("Beside other methods", numbered=False), *drawn] if drawn else []


def best(found: Mapping[str, Any], known: Mapping[str, str]) -> str:
    """Which of the ranked methods has the least error along the parameter, and the errors of all at its end."""
    letter = in_words(plain(str(found.get("parameter") or "value"), known))
    curves = [curve for curve in found["methods"] if curve.get("points")]
    ranked = [curve for curve in curves if curve.get("ranked", True)]
    stretches: list[tuple[str, list[Mapping[str, Any]]]] = []
    for points in zip(*(curve["points"] for curve in ranked), strict=True):
        place = min(range(len(ranked)), key=lambda k: points[k]["quantile"])
        if not stretches or stretches[-1][0] != ranked[place]["name"]:
            stretches.append((ranked[place]["name"], []))
        stretches[-1][1].append(points[place])
    told = [f"{typed(name)} {_stretch(points, letter)}" for name, points in stretches]
    end = [f"{typed(curve['name'])} {shown(curve['points'][-1]['quantile'], 3)}" for curve in curves]
    last = shown(curves[0]["points"][-1]["value"])
    return f"Least error: {', then '.join(told)}. At {letter} = {last}: {', '.join(end)}."


def _stretch(points: Sequence[Mapping[str, Any]], letter: str) -> str:
    first, last = points[0], points[-1]
    if first is last:
        return f"at {letter} = {shown(first['value'])} ({shown(first['quantile'], 3)})"
    errors = f"{shown(first['quantile'], 3)} to {shown(last['quantile'], 3)}"
    return f"for {letter} from {shown(first['value'])} to {shown(last['value'])} ({errors})"


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
    items.append(["That the checked lines are the whole of each proof was read off the page and is not itself proved."])
    return [heading("Not decided, not checked", numbered=False), bullets(items)]


def _left(records: Sequence[Record]) -> Iterator[Any]:
    """What the theorems say that nobody looked at; what is said of several results alike is no news of any."""
    said = Counter(str(text) for record in records for text in set(record.get("not_covered") or []))
    for record in by_place(record for record in records if kind_of(called(record)) in THEOREMS):
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
