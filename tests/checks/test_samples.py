"""Rows of violations: repeats that would decide, limits in a sentence, a simulation under suspicion."""

import math
import re
from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy
from aloud import phrase
from scipy.stats import binom

from boundcheck.checks import high_probability, lower_bounds, means, samples
from boundcheck.checks.context import BUDGETS
from boundcheck.checks.samples import at_least, at_most
from boundcheck.claims import ExpectationBound, HighProbabilityBound, MinimaxLowerBound, Regime
from boundcheck.stats import mean_interval, proportion_interval
from boundcheck.verdict import Outcome
from boundcheck.verdict.shapes import Margin
from boundcheck.words.samples import needed

# What an undecided part is told to ask for is enough, and nothing is promised that no option gives.
#
# Risk 1e-3 and fixed seeds, as in `test_high_probability`.

delta = sympy.Symbol("delta", real=True)


@dataclass(frozen=True)
class Uniform:
    """Uniform on [0, 1], every `broken`-th replicate unsound."""

    broken: int = 0

    def sample(self, rng, repeats, **_):
        error = rng.random(repeats)
        return {
            "error": error if not self.broken else [e if i % self.broken else math.nan for i, e in enumerate(error)]
        }


def near(share, experiment=None):
    """A bound that is exceeded with probability `share` times the allowed 5 per cent."""
    bound = 1 - sympy.Rational(share) * delta
    regime = Regime("only", experiment or Uniform(), {"delta": 0.05}, biting=True)
    return HighProbabilityBound.of(bound, failure=delta, trivial=sympy.Integer(2), regimes=(regime,))


def with_repeats(context, repeats):
    made = context()
    return replace(made, budget=made.budget.with_repeats(repeats))


@pytest.mark.parametrize("share", ["24/25", "9999/10000"])
def test_the_number_that_is_named_decides(context, share):
    """A rate at the allowed one agrees with it, within the margin, at the number of repeats that is named."""
    first = high_probability.check(near(share), with_repeats(context, 4_000))
    assert first.outcome is Outcome.UNDECIDED
    named = re.search(r"in about ([\d,]+) repeats", phrase(first.fact))
    assert named is not None, phrase(first.fact)
    again = high_probability.check(near(share), with_repeats(context, int(named.group(1).replace(",", ""))))
    assert again.outcome is Outcome.SUPPORTED
    assert "in 'only' the rate agrees with the allowed one within a factor 1.15" in phrase(again.fact)
    assert again.found.evidence.margin == Margin(factor=1.15, within=("only",))


def test_a_rate_beyond_the_margin_is_refuted_and_not_agreed_with(context):
    assert high_probability.check(near("6/5"), with_repeats(context, 40_000)).outcome is Outcome.REFUTED
    assert high_probability.check(near("23/20"), with_repeats(context, 4_000)).outcome is not Outcome.SUPPORTED


def test_the_margin_never_reaches_one():
    assert samples.limit(0.05) == pytest.approx(0.0575)
    for allowed in (0.5, 0.9, 0.99, 0.999):
        assert allowed < samples.limit(allowed) < 1
    assert 0.9 < samples.limit(0.9) < 0.914


@pytest.mark.parametrize("allowed", [0.01, 0.05, 0.3, 0.9])
def test_that_many_repeats_agree_in_nineteen_trials_of_twenty(allowed):
    """Exactly, by the binomial law of a rate that is just allowed."""
    repeats = int(samples.for_agreement(allowed, 1e-4))
    unlucky = int(binom.ppf(0.95, repeats, allowed))
    assert proportion_interval(unlucky, repeats, 1e-4, side="upper").high <= samples.limit(allowed) * 1.002


def test_nothing_is_foretold_from_near():
    assert math.isnan(samples.for_interval(0.4, 0.5, 0.6, 0.51, 1_000))
    assert "cannot be foretold" in needed(samples.asked_for(math.nan))
    assert math.isinf(samples.for_agreement(1.0, 1e-4))
    assert "a setting in which the bound has more room" in needed(samples.asked_for(math.inf))


def test_unsound_replicates_are_mended_not_repeated(context):
    evidence = high_probability.check(near("1/2", Uniform(broken=20)), with_repeats(context, 2_000))
    assert evidence.outcome is Outcome.UNDECIDED
    assert "mending the experiment would decide it" in phrase(evidence.fact)
    assert "--repeats" not in phrase(evidence.fact)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_foretold_of_a_mean_holds_within_a_factor_two(seed):
    """Or nothing is foretold: the number at which the limit first clears the bound, against what a shorter run said."""
    draws = np.random.default_rng(seed).random(60_000)
    bound, each = 0.515, 1e-12  # so small that gaps of `FORETOLD` standard errors are left open

    def limits(repeats):
        kept = draws[:repeats]
        low, high = (mean_interval(kept, 0, 1, each, side=side) for side in ("lower", "upper"))
        return low.low, float(kept.mean()), high.high

    needed = next(n for n in range(10_000, 60_000, 2_000) if limits(n)[2] <= bound)
    told = [(n, samples.for_interval(*limits(n), bound, n)) for n in (needed // 4, needed // 2)]
    assert all(math.isnan(number) or needed / 2 <= number <= 2 * needed for _, number in told), (needed, told)


def test_means_and_medians_say_what_is_open(context):
    mean = ExpectationBound(sympy.Rational(501, 1000), sympy.Integer(1), (Regime("only", Uniform(), {"n": 1}),))
    first = means.check_mean(mean, with_repeats(context, 20_000))
    assert first.outcome is Outcome.UNDECIDED
    assert re.search(r"takes (about|more|a number of repeats that cannot be foretold)", phrase(first.fact)), phrase(first.fact)
    lower = MinimaxLowerBound(sympy.Rational(48, 100), (Regime("only", Uniform(), {"n": 1}),))
    assert "takes a" in phrase(lower_bounds.check_lower_bound(lower, with_repeats(context, 2_000)).fact)


def test_every_budget_has_fewer_repeats_than_the_option_allows():
    assert max(budget.repeats for budget in BUDGETS.values()) < samples.MOST_REPEATS


# A limit stays one when it is rounded.


@pytest.mark.parametrize(
    ("limit", "below", "above"),
    [(1.9969, "1.99", "2"), (0.1, "0.1", "0.1"), (95.0686, "95", "95.1"), (1.2345e-7, "1.23e-07", "1.24e-07"),
     (-0.4987, "-0.499", "-0.498"), (0.0, "0", "0"), (math.inf, "inf", "inf"), (123456.0, "1.23e+05", "1.24e+05")],
)  # fmt: skip
def test_to_the_safe_side(limit, below, above):
    assert (at_least(limit), at_most(limit)) == (below, above)
