"""Shuffled responses: the profile of the clones against a sum over all counts, and against what can be attained."""

import math
from fractions import Fraction

import pytest

from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, RECORD_REPLACED, Composition, ShuffledResponse, epsilon_bracket
from boundcheck.privacy.shuffled import ShuffledPair


def by_sums(epsilon, people, categories, level):
    grown, growth = math.exp(epsilon), math.exp(level)
    share, total = 2 / (grown + categories - 1), 0.0
    for c in range(people):
        weight = math.comb(people - 1, c) * share**c * (1 - share) ** (people - 1 - c)
        coins = [math.comb(c, j) / 2**c for j in range(c + 1)]
        for j in range(c + 2):
            with_it, without = coins[j - 1] if j else 0.0, coins[j] if j <= c else 0.0
            p, q = (grown * with_it + without) / (grown + 1), (with_it + grown * without) / (grown + 1)
            total += weight * max(0.0, p - growth * q)
    return total * (grown + 1) / (grown + categories - 1)


@pytest.mark.parametrize(("epsilon", "people", "categories"), [(1, 20, 2), (3, 40, 2), (2, 30, 5), ("1/2", 1, 2)])
@pytest.mark.parametrize("level", ["0", "0.1", "0.5", "1", "2"])
def test_the_profile_of_clones_against_a_sum_over_all_counts(epsilon, people, categories, level):
    found = ShuffledPair(Fraction(epsilon), people, categories).delta(Fraction(level))
    truth = by_sums(float(Fraction(epsilon)), people, categories, float(level))
    assert float(found.low) - 1e-12 <= truth <= float(found.high) + 1e-12
    assert found.width < 1e-30


def test_what_is_attained_lies_below_and_more_people_hide_better():
    few, many = (epsilon_bracket(ShuffledResponse(1, people), "1e-6", RECORD_REPLACED) for people in (60, 1000))
    for found in (few, many):
        assert found.replay()
        assert found.attained
        assert 0 < found.low < found.high < 1
    assert many.high < few.low


def test_one_person_alone_has_the_privacy_of_a_response():
    found = epsilon_bracket(ShuffledResponse(1, 1), "1e-9", RECORD_REPLACED)
    assert found.low <= 1 <= found.high + 1e-6
    assert found.high < 1 + 1e-5


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda: epsilon_bracket(ShuffledResponse(1, 9), "1e-6", RECORD_ADDED_OR_REMOVED),
            "answers for one unit replaced",
        ),
        (lambda: ShuffledResponse(1, 10**8), "people: must be at most 1,000,000, got 100000000"),
        (
            lambda: epsilon_bracket(Composition(((ShuffledResponse(1, 9), 2),)), "1e-6", RECORD_REPLACED),
            "accounted for alone",
        ),
    ],
)
def test_what_is_not_known_is_refused(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()
