from fractions import Fraction

import pytest

from boundcheck.privacy import FinitePair, selection_law, selection_pair

HALF = Fraction(1, 2)


def test_selection_is_private_and_its_law_adds_up():
    law = selection_law([3, 1, "0.5"], 2)
    assert sum(law[1:], law[0]).contains(1)
    low, high = selection_pair([3, 1, 1], [2, 2, 0], 2).pure_epsilon
    assert 1 < low <= high <= 2
    assert selection_pair([3, 0, 1], [0, 3, 1], 2).pure_epsilon[0] > 2, "scores that move by 3"


def test_a_finite_pair_has_its_exact_profile():
    pair = FinitePair((HALF, HALF, Fraction(0)), (Fraction(1, 4), HALF, Fraction(1, 4)))
    assert pair.delta(Fraction(0)).low <= Fraction(1, 4) <= pair.delta(Fraction(0)).high
    assert pair.pure_epsilon == (float("inf"), float("inf"))
    with pytest.raises(ValueError, match="sums to 3/4"):
        FinitePair((HALF, Fraction(1, 4)), (HALF, HALF))
