"""Letters for integers: bounds rounded, powers of any base; and what a careless prover would conclude."""

import pytest
from sympy import Abs, Eq, Integer, Max, Ne, Pow, S, Symbol, cos, exp, sin, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel.reading import reading
from boundcheck.prove.kernel.sequent import Atom, Sequent, is_whole
from boundcheck.prove.kernel.sums import cases, rounded
from boundcheck.symbolic import Statement

x, p = symbols("x p")
X, N = symbols("x n", real=True)
n = Symbol("n", integer=True, positive=True)
m = Symbol("m", integer=True, nonnegative=True)
k = Symbol("k", integer=True)
WHOLE = frozenset({"n", "k"})

TRUE = [
    ((1 + x) ** n >= 1 + n * x, (x >= -1,)),
    (1 - (1 - p) ** n <= n * p, (p >= 0, p <= 1)),
    ((1 - p) ** n <= exp(-n * p), (p >= 0, p <= 1)),
    (n**2 <= 2 * 2**n, ()),
    (p**n <= p, (p >= 0, p <= 1)),
    (x ** (2 * n) >= 0, ()),
    (Statement((-1) ** n * x, "<=", Abs(x)), ()),
    (k >= 1, (k > 0,)),
    (k**2 >= 3 * k, (k > 2,)),
    (p**k <= 1, (p >= 0, p <= 1, k >= 1)),
]
FALSE = [
    (x**n >= 0, ()),
    (0 < p**n, (p >= 0,)),
    (p**m <= p, (p >= 0, p <= 1)),
    ((1 + x) ** n >= 1 + n * x, (x >= -3,)),
    (x**n <= Max(x, x**2), (x >= 0,)),
    (k >= 2, (k > 0,)),
    (p**m < 1, (p >= 0, p < 1)),
]


@pytest.mark.parametrize(("goal", "given"), TRUE, ids=str)
def test_true_statements_about_integers(goal, given):
    answer = prove(goal, given)
    assert isinstance(answer, Proved)
    assert replay(answer.certificate, goal, given).ok


@pytest.mark.parametrize(("goal", "given"), FALSE, ids=str)
def test_false_statements_about_integers(goal, given):
    assert isinstance(prove(goal, given), Refuted)


def test_a_power_with_a_negative_exponent_has_no_value_at_0():
    assert not isinstance(prove(Statement(p**k, "==", p**k), (p >= 0,)), Proved)
    assert isinstance(prove(Statement(p**k, "==", p**k), (p >= 0, k >= 0)), Proved)
    assert isinstance(prove(Statement(p**k, "==", p**k), (Ne(p, 0),)), Proved)


def test_a_real_exponent_still_needs_a_positive_base():
    real = Symbol("r", positive=True)
    assert not isinstance(prove(Statement(x**real, "==", x**real), (x >= 0,)), Proved)


def test_all_signs_of_a_base_are_covered():
    found = cases(Sequent((), Atom(X**N, ">=")), frozenset({"n"}))
    claims = {str(s.claim.expr) for s in found}
    assert claims == {"x**n", "0", "1", "(-x)**n", "-(-x)**n"}
    even = {str(s.claim.expr) for s in cases(Sequent((), Atom(X ** (2 * N), ">=")), frozenset({"n"}))}
    assert even == {"x**(2*n)", "0", "1", "(-x)**(2*n)"}


def test_only_sums_and_products_of_integers_are_whole():
    assert is_whole(2 * N + 1, WHOLE)
    assert not is_whole(N / 2, WHOLE)
    assert not is_whole(N + X, WHOLE)
    assert not is_whole(1 / N, WHOLE)


@pytest.mark.parametrize(
    ("atom", "expected"),
    [
        (Atom(N, ">"), Atom(N - 1, ">=")),
        (Atom(2 * N - 3, ">="), Atom(N - 2, ">=")),
        (Atom(7 - 2 * N, ">="), Atom(3 - N, ">=")),
        (Atom(4 - 2 * N, ">"), Atom(1 - N, ">=")),
        (Atom(X, ">"), Atom(X, ">")),
        (Atom(N - X, ">"), Atom(N - X, ">")),
        (Atom(N, "!="), Atom(N, "!=")),
    ],
)
def test_bounds_are_rounded_inwards_for_integers_alone(atom, expected):
    assert rounded(atom, WHOLE) == expected


def test_what_a_power_equals_defines_its_base():
    root = Symbol("Y")
    given = (root >= 0, Eq(root**2, x), x >= 0)
    assert isinstance(prove(root <= x + 1, given), Proved)
    assert isinstance(prove(root <= x, given), Refuted)
    # without a sign the base is not determined, and is not replaced
    assert not isinstance(prove(root >= 0, (Eq(root**2, x),)), Proved)
    assert "Y" in {s.name for s in reading(root >= 0, (Eq(root**2, x),)).symbols}


def test_a_power_of_0_is_0_or_1_and_proves_nothing_else():
    zero = Pow(0, n, evaluate=False)
    assert not isinstance(prove(Statement(zero, ">=", 1)), Proved)
    assert not isinstance(prove(Statement(zero, "==", 5)), Proved)
    assert isinstance(prove(Statement(Pow(0, m, evaluate=False), "<=", 1)), Proved)
    found = cases(Sequent((), Atom(Pow(S.Zero, N, evaluate=False) - 5, ">=")), frozenset({"n"}))
    assert {str(s.claim.expr) for s in found} == {"-5", "-4"}


def test_every_sign_of_a_number_that_is_not_known_is_left_open():
    odd = sin(Integer(1)) ** 2 + cos(Integer(1)) ** 2 - 1  # 0, and SymPy does not say so
    if odd.is_zero is None:
        found = cases(Sequent((), Atom(Pow(odd, N), ">=")), frozenset({"n"}))
        assert len(found) == 5


def test_an_exponent_that_is_an_integer_for_another_reason():
    n = symbols("n", integer=True)
    # x is 1, or plus or minus the root of 2: no rational point speaks against what fails at the roots
    given = ((x - 1) ** 2 * (x**2 - 2) ** 2 <= 0, n >= 0)
    for exponent in (n * (n + 1) / 2, n * (n - 1) / 2, 2**n, Abs(n), Max(n, 1)):
        assert not isinstance(prove(x**exponent >= 0, given), Proved), exponent
    assert isinstance(prove(x ** (2 * n**2) >= 0, given), Proved)
    assert isinstance(prove(x ** (2 * Abs(n)) >= 0, given), Proved)
