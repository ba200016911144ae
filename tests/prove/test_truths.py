"""Statements whose truth was written down before they were given to the provers: none false is proved, none true refuted."""

import mpmath
import pytest
import sympy
from statements import OF_RULES, STATEMENTS, built

from boundcheck.prove import NotDefined, Proved, Refuted, prove, replay
from boundcheck.symbolic import Conjunction, Equivalence, Statement

DIGITS, SMALL = 700, mpmath.mpf(10) ** -600
POINTS = {name: known for name, known in STATEMENTS.items() if not known.truth}


@pytest.mark.parametrize("name", STATEMENTS)
def test_nothing_false_is_proved_and_nothing_true_refuted(name):
    known = STATEMENTS[name]
    try:
        goal, given = built(known)
        answer = prove(goal, given, seconds=0.25)
    except ValueError:  # what is not read is not decided
        return
    assert not isinstance(answer, (Refuted, NotDefined) if known.truth else Proved), known
    if isinstance(answer, (Proved, Refuted, NotDefined)):
        assert replay(answer.certificate, goal, given).ok, known


def test_every_rule_has_ten_and_half_of_them_are_false():
    for name, found in OF_RULES.items():
        false = sum(not known.truth for known in found)
        assert len(found) >= 10, name
        assert 0.45 <= false / len(found) <= 0.62, (name, false)


@pytest.mark.parametrize("name", POINTS)
def test_a_false_one_fails_at_its_point(name):
    with mpmath.workdps(DIGITS):
        goal, given = built(POINTS[name])
        point = {}
        for part in filter(None, POINTS[name].point.split(",")):
            letter, _, value = part.partition("=")
            point[letter] = of(sympy.sympify(value), {})
        assert all(holds(h, point) for h in given if not every_term(h, point))
        assert fails(goal, point)


class NoValueError(ArithmeticError):
    """The expression has no real value at the point."""


def every_term(hypothesis, point):
    """Whether a hypothesis is one on every term, its index having no value of its own."""
    return any(str(s) in "ij" and str(s) not in point for s in hypothesis.free_symbols)


def fails(goal, point):
    try:
        if isinstance(goal, Equivalence):
            left, right = ([holds(s, point) for s in side] for side in (goal.left, goal.right))
            return all(left) != all(right)
        return not all([holds(s, point) for s in (goal.parts if isinstance(goal, Conjunction) else (goal,))])
    except NoValueError:
        return True


def holds(s: Statement, point):
    gap = of(s.rhs, point) - of(s.lhs, point)
    gap = gap.real if isinstance(gap, mpmath.mpc) else gap
    gap = mpmath.mpf(0) if abs(gap) < SMALL else gap
    relations = {"<=": gap >= 0, "<": gap > 0, ">=": gap <= 0, ">": gap < 0, "==": gap == 0, "!=": gap != 0}
    return relations[s.relation]


def of(e, point):
    """Return the value of an expression at a point, by mpmath's own functions."""
    if e is sympy.I:
        return mpmath.mpc(0, 1)
    if e.is_Rational:
        return mpmath.mpf(int(e.p)) / int(e.q)
    if e in (sympy.pi, sympy.E):
        return mpmath.pi() if e is sympy.pi else mpmath.e()
    if isinstance(e, sympy.Symbol):
        return point[e.name]
    if isinstance(e, sympy.Indexed):
        return point[f"{e.base}[{int(of(e.args[1], point))}]"]
    if isinstance(e, sympy.Sum):
        index, *ends = e.limits[0]
        low, high = (of(end, point) for end in ends)
        if low != int(low) or high != int(high) or high < low - 1:
            raise NoValueError(e)
        return mpmath.fsum(of(e.function, {**point, index.name: mpmath.mpf(k)}) for k in range(int(low), int(high) + 1))
    return applied(e, [of(arg, point) for arg in e.args])


def applied(e, args):
    name, last = type(e).__name__, args[-1]
    if name in ("log", "gamma", "loggamma", "polygamma") and last <= 0:
        raise NoValueError(e)
    if (name == "factorial" and last < 0) or (name == "coth" and last == 0):
        raise NoValueError(e)
    if name == "Pow":
        base = mpmath.mpf(0) if abs(args[0]) < SMALL else args[0]
        if (base == 0 and last < 0) or (not isinstance(base, mpmath.mpc) and base < 0 and last != int(last)):
            raise NoValueError(e)
        return base ** (int(last) if last == int(last) else last)
    own = {
        "Add": mpmath.fsum,
        "Mul": mpmath.fprod,
        "Min": min,
        "Max": max,
        "Abs": lambda u: abs(u[0]),
        "sigmoid": lambda u: 1 / (1 + mpmath.exp(-u[0])),
        "polygamma": lambda u: mpmath.polygamma(int(u[0]), u[1]),
    }
    return own[name](args) if name in own else getattr(mpmath, name)(*args)
