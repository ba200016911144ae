"""False versions, and whatever else a check noted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from boundcheck.claims.texts import GREEK
from boundcheck.report.figures import measurements
from boundcheck.report.page.paragraphs import figure, pairs, para, strong, table
from boundcheck.report.text.letters import choices, unicode_letter
from boundcheck.report.text.prose import prose, runs, typed, typed_runs
from boundcheck.report.text.words import excluded, finite, number, percent, setting, shown

LONGEST = 300
COLUMNS = {  # of what checks note, where its key says too little
    "name": "setting", "low": "lower end", "high": "upper end", "mean": "mean error", "risk": "Bayes risk", "says": "found",
}  # fmt: skip
DIGITS = 8  # of a computed number beside an instance


def mutants(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """False versions of the claim, and whether this study saw through them."""
    found = part.get("mutants")
    if not found or not found.get("total") or part.get("outcome") == "REFUTED":
        return []
    survivors = ", ".join(typed(survivor) for survivor in found.get("survivors") or [])
    total = found.get("total", 0)
    lead = f"{found.get('killed', 0)} of {total} false version{'' if total == 1 else 's'} of the bound "
    lead += "was refuted" if found.get("killed") == 1 else "were refuted"
    lead += f"; not told apart from the true one: {survivors}." if survivors else "."
    every = found.get("rows") or []
    columns = [column for column in MUTANTS if column[2] is None or any(column[2](mutant) for mutant in every)]
    rows = [[told(mutant, known) for _, _, _, told in columns] for mutant in every]
    header, widths = [title for title, *_ in columns], " ".join(width for _, width, *_ in columns)
    return [table(widths, header, rows, lead, tight=True)] if rows else [para(lead)]


def _changed(mutant: Mapping) -> str:
    """What was changed, unless the name says that already."""
    said = str(mutant.get("text") or "").removeprefix("method: ").removeprefix("false: ")
    return "" if typed(mutant.get("name")).lower() == prose(said).lower() else said


def _elsewhere(mutant: Mapping) -> str:
    """The setting in which it was drawn, unless that has its name."""
    return "" if mutant.get("regime") == mutant.get("name") else setting(mutant.get("regime"))


MUTANTS: tuple[tuple[str, str, Callable[[Mapping], str] | None, Callable[[Mapping, Mapping], Any]], ...] = (
    ("False version", "l", None, lambda mutant, known: strong(*typed_runs(mutant.get("name"), known))),
    ("What was changed", "l1", _changed, lambda mutant, known: runs(_changed(mutant), known)),
    ("Setting", "l", _elsewhere, lambda mutant, known: typed_runs(_elsewhere(mutant) or "its own", known)),
    ("Violated", "r", None, lambda mutant, _: at_least(mutant.get("rate_low"))),
    ("Allowed", "r", None, lambda mutant, _: percent(mutant.get("allowed"))),
    ("Outcome", "l", None, lambda mutant, _: "refuted" if mutant.get("killed") else strong("not told apart")),
)


def at_least(rate: Any) -> str:
    """The lower limit of a rate."""
    return "–" if rate is None else f"≥ {percent(rate, side='down')}"


def evidence(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Whatever else the check noted, as far as it is short; rows of one kind as a table."""
    found = part.get("evidence") or {}
    tables = {key: value for key, value in found.items() if key != "reported" and _tabular(value)}
    what = runs(found["quantity"], known) if found.get("quantity") and tables else []
    told = {"repeats"} if part.get("slack") else set()  # stand in the cells
    told |= {"ratio"} if part.get("outcome") == "SUPPORTED" else set()  # is in the summary of a search
    told |= {"quantity"} if what else set()
    told |= {"reported"}  # is drawn
    told |= {"instance", "variants"}  # coordinates of a search stand in the record; variants have a table of their own
    told |= {"corners", "kept_at_corners", "margin"}  # in a sentence each
    told |= {"tested_at", "tolerance"}  # in the summary, and in the cells
    told |= {"above_trivial"} if any(f.get("kind") == "VACUOUS" for f in part.get("findings") or []) else set()
    told |= {"repeats"} if "means" in tables else set()  # stand in its rows
    rest = {key: value for key, value in found.items() if key not in tables and key not in told}
    rows = [(str(key).replace("_", " "), short(value)) for key, value in rest.items()]
    blocks = figure(measurements.drawing(found.get("reported")), f"{name}: reported means, with intervals of 95 %.")
    blocks += [para(line) for line in ("" if excluded(part) else at_corners(found), near(found)) if line]
    blocks += [pairs(rows, title="Also noted")] if rows else []
    for key, value in tables.items():
        header = [in_words(str(title)) for title in value[0]]
        cells = [[_cell(item) for item in row.values()] for row in value]
        columns = " ".join(["l1"] + ["l"] * (len(header) - 1))
        lead = [f"{name}: ", *(what or [str(key).replace("_", " ")]), "."]
        blocks.append(table(columns, header, cells, lead, tight=True))
    return blocks


