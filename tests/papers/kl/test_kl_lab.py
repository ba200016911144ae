"""What the experiments put into points, computed a second way."""

import math

import numpy as np
import pytest

from boundcheck.papers.kl import table_1
from boundcheck.papers.kl.lab import interval, offline, online, small_classes
from boundcheck.rlhf.bandits import bandit, classes
from boundcheck.rlhf.bandits.bandit import one_state
from boundcheck.rlhf.bandits.estimates import private_probability
from boundcheck.rlhf.bandits.online import Rule, play


@pytest.mark.parametrize(("bound", "epsilon"), [(0.5, 0.2), (1, 1), (4, 0.5), (8, 1), (8, 30)])
def test_the_price_is_the_least_information_and_bounds_every_affinity(bound, epsilon):
    x = np.linspace(-bound, bound, 201)
    p = private_probability(x, epsilon)
    slope = np.gradient(p, x, edge_order=2)
    assert 1 / (slope**2 / (p * (1 - p))).min() == pytest.approx(offline.price(bound, epsilon), rel=0.02)
    first, second = np.meshgrid(p, p)
    hellinger = (np.sqrt(first) - np.sqrt(second)) ** 2 + (np.sqrt(1 - first) - np.sqrt(1 - second)) ** 2
    apart = (x[:, None] - x) ** 2
    away = apart > 1e-9
    ratio = (hellinger / 2)[away] / apart[away] * 8 * offline.price(bound, epsilon)
    assert ratio.min() >= 1 - 1e-9
    assert ratio.min() < 1.1  # met in the limit at the end of the range


def test_a_tenth_of_the_price_is_no_bound():
    x = np.array([8.0, 7.9])
    p = private_probability(x, 1.0)
    affinity = np.sqrt(p.prod()) + np.sqrt((1 - p).prod())
    assert 1 - affinity < 0.1**2 / (8 * 0.1 * offline.price(8, 1))


def test_coverage_of_a_point_is_that_of_two_actions():
    point = offline.BENCH.point(offline.Offline("error"), chance=0.1, beta=2.0)
    best = 0.1 * math.exp(2) / (0.1 * math.exp(2) + 0.9)
    assert point["coverage"] == pytest.approx(best * 9 + (1 - best) / 9)


def test_the_dimension_bounds_what_runs_sum_up():
    """64 runs; the bound fails with probability delta = 0.05 at most and is loose by a factor of ten here."""
    point = online.BENCH.point(epsilon=2, beta=4, rounds=2_000, size=3)
    tables = classes.ladder((0.0, 0.5, 1.0), states=1, bound=0.5, centre=-0.5)
    rule = Rule(online.width(0.5, 2, 3, 0.05), 1.0)
    run = play(
        np.random.default_rng(1), 64, bandit=one_state(0.5, 0.5), tables=tables, beta=4, epsilon=2, rounds=2_000, rule=rule
    )
    assert run.unsure.max() < point["dimension"]
    assert (run.regret <= 0.5 + 2 * 4 * run.squares).all()
    assert not run.pessimistic.any()


def test_with_the_printed_cap_runs_get_stuck():
    """Each run is stuck with probability about 0.33; that fewer than 20 of 200 are has probability below 1e-12."""
    rounds = round(math.exp(10))
    point = online.BENCH.point(bound=2.0, epsilon=1, beta=20, rounds=rounds)
    found = online.Online(cap=0.0).sample(np.random.default_rng(2), 200, **point)["error"]
    assert (found > rounds / 2).sum() >= 20
    mended = online.Online().sample(np.random.default_rng(2), 200, **point)["error"]
    assert (mended > rounds / 2).sum() == 0


def test_definitions_on_small_classes():
    assert small_classes.offset_of_policy("one bit a state, rare") == 36
    assert small_classes.single_of_policy("one bit a state, rare") > 3 * small_classes.density("one bit a state, rare")
    assert small_classes.eluder_as_written("1", 5) == 1.25
    assert small_classes.eluder_of_a_run("1", 6) < 1.0


def test_counts_of_wins_round_to_the_printed_rates():
    for name, rate in table_1.RATES.items():
        assert f"{table_1.wins(name) / table_1.PAIRS:.3f}" == rate


def test_the_most_likely_member_of_an_interval_against_a_fine_grid():
    point = interval.BENCH.point(n=4_000, tau=1e-3)
    found = interval.Interval().sample(np.random.default_rng(3), 5, **point)["error"]
    rng = np.random.default_rng(3)  # the same labels again
    seen = bandit.draw(rng, 5, n=4_000, law=one_state(0.5, 0.5).pair_law(), first_wins=np.array([bandit.sigmoid(1.0)]))
    seen = bandit.thinned(rng, seen, epsilon=1.0)
    grid = np.linspace(0.5, 1.0, 20_001)
    p = private_probability(grid, 1.0)
    best = grid[(seen.ones * np.log(p) + (seen.total - seen.ones) * np.log(1 - p)).argmax(axis=1)]
    assert found == pytest.approx((best - 1) ** 2 / 4, abs=1e-4)
    assert found.max() > 1e-3
    assert interval.Interval(assumed=math.inf).sample(np.random.default_rng(3), 5, **point)["error"] == pytest.approx(0.0625)


def test_without_a_cap_the_regret_is_much_the_same_at_lambda_of_the_squared_range():
    """Medians of 50 runs each; at lambda = 4 B^2."""
    point = online.BENCH.point(epsilon=4, beta=20, rounds=10**4)
    capped = online.Online().sample(np.random.default_rng(4), 50, **point)["error"]
    free = online.Online(cap=math.inf).sample(np.random.default_rng(4), 50, **point)["error"]
    assert np.median(free) == pytest.approx(np.median(capped), rel=0.1)
