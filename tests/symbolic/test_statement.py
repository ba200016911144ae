"""Statements, their terms, values and encodings."""

import json
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb
from sympy import (
    Abs,
    Add,
    And,
    Eq,
    Equivalent,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    Symbol,
    cosh,
    coth,
    exp,
    log,
    pi,
    re,
    sin,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from boundcheck.symbolic import (
    Statement,
    bernoulli_kl,
    decode,
    enclosure,
    encode,
    fingerprint,
    number,
    sigmoid,
    total_variation,
)
from boundcheck.symbolic.balls import Undefined, ball
from boundcheck.symbolic.statement import flatten, named_addends, read

# Encodings, values, exponents, statements.

x, y, n, d = symbols("x y n d")
EXPRESSIONS = [
    x**2 - 3 * x * y + Rational(2, 7),
    exp(-x) / (1 + exp(-x)),
    log(1 + x**2) * sqrt(y**2 + 1),
    sinh(x) + cosh(y) * tanh(x) - coth(y),
    sigmoid(x) * (1 - sigmoid(y)),
    Abs(x - y) ** Rational(3, 2),
    Min(x, y, 1) + Max(x**2, y),
    pi * x + exp(1) ** y,
    bernoulli_kl(sigmoid(x), sigmoid(y)),
    total_variation(x, y),
    Add(x, -x, evaluate=False),
    Mul(x - 1, Pow(x - 1, -1, evaluate=False), evaluate=False),
    Pow(Pow(x, 2, evaluate=False), Rational(1, 2), evaluate=False),
]
POINT = {"x": "3/7", "y": "5/3"}


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_a_round_trip_keeps_the_encoding(expr):
    data = json.loads(json.dumps(encode(expr)))
    assert encode(decode(data)) == data
    assert decode(data) == decode(encode(decode(data)))


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_enclosure_and_number_against_mpmath(expr):
    low, high = enclosure(expr, POINT, 40)
    with mpmath.workdps(50):
        exact = mpmath.mpf(str(expr.subs({x: Rational(3, 7), y: Rational(5, 3)}).doit().rewrite(exp).evalf(50)))
        assert low <= Fraction(str(exact)) + Fraction(1, 10**38)
        assert high >= Fraction(str(exact)) - Fraction(1, 10**38)
        assert high - low < Fraction(1, 10**36)
    assert number(expr, POINT) == pytest.approx(float(exact), rel=1e-12)


def test_numbers_of_arrays():
    values = number(x**2 + y, {"x": np.arange(3.0), "y": 1})
    assert values.tolist() == [1, 2, 5]
    assert isinstance(number(x, {"x": 2}), float)
    assert math.isnan(number(log(x), {"x": -1}))


def test_exact_values_stay_exact():
    assert enclosure(sqrt(x) + Abs(y), {"x": "9/4", "y": -2}) == (Fraction(7, 2), Fraction(7, 2))
    assert enclosure(exp(x) + log(1 + x) + sigmoid(x), {"x": 0}) == (Fraction(3, 2), Fraction(3, 2))


@pytest.mark.parametrize("expr", [log(x), 1 / x, sqrt(x - 1), log(x - 1), coth(x), x ** (-Rational(1, 2))], ids=str)
def test_undefined_points(expr):
    with pytest.raises(Undefined):
        enclosure(expr, {"x": 0})


def test_floats_are_refused():
    with pytest.raises(TypeError, match="exact"):
        enclosure(x, {"x": 0.1})
    with pytest.raises(ValueError, match="exact"):
        encode(0.5 * x)
    with pytest.raises(TypeError, match="exact"):
        Statement(0.5, "<=", x)


@pytest.mark.parametrize("expr", EXPRESSIONS[:10], ids=str)
def test_balls_of_boxes_contain_their_points(expr):
    rng = np.random.default_rng(5)
    box = {"x": arb("0.4", "0.1"), "y": arb("1.6", "0.2")}
    image = ball(expr, box)
    for _ in range(50):
        point = {"x": Fraction(rng.uniform(0.31, 0.49)), "y": Fraction(rng.uniform(1.41, 1.79))}
        inner = ball(expr, {k: arb(v.numerator) / v.denominator for k, v in point.items()})
        assert not inner < image
        assert not inner > image
        assert float(image.lower()) - 1e-9 <= float(inner.mid()) <= float(image.upper()) + 1e-9


def test_fingerprints():
    first = fingerprint(x**2 + y >= 0, (y >= 0,))
    assert first == fingerprint(Statement(y + x**2, ">=", 0), (y >= 0,))
    assert first == fingerprint(Statement(x**2 + y, ">=", 0, (y >= 0,)))
    others = [
        fingerprint(x**2 + y > 0, (y >= 0,)),
        fingerprint(x**2 + y >= 0),
        fingerprint(x**2 + Symbol("y", positive=True) >= 0, ()),
        fingerprint(Statement(Add(x, -x, evaluate=False), ">=", 0)),
        fingerprint(Statement(0, ">=", 0)),
    ]
    assert len({first, *others}) == 6


def test_reading_goals():
    assert flatten(And(x > 0, y > 0)) == (Statement(x, ">", 0), Statement(y, ">", 0))
    assert read((x, y))[0] == Statement(x, "==", y)
    assert read(Eq(x, y))[0] == Statement(x, "==", y)
    iff = read(Equivalent(x > 0, exp(x) > 1))[0]
    assert {iff.left, iff.right} == {(Statement(x, ">", 0),), (Statement(exp(x), ">", 1),)}
    with pytest.raises(ValueError, match="relation"):
        Statement(x, "=<", y)
    with pytest.raises(TypeError, match="relation"):
        flatten(x)
    with pytest.raises(TypeError):
        bool(Statement(x, "<=", y))


def test_unknown_assumptions_and_functions_are_refused():
    for symbol in (Symbol("k", even=True), Symbol("k", integer=False), Symbol("k", prime=True)):
        with pytest.raises(ValueError, match="assumptions"):
            encode(symbol)
    with pytest.raises(ValueError, match="not understood"):
        encode(sin(x))


def test_the_sigmoid():
    assert sigmoid(x).diff(x) == sigmoid(x) * (1 - sigmoid(x))
    assert sigmoid(0) == Rational(1, 2)
    assert sigmoid(x).rewrite(exp) == 1 / (1 + exp(-x))


def test_real_parts_are_read_as_what_they_are():
    assert Abs(exp(x)).has(re)
    assert encode(Abs(exp(x))) == encode(exp(x))


# The terms of a printed bound, with their names where it has them.

a, b, c = symbols("a b c", positive=True)


def test_terms_have_the_order_and_the_names_of_the_page():
    terms = {"noise": c * sqrt(b), "ridge": c * a}
    assert named_addends(c * (a + sqrt(b)), terms) == (("noise", c * sqrt(b)), ("ridge", a * c))


def test_terms_of_another_bound_name_nothing():
    found = named_addends(a + b, {"noise": a, "ridge": c})
    assert [name for name, _ in found] == ["", ""]
    assert {term for _, term in found} == {a, b}
