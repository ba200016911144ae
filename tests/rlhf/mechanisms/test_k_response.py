"""K-RR: its law, its ratio, and its case of two labels."""

import math

import numpy as np
import pytest

from boundcheck.rlhf.mechanisms import keep_probability
from boundcheck.rlhf.mechanisms.responses import k_randomized_response, keep_probability_of


@pytest.mark.parametrize("k", [2, 3, 7])
def test_ratio_of_kept_and_wrong(k):
    keep = keep_probability_of(k, epsilon=1.3)
    assert keep / ((1 - keep) / (k - 1)) == pytest.approx(math.exp(1.3))


def test_two_labels_are_randomized_response():
    assert keep_probability_of(2, epsilon=0.4) == pytest.approx(keep_probability(0.4))


def test_counts_stay_and_follow_the_law():
    """Shares of 10^12 labels; 6 standard deviations at a fixed seed (false alarm 1e-8)."""
    counts = np.array([[10**12, 0, 0]])
    private = k_randomized_response(np.random.default_rng(0), counts, epsilon=math.log(3))
    assert private.sum() == 10**12
    assert private[0] / 10**12 == pytest.approx([3 / 5, 1 / 5, 1 / 5], abs=6e-6)


def test_a_privacy_of_zero_is_refused():
    with pytest.raises(ValueError, match="epsilon must be positive"):
        keep_probability_of(3, epsilon=0.0)
