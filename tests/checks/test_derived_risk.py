"""A bound that no method beats is settled by what the check derives itself, and by no line that is taken at its word."""

from dataclasses import replace

import numpy as np
import pytest
from aloud import phrase
from sympy import Integer, Rational, Symbol, exp, sqrt

import boundcheck
from boundcheck.checks import lower_bounds
from boundcheck.checks.settling import composed
from boundcheck.claims import (
    Claim,
    FamilyLowerBound,
    HardLogits,
    Inequality,
    Letter,
    MinimaxLowerBound,
    Regime,
    Simulation,
    Step,
)
from boundcheck.claims.fields import Malformed
from boundcheck.minimax import Family, absolute, le_cam, randomized_response
from boundcheck.minimax.labels import LINES, least_risk
from boundcheck.prove import Proved, prove
from boundcheck.verdict import Headline, Outcome

n, epsilon, y = (Symbol(name, real=True) for name in ("n", "epsilon", "y"))
LETTERS = (
    Letter(n, "labels", n >= 1, (1, 100)),
    Letter(epsilon, "privacy", epsilon > 0, (1, 8)),
)
HALF = 1 / sqrt(n)
ONE_LOGIT = HardLogits(HALF, n, None)
TRUE, FALSE = 1 / (2 * sqrt(n)), 3 / sqrt(n)


def lazy(rng, repeats, *, n, **point):
    """An estimate from one label of a hundred: ten times the error that is needed."""
    return 20 / np.sqrt(n) * np.abs(rng.standard_normal(repeats))


POOR = (Regime("lazy", Simulation(lazy), {"n": 100}),)


def claim(bound, greater, hard=()):
    part = MinimaxLowerBound(bound, POOR, of="mean", given=(n >= 1,), hard=hard)
    step = Step("composed", "last line", Inequality(bound, greater, (n >= 1,)), settles=("risk",))
    return Claim(parts={"risk": part}, letters=LETTERS[:1], steps=(step,))


@pytest.mark.parametrize("hard", [(), (ONE_LOGIT,)])
def test_a_false_bound_with_a_poor_method_and_a_true_line_does_not_hold(hard):
    """3/sqrt(n) <= 3/sqrt(n) + 1/n is true, and no line of a proof of anything."""
    found = boundcheck.check(claim(FALSE, FALSE + 1 / n, hard), budget="quick")
    assert found.headline is Headline.SUPPORTED
    assert "that they give the theorem was read, not checked" in found.text


def test_a_true_bound_with_its_instance_is_supported_until_a_derivation_is_closed():
    found = boundcheck.check(claim(TRUE, least_risk(HALF, HALF, n), (ONE_LOGIT,)), budget="quick")
    assert found.headline is Headline.SUPPORTED
    assert "parameters with 1 coordinate 1/√n" in phrase(found.parts[0].evidence.fact)


@pytest.mark.parametrize(
    "hard",
    [
        replace(ONE_LOGIT, half=-5 * HALF),  # a negative size would add to the risk
        replace(ONE_LOGIT, radius=Rational(1, 2)),  # at n = 1 the parameters have norm 1
        replace(ONE_LOGIT, coordinates=Integer(4), radius=Integer(1)),  # of norm 2 there
        replace(ONE_LOGIT, longest=Rational(1, 2)),  # features of length 1
        replace(ONE_LOGIT, coordinates=Rational(1, 2)),
        replace(ONE_LOGIT, coordinates=n),  # n is not known to be whole
        replace(ONE_LOGIT, epsilon=epsilon - 1),
        replace(ONE_LOGIT, labels=n - 5),  # negative for small n
    ],
)  # fmt: skip
def test_an_instance_that_is_none_on_the_whole_domain_settles_nothing(hard):
    part = MinimaxLowerBound(TRUE, POOR, of="mean", given=(n >= 1,), hard=(hard,))
    said = Inequality(TRUE, TRUE, (n >= 1,))
    assert not composed(part, said, {}, LETTERS)
    assert composed(replace(part, hard=(ONE_LOGIT,)), said, {}, LETTERS)


def test_the_larger_of_two_instances_counts():
    weak = replace(ONE_LOGIT, half=HALF / 9)
    part = MinimaxLowerBound(TRUE, POOR, of="mean", given=(n >= 1,), hard=(weak, ONE_LOGIT))
    assert composed(part, Inequality(TRUE, TRUE, (n >= 1,)), {}, LETTERS)
    assert not composed(replace(part, hard=(weak,)), Inequality(TRUE, TRUE, (n >= 1,)), {}, LETTERS)


