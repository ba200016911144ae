"""The table of documented errors is that of its rows, is counted right, and some rows are settled again."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest
from sympy import Symbol

import boundcheck
from boundcheck.claims import Inequality

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "derivations" / "errata"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("bench_errata", ROOT / "bench" / "errata.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def committed():
    return json.loads((ROOT / "bench" / "errata.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def papers():
    return json.loads((ROOT / "bench" / "papers.json").read_text(encoding="utf-8"))


def test_every_row_is_encoded_or_says_why_it_is_not(bench):
    rows = bench.table("rows.csv")
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert bool(row["encoded"]) != bool(row["state"]), row["id"]
        assert bool(row["state"]) == bool(row["why"]), row["id"]
    named = {file for row in rows for file in (row["encoded"] + " " + row["corrected"]).split()}
    assert named == {path.name for path in FOLDER.iterdir() if path.stem[1:3].isdigit()}


def test_the_table_is_of_these_rows(bench, committed):
    assert [row["id"] for row in committed["rows"]] == [row["id"] for row in bench.table("rows.csv")]
    answers = {answer["id"]: answer for answer in bench.table("answers.csv")}
    for name, group in (("compared", "blind"), ("foretold", "foretold")):
        assert committed[name] == bench.compared(committed["rows"], answers, group)


def test_no_true_row_and_no_corrected_form_is_charged(committed):
    for name in ("compared", "foretold"):
        assert (committed[name]["charged"], committed[name]["corrected_charged"], committed[name]["missed"]) == (
            [],
            [],
            [],
        )


def test_the_index_of_the_papers_is_of_their_pages(bench):
    entries = bench.table("papers.csv", bench.DERIVATIONS)
    named = {(entry["folder"], entry["page"]) for entry in entries if entry["page"]}
    folders = {folder for folder, _ in named}
    assert named == {(folder, path.name) for folder in folders for path in (bench.DERIVATIONS / folder).iterdir()}
    assert len(folders) == 10
    assert {entry["source"] for entry in entries} <= {"secondary", "source not at hand"}
    assert {entry["known"] for entry in entries} <= {"", "true", "false"}


def test_what_machine_checked_proofs_say_of_papers_is_found(papers):
    assert papers["faults_found"] == papers["faults"] == 7
    assert papers["sound_charged"] == []
    assert papers["sound"] >= 12


@pytest.mark.parametrize(
    "page",
    [
        "yu_wang_samworth_2015/equation_4.md",
        "ansari_rockel_2024/plackett.md",
        "bubeck_2015/lemma_3_5.md",
        "lyu_2017/allocation.md",
    ],
)
def test_a_page_of_a_paper_is_settled_again(bench, papers, page):
    found = boundcheck.check(bench.DERIVATIONS / page, budget="quick").record.headline
    (entry,) = (one for one in papers["pages"] if f"{one['folder']}/{one['page']}" == page)
    assert bench.OUTCOMES[found.literal.value] == entry["outcome"]


@pytest.mark.parametrize(
    "file", ["e18.md", "e18_corrected.md", "e24.md", "e37.md", "e41.md", "f06.md", "f14.md", "f29.md"]
)
def test_a_row_is_settled_again(bench, committed, file):
    found = boundcheck.check(FOLDER / file, budget="quick").record.headline
    (row,) = (row for row in committed["rows"] if file in (*row.get("encoded", ()), *row.get("corrected", ())))
    assert bench.OUTCOMES[found.literal.value] == row.get("corrected", {}).get(file, row["outcome"])


def test_what_is_counted(bench):
    answers = {
        "A": {"id": "A", "literal": "false", "severity": "FALSE|RANGE"},
        "B": {"id": "B", "literal": "false", "severity": "FALSE"},
        "C": {"id": "C", "literal": "true", "severity": "NONE"},
        "D": {"id": "D", "literal": "false", "severity": "FALSE"},
    }

    def one(name, outcome, severity, blind=True):
        return {
            "id": name,
            "blind": blind,
            "outcome": outcome,
            "severity": severity,
            "severity_with_corrected": "FALSE",
            "corrected": {"x.md": outcome},
        }

    rows = [
        one("A", "false", "RANGE"),
        one("B", "open", "OPEN"),
        one("C", "false", "FALSE"),
        one("D", "false", "FALSE", False),
    ]
    found = bench.compared(rows, answers)
    assert (found["false"], found["caught"], found["missed"]) == (2, 1, ["B"])
    assert (found["true"], found["charged"]) == (1, ["C"])
    assert (found["severity_told"], found["severity_right"], found["severity_right_with_corrected"]) == (2, 1, 1)
    assert len(found["corrected_charged"]) == 3
    assert bench.compared(rows, answers, "foretold")["false"] == 0


def test_the_severity_of_a_slip_in_an_equation_is_that_of_a_misprint(bench):
    mended = boundcheck.check(("own/mended", bench.together("e37.md", "e37_corrected.md")), budget="quick")
    assert mended.severity == "MISPRINT"


def test_what_takes_too_long_is_left(bench):
    assert bench.within(bench._late) >= 0


def test_the_worst_of_several_counts(bench):
    assert bench.worst([("holds", "NONE"), ("false", "RANGE"), ("false", "FALSE")]) == ("false", "FALSE")
    assert bench.worst([("holds", "NONE"), ("open", "OPEN")]) == ("open", "OPEN")


def test_a_row_without_a_record_is_open(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(bench, "BUILD", tmp_path)
    assert bench.found("e24.md") == ("open", "OPEN")


def test_a_twin_is_kept_where_a_point_shows_that_it_is_false():
    spec = importlib.util.spec_from_file_location("bench_errata_twins", ROOT / "bench" / "errata_twins.py")
    twins = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(twins)
    x = Symbol("x", real=True)
    true = Inequality(2 * x, x**2 + 1, (x > -1,))
    found = {what: twins.seen_false(twin, np.random.default_rng(0)) for what, twin in twins.changed(true)}
    assert not twins.seen_false(true, np.random.default_rng(0))
    assert found == {"constant": True, "exponent": True, "direction": True, "range": False}


def test_a_page_from_memory_says_so(bench):
    for entry in bench.table("papers.csv", bench.DERIVATIONS):
        if entry["page"]:
            title = (bench.DERIVATIONS / entry["folder"] / entry["page"]).read_text(encoding="utf-8").splitlines()[1]
            assert title.endswith("(source not at hand)") == (entry["source"] == "source not at hand"), entry["page"]
