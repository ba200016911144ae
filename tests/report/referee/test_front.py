"""Page one of a referee report: within its words for every paper, with numbers on both sides of what fails."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.report import filled

from boundcheck.record import read
from boundcheck.report.figures import chart
from boundcheck.report.figures.results import COLOURS, LABELS, WIDTH, layers, legend, placed
from boundcheck.report.page.paragraphs import text
from boundcheck.report.referee.across import evidence, in_order
from boundcheck.report.referee.front import WORDS, _together, fitted, known, page_one, picked, read_as, tightness, words
from boundcheck.report.referee.page import blocks
from boundcheck.report.referee.tables import informs_as_stated, share, stated_from
from boundcheck.verdict.conclusions import Missing, Survives
from boundcheck.verdict.shapes import HighProbabilityBoundPart

REPORTS = Path(__file__).parents[3] / "reports"


@pytest.mark.parametrize("paper", ["unified", "kl", "square", "reward", "aup"])
def test_page_one_has_a_judgement_findings_and_at_most_seven_hundred_words(paper):
    made = page_one([read(path) for path in sorted((REPORTS / paper).glob("*.json"))])
    assert words(made) <= WORDS
    assert [block["kind"] for block in made[:1]] == ["lead"]
    found = next(block for block in made if block["kind"] == "table" and block["header"][0] == "Where")
    assert 1 <= len(found["rows"]) <= 6


@pytest.mark.parametrize("paper", ["unified", "aup"])
def test_what_has_no_row_on_page_one_is_told_below_it(paper):
    records = in_order(read(path) for path in sorted((REPORTS / paper).glob("*.json")))
    assert picked(records, 0) == ([], [])
    assert fitted(records, 1)[1] == 0
    told = [b for b in blocks(records, room=1) if b["kind"] == "bullets"]
    gravest = picked(records, 1)[0][0]
    assert text(told[0]["items"][0]).startswith(f"**{gravest.record.printed}**")


def test_bounds_that_are_derived_are_called_so_and_one_that_is_read_off_lines_is_not():
    by_claim = {claim: read(REPORTS / f"{claim}.json") for claim in ("unified/theorem_5_7", "square/theorem_c_1", "kl/theorem_4_5")}
    assert {claim: evidence(record) for claim, record in by_claim.items()} == {
        "unified/theorem_5_7": "derived",
        "square/theorem_c_1": "lines",  # of its displays one is read off
        "kl/theorem_4_5": "lines",  # the risk of its experiment is derived, and a line of the page beside it is not
    }


def test_a_correction_that_is_derived_is_called_so_and_without_its_derivation_it_is_not():
    record = read(REPORTS / "kl" / "theorem_4_2.json")
    assert evidence(record) == "derived"
    bare = replace(record, parts={key: replace(part, derivation=None) for key, part in record.parts.items()})
    assert evidence(bare) == "tests"
    formula = read(REPORTS / "square" / "theorem_d_3.json")  # a formula is proved that is not the theorem
    assert evidence(formula) == "lines"


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


def test_how_what_stands_is_known_is_told_and_the_weakest_theorem_that_is_used_counts():
    def record(name, outcome="SUPPORTED", facts=(), rests=(), steps=()):
        told = filled.record(
            printed=name, claim=f"toy/{name.lower().replace(' ', '_')}", kind="theorem", steps=list(steps),
            headline={"outcome": outcome, "severity": "NONE"}, rests_on=[{"claim": f"toy/{rest}"} for rest in rests],
        )  # fmt: skip
        return replace(told, headline=replace(told.headline, facts=tuple(facts)))

    lines = record("Theorem 1", facts=[Missing(what="composed")])
    alone = record("Theorem 2", facts=[Missing(what="no proof")])
    user = record("Theorem 3", facts=[Missing(what="display")], rests=["theorem_2"])
    some = record("Theorem 4", facts=[Missing(what="special case", of=("a",))])
    ours = record("Theorem 5", facts=[Missing(what="no proof")], steps=[{"outcome": "PROVED", "ours": True}])
    every = [lines, alone, user, some, ours, record("Theorem 6", "HOLDS")]
    assert [known(each, every) for each in every] == ["line by line", "tests only", "tests only", "in part", "in part", "derived"]
    tested = record("Theorem 7", "REFUTED", facts=[Survives(reading="r", proved=False)])
    assert known(tested, [tested]) == "tests only"


def test_from_which_n_a_bound_informs_as_stated_is_read_off_between_sizes():
    points = [{"value": 10.0**k, "printed": 10.0 ** (2 - k / 2), "explicit": 1.0, "trivial": 2.0} for k in range(1, 8)]
    followed = bound(constant={"upper": "2"}, vacuity={"points": points})
    assert stated_from(followed) == pytest.approx(1e4)  # 2 * 100/sqrt(n) = 2
    assert informs_as_stated(followed).replace("\u00a0", " ") == "n ≈ 10,000"
    low = bound(constant={"upper": "1/1000"}, vacuity={"points": points})
    assert informs_as_stated(low).replace("\u00a0", " ") == "n ≤ 10"
    assert informs_as_stated(bound(constant={"upper": "10000"}, vacuity={"points": points})) == "no n tried"
    assert informs_as_stated(bound()) == ""
    assert [share(ratio) for ratio in (1, 0.9996, 0.1, 0.0212)] == ["1.00", "1.00", "0.10", "0.021"]


def test_no_arrow_passes_through_a_node():
    rows = layers({"T": ["L", "M"], "M": ["L"], "L": [], "K": []})
    at = placed(rows, [("T", "L"), ("T", "M"), ("M", "L")])
    assert at["T", "L", "1"][0] != at["M",][0]
    for row in {y for _, y in at.values()}:
        there = sorted(x for x, y in at.values() if y == row)
        assert all(right - left > 0.01 for left, right in pairwise(there))
        assert all(0 <= x <= 1 for x in there)


def test_a_legend_of_every_colour_is_no_wider_than_its_figure():
    with chart.figure(1.5, WIDTH) as drawn:
        axes = drawn.subplots()
        handles = [axes.plot([], [], color=COLOURS[group], linewidth=3, label=LABELS[group])[0] for group in COLOURS]
        handles += axes.plot([], [], label="leads to a statement that has to change")
        made = legend(drawn, handles)
        drawn.draw_without_rendering()
        assert len(handles) > 5
        assert made.get_window_extent().width <= drawn.bbox.width
        assert len(made.get_texts()) == len(handles)
