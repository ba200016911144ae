"""A field settles a part, and only by the composed inequality; proved steps are hypotheses of scalar parts."""

from dataclasses import replace

import pytest
from sympy import Integer, Rational, exp, log, sqrt, symbols

from boundcheck.checks import formulas
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.settling import alike, beyond, by_step, composed, proved, stated_domain
from boundcheck.claims import (
    By,
    ExpectationBound,
    ExpectationLowerBound,
    HighProbabilityBound,
    Inequality,
    InstanceInequality,
    Letter,
    MinimaxLowerBound,
    PrivacyGuarantee,
    Regime,
    Repair,
    Simulation,
    Step,
    UniformBound,
)
from boundcheck.verdict import Evidence, Outcome, StepVerdict, facts

n, delta, x, y = symbols("n delta x y", real=True)
PROVED = Evidence(Outcome.PROVED, facts.Words("true"))


def errors(rng, repeats, **point):
    return rng.random(repeats)


REGIMES = (Regime("only", Simulation(errors), {"n": 10, "delta": 0.1}),)
RATE = sqrt(log(1 / delta) / n)
BOUND = HighProbabilityBound(RATE, 2 * RATE + 1 / n, Integer(5), Integer(1), delta, REGIMES)
WIDTH = sqrt(log(2 / delta) / (2 * n))
PRINTED = HighProbabilityBound.of(WIDTH, failure=delta, trivial=1, regimes=REGIMES)
SAID = Inequality(BOUND.explicit, 5 * RATE)


def known(said, label="last", **fields):
    return ((Step(label, "line 1", said, **fields), StepVerdict(label, PROVED)),)


def test_the_field_and_the_composed_inequality_settle():
    assert by_step(BOUND, "bound", {}, known(SAID, settles="bound"))[0].label == "last"
    assert by_step(BOUND, "bound@mended", {}, known(SAID, settles="bound@mended"))
    assert by_step(BOUND, "bound@mended", {}, known(SAID, settles="bound"))


def test_a_step_that_names_the_reading_goes_first():
    both = (*known(SAID, "general", settles="bound"), *known(SAID, "own", settles="bound@mended"))
    assert by_step(BOUND, "bound@mended", {}, both)[0].label == "own"
    assert by_step(BOUND, "bound", {}, both)[0].label == "general"


@pytest.mark.parametrize(
    "steps",
    [
        known(SAID),
        known(SAID, "constant_bound"),
        known(SAID, settles="other"),
        known(SAID, settles="bound@mended"),
        known(Inequality(y, y + 1), settles="bound"),
        known(Inequality(BOUND.explicit, 6 * RATE), settles="bound"),
        known(Inequality(2 * RATE, 5 * RATE), settles="bound"),
        known(Inequality(SAID.lhs, SAID.lhs), settles="bound"),
        ((Step("last", "", SAID, settles="bound"), StepVerdict("last", Evidence(Outcome.UNDECIDED, facts.Words("open")))),),
        ((Step("last", "", SAID, settles="bound"), StepVerdict("last", Evidence(Outcome.SUPPORTED, facts.Words("seen")))),),
    ],
    ids=["no field", "a name", "another part", "another reading", "unrelated", "another constant", "another left side",
         "equal sides", "open", "sampled"],
)  # fmt: skip
def test_nothing_else_does(steps):
    assert by_step(BOUND, "bound", {}, steps) is None


def test_the_sides_are_compared_with_definitions_expanded_and_multiplied_out():
    said = Inequality(y + 1 / n, 5 * RATE)
    assert composed(BOUND, said, {y: 2 * RATE})
    assert not composed(BOUND, said, {y: RATE})
    assert composed(BOUND, Inequality((2 * n * RATE + 1) / n, 5 * RATE), {})


@pytest.mark.parametrize(
    "said",
    [
        Inequality(sqrt(log(2 / delta) / (4 * n)), WIDTH),  # another expression in all of its letters below the bound
        Inequality(WIDTH, WIDTH),
        Inequality(log(2 / delta), 2 * n * x**2, (x >= WIDTH, n >= 1)),  # the tail, from the bound on
        Inequality(2 * exp(-2 * n * x**2), delta, (x >= WIDTH, n >= 1, delta > 0)),
    ],
)
def test_no_line_about_its_own_formula_settles_a_bound_that_is_printed_with_its_constants(said):
    """None of them speaks of the error."""
    assert not composed(PRINTED, said, {})


@pytest.mark.parametrize("bound", [ExpectationBound(1 / n, 1, REGIMES), UniformBound(1 / n, n, delta, 1, REGIMES[:0])])
def test_no_line_about_its_own_formula_settles_a_mean_or_a_bound_at_all_rounds(bound):
    assert not composed(bound, Inequality(1 / (n + 1), 1 / n), {})


@pytest.mark.parametrize("lower", [ExpectationLowerBound, MinimaxLowerBound])
def test_a_lower_bound_is_settled_by_no_line_alone(lower):
    """1/n <= 2/n is true, whatever the error of the method, or of every method."""
    assert not composed(lower(1 / n, REGIMES), Inequality(1 / n, 2 / n), {})


def test_a_mended_step_counts_with_its_repair_and_an_instance_with_its_display():
    step = Step("last", "", Inequality(BOUND.explicit, 3 * RATE), repair=Repair(SAID, "5"), settles="bound")
    false = StepVerdict("last", Evidence(Outcome.REFUTED, facts.Words("false")), PROVED)
    assert by_step(BOUND, "bound", {}, ((step, false),))
    assert proved(step, replace(false, repair=Evidence(Outcome.UNDECIDED, facts.Words("open")))) is None
    assert by_step(BOUND, "bound", {}, known(By("reduced", says=SAID), settles="bound"))


