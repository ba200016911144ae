"""No constant will do: what the check enumerates, proves and draws itself; a number that somebody typed in refutes nothing.

Fixed seed; a true law is contradicted by its samples with probability below 1e-3.
"""

import math
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
import sympy
from aloud import phrase

from boundcheck.checks import collapse, high_probability
from boundcheck.claims import Collapse, FiniteLaw, HighProbabilityBound, Inequality, Letter, Regime
from boundcheck.verdict import Outcome

n, delta = sympy.symbols("n delta", real=True)
C = sympy.Symbol("C", real=True)


@dataclass(frozen=True)
class Mean:
    """Distance of the mean of n fair coins from 1/2."""

    def sample(self, rng, repeats, *, n, **_):
        return {"error": np.abs(rng.binomial(int(n), 0.5, repeats) / n - 0.5)}


@dataclass(frozen=True)
class Constant:
    """The error 1 with the given probability, else 0."""

    share: float = 1.0

    def sample(self, rng, repeats, **_):
        return {"error": (rng.random(repeats) < self.share).astype(float)}


def hoeffding(claimed, rate=None):
    size = sympy.sqrt(sympy.log(2 / delta) / (2 * n)) if rate is None else rate
    regime = Regime("only", Mean(), {"n": 100, "delta": 0.05}, biting=True)
    return HighProbabilityBound(size, size, sympy.Integer(1), sympy.S.Half, delta, (regime,), collapse=claimed)


def always(error, experiment, **rest):
    point = {n: 10**6 * C**2, delta: sympy.Rational(1, 2)}
    return Collapse("n grows and the error stays", C, point, error, experiment, **rest)


def one(_):
    return sympy.S.One


def all_of_it(_):
    return sympy.S.One


TYPED_IN = FiniteLaw(partial(range, 1), one, all_of_it)
LINE = Inequality(sympy.S.One, sympy.Integer(2))


@pytest.mark.parametrize("error", [TYPED_IN, FiniteLaw(partial(range, 1), one), LINE], ids=["law", "no law", "line"])
def test_hoeffding_is_not_refuted_by_a_number(context, error):
    found = collapse.settle(hoeffding(always(error, Mean())), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "0 of 200 data sets have an error of at least 1" in phrase(found.fact)
    assert high_probability.check(hoeffding(always(error, Mean())), context()).outcome is not Outcome.REFUTED


def test_an_error_that_stays_refutes_every_constant(context):
    for error in (TYPED_IN, LINE):
        found = high_probability.check(hoeffding(always(error, Constant())), context())
        assert found.outcome is Outcome.REFUTED
        assert found.certificate


def test_a_rate_that_does_not_fall_below_is_not_refuted(context):
    assert (
        collapse.settle(hoeffding(always(TYPED_IN, Constant()), sympy.Integer(2)), context()).outcome
        is Outcome.UNDECIDED
    )


def test_a_line_that_is_not_proved_carries_nothing(context):
    false = Inequality(sympy.Integer(3), sympy.Integer(2))
    resting = always(LINE, Constant(), rests_on=(false,)), always(LINE, Constant(), likely=false)
    for claimed in (always(false, Constant()), *resting):
        found = collapse.settle(hoeffding(claimed), context())
        assert found.outcome is Outcome.UNDECIDED
        assert "3 ≤ 2, which is not proved" in phrase(found.fact)


def coin(value):
    return sympy.Rational(3, 5) if value else sympy.Rational(2, 5)


def itself(value):
    return sympy.Integer(value)


def test_a_law_is_enumerated_and_its_probability_counts(context):
    law = FiniteLaw(partial(range, 2), itself, coin)
    assert collapse.enumerated(law).probability == sympy.Rational(3, 5)
    assert collapse.settle(hoeffding(always(law, Constant(0.6))), context()).outcome is Outcome.REFUTED
    rare = replace(always(law, Constant(0.6)), point={n: 10**6 * C**2, delta: sympy.Rational(7, 10)})
    assert collapse.settle(hoeffding(rare), context()).outcome is Outcome.UNDECIDED
    drawn_otherwise = collapse.settle(hoeffding(always(law, Constant(0.2))), context())
    assert drawn_otherwise.outcome is Outcome.UNDECIDED
    assert "where a share of 0.6 is said to" in phrase(drawn_otherwise.fact)


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (FiniteLaw(partial(range, 2), one, all_of_it), "sum to 2"),
        (FiniteLaw(partial(range, 2), itself), "no error above 0"),
        (FiniteLaw(partial(range, 1), math.cos), "no exact probability or error"),
    ],
)
def test_a_law_that_is_none_is_refused(context, law, said):
    found = collapse.settle(hoeffding(always(law, Constant())), context())
    assert found.outcome is Outcome.UNDECIDED
    assert said in phrase(found.fact)


