"""Unsoundness, planted: every entry is something a careless prover would call proved or refuted."""

import pytest
from sympy import Abs, Add, E, Eq, Float, IndexedBase, Mul, Ne, Pow, Rational, Sum, cosh, exp, log, pi, sqrt, symbols

from boundcheck.prove import NotDefined, Proved, Refuted, Unknown, prove, replay
from boundcheck.prove.kernel import rules, smt
from boundcheck.prove.kernel.polynomial_form import _model
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.prove.search.door import EVALUATED
from boundcheck.symbolic import Statement, sigmoid

pytestmark = pytest.mark.slow

x, y, z, a, b, t, B = symbols("x y z a b t B")
X, Y = symbols("x y", real=True)


def test_a_dropped_hypothesis():
    gamma = 1 / (2 + exp(B) + exp(-B))
    curvature = sigmoid(z) * (1 - sigmoid(z))
    assert isinstance(prove(gamma <= curvature, (Abs(z) <= B, B > 0)), Proved)
    assert isinstance(prove(gamma <= curvature, (z <= B, B > 0)), Refuted)


def test_a_denominator_that_vanishes_at_one_point():
    cancelled = Mul(x - 1, Pow(x - 1, -1, evaluate=False), evaluate=False)
    answer = prove(Statement(cancelled, "==", 1))
    assert isinstance(answer, NotDefined)
    assert "x - 1 != 0" in answer.left[0]
    assert isinstance(prove(Statement(cancelled, "==", 1), (Ne(x, 1),)), Proved)


@pytest.mark.parametrize(
    "given",
    [
        (x > 1, x < 0),
        (x > 1, x < 1),
        (x**2 < 0,),
        (exp(x) < 0,),
        (log(x) > 0, x < 1),
        (x**2 <= -1,),
        (Statement(x, "==", 0), Statement(x, "==", 1)),
        (Statement(x**2, "<=", 0), Statement(exp(x), "<", 1)),
        (sqrt(x) < -1,),
        (Statement(x, ">", y), Statement(y, ">", x)),
    ],
)
def test_hypotheses_that_nothing_satisfies_prove_nothing(given):
    for goal in (Statement(1, "<=", 0), Statement(x, "==", x), Statement(x, "<", x)):
        assert isinstance(prove(goal, given), Unknown)


def test_exponentials_of_different_powers_are_related():
    # with e^x and e^(x^2/2) as free variables the first looks false, and with e^(x^2) the second looks open
    assert not isinstance(prove(cosh(x) <= exp(x**2 / 2)), Refuted)
    assert isinstance(prove(exp(x) <= exp(x**2)), Refuted)
    assert isinstance(prove(exp(x) <= exp(x**2), (x >= 1,)), Proved)


@pytest.mark.parametrize("number", [Float("0.1"), 0.1])
def test_a_float_that_slipped_in(number):
    with pytest.raises((ValueError, TypeError), match="exact"):
        prove(Statement(x**2, ">=", -number))
    with pytest.raises((ValueError, TypeError), match="exact"):
        prove(x**2 >= 0, (x <= number,))


def test_a_relation_that_evaluated_itself_away():
    answer = prove(x - x <= 0)
    assert isinstance(answer, Proved)
    assert answer.tried[-1] == EVALUATED
    assert replay(answer.certificate, x - x <= 0).ok
    assert not replay(answer.certificate, x <= 0).ok
    assert isinstance(prove(x - x <= 0, (x > 0, x < 0)), Unknown)
    with pytest.raises(ValueError, match="evaluated"):
        prove(x - x > 0)
    assert isinstance(prove(Statement(Add(x, -x, evaluate=False), "<=", 0)), Proved)


def test_a_positive_thing_is_not_zero():
    # a sign that is settled must not settle an equality
    assert isinstance(prove(Statement(x, "==", 0), (x > 0,)), Refuted)
    assert isinstance(prove(Statement(exp(x), "==", 0)), Refuted)
    with pytest.raises(Inapplicable):
        rules.apply(Sequent((Atom(X, ">"),), Atom(X, "==")), {"rule": "clear"})


def test_a_root_is_split_only_where_both_factors_have_roots():
    # sqrt(t*x) is 0 at t = 0, whatever x: sqrt(t)*sqrt(x) would exclude x < 0
    assert isinstance(prove(Statement(x + sqrt(t * x), ">=", 0), (t >= 0, t * x >= 0)), Refuted)
    assert isinstance(prove(Statement(sqrt(a * b), "==", sqrt(a) * sqrt(b)), (a * b >= 0,)), NotDefined)
    assert isinstance(prove(Statement(sqrt(a * b), "==", sqrt(a) * sqrt(b)), (a >= 0, b >= 0)), Proved)


def test_a_logarithm_is_split_only_over_positive_factors():
    assert isinstance(prove(Statement(log(x**2), "==", 2 * log(x)), (Ne(x, 0),)), NotDefined)
    assert isinstance(prove(Statement(log(x**2), "==", 2 * log(Abs(x))), (Ne(x, 0),)), Proved)


def test_even_roots_of_squares():
    root = sqrt(Pow(x, 2, evaluate=False), evaluate=False)
    assert isinstance(prove(Statement(root, "==", x)), Refuted)
    assert isinstance(prove(Statement(root, "==", Abs(x))), Proved)


