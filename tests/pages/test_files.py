"""Pages as files: what the command line and the library make of them."""

import json
import re
from pathlib import Path

import pytest

import boundcheck
from boundcheck.cli.main import main
from boundcheck.pages import read

EXAMPLES = Path(__file__).parents[2] / "examples" / "pages"
EXPECTED = {
    "bernstein": ("HOLDS", set()),
    "harmonic": ("SUPPORTED", {"eq-turned"}),
    "hoeffding": ("HOLDS", set()),
    "mean_error": ("HOLDS", set()),
    "pinsker": ("HOLDS", set()),
    "products": ("HOLDS", set()),
    "randomized_response": ("HOLDS", set()),
    "self_normalised": ("SUPPORTED", {"eq-turned"}),
    "strongly_convex_step": ("HOLDS", set()),
    "uniform_convergence": ("HOLDS", set()),
    "weights": ("SUPPORTED", {"eq-once"}),
}
ELSEWHERE = frozenset(  # in test_literature.py
    "chi_square empirical_risk gradient_step johnson_lindenstrauss laplace_accuracy median_of_means randomised_answers".split()
)


def test_every_example_page_is_expected():
    assert {path.stem for path in EXAMPLES.glob("*.md")} - {"README"} == EXPECTED.keys() | ELSEWHERE


@pytest.mark.parametrize("name", EXPECTED)
def test_an_example_page_gives_its_verdict(name):
    checked = boundcheck.check(EXAMPLES / f"{name}.md", budget="quick")
    assert checked.headline == EXPECTED[name][0]
    assert {step.label for step in checked.steps if step.evidence.outcome.name == "REFUTED"} == EXPECTED[name][1]


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def of(words):
        status = main(words.split())
        return status, *capsys.readouterr()

    return of


def test_a_new_page_is_checked_and_its_false_line_is_found(run, tmp_path):
    assert run("new mine.md")[0] == 0
    status, out, _ = run("mine.md --budget quick --jobs 1 --json --format json")
    record = json.loads(out)
    assert status == 0
    assert {step["label"]: step["outcome"] for step in record["steps"]} == {
        "eq-slip": "REFUTED",
        "eq-far 1": "PROVED",
        "eq-far 2": "PROVED",
    }
    assert {name: part["outcome"] for name, part in record["parts"].items()} == {"eq-moment": "PROVED"}
    assert record["reproduce"] == "python -m boundcheck mine.md --budget quick --seed 20250521"
    assert run("verify reports/own/mine.json --claim mine.md")[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.md", "reports"]


def test_a_folder_of_pages_is_settled_page_by_page(run, tmp_path):
    (tmp_path / "paper").mkdir()
    for name in ("products", "pinsker"):
        (tmp_path / "paper" / f"{name}.md").write_bytes((EXAMPLES / f"{name}.md").read_bytes())
    (tmp_path / "paper" / "README.md").write_text("# No page\n")
    (tmp_path / "paper" / "code.py").write_text("raise SystemExit('a folder runs no code')\n")
    status, out, _ = run("paper --budget quick --jobs 1 --json --format json")
    assert status == 0
    assert [record["claim"] for record in json.loads(out)] == ["own/pinsker", "own/products"]


def test_a_folder_without_a_page(run, tmp_path):
    (tmp_path / "empty").mkdir()
    status, _, err = run("empty")
    assert status == 2
    assert "a page is Markdown" in err


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("x, y |", "x |", "line 15, column 13"),
        ("e^{-x-y}.", "e^{-x}/2y.", "line 18, column 28"),
        (":::{prf:proof}", ":::{python}", "line 22, column 1"),
    ],
)
def test_a_page_that_is_not_read_is_one_line_with_file_line_and_column(run, tmp_path, old, new, place):
    (tmp_path / "mine.md").write_text(
        (EXAMPLES / "products.md").read_text(encoding="utf-8").replace(old, new), encoding="utf-8"
    )
    status, out, err = run("mine.md")
    assert (status, out) == (2, "")
    assert re.match(rf"boundcheck: mine\.md, ({place})", err), err
    assert err.count("\n") == 1


def test_a_page_that_is_no_text(run, tmp_path):
    (tmp_path / "mine.md").write_bytes(b"---\n\xff\n---\n")
    status, _, err = run("mine.md")
    assert status == 2
    assert "mine.md, line 2, column 1: a page that is not UTF-8" in err


def test_show_writes_every_bracket_of_what_was_read(run, tmp_path):
    (tmp_path / "products.md").write_bytes((EXAMPLES / "products.md").read_bytes())
    status, out, _ = run("show products.md")
    assert status == 0
    assert "((1 + (-x)) * (1 + (-y))) <= exp(((-x) + (-y)))" in out


def test_both_sides_reach_the_provers_as_they_are_printed(tmp_path):
    page = (
        (EXAMPLES / "products.md")
        .read_text(encoding="utf-8")
        .replace("(1 - x)(1 - y) \\le e^{-x-y}.", "x - x + e^{x} e^{-x} \\le \\frac{x}{x} + 1")
    )
    (tmp_path / "page.md").write_text(page, encoding="utf-8")
    part = read(tmp_path / "page.md").claim.parts["eq-main"]
    assert sorted(map(str, part.lhs.args)) == ["-x", "exp(-x)*exp(x)", "x"]
    assert sorted(map(str, part.rhs.args)) == ["1", "x/x"]
