"""Page one, what a run could have missed, and changes that it would have noticed."""

import msgspec
import pytest
from filled import record
from least import least, of

from boundcheck.claims.texts import first_sentence
from boundcheck.report.page.document import comparison_figure
from boundcheck.report.page.front import chance, claimed, killed, needed, sensitivity, speaks, tightest
from boundcheck.report.text.letters import Letters
from boundcheck.verdict.conclusions import Power
from boundcheck.verdict.result import (
    ErrorProbability,
)
from boundcheck.verdict.shapes import (
    Constant,
    DefinitionPart,
    Estimator,
    ExpectationBoundPart,
    HighProbabilityBoundPart,
    InequalityPart,
    InstanceInequalityPart,
    Mean,
    MinimaxLowerBoundPart,
    OfBound,
    OfEstimators,
    OfMeans,
    Regime,
    ReportedTablePart,
    Vacuity,
    Variant,
    Variants,
    WorstFound,
)
from boundcheck.verdict.statements import Formula
from boundcheck.words.headlines import lead_and_rest


def bound(**given):
    return least(HighProbabilityBoundPart, **{"outcome": "SUPPORTED", **given})


# Page one: how close each kind of sampled part comes to its bound.

@pytest.mark.parametrize(
    ("part", "told"),
    [
        (bound(slack=(least(Regime, bound=3.0, quantile=1.0), least(Regime, bound=1.0, quantile=0.5))), "×2 to ×3"),
        (least(ExpectationBoundPart, evidence=least(OfMeans, means=(least(Mean, bound=3.0, mean=1.0),))), "×3"),
        (least(MinimaxLowerBoundPart, evidence=OfEstimators(estimators=(least(Estimator, bound=1.0, low=2.0, high=4.0),))),
         "×0.25 to ×0.50"),
        (least(DefinitionPart), "–"),
    ],
)  # fmt: skip
def test_tightness_of_quantiles_means_and_medians(part, told):
    assert tightest(part) == told


@pytest.mark.parametrize(
    ("constant", "told"),
    [
        ({"low": 1.99799, "where_it_bites": least(WorstFound, low=1.5559)}, "≥ 1.55 (1.99 anywhere)"),
        ({"low": 1.4046, "where_it_bites": least(WorstFound, low=1.4046)}, "≥ 1.40"),
        ({"low": 0.5}, "≥ 0.500 (found where the bound is nearly trivial)"),
        ({"explicit": "2"}, "–"),
    ],
)
def test_what_is_needed_is_said_where_the_bound_says_something_first(constant, told):
    assert needed(bound(constant=least(Constant, **constant))) == told


def test_the_verdict_is_the_first_sentence_and_a_number_of_an_equation_ends_none():


    assert first_sentence("It holds (Eq. (20) of Hsu et al. Two). One line is false.") == (
        "It holds (Eq. (20) of Hsu et al. Two).",
        "One line is false.",
    )
    assert first_sentence("It holds.") == ("It holds.", "")


@pytest.mark.parametrize(
    ("vacuity", "told"),
    [
        ({"says_something_from": 1234, "intervals": [[1234, 10**15]]}, "from n = 1,234"),
        ({"says_something_from": None, "intervals": [[5, 498_583]]}, "n = 5 to 498,583"),
        ({"says_something_from": None, "intervals": [], "undecided": [[1, 7]]}, "not decided"),
        ({"says_something_from": None, "intervals": [], "undecided": []}, "for no n tried"),
    ],
)
def test_for_which_n_a_bound_says_something(vacuity, told):
    assert speaks(bound(vacuity=least(Vacuity, **vacuity))) == told


# What a run could have missed, in sentences.

RISK = ErrorProbability(total=0.001, checks=2, each=0.0005)
NO_RISK = least(ErrorProbability)


def test_samples_have_a_probability():
    record = of(error_probability=RISK, parts={"bound": bound()})
    record = msgspec.structs.replace(record, detectable=(Power(of="rate", factor=2.0, settings=1, probability=0.95),))
    risk, power = chance(record)
    assert risk == "Family-wise error probability at most 0.001 (union bound over 2 sampled parts)"
    assert power.startswith("In the one setting of a high-probability bound, a violation rate 2 times the allowed one")


def test_a_table_is_compared_and_nothing_of_it_sampled():
    for risk in (RISK, NO_RISK):
        (said,) = chance(of(error_probability=risk, parts={"rows": least(ReportedTablePart)}))
        assert "Holm" in said
        assert "error probability" not in said


