"""``boundcheck report``: PDF, index and referee reports again, from records alone."""

from __future__ import annotations

import argparse
import json
import sys

from boundcheck.cli import refereed
from boundcheck.cli.counting import counted
from boundcheck.cli.exit_codes import USAGE
from boundcheck.cli.options import UsageError
from boundcheck.cli.output import until_closed
from boundcheck.cli.writing import write
from boundcheck.record import RecordError, load


def main(options: argparse.Namespace) -> int:
    """Draw every record of the folder; one that cannot be read is named, not swallowed."""
    from boundcheck.report import html, pdf

    if not options.out.is_dir():
        raise UsageError(f"--out {str(options.out)!r} is no folder; run a claim first, or give the folder of reports")
    drawn, broken = [], []
    for path in sorted(options.out.glob("*/*.json")):
        if path.name.endswith(".partial.json"):
            continue
        try:
            record = load(path)
        except RecordError as error:
            broken.append(str(error))
            continue
        write(path.with_suffix(".pdf"), pdf.to_bytes(record, paper=options.paper))
        drawn.append(record)
    written = refereed.write_referee_reports(drawn, options.out, options)
    html.index(drawn, options.out / "index.html", problems=broken)
    with until_closed():
        if options.json:
            print(json.dumps({"drawn": [r["claim"] for r in drawn], "broken": broken}, indent=1))
        elif not options.quiet:
            print(f"{counted(len(drawn), 'report')} drawn; index: {options.out / 'index.html'}")
            for path in written:
                print(f"referee report: {path}")
    for line in broken:
        print(f"boundcheck: {line}", file=sys.stderr)
    return USAGE if broken else 0
