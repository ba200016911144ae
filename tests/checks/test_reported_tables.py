"""Reported tables: Welch's test as it stands in the statistics, Holm's correction, seeds that would have been needed."""

import math

import pytest
from scipy import stats

from boundcheck.checks import table
from boundcheck.claims import Outcome, ReportedTable
from boundcheck.stats import runs_to_separate


def row(words, gap, sd=1.0):
    return (words, gap, sd, 0.0, sd)


def test_holm_is_applied(context):
    """Three rows of p about 0.03: each is below 5 % by itself, and none is after the correction."""
    gap = stats.t.isf(0.03, 18) * math.sqrt(2 / 10)
    alone = table.check(ReportedTable((row("a", gap),), 10), context())
    assert alone.outcome is Outcome.SUPPORTED
    three = table.check(ReportedTable(tuple(row(name, gap) for name in "abc"), 10), context())
    assert three.outcome is Outcome.UNDECIDED
    found = three.data["rows"]
    assert [r[table.RAW] for r in found] == pytest.approx([0.03] * 3)
    assert [r[table.HOLM] for r in found] == pytest.approx([0.09] * 3)


def test_the_number_of_seeds_is_that_of_the_noncentral_t(context):
    """The normal approximation names 13 here, at which the power is below 80 %."""
    found = table.check(ReportedTable((row("a", 1.0),), 3), context()).data["rows"][0]
    assert found["seeds_needed"] == runs_to_separate(1.0, (1.0, 1.0), 0.1, table.POWER) == 14
    assert found[table.RAW] == pytest.approx(
        stats.ttest_ind_from_stats(1, 1, 3, 0, 1, 3, equal_var=False, alternative="greater").pvalue
    )


def test_rows_without_spread_are_read_as_they_stand(context):
    assert table.check(ReportedTable((row("a", 1.0, 0.0),), 3), context()).outcome is Outcome.SUPPORTED
    assert table.check(ReportedTable((row("a", 0.0, 0.0),), 3), context()).outcome is Outcome.UNDECIDED


def test_a_table_that_says_the_opposite_is_refuted(context):
    assert table.check(ReportedTable((row("a", -1.0),), 3), context()).outcome is Outcome.REFUTED


def test_what_is_repeated_has_its_own_name(context):
    """Nothing says seeds where a mean is one over test pairs."""
    found = table.check(ReportedTable((row("a", 0.04),), 2313, units="test pairs"), context())
    (line,) = found.data["rows"]
    assert line["test_pairs_needed"] > 2313
    assert f"with {line['test_pairs_needed']:,} test pairs in place of 2,313" in found.summary
    assert "seeds" not in found.summary + found.findings[0].text
