"""A display beside its formula: a relation or a letter that the formula lacks says more than is proved."""

import pytest
import sympy
from sympy import symbols

from boundcheck.symbolic.displays import conditions, letters, quantity, relation, says_more, source_of, with_events

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


# Displays as formulas: what is read is what a reader sees, and what may mean two things is not read.

NAMES = {"x": "", "n": "", "radius": "B'", "cost": r"c(\varepsilon)", "hat": r"\hat{\theta}"}


@pytest.mark.parametrize(
    ("display", "sides"),
    [
        (r"x \le \frac{1}{2 n}", ("x", "<=", "1/(2*n)")),
        (r"x \ge n", ("n", "<=", "x")),
        (r"B'^2 x = c(\varepsilon)^2", ("radius**2*x", "==", "cost**2")),
        (r"\hat\theta \cdot 2 < \sqrt{n}", ("2*hat", "<", "sqrt(n)")),
        (r"x \le e^{-n} \ln(n) + \max(x, |n|)", ("x", "<=", "exp(-n)*log(n) + Max(x, Abs(n))")),
        (r"x := n/2", ("x", "==", "n/2")),
        (r"x \le n, \quad n \ge 1", ("x", "<=", "n")),
        (r"\left( x \right)\, n \leq \tfrac12", ("x*n", "<=", "1/2")),
    ],
)
def test_a_display_is_read(display, sides):
    low, said, high = sides
    real = {name: sympy.Symbol(name, real=True) for name in NAMES}
    assert relation(display, NAMES) == (sympy.sympify(low, real), said, sympy.sympify(high, real))


@pytest.mark.parametrize(
    "display",
    [
        r"x \le y", r"x \le 1/n x", r"x \le n \le 1", r"x", r"\sum_{i=1}^n x \le n", r"x_n \le 1", r"x' \le 1", r"x \le n!",
        r"\mathbb{E}[x] \le n", r"x \le \ln n", r"x^\star \le 1", r"\hat{x} \le 1", r"x \approx n", r"x \le \langle n \rangle",
    ],
)  # fmt: skip
def test_a_display_that_says_more_or_two_things_is_not_read(display):
    assert relation(display, NAMES) is None


def test_what_is_near_is_an_equation_where_that_is_asked():
    assert relation(r"x \approx n", NAMES, near=True)[1] == "=="


def test_conditions_and_quantities():
    x_, n_ = (sympy.Symbol(name, real=True) for name in "xn")
    assert conditions(r"x \le n \quad \text{for } n \ge 1, x < 1", NAMES) == [(1, "<=", n_), (x_, "<", 1)]
    assert conditions(r"x \le n \quad (n \ge 1)", NAMES) == [(1, "<=", n_)]
    assert quantity(r"\frac{x}{n}", NAMES) == x_ / n_
    assert quantity(r"x \le n", NAMES) is None


def test_probabilities_are_letters_in_their_order():
    nodes = with_events(r"\mathbb{P}[A \in S] \le e^{n} \mathbb{P}[B \in S] + x", ("one", "two"))
    one, two, n_, x_ = (sympy.Symbol(name, real=True) for name in ("one", "two", "n", "x"))
    assert relation(nodes, {**NAMES, "one": "", "two": ""}) == (one, "<=", sympy.exp(n_) * two + x_)
