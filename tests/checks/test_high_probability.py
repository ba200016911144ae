"""A true bound, a false one, a vacuous one, an undecidable one; mutants; failures are never dropped.

Each part's risk is 1e-3 and every seed is fixed.
"""

from dataclasses import replace

import msgspec
import pytest
import sympy
from aloud import phrase
from noise import Noise

from boundcheck.checks import constants, high_probability
from boundcheck.checks.vacuity import says_nothing
from boundcheck.checks.worst_constant import quoted
from boundcheck.claims import Axis, HighProbabilityBound, Inequality, Letter, Mutant, Regime, Step
from boundcheck.record.replay import replay_constant
from boundcheck.record.schema import plain_data
from boundcheck.record.types import converted, plain
from boundcheck.verdict import Evidence, Outcome, StepVerdict, facts
from boundcheck.verdict.shapes import Constant
from boundcheck.words.samples import reserve

n, delta = sympy.symbols("n delta", real=True)
QUANTILE = 2  # of |N(0, 1)| at 0.954
POINT = {"n": 10_000, "delta": 0.05}


def bound(experiment=None, factor=1.0, trivial=1.0, mutants=()):
    size = sympy.Rational(str(factor)) * QUANTILE / sympy.sqrt(n)
    regime = Regime("only", experiment or Noise(), POINT, biting=True)
    return HighProbabilityBound(
        1 / sympy.sqrt(n), size, sympy.Integer(2), sympy.Rational(str(trivial)), delta, (regime,), mutants
    )


def test_a_true_bound_is_supported(context):
    evidence = high_probability.check(bound(factor=1.3), context())
    assert evidence.outcome is Outcome.SUPPORTED
    row = evidence.found.slack[0]
    assert row.rate_high <= 0.05
    assert row.low <= row.quantile <= row.high
    assert row.biting


def test_what_was_seen_is_told_in_the_number_of_its_regimes(context):
    said = phrase(high_probability.check(bound(factor=1.3), context()).fact)
    assert "data sets exceed the explicit bound (1 setting); a violation rate" in said


def test_a_false_bound_is_refuted_with_its_interval(context):
    evidence = high_probability.check(bound(factor=0.8), context())
    assert evidence.outcome is Outcome.REFUTED
    assert float(evidence.witness.lhs) > float(evidence.witness.rhs)


def test_a_bound_at_its_own_quantile_is_undecided(context):
    evidence = high_probability.check(bound(factor=0.98), context())
    assert evidence.outcome is Outcome.UNDECIDED


def test_a_vacuous_bound_is_called_so(context):
    evidence = high_probability.check(bound(factor=1.3, trivial=0.001), context())
    assert "VACUOUS" in {finding.kind for finding in evidence.findings}
    assert "TOOTHLESS" in {finding.kind for finding in evidence.findings}


def test_mutants_die_and_survivors_are_named(context):
    regime = Regime("only", Noise(), POINT)
    mutants = (
        Mutant("halved", "half the bound", regime, QUANTILE / sympy.sqrt(n) / 2),
        Mutant("doubled", "twice the bound", regime, 4 / sympy.sqrt(n)),
        Mutant("noisy", "an estimator with twice the noise", Regime("noisy", Noise(2.0), POINT)),
    )
    found = high_probability.check(bound(factor=1.3, mutants=mutants), context()).found.mutants
    assert found.killed == 2
    assert found.survivors == ("doubled",)


def test_unsound_replicates_are_never_counted_in_favour(context):
    evidence = high_probability.check(bound(Noise(size=0.01, broken=10)), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert evidence.found.slack[0].unsound == 203  # every tenth of each block, the first included


def test_a_cell_that_raises_is_recorded(context):
    evidence = high_probability.check(bound(Noise(raises=True)), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert "singular matrix" in evidence.found.failures[0].message


def instance(**_):
    return Noise()


def test_the_worst_constant_is_confirmed_on_fresh_samples(context):
    """|N| at 1 - delta is largest where delta is least: 2.81 at 0.005, and the rate is 1/sqrt(n)."""
    search = (Axis("delta", 0.05, 0.5), Axis("n", 1, 1000, "log_integer"))
    searched = replace(bound(factor=1.3), search=search, instance=instance, constant=sympy.Integer(3))
    constant = high_probability.check(searched, context()).found.constant
    assert constant.low <= constant.smallest_surviving <= constant.high
    assert 1.7 < constant.smallest_surviving < 2.3
    assert constant.upper == "3"


N = Letter(n, "size", n >= 1, (1, 100), integer=True)
AT_RISK = Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2))


