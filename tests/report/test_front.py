"""Page one: how close each kind of sampled part comes to its bound."""

import pytest

from boundcheck.claims.sentence_edges import first_sentence
from boundcheck.report.page.front import needed, tightest


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"slack": [{"bound": 3.0, "quantile": 1.0}, {"bound": 1.0, "quantile": 0.5}]}, "×2 to ×3"),
        ({"evidence": {"means": [{"bound": 3.0, "mean": 1.0}]}}, "×3"),
        ({"evidence": {"estimators": [{"bound": 1.0, "low": 2.0, "high": 4.0}]}}, "×0.25 to ×0.50"),
        ({"evidence": {"values": []}}, "–"),
    ],
)
def test_tightness_of_quantiles_means_and_medians(part, told):
    assert tightest({"outcome": "SUPPORTED", **part}) == told


@pytest.mark.parametrize(
    ("constant", "told"),
    [
        ({"low": 1.99799, "where_it_bites": {"low": 1.5559}}, "≥ 1.55 (1.99 anywhere)"),
        ({"low": 1.4046, "where_it_bites": {"low": 1.4046}}, "≥ 1.40"),
        ({"low": 0.5}, "≥ 0.500, where the bound says little"),
        ({"explicit": "2"}, "–"),
    ],
)
def test_what_is_needed_is_said_where_the_bound_says_something_first(constant, told):
    assert needed({"constant": constant}) == told


def test_the_verdict_is_the_first_sentence_and_a_number_of_an_equation_ends_none():


    assert first_sentence("It holds (Eq. (20) of Hsu et al. Two). One line is false.") == (
        "It holds (Eq. (20) of Hsu et al. Two).",
        "One line is false.",
    )
    assert first_sentence("It holds.") == ("It holds.", "")
