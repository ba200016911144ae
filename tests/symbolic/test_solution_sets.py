"""Sets of solutions along one letter: against enumeration, and never more than is proved."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import sympy
from sympy import Abs, Max, Min, Rational, Symbol, exp, log, sqrt

from boundcheck.symbolic import enclosure, number
from boundcheck.symbolic.functions import sigmoid
from boundcheck.symbolic.solution_sets import OverInterval, Rungs, SolutionSet, divided, solution_set

n, x = Symbol("n", real=True), Symbol("x", real=True)
TO_3000 = Rungs(1, 3000, Fraction)
TENTHS = Rungs(1, 1000, lambda rung: Fraction(rung, 10), whole=False)
TURNING = [
    (1 / sqrt(n) + n / 1000, Rational(1, 4)),
    ((n - 900) ** 2 / 1000, 5),
    (Abs(log(n) - 5), 1),
    (Min(1 / n, n / 900), Rational(1, 30)),
    (Max(1 / n, n / 900), Rational(1, 30)),
    ((n - 20) * (n - 40) * (n - 700) * (n - 2000), 0),
    (log(n) / n, Rational(1, 10)),
    (1 / log(n), Rational(1, 7)),
    (1 / (n - 50), Rational(1, 100)),
    (n * exp(-n / 100), 10),
    (sqrt(n - 7) / n, Rational(1, 20)),
    (sigmoid(10 - n / 20), Rational(1, 3)),
    (sympy.Sum(n ** (-Symbol("k") / 2), (Symbol("k"), 1, 4)), Rational(1, 2)),
    (n ** (log(n) - 5), 100),
    (sympy.gamma(n / 100 + 1), 2),
    (sympy.tanh(n / 300) - n / 1500, Rational(1, 10)),
]


@pytest.mark.parametrize(("expression", "target"), TURNING, ids=str)
def test_whole_numbers_against_enumeration(expression, target):
    for relation in (sympy.Le(expression, target, evaluate=False), sympy.Gt(expression, target, evaluate=False)):
        found = solution_set(relation, "n", TO_3000)
        assert found.complete
        size = np.array([number(expression, {"n": k}) for k in range(1, 3001)]) - float(target)
        size[np.isinf(size)] = np.nan
        sure = np.abs(size) > 1e-9
        said = np.array([found.holds(k) for k in range(1, 3001)])
        wanted = size <= 0 if isinstance(relation, sympy.Le) else size > 0  # nan, without a value, is neither
        assert (said == wanted)[sure | np.isnan(size)].all()


def test_random_expressions_against_enumeration():
    rng = np.random.default_rng(5)
    pieces = [1 / sqrt(n), n / 500, log(n), exp(-n / 200), 1 / n, sqrt(log(n + 1) / n), Abs(n - 800) / 400, Max(1 / n, n / 999)]
    for _ in range(60):
        chosen = rng.choice(len(pieces), 3)
        sizes = [Rational(int(k), 10) for k in rng.integers(-20, 30, 3)]
        expression = sum(size * pieces[k] for size, k in zip(sizes, chosen, strict=True)) * pieces[int(rng.integers(8))]
        if expression == 0:
            continue
        target = Rational(int(rng.integers(-10, 20)), 7)
        found = solution_set(sympy.Le(expression, target, evaluate=False), "n", TO_3000)
        size = np.array([number(expression, {"n": k}) for k in range(1, 3001)]) - float(target)
        for k in np.flatnonzero(np.abs(size) > 1e-9) + 1:
            assert found.open(int(k)) or found.holds(int(k)) == (size[k - 1] <= 0)
        assert sum(high - low + 1 for low, high in found.undecided) < 10


@pytest.mark.parametrize(("expression", "target"), TURNING, ids=str)
def test_between_the_rungs_as_well(expression, target):
    """For a letter that takes every value, all of a stretch is inside, all between two stretches is outside."""
    along = expression.xreplace({n: 30 * x})
    found = solution_set(sympy.Le(along, target, evaluate=False), "x", TENTHS)
    rng = np.random.default_rng(3)
    for at in rng.uniform(0.1, 100, 3000):
        size = number(along, {"x": float(at)}) - float(target)
        below, above = int(np.floor(at * 10)), int(np.ceil(at * 10))
        if abs(size) < 1e-9 or below < 1 or above > 1000:
            continue
        inside = any(low <= below and above <= high for low, high in found.inside)
        beside = any(low - 1 <= below and above <= high + 1 for low, high in (*found.inside, *found.undecided))
        assert size <= 0 if inside else beside or not size <= 0
    assert sum(high - low for low, high in found.undecided) < 10


def test_a_quotient_that_tends_to_one_is_enclosed_far_out():
    def value(rung):
        return Fraction(1000 + rung % 9000, 1000) * Fraction(10) ** (rung // 9000)

    far = Rungs(-9000 * 5, 9000 * 30, value, whole=False)
    quotient = (exp(x) + 1) / (exp(x) - 1)
    for expression in (quotient, 3 * quotient**2 + 1 / x, quotient + exp(-x) / x):
        found = solution_set(sympy.Le(expression, 4, evaluate=False), "x", far)
        assert found.complete
        ((first, last),) = found.inside
        assert last == far.high
        for rung in (first, first + 5, first + 20_000, last):
            assert enclosure(expression, {"x": value(rung)})[1] <= 4
        assert enclosure(expression, {"x": value(first - 1)})[0] > 4


@pytest.mark.parametrize(
    ("expression", "kept"),
    [
        ((n + 1) / (n + 2), False),
        ((n + 1) ** 3 * sqrt(n) / (n + 2) ** 2, False),
        ((n + 1) / (2 * n + 2), True),
        (n / (n**2 + 1), True),
    ],
)
def test_a_quotient_has_the_same_value_when_it_is_divided(expression, kept):
    other = divided(expression, "n")
    assert (other == expression) == kept
    assert [number(other, {"n": k}) for k in range(1, 9)] == pytest.approx([number(expression, {"n": k}) for k in range(1, 9)])


def test_a_double_root_is_found_where_it_is_a_rung_and_named_where_nothing_tells():
    at = Rungs(1, 10**15, Fraction)
    assert solution_set((n - 1000) ** 2 <= 0, "n", at).inside == ((1000, 1000),)
    assert solution_set((n - Rational(2001, 2)) ** 2 <= Rational(1, 5), "n", at) == SolutionSet((), (), at)
    touching = solution_set((x - sqrt(2)) ** 2 <= 0, "x", TENTHS)
    assert touching == SolutionSet((), ((14, 15),), TENTHS)
    equal = solution_set(sympy.Lt(Min(sqrt(2) / n, sqrt(2) / 100), sqrt(2) / 100, evaluate=False), "n", at)
    assert equal.inside == ((101, 10**15),)
    assert equal.undecided == ((1, 100),)


def test_without_effort_nothing_is_said():
    found = solution_set(1 / sqrt(n) + n / 10**6 <= Rational(1, 2), "n", Rungs(1, 10**15, Fraction), pieces=3)
    assert not found.complete
    assert all(found.open(k) or found.holds(k) for k in (5, 1000, 498_583))
    assert all(not found.holds(k) for k in (4, 498_584, 10**15))


def test_an_equation_is_not_decided_and_that_it_fails_is():
    assert solution_set(sympy.Eq(n, 5), "n", TO_3000) == SolutionSet((), ((1, 3000),), TO_3000)
    assert solution_set(sympy.Ne(n, 5), "n", TO_3000) == SolutionSet(((1, 4), (6, 3000)), (), TO_3000)
    both = sympy.And(sympy.Ge(n, 3), sympy.Lt(n, 9), evaluate=False)
    assert solution_set(both, "n", TO_3000) == SolutionSet(((3, 8),), (), TO_3000)


def test_what_no_interval_is_understood_for_is_not_decided():
    found = solution_set(sympy.Le(sympy.floor(n / 7), 5, evaluate=False), "n", TO_3000)
    assert found == SolutionSet((), ((1, 3000),), TO_3000)


def test_far_out():
    found = solution_set(sympy.Le(1 / n, sympy.Rational(1, 10**240), evaluate=False), "n", Rungs(1, 10**250, Fraction))
    assert found.inside == ((10**240, 10**250),)


def test_a_letter_that_a_proof_moves_one_way_may_lack_a_value_at_an_end():
    assert solution_set(log(n - 1) <= 5, "n", TO_3000, one_way=True).inside == ((2, 149),)
    assert solution_set(1 / (n - 1) <= Rational(1, 9), "n", TO_3000, one_way=True).inside == ((10, 3000),)


def test_two_conditions_hold_together_where_both_do():
    one = SolutionSet(((1, 10), (20, 30)), ((31, 40),), TO_3000)
    two = SolutionSet(((5, 25),), ((26, 35),), TO_3000)
    assert (one & two).inside == ((5, 10), (20, 25))
    assert (one & two).undecided == ((26, 35),)
    assert not (one & SolutionSet((), (), TO_3000)).undecided


@pytest.mark.parametrize(("expression", "_"), TURNING, ids=str)
def test_ends_enclose_values_and_slopes(expression, _):
    rng = np.random.default_rng(8)
    known = 0
    for low, high in pairwise(sorted({int(k) for k in np.exp(rng.uniform(np.log(9), np.log(3000), 40))})):
        over = OverInterval("n", low, high, {})
        try:
            value, slope = over.value(expression), over.change(expression)
        except ArithmeticError:
            continue
        known += 1
        for at in np.linspace(low, high, 7):
            here = number(expression, {"n": float(at)})
            beside = number(expression, {"n": float(at) * (1 + 1e-6)})
            assert float(value.low) - 1e-9 * abs(here) - 1e-14 <= here <= float(value.high) + 1e-9 * abs(here) + 1e-14
            size = 1e-3 * (1 + abs(here) + abs(float(slope.low)) + abs(float(slope.high)))
            assert float(slope.low) - size <= (beside - here) / 1e-6 <= float(slope.high) + size
    assert known > 20
