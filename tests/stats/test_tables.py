"""Printed tables: Welch from summaries against SciPy on the raw runs."""

import numpy as np
import pytest
from scipy.stats import ttest_ind
from statsmodels.stats.power import TTestIndPower

from boundcheck.stats import runs_to_separate, welch


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_welch_against_scipy_on_the_runs(alternative):
    rng = np.random.default_rng(0)
    a, b = rng.normal(0, 1, size=5), rng.normal(1, 3, size=8)
    found = welch((a.mean(), b.mean()), (a.std(ddof=1), b.std(ddof=1)), (5, 8), 0.05, alternative)
    expected = ttest_ind(a, b, equal_var=False, alternative=alternative)
    assert found.pvalue == pytest.approx(expected.pvalue)
    assert found.degrees == pytest.approx(expected.df)
    two_sided = ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert (found.interval.low, found.interval.high) == pytest.approx((two_sided.low, two_sided.high))


def test_a_difference_within_the_spread_is_not_significant():
    assert welch((0.80, 0.81), (0.02, 0.02), (3, 3), 0.05).pvalue > 0.05
    assert welch((0.80, 0.90), (0.02, 0.02), (3, 3), 0.05).pvalue < 0.05


@pytest.mark.parametrize(("deviations", "sizes"), [((1, 1), (1, 5)), ((0, 0), (5, 5)), ((-1, 1), (5, 5))])
def test_a_table_without_spread_is_refused(deviations, sizes):
    with pytest.raises(ValueError, match="Welch"):
        welch((0, 1), deviations, sizes, 0.05)


@pytest.mark.parametrize("effect", [0.3, 0.8, 2.0])
def test_runs_against_statsmodels(effect):
    expected = TTestIndPower().solve_power(effect_size=effect, alpha=0.05, power=0.8)
    assert runs_to_separate(effect, (1.0, 1.0), 0.05) == int(np.ceil(expected))


def test_no_difference_is_never_separated():
    with pytest.raises(ValueError, match="nonzero difference"):
        runs_to_separate(0.0, (1.0, 1.0), 0.05)
    assert runs_to_separate(1.0, (0.0, 0.0), 0.05) == 2
