"""Statements made to fool a prover: corners, ridges, thin domains, order five, strictness, branches."""

import pytest
from oracle import fails
from sympy import Abs, Equivalent, Max, Min, Rational, coth, exp, log, sqrt, symbols, tanh

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.symbolic import Statement, sigmoid

pytestmark = pytest.mark.slow

x, y, z, a, b, n = symbols("x y z a b n")
Q = Rational

ATTACKS = [
    (False, "large eps corner", Statement((exp(x) + 1) / (exp(x) - 1), ">=", 1 + Q(1, 10**6)), (x > 0,)),
    (True, "c>1 strict", Statement((exp(x) + 1) / (exp(x) - 1), ">", 1), (x > 0,)),
    (False, "ridge", Statement((x - y) ** 2 + Q(1, 1000), ">=", Q(1, 999)), (x >= 0, y >= 0)),
    (False, "ridge2", Statement(x**2 + y**2, ">=", Q(2001, 1000) * x * y), ()),
    (False, "circle", Statement(x + y, "<=", Q(14142, 10000)), (x**2 + y**2 <= 1,)),
    (True, "circle", Statement(x + y, "<=", Q(14143, 10000)), (x**2 + y**2 <= 1,)),
    (
        False,
        "taylor5",
        Statement(exp(x), "<=", 1 + x + x**2 / 2 + x**3 / 6 + x**4 / 24 + Q(8, 1000) * x**5),
        (x >= 0, x <= Q(1, 10)),
    ),
    (
        True,
        "taylor5",
        Statement(exp(x), "<=", 1 + x + x**2 / 2 + x**3 / 6 + x**4 / 24 + Q(9, 1000) * x**5),
        (x >= 0, x <= Q(1, 10)),
    ),
    (True, "sig corner", Statement(sigmoid(x), "<=", 1 - exp(-x) / 2), (x >= 0,)),
    (True, "sig", Statement(1 - sigmoid(x), "<=", exp(-x)), ()),
    (False, "sig strict0", Statement(sigmoid(x) * (1 - sigmoid(x)), "<", Q(1, 4)), ()),
    (False, "log at1", Statement(log(x), "<", x - 1), (x > 0,)),
    (False, "abs branch", Statement(Abs(x - 1) + Abs(x + 1), ">=", 2 + x / 1000), ()),
    (True, "abs", Statement(Abs(x - 1) + Abs(x + 1), ">=", 2), ()),
    (False, "min", Statement(Min(x, 1 - x), "<=", Q(49, 100)), ()),
    (True, "min", Statement(Min(x, 1 - x), "<=", Q(1, 2)), ()),
    (False, "max", Statement(Max(x, -x, y), ">=", y + Q(1, 10) * x), ()),
    (False, "iff", Equivalent(x**2 > 1, x > 1), ()),
    (True, "iff", Equivalent(x**2 > 1, Abs(x) > 1), ()),
    (True, "iff2", Equivalent(exp(x) >= 1, x >= 0), ()),
    (False, "iff strict", Equivalent(exp(x) >= 1, x > 0), ()),
    (True, "pow", Statement(x**a, ">=", 1), (x >= 1, a >= 0)),
    (False, "pow", Statement(x**a, ">=", 1), (x > 0, a >= 0)),
    (True, "pow2", Statement(2**x, ">=", 1 + x * log(2)), ()),
    (True, "bern", Statement((1 + x) ** n, ">=", 1 + n * x), (x >= 0, n >= 1)),
    (False, "bern", Statement((1 + x) ** n, ">=", 1 + n * x), (x >= 0, n >= 0)),
    (True, "e", Statement((1 + 1 / x) ** x, "<=", exp(1)), (x > 0,)),
    (False, "e", Statement((1 + 1 / x) ** x, "<=", Q(27, 10)), (x > 0,)),
    (True, "1-x<=e-x", Statement(1 - x, "<=", exp(-x)), ()),
    (True, "1-x>=e-2x", Statement(1 - x, ">=", exp(-2 * x)), (x >= 0, x <= Q(1, 2))),
    (False, "1-x>=e-2x", Statement(1 - x, ">=", exp(-2 * x)), (x >= 0, x <= Q(4, 5))),
    (True, "gauss", Statement(exp(-(x**2) / 2), "<=", 1 / (1 + x**2 / 2)), ()),
    (True, "sqrt cave", Statement(sqrt(x), "<=", (x + 1) / 2), (x >= 0,)),
    (True, "cauchy", Statement((a * x + b * y) ** 2, "<=", (a**2 + b**2) * (x**2 + y**2)), ()),
    (False, "cauchy", Statement((a * x + b * y) ** 2, "<=", Q(999, 1000) * (a**2 + b**2) * (x**2 + y**2)), ()),
    (True, "jensen log", Statement((log(x) + log(y)) / 2, "<=", log((x + y) / 2)), (x > 0, y > 0)),
    (False, "jensen log", Statement((log(x) + log(y)) / 2, "<=", Q(999, 1000) * log((x + y) / 2)), (x > 0, y > 0)),
    (True, "huber", Statement(sqrt(1 + x**2) - 1, "<=", x**2 / 2), ()),
    (
        True,
        "logistic self-conc",
        Statement(Abs(sigmoid(x) * (1 - sigmoid(x)) * (1 - 2 * sigmoid(x))), "<=", sigmoid(x) * (1 - sigmoid(x))),
        (),
    ),
    (False, "self conc", Statement(Abs(sigmoid(x) * (1 - sigmoid(x)) * (1 - 2 * sigmoid(x))), "<=", Q(96, 1000)), ()),
    (True, "self conc", Statement(Abs(sigmoid(x) * (1 - sigmoid(x)) * (1 - 2 * sigmoid(x))), "<=", Q(97, 1000)), ()),
    (True, "const", Statement(exp(1), "<", Q(27183, 10000)), ()),
    (False, "const", Statement(log(2) + log(3), "!=", log(6)), ()),
    (True, "const2", Statement(log(2) + log(3), "==", log(6)), ()),
    (True, "xlogx", Statement(x * log(x), "<=", x**2 - x), (x > 0,)),
    (True, "tanh contraction", Statement(tanh(x / 2) * 2, "<=", x), (x >= 0,)),
    (True, "coth", Statement(coth(x) - 1 / x, "<=", x / 3), (x > 0,)),
    (False, "unsat-ish thin", Statement(x, "<=", Q(1, 2)), (x**2 >= 2 - Q(1, 10**6), x**2 <= 2)),
    (True, "thin", Statement(x**4, "<=", 4), (x**2 >= 2 - Q(1, 10**6), x**2 <= 2)),
    (True, "plackett", Statement(exp(x) / (exp(x) + exp(y) + exp(z)), "<=", exp(x - y)), ()),
    (True, "softmax diff", Statement(Abs(sigmoid(x) - sigmoid(y)), "<=", 1), ()),
    (True, "2 var lipsch log", Statement(Abs(log(1 + exp(x)) - log(1 + exp(y))), "<=", Abs(x - y)), ()),
    (False, "lipsch log", Statement(Abs(log(1 + exp(x)) - log(1 + exp(y))), "<=", Q(9, 10) * Abs(x - y)), ()),
    (True, "AM4", Statement((a * b * x * y) ** Q(1, 4), "<=", (a + b + x + y) / 4), (a >= 0, b >= 0, x >= 0, y >= 0)),
]


@pytest.mark.parametrize(("truth", "name", "goal", "given"), ATTACKS, ids=[f"{a[1]}-{a[0]}" for a in ATTACKS])
def test_attack(truth, name, goal, given):
    answer = prove(goal, given)
    assert isinstance(answer, Proved if truth else Refuted)
    assert replay(answer.certificate, goal, given).ok
    if isinstance(answer, Refuted):
        assert fails(goal, given, answer.witness)
