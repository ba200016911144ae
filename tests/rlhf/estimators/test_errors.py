"""Distances against dense formulas, and the parts of the gradient against the whole."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from boundcheck.rlhf.estimators import debiased_mle, gradient_norm, gradient_parts, l2_error, weighted_norm_error
from boundcheck.rlhf.mechanisms import CLC, CTL, LTC, GradientGreedy
from boundcheck.rlhf.preferences import gradient_at_truth
from boundcheck.rlhf.worlds import Aligned, LinearWorld, RandomDirection, ScatteredAtoms, Sphere

POINT = {"n": 300, "d": 4, "radius": 1.0, "epsilon": 0.7, "alpha": 0.03, "alpha_1": 0.02, "alpha_2": 0.04, "lam": 0.05}


def stages(pipeline, features=None, truth=None):
    rng = np.random.default_rng(0)
    world = LinearWorld(features or ScatteredAtoms(11), truth or RandomDirection(0.6))
    return pipeline.stages(rng, world.sample(rng, 7, **POINT), **POINT)


@pytest.mark.parametrize("features", [ScatteredAtoms(11), Sphere(), Sphere(fixed_design=True)], ids=str)
@pytest.mark.parametrize("truth", [RandomDirection(0.6), Aligned(0.6)], ids=str)
def test_distances_against_dense_formulas(features, truth):
    data = stages(CTL(GradientGreedy()), features, truth)[-1]
    fit = debiased_mle(data, **POINT)
    theta = np.broadcast_to(data.theta, (7, 4))
    gradient = gradient_at_truth(data, epsilon=0.7)
    for index in range(7):
        rows = data.x if data.x.ndim == 2 else data.x[index]
        matrix = (rows * data.total[index][:, None]).T @ rows / 300 + 0.05 * np.eye(4)
        gap = fit.theta[index] - theta[index]
        assert l2_error(fit, data, **POINT)[index] == pytest.approx(np.linalg.norm(gap), rel=1e-12)
        assert weighted_norm_error(fit, data, **POINT)[index] == pytest.approx(np.sqrt(gap @ matrix @ gap), rel=1e-10)
        dual = np.sqrt(gradient[index] @ np.linalg.inv(matrix) @ gradient[index])
        assert gradient_norm(data, **POINT)[index] == pytest.approx(dual, rel=1e-10)
    assert (weighted_norm_error(fit, data, **{**POINT, "lam": 0.06}) > weighted_norm_error(fit, data, **POINT)).all()


@pytest.mark.parametrize(
    ("pipeline", "privacies"),
    [
        (CTL(GradientGreedy()), (inf, inf, 0.7)),
        (LTC(GradientGreedy()), (inf, 0.7, 0.7)),
        (CLC(GradientGreedy(), GradientGreedy()), (inf, inf, 0.7, 0.7)),
    ],
    ids=["ctl", "ltc", "clc"],
)
def test_parts_bound_the_whole_gradient(pipeline, privacies):
    steps = stages(pipeline)
    parts = gradient_parts(steps, privacies=privacies, lam=0.05)
    whole = gradient_norm(steps[-1], **POINT)
    assert len(parts) == len(steps)
    assert (sum(parts) >= whole * (1 - 1e-12)).all()
    assert not (parts[0] >= whole).all()
    # The corruption part of CTL is bounded by sqrt(alpha), of LTC by c(epsilon) sqrt(alpha).
    c = 1 / np.tanh(0.35)
    bound = {"CTL": (1, 0.03**0.5), "LTC": (2, c * 0.03**0.5), "CLC": (3, c * 0.04**0.5)}[type(pipeline).__name__]
    assert (parts[bound[0]] <= bound[1]).all()
