"""Noisy thresholds: probabilities against quadrature, and the six variants of Lyu, Su and Li, two private and four not."""

from fractions import Fraction

import numpy as np
import pytest
from flint import ctx

from boundcheck.privacy import (
    RECORD_REPLACED,
    USER_REPLACED,
    AboveThreshold,
    Account,
    Change,
    FinitePair,
    NoisyThreshold,
    Part,
    epsilon_bracket,
)
from boundcheck.privacy.thresholds import HALTS, PASSES

ONE = {Change.REPLACED: 1}


def numeric(mechanism, answers, queries):
    """The integral over the noisy threshold, by the trapezoid rule on a fine grid."""
    b, c, middle = float(mechanism.threshold_scale), float(mechanism.query_scale), float(mechanism.threshold)
    u = np.linspace(middle - 60 * b, middle + 60 * b, 2_000_001)
    density = np.exp(-np.abs(u - middle) / b) / (2 * b)
    for passes, query in zip(answers, queries, strict=True):
        z = (u - float(query)) / c
        above = np.where(z >= 0, np.exp(-np.abs(z)) / 2, 1 - np.exp(-np.abs(z)) / 2)
        density = density * (above if passes else 1 - above)
    return float(np.sum(density[1:] + density[:-1]) * (u[1] - u[0]) / 2)


@pytest.mark.parametrize("scales", [(2, 4), (1, 1), ("1.5", "0.5")])
def test_probabilities_against_quadrature(scales):
    mechanism = AboveThreshold(3, *scales)
    queries = [4, "3.5", 3, "0.5", 7]
    values = [float(Fraction(q)) for q in queries]
    for answers in ([PASSES] * 5, [PASSES, HALTS, PASSES, PASSES, HALTS], [HALTS] * 5):
        assert float(mechanism.probability(answers, queries)) == pytest.approx(
            numeric(mechanism, answers, values), abs=1e-9
        )


def test_the_law_sums_to_one():
    law = AboveThreshold(3, 2, 4).law([4, "3.5", 1, 6, 6, 6])
    with ctx.workprec(192):
        total = sum(law[1:], law[0])
    assert total.contains(1)
    assert float(total.rad()) < 1e-30


def test_the_textbook_epsilon_holds_on_all_corners_and_a_smaller_noise_breaks_it():
    """Queries that each move by one, up or down; epsilon = 1/2 + 2/4 = 1 for scales (2, 4)."""
    base = [Fraction(3), Fraction(2), Fraction(4)]
    right, halved = AboveThreshold(3, 2, 4), AboveThreshold(3, 1, 2)
    assert right.guaranteed() == 1
    worst, broken = 0.0, 0.0
    for moves in range(8):
        other = [q + (1 if moves >> t & 1 else -1) for t, q in enumerate(base)]
        worst = max(worst, right.pair(base, other).pure_epsilon[1])
        broken = max(broken, halved.pair(base, other).pure_epsilon[0])
    assert worst <= 1
    assert broken > 1


