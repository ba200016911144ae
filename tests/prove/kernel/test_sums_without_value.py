"""A sum has a value where both ends are integers and every term has one, and nothing else is proved or refuted of it."""

import json
from fractions import Fraction

import pytest
from sympy import IndexedBase, Mul, Pow, Rational, Sum, Symbol, exp, log, sqrt, symbols

from boundcheck.prove import NotDefined, Proved, Refuted, Unknown, prove, replay
from boundcheck.symbolic import Statement

n, i, j = symbols("n i j", integer=True)
m = Symbol("m", integer=True, positive=True)
x = symbols("x", real=True)
positive = Symbol("i", integer=True, positive=True)
nonzero = Symbol("k", integer=True, nonzero=True)
term = IndexedBase("x")


def unsimplified(base, exponent):
    return Pow(base, exponent, evaluate=False)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (Statement(Sum(1, (positive, 0, m)), "<=", Sum(positive, (positive, 0, m))), ()),
        (Statement(Sum(positive**3, (positive, -m, m)), ">=", Sum(1, (positive, -m, m))), ()),
        (Statement(Sum(term[positive] * positive, (positive, -3, m)), ">=", 0), (term[positive] >= 0,)),
        (Statement(Sum(1 / nonzero**2, (nonzero, 0, m)), ">=", 0), ()),
        (Statement(Sum(positive, (positive, 0, m)), ">=", m + 1), ()),
    ],
    ids=str,
)
def test_what_is_declared_of_an_index_says_nothing_of_its_range(goal, given):
    assert not isinstance(prove(goal, given, seconds=1), Proved)


def test_an_index_runs_through_its_range():
    assert isinstance(prove(Statement(Sum(1, (i, 1, m)), "<=", Sum(i, (i, 1, m)))), Proved)
    assert isinstance(prove(Statement(Sum(1, (i, 0, m)), "<=", Sum(i, (i, 0, m)))), Refuted)


@pytest.mark.parametrize(
    ("goal", "given", "where"),
    [
        (Statement(n / 2, "<=", Sum(1, (j, 1, n / 2))), (n >= 2,), {"n": "3"}),
        (Statement(Sum(1, (j, 0, x)), "==", x + 1), (x >= 0,), {"x": "1/2"}),
        (Statement(Sum(1, (j, 0, sqrt(n))), ">=", 0), (n >= 0,), {"n": "2"}),
        (Statement(Sum(1, (j, 0, log(n))), ">=", 0), (n >= 2,), {"n": "2"}),
        (Statement(Sum(1, (j, 1, n / 3)), ">=", 0), (n >= 3,), {"n": "4"}),
        (Statement(Sum(j, (j, Rational(1, 2), n)), ">=", 0), (n >= 1,), {"n": "1"}),
        (Statement(Sum(1 / j**2, (j, 0, n)), ">=", 0), (n >= 0,), {"n": "1"}),
        (Statement(Sum(unsimplified(log(j), 0), (j, 0, n)), "==", Sum(1, (j, 0, n))), (n >= 0,), {"n": "1"}),
        (Statement(Sum(unsimplified(log(j), 0), (j, 0, 3)), "==", 4), (), {}),
    ],
    ids=str,
)
def test_a_sum_without_value_is_told_with_the_place(goal, given, where):
    found = prove(goal, given, seconds=1)
    assert isinstance(found, NotDefined)
    assert found.point == where
    assert "no value" in found.left[0]
    assert replay(json.loads(json.dumps(found.certificate)), goal, given).ok
    for wrong in ("0", "6", "7/2"):
        if where and wrong not in where.values():
            forged = {**found.certificate, "point": {name: wrong for name in where}}
            assert replay(forged, goal, given).ok == _without(goal, given, wrong)


def _without(goal, given, value):
    """Whether the goals above have no value there, computed by hand: only at an end that is none, or with a term at 0."""
    at, end = Fraction(value), next(iter(goal.lhs.atoms(Sum) or goal.rhs.atoms(Sum))).limits[0]
    letter = next(iter(end[2].free_symbols))
    inside = all(bool(h.subs(letter, Rational(at.numerator, at.denominator))) for h in given)
    if not inside or (letter.is_integer and at.denominator != 1):
        return False
    ends = [e.subs(letter, Rational(at.numerator, at.denominator)) for e in end[1:]]
    return not all(e.is_integer for e in ends) or (
        ends[0] <= 0 <= ends[1] and any(total.function.has(log, Pow) for total in goal.lhs.atoms(Sum))
    )


def test_the_term_without_value_is_named():
    found = prove(Statement(Sum(1 / i**2, (i, 0, n)), ">=", 0), (n >= 0,))
    assert "at i = 0" in found.left[0]
    assert "zoo" not in found.left[0]


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (Statement(Sum(1, (j, 0, n)), "==", n + 1), (n >= 0,)),
        (Statement(Sum(j, (j, 1, 2 * n + 1)), ">=", 1), (n >= 0,)),
        (Statement(Sum(1 / j**2, (j, 1, n)), "<=", n), (n >= 1,)),
        (Statement(Sum(1 / (n - j + 1), (j, 1, n)), ">=", 1), (n >= 1,)),
        (Statement(Sum(log(j), (j, 1, n)), ">=", 0), (n >= 1,)),
    ],
    ids=str,
)
def test_ends_that_are_integers(goal, given):
    found = prove(goal, given)
    assert isinstance(found, Proved)
    assert replay(json.loads(json.dumps(found.certificate)), goal, given).ok


y = term[1]


@pytest.mark.parametrize(
    ("goal", "where"),
    [
        (Statement(-1, "<=", exp(log(y, evaluate=False), evaluate=False)), "0"),
        (Statement(exp(log(y, evaluate=False), evaluate=False), "==", y), "0"),
        (Statement(unsimplified(sqrt(y), 2), "==", y), "-1"),
        (Statement(unsimplified(log(y), 0), "==", 1), "0"),
        (Statement(unsimplified(1 / y, 0), "==", 1), "0"),
        (Statement(unsimplified(y ** Rational(1, 3), 3), "==", y), "-1"),
        (Statement(Mul(y, 1 / y, evaluate=False), "==", 1), "0"),
    ],
    ids=str,
)
def test_a_side_with_an_indexed_letter_keeps_its_conditions(goal, where):
    found = prove(goal, seconds=1)
    assert isinstance(found, NotDefined)
    assert found.point == {"x[1]": where}
    assert replay(found.certificate, goal).ok
    assert not replay({**found.certificate, "point": {"x[1]": "2"}}, goal).ok
    assert isinstance(prove(goal, (y > 0,), seconds=1), Proved)


@pytest.mark.parametrize(
    "goal",
    [
        Statement(sqrt(Sum(term[j] ** 2, (j, 1, n))), "<=", Sum(term[j], (j, 1, n)) + n),
        Statement(Sum(term[j + 1] - term[j], (j, 1, n)), "==", term[n + 1] - term[1]),
    ],
    ids=str,
)
def test_a_function_of_a_sum_is_open_and_no_error(goal):
    found = prove(goal, (n >= 1,), seconds=1)
    assert isinstance(found, (Unknown, Refuted))


def test_one_term_is_not_every_term():
    # false at n = 2, x[1] = 0, x[2] = 1, i = 1; true only where i stands for every term
    with pytest.raises(ValueError, match="the index of a sum"):
        prove(Statement(Sum(term[i], (i, 1, n)), "<=", n * term[i]), (n >= 1,))
    other = Statement(Sum(term[i], (i, 1, n)), "<=", n * term[j])
    assert not isinstance(prove(other, (n >= 1,), seconds=1), Proved)
