"""What is said of a constant: its formula, and how it was settled."""

import pytest

from boundcheck.report.page.appendix import certificates
from boundcheck.report.page.document import small_values
from boundcheck.report.page.measured import by_term, stated
from boundcheck.report.page.noted import at_corners, near


def part(**constant):
    side = {"typst": "sqrt(2)", "alt": "sqrt(2)"}
    return {"outcome": "SUPPORTED", "constant": {"claimed": "sqrt(2)", **constant}, "bounds": {"constant": side}}


@pytest.mark.parametrize(
    ("found", "words"),
    [({"settled": "proved", "by": "proved on the stated domain"}, ": proved on the stated domain. "),
     ({"settled": "step", "by": "proved by the step s"}, ": proved by the step s. "),
     ({"settled": "points", "by": "neither"}, 
      ": not contradicted at the points of this run, and not settled beyond them; neither. "),
     ({"settled": "excluded"}, ": an instance excludes every constant. ")],
)  # fmt: skip
def test_how_a_constant_was_settled(found, words):
    lead, value, how = stated("bound", part(**found))
    assert "unnamed" in lead
    assert value["typst"] == "sqrt(2)"
    assert how == words


def test_an_older_record_keeps_its_words():
    assert stated("bound", {"constant": {"explicit_text": "sqrt(2), at one point"}}) == ["Derived: √2, at one point. "]
    assert stated("bound", {"constant": {}}) == []


def test_the_certificate_of_a_constant_is_listed(small):
    certificate = {"proofs": [{"rule": "given"}, {"rule": "cases"}, {"rule": "given"}], "fingerprint": "f" * 64}
    found = certificates(small | {"parts": {"bound": part(settled="proved", certificate=certificate)}})
    (row,) = found[-1]["rows"]
    assert row[:2] == ["constant of bound", "given, cases"]
    known = part(settled="proved", certificate=certificate, method="normal form, signs", trusted=["sympy 1.14.0"])
    text, table = certificates(small | {"parts": {"bound": known}})[-2:]
    assert table["rows"][0][:2] == ["constant of bound", "normal form, signs"]
    assert "sympy 1.14.0" in str(text)


def test_constants_by_term_are_those_that_are_proved():
    rows = [{"term": "noise", "constant": "9/5"}, {"term": "ridge", "constant": "2"}]
    assert by_term({"per_term": rows}) == [" Term by term, each proved on the stated domain: noise 9/5, ridge 2."]
    (told,) = by_term({"per_term": [*rows, {"term": "corruption", "constant": None}]})
    assert told.endswith("; not settled: corruption.")
    assert by_term({}) == []


def test_corners_are_told_in_a_sentence_with_their_count_of_violations():
    rows = [
        {"name": "corner: n = 1", "violations": 0, "repeats": 4000},
        {"name": "corner: delta = 0.9", "violations": 2, "repeats": 4000},
    ]
    assert "(n = 1; δ = 0.9), 2 of 8,000 data sets exceed the bound." in at_corners({"corners": rows})
    beside = {"name": "beside the corner: n = 2"}
    assert at_corners({"corners": [beside]}).endswith("(beside that, n = 2), 0 of 0 data sets exceed the bound.")
    assert at_corners({}) == ""


def test_what_a_corner_allows_stands_beside_its_violations():
    rows = [
        {"name": "corner: n = 1", "violations": 0, "repeats": 4000, "allowed": 0.05},
        {"name": "corner: delta = 0.9", "violations": 118, "repeats": 4000, "allowed": 0.9},
        {"name": "beside the corner: n = 2, delta = 0.81", "violations": 7, "repeats": 4000, "allowed": 0.81},
    ]
    told = at_corners({"corners": rows})
    assert "125 of 12,000 data sets exceed the bound: 118 at δ = 0.9, where 90 % may; " in told
    assert told.endswith("; 7 at n = 2, δ = 0.81, where 81 % may.")


def test_only_settings_near_the_allowed_rate_are_named():
    assert near({"margin": {"factor": 1.15, "within": []}}) == ""
    assert near({"margin": {"factor": 1.15, "within": ["biting"]}}).endswith("factor 1.15 in: informative.")


def test_a_larger_exponent_falls_behind_where_the_parameter_is_small():
    assert small_values({"measured": 1.0, "printed": 0.5, "finding": "LOOSE"}) == " for small values"
    assert small_values({"measured": 0.85, "printed": 2.0, "finding": "LOOSE"}) == ""
    assert small_values({"measured": 0.85, "printed": 2.0, "finding": "GROWS"}) == " for small values"
    assert small_values({"measured": 1.0, "printed": 0.5, "finding": "TIGHT"}) == ""
    assert small_values({"finding": "LOOSE"}) == ""


def test_a_corner_that_could_not_be_drawn_says_why():
    rows = [
        {"name": "corner: n = 1", "violations": 0, "repeats": 40, "failed": "ValueError: singular Gram matrix"},
        {"name": "corner: d = 50", "violations": 0, "repeats": 40},
    ]
    told = at_corners({"corners": rows, "kept_at_corners": {"kappa": "the simulation does not take it"}})
    assert "(d = 50), 0 of 40 data sets" in told
    assert "The simulation does not run at: n = 1 (ValueError: singular Gram matrix)." in told
    assert told.endswith("the simulation does not take it.")


def test_corners_of_a_mean_are_told_as_such():
    rows = [{"name": "corner: n = 1", "low": 0.4, "bound": 0.5, "mean": 0.45, "repeats": 40}]
    assert at_corners({"corners": rows}).endswith("the mean error is certainly above the bound at none.")
    assert at_corners({"corners": [rows[0] | {"bound": 0.3}]}).endswith("above the bound at: n = 1.")
