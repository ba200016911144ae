"""An experiment composes what it is given, at one point."""

from types import SimpleNamespace

import numpy as np

from boundcheck.claims import Experiment


class World:
    def sample(self, rng, repeats, *, n, **_):
        return rng.normal(size=(repeats, n))


def pipeline(rng, data, *, shift, **_):
    return data + shift


def estimator(data, **_):
    mean = data.mean(axis=1)
    zero = np.zeros(len(mean))
    return SimpleNamespace(theta=mean, residual=zero, binds=zero > 1, converged=zero < 1)


def error(fit, data, *, shift, **_):
    return np.abs(fit.theta - shift)


def test_one_point_feeds_everything():
    columns = Experiment(World(), pipeline, estimator, error).sample(np.random.default_rng(1), 50, n=400, shift=7.0)
    assert columns["error"].shape == (50,)
    assert columns["error"].max() < 0.5  # ten standard deviations of a mean
    assert columns["converged"].all()
