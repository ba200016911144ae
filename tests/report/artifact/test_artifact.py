"""What an evaluation is handed: every claim with its command and digest, every number, every paper."""

import csv
import io

from boundcheck.report.artifact.checklist import checklist
from boundcheck.report.artifact.citations import bibtex
from boundcheck.report.artifact.every_number import COLUMNS, numbers


def test_a_line_for_each_claim_with_what_to_expect(record, small):
    made = checklist([record, small])
    rows = [line for line in made.splitlines() if line.startswith("| ☐")]
    assert len(rows) == 2
    mine = next(row for row in rows if record["reproduce"] in row)
    assert record["digest"].removeprefix("blake2b:")[:12] in mine
    assert f"| {record['elapsed_seconds']:,.0f} |" in mine


def test_every_cell_has_its_numbers_with_intervals(record):
    rows = list(csv.DictReader(io.StringIO(numbers([record]))))
    assert tuple(rows[0]) == COLUMNS
    cells = [cell for part in record["parts"].values() for cell in part.get("slack") or []]
    measured = [row for row in rows if row["quantity"] == "quantile"]
    assert [float(row["value"]) for row in measured] == [cell["quantile"] for cell in cells]
    assert all(row["low"] and row["high"] for row in measured)


def test_each_paper_is_cited_once(record):
    made = bibtex([record, record])
    assert made.count("@") == 1
    assert f"{{{record['paper']['title']}}}" in made
    assert all(name in made for name in record["paper"]["authors"])


def test_signs_of_latex_do_no_harm(record):
    made = bibtex([record | {"paper": record["paper"] | {"title": "50 % of {A} & B_2"}}])
    assert r"50 \% of A \& B\_2" in made
