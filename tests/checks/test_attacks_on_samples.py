"""Statements of known truth against every sampled shape: no praise for a false one, no accusation of a true one.

Risk 1e-3 for each check, fixed seed.
"""

from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy
from aloud import phrase
from sympy import Eq, Integer, Max, Rational, exp, log, sqrt

from boundcheck.checks import high_probability, lower_bounds, means, moving_bounds, ranking, scaling
from boundcheck.claims import (
    ExpectationBound,
    ExpectationLowerBound,
    HardLogits,
    HighProbabilityBound,
    Letter,
    MinimaxLowerBound,
    Paths,
    Ranking,
    Regime,
    Scaling,
    Separation,
    Simulation,
    Sweep,
    UniformBound,
    WidthBound,
    Widths,
)
from boundcheck.verdict import Outcome

n, delta, lam, t, d, p = sympy.symbols("n delta lam t d p", real=True)
N = Letter(n, "size", n >= 1, (1, 1000), integer=True)
RISK = Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2))


def near_one(rng, repeats, **_):
    return 1 + 0.001 * rng.random(repeats)


def falling(rng, repeats, *, n, **_):
    return (1 + 0.1 * rng.random(repeats)) / n**0.5


def thirds_lost(rng, repeats, *, n, **_):
    """Errors that follow 1/sqrt(n) among those that there are; from n = 1,000 on a third of the data sets have none."""
    return np.where(rng.random(repeats) < (0.3 if n >= 1000 else 0), np.nan, falling(rng, repeats, n=n))


def small_or_none(rng, repeats, **_):
    """Half of the error of `near_one`, and in six of ten data sets none at all."""
    return np.where(rng.random(repeats) < 0.6, np.nan, near_one(rng, repeats) / 2)


def nothing(rng, repeats, **_):
    return np.zeros(repeats)


def rounded_one_way(rng, repeats, **_):
    return np.full(repeats, 0.1 + 0.2)


def rounded_another_way(rng, repeats, **_):
    return np.full(repeats, 0.3)


def along(errors, printed, values=(10, 100, 1000)):
    return Scaling(printed, printed, Integer(9), delta, (Sweep("n", "n", values, n, "large", Simulation(errors), {"delta": 0.05}),))


def between(easier, harder, values=(10, 100, 1000), **options):
    sides = Simulation(easier), Simulation(harder)
    return Separation(*sides, "n", "n", values, n, delta, {"delta": 0.05}, **options)


def ranked(best, **methods):
    errors = {name: Simulation(method) for name, method in methods.items()}
    return Ranking(errors, "n", "n", (1, 10, 100), (best,) * 3, n, delta, {"delta": 0.2})


