"""Rényi orders, exactly and as libraries print them."""

import math
from fractions import Fraction

import mpmath
import pytest

from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    USER_ADDED_OR_REMOVED,
    Change,
    Composition,
    Gaussian,
    customary_epsilon,
    customary_multiplier,
    epsilon_bracket,
    gaussian_epsilon,
    renyi_divergence,
    renyi_epsilon,
    zero_concentrated,
    zero_concentrated_epsilon,
)
from boundcheck.privacy.mechanisms import Composition as RenyiComposition
from boundcheck.privacy.renyi import FRACTIONS, WHOLE, _by_quadrature, _by_sums


@pytest.mark.parametrize(("sigma", "q", "order"), [(1, "0.1", 2), (2, "0.01", 8), ("0.7", "0.3", 5)])
def test_the_closed_form_against_quadrature(sigma, q, order):
    mechanism = Gaussian(sigma, q)
    s, rate = mpmath.mpf(str(sigma)), mpmath.mpf(q)

    def moment(x):
        ratio = 1 - rate + rate * mpmath.exp((2 * x - 1) / (2 * s**2))
        return mpmath.npdf(x, 0, s) * ratio**order

    truth = mpmath.log(mpmath.quad(moment, [-20, -5, 0, 2, 5, 10, 30])) / (order - 1)
    assert float(renyi_divergence(mechanism, order)) == pytest.approx(float(truth), rel=1e-10)


def test_renyi_gives_no_less_than_the_accountant():
    mechanism = Gaussian(1, "0.01")
    found = renyi_epsilon(mechanism, 1000, "1e-5", RECORD_ADDED_OR_REMOVED)
    truth = epsilon_bracket(Composition(((mechanism, 1000),)), "1e-5", RECORD_ADDED_OR_REMOVED)
    assert truth.low <= found.epsilon <= 1.25 * truth.high


def test_against_dp_accounting():
    rdp = pytest.importorskip("dp_accounting.rdp")
    dp = pytest.importorskip("dp_accounting")
    accountant = rdp.RdpAccountant(list(range(2, 65)))
    accountant.compose(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(1.0)), 1000)
    ours = renyi_epsilon(Gaussian(1, "0.01"), 1000, "1e-5", RECORD_ADDED_OR_REMOVED, tuple(range(2, 65)))
    assert ours.epsilon == pytest.approx(accountant.get_epsilon(1e-5), rel=1e-6)


def test_a_sampled_replacement_has_no_closed_form():
    with pytest.raises(ValueError, match="added or removed"):
        renyi_divergence(Gaussian(1, "0.1"), 2, Change.REPLACED)
    assert float(renyi_divergence(Gaussian(1), 3, Change.REPLACED)) == 6


def test_zero_concentrated_privacy_is_an_upper_bound():
    rho = zero_concentrated(2, 4, RECORD_ADDED_OR_REMOVED)
    assert rho == Fraction(1, 2)
    assert zero_concentrated(2, 4, RECORD_REPLACED) == 2
    found = zero_concentrated_epsilon(rho, "1e-5")
    assert found == pytest.approx(0.5 + 2 * math.sqrt(0.5 * math.log(1e5)))
    assert found >= gaussian_epsilon("1e-5", 2 * rho).high


def test_the_published_number_of_the_moments_accountant():
    """Noise 4, rate .01, 10,000 steps, delta 1e-5: 1.26 (Abadi et al., CCS 2016, Section 3.2), by their conversion."""
    step, steps, delta = Gaussian(4, "0.01"), 10_000, 1e-5
    moments = min(
        steps * float(renyi_divergence(step, order)) - math.log(delta) / (order - 1) for order in range(2, 40)
    )
    assert round(moments, 2) == 1.26
    tight = epsilon_bracket(Composition(((step, steps),)), "1e-5", RECORD_ADDED_OR_REMOVED)
    assert tight.high < renyi_epsilon(step, steps, "1e-5", RECORD_ADDED_OR_REMOVED).epsilon < moments


@pytest.mark.parametrize(("multiplier", "sampling"), [(0.6, 0.02), (2.0, 0.1)])
def test_whole_orders_against_balls(multiplier, sampling):
    mechanism = Gaussian(multiplier, sampling)
    by_rule = dict(zip(FRACTIONS.round(1), _by_quadrature(multiplier, sampling), strict=True))
    by_sum = dict(zip(WHOLE, _by_sums(multiplier, sampling), strict=True))
    for order, found in [(2, by_rule[2.0]), (5, by_rule[5.0]), (10, by_rule[10.0]), (12, by_sum[12]), (40, by_sum[40])]:
        assert found / (order - 1) == pytest.approx(float(renyi_divergence(mechanism, order)), rel=1e-9)
    assert by_rule[2.5] < by_rule[2.6], "a moment grows with its order"


def test_it_lies_between_the_bracket_and_whole_orders():
    mechanism = Gaussian("0.75", "1/30")
    found = customary_epsilon(0.75, 1 / 30, 100, 1e-5)
    bracket = epsilon_bracket(RenyiComposition(((mechanism, 100),)), "1e-5", USER_ADDED_OR_REMOVED)
    assert bracket.high < found <= renyi_epsilon(mechanism, 100, "1e-5", USER_ADDED_OR_REMOVED).epsilon * (1 + 1e-9)


def test_the_multiplier_inverts_epsilon():
    noise = customary_multiplier(3.0, 0.02, 200, 1e-5)
    assert customary_epsilon(noise, 0.02, 200, 1e-5) == pytest.approx(3.0, rel=1e-4)
    assert customary_epsilon(noise * 0.99, 0.02, 200, 1e-5) > 3.0
    assert math.isfinite(customary_epsilon(0.3, 0.5, 10, 1e-5))


def test_what_cannot_be_asked():
    with pytest.raises(ValueError, match="sampling"):
        customary_epsilon(1.0, 1.5, 10, 1e-5)
