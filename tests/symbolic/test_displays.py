"""A display beside its formula: a relation or a letter that the formula lacks says more than is proved."""

import pytest
from sympy import symbols

from boundcheck.symbolic.displays import letters, says_more, source_of

x, n = symbols("x n", real=True)


@pytest.mark.parametrize(
    ("display", "relation", "said"),
    [
        ("1 = 2", "<=", "the relation ="),
        ("x < y", "<=", "the relation <"),
        ("x <= y", "~", "the relation <="),
        ("x approx y", "==", "the relation approx"),
        ("x != y", "<", "the relation !="),
        ("x subset.eq y", "<=", "the relation subset.eq"),
        ("x <= y <= 2 y", "<=", "2 relations"),
        ("x + y", "<=", "no relation"),
        ("inf_b x <= y", "<=", "the letters b, inf"),
        ("EE x <= y", "<=", "the letter EE"),
        ('x <= y_"max"', "<=", "the letter max"),
        ("hat(x) <= y", "<=", "the letter hat"),
        ("x <= y + z", "<=", "the letter z"),
        ("x <= y => y >= x", "<=", "3 relations"),
    ],
)
def test_what_a_display_says_beyond_its_formula_is_named(display, relation, said):
    assert says_more(display, ["x", "y"], relation) == said


@pytest.mark.parametrize(
    ("display", "relation"),
    [
        ("x <= y", "<="),
        ("x <= y", "<"),
        ("x <= y", "=="),
        ("x < y", "<"),
        ("y >= x", "<="),
        ("x = y", "=="),
        ("y := x", "=="),
        ("x <= sqrt(y) + 2 exp(x)", "<="),
        ("f(x <= 1) <= y".replace("f", ""), "<="),  # within brackets it is a part of a side
        ("x <= y quad (z >= 1)", "<="),  # behind the pause stand conditions
        ("x lt.eq y", "<="),
    ],
)
def test_what_says_no_more_is_taken(display, relation):
    assert says_more(display, ["x", "y"], relation) == ""


def test_letters_of_conditions_may_stand_in_a_display():
    assert says_more("x <= y_n", ["x", "y", "n >= 1"], "<=") == ""


def test_numbers_signs_and_functions_are_no_letters():
    assert letters('frac(1, 2) sqrt(alpha_1) "CTL" dot exp(-x^2)') == {"alpha", "CTL", "x"}


def test_a_display_is_printed_from_an_expression_or_a_template():
    assert source_of("x <= 1", {}) == "x <= 1"
    assert source_of(("y <= {}", x / n), {}) == "y <= frac(x, n)"
    assert source_of(x + 1, {"x": "xi"}) == "xi + 1"
