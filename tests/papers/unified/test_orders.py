"""Definition 3.4: the pipelines' laws against enumeration of all labels, coins and corruptions."""

import itertools
import math
from fractions import Fraction

import numpy as np

from boundcheck.papers.unified.definition_3_4 import largest_shift
from boundcheck.rlhf.mechanisms import CTL, LTC, Directional
from boundcheck.rlhf.preferences import Preferences

ROW = np.array([[np.sqrt(0.5), -np.sqrt(0.5)]])
UP = Directional(direction=(1.0, -1.0))


def _mean_shift(pipeline, repeats=40_000):
    """Mean shift of the de-biased label when all four labels are 0 and one may be raised; epsilon = ln 3."""
    data = Preferences(ROW, np.full((repeats, 1), 4), np.zeros((repeats, 1), int), np.zeros(2))
    seen = pipeline(np.random.default_rng(0), data, alpha=0.25, epsilon=math.log(3), lam=0.1)
    return (2 * (seen.ones[:, 0] - 2) + 2) / 4


def test_the_pipelines_against_the_largest_shift():
    """Standard error below 0.004; five of them, false alarm about 6e-7 each."""
    for pipeline, order in ((CTL(UP), "ctl"), (LTC(UP), "ltc")):
        expected = largest_shift(order, 4, Fraction(1, 4), 3)
        assert abs(_mean_shift(pipeline).mean() - expected) < 0.02


def test_the_law_of_ctl_against_enumeration():
    """Counts of ones among four labels, three 0 and one raised: total variation below 0.015 at 40,000 draws."""
    keep = Fraction(3, 4)
    law = np.zeros(5)
    for coins in itertools.product((0, 1), repeat=4):
        weight = math.prod(keep if c else 1 - keep for c in coins)
        ones = (1 if coins[0] else 0) + sum(0 if c else 1 for c in coins[1:])
        law[ones] += float(weight)
    repeats = 40_000
    data = Preferences(ROW, np.full((repeats, 1), 4), np.zeros((repeats, 1), int), np.zeros(2))
    seen = CTL(UP)(np.random.default_rng(1), data, alpha=0.25, epsilon=math.log(3), lam=0.1)
    found = np.bincount(seen.ones[:, 0], minlength=5) / repeats
    assert np.abs(found - law).sum() / 2 < 0.015
