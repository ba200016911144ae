"""Blocks that share a design: enumeration of laws in which the replicates of a block are equal."""

import itertools
import math

import numpy as np
import pytest

from boundcheck.stats import (
    clustered_proportion_interval,
    clustered_quantile_interval,
    proportion_interval,
    quantile_interval,
)

BLOCKS, SIZE, ALPHA = 8, 8, 0.2


def studies(rate):
    """Every study of blocks whose replicates are all 1 (with probability `rate`) or all 0."""
    for bits in itertools.product((0, 1), repeat=BLOCKS):
        yield np.repeat(bits, SIZE).astype(float), rate ** sum(bits) * (1 - rate) ** (BLOCKS - sum(bits))


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.8])
@pytest.mark.parametrize("side", ["two", "upper", "lower"])
def test_rate_coverage_by_enumeration(rate, side):
    sizes = [SIZE] * BLOCKS
    missed = sum(
        weight for hits, weight in studies(rate) if rate not in clustered_proportion_interval(hits, sizes, ALPHA, side)
    )
    assert missed <= ALPHA


def test_the_exact_interval_is_wrong_for_clusters():
    missed = sum(
        weight for hits, weight in studies(0.5) if 0.5 not in proportion_interval(int(hits.sum()), len(hits), ALPHA)
    )
    assert missed > 2 * ALPHA


@pytest.mark.parametrize(("rate", "q"), [(0.5, 0.5), (0.3, 0.7), (0.2, 0.5), (0.7, 0.5)])
def test_quantile_coverage_by_enumeration(rate, q):
    left, right = float(1 - rate < q), float(1 - rate <= q)
    missed = 0.0
    for sample, weight in studies(rate):
        interval = clustered_quantile_interval(sample, [SIZE] * BLOCKS, q, ALPHA)
        missed += weight * (left not in interval or right not in interval)
    assert missed <= ALPHA


def test_order_statistics_are_wrong_for_clusters():
    missed = sum(
        weight for sample, weight in studies(0.5) if not {0.0, 1.0} <= set(_ends(quantile_interval(sample, 0.5, ALPHA)))
    )
    assert missed > 2 * ALPHA


def _ends(interval):
    return (value for value in (0.0, 1.0) if value in interval)


def test_independent_replicates_lose_little():
    draws = np.random.default_rng(5).normal(size=4000)
    clustered = clustered_quantile_interval(draws, [10] * 400, 0.9, 0.01)
    assert np.quantile(draws, 0.9) in clustered
    assert clustered.width < 3 * quantile_interval(draws, 0.9, 0.01).width


def test_few_blocks_bound_nothing():
    assert clustered_quantile_interval(np.arange(20.0), [10, 10], 0.9, 0.01).width == math.inf
    assert clustered_proportion_interval([], [], 0.01).width == 1


def test_a_short_last_block_counts_as_a_block():
    interval = clustered_proportion_interval([True] * 8 + [False] * 2, [4, 4, 2], 0.3)
    assert interval == clustered_proportion_interval([True, True, False], [1, 1, 1], 0.3)


@pytest.mark.parametrize("sizes", [[3, 3], [4, 0], [5]])
def test_sizes_have_to_fit(sizes):
    with pytest.raises(ValueError, match="block sizes"):
        clustered_proportion_interval([True] * 4, sizes, 0.1)
