"""Theorems of textbooks and results of the five papers as pages: what comes out is what their forms in Python give."""

import json
from pathlib import Path

import pytest

import boundcheck
from boundcheck.checks.derived import derived
from boundcheck.loading import registry
from boundcheck.pages import read, written

ROOT = Path(__file__).parents[2]
TABLE = {row["theorem"]: row for row in json.loads((ROOT / "bench" / "textbook.json").read_text(encoding="utf-8"))}
PAGES = ROOT / "examples" / "pages"
#: Pages of examples/pages, and the theorem of examples/textbook that each states.
BOOK = {
    "chi_square": "chi_square",
    "empirical_risk": "empirical_risk",
    "johnson_lindenstrauss": "johnson_lindenstrauss",
    "laplace_accuracy": "laplace_accuracy",
    "median_of_means": "median_of_means",
    "randomised_answers": "randomised_response",
}
PAPERS = sorted((ROOT / "examples" / "papers").glob("*/*.md"))
SETTLED = ("kl/lemma_a_4", "square/remark_3_8", "unified/remark_5_3")


@pytest.mark.parametrize("page", BOOK)
def test_a_theorem_is_derived_from_the_lemmas_of_its_form_in_python(page):
    claim = read(PAGES / f"{page}.md").claim
    ((label, part),) = claim.parts.items()
    found = derived(part, label, claim)
    committed = TABLE[BOOK[page]]
    assert (found.holds, found.fact) == (committed["holds"], "")
    assert {one.split(" (")[0] for one in found.cited} == {*committed["cited"]}


def test_a_step_of_gradient_descent_holds_and_one_that_is_twice_as_good_does_not(tmp_path):
    path = tmp_path / "gradient_step.md"
    text = (PAGES / "gradient_step.md").read_text(encoding="utf-8")
    assert r"\frac{1}{2L} \|g\|^2" in text
    path.write_text(text.replace(r"\frac{1}{2L} \|g\|^2", r"\frac{1}{L} \|g\|^2"), encoding="utf-8")
    found = boundcheck.check(path, budget="quick")
    assert {part.outcome for part in found.record.parts.values()} == {"PROVED"}
    assert [step.evidence.outcome.name for step in found.steps] == ["REFUTED"]


@pytest.mark.parametrize("page", PAPERS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_page_of_a_paper_is_what_its_claim_is_written_as(page):
    assert page.read_text(encoding="utf-8") == written(registry.load(f"{page.parent.name}/{page.stem}")).text


@pytest.mark.parametrize("claim_id", SETTLED)
def test_the_lines_of_a_page_come_out_as_those_of_its_claim(claim_id):
    record = json.loads((ROOT / "reports" / f"{claim_id}.json").read_text(encoding="utf-8"))
    expected = {label: part["outcome"] for label, part in record["parts"].items()}
    expected |= {step["label"]: step["outcome"] for step in record["steps"]}
    found = boundcheck.check(ROOT / "examples" / "papers" / f"{claim_id}.md", budget="quick")
    lines = {label: part.outcome for label, part in found.record.parts.items()}
    lines |= {step.label: step.evidence.outcome.name for step in found.steps}
    assert len(lines) >= 3
    assert lines == {label: expected[label] for label in lines}


def test_three_results_of_each_paper_are_pages():
    assert sorted(path.parent.name for path in PAPERS) == sorted(["aup", "kl", "reward", "square", "unified"] * 3)
