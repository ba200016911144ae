"""Printed tables of noise, of means and of counts."""

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
from aloud import phrase
from scipy import stats
from scipy.stats import binom, fisher_exact
from sympy import Integer, Rational

from boundcheck.checks import tables
from boundcheck.claims import CountsTable, RecomputedTable, ReportedTable
from boundcheck.claims.fields import Malformed
from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, RECORD_REPLACED, Settings
from boundcheck.stats import runs_to_separate
from boundcheck.verdict import Outcome

# Printed tables of noise: enough, too little, not told, reproduced, not reproduced; nothing is drawn.

STEPS = {"m = 5": 20, "m = 10": 5}
LEVELS = (Integer(1), Integer(3))


def added(column):
    return Settings("0.05", STEPS[column], "1e-5", RECORD_ADDED_OR_REMOVED)


def replaced(column):
    return Settings("0.05", STEPS[column], "1e-5", RECORD_REPLACED)


def by_orders(column):
    return Settings("0.05", STEPS[column], "1e-5", RECORD_ADDED_OR_REMOVED, "renyi")


@lru_cache
def least(settings, column, epsilon):
    return settings(column).needed(str(epsilon))[1]


def table(settings, factors=(1, 1), **rest):
    """Each column is what these settings need, times a factor of its own."""
    cells = tuple(
        (column, epsilon, f"{factor * least(settings, column, epsilon):.3f}")
        for column, factor in zip(STEPS, factors, strict=True)
        for epsilon in LEVELS
    )
    return cells, rest


def checked(made, settings, context):
    cells, rest = made
    return tables.check_noise(RecomputedTable(cells, settings, **rest), context())


def test_noise_that_is_enough(context):
    found = checked(table(added, (1.05, 1.05)), {"added": added}, context)
    assert found.outcome is Outcome.SUPPORTED, phrase(found.fact)
    assert [row.answer for row in found.found.evidence.cells] == ["enough"] * 4


def test_noise_for_an_added_record_is_too_little_for_a_replaced_one(context):
    found = checked(table(added, (1.05, 1.05)), {"replaced": replaced}, context)
    assert found.outcome is Outcome.REFUTED, phrase(found.fact)
    assert float(found.witness.lhs) > float(found.witness.rhs)
    assert found.witness.point["settings"] == "replaced"
    assert "one record replaced" in phrase(found.fact)


def test_one_of_several_settings_speaks_for_the_table(context):
    found = checked(table(added, (1.05, 1.05)), {"replaced": replaced, "added": added}, context)
    assert found.outcome is Outcome.SUPPORTED
    tried = {row["settings"]: row for row in found.found.evidence.offers}
    assert tried["added"]["enough"] == 4
    assert tried["replaced"]["too little"] > 0


def test_few_digits_decide_nothing(context):
    cells = (("m = 5", Integer(3), f"{least(added, 'm = 5', 3):.1f}"),)
    found = checked((cells, {}), {"added": added}, context)
    assert found.outcome is Outcome.UNDECIDED
    assert "another digit" in phrase(found.fact)


@pytest.mark.parametrize(
    ("factors", "factor", "outcome"),
    [
        ((1, 1), "one", Outcome.SUPPORTED),
        ((0.3, 0.3), "common", Outcome.SUPPORTED),
        ((0.3, 0.3), "one", Outcome.REFUTED),
        ((0.3, 0.7), "by column", Outcome.SUPPORTED),
        ((0.3, 0.7), "common", Outcome.REFUTED),
    ],
)
def test_the_least_noise_up_to_a_factor(factors, factor, outcome, context):
    found = checked(table(added, factors, says="least", factor=factor), {"added": added}, context)
    assert found.outcome is outcome, phrase(found.fact)
    assert "off by a factor of up to" in phrase(found.fact)
    if factor == "by column":
        assert found.found.evidence.factors == pytest.approx(dict(zip(STEPS, factors, strict=True)), rel=0.02)


def test_a_wrong_cell_is_the_witness(context):
    cells, rest = table(added, says="least")
    cells = (*cells[:3], ("m = 10", Integer(3), "1.234"))
    found = checked((cells, rest), {"added": added}, context)
    assert found.outcome is Outcome.REFUTED
    assert found.witness.point["cell"] == "m = 10, epsilon = 3"


def test_the_settings_that_fit_are_found(context):
    cells, rest = table(replaced, (0.5, 0.5), says="least", factor="common")
    found = checked((cells, rest), {"added": added, "replaced": replaced}, context)
    assert found.outcome is Outcome.SUPPORTED
    assert found.found.evidence.settings == "replaced"
    assert "next best is 'added'" in phrase(found.fact)


