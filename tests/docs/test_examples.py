"""The worked examples say what their committed reports say, and those can be read."""

from pathlib import Path

import pytest

import boundcheck
from boundcheck.record import read

EXAMPLES = Path(__file__).parents[2] / "examples"
EXPECTED = {
    "hoeffding": ("REFUTED", {"moment"}),
    "ridge": ("SUPPORTED", set()),
    "laplace": ("REFUTED", {"scale"}),
}


def test_every_example_is_expected():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_an_example_gives_what_its_committed_report_says(name):
    checked = boundcheck.check(EXAMPLES / f"{name}.py", budget="quick")
    false = {step.label for step in checked.steps if step.evidence.outcome.name == "REFUTED"}
    assert (checked.headline.value, false) == EXPECTED[name]
    committed = read(EXAMPLES / "reports" / "own" / f"{name}.json")
    assert committed.headline.outcome == EXPECTED[name][0]
    assert {s.label: s.outcome for s in committed.steps} == {s.label: s.evidence.outcome.name for s in checked.steps}
    assert committed.budget == "standard"
    assert (EXAMPLES / "reports" / "own" / f"{name}.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["hoeffding", "laplace"])
def test_what_is_refuted_survives_mended(name):
    checked = boundcheck.check(EXAMPLES / f"{name}.py", budget="quick")
    assert ("What survives, proved" in checked.text) is (name == "laplace")
    assert "What survives" in checked.text
    assert all(step.repair.outcome.name == "PROVED" for step in checked.steps if step.repair is not None)


def test_mutants_of_the_examples_die():
    for name in ("hoeffding", "ridge"):
        record = boundcheck.check(EXAMPLES / f"{name}.py", budget="quick").record
        for part in record.parts.values():
            assert part.mutants.killed == part.mutants.total, part.mutants