def test_the_conditions_of_an_instance_come_with_its_display():
    """By(..., given=x >= 5) says nothing of smaller x, whatever the display has among its own conditions."""
    used = By("reduced", says=Inequality(x, y, (y >= 0,)), given=(x >= 5, y >= 0))
    said = proved(Step("last", "", used), StepVerdict("last", PROVED))
    assert said.given == (y >= 0, x >= 5)
    assert beyond(said, (y >= 0,), ()) == [x >= 5]


def test_an_instance_of_a_step_that_is_open_settles_nothing():
    used = Step("last", "", By("reduced", says=SAID), settles="bound")
    for outcome, settles in ((Outcome.PROVED, True), (Outcome.UNDECIDED, False), (Outcome.REFUTED, False)):
        source = Step("reduced", "", Inequality(x, y)), StepVerdict("reduced", Evidence(outcome, facts.Words("")))
        assert (by_step(BOUND, "bound", {}, (source, (used, StepVerdict("last", PROVED)))) is not None) is settles


def test_an_open_part_is_proved_by_no_instance_of_what_is_open_itself(context):
    """x <= y given nothing is false: an instance of it, which is "proved", is no hypothesis, at whatever distance."""
    lie = Step("lie", "", Inequality(x, y)), StepVerdict("lie", Evidence(Outcome.UNDECIDED, facts.Words("open")))
    used = Step("used", "", By("lie", says=Inequality(x, y))), StepVerdict("used", PROVED)
    again = Step("again", "", By("used", says=Inequality(x, y))), StepVerdict("again", PROVED)
    undecided = Evidence(Outcome.UNDECIDED, facts.Words("open"))
    assert formulas.from_steps(Inequality(x, y), undecided, context(steps=(lie, used, again))) is undecided
    true = Step("lie", "", Inequality(x, y)), StepVerdict("lie", PROVED)
    found = formulas.from_steps(Inequality(x, y), undecided, context(steps=(true, used, again)))
    assert found.outcome is Outcome.PROVED


def test_an_inequality_over_instances_is_settled_from_what_is_so_of_them_all():
    def nothing(case):
        return {"x": 1}

    told = InstanceInequality("words", 1, nothing, nothing, nothing, (x >= 5,), nothing)
    said = Inequality(x, y, (x >= 5,))
    assert beyond(said, stated_domain(told, ()), ()) == []
    assert beyond(said, stated_domain(InstanceInequality("words", 1, nothing, nothing, nothing), ()), ()) == [x >= 5]


def test_a_privacy_guarantee_is_settled_by_no_line():
    law = {0: (Integer(1), Integer(0)), 1: (Integer(0), Integer(1))}
    told = PrivacyGuarantee(law, ((0, 1),), Integer(1), Integer(0), adjacency="one record replaced")
    assert not composed(told, Inequality(x, x + 1), {})


def test_conditions_beyond_the_stated_domain_are_named():
    whole = (Letter(n, "size", n >= 1, (1, 10)),)
    assert beyond(Inequality(x, x, (n >= 1,)), (n >= 1,), whole) == []
    assert beyond(Inequality(x, x, (n >= Rational(1, 2),)), (n >= 1,), whole) == []
    assert beyond(Inequality(x, x, (n >= 4,)), (n >= 1,), whole) == [n >= 4]
    assert beyond(Inequality(x, x, (y >= 0,)), (n >= 1,), whole) == [y >= 0]


OPEN = Evidence(Outcome.UNDECIDED, facts.Words("tried: nothing"))


def context(*steps):
    return Context("test", "test", BUDGETS["quick"], 0, 1e-4, None, None, steps=tuple(s for pair in steps for s in pair))


def test_proved_steps_are_hypotheses_of_an_open_part():
    part = Inequality(x, y + 1)
    found = formulas.from_steps(part, OPEN, context(known(Inequality(x, y))))
    assert found.outcome is Outcome.PROVED
    assert found.found.evidence.from_steps == ("last",)
    assert found.certificate


def test_a_step_is_used_only_where_its_conditions_follow():
    said = known(Inequality(x, y, (x >= 2,)))
    assert formulas.from_steps(Inequality(x, y + 1), OPEN, context(said)) is OPEN
    assert formulas.from_steps(Inequality(x, y + 1, (x >= 3,)), OPEN, context(said)).outcome is Outcome.PROVED


def test_an_open_step_is_no_hypothesis_and_a_refuted_part_stays_so():
    unproved = ((Step("last", "", Inequality(x, y)), StepVerdict("last", OPEN)),)
    assert formulas.from_steps(Inequality(x, y + 1), OPEN, context(unproved)) is OPEN
    false = Evidence(Outcome.REFUTED, facts.Words("false at x = 3"))
    assert formulas.from_steps(Inequality(x, y + 1), false, context(known(Inequality(x, y)))) is false


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((x + y) ** 2, x**2 + 2 * x * y + y**2, True),
        ((x + y) ** 2, x**2 + 2 * x * y + y**2 + Rational(1, 1000), False),
        (RATE * (1 + n), RATE + n * RATE, True),
        (RATE * (1 + n), RATE + n * WIDTH, False),
        (log(-x - 1), log(-x - 1) + x - x, True),  # without a value at any of the points
    ],
)
def test_alike_is_what_expands_to_the_same(one, other, same):
    assert alike(one, other) is same
