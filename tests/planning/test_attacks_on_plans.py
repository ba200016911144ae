"""Bounds of known inverses whose domains have holes, or tie letters together: no n suffices that does not."""

from fractions import Fraction

import numpy as np
import pytest
from sympy import And, Eq, Integer, Max, Ne, Rational, Symbol, log, sqrt

from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.planning import PlanError, bounds_of, plan, point_of, quote

n, k, delta = (Symbol(name, real=True) for name in ("n", "k", "delta"))
N = Letter(n, "size", n >= 1, (1, 1000), integer=True)
K = Letter(k, "blocks", k >= 1, (1, 20), integer=True)
RISK = Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2))


def nothing(rng, repeats, **_):
    return np.zeros(repeats)


def of(size, letters=(N, RISK, K), **rest):
    regime = Regime("a", Simulation(nothing), {"n": 100, "delta": 0.05, "k": 20})
    bound = HighProbabilityBound.of(size, failure=delta, trivial=Integer(100), regimes=(regime,), **rest)
    return bounds_of("own/x", Claim(parts={"bound": bound}, letters=letters))[0]


def asked(size, target, point=None, letters=(N, RISK, K), **rest):
    return plan(of(size, letters, **rest), letters[0], Fraction(target), point or {})


def test_across_a_hole_of_the_domain_a_bound_need_not_fall():
    """2 + 1/(n - 50) falls on either side of n = 50: it is at most 2.05 up to 49, and from 70 on."""
    holed = Letter(n, "size", (n >= 1, Ne(n, 50)), (1, 1000), integer=True)
    found = asked(2 + 1 / (n - 50), "2.05", letters=(holed, RISK, K))
    assert found.intervals[0] == (1, 49)
    assert (found.value, int(found.intervals[1][0])) == (70, 70)


def test_a_hole_of_the_domain_suffices_for_nothing():
    """5/n is 1/10 at n = 50, of which nothing is said."""
    holed = Letter(n, "size", (n >= 1, Ne(n, 50)), (1, 1000), integer=True)
    assert asked(5 / n, "0.1", letters=(holed, RISK, K)).value == 51
    assert asked(5 / n, "0.1").value == 50


@pytest.mark.parametrize("where", ["domain of n", "domain of k", "given"])
def test_what_ties_letters_together_holds_at_the_answer(where):
    """sqrt(k/n) for n >= k alone."""
    letters = [N, RISK, K]
    if where == "domain of n":
        letters[0] = Letter(n, "size", (n >= 1, n >= k), (1, 1000), integer=True)
    elif where == "domain of k":
        letters[2] = Letter(k, "blocks", (k >= 1, k <= n), (1, 20), integer=True)
    rest = {"given": (n >= k,)} if where == "given" else {}
    bound = of(sqrt(k / n), tuple(letters), **rest)
    point = point_of(["k=50"], [bound], "n")
    assert plan(bound, letters[0], Fraction(10), point).value == 50
    assert quote(bound, {**point, "n": Fraction(50)}).explicit == 1
    with pytest.raises(PlanError, match="says nothing there"):
        quote(bound, {**point, "n": Fraction(49)})


def test_conditions_in_one_relation_or_two():
    both = asked(5 / n, 1, given=(And(n >= 30, n <= 1000),))
    assert both.intervals == asked(5 / n, 1, given=(n >= 30, n <= 1000)).intervals == ((30, 1000),)


def test_an_equation_is_a_condition_that_can_be_met():
    at = {"n": Fraction(100)}
    assert quote(of(5 / n, given=(Eq(n, 100),)), at).explicit == 0.05
    with pytest.raises(PlanError, match="says nothing there"):
        quote(of(5 / n, given=(Eq(n, 99),)), at)


@pytest.mark.parametrize(
    ("size", "target", "runs"),
    [
        (2 + 1 / (n - Rational(201, 2)), "1.8", ((96, 100),)),  # a pole between two whole numbers
        (Max(10 / n, n / 10**6), "0.1", ((100, 100_000),)),  # falls, then rises
        (sqrt(100 - n), 1, ((99, 100),)),  # no value from 101 on
        (log(n - 50), 1, ((51, 52),)),  # no value up to 50
    ],
)
def test_true_inverses_of_bounds_that_turn_or_have_no_value(size, target, runs):
    assert asked(size, target).intervals == runs


def test_conditions_on_the_risk_are_kept_at_its_value():
    """n >= 8 ln(1/delta) asks for 56 at delta = 1/1000, where 5 would do by the formula."""
    at = {"delta": Fraction(1, 1000)}
    assert asked(5 / n, 1, at, given=(n >= 8 * log(1 / delta),)).value == 56
    outside = asked(sqrt(log(1 / delta) / n), 1, {"delta": Fraction(3, 4)}, given=(delta <= Rational(1, 2),))
    assert outside.value is None
