"""Numbers that no float holds: an answer or none, never an error."""

import pytest
from sympy import Integer, Rational, exp, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.symbolic import Statement

pytestmark = pytest.mark.slow

a = symbols("a", real=True)


def test_a_point_beyond_the_floats_refutes():
    statement = Statement(a, "<=", Integer(10) ** 400)
    found = prove(statement)
    assert isinstance(found, Refuted)
    assert Rational(found.witness["a"]) > 10**400
    assert replay(found.certificate, statement).ok


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        (Statement(exp(exp(a)), "<=", exp(Integer(10) ** 6)), ()),
        (Statement(Rational(1, 10**3000), "<=", exp(-a)), (a >= 0, a <= 10000)),
        (Statement(a, "<=", exp(exp(Integer(10)))), ()),
    ],
)
def test_what_is_false_far_out_is_not_proved(statement, given):
    assert not isinstance(prove(statement, given), Proved)
