"""What is said of a constant: its formula, and how it was settled."""

import pytest
from least import least, of

from boundcheck.report.page.appendix import certificates
from boundcheck.report.page.document import small_values
from boundcheck.report.page.measured import by_term, stated
from boundcheck.report.page.noted import at_corners, corners_tried, near
from boundcheck.verdict.facts import ConstantSettled
from boundcheck.verdict.shapes import (
    Bounds,
    Constant,
    Corner,
    ExpectationBoundPart,
    Exponent,
    HighProbabilityBoundPart,
    Margin,
    MeanAtCorner,
    OfBound,
    OfMeans,
    PerTerm,
    SameUpToConstantPart,
)
from boundcheck.verdict.statements import Formula

BOUNDS = Bounds(constant=Formula(latex=r"\sqrt{2}"))


def constant(**given):
    return least(Constant, claimed="sqrt(2)", **given)


def part(**given):
    return least(HighProbabilityBoundPart, outcome="SUPPORTED", constant=constant(**given), bounds=BOUNDS)


def corner(name, **given):
    return least(Corner, name=f"corner: {name}", **{"repeats": 4000, **given})


def corners(*rows, **given):
    return at_corners(least(HighProbabilityBoundPart, evidence=OfBound(corners=rows, **given)))


@pytest.mark.parametrize(
    ("found", "words"),
    [({"settled": "proved", "by": ConstantSettled(how="proved", constant="2")}, ": proved on the stated domain. "),
     ({"settled": "step", "by": ConstantSettled(how="step", constant="2", step="s")}, ": proved by the step s. "),
     ({"settled": "points", "by": ConstantSettled(how="points", constant="2")}, 
      ": not contradicted at the points of this run, and not settled beyond them; "
      "neither proved nor refuted on the stated domain. "),
     ({"settled": "excluded"}, ": a counterexample excludes every constant. ")],
)  # fmt: skip
def test_how_a_constant_was_settled(found, words):
    lead, value, how = stated("bound", constant(**found), BOUNDS, {})
    assert "does not give the constant" in lead
    assert value["latex"] == r"\sqrt{2}"
    assert how == words


def test_a_constant_between_two_rates_is_derived():
    derived = least(Constant, explicit="sqrt(2)")
    assert stated("rate", derived, None, {}) == ["Derived: √2. "]
    assert stated("rate", least(Constant), None, {}) == []
    assert certificates(of(parts={"rate": least(SameUpToConstantPart, constant=derived)})) == []


def test_the_certificate_of_a_constant_is_listed():
    certificate = {"proofs": [{"rule": "given"}, {"rule": "cases"}, {"rule": "given"}], "fingerprint": "f" * 64}
    found = certificates(of(parts={"bound": part(settled="proved", certificate=certificate)}))
    (row,) = found[-1]["rows"]
    assert row[:2] == ["constant of bound", "given, cases"]
    known = part(settled="proved", certificate=certificate, method="normal form, signs", trusted=("sympy 1.14.0",))
    text, table = certificates(of(parts={"bound": known}))[-2:]
    assert table["rows"][0][:2] == ["constant of bound", "normal form, signs"]
    assert "sympy 1.14.0" in str(text)


def test_constants_by_term_are_those_that_are_proved():
    rows = (least(PerTerm, term="noise", constant="9/5"), least(PerTerm, term="ridge", constant="2"))
    assert by_term(constant(per_term=rows)) == [" Constants of the terms, each proved on the stated domain: noise 9/5, ridge 2."]
    (told,) = by_term(constant(per_term=(*rows, least(PerTerm, term="corruption"))))
    assert told.endswith("; open: corruption.")
    assert by_term(constant()) == []


def test_corners_are_told_in_a_sentence_with_their_count_of_violations():
    told = corners(corner("n = 1"), corner("delta = 0.9", violations=2, allowed=0.9))
    assert "2 of 8,000 data sets exceed the bound: 2 at δ = 0.9, where 90 % may." in told
    beside = least(Corner, name="beside the corner: n = 2")
    assert corners(beside).endswith("1 corner of the stated domain 0 of 0 data sets exceed the bound.")
    assert corners() == ""


def test_what_a_corner_allows_stands_beside_its_violations():
    last = least(Corner, name="beside the corner: n = 2, delta = 0.81", violations=7, repeats=4000, allowed=0.81)
    told = corners(corner("n = 1", allowed=0.05), corner("delta = 0.9", violations=118, allowed=0.9), last)
    assert "125 of 12,000 data sets exceed the bound: 118 at δ = 0.9, where 90 % may; " in told
    assert told.endswith("; 7 at n = 2, δ = 0.81, where 81 % may.")


def test_only_settings_near_the_allowed_rate_are_named():
    assert near(Margin(factor=1.15, within=())) == ""
    assert near(Margin(factor=1.15, within=("biting",))).endswith("factor 1.15 in: informative.")


def test_a_larger_exponent_falls_behind_where_the_parameter_is_small():
    def told(measured, printed, finding):
        return small_values(least(Exponent, measured=measured, printed=printed, finding=finding))

    assert told(1.0, 0.5, "LOOSE") == told(0.85, 2.0, "GROWS") == " for small values"
    assert told(0.85, 2.0, "LOOSE") == told(1.0, 0.5, "TIGHT") == told(float("nan"), 0.5, "LOOSE") == ""


def test_a_corner_that_could_not_be_drawn_says_why():
    rows = corner("n = 1", repeats=40, failed="ValueError: singular Gram matrix"), corner("d = 50", repeats=40)
    stay = {"kappa": "the simulation does not take it", "d": "the simulation does not take it"}
    part = least(HighProbabilityBoundPart, evidence=OfBound(corners=rows, kept_at_corners=stay))
    assert at_corners(part) == "At 1 corner of the stated domain 0 of 40 data sets exceed the bound."
    assert corners_tried(part) == [
        ("Corners", "d = 50"),
        ("Simulation fails at", "n = 1 (ValueError: singular Gram matrix)"),
        ("Not varied", "κ; d (the simulation does not take it)"),
    ]
    assert corners_tried(least(HighProbabilityBoundPart, evidence=OfBound())) == []


def test_corners_of_a_mean_are_told_as_such():
    def told(bound):
        row = least(MeanAtCorner, name="corner: n = 1", low=0.4, bound=bound, mean=0.45, repeats=40)
        return at_corners(least(ExpectationBoundPart, evidence=least(OfMeans, corners=(row,))))

    assert told(0.5).endswith("the mean error is certainly above the bound at none.")
    assert told(0.3).endswith("above the bound at: n = 1.")
