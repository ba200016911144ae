"""SGD-RR against a loop over samples that knows nothing of vectors, and against the expected gradient."""

import math

import numpy as np
import pytest

from boundcheck.rlhf.estimators.sgd import SGDRR, Stream, StreamExperiment
from boundcheck.rlhf.worlds import Aligned, OneHot

MASK = 2**64 - 1


def numbers(state):
    """SplitMix64 in whole numbers."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield ((z ^ (z >> 31)) >> 11) * 2.0**-53


def one_stream(stream, index, eta, power, radius):
    """The algorithm of the page for one replicate, samples drawn by inversion."""
    d = stream.rows.shape[1]
    chances, _ = stream.kinds()
    edges = np.cumsum(chances.ravel())
    scale = math.exp(stream.epsilon)
    theta, largest = np.zeros(d), 0.0
    for t, u in zip(range(1, stream.samples + 1), numbers(int(stream.state[index])), strict=False):
        kind = min(int(np.searchsorted(edges, u, side="right")), len(edges) - 1)
        x, label = stream.rows[kind // 2], kind % 2
        largest = max(largest, t * ((theta - stream.theta) ** 2).sum())
        plain = [(1 / (1 + math.exp(-(x @ theta))) - y) * x for y in (0, 1)]
        gradient = (scale + 1) / (scale - 1) * (plain[label] - (plain[0] + plain[1]) / (scale + 1))
        theta = theta - eta * t**-power * gradient
        theta = theta - theta.mean()
        theta = theta * min(1.0, radius / max(np.sqrt(theta @ theta), 1e-300))
    return theta, largest


def a_stream(d, samples, **more):
    rng = np.random.default_rng(5)
    rows = np.eye(d)
    theta = np.linspace(-0.4, 0.4, d)
    return Stream(rows, np.full(d, 1 / d), theta, 0.8, samples, rng.integers(0, 2**64, 4, dtype=np.uint64), **more)


@pytest.mark.parametrize("power", [0.0, 1.0])
def test_the_walk_against_a_loop_over_samples(power):
    stream = a_stream(3, 300)
    # Unmerged samples keep the order of the loop's categories.
    theta, largest, counts = stream.run(2.0, power, 1.5, counted=True)
    for index in range(4):
        alone, most = one_stream(stream, index, 2.0, power, 1.5)
        assert theta[:, index] == pytest.approx(alone, abs=1e-9)
        assert largest[index] == pytest.approx(most, rel=1e-9)
    assert (counts.sum(axis=0) == 300).all()


def test_merged_samples_keep_the_law():
    """Mean iterate with and without merging; 4 standard errors, at a fixed seed (false alarm 1e-4)."""
    state = np.random.default_rng(1).integers(0, 2**64, 20_000, dtype=np.uint64)
    stream = Stream(np.eye(2), np.full(2, 0.5), np.array([0.3, -0.3]), 1.0, 40, state)
    merged, apart = (stream.run(1.0, 1.0, 2.0, counted=counted)[0][0] for counted in (False, True))
    spread = math.sqrt((merged.var() + apart.var()) / len(state))
    assert abs(merged.mean() - apart.mean()) < 4 * spread


def test_the_de_biased_label_has_the_mean_of_the_label():
    stream = a_stream(4, 1)
    chances, labels = stream.kinds()
    probability = 1 / (1 + np.exp(-stream.rows @ stream.theta))
    assert chances @ labels / chances.sum(axis=1) == pytest.approx(probability, abs=1e-12)


def test_labels_turned_round_are_seen():
    point = {"n": 4000, "d": 2, "epsilon": 4.0, "radius": 1.0, "feature_bound": 0.5, "kappa": 0.5}
    errors = [
        StreamExperiment(OneHot(), Aligned(1.0), SGDRR(), reversed=turned).sample(
            np.random.default_rng(0), 64, **point
        )["error"]
        for turned in (False, True)
    ]
    assert errors[0].mean() < 0.3 < 1.5 < errors[1].mean()


def test_the_constant_step_does_not_settle():
    """The instance on which the theorem's step size fails: every iterate sits at an end of the ball."""
    point = {"n": 500, "d": 2, "epsilon": math.log(3), "radius": 0.25, "feature_bound": 1.0, "kappa": 2.0}
    error = StreamExperiment(OneHot(), Aligned(0.0), SGDRR(power=0.0)).sample(np.random.default_rng(0), 64, **point)[
        "error"
    ]
    assert error == pytest.approx(np.full(64, 0.25), abs=1e-12)


@pytest.mark.parametrize("radius", [0.4, 50.0])  # the ball holds most steps back, or none
def test_a_walk_that_is_not_measured_on_its_way_ends_at_the_same_place(radius):
    stream = a_stream(3, 200)
    theta, largest, _ = stream.run(2.0, 1.0, radius)
    unmeasured, nothing, _ = stream.run(2.0, 1.0, radius, measured=False)
    assert (theta == unmeasured).all()
    assert largest.all()
    assert not len(nothing)
    assert theta[:, 0] == pytest.approx(one_stream(stream, 0, 2.0, 1.0, radius)[0], abs=1e-9)
