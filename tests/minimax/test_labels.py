"""The two formulas of a private label against its law, written out."""

import math

import pytest

from boundcheck.minimax.labels import divergence, leaning


@pytest.mark.parametrize(("h", "epsilon"), [(0.3, 0.5), (2.0, 1.0), (5.0, 4.0)])
def test_a_private_label_against_its_law(h, epsilon):
    keep, up = 1 / (1 + math.exp(-epsilon)), 1 / (1 + math.exp(-h))
    assert float(leaning(h)) == pytest.approx(2 * up - 1, rel=1e-12)
    one = keep * up + (1 - keep) * (1 - up)  # that the private label is 1
    apart = one * math.log(one / (1 - one)) + (1 - one) * math.log((1 - one) / one)
    c = (math.exp(epsilon) + 1) / (math.exp(epsilon) - 1)
    assert float(divergence(leaning(h), c)) == pytest.approx(apart, rel=1e-9)
    assert float(divergence(leaning(h), 2 * c)) != pytest.approx(apart, rel=0.1)
