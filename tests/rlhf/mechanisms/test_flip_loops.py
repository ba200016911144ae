"""The compiled choice of labels is that of NumPy, ties included."""

import numpy as np
import pytest

from boundcheck.rlhf.mechanisms import adversaries
from boundcheck.rlhf.mechanisms.adversaries import steepest_flips
from boundcheck.rlhf.preferences import Preferences


def data(k, fixed):
    rng = np.random.default_rng(k)
    total = np.broadcast_to(np.full(k, 60), (100, k)) if fixed else rng.multinomial(60 * k, np.full(k, 1 / k), size=100)
    return Preferences(np.zeros((k, 2)), total, rng.binomial(total, 0.4), np.zeros(2))


def scores_of(kind, k):
    rng = np.random.default_rng(7)
    drawn = {"drawn": rng.normal(size=(100, k)), "shared": rng.normal(size=(1, k)), "tied": rng.integers(-1, 2, size=(100, k))}
    # equal up to the rounding of a processor, and a zero
    return drawn.get(kind, np.array([[0.0] + [1 + 1e-13 * (-1) ** j for j in range(1, k)]]))


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("kind", ["drawn", "shared", "tied", "almost tied"])
@pytest.mark.parametrize("k", [1, 2, 7])
def test_the_same_labels_are_changed(monkeypatch, k, kind, fixed):
    seen, scores = data(k, fixed), scores_of(kind, k)
    for budget in (0, 1, 45, 10_000):
        found = []
        for limit in (0, np.inf):
            monkeypatch.setattr(adversaries, "COMPILED_FROM", limit)
            found.append(steepest_flips(seen, scores, budget))
        assert (found[0] == found[1]).all()
        assert np.abs(found[0]).sum(axis=1).max() <= budget
