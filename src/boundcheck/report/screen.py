"""The verdict in a terminal: the sentence, the steps, the slack, and where the report is."""

import io
import unicodedata
from collections.abc import Mapping
from typing import Any

from boundcheck.report.comparisons import labels
from boundcheck.report.letters import letters
from boundcheck.report.numbers import exact, percent, ratio, shown, times
from boundcheck.report.prose import prose
from boundcheck.report.words import MARKS, WORDS

STYLES = {
    "PROVED": "green", "HOLDS": "bold green", "HOLDS_REPAIRED": "bold green", "SUPPORTED": "blue",
    "UNDECIDED": "yellow", "ASSUMED": "dim", "REFUTED": "bold red", "NOTHING_TO_CHECK": "dim",
}  # fmt: skip
MOST_CELLS = 6
GREEK = {chr(code): unicodedata.name(chr(code)).split()[-1].lower() for code in range(0x3B1, 0x3CA)} | {"λ": "lambda"}
SIGNS = str.maketrans(
    dict(zip("─✓✗◐●–−×÷→′", "-+x~*--x/>'", strict=True)) | {"≤": "<=", "≥": ">=", "√": "sqrt "} | GREEK
)


def summary(record: Mapping, console: Any, *, report: Any = None) -> None:
    """Print what a reviewer needs before opening the report.

    Parameters
    ----------
    record : mapping
    console : rich.console.Console
    report : str or Path, optional
        Where the PDF is.
    """
    from rich.text import Text

    if not console.encoding.lower().startswith("utf"):
        return _transliterated(record, console, report)
    headline = record["headline"]
    first = Text.assemble((f"{record.get('printed') or record['claim']}  ", "bold"), outcome(headline["outcome"]))
    if record.get("title"):
        first.append(f"  {record['title']}", style="dim")
    console.print(first)
    console.print(Text(prose(headline.get("text"))))
    if headline.get("literal"):
        console.print(Text(f"Read literally: {prose(headline['literal'])}", style="dim"))
    for table in (steps(record), slack(record)):
        if table is not None:
            console.print()
            console.print(table)
    closing(record, console, report)


def _transliterated(record: Mapping, console: Any, report: Any) -> None:
    """The same on a terminal that lacks the signs, in those it has."""
    from rich.console import Console

    page = io.StringIO()
    summary(record, Console(file=page, width=console.width, color_system=None), report=report)
    said = page.getvalue().translate(SIGNS).encode(console.encoding, "replace").decode(console.encoding)
    console.file.write(said)


def outcome(name: str) -> Any:
    """An outcome as coloured text that reads without colour."""
    from rich.text import Text

    return Text(f"{MARKS[name]} {WORDS[name]}", style=STYLES[name])


def steps(record: Mapping) -> Any:
    """One row for each step; for a false one its witness and what mends it."""
    from rich.text import Text

    found = record.get("steps") or []
    table = _table("Step", "Verdict", "Established by")
    for step in found:
        cited = step["outcome"] == "ASSUMED" and step.get("cited")
        said = [str(cited or step.get("method") or "")]
        witness = step.get("witness")
        if isinstance(witness, Mapping) and witness.get("point"):
            said.append("false at " + ", ".join(f"{k} = {exact(v)}" for k, v in witness["point"].items()))
        repair = step.get("repair")
        if repair:
            said.append(f"repaired: {WORDS.get(repair.get('outcome'), 'undecided').lower()}")
        table.add_row(Text(str(step.get("label", ""))), outcome(step["outcome"]), Text("; ".join(filter(None, said))))
    return table if found else None


def slack(record: Mapping) -> Any:
    """The tightest cells of all parts."""
    from rich.text import Text

    known = letters(record)
    rows = []
    for name, part in (record.get("parts") or {}).items():
        cells = [cell for cell in part.get("slack") or [] if ratio(cell.get("quantile"), cell.get("bound"))]
        rows += [(name, label, cell) for label, cell in zip(labels(cells, known), cells, strict=True)]
    table = _table("Part", "Cell", "Error", "Bound", "Slack", "Above", "Allowed")
    total = len(rows)
    rows = sorted(rows, key=lambda row: ratio(row[2]["bound"], row[2]["quantile"]) or 0)[:MOST_CELLS]
    for name, label, cell in rows:
        above = f"{shown(cell.get('violations'))} of {shown(cell.get('repeats'))}"
        over = times(ratio(cell["bound"], cell["quantile"]))
        numbers = (shown(cell["quantile"]), shown(cell["bound"]), over, above, percent(cell.get("allowed")))
        table.add_row(*map(Text, (name, label, *numbers)))
    if total > len(rows):
        table.caption = f"the {len(rows)} tightest of {total} cells; ● where the bound bites"
    return table if rows else None


def closing(record: Mapping, console: Any, report: Any) -> None:
    """What the run could have missed, what is left open, and the report's place."""
    from rich.text import Text

    risk = record.get("error_probability") or {}
    lines = [risk.get("text"), record.get("detectable")]
    lines += [
        f"Not covered: {'; '.join(str(x).rstrip('.') for x in record['not_covered'])}"
        if record.get("not_covered")
        else None
    ]
    kept = [str(line) for line in lines if line]
    if kept:
        console.print()
    for line in kept:
        console.print(Text(prose(line), style="dim"))
    if report:
        console.print(Text.assemble("Report: ", (str(report), "bold")), soft_wrap=True)


def _table(*names: str) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption_justify="left", show_edge=False)
    for name in names:
        numeric = name in ("Error", "Bound", "Slack", "Above", "Allowed")
        table.add_column(name, justify="right" if numeric else "left", no_wrap=name == "Verdict" or numeric)
    return table