@pytest.mark.parametrize("printed", [1 / n, 1 / sqrt(n), sqrt(n)])
def test_on_a_short_sweep_nothing_follows_a_rate(context, printed):
    """A constant error, measured from n = 100 to 112."""
    found = scaling.check_scaling(along(near_one, printed, (100, 104, 108, 112)), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "too short" in phrase(found.fact)
    assert scaling.check_scaling(along(near_one, Integer(1)), context()).outcome is Outcome.SUPPORTED


def test_on_a_short_range_no_ratio_follows_a_rate(context):
    """A ratio of 1 that is said to grow as n."""
    near = between(near_one, near_one, (100, 105, 110), of="rate", printed=n / 100)
    twice = replace(near, harder=Simulation(twice_one))
    assert scaling.check_separation(twice, context()).outcome is Outcome.UNDECIDED
    assert (
        scaling.check_separation(replace(twice, values=(10, 100, 1000), printed=Integer(2)), context()).outcome
        is Outcome.SUPPORTED
    )


def twice_one(rng, repeats, **_):
    return 2 * near_one(rng, repeats)


def test_data_sets_without_an_error_follow_no_rate(context):
    found = scaling.check_scaling(along(thirds_lost, 1 / sqrt(n)), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "of 3,000 replicates are unsound" in phrase(found.fact)
    assert scaling.check_scaling(along(falling, 1 / sqrt(n)), context()).outcome is Outcome.SUPPORTED


def fails_late(rng, repeats, *, n, **_):
    if n > 100:
        raise RuntimeError("singular")
    return falling(rng, repeats, n=n)


@pytest.mark.parametrize("errors", [nothing, fails_late])
def test_errors_of_nought_and_none_have_no_exponent(context, errors):
    found = scaling.check_scaling(along(errors, 1 / n), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "n = 1000" in phrase(found.fact)
    assert not found.found.tested_at


def test_a_method_that_fails_is_not_the_easier_one(context):
    """Of the data sets on which it gives an answer its errors are half as large; of the others nothing is known."""
    for pair in ((near_one, small_or_none), (small_or_none, near_one)):
        found = scaling.check_separation(between(*pair), context())
        assert found.outcome is Outcome.UNDECIDED
        assert "are unsound, and may have any error" in phrase(found.fact)


def hardly_ever_none(rng, repeats, **_):
    return np.where(rng.random(repeats) < 0.01, np.nan, near_one(rng, repeats) / 2)


def test_an_order_that_lost_data_sets_cannot_turn_is_told(context):
    assert scaling.check_separation(between(hardly_ever_none, near_one), context()).outcome is Outcome.SUPPORTED
    assert scaling.check_separation(between(near_one, hardly_ever_none), context()).outcome is Outcome.REFUTED
    assert ranking.check(ranked("b", a=near_one, b=hardly_ever_none), context()).outcome is Outcome.SUPPORTED


def test_errors_of_nought_on_the_easier_side_are_no_error_of_the_check(context):
    assert scaling.check_separation(between(nothing, near_one), context()).outcome is not Outcome.REFUTED


@pytest.mark.parametrize("best", ["a", "b"])
def test_a_method_that_fails_is_ranked_by_its_failures_too(context, best):
    found = ranking.check(ranked(best, a=near_one, b=small_or_none), context())
    assert found.outcome is Outcome.UNDECIDED
    assert found.found.evidence.tested_at["n"] == (1, 10, 100)


@pytest.mark.parametrize("best", ["a", "b"])
def test_two_that_differ_by_rounding_are_not_told_apart(context, best):
    """.1 + .2 against .3."""
    same = {"a": rounded_one_way, "b": rounded_another_way}
    assert ranking.check(ranked(best, **same), context()).outcome is Outcome.UNDECIDED
    assert scaling.check_separation(between(rounded_one_way, rounded_another_way), context()).outcome is Outcome.UNDECIDED


@dataclass(frozen=True)
class Coins:
    """Distance of the mean of n fair coins from 1/2."""

    def sample(self, rng, repeats, *, n, **_):
        return {"error": np.abs(rng.binomial(int(n), 0.5, repeats) / n - 0.5)}


T = Letter(t, "deviation", t > 0, (0.01, 0.5))


@pytest.mark.parametrize(("exponent", "said"), [(2, Outcome.SUPPORTED), (8, Outcome.REFUTED)])
def test_a_failure_probability_may_be_above_one_where_nothing_is_said(context, exponent, said):
    """Hoeffding's inequality with its deviation given: 2 exp(-2 n t^2) is above 1 for the smallest n; false with 8 for 2."""
    regime = Regime("a", Coins(), {"n": 500, "t": 0.05}, biting=True)
    bound = HighProbabilityBound.of(t, failure=2 * exp(-exponent * n * t**2), trivial=Integer(1), regimes=(regime,))
    assert high_probability.check(bound, context(parameters=(N, T))).outcome is said


def rounding_alone(rng, repeats, **_):
    x = rng.standard_normal((repeats, 10))
    return np.abs((x / 3).sum(axis=1) * 3 - x.sum(axis=1))


def tiny(rng, repeats, **_):
    return np.full(repeats, 1e-9)


@pytest.mark.parametrize(("errors", "said"), [(rounding_alone, Outcome.SUPPORTED), (tiny, Outcome.REFUTED)])
def test_an_error_of_nought_up_to_rounding_is_not_above_nought(context, errors, said):
    """Exact recovery, computed in floating point."""
    at = (Regime("a", Simulation(errors), {"n": 10, "delta": 0.05}, biting=True),)
    bound = HighProbabilityBound.of(Integer(0), failure=delta, trivial=Integer(1), regimes=at)
    assert high_probability.check(bound, context()).outcome is said
    mean = means.check_mean(ExpectationBound(Integer(0), Integer(1), at), context())
    assert (mean.outcome is Outcome.REFUTED) is (said is Outcome.REFUTED)
    paths = (Regime("a", Paths(followed if errors is rounding_alone else tiny_path, (1, 10, 20)), {"n": 5, "delta": 0.05}),)
    late = UniformBound(Max(0, 1 - t / 10), t, delta, Integer(1), paths)
    assert moving_bounds.check_rounds(late, context()).outcome is said
    widths = (Regime("a", Widths(no_width if errors is rounding_alone else no_width_for_tiny), {"delta": 0.05}),)
    assert moving_bounds.check_width(WidthBound(delta, Integer(1), widths), context()).outcome is said


def followed(rng, repeats, **_):
    return np.full((repeats, 3), 1e-17)


def tiny_path(rng, repeats, **_):
    return np.full((repeats, 3), 1e-9)


def no_width(rng, repeats, **_):
    return rounding_alone(rng, repeats), np.zeros(repeats)


def no_width_for_tiny(rng, repeats, **_):
    return tiny(rng, repeats), np.zeros(repeats)


def test_a_bound_of_nought_is_not_negative_by_rounding(context):
    """.3 - 3 * .1 is -5.6e-17 in floating point."""
    point = {"n": 10, "delta": 0.05, "p": 0.1, "t": 0.3}
    at = (Regime("a", Simulation(nothing), point),)
    bound = HighProbabilityBound.of(t - 3 * p, failure=delta, trivial=Integer(1), regimes=at)
    assert high_probability.check(bound, context()).outcome is Outcome.SUPPORTED


@dataclass(frozen=True)
class Ridge:
    """A mean with a bias that is tuned to n, by its penalty."""

    def sample(self, rng, repeats, *, n, lam, **_):
        return {"error": np.abs(rng.standard_normal(repeats)) / n**0.5 + lam}


def tuned(*, n, **_):
    return {"lam": n**-0.5}


@pytest.mark.parametrize(
    ("follow", "share", "said"),
    [(None, 1, Outcome.UNDECIDED), (tuned, 1, Outcome.SUPPORTED), (tuned, Rational(1, 2), Outcome.REFUTED)],
)
def test_a_penalty_that_is_tuned_to_n_is_accused_at_no_other_n(context, follow, share, said):
    """True of lam = 1/sqrt(n), which the bound does not hold, and of which nothing but the regime's entry tells."""
    regime = Regime("a", Ridge(), {"n": 100, "delta": 0.05, "lam": 0.1}, biting=True, follow=follow)
    size = share * (sqrt(2 * log(2 / delta)) + 1) / sqrt(n)
    bound = HighProbabilityBound.of(size, failure=delta, trivial=Integer(9), regimes=(regime,))
    found = high_probability.check(bound, context(parameters=(N, RISK)))
    assert found.outcome is said
    assert said is not Outcome.UNDECIDED or "lam kept at 0.1" in phrase(found.fact)
    mean = means.check_mean(ExpectationBound(2 * share / sqrt(n), 10 / sqrt(n), (regime,)), context(parameters=(N,)))
    assert mean.outcome is said


LAM = Letter(lam, "penalty", lam > 0, (0.01, 1))


def test_what_the_conditions_tie_together_stays_tied(context):
    regime = Regime("a", Ridge(), {"n": 100, "delta": 0.05, "lam": 0.1}, biting=True)
    size = sqrt(2 * log(2 / delta) / n) + 1 / sqrt(n)
    for given in ((Eq(lam, 1 / sqrt(n)),), (lam <= 1 / sqrt(n),)):
        bound = HighProbabilityBound.of(size, failure=delta, trivial=Integer(9), regimes=(regime,), given=given)
        assert high_probability.check(bound, context(parameters=(N, RISK, LAM))).outcome is Outcome.SUPPORTED


def twos(rng, repeats, **_):
    return np.full(repeats, 2.0)


@pytest.mark.parametrize(("ceiling", "said"), [(Rational(1, 2), Outcome.UNDECIDED), (Integer(3), Outcome.SUPPORTED)])
def test_a_ceiling_that_a_draw_contradicts_refutes_no_lower_bound(context, ceiling, said):
    """The mean 2 is above 1, whatever the claim file says that no error exceeds."""
    at = (Regime("a", Simulation(twos), {"n": 2}),)
    for found in (
        means.check_lower_mean(ExpectationLowerBound(Integer(1), at, ceiling), context()),
        lower_bounds.check_lower_bound(MinimaxLowerBound(Integer(1), at, of="mean", ceiling=ceiling), context()),
    ):
        assert found.outcome is said
        assert said is Outcome.SUPPORTED or "above the ceiling 0.5" in phrase(found.fact)
    high = MinimaxLowerBound(Rational(5, 2), at, of="mean", ceiling=Integer(3))
    assert lower_bounds.check_lower_bound(high, context()).outcome is Outcome.REFUTED


def root(rng, repeats, *, n, **_):
    return np.full(repeats, n**-0.5)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 10])
def test_bounds_that_are_attained_exactly_are_not_refuted(context, size):
    """An error of 1/sqrt(n) always, its ceiling written in another way, as the largest and the least mean."""
    at = (Regime("a", Simulation(root), {"n": size, "delta": 0.05}),)
    other = exp(-log(n) / 2)
    checks = (
        means.check_lower_mean(ExpectationLowerBound(1 / sqrt(n), at, other), context()),
        means.check_lower_mean(ExpectationLowerBound(other, at, 1 / sqrt(n)), context()),
        means.check_mean(ExpectationBound(other, 1 / sqrt(n), at), context()),
        means.check_mean(ExpectationBound(1 / sqrt(n), 2 * other, at), context()),
        high_probability.check(HighProbabilityBound.of(other, failure=delta, trivial=Integer(1), regimes=at), context()),
    )
    assert all(found.outcome is not Outcome.REFUTED for found in checks)
    low = means.check_mean(ExpectationBound(Rational(99, 100) / sqrt(n), 2 * other, at), context(parameters=()))
    assert low.outcome is not Outcome.SUPPORTED


@dataclass(frozen=True)
class FromFiveOn:
    """Above its bound in every twentieth data set or fewer; from dimension 5 on in `share` of them."""

    share: float

    def sample(self, rng, repeats, *, n, d, **_):
        often = rng.random(repeats) < (0.02 if d < 5 else self.share)
        return {"error": np.where(often, 2, 0.5 if d < 5 else 0.6) * (1 + 0.01 * rng.random(repeats)) / n**0.5}


D = Letter(d, "dimension", d >= 1, (1, 50), integer=True)


@pytest.mark.parametrize(("share", "said"), [(0.2, Outcome.REFUTED), (0.02, Outcome.SUPPORTED)])
def test_a_dimension_that_matters_from_five_on_is_looked_at(context, share, said):
    """At d = 3, beside the regime's, the errors are those of d = 2; at d = 50 forty data sets are few for a rate of 20 %."""
    regime = Regime("plane", FromFiveOn(share), {"n": 100, "delta": 0.05, "d": 2}, biting=True)
    bound = HighProbabilityBound.of(1 / sqrt(n), failure=Rational(1, 20), trivial=Integer(3), regimes=(regime,))
    found = high_probability.check(bound, context(parameters=(N, D)))
    assert found.outcome is said
    assert 50 in found.found.evidence.tested_at["d"]
    assert said is Outcome.SUPPORTED or "d = 50" in phrase(found.fact)


def wide_in_high_dimension(rng, repeats, *, n, d, **_):
    """A mean of 1/2 up to d = 4, and of 2 from d = 5 on, in a few large errors."""
    return np.where(rng.random(repeats) < (0.05 if d < 5 else 0.2), 10, 0) * np.ones(repeats)


def test_a_mean_that_is_too_large_in_high_dimension_is_looked_at(context):
    regime = Regime("plane", Simulation(wide_in_high_dimension), {"n": 100, "d": 2})
    for size, said in ((1, Outcome.REFUTED), (4, Outcome.SUPPORTED)):
        found = means.check_mean(ExpectationBound(Integer(size), Integer(10), (regime,)), context(parameters=(N, D)))
        assert found.outcome is said


M = Letter(p, "length", equals=1 / n)


def test_a_feature_that_shrinks_by_an_abbreviation_is_no_hard_instance(context):
    """Labels of features of length 1/n say nothing: what no method beats is no news of a class of features."""
    at = (Regime("a", Simulation(near_one), {"n": 10}),)
    for feature, said in ((p, Outcome.UNDECIDED), (Rational(1, 10), Outcome.SUPPORTED)):
        hard = HardLogits(half=Rational(1, 2), labels=n, radius=Integer(1), feature=feature)
        lower = MinimaxLowerBound(Rational(1, 4), at, of="mean", ceiling=Integer(2), hard=(hard,))
        assert lower_bounds.check_lower_bound(lower, context(parameters=(N, M), definitions={p: 1 / n})).outcome is said


@dataclass(frozen=True)
class Medians:
    """The median of the means of `groups` groups of heavy-tailed draws of variance 1."""

    rare: float = 0.02

    def sample(self, rng, repeats, *, n, groups, **_):
        each, spread = max(1, int(n) // int(groups)), (self.rare * (1 - self.rare)) ** 0.5
        means = (rng.binomial(each, self.rare, (repeats, int(groups))) / each - self.rare) / spread
        return {"error": np.abs(np.median(means, axis=1))}


def groups_for(*, delta, **_):
    return {"groups": int(np.ceil(8 * np.log(1 / delta)))}


@pytest.mark.parametrize("follow", [None, groups_for])
def test_a_median_of_means_whose_groups_go_with_the_risk_is_not_accused(context, follow):
    """sqrt(32 ln(1/delta)/n) with probability 1 - delta, for n >= 8 ln(1/delta)."""
    point = {"n": 480, "delta": 0.05, **groups_for(delta=0.05)}
    regime = Regime("a", Medians(), point, biting=True, follow=follow)
    given = (n >= 16 * log(1 / delta),)
    bound = HighProbabilityBound.of(
        sqrt(64 * log(1 / delta) / n), failure=delta, trivial=Integer(9), regimes=(regime,), given=given
    )
    assert high_probability.check(bound, context(parameters=(N, RISK))).outcome is not Outcome.REFUTED


def from_the_end(rng, repeats, *, n, **_):
    """How far the largest of n uniform draws is from 1."""
    return 1 - rng.random(repeats) ** (1 / n)


@pytest.mark.parametrize(("share", "said"), [(1, Outcome.SUPPORTED), (Rational(1, 2), Outcome.REFUTED)])
def test_a_bounded_support_is_accused_at_no_n(context, share, said):
    """ln(1/delta)/n is above 1 at the smallest n, and nearly attained at large ones."""
    at = (Regime("a", Simulation(from_the_end), {"n": 100, "delta": 0.05}, biting=True),)
    bound = HighProbabilityBound.of(share * log(2 / delta) / n, failure=delta, trivial=Integer(1), regimes=at)
    assert high_probability.check(bound, context(parameters=(N, RISK))).outcome is said


def signs(rng, repeats, *, n, **_):
    return np.abs(2 * rng.binomial(int(n), 0.5, repeats) / n - 1)


@pytest.mark.parametrize(("power", "said"), [(Rational(1, 2), Outcome.SUPPORTED), (Rational(2, 3), Outcome.REFUTED)])
def test_a_mean_with_equality_at_one_draw_is_not_accused_there(context, power, said):
    """E|mean of n signs| <= 1/sqrt(n), with equality at n = 1, a corner."""
    bound = ExpectationBound(n**-power, Integer(1), (Regime("a", Simulation(signs), {"n": 300}),))
    found = means.check_mean(bound, context(parameters=(N,)))
    assert found.outcome is said
    assert any(row.point["n"] == 1 and row.low <= row.bound for row in found.found.evidence.corners)


@pytest.mark.parametrize("size", [1 / sqrt(n - 1), 1 / log(n), 1 / sqrt(n - Rational(1, 2))])
def test_a_bound_without_a_value_at_the_smallest_n_is_not_accused_there(context, size):
    at = (Regime("a", Coins(), {"n": 100, "delta": 0.05}, biting=True),)
    assert means.check_mean(ExpectationBound(size, Integer(1), at), context(parameters=(N,))).outcome is Outcome.SUPPORTED
    bound = HighProbabilityBound.of(size * sqrt(log(2 / delta)), failure=delta, trivial=Integer(9), regimes=at)
    assert high_probability.check(bound, context(parameters=(N, RISK))).outcome is Outcome.SUPPORTED
