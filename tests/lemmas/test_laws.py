"""The laws to which lemmas are put, against a second computation."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from flint import arb, ctx
from scipy import stats
from sympy import Rational

from boundcheck.calculus import Private, always, law, le
from boundcheck.calculus.terms import Functional
from boundcheck.lemmas import at
from boundcheck.lemmas.concentration import X
from boundcheck.lemmas.information import Laws, Measure, coin
from boundcheck.lemmas.privacy import NormalRelease
from boundcheck.lemmas.tails import ChiSquare, Coins, DoubleExponential, Normal, binomial_tail


@pytest.mark.parametrize(
    ("n", "k", "p"), [(10, 0, "1/2"), (10, 3, "1/3"), (10, 9, "1/3"), (25, 11, "4/5"), (25, 26, "1/2"), (60, 59, "1/7")]
)
def test_binomial_tail_against_the_sum_of_fractions(n, k, p):
    p = Fraction(p)
    exact = sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(max(k, 0), n + 1))
    with ctx.workprec(256):
        ball = binomial_tail(n, Rational(p.numerator, p.denominator), k)
        assert ball.overlaps(arb(exact.numerator) / exact.denominator)
        assert ball.rad() < 1e-9


@pytest.mark.parametrize(("n", "k"), [(10**4, 5200), (10**4, 4700), (10**6, 503000)])
def test_binomial_tail_against_scipy(n, k):
    with ctx.workprec(256):
        assert float(binomial_tail(n, Rational(1, 2), k)) == pytest.approx(stats.binom.sf(k - 1, n, 0.5), rel=1e-6)


@pytest.mark.parametrize(
    ("law", "other"),
    [(Normal(), stats.norm), (ChiSquare(7), stats.chi2(7)), (DoubleExponential(2), stats.laplace(scale=2))],
)
@pytest.mark.parametrize("x", [0.5, 2.25, 6.0])
def test_tails_against_scipy(law, other, x):
    with ctx.workprec(256):
        assert float(law.above(None, arb(x), {})) == pytest.approx(other.sf(x), rel=1e-9)
        assert float(law.below(None, arb(x), {})) == pytest.approx(other.cdf(x), rel=1e-9)


def test_a_normal_release_against_the_integral():
    shift, level = 1.5, 0.7
    edge = level / shift + shift / 2
    delta = stats.norm.sf(edge - shift) - 2.718281828459045**level * stats.norm.sf(edge)
    for factor, holds in ((0.999, False), (1.001, True)):
        said = Private("M", Rational(7, 10), Rational(str(round(delta * factor, 12))), "one row")
        assert NormalRelease(Rational(3, 2)).holds(said, {}) is holds


def test_the_two_point_risk_against_all_estimators_of_a_grid():
    p, q = (
        {0: Rational(1, 5), 1: Rational(3, 10), 2: Rational(1, 2)},
        {0: Rational(3, 5), 1: Rational(3, 10), 2: Rational(1, 10)},
    )
    model, grid = Laws({"P": p, "Q": q}), [Fraction(j, 30) for j in range(31)]
    least = min(
        max(
            sum(Fraction(p[x].p, p[x].q) * e for x, e in enumerate(es)),
            sum(Fraction(q[x].p, q[x].q) * (1 - e) for x, e in enumerate(es)),
        )
        for es in product(grid, repeat=3)
    )
    risk = model.value(Functional("two-point risk", Measure("P"), Measure("Q"), 0, 1), {})
    assert float(risk) <= float(least) <= float(risk) + 1 / 30


def test_what_a_ball_cannot_tell_is_neither_true_nor_false():
    said = always(le(Functional("KL", Measure("P"), Measure("Q")), 0))
    assert Laws({"P": coin(Rational(1, 3)), "Q": coin(Rational(1, 3))}).holds(said, {}) is True
    assert Laws({"P": coin(Rational(1, 3)), "Q": coin(Rational(1, 2))}).holds(said, {}) is False


def test_coins_have_the_laws_of_coins():
    fair = at(Coins(), n=10**6)
    assert fair.holds(law(X, "bounded", 0, 1)) is True
    assert fair.holds(law(X, "bounded", 0, Rational(9, 10))) is False
    assert fair.holds(law(X, "mean", Rational(1, 2))) is True
    assert fair.holds(law(X, "variance", Rational(1, 4))) is True
    assert fair.holds(law(X, "variance", Rational(1, 5))) is False
    assert fair.holds(law(X, "sub-Gaussian", Rational(1, 4))) is True
    assert fair.holds(law(X, "sub-Gaussian", Rational(1, 5))) is False