def at_corners(found: Mapping) -> str:
    """How many data sets exceeded the bound at the corners of the stated domain."""
    corners = found.get("corners") or []
    drawn = [row for row in corners if not row.get("failed")]
    told = [_drawn(drawn)] if drawn else []
    if failed := "; ".join(f"{_corner(row)} ({typed(str(row['failed']))})" for row in corners if row.get("failed")):
        told.append(f"The simulation does not run at: {failed}.")
    if kept := "; ".join(f"{typed(name)}: {why}" for name, why in (found.get("kept_at_corners") or {}).items()):
        told.append(f"Not moved to an end: {kept}.")
    return " ".join(told)


def _drawn(corners: Sequence[Mapping]) -> str:
    """What came of the corners at which something was drawn."""
    where = "; ".join(_corner(row) for row in corners)
    lead = f"At corners of the stated domain, where a statement is easily wrong ({where}), "
    if all("violations" not in row and "low" in row for row in corners):
        above = [_corner(row) for row in corners if (finite(row.get("low")) or 0) > (finite(row.get("bound")) or 0)]
        return f"{lead}the mean error is certainly above the bound {'at: ' + '; '.join(above) if above else 'at none'}."
    beyond, repeats = (sum(finite(row.get(key)) or 0 for row in corners) for key in ("violations", "repeats"))
    may = "; ".join(_may(row) for row in corners if finite(row.get("violations")) and finite(row.get("allowed")))
    return f"{lead}{shown(beyond)} of {shown(repeats)} data sets exceed the bound{': ' + may if may else ''}."


def _corner(row: Mapping) -> str:
    """Which corner it is."""
    return typed(str(row.get("name")).removeprefix("corner: ").replace("beside the corner: ", "beside that, "))


def _may(row: Mapping) -> str:
    """How many exceeded the bound at one corner, and what share the statement allows there."""
    where = _corner(row).removeprefix("beside that, ")
    return f"{shown(row.get('violations'))} at {where}, where {percent(row.get('allowed'))} may"


def near(found: Mapping) -> str:
    """Where the rate may exceed the allowed one by a little, and still agrees with it."""
    margin = found.get("margin") or {}
    named = ", ".join(typed(setting(name)) for name in margin.get("within") or [])
    return f"The rate may lie above the allowed one by up to a factor {shown(margin.get('factor'))} in: {named}." if named else ""


def in_words(title: str) -> str:
    """The head of a column of the evidence."""
    said = COLUMNS.get(title, unicode_letter(title) if title in GREEK else title.replace("_", " "))
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


def failures(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Replicates that did not finish; silence here would be a lie."""
    found = part.get("failures") or []
    rows = [[str(f.get(key, "")) for key in ("cell", "seed", "message")] for f in found]
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
    text = typed(shown(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