def test_rényi_orders_explain_a_table_and_refute_none(context):
    cells = (("m = 5", Integer(1), f"{least(by_orders, 'm = 5', 1):.3f}"),)
    right = checked((cells, {"says": "least"}), {"orders": by_orders}, context)
    assert right.outcome is Outcome.SUPPORTED
    wrong = checked(((("m = 5", Integer(1), "9.99"),), {"says": "least"}), {"orders": by_orders}, context)
    assert wrong.outcome is Outcome.UNDECIDED
    assert "neither confirmed nor refuted" in phrase(wrong.fact)


def test_a_factor_for_every_cell_is_vacuous(context):
    cells = (("m = 5", Integer(1), "0.123"),)
    found = checked((cells, {"says": "least", "factor": "by column"}), {"added": added}, context)
    assert [finding.kind for finding in found.findings] == ["VACUOUS"]


@pytest.mark.parametrize(
    ("cells", "rest", "words"),
    [
        ((), {}, "is empty"),
        ((("", Integer(-1), "0.1"),), {}, "a fraction above 0"),
        ((("", Rational(1, 2), "much"),), {}, "the digits of the page"),
        ((("", Integer(1), "0.1"), ("", Integer(1), "0.2")), {}, "two are called"),
        ((("", Integer(1), "0.1"),), {"factor": "common"}, "may always be enough"),
    ],
)
def test_what_is_no_table_is_refused(cells, rest, words):
    with pytest.raises(Malformed, match=words):
        RecomputedTable(cells, {"added": added}, **rest)


# Reported tables: Welch's test as it stands in the statistics, Holm's correction, seeds that would have been needed.


def row(words, gap, sd=1.0):
    return (words, gap, sd, 0.0, sd)


def test_holm_is_applied(context):
    """Three rows of p about 0.03: each is below 5 % by itself, and none is after the correction."""
    gap = stats.t.isf(0.03, 18) * math.sqrt(2 / 10)
    alone = tables.check_means(ReportedTable((row("a", gap),), 10), context())
    assert alone.outcome is Outcome.SUPPORTED
    three = tables.check_means(ReportedTable(tuple(row(name, gap) for name in "abc"), 10), context())
    assert three.outcome is Outcome.UNDECIDED
    found = three.found.evidence.rows
    assert [r[tables.RAW] for r in found] == pytest.approx([0.03] * 3)
    assert [r[tables.HOLM] for r in found] == pytest.approx([0.09] * 3)


def test_the_number_of_seeds_is_that_of_the_noncentral_t(context):
    """The normal approximation names 13 here, at which the power is below 80 %."""
    found = tables.check_means(ReportedTable((row("a", 1.0),), 3), context()).found.evidence.rows[0]
    assert found["seeds_needed"] == runs_to_separate(1.0, (1.0, 1.0), 0.1, tables.POWER) == 14
    assert found[tables.RAW] == pytest.approx(
        stats.ttest_ind_from_stats(1, 1, 3, 0, 1, 3, equal_var=False, alternative="greater").pvalue
    )


@pytest.mark.parametrize("seed", range(20))
def test_no_row_that_is_not_shown_is_shown_by_the_seeds_there_are(context, seed):
    """A test of its own has a smaller p-value, and is not what decides."""
    rng = np.random.default_rng(seed)
    rows = tuple(row(str(k), float(gap), float(sd)) for k, (gap, sd) in enumerate(rng.uniform(0.3, 1.5, (5, 2))))
    found = tables.check_means(ReportedTable(rows, 5), context())
    for line in found.found.evidence.rows:
        assert line[tables.HOLM] <= tables.LEVEL or line["seeds_needed"] > 5
    for said in found.findings:
        assert "a power of 80 % takes" in phrase(said.fact)
        assert "in place of 5" in phrase(said.fact)


def test_the_power_is_that_at_the_level_of_the_row(context):
    """Two equal rows: the first at 2.5 %, and the second is not shown without it."""
    two = tables.check_means(ReportedTable((row("a", 1.0), row("b", 1.0)), 3), context()).found.evidence.rows
    assert [r["seeds_needed"] for r in two] == [runs_to_separate(1.0, (1.0, 1.0), 0.05, tables.POWER)] * 2


def test_a_row_waits_for_those_before_it(context):
    """The second p-value lies below its own level and is not shown, since the first one is not."""
    gaps = [stats.t.isf(p, 18) * math.sqrt(2 / 10) for p in (0.03, 0.04)]
    rows = (row("a", gaps[0]), row("b", gaps[1]))
    first, second = tables.check_means(ReportedTable(rows, 10), context()).found.evidence.rows
    assert second[tables.HOLM] == pytest.approx(0.06)
    assert second["seeds_needed"] >= first["seeds_needed"] > 10


def test_rows_without_spread_are_read_as_they_stand(context):
    assert tables.check_means(ReportedTable((row("a", 1.0, 0.0),), 3), context()).outcome is Outcome.SUPPORTED
    assert tables.check_means(ReportedTable((row("a", 0.0, 0.0),), 3), context()).outcome is Outcome.UNDECIDED


