"""Theorems of textbooks hold as claims of one's own; of their false twins none does, and most are refuted."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOOK = sorted((ROOT / "examples" / "textbook").glob("*.py"))
TABLE = {row["theorem"]: row for row in json.loads((ROOT / "bench" / "textbook.json").read_text(encoding="utf-8"))}
LEAST_REFUTED = 0.9  # of the twins, by samples or at a point at which a line of what they try is false


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("bench_textbook", ROOT / "bench" / "textbook.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", BOOK, ids=lambda path: path.stem)
def test_a_theorem_holds_and_no_false_twin_of_it_does(bench, path):
    found = bench.row(path)
    assert found["holds"]
    assert len(found["twins"]) >= 2
    assert "held" not in found["twins"].values()
    committed = {k: v for k, v in TABLE[path.stem].items() if k != "seconds"}
    assert decided(found) == decided(committed)


def decided(row):
    """A row; whether samples or a point refute a twin first hangs on how many samples there is time for."""
    refuted = ("by samples", "at a point")
    return row | {"twins": {twin: "refuted" if fate in refuted else fate for twin, fate in row["twins"].items()}}


def test_most_twins_are_refuted():
    fates = [fate for row in TABLE.values() for fate in row["twins"].values()]
    assert sum(fate in ("by samples", "at a point") for fate in fates) >= LEAST_REFUTED * len(fates)


def test_every_theorem_is_in_the_table():
    assert list(TABLE) == [path.stem for path in BOOK]
