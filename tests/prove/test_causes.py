"""Why nothing could be decided is said where the statement itself is the reason, and only there."""

import pytest
from sympy import Rational, exp, log, sin, sqrt, symbols

from boundcheck.prove import Unknown, cause, prove
from boundcheck.symbolic import Statement

x, y = symbols("x y", real=True)

CONTRADICTION = "the conditions contradict each other"
NOWHERE = "no value anywhere"
SOMEWHERE = "a side has no value at x = "


@pytest.mark.parametrize(
    ("statement", "given", "words"),
    [
        (Statement(x, "<=", 2 * x), (x > 1, x < 0), CONTRADICTION),
        (Statement(x, "<=", 2 * x), (x + y > 1, y < 0, x < 1), CONTRADICTION),
        (Statement(x, "<=", 1), (x**2 < y, y < -1), CONTRADICTION),
        (Statement(x, "<=", exp(x)), (log(x - 1) > 0, x < 1), CONTRADICTION),
        (Statement(log(x - 1), "<=", x), (x > 0, x < 1), NOWHERE),
        (Statement(sqrt(-1 - x**2), "<=", x), (), NOWHERE),
        (Statement(sqrt(x), "==", sqrt(x)), (x < 0,), NOWHERE),
        (Statement(log(x - 1), "<=", x), (x > 0,), SOMEWHERE),
        (Statement(log(x), "<=", x), (), SOMEWHERE),
    ],
)
def test_a_statement_at_fault(statement, given, words):
    assert isinstance(prove(statement, given, seconds=1), Unknown)
    assert words in cause(statement, given)


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        (Statement(log(x - 1), "<=", x), (x > 1,)),
        (Statement(x, "<=", 2 * x), (x > 0, x < Rational(1, 10**6))),
        (Statement(1 / x, "<=", 1), (x >= 1,)),
        (Statement(sin(x), "<=", 2), ()),
    ],
)
def test_a_statement_without_fault(statement, given):
    assert cause(statement, given) == ""
