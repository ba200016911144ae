"""What an undecided part is told to ask for is enough, and nothing is promised that no option gives.

Risk 1e-3 and fixed seeds, as in `test_high_probability`.
"""

import math
import re
from dataclasses import dataclass, replace

import pytest
import sympy
from scipy.stats import binom

from boundcheck.checks import enough, expectation, lower_bound
from boundcheck.checks.bound import high_probability
from boundcheck.checks.context import BUDGETS
from boundcheck.claims import ExpectationBound, HighProbabilityBound, MinimaxLowerBound, Outcome, Regime
from boundcheck.stats import proportion_interval

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


@pytest.mark.parametrize(("share", "outcome"), [("24/25", Outcome.SUPPORTED), ("26/25", Outcome.REFUTED)])
def test_the_number_that_is_named_decides(context, share, outcome):
    first = high_probability.check(near(share), with_repeats(context, 40_000))
    assert first.outcome is Outcome.UNDECIDED
    named = re.search(r"--repeats (\d+) takes them", first.summary)
    assert named is not None, first.summary
    assert 80_000 <= int(named.group(1)) <= enough.MOST_REPEATS
    again = high_probability.check(near(share), with_repeats(context, int(named.group(1))))
    assert again.outcome is outcome


def test_a_budget_is_named_where_one_is_enough(context):
    evidence = high_probability.check(near("3/4"), with_repeats(context, 400))
    assert evidence.outcome is Outcome.UNDECIDED
    assert re.search(r"takes about [\d,]+ repeats; --budget (standard|deep) takes", evidence.summary), evidence.summary


def test_nothing_is_promised_at_the_bound_itself(context):
    evidence = high_probability.check(near("9999/10000"), with_repeats(context, 100_000))
    assert evidence.outcome is Outcome.UNDECIDED
    assert "more repeats would decide" not in evidence.summary
    assert math.isinf(enough.for_rate(0.05, 0.05, 1e-4))
    assert "a regime in which the bound has more room" in enough.asked_for(math.inf)


def test_unsound_replicates_are_mended_not_repeated(context):
    evidence = high_probability.check(near("1/2", Uniform(broken=20)), with_repeats(context, 2_000))
    assert evidence.outcome is Outcome.UNDECIDED
    assert "mending the experiment would decide it" in evidence.summary
    assert "--repeats" not in evidence.summary


@pytest.mark.parametrize("rate", [0.0, 0.01, 0.03, 0.045, 0.049])
def test_the_upper_end_falls_below_what_is_allowed(rate):
    repeats = enough.for_rate(rate, 0.05, 1e-4)
    unlucky = int(binom.ppf(0.95, int(repeats), rate))  # one run in twenty sees more
    assert proportion_interval(unlucky, int(repeats), 1.01e-4, side="upper").high <= 0.0501


def test_means_and_medians_are_told_how_many(context):
    mean = ExpectationBound(sympy.Rational(501, 1000), sympy.Integer(1), (Regime("only", Uniform(), {"n": 1}),))
    first = expectation.check(mean, with_repeats(context, 20_000))
    assert first.outcome is Outcome.UNDECIDED
    assert re.search(r"takes (about|more)", first.summary), first.summary
    lower = MinimaxLowerBound(sympy.Rational(48, 100), (Regime("only", Uniform(), {"n": 1}),))
    assert "takes about" in lower_bound.check(lower, with_repeats(context, 2_000)).summary


def test_every_budget_has_fewer_repeats_than_the_option_allows():
    assert max(budget.repeats for budget in BUDGETS.values()) < enough.MOST_REPEATS