def settled(statement, context, **changes):
    return high_probability.check(statement, context(parameters=(N, AT_RISK), **changes))


def test_a_constant_below_the_explicit_version_is_refuted_with_its_witness_and_not_quoted(context):
    """The explicit version is 2.6 times the printed rate; the claimed constant is 2."""
    # without delta in it the explicit version is true from delta = .05 on, and no further down
    evidence = settled(replace(bound(factor=1.3), given=(delta >= sympy.Rational(1, 20),)), context)
    constant = evidence.found.constant
    assert (constant.settled, constant.upper, constant.explicit) == ("refuted", None, None)
    assert float(constant.witness.lhs) > float(constant.witness.rhs)
    assert "the claimed constant 2 is refuted: at " in phrase(constant.by)
    assert "CONSTANT" in [finding.kind for finding in evidence.findings]
    assert evidence.outcome is Outcome.SUPPORTED  # the explicit version is what was sampled


def test_a_constant_that_reaches_is_proved_and_quoted_without_reserve(context):
    constant = settled(replace(bound(factor=1.3), constant=sympy.Integer(3)), context).found.constant
    assert (constant.settled, constant.upper, reserve(constant.by)) == ("proved", "3", "")
    kept = converted(plain_data(plain(constant)), Constant)
    assert [row.result for row in replay_constant("constant", kept)] == ["replayed"]


def test_a_false_constant_is_seen_though_no_point_of_the_run_shows_it(context):
    """1/sqrt(n) + 1/n is at most 1.5/sqrt(n) at n = 10,000, and not at n = 1."""
    late = replace(bound(), explicit=QUANTILE * (1 / sympy.sqrt(n) + 1 / n), constant=sympy.Integer(3))
    constant = settled(late, context).found.constant
    assert constant.settled == "refuted"
    assert sympy.Rational(constant.witness.point["n"]) < 4
    assert settled(replace(late, constant=sympy.Integer(4)), context).found.constant.settled == "proved"
    assert settled(replace(late, given=(n >= 4,)), context).found.constant.settled == "proved"


def test_whole_numbers_are_whole(context):
    """n <= n**2 fails between 0 and 1 alone."""
    whole = replace(bound(), printed=1 / n, explicit=1 / n**2, constant=sympy.Integer(1))
    assert settled(whole, context).found.constant.settled == "proved"
    small = replace(whole, printed=n**2, explicit=n, given=())
    everywhere = replace(N, domain=(n >= 0,))
    found = high_probability.check(small, context(parameters=(everywhere, AT_RISK)))
    assert found.found.constant.settled != "refuted"  # between 0 and 1 there is no whole number


def test_without_a_domain_nobody_is_refuted(context):
    """At n = -1 the claim would fail, but it never said what n may be."""
    odd = replace(bound(), printed=n, explicit=2 * n, constant=sympy.Integer(3))
    constant = high_probability.check(odd, context()).found.constant
    assert constant.settled == "points"
    assert reserve(constant.by) == r"at the points of this run; $\letter{n}$ has no domain"


def test_a_letter_within_the_failure_probability_is_no_probability(context):
    """t^2/n <= t/n holds on (0, 1), but nothing says that t lies there."""
    t = sympy.Symbol("t", real=True)
    squared = replace(bound(), printed=t / n, explicit=t**2 / n, failure=sympy.exp(-t), constant=sympy.Integer(1))
    statement, bare = constants.on_domain(squared.explicit, squared.printed, squared, (N,), {})
    assert bare == ["t"]
    assert all(t not in condition.free_symbols for condition in statement.given)


def test_domains_that_name_another_letter_bind_a_constant(context):
    m = sympy.Symbol("m", real=True)
    parameters = (replace(N, domain=(n >= m,)), Letter(m, "another", m >= 5, (5, 10)))
    statement, bare = constants.on_domain(n, n**2, bound(), parameters, {})
    assert {str(condition) for condition in statement.given} >= {"m >= 5"}
    assert bare == []


def test_a_point_of_the_run_refutes_where_nothing_else_does(context):
    constant = high_probability.check(bound(factor=1.3), context()).found.constant
    assert constant.settled == "refuted"
    assert "in 'only' the explicit version is 0.026, and 2 times the printed rate 0.02" in phrase(constant.by)


