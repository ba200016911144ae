"""Two rates have the same exponents, or have not: read off far out."""

import pytest
from sympy import Rational, exp, log, sqrt, symbols

from boundcheck.checks.rates import same_rate
from boundcheck.claims import Identity, Inequality, Letter
from boundcheck.symbolic import Inner, Norm, vectors

n, d, delta, alpha, epsilon, x = symbols("n d delta alpha epsilon x", real=True)
PARAMETERS = (
    Letter(n, "", n >= 1, (100, 1e6), integer=True),
    Letter(d, "", d >= 1, (2, 50), integer=True),
    Letter(delta, "", (delta > 0, delta < 1), (0.01, 0.3)),
    Letter(alpha, "", (alpha >= 0, alpha < Rational(1, 2)), (0, 0.4)),
    Letter(epsilon, "", epsilon > 0, (0.1, 8)),
)
c = (exp(epsilon) + 1) / (exp(epsilon) - 1)


def compared(one, other):
    return same_rate(Inequality(x, one), Inequality(x, other), {}, PARAMETERS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (sqrt(log(1 / delta) / n), sqrt((1 + log(1 / delta)) / n)),
        (sqrt(d / n), 7 * sqrt((d + 1) / n)),
        (c * alpha, 5 * (1 + 1 / epsilon) * alpha),
        (log(2 * n) / n, log(n) / n),
    ],
)
def test_a_factor_that_stays_bounded_is_no_exponent(one, other):
    assert compared(one, other) is True


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1 / sqrt(n), 1 / n),
        (log(n) / n, 1 / n),
        (sqrt(d / n), d / sqrt(n)),
        (c * alpha + c / sqrt(n), sqrt(c) * alpha + c / sqrt(n)),
        (sqrt(log(1 / delta) / n), log(1 / delta) / sqrt(n)),
        (alpha + 1 / sqrt(n), sqrt(alpha) + 1 / sqrt(n)),
    ],
)
def test_another_exponent_in_one_parameter_or_one_term_is_seen(one, other):
    assert compared(one, other) is False


def test_what_cannot_be_compared_is_not_said():
    assert same_rate(Inequality(x, n), Identity(x, n), {}, PARAMETERS) is None


def test_the_side_that_differs_is_compared():
    assert same_rate(Inequality(1 / n, x), Inequality(2 / n, x), {}, PARAMETERS) is True
    assert same_rate(Inequality(1 / n, x), Inequality(1 / n**2, x), {}, PARAMETERS) is False


def test_an_equation_has_no_rate():
    assert same_rate(Identity(x, 1 / n), Identity(x, 1 / n**2), {}, PARAMETERS) is None


def test_of_vectors_no_rate_is_told():
    u, v = vectors("u v", symbols("k", integer=True, positive=True))
    assert same_rate(Inequality(Inner(u, v), Norm(u)), Inequality(Inner(u, v), Norm(u) * Norm(v)), {}, PARAMETERS) is None
