import numpy as np

from boundcheck.papers.aup.studies.halting import runs_through, runs_through_poisson
from boundcheck.rlhf.users import Threshold
from boundcheck.stats import binomial_test


def test_full_agreement_against_the_algorithm_itself():
    """False alarm 1e-3; a test at twice the level would be seen."""
    rng, runs = np.random.default_rng(7), 1500
    through = 0
    for _ in range(runs):
        threshold = Threshold(rng, 40.0, epsilon=1.5)
        through += all(threshold.passes(rng, 50.0) for _ in range(60))
    assert binomial_test(through, runs, runs_through(50, 3, 60)) > 1e-3
    assert binomial_test(through, runs, runs_through(50, 6, 60)) < 1e-6


def test_random_batches_against_drawing_them():
    """False alarm 1e-3; batches of fixed size would be seen."""
    rng, runs, through = np.random.default_rng(8), 4000, 0
    for _ in range(runs):
        threshold = Threshold(rng, 40.0, epsilon=4.0)
        through += all(threshold.passes(rng, float(k) ** 2 / 50) for k in rng.poisson(50, size=3))
    assert binomial_test(through, runs, runs_through_poisson(50, 8, 3)) > 1e-3
    assert binomial_test(through, runs, runs_through(50, 8, 3)) < 1e-6
