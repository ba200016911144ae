"""Letters whose print is a formula get brackets where they would be read otherwise."""

import pytest
import sympy
from sympy.printing.precedence import PRECEDENCE

from boundcheck.symbolic.composite import binds
from boundcheck.symbolic.typst import typst

x, y = sympy.symbols("x y")
LEVELS = {
    "Add": ("1 + sqrt(2 ln(2\\/alpha))", "K + 1 - j"),
    "Mul": ("theta^top x", "2 L B", "Delta x_(k, j, i)", "log abs(Pi)"),
    "Pow": ("D^2", "norm(V)_2^2", "c(epsilon)", "min(p, q)", "2^(-k)", "sqrt(a b)"),
    "Atom": ("x_(1 2)", "B'", 'theta_"sft"', "cal(N)_cal(F)", "EE[norm(a - b)^2]", "chevron.l a, b chevron.r", '"a + b"'),
}


@pytest.mark.parametrize(("level", "source"), [(level, source) for level, sources in LEVELS.items() for source in sources])
def test_how_tightly_a_print_binds(level, source):
    assert binds(source) == PRECEDENCE[level]


@pytest.mark.parametrize("source", ["tilde(n)\\/n", "tilde(n) slash n", "sum_(k >= j) e^x"])
def test_what_is_loosest_in_a_product(source):
    assert PRECEDENCE["Add"] < binds(source) < PRECEDENCE["Mul"]


@pytest.mark.parametrize(
    ("formula", "letter", "printed"),
    [
        (x**2, "theta^top x", "(theta^top x)^(2)"),
        (8 * x, "theta^top x", "8 theta^top x"),
        (8 * x * sympy.log(y), "tilde(n)\\/n", "8 (tilde(n)\\/n) ln(y)"),
        (x * y, "1 + r", "(1 + r) y"),
        (x + y, "1 + r", "1 + r + y"),
        (y - x, "1 + r", "-(1 + r) + y"),
        (1 / x, "1 + r", "frac(1, 1 + r)"),
        (x**2, "B'", "B'^(2)"),
        (sympy.sqrt(x), "a b", "sqrt(a b)"),
    ],
)
def test_brackets_stand_where_they_are_needed(formula, letter, printed):
    assert typst(formula, {"x": letter}) == printed
