"""Conditions that tie parameters together, on every shape with points: a point that breaks one is refused."""

import numpy as np
import pytest
from sympy import Integer, Rational, Symbol

from boundcheck.claims import (
    AccountedGuarantee,
    AuditedGuarantee,
    Claim,
    ExpectationLowerBound,
    FamilyLowerBound,
    Neighbours,
    Paths,
    ProbabilityLowerBound,
    Ranking,
    Regime,
    RegretBound,
    Separation,
    Simulation,
    UniformBound,
    WidthBound,
    Widths,
)
from boundcheck.claims.fields import Malformed
from boundcheck.loading import form
from boundcheck.privacy import RECORD_REPLACED, Gaussian

n, m, t = (Symbol(name, real=True) for name in "nmt")
TENTH = Rational(1, 10)


def errors(rng, repeats, **point):
    return rng.random(repeats)


def paths(rng, repeats, **point):
    return np.cumsum(rng.random((repeats, 3)), axis=1)


def widths(rng, repeats, **point):
    return rng.random(repeats), np.ones(repeats)


def runs(rng, repeats, **point):
    return rng.random(repeats), rng.random(repeats)


def releases(**point):
    return Gaussian(2), RECORD_REPLACED


def coins(**point):
    raise AssertionError("a family that is not about the bound is not looked at")


def regime(experiment, at):
    return (Regime("only", experiment, {"n": at, "m": 10}),)


def exact(at):
    return {"only": {"n": Integer(at), "m": Integer(10)}}


SHAPES = {
    "uniform": lambda at, given: UniformBound(n * t, t, TENTH, n, regime(Paths(paths, (1, 2, 3)), at), given),
    "regret": lambda at, given: RegretBound(n * t, t, TENTH, n, regime(Paths(paths, (1, 2, 3)), at), given),
    "width": lambda at, given: WidthBound(TENTH, n, regime(Widths(widths), at), given=given),
    "mean": lambda at, given: ExpectationLowerBound(1 / n, regime(Simulation(errors), at), given=given),
    "probability": lambda at, given: ProbabilityLowerBound(1 / n, 1 / n, regime(Simulation(errors), at), given),
    "audited": lambda at, given: AuditedGuarantee(n, TENTH, "one record", regime(Neighbours(runs), at), given),
    "accounted": lambda at, given: AccountedGuarantee(n, TENTH, releases, exact(at), given),
    "family": lambda at, given: FamilyLowerBound(1 / n, coins, exact(at), given),
    "ranking": lambda at, given: Ranking(
        {"one": Simulation(errors), "two": Simulation(errors)}, "n", "n", (at,), ("one",), n, TENTH, {"m": 10}, given=given
    ),
    "separation": lambda at, given: Separation(
        Simulation(errors), Simulation(errors), "n", "n", (at, at + 1), n, n, TENTH, {"m": 10}, given=given
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_point_outside_the_conditions_is_refused(shape):
    """The condition is n >= 8 m: 80 is inside, 79 is not."""
    for at, given, said in ((80, (n >= 8 * m,), False), (79, (n >= 8 * m,), True), (79, (), False)):
        claim = Claim(parts={"it": SHAPES[shape](at, given)})
        words = [c.words for c in form.complaints(claim) if "outside `given`: n >= 8*m" in c.words]
        assert bool(words) is said, words


def test_a_condition_on_the_round_is_refused_where_it_is_written():
    with pytest.raises(Malformed, match="speaks of the round t; list the rounds"):
        SHAPES["uniform"](1, (t >= 2,))
