"""Games on tables: gaps against linear programs, the step against its first-order condition, self-play against the gap."""

import numpy as np
import pytest

from boundcheck.rlhf.bandits.policies import phi
from boundcheck.rlhf.games import SelfPlay, against, antisymmetric, cyclic, duality_gap

TABLE = antisymmetric((0.5, -0.8, 0.3), (0.2, 0.9, -0.4), actions=3)
STATES = np.array([0.4, 0.6])
REFERENCE = np.array([[0.2, 0.3, 0.5], [0.5, 0.25, 0.25]])


def test_gap_is_zero_at_the_equilibrium_and_positive_elsewhere():
    paper = cyclic(3)
    assert duality_gap(np.ones(1), paper, np.full((1, 3), 1 / 3)) == pytest.approx(0, abs=1e-15)
    assert duality_gap(np.ones(1), paper, np.array([[1.0, 0.0, 0.0]])) == pytest.approx(2)


def test_gap_of_an_antisymmetric_game_is_twice_the_best_reply():
    policy = np.random.default_rng(0).dirichlet(np.ones(3), 2)
    assert duality_gap(STATES, TABLE, policy) == pytest.approx(2 * (against(TABLE, policy).max(axis=-1) @ STATES))


def test_step_solves_its_first_order_condition():
    play = SelfPlay(beta=0.2, eta=0.5)
    gain = against(TABLE, REFERENCE)
    before = play.step(REFERENCE, REFERENCE, gain)
    after = play.step(before, REFERENCE, gain)
    left = (1 + 1 / 0.5) * 0.2 * phi(after / REFERENCE) - 0.2 / 0.5 * phi(before / REFERENCE) - gain
    assert np.ptp(left, axis=-1) == pytest.approx(0, abs=1e-12)


def test_step_without_the_last_term_solves_another_problem():
    gain, first = against(TABLE, REFERENCE), SelfPlay(beta=0.2, eta=0.5)
    before = first.step(REFERENCE, REFERENCE, gain)
    forgetful = SelfPlay(beta=0.2, eta=0.5, momentum=False)
    assert np.abs(first.step(before, REFERENCE, gain) - forgetful.step(before, REFERENCE, gain)).max() > 0.01


def test_gap_of_self_play_falls_with_the_rounds():
    gaps = [duality_gap(STATES, TABLE, SelfPlay(T**-0.5, 1 / T).average(TABLE, REFERENCE, T)) for T in (10, 100, 1000)]
    assert gaps[0] > gaps[1] > 2 * gaps[2]


def test_sampled_opponents_play_as_the_policy_in_the_mean():
    play, many = SelfPlay(0.2, 0.5, sampled=True), np.broadcast_to(TABLE, (4000, 2, 3, 3))
    policies = list(play.policies(many, REFERENCE, 2, np.random.default_rng(5)))
    drawn = (1 + 1 / 0.5) * 0.2 * phi(policies[1] / REFERENCE)
    exact = (1 + 1 / 0.5) * 0.2 * phi(play.step(REFERENCE, REFERENCE, against(TABLE, REFERENCE)) / REFERENCE)
    gap = drawn - drawn[..., :1] - (exact - exact[..., :1])
    assert np.abs(gap.mean(axis=0)).max() < 5 * 2 / 4000**0.5  # 5 standard errors: false alarm below 1e-5


def test_entries_outside_the_range_are_refused():
    with pytest.raises(ValueError, match="entries lie in"):
        antisymmetric((2.0, 0.0, 0.0), actions=3)
