"""Tables of counts: Fisher's exact test against SciPy's, and what a table can say."""

from fractions import Fraction

import pytest
from scipy.stats import fisher_exact

from boundcheck.checks import fisher
from boundcheck.claims import CountsTable, Outcome
from boundcheck.claims.fields import Malformed


@pytest.mark.parametrize("counts", [(8, 10, 2, 10), (5, 5, 0, 7), (0, 3, 0, 4), (40, 50, 35, 50), (1, 2, 9, 10)])
def test_against_scipy(counts):
    a, m, b, n = counts
    expected = fisher_exact([[a, m - a], [b, n - b]], alternative="greater").pvalue
    assert float(fisher.fisher(*counts)) == pytest.approx(expected, rel=1e-9)


def test_by_hand_and_beyond_whole_numbers():
    assert fisher.fisher(3, 3, 0, 3) == Fraction(1, 20)  # the lady and half of her cups
    a, m, b, n = 1300, 2500, 1200, 2500
    expected = fisher_exact([[a, m - a], [b, n - b]], alternative="greater").pvalue
    assert float(fisher.fisher(a, m, b, n)) == pytest.approx(expected, rel=1e-6)


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
    found = fisher.check(CountsTable(rows), context())
    assert found.outcome is outcome, found.summary


def test_it_says_how_many_more_trials_would_show_it(context):
    found = fisher.check(CountsTable((("ours", 30, 50, 25, 50),)), context())
    assert any(f.kind == "COUNTS" and "times as many trials" in f.text for f in found.findings)


@pytest.mark.parametrize("row", [("x", 3, 2, 1, 2), ("x", 0, 0, 1, 2), ("x", -1, 2, 1, 2)])
def test_what_is_no_count_is_refused(row):
    with pytest.raises(Malformed, match="successes"):
        CountsTable((row,))
    with pytest.raises(Malformed, match="empty"):
        CountsTable(())
