"""Sums over counts against sums over all data sets."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from sympy import Rational, exp

from boundcheck.minimax import (
    Divergence,
    Family,
    Finite,
    Group,
    Law,
    Squared,
    absolute,
    bayes_actions,
    bayes_risk,
    bernoulli,
    method_risk,
    spread,
    zero_one,
)

THIRDS = tuple(Fraction(k, 7) for k in (2, 3, 5))


def fractions_of(law):
    return [Fraction(int(p.p), int(p.q)) for p in law.probabilities]


def data_sets(family):
    """The probability of every data set, draw by draw, under every hypothesis."""
    draws = [[fractions_of(law) for law in group.laws] for group in family.groups for _ in range(group.draws)]
    outcomes = [range(len(rows[0])) for rows in draws]
    for data in product(*outcomes):
        yield [prod(rows[i][x] for rows, x in zip(draws, data, strict=True)) for i in range(family.hypotheses)]


def by_enumeration(family, least):
    return sum(least(row) for row in data_sets(family))


def variance(weights, values):
    mass = sum(weights)
    mean = sum(w * v for w, v in zip(weights, values, strict=True)) / mass
    return sum(w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True))


@pytest.mark.parametrize("n", range(7))
@pytest.mark.parametrize("prior", [(1, 1, 1), (1, 2, 4)])
def test_bayes_risk_against_enumeration(n, prior):
    family = Family.bits(THIRDS, n)
    shares = [Fraction(w, sum(prior)) for w in prior]

    def weighted(row):
        return [w * p for w, p in zip(shares, row, strict=True)]

    squared = by_enumeration(family, lambda row: variance(weighted(row), THIRDS))
    named = by_enumeration(family, lambda row: sum(weighted(row)) - max(weighted(row)))
    distance = by_enumeration(
        family, lambda row: min(sum(w * abs(v - a) for w, v in zip(weighted(row), THIRDS, strict=True)) for a in THIRDS)
    )
    for loss, expected in ((Squared(THIRDS), squared), (zero_one(3), named), (absolute(THIRDS), distance)):
        found = bayes_risk(family, loss, shares)
        assert found.low <= expected <= found.high
        assert found.high - found.low <= Fraction(2, 10**24)


@pytest.mark.parametrize("n", range(1, 5))
def test_groups_and_more_outcomes_against_enumeration(n):
    dice = (
        Law((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))),
        Law((Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))),
    )
    coins = (bernoulli(Fraction(1, 5)), bernoulli(Fraction(1, 4)))
    family = Family((Group(dice, n), Group(coins, 2)))
    expected = by_enumeration(family, lambda row: min(row) / 2)
    found = bayes_risk(family, zero_one(2))
    assert found.low <= expected <= found.high
    assert found.high - found.low <= Fraction(2, 10**24)


def test_a_window_brackets_the_sum_of_all_counts():
    family = Family.bits((Fraction(2, 5), Fraction(1, 2)), 300)
    whole, part = bayes_risk(family, zero_one(2)), bayes_risk(family.within(3), zero_one(2))
    assert part.low <= whole.low <= whole.high <= part.high
    assert part.high - part.low < Fraction(1, 10**4)
    narrow = Family((Group(family.groups[0].laws, 300, (130, 140)),))
    cut = bayes_risk(narrow, zero_one(2))
    assert cut.low < whole.low < cut.high  # so narrow that the bracket shows it


def test_ball_laws_agree_with_rational_ones():
    ball = bayes_risk(Family.bits((exp(-1), 1 - exp(-1)), 5), zero_one(2))
    near = bayes_risk(Family.bits((Fraction(36787944117, 10**11), Fraction(63212055883, 10**11)), 5), zero_one(2))
    assert abs(float(ball.low - near.low)) < 1e-10
    assert ball.high - ball.low <= Fraction(2, 10**24)


def test_divergence_against_a_grid_of_actions():
    laws = (Law((Fraction(1, 3), Fraction(2, 3))), Law((Fraction(3, 4), Fraction(1, 4))))
    family = Family.bits((Fraction(1, 3), Fraction(1, 2)), 3)
    found = bayes_risk(family, Divergence(laws, scale=Fraction(1, 2)))
    import numpy as np

    grid = np.linspace(1e-4, 1 - 1e-4, 20001)
    costs = [
        grid * np.log(grid / float(law.probabilities[0]))
        + (1 - grid) * np.log((1 - grid) / float(law.probabilities[1]))
        for law in laws
    ]
    expected = sum(np.min(sum(float(p) / 4 * c for p, c in zip(row, costs, strict=True))) for row in data_sets(family))
    assert float(found.low) == pytest.approx(expected, rel=1e-6)


def test_thinned_draws_against_the_sum_over_their_number():
    from scipy.stats import binom

    pair = Family.bits((Fraction(1, 3), Fraction(2, 3)), 1)
    thin = spread(pair, 40, Fraction(1, 4), blocks=30)
    found = bayes_risk(thin, zero_one(2))
    number = range(41)
    each = [float(bayes_risk(Family.bits((Fraction(1, 3), Fraction(2, 3)), n), zero_one(2)).low) for n in number]
    expected = sum(binom.pmf(n, 40, 0.25) * each[n] for n in number)
    assert float(found.low) <= expected <= float(found.high)
    assert found.high - found.low < Fraction(5, 100)


def test_the_bayes_rule_attains_the_bayes_risk():
    family = Family.bits((Fraction(2, 5), Fraction(3, 5)), 5)
    rule = method_risk(family, zero_one(2), bayes_actions(family, zero_one(2)))
    bayes = bayes_risk(family, zero_one(2))
    assert rule.high == bayes.low  # odd n, symmetric: the rule errs alike under both
    stubborn = method_risk(family, zero_one(2), [0] * 6)
    assert stubborn.low == 1


def test_what_is_no_family_is_refused():
    with pytest.raises(ValueError, match="same outcomes"):
        Family.of([Law((1,)), bernoulli(Fraction(1, 2))], 3)
    with pytest.raises(ValueError, match="hypotheses"):
        bayes_risk(Family.bits(THIRDS, 2), zero_one(2))
    with pytest.raises(ValueError, match="within"):
        bayes_risk(Family.bits((Fraction(1, 3), Fraction(2, 3)), 10**8), zero_one(2))
    with pytest.raises(ValueError, match="add up"):
        bayes_risk(Family.bits(THIRDS, 2), zero_one(3), (1, 1, 1))
    with pytest.raises(ValueError, match="at least 0"):
        Finite(((-1, 1), (1, 0)))
    assert Squared((Rational(1, 2), 1)).hypotheses == 2


def test_the_bayes_rule_of_a_divergence_has_ratio_one():
    laws = (Law((Fraction(1, 3), Fraction(2, 3))), Law((Fraction(2, 3), Fraction(1, 3))))
    family, loss = Family.bits((Fraction(2, 5), Fraction(3, 5)), 21), Divergence(laws, scale=Fraction(1, 2))
    bayes = bayes_risk(family, loss)
    rule = method_risk(family, loss, bayes_actions(family, loss))
    assert 1 <= rule.high / bayes.low < 1 + Fraction(1, 10**12)
    stubborn = method_risk(family, loss, [laws[0]] * 22)
    assert stubborn.low > 3 * bayes.high


def test_windows_take_an_answer_outside():
    family = Family.bits((Fraction(2, 5), Fraction(3, 5)), 400).within(3)
    actions = bayes_actions(family, zero_one(2))
    with pytest.raises(ValueError, match="outside"):
        method_risk(family, zero_one(2), actions)
    found = method_risk(family, zero_one(2), actions, outside=0)
    assert found.low <= bayes_risk(family, zero_one(2)).high <= found.high + Fraction(1, 10**20)