def test_an_odd_root_of_a_negative_number_is_not_taken():
    root = Pow(Pow(x, 3, evaluate=False), Rational(1, 3), evaluate=False)
    assert isinstance(prove(Statement(root, "==", x)), NotDefined)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (Statement(log(x), "<", x - 1), (x > 0,)),
        (Statement(x**2, ">", 0), ()),
        (Statement(Abs(x), ">", x), ()),
        (Statement(exp(x), ">", 1 + x), ()),
        (Statement((x - y) ** 2, ">", 0), (x >= 0, y >= 0)),
    ],
)
def test_strict_where_equality_occurs(goal, given):
    answer = prove(goal, given)
    assert isinstance(answer, Refuted)
    assert answer.margin == "0"
    weak = Statement(goal.lhs, goal.relation + "=", goal.rhs)
    assert isinstance(prove(weak, given), Proved)


def test_undefined_points_are_no_counterexamples_and_no_proofs():
    assert isinstance(prove(Statement(log(x), "<=", x - 1), (x >= 0,)), NotDefined)
    assert isinstance(prove(Statement(1 / (x - 1) ** 2, ">", 0), (x >= 0,)), NotDefined)
    assert isinstance(prove(Statement(sqrt(x - 1), ">=", 0), (x >= 0,)), NotDefined)


def test_far_corners():
    assert isinstance(prove(Statement(x, "<=", 10**7), (x > 0,)), Refuted)
    assert isinstance(prove(Statement(1 / (1 - x), "<=", 10**9), (x >= 0, x < 1)), Refuted)
    assert not isinstance(prove(Statement(sigmoid(x), "<=", 1 - Rational(1, 10**30)), ()), Proved)


def test_a_solver_that_says_unsat_to_everything_is_not_asked_for_refutations(monkeypatch):
    # a sat answer never refutes: only a certified point does
    monkeypatch.setattr(smt, "check", lambda text, rlimit: "sat")
    _model.cache_clear()
    answer = prove(x**2 + y**2 >= 2 * x * y)
    _model.cache_clear()
    assert not isinstance(answer, Refuted)


def test_a_letter_is_one_thing_however_it_was_declared():
    # what one of the two symbols assumes is a hypothesis about the letter
    assert isinstance(prove(x + symbols("x", positive=True) >= 0), Proved)
    assert isinstance(prove(x + symbols("x", negative=True) >= 0), Refuted)
    assert isinstance(prove(symbols("x", positive=True) + symbols("x", negative=True) >= 0), Unknown)


def test_integers_are_not_refuted_in_between():
    n = symbols("n", integer=True)
    assert not isinstance(prove(n * (n - 1) >= 0), Refuted)
    assert isinstance(prove(x * (x - 1) >= 0), Refuted)


def test_answers_are_not_booleans():
    for answer in (prove(x**2 >= 0), prove(x >= 0), prove(Statement(1 / x, "==", 1 / x))):
        with pytest.raises(TypeError, match="boolean"):
            bool(answer)


LETTER = symbols("pi", real=True)  # policies are called so
ROOT = Rational(1, 2003)


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        (Statement(Rational(1, 10**20), "<=", pi * (LETTER - ROOT) ** 2), ()),
        (Statement(0, "<", (LETTER - ROOT) ** 2 * pi), ()),
        (Statement(0, "!=", (LETTER**3 - 2) * pi), ()),
        (Statement(0, "==", (LETTER - pi) * (LETTER - ROOT)), ((LETTER - ROOT) ** 2 <= Rational(1, 10**30),)),
        (Statement(0, "<", E * (symbols("exp\\ 1\\ /\\ 1", real=True) ** 3 - 2) ** 2), ()),
    ],
)
def test_a_letter_with_the_name_of_a_constant(statement, given):
    assert not isinstance(prove(statement, given), Proved)


INDEX, TOTAL = symbols("i", real=True), symbols("n", integer=True)
TERM = IndexedBase("x")[INDEX]


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        (Statement(Sum(INDEX, (INDEX, 1, TOTAL)), "<=", TOTAL), (INDEX <= 1, TOTAL >= 1)),
        (Statement(Sum(INDEX, (INDEX, 1, TOTAL)), "==", TOTAL), (Eq(INDEX, 1), TOTAL >= 1)),
        (Statement(INDEX - TOTAL - 5, "<=", Sum(TERM, (INDEX, 1, TOTAL))), (TERM >= 0, TOTAL >= 1)),
        (Statement(0, "<=", Sum(TERM, (INDEX, 1, TOTAL))), (TERM >= -INDEX + 1, TOTAL >= 1)),
    ],
)
def test_a_letter_that_is_also_the_index_of_a_sum(statement, given):
    with pytest.raises(ValueError, match="the index of a sum"):
        prove(statement, given)


@pytest.mark.parametrize("last", [3, TOTAL])
def test_a_hypothesis_on_every_term_means_the_same_for_every_range(last):
    total, given = Sum(TERM, (INDEX, 1, last)), (TERM >= 0, TOTAL >= 1)
    assert isinstance(prove(Statement(0, "<=", total), given), Proved)
    assert not isinstance(prove(Statement(1, "<=", total), given), Proved)


def test_a_hypothesis_on_every_term_is_part_of_the_domain():
    total = Sum(TERM, (INDEX, 1, 3))
    found = prove(Statement(1, "<=", total), (TERM >= 0,))
    assert isinstance(found, Refuted)
    assert all(Rational(found.witness[f"x[{k}]"]) >= 0 for k in (1, 2, 3))
