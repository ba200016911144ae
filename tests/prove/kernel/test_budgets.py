"""What has no count of its own has a clock or a bound: nothing searches for minutes on a statement of one line."""

import time

import pytest
from sympy import Pow, Rational, sqrt, symbols

from boundcheck.prove import Proved, prove
from boundcheck.prove.kernel import smt, solving
from boundcheck.symbolic import Statement

x, y = symbols("x y", real=True)


def nested(depth):
    """Return a root of 1 and a root of 1 and so on."""
    expr = x
    for _ in range(depth):
        expr = sqrt(expr + 1)
    return expr


def test_a_number_that_nobody_writes_out_is_refused_at_once():
    tower = Pow(2, Pow(2, Pow(2, 30, evaluate=False), evaluate=False), evaluate=False)
    began = time.thread_time()
    assert not isinstance(prove(Statement(1, "<=", tower), seconds=1), Proved)
    assert time.thread_time() - began < 5
    large = Pow(2, Pow(2, 10, evaluate=False), evaluate=False)
    assert isinstance(prove(Statement(10**300, "<=", large), seconds=1), Proved)


@pytest.mark.parametrize("depth", [10, 20])
def test_roots_under_roots_end(depth):
    began = time.thread_time()
    prove(Statement(nested(depth), "<=", x + 2), (x >= 0,), seconds=1)
    assert time.thread_time() - began < 30


def test_few_roots_under_each_other_are_understood():
    assert isinstance(prove(Statement(nested(4), "<=", x + 2), (x >= 0,)), Proved)
    assert not isinstance(prove(Statement(nested(4), "<=", x + Rational(3, 2)), (x >= 0,), seconds=1), Proved)


def test_the_solver_is_never_asked_without_a_clock(monkeypatch):
    left, asked = [], solving.ask

    def noted(text, rlimit, milliseconds, **rest):
        left.append(milliseconds / 2000)
        return asked(text, rlimit, milliseconds, **rest)

    monkeypatch.setattr(solving, "ask", noted)
    smt._known.clear()
    for goal, given in (
        (Statement(x**2 + y**2, ">=", 2 * x * y), ()),
        (Statement(x**3 * y, "<=", x**4 + y**4 / 5), ()),
        (Statement(x, "<=", y), (x**2 + y**2 <= 1, x + y >= Rational(7, 5))),
        (Statement(sqrt(x) * y, "<=", 2), (x >= 0, x * y**2 <= 3)),
    ):
        prove(goal, given, seconds=0.5)
    assert left
    assert max(left) < 60
