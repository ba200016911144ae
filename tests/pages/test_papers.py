"""A folder of pages is a paper: pages that cite their neighbours, and its referee report."""

import json
from pathlib import Path

import pytest

import boundcheck
from boundcheck.cli.main import main
from boundcheck.loading import BrokenClaim
from boundcheck.loading.registry import load_file

PAPER = Path(__file__).parents[2] / "examples" / "paper"


@pytest.fixture
def paper(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    for page in PAPER.glob("*.md"):
        (tmp_path / "mine" / page.name).write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path / "mine"


def edit(page, old, new):
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new), encoding="utf-8")


def outcomes(folder):
    records = map(json.loads, (path.read_text() for path in sorted(folder.glob("*.json"))))
    return {record["claim"]: record["headline"]["outcome"] for record in records}


def test_a_false_neighbour_flows_along_and_the_folder_ends_with_its_report(paper, capsys):
    status = main("mine --budget quick --jobs 1 --format json".split())
    out = capsys.readouterr().out
    assert status == 1
    assert outcomes(Path("reports/own")) == {
        "own/lemma_1": "HOLDS",
        "own/lemma_2": "REFUTED",
        "own/theorem_3": "CONDITIONAL",
    }
    assert "Referee report: reports/labels_under_noise.pdf" in out
    report = Path("reports/labels_under_noise.md").read_text(encoding="utf-8")
    assert report.startswith("# Referee report: Labels under noise")
    assert "Theorem 3 follows from Lemma 2 once that is corrected" in report
    assert "Also affects Theorem 3." in report
    assert "python -m boundcheck theorem_3.md lemma_1.md lemma_2.md" in report
    assert "fails.." not in report
    assert main("verify reports/own/theorem_3.json --claim mine/theorem_3.md".split()) == 0
    assert main("report --format html".split()) == 0
    assert "referee report: reports/labels_under_noise.pdf" in capsys.readouterr().out


def test_a_mended_neighbour_carries(paper):
    edit(paper / "lemma_2.md", r"\frac{2}{\epsilon}", r"\frac{2}{\epsilon} + 1")
    assert main("mine/theorem_3.md mine/lemma_2.md --budget quick --jobs 1 --format json -q".split()) == 0
    assert outcomes(Path("reports/own")) == {"own/lemma_2": "HOLDS", "own/theorem_3": "HOLDS"}
    assert not list(Path("reports").glob("*.md"))  # two pages that were named are no paper


WRONG = {
    "(lemma_9.md)": "line 25, column 4: no page lemma_9.md beside this one",
    "(lemma_2.md#eq-other)": "the statement of lemma_2.md has no display 'eq-other'; it has eq-inflation",
    "(theorem_3.md)": "theorem_3 cites theorem_3, a proof in a circle",
    "(../lemma_2.md)": "the words",
}


@pytest.mark.parametrize("target", WRONG)
def test_what_is_cited_is_a_page_of_the_folder_and_no_circle(paper, target):
    page = paper / "theorem_3.md"
    line = next(k for k, text in enumerate(page.read_text().splitlines(), 1) if text.startswith("By ["))
    edit(page, "(lemma_2.md#eq-inflation)", target)
    with pytest.raises(BrokenClaim) as broken:
        load_file(page)
    assert WRONG[target].replace("line 25", f"line {line}") in str(broken.value)


def test_pages_that_cite_each_other_are_a_circle(paper):
    edit(paper / "lemma_2.md", "The exponential function lies above its tangent.", "By [](theorem_3.md), we have")
    with pytest.raises(BrokenClaim, match="lemma_2 cites theorem_3 cites lemma_2"):
        load_file(paper / "lemma_2.md")


def test_a_title_of_a_paper_says_no_verdict(paper):
    edit(paper / "lemma_1.md", "paper: Labels under noise", "paper: Proved by boundcheck")
    with pytest.raises(BrokenClaim, match="in a paper"):
        load_file(paper / "lemma_1.md")


def test_pages_of_two_folders_that_cite_one_name_are_settled_in_turn(paper, capsys):
    other = paper.parent / "other"
    other.mkdir()
    (other / "error.md").write_text((paper / "theorem_3.md").read_text())
    (other / "lemma_2.md").write_text((paper / "lemma_2.md").read_text())
    assert main("mine/theorem_3.md other/error.md".split()) == 2
    assert "two folders have a page lemma_2.md" in capsys.readouterr().err


YOUNG = """---
title: Lemma 1
letters: |
  a, b | real
  t | real | > 0
---

:::{prf:lemma}
$$ 2ab \\le ta^2 + \\frac{b^2}{t} $$ (eq-young)
:::
"""
USED = """---
title: Theorem 2
letters: |
  x, y | real
  n | integer | \\ge 1
---

:::{prf:theorem}
$$ x^2 + y^2 \\ge 2xy $$ (eq-main)
:::

:::{prf:proof}
By [Lemma 1](young.md#eq-young) with $a = x$, $b = y$ and $t = n$,

$$ 2xy \\le nx^2 + \\frac{y^2}{n}. $$ (used)
:::
"""
INSTANCES = {  # what is changed on the page, and what then becomes of the line
    "nothing": ("", "", "PROVED"),
    "a condition of the lemma that fails": ("$t = n$", "$t = n - 1$", "REFUTED"),
    "a display that does not follow": ("\\frac{y^2}{n}. $$ (used)", "\\frac{y^2}{2n}. $$ (used)", "REFUTED"),
    "a letter that is not said": ("$b = y$ and $t = n$", "$b = y$", "what t of young.md stands for is not said"),
    "a letter that is none": ("$t = n$", "$t = n$ and $q = n$", "young.md has no letter q; it has a, b, t"),
    "a letter twice": ("$t = n$", "$t = n$ and $a = n$", "a a second time"),
    "a page without a display": ("young.md#eq-young", "young.md", "'with' behind what is no display of another page"),
    "a chain": ("{n}. $$ (used)", "{n} \\le nx^2 + y^2. $$ (used)", "an instance that is a chain"),
    "a relation that is no equation": ("$t = n$", "$t \\ge n$", "is no letter"),
}


@pytest.mark.parametrize("what", INSTANCES)
def test_a_line_that_is_an_instance_of_a_display_beside_it(what, tmp_path):
    old, new, becomes = INSTANCES[what]
    assert old in USED
    (tmp_path / "young.md").write_text(YOUNG, encoding="utf-8")
    (tmp_path / "used.md").write_text(USED.replace(old, new) if old else USED, encoding="utf-8")
    if becomes in ("PROVED", "REFUTED"):
        (step,) = boundcheck.check(tmp_path / "used.md", budget="quick").steps
        assert step.evidence.outcome.name == becomes
    else:
        with pytest.raises(BrokenClaim) as broken:
            load_file(tmp_path / "used.md")
        assert becomes in str(broken.value)
