"""The smallest constant: proved above, refuted below, neighbours."""

from fractions import Fraction

import pytest
from sympy import S, cosh, exp, log, sqrt, symbols

from boundcheck.prove import Proved, Refuted, replay, sharpness
from boundcheck.prove.search.door import scaled
from boundcheck.symbolic import Statement

pytestmark = pytest.mark.slow

x, d, t = symbols("x d t")
KNOWN = [
    (x * (1 - x), S.One, (x >= 0, x <= 1), Fraction(1, 4)),
    (d + 2 * sqrt(d * t) + 2 * t, d + t, (d >= 1, t >= 0), 2.6180339887),
    (log(cosh(x)), x**2, (), Fraction(1, 2)),
    (exp(x), S.One, (x <= 7,), 1096.633),
    (x, 1 + x**2, (), Fraction(1, 2)),
]


@pytest.mark.parametrize(("lhs", "rhs", "given", "constant"), KNOWN, ids=str)
def test_against_the_known_constant(lhs, rhs, given, constant):
    found = sharpness(lhs, rhs, given)
    assert found.sharp
    assert Fraction(found.refuted) < constant <= Fraction(found.proved)
    assert Fraction(found.proved) - Fraction(found.refuted) <= Fraction(found.proved) / 99
    assert isinstance(found.proof, Proved)
    assert isinstance(found.point, Refuted)
    assert replay(found.proof.certificate, scaled(lhs, S(found.proved), rhs), given).ok
    assert replay(found.point.certificate, scaled(lhs, S(found.refuted), rhs), given).ok


def test_no_constant_at_all():
    found = sharpness(x**2, x, (x >= 0,))
    assert found.proved is None
    assert not found.sharp
    with pytest.raises(TypeError):
        bool(found)


def test_the_goal_is_not_evaluated():
    assert scaled(x, S.Half, x) == Statement(x, "<=", S.Half * x)