def test_a_table_that_says_the_opposite_is_refuted(context):
    assert tables.check_means(ReportedTable((row("a", -1.0),), 3), context()).outcome is Outcome.REFUTED


def test_what_is_repeated_has_its_own_name(context):
    """Nothing says seeds where a mean is one over test pairs."""
    found = tables.check_means(ReportedTable((row("a", 0.04),), 2313, units="test pairs"), context())
    (line,) = found.found.evidence.rows
    assert line["test_pairs_needed"] > 2313
    assert f"need at most {line['test_pairs_needed']:,} test pairs in place of 2,313" in phrase(found.fact)
    assert "seeds" not in phrase(found.fact) + phrase(found.findings[0].fact)


# Tables of counts: Fisher's exact test against SciPy's, and what a table can say.


@pytest.mark.parametrize("counts", [(8, 10, 2, 10), (5, 5, 0, 7), (0, 3, 0, 4), (40, 50, 35, 50), (1, 2, 9, 10)])
def test_against_scipy(counts):
    a, m, b, n = counts
    expected = fisher_exact([[a, m - a], [b, n - b]], alternative="greater").pvalue
    assert float(tables.fisher(*counts)) == pytest.approx(expected, rel=1e-9)


def test_by_hand_and_beyond_whole_numbers():
    assert tables.fisher(3, 3, 0, 3) == Fraction(1, 20)  # the lady and half of her cups
    a, m, b, n = 1300, 2500, 1200, 2500
    expected = fisher_exact([[a, m - a], [b, n - b]], alternative="greater").pvalue
    assert float(tables.fisher(a, m, b, n)) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        ((("ours", 45, 50, 25, 50),), Outcome.SUPPORTED),
        ((("ours", 25, 50, 45, 50),), Outcome.REFUTED),
        ((("ours", 27, 50, 25, 50),), Outcome.UNDECIDED),
        ((("a", 45, 50, 25, 50), ("b", 27, 50, 25, 50)), Outcome.UNDECIDED),
        (
            (("a", 4, 4, 0, 4), ("b", 4, 4, 0, 4), ("c", 4, 4, 0, 4), ("d", 4, 4, 0, 4)),
            Outcome.UNDECIDED,
        ),  # 1/70 four times
        ((("a", 4, 4, 0, 4),), Outcome.SUPPORTED),
    ],
)
def test_tables(context, rows, outcome):
    found = tables.check_counts(CountsTable(rows), context())
    assert found.outcome is outcome, phrase(found.fact)


def test_it_says_how_many_more_trials_would_show_it(context):
    found = tables.check_counts(CountsTable((("ours", 30, 50, 25, 50),)), context())
    (said,) = (phrase(f.fact) for f in found.findings if f.kind == "COUNTS")
    times = found.found.evidence.rows[0].times
    assert said.startswith(f"ours: a power of 80 % takes {times} times as many trials")
    enough, fewer = (tables.power(0.6, 0.5, 50 * k, 50 * k, 0.05) for k in (times, times - 1))
    assert enough >= 0.8 > fewer


@pytest.mark.parametrize("shares", [(0.6, 0.4), (1.0, 0.7), (0.9, 0.0)])
@pytest.mark.parametrize("level", [0.05, 0.01])
def test_the_power_is_a_sum_over_both_rows(shares, level):
    a, b = 17, 12
    expected = sum(
        binom.pmf(i, a, shares[0]) * binom.pmf(j, b, shares[1])
        for i in range(a + 1)
        for j in range(b + 1)
        if tables.fisher(i, a, j, b) <= level
    )
    assert tables.power(*shares, a, b, level) == pytest.approx(expected, abs=1e-9)


def test_far_out_the_power_is_a_normal_one():
    near, far = (tables.power(0.55, 0.5, n, n, 0.05) for n in (tables.MOST_SUMMED // 2, tables.MOST_SUMMED // 2 + 1))
    assert near == pytest.approx(far, abs=0.02)


def test_the_level_is_that_of_the_row(context):
    """As one of four it takes more trials than alone: 1/70 lies below 5 %, and not four times."""
    alone = tables.check_counts(CountsTable((("a", 4, 4, 0, 4),)), context())
    four = tables.check_counts(CountsTable(tuple((name, 4, 4, 0, 4) for name in "abcd")), context())
    assert alone.found.evidence.rows[0].times == 1
    assert all(row.times == 2 for row in four.found.evidence.rows)


@pytest.mark.parametrize("row", [("x", 3, 2, 1, 2), ("x", 0, 0, 1, 2), ("x", -1, 2, 1, 2)])
def test_what_is_no_count_is_refused(row):
    with pytest.raises(Malformed, match="successes"):
        CountsTable((row,))
    with pytest.raises(Malformed, match="empty"):
        CountsTable(())
