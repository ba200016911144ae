import math

import pytest

from boundcheck.privacy import (
    USER_ADDED_OR_REMOVED,
    Gaussian,
    customary_epsilon,
    customary_multiplier,
    epsilon_bracket,
    renyi_divergence,
    renyi_epsilon,
)
from boundcheck.privacy.customary import FRACTIONS, WHOLE, _by_quadrature, _by_sums
from boundcheck.privacy.mechanisms import Composition


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
    bracket = epsilon_bracket(Composition(((mechanism, 100),)), "1e-5", USER_ADDED_OR_REMOVED)
    assert bracket.high < found <= renyi_epsilon(mechanism, 100, "1e-5", USER_ADDED_OR_REMOVED).epsilon * (1 + 1e-9)


def test_the_multiplier_inverts_epsilon():
    noise = customary_multiplier(3.0, 0.02, 200, 1e-5)
    assert customary_epsilon(noise, 0.02, 200, 1e-5) == pytest.approx(3.0, rel=1e-4)
    assert customary_epsilon(noise * 0.99, 0.02, 200, 1e-5) > 3.0
    assert math.isfinite(customary_epsilon(0.3, 0.5, 10, 1e-5))


def test_what_cannot_be_asked():
    with pytest.raises(ValueError, match="sampling"):
        customary_epsilon(1.0, 1.5, 10, 1e-5)