def test_a_bound_that_is_printed_with_its_constants_needs_no_reserve(context):
    regime = Regime("only", Noise(), POINT, biting=True)
    shown = HighProbabilityBound.of(3 / sympy.sqrt(n), failure=delta, trivial=1, regimes=(regime,))
    constant = high_probability.check(shown, context()).found.constant
    assert (constant.settled, constant.upper, reserve(constant.by)) == ("equal", "1", "")


@pytest.mark.parametrize("constant", [sympy.Symbol("K", real=True)])
def test_what_is_no_positive_number_is_not_quoted(context, constant):
    evidence = settled(replace(bound(factor=1.3), constant=constant), context)
    assert evidence.found.constant.settled == "unusable"
    assert evidence.found.constant.upper is None
    assert "is no positive number" in " ".join(phrase(finding.fact) for finding in evidence.findings)


def proved(label, constant, *given, settles="part"):
    said = Inequality(bound(factor=1.3).explicit, constant / sympy.sqrt(n), given)
    return Step(label, "line 1", said, settles=settles), StepVerdict(label, Evidence(Outcome.PROVED, facts.Words("true")))


def test_a_step_whose_field_says_so_settles_the_constant(context):
    three = replace(bound(factor=1.3), constant=sympy.Integer(3))
    constant = settled(three, context, steps=(proved("last", 3),)).found.constant
    assert (constant.settled, constant.step) == ("step", "last")
    assert (phrase(constant.by), reserve(constant.by)) == ("proved by the step last", "")


@pytest.mark.parametrize("label", ["constant", "constant_part", "last"])
def test_a_name_settles_nothing(context, label):
    """A tautology of any name beside a constant that is too small: the prover's refutation wins."""
    five = replace(bound(), explicit=QUANTILE * 5 / sympy.sqrt(n), printed=QUANTILE / sympy.sqrt(n), constant=sympy.Integer(2))
    y = sympy.Symbol("y", real=True)
    for said in (Inequality(y, y + 1), Inequality(five.explicit, five.explicit), Inequality(five.explicit, 5 * five.printed)):
        step = Step(label, "nowhere", said, settles="part")
        known = ((step, StepVerdict(label, Evidence(Outcome.PROVED, facts.Words("true")))),)
        assert settled(five, context, steps=known).found.constant.settled == "refuted"


def test_one_step_is_not_credited_with_two_constants(context):
    known = (proved("last", 3),)
    for constant, how in ((3, "step"), (4, "proved")):
        other = replace(bound(factor=1.3), constant=sympy.Integer(constant))
        assert settled(other, context, steps=known).found.constant.settled == how


def test_a_step_that_names_another_part_settles_nothing_here(context):
    three = replace(bound(factor=1.3), constant=sympy.Integer(3))
    constant = settled(three, context, steps=(proved("last", 3, settles="other"),)).found.constant
    assert (constant.settled, constant.step) == ("proved", "")


def test_a_step_on_part_of_the_domain_does_not_outweigh_the_refutation_beyond(context):
    """1/sqrt(n) + 1/n against 3/2 of the rate: from n = 4 on, and not before."""
    late = replace(bound(), explicit=QUANTILE * (1 / sympy.sqrt(n) + 1 / n), constant=sympy.Integer(3))
    step = Step("last", "line 1", Inequality(late.explicit, 3 * late.printed, (n >= 4, n >= 1)), settles="part")
    known = ((step, StepVerdict("last", Evidence(Outcome.PROVED, facts.Words("true")))),)
    constant = settled(late, context, steps=known).found.constant
    assert (constant.settled, constant.upper) == ("refuted", None)
    assert "the step last proves it for n ≥ 4" in phrase(constant.by)


def test_a_step_that_is_not_proved_settles_nothing(context):
    step, _ = proved("last", 2)
    known = ((step, StepVerdict("last", Evidence(Outcome.REFUTED, facts.Words("false")))),)
    assert settled(bound(factor=1.3), context, steps=known).found.constant.settled == "refuted"


def test_a_constant_that_is_the_ratio_is_quoted(context):
    constant = settled(replace(bound(), explicit=sympy.pi / sympy.sqrt(n), constant=sympy.pi), context).found.constant
    assert (constant.settled, constant.explicit, constant.upper) == ("proved", "pi", "pi")


