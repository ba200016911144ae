"""De-biased shares against the exact law of K-RR."""

import numpy as np
import pytest

from boundcheck.rlhf.estimators.debiased import debiased_shares, k_wise_mle


def test_shares_are_unbiased():
    """At the exact frequencies of private labels the shares are those of the labels."""
    law, epsilon = np.array([0.5, 0.3, 0.2]), np.log(3)
    private = law * 3 / 5 + (1 - law) / 5
    counts = np.round(private * 10**6).astype(np.int64)[None]
    assert debiased_shares(counts, epsilon=epsilon)[0] == pytest.approx(law, abs=1e-12)


def test_rewards_of_given_shares():
    rewards = np.array([0.4, 0.0, -0.4])
    shares = np.exp(rewards) / np.exp(rewards).sum()
    estimate, exists = k_wise_mle(np.stack([shares, [1.1, 0.1, -0.2]]))
    assert estimate[0] == pytest.approx(rewards)
    assert exists.tolist() == [True, False]
