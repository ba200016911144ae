"""The form of a claim: points outside, readings, displays."""

import numpy as np
import pytest
import sympy
from sympy import Integer, Rational, Symbol

from boundcheck.claims import (
    AccountedGuarantee,
    AuditedGuarantee,
    Claim,
    EveryLaw,
    ExpectationLowerBound,
    FamilyLowerBound,
    Fault,
    FirstOrderBound,
    Inequality,
    Neighbours,
    Paths,
    ProbabilityLowerBound,
    Ranking,
    Reading,
    Regime,
    RegretBound,
    Separation,
    Simulation,
    Step,
    UniformBound,
    WidthBound,
    Widths,
)
from boundcheck.claims.fields import Malformed
from boundcheck.loading import form
from boundcheck.loading.form import complaints
from boundcheck.privacy import RECORD_REPLACED, Gaussian

# Conditions that tie parameters together, on every shape with points: a point that breaks one is refused.

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
    "law": lambda at, given: EveryLaw(t, n, t, Integer(0), n, (sympy.Le(t, n),), exact(at), given=given),
    "method": lambda at, given: FirstOrderBound(n, coins, exact(at), n, n, given=given),
    "ranking": lambda at, given: Ranking(
        {"one": Simulation(errors), "two": Simulation(errors)}, "n", "n", (at,), ("one",), n, TENTH, {"m": 10}, given=given
    ),
    "separation": lambda at, given: Separation(
        Simulation(errors), Simulation(errors), "n", "n", (at, at + 1), n, TENTH, {"m": 10}, given=given
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


# A part under several readings has the literal one among them, and is refused otherwise.

x = sympy.Symbol("x", real=True)
LINE = Inequality(x, x + 1)


def said(part, *names):
    readings = tuple(Reading(name, name, repair=name != "literal") for name in names)
    return [complaint.words for complaint in complaints(Claim(parts={"bound": part}, readings=readings))]


def test_the_literal_reading_is_asked_for():
    assert said({"mended": LINE}, "literal", "mended") == [
        "part 'bound': it lacks the statement as printed, under 'literal'"
    ]
    assert said({"literal": LINE, "mended": LINE}, "literal", "mended") == []
    assert said(LINE, "literal", "mended") == []


def test_a_reading_that_is_not_listed_is_named():
    assert any("lists no 'mendet'" in words for words in said({"literal": LINE, "mendet": LINE}, "literal", "mended"))


# Two false lines have two ids, and one that is named in two places has one.


def test_two_faults_of_one_id_are_refused_in_one_line():
    one, other = Fault("eq_7", "direction", "(7)"), Fault("eq_7", "missing factor", "(9)")
    steps = [Step(name, "(7)", LINE, fault=fault) for name, fault in (("a", one), ("b", other))]
    told = [c.words for c in complaints(Claim(steps=tuple(steps))) if "faults" in c.trail]
    assert told == ["two faults are called 'eq_7'; rename one, or let both places name one object"]
    same = tuple(Step(name, "(7)", LINE, fault=one) for name in ("a", "b"))
    assert not [c for c in complaints(Claim(steps=same)) if "faults" in c.trail]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"displays": {"": "x <= 1"}}, "display '': '<='"),
        ({"displays": {"": (r"\foo {}", n)}}, "is not known"),
        ({"words": "for $alpha$"}, "words: 'alpha' is no letter"),
        ({"not_covered": ("a $ too many",)}, "not_covered: a $ without its other one"),
        ({"readings": (Reading("literal", "at $x <= 1$"),)}, "reading 'literal': '<='"),
        ({"steps": (Step("line", "p. 1", Inequality(n, n), display="n <= n"),)}, "step 'line': display: '<='"),
        ({"steps": (Step("line", "p. 1", Inequality(n, n), because=r"by $\sqrt{n$"),)}, "step 'line': a brace"),
    ],
)
def test_mathematics_that_cannot_be_set_is_refused_where_it_is_typed(typed, words):
    found = [one.words for one in complaints(Claim(parts={"bound": Inequality(n, n + 1)}, **typed))]
    assert any(words in one for one in found), found


def test_mathematics_that_can_be_set_is_none_to_complain_of():
    claim = Claim(words=r"for $n \ge 1$, by `line`", displays={"": (r"C {}", n)}, parts={"bound": Inequality(n, n + 1)})
    assert list(complaints(claim)) == []
