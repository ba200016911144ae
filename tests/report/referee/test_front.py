"""Page one of a referee report: within its words for every paper, with numbers on both sides of what fails."""

from pathlib import Path

import pytest
from tests.report import filled

from boundcheck.record import read
from boundcheck.report.figures.results import layers
from boundcheck.report.page.paragraphs import text
from boundcheck.report.referee.front import WORDS, _together, only_supported, page_one, read_as, tightness, words
from boundcheck.verdict.shapes import HighProbabilityBoundPart

REPORTS = Path(__file__).parents[3] / "reports"


@pytest.mark.parametrize("paper", ["unified", "kl", "square", "reward", "aup"])
def test_page_one_has_a_judgement_findings_and_at_most_seven_hundred_words(paper):
    made = page_one([read(path) for path in sorted((REPORTS / paper).glob("*.json"))])
    assert words(made) <= WORDS
    assert [block["kind"] for block in made[:1]] == ["lead"]
    found = next(block for block in made if block["kind"] == "table" and block["header"][0] == "Where")
    assert 1 <= len(found["rows"]) <= 5


def test_words_of_cells_are_counted():
    assert words([{"kind": "table", "header": ["a b"], "rows": [["c", "d e f"]], "caption": "g"}]) == 7


def test_tightness_has_three_numbers_and_an_instance_with_many_samples_says_so():
    slack = [
        {"quantile": 1, "bound": 10, "biting": True, "point": {"n": 100}},
        {"quantile": 3, "bound": 10, "biting": True, "point": {"n": 100}},
        {"quantile": 8, "bound": 10, "biting": False, "point": {"n": 3}},
    ]
    assert tightness(bound(slack=slack)) == ("0.20", "0.30", "0.80")
    far = {"low": 1.9, "instance": {"point": {"n": 540798055165}}}
    _, informative, _ = tightness(bound(slack=slack, constant={"upper": "2", "where_it_bites": far}))
    assert informative.replace("\u00a0", " ").startswith("0.95 (n = 5")
    assert tightness(bound()) == ("", "", "")


def bound(**given):
    return filled.filled(HighProbabilityBoundPart, **given)


def test_a_reading_is_told_by_its_change():
    def read(text, severity="READING"):
        told = filled.record(headline={"outcome": "HOLDS_REPAIRED", "severity": severity, "text": text})
        return text_of(read_as(told))

    both = "$1 + x$ in place of $x$, as in Claim 3; $n \\ge 4$"  # of which the first half alone is another reading
    assert read(both) == both
    assert read("word " * 60) == ""
    assert read("another radius", "CONDITION") == ""  # which is no reading of the text


def text_of(runs):
    return text(runs) if runs else ""


def test_a_result_stands_below_all_that_use_it():
    assert layers({"T": ["L", "M"], "M": ["L"], "L": []}) == [["L"], ["M"], ["T"]]
    assert layers({"A": ["B"], "B": ["A"]}) == [["A", "B"]]  # a cycle ends


def test_a_link_in_a_cell_is_read_as_its_text():
    assert text([{"link": "Theorem 1", "href": "index.html#toy/theorem_1"}]) == "**Theorem 1**"


def test_several_results_are_named_in_one_breath():
    def found(*names):
        return [filled.record(printed=name, kind=name.partition(" ")[0].lower()) for name in names]

    assert _together(found("Theorem 4")) == "Theorem 4"
    assert _together(found("Theorem 4", "Theorem 6", "Theorem C.1")) == "Theorems 4, 6 and C.1"
    assert _together(found("Theorem 4", "Lemma 6")) == "Theorem 4 and Lemma 6"
    assert _together(found(*(f"Lemma {i}" for i in range(60)))) == "60 results"


def test_a_repair_that_only_samples_support_is_not_called_proved():
    def record(*outcomes, repair="PROVED"):
        settled = ({"shape": "Inequality", "outcome": name} for name in outcomes)
        parts = dict(zip(("bound", "bound@mended", "rates"), settled, strict=False))
        return filled.record(parts=parts, steps=[{"outcome": "REFUTED", "repair": {"outcome": repair}}])

    assert not only_supported(record("REFUTED", "PROVED", "SUPPORTED"))  # what was never false needs no repair
    assert only_supported(record("REFUTED", "SUPPORTED"))
    assert only_supported(record("REFUTED"))
    assert only_supported(record("PROVED", repair="SUPPORTED"))
