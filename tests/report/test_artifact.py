"""What an evaluation is handed: every claim with its command and digest, every number, every paper."""

import csv
import io

import msgspec
from least import least, of

from boundcheck.record.types import typed_record
from boundcheck.report.artifact import SETTING, bibtex, checklist, numbers, settings
from boundcheck.verdict.shapes import (
    Constant,
    PerTerm,
    WorstFound,
)


def test_a_line_for_each_claim_with_what_to_expect(record):
    whole = typed_record(record)
    made = checklist([whole, of()], "0 done")
    rows = [line for line in made.splitlines() if line.startswith("| ☐")]
    assert len(rows) == 2
    mine = next(row for row in rows if whole.reproduce in row)
    assert whole.digest.removeprefix("blake2b:")[:12] in mine
    assert f"| {whole.elapsed_seconds:,.0f} |" in mine


def test_every_cell_has_its_numbers_with_intervals(record):
    rows = list(csv.DictReader(io.StringIO(settings([typed_record(record)]))))
    assert tuple(rows[0]) == ("claim", "part", "setting", *SETTING, "at")
    cells = [cell for part in record["parts"].values() for cell in part.get("slack") or []]
    assert [float(row["quantile"]) for row in rows] == [cell["quantile"] for cell in cells]
    assert all(row["low"] and row["high"] and row["at"] for row in rows)


def test_each_paper_is_cited_once(record):
    made = bibtex([typed_record(record), typed_record(record)])
    assert made.count("@") == 1
    assert f"{{{record['paper']['title']}}}" in made
    assert all(name in made for name in record["paper"]["authors"])


def test_signs_of_latex_do_no_harm(record):
    made = bibtex([typed_record(record | {"paper": record["paper"] | {"title": "50 % of {A} & B_2"}})])
    assert r"50 \% of A \& B\_2" in made


def test_a_constant_has_its_numbers_on_the_whole_domain_where_it_bites_and_by_term(record):
    found = least(
        Constant, smallest_surviving=1.99, low=1.98, high=2.0, instance={"point": {"n": 1}},
        where_it_bites=least(WorstFound, smallest_surviving=0.5, low=0.4, high=0.6, instance={"point": {"n": 9}}),
        per_term=(least(PerTerm, term="noise", constant="9/5", seen=1.74, at={"d": 2.0}), least(PerTerm, term="ridge", seen=1.0)),
    )  # fmt: skip
    whole = typed_record(record)
    whole = of(parts={"bound": msgspec.structs.replace(whole.parts["coverage_ctl"], constant=found)})
    rows = [row for row in csv.DictReader(io.StringIO(numbers([whole]))) if row["kind"] == "constant"]
    found = {(row["name"], row["quantity"]): (row["value"], row["low"], row["at"]) for row in rows}
    assert found["", "smallest_surviving"] == ("1.99", "1.98", "n=1")
    assert found["where it bites", "smallest_surviving"] == ("0.5", "0.4", "n=9")
    assert found["noise", "constant"] == ("9/5", "", "")
    assert found["noise", "seen"] == ("1.74", "", "d=2.0")
    assert ("ridge", "constant") not in found


def test_claims_stand_in_the_order_of_their_numbers():
    made = checklist([of(claim=f"p/theorem_5_{n}", printed=f"Theorem 5.{n}") for n in (10, 4)], "")
    assert made.index("Theorem 5.4") < made.index("Theorem 5.10")
    assert "| < 1 |" in checklist([of(elapsed_seconds=0.2)], "")
