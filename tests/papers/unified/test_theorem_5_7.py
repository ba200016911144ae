"""The refutation of Theorem 5.7's universal constant, by simulation and by hand."""

import math

import numpy as np

from boundcheck.papers.unified import theorem_5_7
from boundcheck.rlhf.estimators import debiased_mle, l2_error
from boundcheck.rlhf.mechanisms import Private
from boundcheck.rlhf.worlds import LinearWorld, OneHot, Zero


def test_an_odd_number_of_labels_is_never_exactly_right():
    """Every one of 5,000 data sets lies above the floor, and the floor is nearly attained."""
    floor = float(min(map(theorem_5_7.error_of, range(24))))
    rng = np.random.default_rng(2)
    data = LinearWorld(OneHot(), Zero()).sample(rng, 5_000, n=23, d=2, radius=1.0)
    seen = Private()(rng, data, epsilon=math.log(3))
    error = l2_error(debiased_mle(seen, epsilon=math.log(3), radius=1.0), seen)
    assert error.min() >= floor * (1 - 1e-9)
    assert error.min() <= 1.01 * floor


def test_an_even_number_can_be():
    rng = np.random.default_rng(2)
    data = LinearWorld(OneHot(), Zero()).sample(rng, 5_000, n=24, d=2, radius=1.0)
    seen = Private()(rng, data, epsilon=math.log(3))
    error = l2_error(debiased_mle(seen, epsilon=math.log(3), radius=1.0), seen)
    assert error.min() < 1e-9


def test_the_sample_is_large_enough_for_the_printed_condition():
    delta = math.exp(-1 / 400)
    assert 8 * math.log(2 / delta) / 0.5 <= 23
