"""What refutes a claimed lower bound, and what does not."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from sympy import Rational, Symbol, sqrt

from boundcheck.minimax import (
    Family,
    Squared,
    bayes_actions,
    bayes_risk,
    below_upper_bound,
    compared,
    le_cam,
    meets,
    method_risk,
    worst_squared_risk,
    zero_one,
)
from boundcheck.prove import Proved, Refuted, prove

PAIR = Family.bits((Fraction(2, 5), Fraction(3, 5)), 5)


def hodges_lehmann(n):
    """The minimax estimator of a Bernoulli mean where n is a square: risk 1/(4 (1 + sqrt n)^2) at every mean."""
    root = int(n**0.5)
    return [Fraction(2 * k + root, 2 * (n + root)) for k in range(n + 1)]


@pytest.mark.parametrize("n", [1, 4, 9])
def test_all_means_against_the_known_minimax_estimator(n):
    found = worst_squared_risk(hodges_lehmann(n))
    expected = Fraction(1, 4 * (1 + int(n**0.5)) ** 2)
    assert found.low <= expected <= found.high
    assert found.high - found.low <= Fraction(3, 10**24)


@pytest.mark.parametrize("flip", [Fraction(0), Fraction(1, 4)])
def test_all_means_against_a_grid(flip):
    estimates = [Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(9, 10)]
    p = np.linspace(0, 1, 2001)
    q = float(flip) + (1 - 2 * float(flip)) * p
    risk = sum(comb(4, k) * q**k * (1 - q) ** (4 - k) * (float(a) - p) ** 2 for k, a in enumerate(estimates))
    found = worst_squared_risk(estimates, flip, halvings=6)
    assert float(found.low) <= risk.max() + 1e-9
    assert float(found.high) >= risk.max() - 1e-9
    assert found.high - found.low < Fraction(1, 500)


def test_the_minimax_risk_is_met_by_a_grid_prior():
    """Uniform on 40 means, n = 4: Bayes risk within 1 % of the minimax risk 1/36, so that nothing is hidden between."""
    means = [Fraction(2 * k + 1, 80) for k in range(40)]
    below = bayes_risk(Family.bits(means, 4), Squared(means))
    above = worst_squared_risk(hodges_lehmann(4))
    assert Fraction(99, 100) < below.low / above.high <= 1


def test_a_claim_above_the_risk_of_a_method_is_refuted():
    rule = method_risk(PAIR, zero_one(2), bayes_actions(PAIR, zero_one(2)))
    true, false = compared(rule.low, rule), compared(rule.high + Fraction(1, 1000), rule)
    assert not true.refutes
    assert false.refutes
    assert true.largest_ratio == 1
    with pytest.raises(TypeError):
        bool(false)
    with pytest.raises(ValueError, match="says nothing"):
        compared(0, rule)


def test_the_bayes_rule_beside_le_cam_has_ratio_one():
    rule = method_risk(PAIR, zero_one(2), bayes_actions(PAIR, zero_one(2)))
    assert meets(le_cam(PAIR, 1), rule) == 1


def test_a_claim_above_a_proved_upper_bound():
    n = Symbol("n", positive=True)
    upper = 1 / (4 * n)  # variance of the mean of n bits, at most
    assert isinstance(prove(below_upper_bound(1 / (2 * n), upper)), Proved)
    known = below_upper_bound(1 / (4 * (1 + sqrt(n)) ** 2), upper)  # a true lower bound is above no upper bound
    assert isinstance(prove(known), Refuted)
    assert isinstance(prove(below_upper_bound(Rational(1, 10), upper, (n >= 3,))), Proved)
