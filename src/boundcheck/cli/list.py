"""``boundcheck list``: every claim, with its headline from the last report."""

from __future__ import annotations

import argparse
import difflib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from boundcheck.claims.texts import plain as bare
from boundcheck.cli.options import UsageError
from boundcheck.cli.output import console_of, until_closed
from boundcheck.loading import registry
from boundcheck.record import RecordError, read
from boundcheck.report.screen import SHADES
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import opened
from boundcheck.report.text.words import LOOKS, MARKS, WORDS, WORST_FIRST
from boundcheck.verdict import Severity
from boundcheck.words import headline

KINDS = (
    "theorem", "proposition", "corollary", "lemma", "claim", "table", "tables", "algorithm", "remark", "assumption", "definition",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A claim with the headline of its last report; `text` says why there is none, `shown` is it in print."""

    claim: str
    printed: str = ""
    outcome: str = ""
    severity: str = ""
    text: str = ""
    shown: str = ""


def main(options: argparse.Namespace) -> int:
    """Print a table, or JSON."""
    found = registry.ids()
    mine = sorted((options.out / "own").glob("*.json"))
    papers = sorted({*(claim_id.split("/")[0] for claim_id in found), *(["own"] if mine else [])})
    paper = options.named or options.paper
    if paper == "own" and not mine:
        raise UsageError(f"no reports of your own claims in {options.out}; 'boundcheck my_theorem.py' writes one")
    if paper is not None and paper not in papers:
        raise UsageError(f"no paper {paper!r}; {_near(paper, papers)}")
    rows = [described(claim_id, options.out) for claim_id in found if paper in (None, claim_id.split("/")[0])]
    if paper in (None, "own"):
        rows += [own(path, options.out) for path in mine]
    if options.severity is not None:
        wanted = severities(options.severity)
        rows = [row for row in rows if row.severity in wanted]
    rows.sort(key=order)
    if options.json:
        print(json.dumps([{key: said for key, said in asdict(row).items() if key != "shown"} for row in rows], indent=1))
        return 0
    with until_closed():
        _print(rows, every=options.verbose)
    return 0


def _near(paper: str, papers: list[str]) -> str:
    """The papers that there are, or what was meant."""
    if any(paper == claim_id or paper == claim_id.split("/")[1] for claim_id in registry.ids()):
        return f"that is a claim: 'boundcheck show {paper}' says what it is"
    close = difflib.get_close_matches(paper, papers, n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(papers)}"


def brief(row: Row) -> str:
    """The headline without the name of its result, which stands before it."""
    text = row.shown or row.text
    rest = text.removeprefix(f"{row.printed} ").removeprefix(f"{row.printed}, as read below, ")
    rest = rest.removeprefix("is false as printed. ").removeprefix("are false as printed. ")
    return rest


def severities(asked: str) -> set[str]:
    """The severities that a word stands for; ``condition..`` is that one and what is worse."""
    first, dots, last = asked.upper().partition("..")
    names = list(Severity.__members__)
    for name in filter(None, (first, last)):
        if name not in names:
            raise UsageError(f"--severity {asked!r}: no severity {name.lower()!r}; there are {', '.join(names).lower()}")
    if not dots:
        return {first}
    known = [name for name in names if name != "OPEN"]
    start = known.index(first) if first in known else 0 if not first else len(known)
    return {*known[start : known.index(last) + 1 if last in known else None], *({"OPEN"} & {first, last})}


def order(row: Row) -> tuple[Any, ...]:
    """By paper, the gravest first, theorems before lemmas before definitions, Theorem 5.10 after Theorem 5.4."""
    place = WORST_FIRST.index(row.severity) if row.severity else len(WORST_FIRST)
    kind = row.printed.partition(" ")[0].lower()
    numbers = tuple(int(part) if part.isdigit() else 0 for part in row.claim.split("_"))
    return row.claim.partition("/")[0], place, KINDS.index(kind) if kind in KINDS else len(KINDS), numbers, row.claim


def _print(rows: list[Row], *, every: bool = False) -> None:
    """One line per claim, whole where nobody looks (``| grep``), on a terminal as long as it is wide; `every` word with -v."""
    from rich.text import Text

    wide = {name: max((len(getattr(row, name)) for row in rows), default=0) for name in ("claim", "severity", "outcome", "printed")}
    console = console_of()
    if not console.is_terminal:
        for row in rows:
            cells = [f"{getattr(row, name):{width}}" for name, width in wide.items()]
            print("  ".join([*cells, row.shown or row.text]).rstrip())
        return
    marked = max((len(_outcome(row)) for row in rows), default=0)
    narrow = console.width < sum(wide.values()) + 40
    for row in rows:
        line = Text(f"{row.claim:{wide['claim']}}", style="bold")
        if not narrow:
            line.append(f"  {row.printed:{wide['printed']}}", style="not bold")
        shade = SHADES[LOOKS[row.severity]] if row.severity else "dim"
        line.append(f"  {row.severity.lower():{wide['severity']}}", style=shade)
        line.append(f"  {_outcome(row):{marked}}", style=shade)
        line.append(f"  {(row.shown or row.text) if every else brief(row)}", style="not bold")
        console.print(line, no_wrap=not every, overflow="fold" if every else "ellipsis")


def _outcome(row: Row) -> str:
    """The word of the verdict with its mark."""
    return f"{MARKS[row.outcome]} {WORDS[row.outcome]}" if row.outcome else ""


def described(claim_id: str, out: Path) -> Row:
    """What the claim is called, and its headline; a claim of another package that does not load is named, not fatal."""
    try:
        printed = registry.load(claim_id).source.printed
    except Exception as error:
        return Row(claim_id, text=f"cannot be loaded ({type(error).__name__}: {' '.join(str(error).split())[:200]})")
    return last(claim_id, printed, out)


def own(path: Path, out: Path) -> Row:
    """The report of someone's own claim file, which is not at hand here."""
    return last(f"own/{path.stem}", "", out)


def last(claim_id: str, printed: str, out: Path) -> Row:
    """Headline of the last report, or why there is none."""
    path = out / f"{claim_id}.json"
    if not path.exists():
        return Row(claim_id, printed, text="no report yet")
    try:
        record = read(path)
    except RecordError as error:
        return Row(claim_id, printed, text=str(error))
    found, text = record.headline, headline(record)
    printed = printed or record.reproduce.split()[3]  # of one's own claim its file
    shown = opened(text, record.printed, letters(record))
    return Row(claim_id, printed, found.outcome, found.severity, bare(text), shown)
