"""Where a bound is stated: no point outside, no search outside, and the corners of the domain are looked at. Fixed seed."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy

from boundcheck.checks.bound import corners, high_probability
from boundcheck.checks.bound.worst_ratio import WorstRatio
from boundcheck.claims import (
    Axis,
    Claim,
    ExpectationBound,
    HighProbabilityBound,
    Letter,
    MinimaxLowerBound,
    Outcome,
    Regime,
    Scaling,
    Sweep,
)
from boundcheck.loading.form import complaints
from boundcheck.study.worst.explore import _corners

n, delta = sympy.symbols("n delta", real=True)
N = Letter(n, "size", n >= 1, (1, 100), integer=True)
RISK = Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2))


@dataclass(frozen=True)
class Coins:
    """Distance of the mean of n fair coins from 1/2."""

    def sample(self, rng, repeats, *, n, **_):
        return {"error": np.abs(rng.binomial(int(n), 0.5, repeats) / n - 0.5)}


def two_sided(lost, **rest):
    """Hoeffding's inequality; `lost` puts ln(1/delta) in place of ln(2/delta)."""
    size = sympy.sqrt(sympy.log((1 if lost else 2) / delta) / (2 * n))
    regime = Regime("large", Coins(), {"n": 10_000, "delta": 0.05}, biting=True)
    return HighProbabilityBound.of(size, failure=delta, trivial=sympy.Integer(1), regimes=(regime,), **rest)


def test_a_lost_factor_shows_at_the_smallest_n_and_the_largest_delta(context):
    lost = high_probability.check(two_sided(True), context(parameters=(N, RISK)))
    assert lost.outcome is Outcome.REFUTED
    assert lost.witness["point"] == {"n": "1", "delta": "0.9"}
    true = high_probability.check(two_sided(False), context(parameters=(N, RISK)))
    assert true.outcome is Outcome.SUPPORTED
    assert [row["name"] for row in true.data["corners"]] == [
        "corner: n = 1", "corner: delta = 0.9", "corner: n = 1, delta = 0.9", "beside the corner: n = 2, delta = 0.81",
    ]  # fmt: skip


def test_a_loss_that_ties_at_the_corner_shows_beside_it(context):
    """On delta <= 1/2 one coin stays below the false width, and two coins tie with it at delta = 1/2."""
    half = (delta <= sympy.Rational(1, 2),)
    lost = high_probability.check(two_sided(True, given=half), context(parameters=(N, RISK)))
    assert lost.outcome is Outcome.REFUTED
    assert lost.witness["point"] == {"n": "2", "delta": "0.45"}
    assert high_probability.check(two_sided(False, given=half), context(parameters=(N, RISK))).outcome is Outcome.SUPPORTED


def test_corners_stay_within_the_conditions(context):
    given = (n >= 30, delta <= sympy.Rational(1, 2))
    assert high_probability.check(two_sided(True, given=given), context(parameters=(N, RISK))).outcome is Outcome.SUPPORTED
    points = [regime.point for regime in corners.regimes(two_sided(True, given=given), context(parameters=(N, RISK)))]
    assert points == [
        {"n": 30, "delta": 0.05}, {"n": 10_000, "delta": 0.5}, {"n": 30, "delta": 0.5}, {"n": 31, "delta": 0.45},
    ]  # fmt: skip


def test_without_a_domain_no_n_is_the_smallest(context):
    points = [regime.point for regime in corners.regimes(two_sided(True), context())]
    assert points == [{"n": 10_000, "delta": 0.9}]


SWEEP = Sweep("n", "n", (10, 100), n, "large", Coins(), {"delta": 0.05})
AT = (Regime("small", Coins(), {"n": 10, "delta": 0.05}),)


@pytest.mark.parametrize(
    "statement",
    [
        HighProbabilityBound.of(1 / n, failure=delta, trivial=sympy.Integer(1), regimes=AT, given=(n >= 30,)),
        ExpectationBound(1 / n, sympy.Integer(1), AT, given=(n >= 30,)),
        MinimaxLowerBound(1 / n, AT, given=(n >= 30,)),
        Scaling(1 / n, 1 / n, sympy.Integer(1), delta, (SWEEP,), given=(n >= 30,)),
    ],
    ids=lambda statement: type(statement).__name__,
)  # fmt: skip
def test_a_point_outside_the_conditions_is_refused(statement):
    said = [complaint.words for complaint in complaints(Claim(parts={"bound": statement}))]
    assert any("its point has n = 10, outside `given`: n >= 30" in words for words in said), said
    inside = [c.words for c in complaints(Claim(parts={"bound": replace(statement, given=(n >= 10,))}))]
    assert inside == []


def searched(**_):
    return Coins()


def test_the_search_does_not_leave_the_conditions(context):
    ratio = WorstRatio(1 / n, delta, searched, 100, (), (n >= 30,))
    assert np.isnan(ratio.value(np.random.default_rng(0), n=10, delta=0.05))
    assert ratio.value(np.random.default_rng(0), n=40, delta=0.05) > 0
    search = (Axis("n", 1, 60, "integer"), Axis("delta", 0.05, 0.3))
    bound = two_sided(False, given=(n >= 30,), search=search, instance=searched)
    found = high_probability.check(bound, context(parameters=(N, RISK))).data["constant"]["instance"]["point"]
    assert found["n"] >= 30


def test_a_search_without_a_point_inside_finds_none(context):
    search = (Axis("n", 1, 20, "integer"), Axis("delta", 0.05, 0.3))
    bound = two_sided(False, given=(n >= 30,), search=search, instance=searched)
    assert "instance" not in high_probability.check(bound, context(parameters=(N, RISK))).data["constant"]


def test_corners_of_the_cube():
    rng = np.random.default_rng(0)
    assert _corners(2, 8, rng).tolist() == [[0, 0], [1, 0], [0, 1], [1, 1]]
    some = _corners(8, 8, rng)
    assert len(some) == len(np.unique(some, axis=0)) <= 8
    assert set(some.ravel()) == {0.0, 1.0}
