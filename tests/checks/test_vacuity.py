"""Bounds that say nothing, and curves of those that do."""

import time
from dataclasses import replace

import pytest
import sympy
from aloud import phrase
from least import least
from noise import Noise
from sympy import exp, log, sqrt

from boundcheck.checks.vacuity import findings, informs, over_sample_size
from boundcheck.claims import HighProbabilityBound, Regime
from boundcheck.verdict import shapes

# Where a bound says nothing, in words.

n, delta = sympy.symbols("n delta", real=True)
HALF = sympy.Rational(1, 2)


def test_the_cell_nearest_to_its_bound_is_named():
    quantiles = (("curved", 0.01), ("private", 0.2))
    rows = [least(shapes.Regime, name=name, bound=1.0, trivial=2.0, quantile=quantile) for name, quantile in quantiles]
    (found,) = findings(rows, None)
    assert phrase(found.fact).endswith("0.01 to 0.2 of it (largest in the setting 'private')")


def followed(context, explicit, trivial=HALF, given=(), **more):
    point = {"n": 100, "delta": 0.05, **more}
    regime = Regime("first", Noise(), point)
    bound = HighProbabilityBound.of(explicit, failure=delta, trivial=trivial, regimes=(regime,))
    return over_sample_size(replace(bound, given=given), context())


def test_a_bound_that_rises_again_speaks_in_between(context):
    """1/sqrt(n) + n/10^6 against 1/2, where the ends of the range say: for no n."""
    found = followed(context, 1 / sqrt(n) + n / 10**6)
    assert found.intervals == ((5, 498_583),)
    assert found.says_something_from is None
    assert "below the trivial one for n from 5 to 498,583" in phrase(informs(found))
    (said,) = findings([], found)
    assert said.kind == "INFORMATIVE"


def test_a_bound_that_ends_a_little_below_the_trivial_one_speaks_earlier_too(context):
    """Bisection between the ends answers 728,408,304."""
    found = followed(context, 1 / sqrt(n) + n / 10**6 * exp(-n / 10**8))
    assert found.intervals == ((5, 501_091), (728_408_304, 10**15))
    assert found.says_something_from is None
    assert " to 10¹⁵" in phrase(informs(found))


def test_a_bound_that_falls_speaks_from_one_n_on_and_one_above_says_nothing(context):
    assert followed(context, 1 / sqrt(n)).says_something_from == 5
    silent = followed(context, 1 + 1 / sqrt(n))
    assert silent.intervals == silent.undecided == ()
    assert "for no n up to 10¹⁵" in phrase(informs(silent))
    assert [f.kind for f in findings([], silent)] == ["VACUOUS"]


def test_what_is_not_decided_is_neither_vacuous_nor_informative(context):
    """The bound is the trivial one, which no enclosure tells from one a little below."""
    found = followed(context, sqrt(2) + sqrt(3), trivial=sqrt(5 + 2 * sqrt(6)), given=(n >= 1,))
    assert found.intervals == ()
    assert found.undecided == ((1, 10**15),)
    assert "not decided for n from 1 to 10¹⁵" in phrase(informs(found))
    assert list(findings([], found)) == []


def test_a_bound_says_nothing_where_it_is_not_stated(context):
    assert followed(context, 1 / sqrt(n), given=(n >= 8 / delta,)).intervals == ((160, 10**15),)
    assert followed(context, 1 / sqrt(n), given=(n <= 40,)).intervals == ((5, 40),)


def test_it_takes_no_time(context):
    started = time.process_time()
    followed(context, sqrt((log(n) + 10) / n) * (1 + 3 / sqrt(n)) + exp(-n / 50) + n / 10**9)
    assert time.process_time() - started < 1


# The bound over n is drawn wherever a regime was measured at the same point.

FIRST = Regime("first", Noise(), {"n": 100, "delta": 0.05})


@pytest.mark.parametrize(
    ("point", "begin"), [({"n": 2, "delta": 0.05}, 2), ({"n": 40, "delta": 0.05}, 10), ({"n": 2, "delta": 0.1}, 10)]
)
def test_the_curve_begins_at_the_smallest_regime_on_it(context, point, begin):
    regimes = (FIRST, replace(FIRST, name="second", point=point))
    bound = HighProbabilityBound.of(1 / sympy.sqrt(n), failure=delta, trivial=1, regimes=regimes)
    assert over_sample_size(bound, context()).points[0].value == begin


@pytest.mark.parametrize(("largest", "end"), [(10**12, 1e12), (3 * 10**12, 3e12), (50, 1e10)])
def test_the_curve_ends_at_the_largest_regime_on_it(context, largest, end):
    regimes = (FIRST, replace(FIRST, name="second", point={"n": largest, "delta": 0.05}))
    bound = HighProbabilityBound.of(1 / sympy.sqrt(n), failure=delta, trivial=1, regimes=regimes)
    sizes = [point.value for point in over_sample_size(bound, context()).points]
    assert sizes[-1] == pytest.approx(end)
    assert sizes == sorted(set(sizes))


def test_the_curve_keeps_to_the_conditions_of_the_bound(context):
    lam = sympy.Symbol("lam", real=True)
    first = replace(FIRST, point={"n": 100, "delta": 0.05, "lam": 0.01})
    bound = replace(
        HighProbabilityBound.of(sympy.sqrt(lam), failure=delta, trivial=1, regimes=(first,)), given=(lam >= 4 / n,)
    )
    curve = over_sample_size(bound, context())
    assert curve.raised == ("lam",)
    assert curve.at["lam"] == 0.01
    assert [p.explicit for p in curve.points[:3]] == pytest.approx([0.4**0.5, (4 / 10**1.5) ** 0.5, 0.2])
    assert curve.points[-1].explicit == pytest.approx(0.1)  # where the condition asks for less, lam stays
    assert curve.intervals == ((5, 10**15),)
    assert curve.says_something_from == 5  # not from n = 1: lam = 0.01 is not admitted there
