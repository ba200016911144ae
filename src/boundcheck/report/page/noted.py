"""False versions, and whatever else a check noted."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from boundcheck.record.types import plain
from boundcheck.report.figures import measurements
from boundcheck.report.page.paragraphs import figure, pairs, para, strong, table
from boundcheck.report.parts import mutants_of, regimes_of
from boundcheck.report.text.letters import choices, chosen
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import prose, runs
from boundcheck.report.text.words import excluded, finite, number, percent, setting, shown
from boundcheck.symbolic.latex import NAMES, letter
from boundcheck.verdict.shapes import (
    AnyPart,
    Corner,
    DefinitionPart,
    ExpectationBoundPart,
    HighProbabilityBoundPart,
    Margin,
    MeanAtCorner,
    Mutant,
    Part,
    ReportedTablePart,
)
from boundcheck.words.phrases import counted

LONGEST = 300
COLUMNS = {  # of what checks note, where its key says too little
    "name": "setting", "low": "lower end", "high": "upper end", "mean": "mean error", "risk": "Bayes risk", "says": "found",
}  # fmt: skip
DIGITS = 8  # of a computed number beside an instance
AnyCorner = Corner | MeanAtCorner


def mutants(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """False versions of the claim, and whether this study saw through them."""
    found = mutants_of(part)
    if not found or not found.total or part.outcome == "REFUTED":
        return []
    survivors = ", ".join(map(prose, found.survivors))
    lead = f"{found.killed} of {found.total} false version{'' if found.total == 1 else 's'} of the bound "
    lead += "was refuted" if found.killed == 1 else "were refuted"
    lead += f"; not told apart from the true one: {survivors}." if survivors else "."
    columns = [column for column in MUTANTS if column[2] is None or any(column[2](mutant) for mutant in found.rows)]
    rows = [[told(mutant, known) for _, _, _, told in columns] for mutant in found.rows]
    header, widths = [title for title, *_ in columns], " ".join(width for _, width, *_ in columns)
    return [table(widths, header, rows, lead, tight=True)] if rows else [para(lead)]


def _changed(mutant: Mutant) -> str:
    """What was changed, unless the name says that already."""
    said = mutant.text.removeprefix("method: ").removeprefix("false: ")
    return "" if prose(mutant.name).lower() == prose(said).lower() else said


def _elsewhere(mutant: Mutant) -> str:
    """The setting in which it was drawn, unless that has its name."""
    return "" if mutant.regime == mutant.name else setting(mutant.regime)


MUTANTS: tuple[tuple[str, str, Callable[[Mutant], str] | None, Callable[[Mutant, Mapping[str, str]], Any]], ...] = (
    ("False version", "l", None, lambda mutant, known: strong(*runs(mutant.name, known))),
    ("What was changed", "l1", _changed, lambda mutant, known: runs(_changed(mutant), known)),
    ("Setting", "l", _elsewhere, lambda mutant, known: runs(_elsewhere(mutant) or "its own", known)),
    ("Violated", "r", None, lambda mutant, _: f"≥ {percent(mutant.rate_low, side='down')}"),
    ("Allowed", "r", None, lambda mutant, _: percent(mutant.allowed)),
    ("Outcome", "l", None, lambda mutant, _: "refuted" if mutant.killed else strong("not told apart")),
)


def evidence(name: str, part: AnyPart, known: Mapping[str, str]) -> list[dict]:
    """Whatever else the check noted, as far as it is short, as the record has it; rows of one kind as a table."""
    found = plain(part.evidence)
    tables = {key: value for key, value in found.items() if key != "reported" and _tabular(value)}
    quantity = part.evidence.quantity if isinstance(part, DefinitionPart) else None
    what = runs(quantity, known) if quantity and tables else []
    told = {"repeats"} if regimes_of(part) else set()  # stand in the cells
    told |= {"ratio"} if part.outcome == "SUPPORTED" else set()  # is in the summary of a search
    told |= {"quantity"} if what else set()
    told |= {"reported"}  # is drawn
    told |= {"instance", "variants"}  # coordinates of a search stand in the record; variants have a table of their own
    told |= {"corners", "kept_at_corners", "margin"}  # in a sentence each
    told |= {"tested_at", "tolerance"}  # in the summary, and in the cells
    told |= {"above_trivial"} if any(f.kind == "VACUOUS" for f in part.findings) else set()
    told |= {"repeats"} if "means" in tables else set()  # stand in its rows
    rest = {key: value for key, value in found.items() if key not in tables and key not in told}
    rows = [(str(key).replace("_", " "), short(value)) for key, value in rest.items()]
    reported = part.evidence.reported if isinstance(part, ReportedTablePart) else ()
    blocks = figure(measurements.drawing(reported), f"{name}: reported means, with intervals of 95 %.")
    margin = part.evidence.margin if isinstance(part, HighProbabilityBoundPart) else None
    blocks += [para(line) for line in ("" if excluded(part) else at_corners(part), near(margin) if margin else "") if line]
    ends = corners_tried(part) if not excluded(part) else []
    blocks += [pairs(ends, small=True)] if ends else []
    blocks += [pairs(rows, title="Also noted")] if rows else []
    for key, value in tables.items():
        header = [in_words(str(title)) for title in value[0]]
        cells = [[_cell(item) for item in row.values()] for row in value]
        columns = "l1" + " l" * (len(header) - 1)
        lead = [f"{name}: ", *(what or [str(key).replace("_", " ")]), "."]
        blocks.append(table(columns, header, cells, lead, tight=True))
    return blocks


def at_corners(part: Part) -> str:
    """How many data sets exceeded the bound at the corners of the stated domain."""
    if not isinstance(part, HighProbabilityBoundPart | ExpectationBoundPart):
        return ""
    corners: tuple[AnyCorner, ...] = part.evidence.corners
    drawn = [row for row in corners if not row.failed]
    return _drawn(drawn) if drawn else ""


def corners_tried(part: Part) -> list[tuple[str, str]]:
    """Which corners they are, at which the simulation does not run, and which letters stay where they are, with the reasons."""
    if not isinstance(part, HighProbabilityBoundPart | ExpectationBoundPart):
        return []
    corners: tuple[AnyCorner, ...] = part.evidence.corners
    drawn = [_corner(row) for row in corners if not row.failed]
    stay = ((linear(letter(name)), why) for name, why in (part.evidence.kept_at_corners or {}).items())
    rows = (
        ("Corners", "; ".join(drawn)),
        ("Simulation fails at", _with_reasons((_corner(row), prose(row.failed)) for row in corners if row.failed)),
        ("Not varied", _with_reasons(stay)),
    )
    return [(name, told) for name, told in rows if told]


def _with_reasons(entries: Iterable[tuple[str, str]]) -> str:
    """Several things, those of one reason together."""
    reasons: dict[str, list[str]] = {}
    for name, why in entries:
        reasons.setdefault(why, []).append(name)
    return "; ".join(f"{'; '.join(names)} ({why})" for why, names in reasons.items())


def _drawn(corners: Sequence[AnyCorner]) -> str:
    """What came of the corners at which something was drawn."""
    lead = f"At {counted(len(corners), 'corner')} of the stated domain "
    counts = [row for row in corners if isinstance(row, Corner)]
    if not counts:
        means = [row for row in corners if isinstance(row, MeanAtCorner)]
        above = [_corner(row) for row in means if (finite(row.low) or 0) > (finite(row.bound) or 0)]
        return f"{lead}the mean error is certainly above the bound {'at: ' + '; '.join(above) if above else 'at none'}."
    beyond, repeats = sum(row.violations for row in counts), sum(row.repeats for row in counts)
    may = "; ".join(_may(row) for row in counts if row.violations and finite(row.allowed))
    return f"{lead}{shown(float(beyond))} of {shown(float(repeats))} data sets exceed the bound{': ' + may if may else ''}."


def _corner(row: AnyCorner) -> str:
    """Which corner it is."""
    name = row.name.removeprefix("corner: ").replace("beside the corner: ", "beside that, ")
    moved = [said.partition(" = ") for said in name.split(", ")]
    return ", ".join(f"{linear(letter(moves))}{sign}{chosen(value)}" if sign else moves for moves, sign, value in moved)


def _may(row: Corner) -> str:
    """How many exceeded the bound at one corner, and what share the statement allows there."""
    where = _corner(row).removeprefix("beside that, ")
    return f"{shown(row.violations)} at {where}, where {percent(row.allowed)} may"


def near(margin: Margin) -> str:
    """Where the rate may exceed the allowed one by a little, and still agrees with it."""
    named = ", ".join(prose(setting(name)) for name in margin.within)
    return f"The violation rate agrees with the allowed one within a factor {shown(margin.factor)} in: {named}." if named else ""


def in_words(title: str) -> str:
    """The head of a column of the evidence."""
    said = COLUMNS.get(title, linear(letter(title)) if title in NAMES else title.replace("_", " "))
    return said if said[1:2] in ("", " ") else said[:1].upper() + said[1:]


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


def failures(name: str, part: Part, known: Mapping[str, str]) -> list[dict]:
    """Replicates that did not finish; silence here would be a lie."""
    rows = [[failure.cell, failure.seed, failure.message] for failure in part.failures or ()]
    lead = f"{len(rows)} computation{'' if len(rows) == 1 else 's'} failed."
    return [table("l1 l l2", ["Setting that failed", "Seed", "Message"], rows, lead)] if rows else []


def short(value: Any) -> str:
    """A value on one line, or where to find it."""
    if isinstance(value, list | Mapping) and len(value) > 8:
        return f"{len(value)} entries, in the record"
    if isinstance(value, list):
        return ", ".join(map(short, value))
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {short(item)}" for name, item in value.items())
    text = prose(shown(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
