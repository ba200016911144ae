"""``boundcheck privacy table``: a CSV of epsilons and noises in, the same with what is true beside it out."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from pathlib import Path

from boundcheck.cli.checked_words import UsageError
from boundcheck.cli.output import until_closed
from boundcheck.cli.privacy.given import settings
from boundcheck.privacy.noise_tables import Cell, judged_cell

NEEDED = ("epsilon", "sigma")
OPTIONAL = ("delta", "steps", "sampling", "batch", "adjacency", "unit")


def answer(options: argparse.Namespace) -> int:
    """Print the judged table; exit 1 if some cell has too little noise."""
    rows = read(options.file)
    judged = []
    for line, row in enumerate(rows, 2):
        given = argparse.Namespace(**{**vars(options), **{name: row[name] for name in OPTIONAL if row.get(name)}})
        try:
            used = settings(given)
            cell = judged_cell(row["epsilon"], row["sigma"], used, options.effort)
            needed = used.noise(row["epsilon"], options.effort)
        except ValueError as error:
            raise UsageError(f"{options.file}, line {line}: {error}") from None
        judged.append(
            {
                **row,
                "epsilon_violated_below": f"{cell.largest.low:.4g}",
                "epsilon_guaranteed": f"{cell.smallest.high:.4g}",
                "sigma_too_little": f"{needed.low:.4g}",
                "sigma_enough": f"{needed.high:.4g}",
                "answer": cell.answer.value,
            }
        )
    with until_closed():
        if options.json:
            print(json.dumps(judged, indent=1))
        elif not options.quiet:
            writer = csv.DictWriter(sys.stdout, list(judged[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(judged)
    return 1 if any(row["answer"] == Cell.TOO_LITTLE.value for row in judged) else 0


def read(path: Path | None) -> list[dict[str, str]]:
    """The rows of the file, each with at least an epsilon and a sigma."""
    if path is None:
        raise UsageError("privacy table: needs a FILE.csv with the columns epsilon and sigma")
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file, skipinitialspace=True)
            columns = reader.fieldnames or []
            rows = [{k: (v or "").strip() for k, v in row.items() if k is not None} for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: is no table of text ({str(error)[:80]})") from None
    lacking = [name for name in NEEDED if name not in columns]
    unknown = [name for name in columns if name not in (*NEEDED, *OPTIONAL)]
    if lacking or unknown:
        words = f"lacks {', '.join(lacking)}" if lacking else f"has {', '.join(map(repr, unknown))}"
        raise UsageError(f"{path}: {words}; the columns are epsilon, sigma and, if wanted, {', '.join(OPTIONAL)}")
    if not rows:
        raise UsageError(f"{path}: has no rows")
    return rows