def test_a_search_proves_nothing():
    parts = {"gap": least(InstanceInequalityPart, outcome="SUPPORTED"), "law": least(DefinitionPart)}
    said = list(chance(of(error_probability=NO_RISK, parts=parts)))
    assert said == ["Nothing was sampled", "gap is supported by a search, which may miss a violation"]
    (said,) = chance(of(error_probability=NO_RISK, parts={"law": least(InequalityPart)}))
    assert said == "Nothing was sampled: no verdict in this report rests on chance"


# The table of changes that a study would have noticed.

SUMMAND = Formula(latex="d/n")
ROWS = (
    least(Variant, subject="n", change="squared", regime="many", killed=True, ratio=31.0),
    least(Variant, subject="n", change="turned", regime="many", ratio=0.25),
    least(Variant, change="left out", summand=SUMMAND, regime="few"),
    least(Variant, change="left out", summand=SUMMAND, name="noise", regime="few", ratio=0.5),
)


def made(*rows, killed=1, **given):
    return bound(evidence=OfBound(variants=Variants(rows=rows, killed=killed, total=len(rows))), **given)


def test_one_row_a_letter_and_what_lives_says_how_far_it_is():
    (block,) = sensitivity("Coverage", made(*ROWS), Letters())
    text = str(block)
    assert "of 4 versions of the bound with one deliberate error" in text
    assert "simulations refute 1" in text
    assert text.count("refuted") == 1
    assert "0.25" in text
    assert "['without ', {'typst': 'd" in text
    assert "not seen" in text
    assert "without the noise term" in text


def test_a_summand_that_stands_twice_is_left_out_of_one_place():
    twice = [msgspec.structs.replace(ROWS[2], ratio=ratio) for ratio in (0.27, 0.28)]
    (block,) = sensitivity("Coverage", made(*twice), Letters())
    assert str(block).count(" in one of its 2 places") == 2
    (block,) = sensitivity("Coverage", made(*ROWS), Letters())
    assert "places" not in str(block)


def test_settings_that_the_part_is_not_measured_in_are_named():
    many, few = (least(Regime, name=name) for name in ("many", "few"))
    (block,) = sensitivity("Coverage", made(*ROWS, slack=(many,)), Letters())
    assert "Simulated for these versions only: the settings 'few'." in str(block)
    (block,) = sensitivity("Coverage", made(*ROWS, slack=(many, few)), Letters())
    assert "alone" not in str(block)


def test_a_part_without_versions_has_no_table():
    assert sensitivity("Coverage", bound(), Letters()) == []
    assert sensitivity("Coverage", made(), Letters()) == []


def test_a_version_of_what_is_false_itself_shows_nothing():
    part = made(*ROWS, killed=0, outcome="REFUTED")
    assert sensitivity("Coverage", part, Letters()) == []
    assert killed(part) == "–"
    assert killed(made(*ROWS, killed=0)) == "0 of 4"


# What is claimed, and the sentence that a reader takes away.

def test_a_display_is_called_by_a_text_with_mathematics():
    found = record(statement={"words": "w", "displays": [{"latex": "1 + x", "label": r"$\varepsilon = 3$"}], "where": []})
    (shown,) = claimed(found, Letters())[1]["displays"]
    assert shown.label == "ε = 3"


def test_what_is_false_is_the_sentence_and_why_comes_after_it():
    reason = {"fault": "rate", "parts": []}
    found = record(
        printed="Lemma 1",
        headline={"facts": [{"is": "FalseAsPrinted", "reasons": [reason]}]},
        faults=[{"id": "rate", "fact": {"is": "Words", "text": "a factor is missing"}, "where": "Eq. (3)"}],
    )
    assert lead_and_rest(found) == ("Lemma 1 is false as printed.", "A factor is missing (Eq. (3)).")


def test_the_errors_are_drawn_against_the_number_of_samples():
    points = [{"value": value, "quantile": 1 / value, "printed": 2 / value} for value in (10.0, 100.0, 1000.0)]
    sweeps = [{"parameter": name, "points": points, "measured": -1.0, "printed": -1.0} for name in ("$d$", "$n$")]
    (block,) = comparison_figure(record(parts={"rates": {"shape": "Scaling", "exponents": sweeps}}), Letters())
    assert block["caption"] == "rates: measured error and bounds against n; measured power −1.00, printed −1.00."
