"""A display beside its formula: a relation or a letter that the formula lacks says more than is proved."""

import pytest
from sympy import symbols

from boundcheck.symbolic.displays import letters, says_more, source_of

x, n = symbols("x n", real=True)


@pytest.mark.parametrize(
    ("display", "relation", "said"),
    [
        ("1 = 2", "<=", "the relation $=$"),
        ("x < y", "<=", "the relation $<$"),
        (r"x \le y", "~", r"the relation $\le$"),
        (r"x \approx y", "==", r"the relation $\approx$"),
        (r"x \ne y", "<", r"the relation $\ne$"),
        (r"x \subseteq y", "<=", r"the relation $\subseteq$"),
        (r"x \le y \le 2 y", "<=", "2 relations"),
        ("x + y", "<=", "no relation"),
        (r"\inf_b x \le y", "<=", r"the letters $\inf$, $b$"),
        (r"\mathbb{E} x \le y", "<=", r"the letter $\mathbb{E}$"),
        (r"x \le y_{\mathrm{top}}", "<=", r"the letter $\text{top}$"),
        (r"\hat{x} \le y", "<=", r"the letter $\hat$"),
        (r"x \le y + z", "<=", "the letter $z$"),
        (r"x \le y \Rightarrow y \ge x", "<=", "3 relations"),
    ],
)
def test_what_a_display_says_beyond_its_formula_is_named(display, relation, said):
    assert says_more(display, ["x", "y"], relation) == said


@pytest.mark.parametrize(
    ("display", "relation"),
    [
        (r"x \le y", "<="),
        (r"x \le y", "<"),
        (r"x \le y", "=="),
        ("x < y", "<"),
        (r"y \ge x", "<="),
        ("x = y", "=="),
        ("y := x", "=="),
        (r"x \le \sqrt{y} + 2 \exp(x)", "<="),
        (r"(x \le 1) \le y", "<="),  # within brackets it is a part of a side
        (r"x \le y \quad (z \ge 1)", "<="),  # behind the pause stand conditions
        (r"x \leq y", "<="),
    ],
)
def test_what_says_no_more_is_taken(display, relation):
    assert says_more(display, ["x", "y"], relation) == ""


def test_letters_of_conditions_may_stand_in_a_display():
    assert says_more(r"x \le y_n", ["x", "y", r"n \ge 1"], "<=") == ""


def test_numbers_signs_and_functions_are_no_letters():
    assert letters(r"\frac{1}{2} \sqrt{\alpha_1} \mathrm{CTL} \cdot \exp(-x^2)") == {r"\alpha", r"\text{CTL}", "x"}


def test_a_display_is_printed_from_an_expression_or_a_template():
    assert source_of(r"x \le 1", {}) == r"x \le 1"
    assert source_of((r"y \le {}", x / n), {}) == r"y \le \frac{x}{n}"
    assert source_of(x + 1, {"x": r"\xi"}) == r"\xi + 1"