def test_going_on_with_the_same_noisy_threshold_costs_more_with_each_halt():
    """The fault of not drawing the threshold's noise again: no epsilon serves for long strings of answers."""
    mechanism, length = AboveThreshold(0, 2, 4), 12
    answers = [PASSES, HALTS] * (length // 2)
    queries, others = [Fraction(0), Fraction(1)] * (length // 2), [Fraction(1), Fraction(0)] * (length // 2)
    told = (mechanism.probability(answers, others) / mechanism.probability(answers, queries)).log()
    assert float(told) > 2 * mechanism.guaranteed()
    single = mechanism.pair(queries, others).pure_epsilon
    assert single[1] <= mechanism.guaranteed()


def test_monotone_queries_cost_less():
    mechanism = AboveThreshold(3, 2, 4)
    base = [Fraction(3), Fraction(5), Fraction(2)]
    up = mechanism.pair(base, [q + 1 for q in base]).pure_epsilon
    assert up[1] <= mechanism.guaranteed(monotone=True) == Fraction(3, 4)


# The sparse vector technique at epsilon = 1, sensitivity 1 and c answers "above".


def variants(c):
    """Algorithms 1 to 6 of Lyu, Su and Li."""
    return (
        NoisyThreshold(2, 4 * c, ONE, stop=c),
        NoisyThreshold(2 * c, 4 * c, ONE, stop=c, renewed=True),
        NoisyThreshold(2, 2 * c, ONE, stop=c, shows="compared"),
        NoisyThreshold(4, "4/3", ONE, stop=c),
        NoisyThreshold(2, 0, ONE, stop=None),
        NoisyThreshold(2, 2, ONE, stop=None),
    )


@pytest.mark.parametrize("c", [1, 3])
def test_two_variants_are_private_and_four_are_not(c):
    found = [epsilon_bracket(one, 0, RECORD_REPLACED) for one in variants(c)]
    assert all(one.replay() and one.attained for one in found)
    assert [one.exact_high for one in found[:2]] == [1, 1], "as the paper proves"
    assert all(one.low > 1 for one in found[2:])
    assert [one.high for one in (found[2], *found[4:])] == [float("inf")] * 3
    assert all(one.low > 1 - 1e-5 for one in found[:2]), "and no less will do"
    assert found[3].low <= (1 + 6 * c) / 4 == found[3].exact_high <= found[3].low + 1e-5
    assert found[4].low == float("inf")


def test_the_example_is_what_a_fine_grid_gives():
    """Its two probabilities, integrated by another rule."""
    one = NoisyThreshold(4, "4/3", ONE)
    pair, at = one.attained_pair(Change.REPLACED, Change.REMOVED), AboveThreshold(0, 4, "4/3")
    assert one.example(Change.REPLACED).queries == "4 at 64/3, then 1 at 0"
    for high, ball in ((Fraction(0), pair.p[0]), (Fraction(-1), pair.q[0])):
        queries = [Fraction(64, 3) - high] * 4 + [high]
        assert float(ball) == pytest.approx(numeric(at, [HALTS] * 4 + [PASSES], queries), rel=1e-5)


def test_values_that_were_compared_against_samples():
    rng, runs = np.random.default_rng(0), 400_000
    one = NoisyThreshold(2, 1, ONE, shows="compared")
    at = AboveThreshold(0, 2, 1)
    event = at.integral([(Fraction(0), 0, 1)] * 2 + [(Fraction(0), Fraction(1, 2), -1)], top=Fraction(0))
    threshold, noise = rng.laplace(0, 2, runs), rng.laplace(0, 1, (3, runs))
    seen = np.mean((noise[:2] < threshold).all(0) & (noise[2] >= threshold) & (noise[2] <= 0))
    assert float(event) == pytest.approx(seen, abs=4e-3)
    assert one.largest(Change.REPLACED) is None


def test_values_with_noise_of_their_own_and_queries_that_move_one_way():
    fresh = epsilon_bracket(NoisyThreshold(4, 8, ONE, shows="fresh", value_scale=2), 0, RECORD_REPLACED)
    assert fresh.low <= 1 == fresh.exact_high <= fresh.low + 1e-5
    one_way = epsilon_bracket(NoisyThreshold(2, 2, ONE, monotone=True), 0, RECORD_REPLACED)
    assert one_way.low <= 1 == one_way.exact_high <= one_way.low + 1e-5
    assert epsilon_bracket(NoisyThreshold(2, 0, ONE, monotone=True), 0, RECORD_REPLACED).low == float("inf")


def test_no_random_neighbours_lose_more_than_the_largest_loss():
    rng, one = np.random.default_rng(1), NoisyThreshold(2, 3, ONE, stop=2)
    at, most = AboveThreshold(0, 2, 3), float(one.largest(Change.REPLACED))
    worst = 0.0
    for _ in range(60):
        queries = [Fraction(int(q), 2) for q in rng.integers(-8, 30, 6)]
        moved = [q + Fraction(int(by), 2) for q, by in zip(queries, rng.integers(-2, 3, 6), strict=True)]
        answers = [PASSES if k in rng.choice(6, 2, replace=False) else HALTS for k in range(6)]
        answers[-1] = PASSES if sum(answers) < 2 else answers[-1]
        if sum(answers) <= 2:
            worst = max(worst, float((at.probability(answers, queries) / at.probability(answers, moved)).log()))
    assert 0 < worst <= most


def test_users_with_several_records_and_what_else_was_released():
    account = Account((Part(NoisyThreshold(2, 4, ONE)),), USER_REPLACED, members=3)
    assert account.epsilon(0).exact_high == 3
    beside = epsilon_bracket(NoisyThreshold(2, 4, ONE), "1e-3", RECORD_REPLACED)
    assert beside.replay()
    assert 0 <= beside.low <= beside.high <= 1
    endless = epsilon_bracket(NoisyThreshold(2, 0, ONE, stop=None), "1e-3", RECORD_REPLACED)
    assert endless.replay()
    assert endless.low >= 10**6
    assert endless.high == float("inf")


def test_a_bracket_that_was_changed_does_not_replay():
    from dataclasses import replace

    found = epsilon_bracket(variants(1)[0], 0, RECORD_REPLACED)
    assert not replace(found, high=0.9).replay()
    assert not replace(found, low=1.1, high=2.0).replay()
    endless = epsilon_bracket(variants(1)[4], 0, RECORD_REPLACED)
    assert not replace(found, low=endless.low, high=endless.high, high_ends=(), low_end=endless.low_end).replay()
    with pytest.raises(ValueError, match="some loss exceeds 1/2"):
        FinitePair((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)), most=Fraction(1, 2))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stop": 0}, "stop: must be a whole number >= 1"),
        ({"shows": "all"}, "shows: must be one of answers, compared, fresh"),
        ({"shows": "fresh"}, "value scale: goes with shows = fresh"),
        ({"value_scale": 1}, "value scale: goes with shows = fresh"),
        ({"shows": "fresh", "value_scale": 1, "monotone": True}, "monotone: goes with answers alone"),
        ({"renewed": 1}, "renewed: must be true or false"),
    ],
)
def test_what_is_refused(given, said):
    with pytest.raises(ValueError, match=said):
        NoisyThreshold(2, 4, ONE, **given)
