"""A mean under every law: attained bounds, the same with a little less, exponents, and what cannot be told."""

from fractions import Fraction

import pytest
from aloud import phrase
from sympy import E, Eq, Ge, Gt, Integer, Le, Rational, exp, log, symbols

from boundcheck.checks import laws
from boundcheck.checks.laws import Law, Problem
from boundcheck.claims import EveryLaw
from boundcheck.claims.fields import Malformed
from boundcheck.verdict import Outcome

x, m, t, v, lam = symbols("x m t v lambda", real=True)
ONE = Integer(1)
FAR = {"far": {"t": 2, "v": 1, "m": 0}}


def markov(factor):
    points = {"three": {"m": 1, "t": 3}}
    return EveryLaw(ONE, factor * m / t, x, Integer(0), Integer(50), (Eq(x, m),), points, event=(Ge(x, t),))


def chebyshev(factor):
    moments, event = (Eq(x, m), Le((x - m) ** 2, v)), (Ge((x - m) ** 2, t**2),)
    return EveryLaw(ONE, factor * v / t**2, x, Integer(-10), Integer(10), moments, FAR, event=event)


def cantelli(factor):
    moments = (Eq(x, m), Le((x - m) ** 2, v))
    return EveryLaw(ONE, factor * v / (v + t**2), x, Integer(-10), Integer(10), moments, FAR, event=(Ge(x - m, t),))


def bhatia_davis(factor):
    points = {"third": {"m": Rational(1, 3)}}
    return EveryLaw((x - m) ** 2, factor * (2 - m) * (m + 1), x, Integer(-1), Integer(2), (Eq(x, m),), points)


def paley_zygmund(factor):
    """With the sign turned: the event has at least some probability."""
    moments, points = (Eq(x, m), Le(x**2, v)), {"half": {"m": 1, "v": 3, "t": Rational(1, 2)}}
    bound = -factor * (1 - t) ** 2 * m**2 / v
    return EveryLaw(Integer(-1), bound, x, Integer(0), Integer(20), moments, points, event=(Ge(x, t * m),))


def hoeffding(factor):
    points = {"even": {"lambda": 1}, "half": {"lambda": Rational(1, 2)}}
    return EveryLaw(exp(lam * x), exp(factor * lam**2 / 2), x, Integer(-1), Integer(1), (Eq(x, 0),), points)


def bennett(factor):
    moments, points = (Eq(x, 0), Le(x**2, v)), {"quarter": {"v": Rational(1, 4)}}
    return EveryLaw(exp(x), exp(factor * v * (E - 2)), x, Integer(-3), ONE, moments, points)


@pytest.mark.parametrize(
    ("statement", "less"),
    [
        (markov, Rational(99, 100)),
        (chebyshev, Rational(99, 100)),
        (cantelli, Rational(99, 100)),
        (bhatia_davis, Rational(99, 100)),
        (paley_zygmund, Rational(3, 2)),
        (hoeffding, Rational(8, 10)),
        (bennett, Rational(8, 10)),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_theorem_and_the_same_with_another_constant(context, statement, less):
    found = laws.check(statement(1), context())
    assert found.outcome is Outcome.SUPPORTED, phrase(found.fact)
    assert all(row.multipliers for row in found.found.evidence.laws)
    found = laws.check(statement(less), context())
    assert found.outcome is Outcome.REFUTED, phrase(found.fact)
    assert found.witness.point["law of x"] in phrase(found.fact)


def test_what_cannot_be_told(context):
    half = (Eq(x, Rational(1, 2)),)
    none = EveryLaw(x, ONE, x, Integer(0), ONE, (Eq(x, 3),), {"p": {}})
    edge = EveryLaw(ONE, Rational(1, 2), x, Integer(0), ONE, half, {"p": {}}, event=(Ge(x**2, Rational(1, 2)),))
    for statement in (none, edge, EveryLaw(log(x), Integer(0), x, Integer(0), ONE, half, {"p": {}})):
        found = laws.check(statement, context())
        assert found.outcome is Outcome.UNDECIDED
        assert "would decide it" in phrase(found.fact)


def test_a_probability_of_at_most_one_says_nothing(context):
    empty = EveryLaw(ONE, ONE, x, Integer(0), ONE, (Eq(x, Rational(1, 2)),), {"p": {}}, event=(Ge(x, 1),))
    assert [finding.kind for finding in laws.check(empty, context()).findings] == ["VACUOUS"]


def test_wrong_laws_and_wrong_multipliers_are_seen():
    at_most_one = Problem(x, x**2, ONE, Fraction(-1), Fraction(1), ((x, 0, Integer(0)), (x**2, 1, ONE)), ())
    assert Law((Fraction(-1), Fraction(1)), (Fraction(1, 2),) * 2).fits(at_most_one)
    for places, weights in (((-1, 1), (1, 1)), ((-1, 1), (2, -1)), ((0, 1), (1, 1)), ((-2, 2), (1, 1))):
        total = 1 if weights != (1, 1) or places == (-1, 1) else 2
        law = Law(tuple(map(Fraction, places)), tuple(Fraction(w, total) for w in weights))
        assert not law.fits(at_most_one)
    assert laws._proved(at_most_one, (Fraction(0), Fraction(1)))
    assert not laws._proved(at_most_one, (Fraction(1), Fraction(0)))
    assert not laws._proved(at_most_one, (Fraction(0), Fraction(-1)))
    alone = Problem(x, ONE, Rational(1, 2), Fraction(0), Fraction(2), ((x, 0, ONE),), (-((x - 1) ** 2),))
    assert not laws._proved(alone, (Fraction(0),)), "the event is a single place"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"points": {}}, "is empty"),
        ({"points": {"p": {"t": 1}}}, "lacks 'm'"),
        ({"points": {"p": {"t": 1, "m": m}}}, "has m = m; write a number"),
        ({"points": {"p": {"t": 1, "m": 1, "x": 2}}}, "has x, whose law is any"),
        ({"bound": x}, "speaks of x"),
        ({"moments": (Gt(x, m),)}, "is no moment"),
        ({"moments": (Le(m, t),)}, "has no formula in x on its left"),
        ({"event": (Gt(x, t),)}, "is no closed half-line"),
    ],
)
def test_what_is_refused(given, said):
    usual = {
        "value": ONE,
        "bound": m / t,
        "variable": x,
        "low": Integer(0),
        "high": Integer(9),
        "moments": (Eq(x, m),),
        "points": {"p": {"t": 3, "m": 1}},
        "event": (Ge(x, t),),
    }
    with pytest.raises(Malformed, match=said):
        EveryLaw(**{**usual, **given})
