"""Rounding to the digits that every processor agrees on."""

import math

import numpy as np
import pytest

from boundcheck.stats.digits import comparable, exponent, significant


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0.006977581643606776, 0.00697758), (-1234567.0, -1234570.0), (0.0, 0.0), (math.inf, math.inf)],
)
def test_significant(number, shown):
    assert significant(number) == shown


def test_zero_has_no_sign():
    assert math.copysign(1, significant(-0.0)) == 1
    assert math.copysign(1, exponent(-6.66134e-16)) == 1


@pytest.mark.parametrize(
    ("slope", "kept"),
    [(-6.66134e-16, 0.0), (3.87368e-12, 0.0), (-0.5, -0.5), (1 / 3, 0.333333333), (-math.inf, -math.inf)],
)
def test_a_slope_that_is_zero_up_to_rounding_is_zero(slope, kept):
    assert exponent(slope) == kept


def test_nan_stays():
    assert math.isnan(significant(math.nan))


def test_what_differs_by_rounding_errors_is_equal():
    values = np.array([[0.1 + 0.2, 0.3, 0.1], [1e9, 1e9 * (1 + 1e-15), 2e8]])
    rounded = comparable(values, axis=1)
    assert rounded[0, 0] == rounded[0, 1] > rounded[0, 2]
    assert rounded[1, 0] == rounded[1, 1] > rounded[1, 2]


def test_what_differs_by_more_is_not():
    assert len(set(comparable([1.0, 1 + 1e-6, 1 - 1e-6]))) == 3


def test_zeros_and_signs():
    assert comparable([0.0, -0.0]).tolist() == [0.0, 0.0]
    assert comparable([-2.0, 1.0]).tolist() == [-1.0, 0.5]
