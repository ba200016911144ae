"""Self-play whose drawn opponents are all the same action: what Theorem D.3's T is too small to forget."""

import numpy as np

from boundcheck.rlhf.games import SelfPlay, duality_gap

# The first action gains 1 against the second and loses 1/2 against the third, which are even.
GAME = np.array([[0.0, 1.0, -0.5], [-1.0, 0.0, 0.0], [0.5, 0.0, 0.0]])
UNIFORM = np.full(3, 1 / 3)


def average_of_equal_draws(rounds):
    """The average policy at beta = T^(-1/2) and eta = 1/T, and the least probability of the draw in any round."""
    play = SelfPlay(rounds**-0.5, 1 / rounds)
    policy, total, least = UNIFORM[None], np.zeros((1, 3)), 1.0
    for _ in range(rounds):
        total, least = total + policy, min(least, float(policy[0, 2]))
        policy = play.step(policy, UNIFORM[None], GAME[:, 2][None])
    return total / rounds, least


def gap_of_equal_draws(rounds):
    """Duality gap of that policy over all policies."""
    policy, _ = average_of_equal_draws(rounds)
    return round(float(duality_gap(np.ones(1), GAME[None], policy)), 4)
