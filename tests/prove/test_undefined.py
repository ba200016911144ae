"""Why nothing could be decided is said where the statement itself is the reason, and only there."""

from fractions import Fraction

import pytest
from sympy import Rational, exp, log, sin, sqrt, symbols

from boundcheck.prove import NotDefined, Refuted, Unknown, cause, prove, replay
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
    assert isinstance(prove(statement, given, seconds=1), Unknown if words == CONTRADICTION else NotDefined)
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


def test_the_answer_names_the_place_and_it_replays():
    """The condition that is named does not hold at the point that is shown."""
    for statement, given, needed in (
        (Statement(log(1 - 2 * x), "<=", 0), (x >= 0, x <= 1), lambda at: 1 - 2 * at > 0),
        (Statement(1 / (x - 1), ">=", 0), (x >= 1,), lambda at: at != 1),
    ):
        answer = prove(statement, given, seconds=1)
        assert isinstance(answer, NotDefined)
        assert SOMEWHERE in answer.left[0]
        at = Fraction(answer.certificate["point"]["x"])
        assert not needed(at)
        assert replay(answer.certificate, statement, given).ok
        forged = {**answer.certificate, "point": {"x": "1/4" if at != Fraction(1, 4) else "1/5"}}
        assert not replay(forged, statement, given).ok


def test_conditions_that_contradict_each_other_are_named_in_the_answer():
    answer = prove(Statement(x, "<=", 5), (x > 2, x**2 < 1))
    assert isinstance(answer, Unknown)
    assert CONTRADICTION in answer.left[0]


def test_where_a_side_has_no_value_elsewhere_the_statement_may_still_be_false():
    assert isinstance(prove(Statement(log(x), "<=", Rational(-1, 2)), (x >= 0, x <= 1)), Refuted)
