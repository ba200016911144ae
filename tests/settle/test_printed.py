"""Displays as formulas: what is read is what a reader sees, and what may mean two things is not read."""

import pytest
import sympy

from boundcheck.settle.printed import conditions, quantity, relation

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
        r"x \le y", r"x \le 1/n x", r"x \le n \le 1", r"x", r"x_n \le 1", r"x' \le 1",
        r"\mathbb{E}[x] \le n", r"x^\star \le 1", r"\hat{x} \le 1", r"x \approx n", r"x \le \langle n \rangle",
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
    one, two, n_, x_ = (sympy.Symbol(name, real=True) for name in ("one", "two", "n", "x"))
    display = r"\mathbb{P}[A \in S] \le e^{n} \mathbb{P}\left[B \in S\right] + x"
    assert relation(display, NAMES, events=("one", "two")) == (one, "<=", sympy.exp(n_) * two + x_)


PLAIN = {name: "" for name in "nabx"} | {"e": "e"}


@pytest.mark.parametrize(
    ("display", "sides"),
    [
        (r"x = \sum_{i=1}^n i", ("x", "==", "Sum(i, (i, 1, n))")),
        (r"x \le \log^2 n", ("x", "<=", "log(n)**2")),
        (r"a \le e^n", ("a", "<=", "e**n")),
        (r"2 \le \binom{n}{2}", ("2", "<=", "binomial(n, 2)")),
        (r"x \le \left\lvert a \right\rvert \quad (n = 2)", ("x", "<=", "Abs(a)")),
    ],
)
def test_what_the_grammar_reads_is_read(display, sides):
    low, said, high = sides
    real = {name: sympy.Symbol(name, real=True) for name in PLAIN} | {"i": sympy.Symbol("i", integer=True)}
    assert relation(display, PLAIN) == (sympy.sympify(low, real), said, sympy.sympify(high, real))


@pytest.mark.parametrize(
    "display",
    [
        r"x \le \log n a", r"x \le a/2 b", r"x \le \sum_{i=1}^n a + b", r"x \le x^{(2)}", r"x \le \frac{d}{d x} a",
        r"x \le |a| b |n|",
        r"x \le a, b", r"0 \le x \le a", r"x \ne a", r"x \le \|a\|", r"x \le 1 2", r"x \le a^b^n", "", r"\le",
        r"x \le \sin^{-1}(a)",
        r"x \le \{a\}", r"x \le a(b", r"x \equiv a",
    ],
)  # fmt: skip
def test_what_could_be_two_things_is_not_read(display):
    assert relation(display, PLAIN, near=True) is None
