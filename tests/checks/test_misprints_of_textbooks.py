"""Misprints, and what is none, in lines that everybody knows: none is of the five papers on which the rules were completed."""

import pytest
from sympy import Rational, exp, log, sqrt, symbols

from boundcheck.checks.mending import mending
from boundcheck.claims import Inequality, Repair, Step

a, b, d, k, n, p, q, s, t, x = symbols("a b d k n p q s t x", real=True)
TAIL = 2 * exp(-2 * n * t**2)


def found(printed, meant):
    return mending(Step("s", "(1)", printed, repair=Repair(meant, "so"), misprint="page 2"), {}, {})


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        (Inequality(p, 2 * exp(-2 * n * t)), Inequality(p, TAIL)),  # Hoeffding without the square
        (Inequality(p, TAIL / 2), Inequality(p, TAIL)),  # one-sided for two-sided
        (Inequality((1 + x) ** n, 1 + n * x), Inequality(1 + n * x, (1 + x) ** n)),  # Bernoulli, turned round
        (Inequality(sqrt(a * b), (a - b) / 2), Inequality(sqrt(a * b), (a + b) / 2)),  # a sign in the means
        (Inequality(log(1 + x), x**2), Inequality(log(1 + x), x)),
        (Inequality(x, s * sqrt(2 * log(n))), Inequality(x, s * sqrt(2 * log(d)))),  # a maximum of d variables
    ],
    ids=["exponent", "factor", "relation", "sign", "power", "letter"],
)
def test_a_misprint_is_one_symbol(printed, meant):
    assert found(printed, meant) == "one symbol"


def test_a_half_under_a_root_is_one_symbol_where_the_lines_are_typed():
    """Pinsker's inequality without its half: the printer writes sqrt(2) sqrt(k)/2, which is two symbols more."""
    printed, meant = (Inequality(abs(p - q), root) for root in (sqrt(k), sqrt(k / 2)))
    assert found(printed, meant) == "line"
    repair = Repair(meant, "so", r"|p - q| \le \sqrt{\operatorname{KL}/2}")
    typed = Step("s", "(1)", printed, r"|p - q| \le \sqrt{\operatorname{KL}}", repair=repair, misprint="page 2")
    assert mending(typed, {}, {}) == "one symbol"


@pytest.mark.parametrize(
    ("printed", "meant", "kind"),
    [
        (Inequality(p, exp(-(t**2) / (2 * s**2))), Inequality(p, s**2 / t**2), "line"),  # Chebyshev for Chernoff
        (Inequality(p, TAIL), Inequality(p, 2 * exp(-n * t**2 / (2 * (s**2 + t * b / 3)))), "line"),  # Bernstein for Hoeffding
        (Inequality(abs(p - q), k / 2), Inequality(abs(p - q), sqrt(1 - exp(-k))), "line"),  # Bretagnolle and Huber for Pinsker
        (Inequality(x, sqrt(d * log(n) / n)), Inequality(x, (d * log(n) / n) ** Rational(1, 3) + exp(-n) * b), "line"),
        (Inequality(exp(x), 1 + x), Inequality(log(t), t - 1, (t > 0,)), "another line"),
        (Inequality((a + b) ** 2, a**2 + b**2), Inequality(sqrt(k) * log(n), k + log(n) ** 2), "another line"),
    ],
)
def test_another_theorem_is_no_misprint(printed, meant, kind):
    assert found(printed, meant) == kind
