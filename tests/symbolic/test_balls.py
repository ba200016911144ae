"""Error and gamma functions: balls against mpmath, encodings that come back, and arguments without a value."""

import json
from functools import partial

import mpmath
import numpy as np
import pytest
import sympy
from flint import arb, fmpq
from sympy import EulerGamma, binomial, digamma, erf, erfc, factorial, gamma, loggamma, polygamma, symbols, trigamma

from boundcheck.symbolic import Statement, decode, encode, number
from boundcheck.symbolic.balls import HIGHEST, Undefined, Unsure, as_arb, ball
from boundcheck.symbolic.latex import latex

x, y = symbols("x y", real=True)
POINTS = [fmpq(1, 1000), fmpq(1, 3), fmpq(1), fmpq(7, 5), fmpq(3, 2), fmpq(2), fmpq(17, 4), fmpq(60)]
FUNCTIONS = {
    erf(x): mpmath.erf,
    erfc(x): mpmath.erfc,
    gamma(x): mpmath.gamma,
    loggamma(x): mpmath.loggamma,
    **{polygamma(m, x): partial(mpmath.polygamma, m) for m in range(HIGHEST + 1)},
}


def exact(q):
    return mpmath.mpf(int(q.p)) / int(q.q)


@pytest.mark.parametrize("expr", FUNCTIONS, ids=str)
def test_points_against_mpmath(expr):
    with mpmath.workdps(40):
        for q in POINTS:
            value, known = as_arb(ball(expr, {"x": q})), FUNCTIONS[expr](exact(q))
            assert value.overlaps(arb(str(known)) + arb(0, "1e-30") * (1 + abs(arb(str(known)))))
            assert float(number(expr, {"x": float(exact(q))})) == pytest.approx(float(known), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("expr", FUNCTIONS, ids=str)
@pytest.mark.parametrize("ends", [("1/10", "1/2"), ("1/2", "3"), ("14/10", "15/10"), ("2", "9")])
def test_boxes_hold_the_values_inside(expr, ends):
    low, high = (sympy.Rational(e) for e in ends)
    box = arb(fmpq(int(low.p), int(low.q))).union(arb(fmpq(int(high.p), int(high.q))))
    value = ball(expr, {"x": box})
    with mpmath.workdps(30):
        for k in range(21):
            at = low + (high - low) * k / 20
            assert value.overlaps(arb(str(FUNCTIONS[expr](exact(at)))))


def test_the_gamma_function_has_no_value_at_0_or_below():
    for expr in (gamma(x), loggamma(x), polygamma(1, x)):
        for at in (fmpq(0), fmpq(-1, 2), fmpq(-2)):
            with pytest.raises(Undefined):
                ball(expr, {"x": at})
            assert np.isnan(number(expr, {"x": float(exact(at))}))
        with pytest.raises(Unsure):
            ball(expr, {"x": arb(0).union(arb(1))})


@pytest.mark.parametrize("expr", [*FUNCTIONS, x + EulerGamma, erf(x) * gamma(y + 1)], ids=str)
def test_encodings_come_back(expr):
    data = encode(Statement(expr, "<=", 1))
    assert encode(decode(json.loads(json.dumps(data)))) == data
    assert latex(expr)


def test_factorials_and_binomials_are_gamma_functions():
    assert encode(factorial(x)) == encode(gamma(x + 1))
    assert encode(digamma(x)) == encode(polygamma(0, x))
    assert encode(trigamma(x)) == encode(polygamma(1, x))
    choose = decode(encode(binomial(x, y, evaluate=False)))
    assert ball(choose, {"x": fmpq(7), "y": fmpq(3)}) == 35


def test_orders_that_are_no_small_numbers_are_refused():
    for order in (HIGHEST + 1, y):
        with pytest.raises(ValueError, match="order"):
            encode(polygamma(order, x))
    with pytest.raises(ValueError, match="polygamma"):
        decode(["polygamma", ["q", "-1"], ["s", "x", "real"]])
