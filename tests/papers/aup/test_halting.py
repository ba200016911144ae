import numpy as np
from scipy.stats import binomtest

from boundcheck.papers.aup.lab.halting import far_groups_kept, runs_through, runs_through_poisson
from boundcheck.rlhf.users import Threshold, concentration, keeping_probabilities


def test_full_agreement_against_the_algorithm_itself():
    """False alarm 1e-3; a test at twice the level would be seen."""
    rng, runs = np.random.default_rng(7), 1500
    through = 0
    for _ in range(runs):
        threshold = Threshold(rng, 40.0, epsilon=1.5)
        through += all(threshold.passes(rng, 50.0) for _ in range(60))
    assert binomtest(through, runs, runs_through(50, 3, 60)).pvalue > 1e-3
    assert binomtest(through, runs, runs_through(50, 6, 60)).pvalue < 1e-6


def test_random_batches_against_drawing_them():
    """False alarm 1e-3; batches of fixed size would be seen."""
    rng, runs, through = np.random.default_rng(8), 4000, 0
    for _ in range(runs):
        threshold = Threshold(rng, 40.0, epsilon=4.0)
        through += all(threshold.passes(rng, float(k) ** 2 / 50) for k in rng.poisson(50, size=3))
    assert binomtest(through, runs, runs_through_poisson(50, 8, 3)).pvalue > 1e-3
    assert binomtest(through, runs, runs_through(50, 8, 3)).pvalue < 1e-6


def test_two_far_groups_of_a_large_batch_are_both_kept():
    """False alarm 1e-3; with the drawn size they never are."""
    groups = np.concatenate([np.zeros((33, 1)), np.full((32, 1), 1e6)])
    assert concentration(groups, 1.0, 50) >= 40
    assert keeping_probabilities(groups, 1.0, 50).min() > 0.8
    assert keeping_probabilities(groups, 1.0, len(groups)).max() < 0.1
    rng, runs, both = np.random.default_rng(9), 3000, 0
    for _ in range(runs):
        first, second = rng.poisson(25, size=2)
        batch = np.concatenate([np.zeros((first, 1)), np.full((second, 1), 1e6)])
        kept = rng.random(len(batch)) < keeping_probabilities(batch, 1.0, 50)
        passed = Threshold(rng, 40.0, epsilon=4.0).passes(rng, concentration(batch, 1.0, 50))
        both += bool(passed and kept[:first].any() and kept[first:].any())
    assert binomtest(both, runs, far_groups_kept(50, 8, True)).pvalue > 1e-3
    assert far_groups_kept(50, 8, False) == 0
