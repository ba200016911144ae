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
    assert refused(found, low=found.high + Fraction(1, 100))
    assert refused(found, high=found.low - Fraction(1, 100))
    assert refused(found, test={h: Fraction(h[0] >= 3) for h in found.test}), "a test that is not private"
    assert refused(found, dual=tuple((h, o, -w, v) for h, o, w, v in found.dual))


def refused(found, **changes):
    """Whether a changed certificate cannot be written, or does not replay."""
    try:
        return not replace(found, **changes).replay()
    except (TypeError, ValueError):
        return True


COINS = best_private_test([HALF, HALF], [QUARTER, 1 - QUARTER], 3, 1, "0.01")
EVERYWHERE = tuple((h, o, Fraction(1, 50), Fraction(0)) for h in COINS.test for o in COINS.test if h != o)
FIRST, *OTHERS = COINS.test


@pytest.mark.parametrize(
    "changes",
    [
        {"test": {}, "high": Fraction(0)},
        {"test": {}},
        {"test": {h: COINS.test[h] for h in OTHERS}},
        {"test": COINS.test | {(4, 0): HALF}},
        {"test": COINS.test | {FIRST: Fraction(3, 2)}},
        {"test": COINS.test | {FIRST: 0.5}},
        {"dual": EVERYWHERE, "low": Fraction(882, 1000)},
        {"dual": (*COINS.dual, ((3, 0), (0, 3), Fraction(1), Fraction(1)))},
        {"dual": (*COINS.dual, ((4, 0), (3, 1), Fraction(1), Fraction(1)))},
        {"dual": (*COINS.dual, ((3, 0), (2, 1), -Fraction(1), Fraction(1)))},
        {"low": COINS.high + Fraction(1, 10**6), "high": COINS.high},
        {"low": -HALF},
        {"high": COINS.low / 2},
        {"users": 0},
        {"users": 4},
        {"epsilon": -COINS.epsilon},
        {"delta": Fraction(-1)},
        {"delta": Fraction(1)},
        {"laws": ((HALF, HALF), (QUARTER, QUARTER))},
        {"laws": ((Fraction(3, 2), -HALF), (QUARTER, 1 - QUARTER))},
        {"laws": ((HALF, HALF),)},
    ],
)
def test_what_is_no_test_or_no_dual_is_refused(changes):
    assert COINS.replay()
    assert refused(COINS, **changes)


def test_every_number_of_a_certificate_is_asked_for():
    """Each weight and each chance, changed, is refused or gives a bracket of the same truth."""
    for place, (h, o, w, v) in enumerate(COINS.dual):
        for changed in ((h, o, w + 1, v), (h, o, w, v + 1), (o, h, w, v), (h, h, w, v), (h, o, -w - 1, v)):
            dual = (*COINS.dual[:place], changed, *COINS.dual[place + 1 :])
            assert refused(COINS, dual=dual) or weakened(dual) >= COINS.low
    for h, chance in COINS.test.items():
        for other in (-chance - 1, 1 - chance, 2 * chance + 1, None, "1/2"):
            assert refused(COINS, test=COINS.test | {h: other}) or other == chance
    for changes in ({"users": 2}, {"epsilon": 2 * COINS.epsilon}, {"delta": 10 * COINS.delta}, {"laws": COINS.laws[::-1]}):
        if not refused(COINS, **changes):
            said = replace(COINS, **changes)
            truth = best_private_test(*said.laws, said.users, said.epsilon, said.delta)
            assert said.low <= truth.high
            assert truth.low <= said.high


def weakened(dual):
    """The bound that a dual point gives, which is at most the truth, by a loop of its own."""
    grown = Fraction(math.e) + Fraction(1, 10**12)
    chances = [{h: math.comb(3, h[0]) * p ** h[0] * (1 - p) ** h[1] for h in COINS.test} for p in (HALF, QUARTER)]
    slopes = {h: chances[0][h] - chances[1][h] for h in COINS.test}
    constant = Fraction(1)
    for h, o, w, v in dual:
        slopes[h] += w - v
        slopes[o] -= grown * (w - v)
        constant -= w * COINS.delta + v * (grown - 1 + COINS.delta)
    found = constant + sum(min(Fraction(0), slope) for slope in slopes.values())
    assert found <= COINS.high
    return found


def test_a_test_that_is_changed_afterwards_does_not_replay():
    found = best_private_test([HALF, HALF], [QUARTER, 1 - QUARTER], 3, 1)
    found.test.clear()
    assert not found.replay()


def test_neighbours_are_mutual():
    assert all(h in neighbours(o) for h in histograms(3, 3) for o in neighbours(h))


def test_laws_must_sum_to_one():
    with pytest.raises(ValueError, match="sum to 1"):
        best_private_test([HALF, QUARTER], [HALF, HALF], 2, 1)
