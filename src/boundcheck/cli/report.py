"""``boundcheck report``: pages, PDFs, index and referee reports again, from records."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

import boundcheck
from boundcheck.cli.options import OF_PAGES, SETTLED, USAGE, UsageError, needs
from boundcheck.cli.output import console_of, counted, until_closed, write
from boundcheck.loading import registry
from boundcheck.record import Record, RecordError, read
from boundcheck.record.cache import RecordCache

# Where the argument of a claim lies, in a checkout; an installed wheel has none.

FOLDER = Path(boundcheck.__file__).parents[2] / "derivations"


def derivation_of(claim_id: str) -> str:
    """The Markdown of a claim's derivation, or an empty text."""
    path = FOLDER / f"{claim_id}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


# What several claims end with: a tally, and the referee report of every paper of which all results were settled.

def by_paper(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Records by the folder of their paper; claims of one's own belong to none."""
    found: dict[str, list[Record]] = {}
    for record in records:
        key, _, name = record.claim.partition("/")
        if name and key in registry.papers():
            found.setdefault(key, []).append(record)
    return found


def whole(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The papers of which every result is among the records."""
    every = registry.ids()
    return {
        key: rows
        for key, rows in by_paper(records).items()
        if {record.claim for record in rows} >= {claim_id for claim_id in every if claim_id.startswith(f"{key}/")}
    }


def of_pages(records: Sequence[Record], folders: Mapping[Path, Collection[str]] | None = None) -> dict[str, list[Record]]:
    """Papers that are pages of someone's own, by a key: the pages of a folder, or those that say they are of one paper.

    Parameters
    ----------
    records : sequence of Record
    folders : mapping of Path to collection of str, optional
        The ids of the pages of each folder.
    """
    own = [record for record in records if record.claim.startswith("own/")]
    if folders is not None:
        groups = [(path, [record for record in own if record.claim in names]) for path, names in folders.items()]
    else:
        named = dict.fromkeys(record.paper.key for record in own if record.paper.key != "own")
        groups = [(Path(key), [record for record in own if record.paper.key == key]) for key in named]
    found: dict[str, list[Record]] = {}
    for path, rows in groups:
        papers = {record.paper.key: record.paper.title for record in rows if record.paper.key != "own"}
        name = path.resolve().stem if folders is not None else str(path)
        key, title = next(iter(papers.items())) if len(papers) == 1 else (_plain_key(name), name.replace("_", " "))
        key = f"pages_{key}" if key in {*registry.papers(), *found, "own", "index", ""} else key
        if len(rows) > 1:
            paper = {record.claim: replace(record.paper, key=key, title=title) for record in rows}
            found[key] = [replace(record, paper=paper[record.claim]) for record in rows]
    return found


def _plain_key(name: str) -> str:
    return "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in name.lower()).strip("_")


def write_referee_reports(
    records: Sequence[Record], out: Path, options: argparse.Namespace, own: Mapping[str, list[Record]] | None = None
) -> list[Path]:
    """``<paper>.pdf``, ``.md`` and ``.html`` beside the folder of each paper that is whole, and of those of someone's `own`."""
    from boundcheck.report.referee import page

    written = []
    for key, rows in {**whole(records), **(own or {})}.items():
        for kind, content in (
            ("pdf", page.to_pdf(rows, paper=options.paper)),
            ("md", page.to_markdown(rows)),
            ("html", page.to_html(rows)),
        ):
            write(out / f"{key}.{kind}", content)
            written.append(out / f"{key}.{kind}")
    return written


def say(records: Sequence[Record], written: Sequence[Path], seconds: float) -> None:
    """Tally by what has to be changed, elapsed time, and where the referee reports lie."""
    from boundcheck.report.text.words import CHANGES, WORST_FIRST

    console = console_of()
    counts: Counter[str] = Counter(record.headline.severity for record in records)
    console.print(f"\n{len(records)} results in {seconds:.0f} s; to be changed:", highlight=False)
    for severity in WORST_FIRST:
        if counts[severity]:
            names = ", ".join(sorted(r.claim for r in records if r.headline.severity == severity))
            shown = names if severity != "NONE" else ""
            console.print(
                f"  {counts[severity]:4} {CHANGES[severity]}  {shown}".rstrip(), highlight=False, soft_wrap=True
            )
    for path in written:
        console.print(f"Referee report: {path}", highlight=False, soft_wrap=True)


# ``boundcheck report``: pages, PDFs, index and referee reports again, from records alone.

def main(options: argparse.Namespace) -> int:
    """Draw the records that are named, or every one; one that cannot be read is named, not swallowed."""
    needs("drawing pages", *OF_PAGES)
    from boundcheck.report.web import index

    if not options.out.is_dir():
        raise UsageError(f"--out {str(options.out)!r} is no folder; run a claim first, or give the folder of reports")
    names = [name for name in options.claims if name != "theorems"]
    wanted = claim_ids(names, options.out) if names or not options.claims else set()
    found, broken = [], []
    for path in sorted(options.out.glob("*/*.json")):
        if path.name.endswith(".partial.json"):
            continue
        try:
            found.append(read(path))
        except RecordError as error:
            broken.append(str(error))
    if "theorems" in options.claims and wanted is not None:
        wanted |= {record.claim for record in found if _of_the_body(record.printed)}
    drawn = [record for record in found if wanted is None or record.claim in wanted]
    if wanted is not None and (lacking := sorted(wanted - {record.claim for record in drawn})):
        raise UsageError(f"no record of {lacking[0]} in {options.out}; 'boundcheck {lacking[0]}' writes one")
    for record in drawn:
        write_pages(record, options.out, options)
    named = {record.claim.partition("/")[0] for record in drawn}
    of_named = [record for record in found if record.claim.partition("/")[0] in named]
    written = write_referee_reports(of_named, options.out, options, of_pages(of_named))
    index.index(found, options.out / "index.html", problems=broken)
    if found:
        write_artifact(found, options.out)
    with until_closed():
        if options.json:
            print(json.dumps({"drawn": [record.claim for record in drawn], "broken": broken}, indent=1))
        elif not options.quiet:
            print(f"{counted(len(drawn), 'report')} drawn; index: {options.out / 'index.html'}")
            for path in written:
                print(f"referee report: {path}")
    for line in broken:
        print(f"boundcheck: {line}", file=sys.stderr)
    return USAGE if broken else 0


def write_artifact(records: Sequence[Record], out: Path) -> None:
    """Checklist, numbers and citations of all records of a folder."""
    from boundcheck.report.artifact import bibtex, checklist, numbers, settings
    for name, content in (
        ("CHECKLIST.md", checklist(records, SETTLED)),
        ("numbers.csv", numbers(records)),
        ("settings.csv", settings(records)),
        ("papers.bib", bibtex(records)),
    ):
        write(out / name, content)


def claim_ids(names: Sequence[str], out: Path) -> set[str] | None:
    """Ids of the claims that words stand for; None for all."""
    if not names or "all" in names:
        return None
    found: set[str] = set()
    for name in names:
        own = name.removesuffix(".py").removesuffix(".md").rpartition("/")[2]
        if (out / "own" / f"{own}.json").is_file() and (name.endswith((".py", ".md")) or name == f"own/{own}"):
            found.add(f"own/{own}")
        else:
            found |= set(registry.resolve(name))
    return found


def write_pages(record: Record, out: Path, options: argparse.Namespace, known: RecordCache | None = None) -> None:
    """The reports of one record, in the formats that were asked for; what `known` has drawn already stays."""
    base = out / record.claim
    if "pdf" in options.format:
        from boundcheck.report import pdf

        _write(
            base.with_suffix(".pdf"), options.paper, lambda: pdf.to_bytes(record, paper=options.paper), record, known
        )
    if "appendix" in options.format:
        from boundcheck.report import pdf

        path = base.with_name(f"{base.name}.appendix.pdf")
        _write(path, f"{options.paper} appendix", lambda: pdf.to_bytes(record, paper=options.paper, behind=True), record, known)
    if "html" in options.format:
        from boundcheck.report.web.result import page

        argument = derivation_of(record.claim)
        _write(base.with_suffix(".html"), argument, lambda: page(record, argument=argument), record, known)


def _write(path: Path, how: str, draw: Callable[[], str | bytes], record: Record, known: RecordCache | None) -> None:
    """Draw a file unless it is the one that would be drawn."""
    if known is not None and known.is_drawn(record, path, how):
        return
    write(path, draw())
    if known is not None:
        known.drawn(record, path, how)


def _of_the_body(printed: str) -> bool:
    """Whether a result is one of the theorems that a paper is read for: those of appendices have a letter before their number."""
    word, _, number = printed.partition(" ")
    return word == "Theorem" and number[:1].isdigit()