N = Letter(n, "size", n >= 100, (100, 1000), integer=True)
SMALL = Letter(delta, "risk", (delta > 0, delta <= sympy.Rational(1, 10)), (0.01, 0.1))
HALF = FiniteLaw(partial(range, 1), lambda _: sympy.S.Half)
AT_ONE = {n: sympy.Integer(1), delta: 1 - 1 / (100 * C**2)}


@pytest.mark.parametrize(
    ("given", "parameters", "said"),
    [
        ((), (N,), "n ≥ 100 is not proved there"),
        ((), (SMALL,), "δ ≤ 1/10 is not proved there"),
        ((n * delta >= 1,), (), "δ n ≥ 1 is not proved there"),
        ((sympy.Eq(n, 7),), (), "n = 7 is not proved there"),
    ],
)
def test_an_instance_outside_the_stated_domain_refutes_nothing(context, given, parameters, said):
    """The mean of one coin is off by 1/2, and the rate tends to 0 with delta to 1; for larger n or smaller delta it does not."""
    claimed = Collapse("delta tends to 1", C, AT_ONE, HALF, Mean())
    rate = sympy.sqrt(sympy.log(1 / delta) / n)
    assert collapse.settle(hoeffding(claimed, rate), context()).outcome is Outcome.REFUTED
    stated = replace(hoeffding(claimed, rate), given=given)
    found = high_probability.check(stated, context(parameters=parameters))
    assert found.outcome is not Outcome.REFUTED
    assert said in phrase(collapse.settle(stated, context(parameters=parameters)).fact)


@pytest.mark.parametrize("error", [HALF, Inequality(sympy.S.Half, sympy.S.One)], ids=["law", "line"])
def test_an_instance_that_moves_with_the_constant_is_drawn_more_than_once(context, error):
    """At C = 1 there is one coin, which is always off by 1/2; at C = 2 there are sixteen."""
    moves = Collapse("n grows", C, {n: C**4, delta: sympy.Rational(9, 10)}, error, Mean())
    bound = hoeffding(moves, sympy.sqrt(sympy.log(2 / delta) / (8 * n)))
    found = collapse.settle(bound, context())
    assert found.outcome is Outcome.UNDECIDED
    assert "drawn in the instance at C = 2" in phrase(found.fact)
    assert collapse.settle(bound, context(), sampled=False).outcome is Outcome.REFUTED  # what the lines alone would give


def test_an_instance_that_cannot_be_drawn_again_refutes_nothing(context):
    far = Collapse("n is 2^60 times C^9", C, {n: 2**60 * C**9, delta: sympy.Rational(9, 10)}, LINE, Constant())
    counted = replace(N, domain=(n >= 1,))
    found = collapse.settle(hoeffding(far), context(parameters=(counted,)))
    assert "it cannot be drawn for C = 2 or 3/2" in phrase(found.fact)


@dataclass(frozen=True)
class Odd:
    """Of an odd number of coins the mean is never 1/2."""

    def sample(self, rng, repeats, *, n, **_):
        return {"error": np.abs(rng.binomial(int(n), 0.5, repeats) / n - 0.5)}


@pytest.mark.parametrize("unit", [0, sympy.Rational(1, 10**6)])
def test_an_error_in_a_unit_of_its_own_is_of_one_instance(context, unit):
    """Any error above 0 counts, but the least one tends to 0 with the rate as the number of coins grows."""
    point = {n: 100 * C**4 + 1, delta: sympy.Rational(9, 10)}
    moves = Collapse("never at 1/2", C, point, FiniteLaw(partial(range, 1), one), Odd(), unit=sympy.sympify(unit))
    assert "n would have to stay as C grows" in phrase(collapse.settle(hoeffding(moves), context()).fact)


def test_what_stands_beside_the_rate_is_at_least_nothing(context):
    claimed = always(LINE, Constant(), beside=-(10**6) * C)
    assert "at least 0" in phrase(collapse.settle(hoeffding(claimed), context()).fact)
