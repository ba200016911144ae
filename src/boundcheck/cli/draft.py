"""``boundcheck draft paper.tex``: what of an author's LaTeX is read, display by display, and pages to start from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from boundcheck.cli.options import UsageError
from boundcheck.cli.output import counted, until_closed, write
from boundcheck.pages import Refused, drafting, latex, text_of


def main(options: argparse.Namespace) -> int:
    """Print every display and statement with its state, the letters that lack, and how much is read; settles nothing."""
    path: Path = options.file
    if not path.is_file():
        raise UsageError(f"no file {str(path)!r:.80}; give an author's LaTeX, as paper.tex")
    try:
        found = latex.paper(text_of(path), path.stem, lenient=True, others=latex.beside(path))
        made = drafting.draft(found)
    except Refused as error:
        place = f", line {error.at.line}, column {error.at.column}" if error.at is not None else ""
        raise UsageError(f"{path}{place}: {error.line}") from None
    written = []
    if options.out is not None:
        for key in made.pages:
            target = options.out / f"{key}.md"
            if target.exists():
                raise UsageError(f"{target} exists and is left as it is; give another folder")
        for key, text in made.pages.items():
            write(options.out / f"{key}.md", text)
            written.append(str(options.out / f"{key}.md"))
    if options.json:
        print(json.dumps(as_data(found, made, written), indent=1))
        return 0
    with until_closed():
        for line in lines(found, made, every=options.verbose):
            print(line)
        for name in written:
            print(f"page to start from: {name}")
    return 0


def as_data(found: latex.Paper, made: drafting.Draft, written: list[str]) -> dict[str, Any]:
    """The same for ``--json``."""

    def row(one: drafting.Row) -> dict[str, Any]:
        return {
            "line": in_file(one.at.line),
            "what": one.what,
            "state": one.state,
            "letters": list(one.letters),
            "why": one.why,
        }

    return {
        "displays": list(map(row, made.displays)),
        "statements": list(map(row, made.statements)),
        "letters": [{"line": in_file(one.at.line), "guess": one.line} for one in made.letters],
        "notes": [{"line": in_file(at.line), "what": what} for what, at in found.notes],
        "read": made.count("read"),
        "needs_letters": made.count("needs letters"),
        "all": len(made.displays),
        "written": written,
    }


def in_file(line: int) -> int | str:
    """A line as its number, or of a file that was put in as number and file."""
    return str(line) if "of" in str(line) else line


def lines(found: latex.Paper, made: drafting.Draft, *, every: bool = False) -> list[str]:
    """The list for a person."""
    rows = sorted((*made.displays, *made.statements), key=lambda row: (row.at.line, row.at.column))
    wide = max((len(row.what) for row in rows), default=0)
    shown = []
    for row in rows:
        needs = f": {', '.join(row.letters)}" if row.state == "needs letters" else f": {row.why}" if row.why else ""
        text = f"{row.at.line:6}  {row.what:{min(wide, 40)}}  {row.state}{needs}"
        shown.append(text if every or len(text) <= 160 else f"{text[:157]}...")
    if made.letters:
        shown += ["", "letters that lack, guessed; write those that are right into the source:"]
        shown += [
            rf"  \bcletter{{{one.form}}}{{{one.kind}}}{{{one.domain}}}{{}}    % line {one.at.line}"
            for one in made.letters
        ]
    shown += [f"line {at.line}: {what}" for what, at in found.notes]
    shown += [f"line {at.line}: a condition in the running text, which nothing reads" for at in found.around]
    read, lack, total = made.count("read"), made.count("needs letters"), len(made.displays)
    whole = sum(row.state == "read" for row in made.statements)
    shown += ["", f"{read} of {counted(total, 'display')} read, {lack} need letters, {total - read - lack} not read;"]
    shown[-1] += f" {whole} of {counted(len(made.statements), 'statement')} read with proof and words"
    return shown