def coin(n, epsilon=None):
    half = 1 / sqrt(n)
    family = Family.bits([1 / (1 + exp(-sign * half)) for sign in (-1, 1)], int(n))
    return (family if epsilon is None else family.through(randomized_response(epsilon))), absolute((-half, half))


@pytest.mark.parametrize(
    ("hard", "outcome"),
    [
        (ONE_LOGIT, Outcome.SUPPORTED),
        (replace(ONE_LOGIT, half=2 * HALF), Outcome.UNDECIDED),
        (replace(ONE_LOGIT, feature=Rational(1, 2)), Outcome.UNDECIDED),
        (replace(ONE_LOGIT, labels=n / 2), Outcome.UNDECIDED),
        (replace(ONE_LOGIT, epsilon=Integer(1)), Outcome.UNDECIDED),
        (replace(ONE_LOGIT, coordinates=Integer(2)), Outcome.UNDECIDED),
    ],
)
def test_the_instance_has_to_be_the_family_at_the_listed_points(context, hard, outcome):
    lower = FamilyLowerBound(TRUE / 10, coin, {"nine": {"n": 9}}, hard=(hard,))
    assert lower_bounds.check_on_family(lower, context()).outcome is outcome


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_line_of_the_formula_is_proved(line):
    assert isinstance(prove(LINES[line], seconds=5), Proved)


@pytest.mark.parametrize("at", [{"n": 4}, {"n": 30}, {"n": 30, "epsilon": Rational(1)}])
def test_the_formula_lies_below_le_cam_with_the_exact_distance(at):
    half = 1 / sqrt(Integer(at["n"]))
    found = least_risk(half, half, Integer(at["n"]), epsilon=at.get("epsilon"))
    exact = le_cam(coin(**at)[0], 2 * half).value
    assert 0 < float(found) <= float(exact)


def test_a_bound_of_a_median_has_no_instance():
    with pytest.raises(Malformed, match="mean errors"):
        MinimaxLowerBound(TRUE, POOR, hard=(ONE_LOGIT,))
    with pytest.raises(Malformed, match="goes with users"):
        replace(ONE_LOGIT, delta=y)
    with pytest.raises(Malformed, match="level of privacy"):
        replace(ONE_LOGIT, users=n)


def five_off(rng, repeats, **point):
    """A method that always errs by 5."""
    return 5 + 1e-9 * rng.random(repeats)


def test_nobody_types_in_a_logit():
    """Of labels of the logit 0 about parameters at distance 5 it was derived that no method errs below 4."""
    with pytest.raises(TypeError, match="logit"):
        HardLogits(half=5, logit=0, labels=n)
    with pytest.raises(Malformed, match="speaks of no parameter"):
        HardLogits(half=5, labels=n, radius=5, feature=0)
    with pytest.raises(Malformed, match="may not go with the number of data: n"):
        HardLogits(half=10, labels=n, radius=10, feature=1 / (10 * sqrt(n)))
    member = HardLogits(half=5, labels=n, radius=5)
    assert member.logit == 5
    assert member.norm == 5
    part = MinimaxLowerBound(4 + 1 / n, POOR, of="mean", given=(n >= 1,), hard=(member,))
    assert not composed(part, Inequality(4 + 1 / n, 4 + 1 / n, (n >= 1,)), {}, LETTERS)


def test_an_instance_that_lies_outside_the_class_at_a_point_is_none(context):
    methods = (Regime("five", Simulation(five_off), {"n": 100, "B": 2.0}),)
    class_of = replace(ONE_LOGIT, half=Integer(3), radius=Symbol("B", real=True))
    found = lower_bounds.check_lower_bound(MinimaxLowerBound(TRUE, methods, of="mean", hard=(class_of,)), context())
    assert found.outcome is Outcome.UNDECIDED
    assert phrase(found.fact) == "at the point of 'five' a hard instance is no member of the model: 3 ≤ B is false there"
    inside = replace(class_of, half=Integer(2))
    assert (
        lower_bounds.check_lower_bound(MinimaxLowerBound(TRUE, methods, of="mean", hard=(inside,)), context()).outcome
        is Outcome.SUPPORTED
    )
