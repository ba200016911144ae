import math
from dataclasses import replace
from fractions import Fraction

import pytest

from boundcheck.privacy.best_test import best_private_test, histograms, neighbours

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_one_user_and_certain_kinds_is_randomized_response():
    found = best_private_test([1, 0], [0, 1], 1, 1)
    truth = 2 / (1 + math.e)
    assert found.low <= Fraction(truth) + Fraction(1, 10**12)
    assert Fraction(truth) - Fraction(1, 10**12) <= found.high
    assert found.high - found.low < Fraction(1, 10**8)


def test_without_privacy_it_is_one_minus_the_total_variation():
    found = best_private_test([HALF, HALF], [QUARTER, 1 - QUARTER], 4, 25)
    law = [[math.comb(4, k) * p**k * (1 - p) ** (4 - k) for k in range(5)] for p in (HALF, QUARTER)]
    truth = 1 - sum(abs(a - b) for a, b in zip(*law, strict=True)) / 2
    assert abs(found.low - truth) < Fraction(1, 10**8)


def test_ten_users_with_three_labels_each():
    """A user's count of ones among three labels: 286 histograms."""
    laws = [[math.comb(3, k) * p**k * (1 - p) ** (3 - k) for k in range(4)] for p in (Fraction(1, 3), Fraction(2, 3))]
    found = best_private_test(*laws, users=10, epsilon="0.5", delta="0.001")
    assert len(found.test) == len(histograms(10, 4)) == 286
    assert 0 < found.high - found.low < Fraction(1, 10**6)
    assert found.replay()


def test_more_privacy_costs_more():
    errors = [best_private_test([HALF, HALF], [QUARTER, 1 - QUARTER], 6, e).low for e in (2, 1, "0.5")]
    assert errors == sorted(errors)


def test_ends_that_claim_too_much_do_not_replay():
    found = best_private_test([HALF, HALF], [QUARTER, 1 - QUARTER], 5, 1)
    assert found.replay()
    assert not replace(found, low=found.high + Fraction(1, 100)).replay()
    assert not replace(found, high=found.low - Fraction(1, 100)).replay()
    assert not replace(found, test={h: Fraction(h[0] >= 3) for h in found.test}).replay(), "a test that is not private"
    assert not replace(found, dual=tuple((h, o, -w, v) for h, o, w, v in found.dual)).replay()


def test_neighbours_are_mutual():
    assert all(h in neighbours(o) for h in histograms(3, 3) for o in neighbours(h))


def test_laws_must_sum_to_one():
    with pytest.raises(ValueError, match="sum to 1"):
        best_private_test([HALF, QUARTER], [HALF, HALF], 2, 1)
