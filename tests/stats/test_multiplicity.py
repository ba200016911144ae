"""The budget of a run, and Holm's sharing of it."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom
from statsmodels.stats.multitest import multipletests

from boundcheck.stats import holm, split


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 10, 997])
def test_shares_never_exceed_the_whole(parts):
    total = 0.0
    for _ in range(parts):
        total += split(1e-3, parts)
    assert 0.999_999e-3 < total <= 1e-3


def test_weights_are_kept():
    shares = split(1e-3, {"coverage": 3, "slope": 1})
    assert shares["coverage"] == pytest.approx(3 * shares["slope"])
    assert sum(shares.values()) <= 1e-3


@pytest.mark.parametrize("parts", [0, {}, {"a": 0}, {"a": 1, "b": -1}])
def test_nothing_to_split_over(parts):
    with pytest.raises(ValueError, match=r"parts|weight"):
        split(1e-3, parts)


def test_holm_against_statsmodels():
    rng = np.random.default_rng(0)
    for size in (1, 2, 5, 40):
        pvalues = np.round(rng.uniform(size=size) ** 3, 3)  # rounded: ties
        assert holm(pvalues) == pytest.approx(multipletests(pvalues, method="holm")[1])


def test_holm_errs_seldom_as_an_exact_sum_and_raw_pvalues_do_not():
    """Three true null hypotheses, independent exact tests: every outcome with its probability."""
    trials, rate, alpha = 12, 0.3, 0.1
    pvalues = np.array([binom.sf(k - 1, trials, rate) for k in range(trials + 1)])
    weights = binom.pmf(np.arange(trials + 1), trials, rate)
    adjusted = raw = 0.0
    for counts in itertools.product(range(trials + 1), repeat=3):
        weight = np.prod(weights[list(counts)])
        adjusted += weight * (holm(pvalues[list(counts)]).min() <= alpha)
        raw += weight * (pvalues[list(counts)].min() <= alpha)
    assert adjusted <= alpha < raw


@pytest.mark.parametrize("broken", [[0.1, 1.1], [-0.1], [float("nan")]])
def test_what_is_no_probability_is_refused(broken):
    with pytest.raises(ValueError, match="p-values"):
        holm(broken)


def test_no_pvalues():
    assert holm([]).shape == (0,)
