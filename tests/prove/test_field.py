"""Error and gamma functions in proofs: bounds of the kernel against mpmath, limits, Stirling's series, forged proofs."""

import copy

import mpmath
import pytest
from sympy import (
    E,
    Rational,
    Sum,
    Symbol,
    binomial,
    erf,
    erfc,
    exp,
    factorial,
    gamma,
    log,
    loggamma,
    pi,
    polygamma,
    sqrt,
)

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel import calculus, field, rules
from boundcheck.prove.kernel.calculus import Growing
from boundcheck.prove.kernel.field import GENS
from boundcheck.prove.kernel.polynomial_form import model
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.symbolic import Statement, encode

X, A = Symbol("x", real=True), Symbol("a", real=True)
x = Symbol("x")
n, t = (Symbol(letter, integer=True, positive=True) for letter in "nt")
TAIL, DENSITY = erfc(x / sqrt(2)) / 2, exp(-(x**2) / 2) / sqrt(2 * pi)
Q = Rational

TRUE_AND_FALSE = [
    ("Mill from above", TAIL <= DENSITY / x, TAIL <= Q(999, 1000) * DENSITY / x, (x > 0,)),
    (
        "Stirling",
        factorial(n) <= sqrt(2 * pi * n) * (n / E) ** n * exp(1 / (12 * n)),
        factorial(n) <= sqrt(2 * pi * n) * (n / E) ** n * exp(1 / (12 * n + 1)),
        (),
    ),
    ("middle", binomial(2 * n, n) <= 4**n / sqrt(pi * n), binomial(2 * n, n) <= Q(99, 100) * 4**n / sqrt(pi * n), ()),
    ("one step", Statement(gamma(x + 1), "==", x * gamma(x)), gamma(x + 1) <= Q(99, 100) * x * gamma(x), (x > 0,)),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "true", "false", "given"), TRUE_AND_FALSE, ids=lambda v: v if isinstance(v, str) else ""
)
def test_a_bound_and_the_same_sharpened(name, true, false, given):
    answer = prove(true, given)
    assert isinstance(answer, Proved)
    assert replay(answer.certificate, true, given).ok
    assert not replay(answer.certificate, false, given).ok
    against = prove(false, given)
    assert isinstance(against, Refuted)
    assert replay(against.certificate, false, given).ok


@pytest.mark.slow
def test_forged_proofs_are_refused():
    goal, given = TAIL <= DENSITY / x, (x > 0,)
    proof = prove(goal, given).certificate
    sharper = TAIL <= Q(999, 1000) * DENSITY / x
    forged = {**copy.deepcopy(proof), "fingerprint": prove(sharper, given).certificate["fingerprint"]}
    assert not replay(forged, sharper, given).ok
    tree = {"rule": "stirling", "terms": 0, "then": [{"rule": "given"}, {"rule": "clear"}]}
    with pytest.raises(Inapplicable):
        rules.verify(Sequent((Atom(X, ">"),), Atom(-loggamma(X), ">=")), tree)


def value(expr):
    return mpmath.mpf(str(expr)) if not hasattr(expr, "p") else mpmath.mpf(int(expr.p)) / int(expr.q)


def at(poly, values):
    """Return a polynomial of the field where generators have the given values."""
    total = mpmath.mpf(0)
    for powers, c in poly.terms():
        term = value(c)
        for i, k in enumerate(powers):
            term *= values[i] ** int(k) if k else 1
        total += term
    return total


MEANT = {
    erfc(X): mpmath.erfc,
    gamma(X): mpmath.gamma,
    polygamma(0, X): lambda u: mpmath.polygamma(0, u),
    polygamma(1, X): lambda u: mpmath.polygamma(1, u),
    polygamma(2, X): lambda u: mpmath.polygamma(2, u),
    polygamma(3, X): lambda u: mpmath.polygamma(3, u),
}


@pytest.mark.slow
@pytest.mark.parametrize("expr", MEANT, ids=str)
def test_every_fact_of_the_kernel_against_mpmath(expr):
    m = model(Sequent((Atom(X, ">"),), Atom(expr, ">")))
    generators = m.field.generators
    (place,) = (i for i, g in enumerate(generators) if g.kind in field.KINDS)
    found = field.facts(generators[place], GENS[place], None)
    assert found
    with mpmath.workdps(50):
        for point in [Q(k, 7) for k in range(1, 60)] + [Q(1, 10**k) for k in (9, 4, 2)]:
            u, values = value(point), {}
            for i, g in enumerate(generators):
                meant = m.field.meaning(i)
                if g.kind in field.KINDS:
                    values[i] = abs(MEANT[expr](u)) if expr.func == polygamma and expr.args[0] else MEANT[expr](u)
                else:
                    values[i] = u if g.kind == "symbol" else mpmath.mpf(str(meant.xreplace({X: point}).evalf(60)))
            for poly, relation in found:
                gap = at(poly, values)
                assert gap > 0 if relation == ">" else gap >= -(mpmath.mpf(10) ** -40)


