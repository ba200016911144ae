"""``boundcheck site DIR``: a page for every record, an index and the referee reports; a folder that needs no server."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from boundcheck.cli import report
from boundcheck.cli.options import OF_PAGES, USAGE, UsageError, needs
from boundcheck.cli.output import counted, until_closed, write
from boundcheck.record import RecordError, read

FEW = 8  # records that are drawn sooner than other processes start


def main(options: argparse.Namespace) -> int:
    """Draw every record of a folder as a page into another one; a record that cannot be read is named."""
    needs("drawing pages", *OF_PAGES)
    from boundcheck.report.referee import page
    from boundcheck.report.web import index

    site, out = options.site, options.out
    if not out.is_dir():
        raise UsageError(f"--out {str(out)!r} is no folder; run a claim first, or give the folder of reports")
    if site.resolve() == out.resolve():
        raise UsageError(
            f"{str(site)!r} is the folder of the records; 'boundcheck report' draws beside them, a site stands apart"
        )
    files = [path for path in sorted(out.glob("*/*.json")) if not path.name.endswith(".partial.json")]
    if not files:
        raise UsageError(f"no records in {out}; they are files such as unified/theorem_5_4.json")
    found, broken = [], []
    for path in files:
        try:
            found.append((path, read(path)))
        except RecordError as error:
            broken.append(str(error))
    records = [record for _, record in found]
    for path, record in found:
        target = site / f"{record.claim}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    drawn = {record.claim for record in records}
    for key, rows in {**report.whole(records), **report.of_pages(records)}.items():
        write(site / f"{key}.html", page.to_html(rows, ("md",), drawn))
        write(site / f"{key}.md", page.to_markdown(rows))
    _draw([(path, site) for path, _ in found])  # after the reports, to whose maps they lead
    index.index(records, site / "index.html", problems=broken)
    report.write_artifact(records, site)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    with until_closed():
        if options.json:
            print(
                json.dumps({"drawn": [record.claim for record in records], "broken": broken, "bytes": size}, indent=1)
            )
        elif not options.quiet:
            print(f"{counted(len(records), 'page')}, {size / 1e6:.0f} MB; index: {site / 'index.html'}")
    for line in broken:
        print(f"boundcheck: {line}", file=sys.stderr)
    return USAGE if broken else 0


def _draw(jobs: list[tuple[Path, Path]]) -> None:
    """The pages of records, on all cores where there are many."""
    if len(jobs) <= FEW:
        for job in jobs:
            draw(job)
        return
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(jobs)), mp_context=get_context("spawn")) as pool:
        list(pool.map(draw, jobs, chunksize=2))


def draw(job: tuple[Path, Path]) -> None:
    """The page of the record in a file, in the folder of a site."""
    from boundcheck.report.web.result import page

    path, site = job
    record = read(path)
    write(site / f"{record.claim}.html", page(record, argument=report.derivation_of(record.claim), beside=site))