def test_a_constant_of_many_digits_is_told_in_short(context):
    large = sympy.Integer(10) ** 400
    constant = settled(replace(bound(), explicit=large / sympy.sqrt(n), constant=large), context).found.constant
    assert constant.explicit == "about 1.000e+400"
    assert "00000" not in phrase(constant.by)


def test_a_constant_is_never_rounded_down():
    assert quoted(sympy.sqrt(2)) == "sqrt(2)"
    assert quoted(sympy.Integer(2)) == "2"
    long = 3 * sympy.sqrt(2) + sympy.sqrt(3)
    assert quoted(long) == "5.975"
    for constant in (long, sympy.Rational(10**13 + 1, 10**13), sympy.Float("1.4142135623731"), sympy.Integer(3) ** 40):
        assert sympy.Rational(quoted(constant)) >= constant
    assert "e+" in quoted(sympy.Integer(3) ** 1000)


def kinds(evidence):
    return [finding.kind for finding in evidence.findings]


def test_a_violated_bound_is_not_tight(context):
    assert "TIGHT" in kinds(high_probability.check(bound(factor=1.3), context()))
    violated = high_probability.check(bound(factor=0.5), context())
    assert violated.outcome is Outcome.REFUTED
    assert not {"TIGHT", "LOOSE"} & set(kinds(violated))


def test_errors_that_are_all_zero_are_remarked(context):
    remark = "every one of 2,000 errors is 0; does the experiment draw at all?"
    texts = [phrase(finding.fact) for finding in high_probability.check(bound(Noise(size=0.0)), context()).findings]
    assert remark in texts
    one = bound(Noise(size=0.0))
    drawn = replace(one, regimes=(*one.regimes, Regime("drawn", Noise(), POINT)))
    texts = [phrase(finding.fact) for finding in high_probability.check(drawn, context()).findings]
    assert not any("does the experiment draw" in text for text in texts)


def test_a_negative_bound_is_said_without_simulating(context):
    never = replace(bound(), explicit=1 / sympy.sqrt(n) - 1, constant=sympy.Integer(1))
    evidence = high_probability.check(never, replace(context(), run=None))
    assert evidence.outcome is Outcome.REFUTED
    assert phrase(evidence.fact).startswith("the bound is negative at 'only' (-0.99)")
    assert evidence.witness.point == {"delta": "0.05", "n": "10000"}


def test_a_regime_that_was_meant_to_bite_is_named(context):
    blunt = bound(factor=1.3, trivial=0.03)
    sharp = replace(blunt, regimes=(*blunt.regimes, Regime("large", Noise(), {"n": 10**6, "delta": 0.05}, biting=True)))
    texts = [phrase(f.fact) for f in high_probability.check(sharp, context()).findings if f.kind == "TOOTHLESS"]
    assert texts == ["meant to be small, yet the bound exceeds half the trivial one in: only"]
    assert "TOOTHLESS" not in kinds(high_probability.check(bound(factor=1.3), context()))


def test_the_failure_letter_is_a_probability_by_its_place():
    """delta^2/n <= delta/n holds on (0, 1) alone; no parameter says where delta lies."""
    squared = replace(bound(), printed=delta / n, explicit=delta**2 / n, constant=sympy.Integer(1))
    statement, bare = constants.on_domain(squared.explicit, squared.printed, squared, (N,), {})
    assert bare == []
    assert {str(condition) for condition in statement.given} >= {"delta > 0", "delta < 1"}
    assert constants.settle(squared, "part", parameters=(N,)).settled == "proved"


def test_a_trivial_bound_that_errors_exceed_makes_no_bound_empty(context):
    """A thousandth over n is typed in for what holds without data; the errors are about a hundredth."""
    stated = context(parameters=(N, AT_RISK))
    low = bound(factor=1.3, trivial=0.001)
    low = replace(low, trivial=low.trivial / n)
    evidence = high_probability.check(low, stated)
    assert evidence.found.evidence.above_trivial == ("only",)
    assert says_nothing(low, evidence, stated) is None
    unsaid = msgspec.structs.replace(evidence.found.evidence, above_trivial=())
    without = replace(evidence, found=msgspec.structs.replace(evidence.found, evidence=unsaid))
    assert says_nothing(low, without, stated) is not None  # as it would have been said
