"""Minimax risks of finite families from both sides."""

from fractions import Fraction

import pytest

from boundcheck.minimax import Divergence, Family, Law, Squared, absolute, bayes_risk, minimax_risk, replay, zero_one

LOPSIDED = (Fraction(2, 5), Fraction(3, 5), Fraction(61, 100))


def test_two_sides_meet_where_equal_weights_are_not_the_worst():
    family, loss = Family.bits(LOPSIDED, 5), Squared(LOPSIDED)
    found = minimax_risk(family, loss)
    assert found.low <= found.high < found.low * Fraction(101, 100)
    assert bayes_risk(family, loss).high < found.low  # equal weights give less
    assert replay(found.below).ok
    assert replay(found.above).ok


def test_a_grid_of_means_nearly_has_the_known_minimax_risk():
    """Of the means in [0, 1] and 4 draws it is 1/36; a grid is a smaller family."""
    means = tuple(Fraction(k, 20) for k in range(21))
    found = minimax_risk(Family.bits(means, 4), Squared(means), steps=1500)
    assert Fraction(97, 100) * Fraction(1, 36) < found.low <= Fraction(1, 36)
    assert found.low <= found.high


def test_policies():
    laws = (
        Law((Fraction(1, 4), Fraction(3, 4))),
        Law((Fraction(1, 2), Fraction(1, 2))),
        Law((Fraction(2, 3), Fraction(1, 3))),
    )
    found = minimax_risk(Family.bits(LOPSIDED, 8), Divergence(laws))
    assert found.low <= found.high < found.low * Fraction(105, 100)


def test_sides_are_true_where_they_do_not_meet():
    """Two draws and three names: the best rule draws lots."""
    found = minimax_risk(Family.bits(LOPSIDED, 2), zero_one(3), steps=50)
    assert found.low <= found.high
    assert minimax_risk(Family.bits(LOPSIDED, 2), absolute(LOPSIDED), steps=1).low > 0


def test_too_many_counts_are_refused():
    with pytest.raises(ValueError, match="fewer draws"):
        minimax_risk(Family.bits(LOPSIDED, 30_000), zero_one(3))