@pytest.mark.slow
def test_the_series_of_stirling_is_above_and_below():
    with mpmath.workdps(60):
        for u in (Q(1, 100), Q(1, 2), Q(1), Q(3, 2), Q(10), Q(1000)):
            known = mpmath.loggamma(value(u))
            for terms in range(4):
                low, high = (
                    mpmath.mpf(str(calculus.bound(u, terms, above=above).evalf(70))) for above in (False, True)
                )
                assert low < known < high


@pytest.mark.slow
def test_limits_that_the_rules_tell():
    growing = Growing(X, Sequent((Atom(A, ">"),), Atom(A, ">")))
    for expr, known in (
        (erfc(X), 0),
        (X**3 * exp(-(X**2) / 2), 0),
        (X**5 * erfc(X), 0),
        (exp(-A * X) * log(X + 1), 0),
        ((2 * X**2 + 1) / (X**2 + X), 2),
        (A * X / (X + A), A),
        (erf(A * X) + 1, 2),
        (1 / sqrt(X + 1), 0),
    ):
        end = growing.limit(expr)
        assert (end.value - known, end.infinite) == (0, 0)
    assert growing.limit(X - sqrt(A)).infinite == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "expr",
    [
        X - sqrt(X**2 + X),  # infinity less infinity
        exp(X**2) * erfc(X),
        X * log(1 + 1 / X),
        exp(-A * X),  # of unknown sign where nothing is known of a
        log(1 / X),
        gamma(X),
        X ** (X - 1),
    ],
    ids=str,
)
def test_limits_that_they_do_not_tell(expr):
    with pytest.raises(Inapplicable):
        Growing(X, Sequent((), Atom(X, ">"))).limit(expr)


@pytest.mark.slow
def test_what_falls_towards_something_below_0_is_not_above_it():
    node = {"rule": "far", "var": encode(X)}
    goals = rules.apply(Sequent((Atom(X, ">"),), Atom(1 / X - 1, ">=")), node)
    assert [str(goal.claim) for goal in goals] == ["1 >= 0", "-1 >= 0", "x != 0", "x**(-2) >= 0"]
    # with an end of its own the letter does not get there
    bounded = Sequent((Atom(X, ">"), Atom(2 - X, ">=")), Atom(1 / X, ">="))
    assert any(str(goal.claim) == "-1 >= 0" for goal in rules.apply(bounded, node))
    for claim in (Atom(1 - X, ">="), Atom(1 / X, "=="), Atom(A, ">=")):
        with pytest.raises(Inapplicable):
            rules.apply(Sequent((Atom(X, ">"),), claim), node)
    with pytest.raises(Inapplicable):
        rules.apply(Sequent((Atom(X - A, "=="),), Atom(1 / X, ">=")), node)


@pytest.mark.slow
def test_a_weight_of_unknown_sign_gets_no_bound():
    node = {"rule": "stirling", "terms": 0}
    with pytest.raises(Inapplicable):
        rules.apply(Sequent((Atom(X, ">"),), Atom(A * loggamma(X) + X, ">=")), node)
    for terms in (-1, 4, True, "0"):
        with pytest.raises(Inapplicable):
            rules.apply(Sequent((Atom(X, ">"),), Atom(loggamma(X), ">=")), {"rule": "stirling", "terms": terms})


@pytest.mark.slow
def test_where_the_argument_may_be_negative_nothing_is_said_of_the_gamma_function():
    assert not isinstance(prove(gamma(x) >= Q(1, 2)), Proved)
    assert not isinstance(prove(Statement(gamma(x + 1), "==", x * gamma(x)), (x > -1,)), Proved)


@pytest.mark.slow
def test_a_tail_has_no_bound_of_its_own_where_it_is_no_tail():
    claim = exp(-(X**2)) - erfc(X)
    assert model(Sequent((Atom(X, ">="),), Atom(claim, ">="))).field.generators
    assert not isinstance(prove(erfc(x) <= exp(-(x**2))), Proved)
    assert isinstance(prove(erfc(x) <= exp(-(x**2)), (x >= 0,)), Proved)


@pytest.mark.slow
def test_what_sympy_makes_of_values_at_1_ends_in_no_error():
    one = (x >= 1, x <= 1)
    assert isinstance(prove(polygamma(2, x) <= -2, one), Proved)
    assert isinstance(prove(polygamma(2, x) <= Q(-241, 100), one), Refuted)
    shortest = Statement(Sum(1 / t**3, (t, 1, n)), "<=", Q(1202, 1000))
    assert isinstance(prove(shortest, seconds=1), Refuted)
