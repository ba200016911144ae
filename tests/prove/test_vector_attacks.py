"""Statements about vectors made to fool the rule, and certificates that were tampered with."""

import copy
import random
from itertools import islice

import pytest
from sympy import Abs, Identity, Matrix, MatrixSymbol, Rational, Symbol, sqrt
from vector_oracle import violated_at, violation
from vector_statements import DATA, FALSE, ORDERED, RANK_ONE, TRUE, A, B, K, S, X, b, d, le, n, p, s, u, v, w, x

from boundcheck.prove import Proved, Refuted, Unknown, kept_in, prove, refute, replay
from boundcheck.prove.kernel import gram
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.search.coordinates import candidates
from boundcheck.symbolic import Conjunction, Inner, Norm, Statement, definite, loewner, ones, vectors
from boundcheck.symbolic.inner_products import vector_fingerprint

t = Symbol("t", real=True)

# A false statement beside a true one of the same letters, whose certificate is tried on it.
TWINS = [(a, f) for f in FALSE for a in TRUE if a.split(",")[0] == f.split(",")[0]] + [
    ("projections are not expansive", "projections"),
    ("projections are not expansive", "projections, one condition"),
    ("obtuse angle at a ball", "obtuse angle, any y"),
    ("obtuse angle at a ball", "obtuse angle, larger ball"),
    ("first order at a minimiser", "first order"),
    ("first order at a minimiser", "first order, no minimiser"),
    ("ridge step of Theorem 5.4", "ridge step, gradient"),
    ("ridge step of Theorem 5.4", "ridge step, no ball"),
    ("order of norms", "order of dual norms, reversed"),
    ("order of dual norms", "order of squares"),
]


NOTHING = {"solve": [], "coordinates": [], "minors": [], "between": [], "whole": False}
WORDS = ("", "T", "-", "q", "s", "1", "0", "2", "1/2", "-1", "u", "v", "w1", "A", "X", "1|n", "given", "clear")


@pytest.fixture(scope="module")
def proofs():
    return {name: prove(*TRUE[name]).certificate for name in dict.fromkeys(true for true, _ in TWINS)}


def without_texts(certificate):
    """A certificate without the texts that the solver was asked, which would give away that the statement is another."""

    def stripped(tree):
        node = {key: value for key, value in tree.items() if key != "smt2"}
        return {**node, "then": [stripped(child) for child in tree["then"]]} if "then" in tree else node

    return {**copy.deepcopy(certificate), "proofs": [stripped(tree) for tree in certificate["proofs"]]}


def places(data, path=()):
    """Every place of nested plain data."""
    yield path
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from places(data[key], (*path, key))


def tampered(rng, certificate, others):
    """Change a certificate in one to three places: numbers, names, parts dropped, doubled or from another one."""
    new = copy.deepcopy(certificate)
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(["choices", "choices", "choices", "proofs", "satisfiable"])
        path = rng.choice([path for path in places(new[kind]) if path] or [()])
        if not path:
            new[kind] = copy.deepcopy(rng.choice(others)[kind])
            continue
        at = new[kind]
        for key in path[:-1]:
            at = at[key]
        key, value = path[-1], at[path[-1]]
        if isinstance(value, bool) or value is None or key == "rlimit":  # how long the solver may take says nothing
            continue
        if isinstance(value, int):
            at[key] = rng.choice([0, 1, 2, 3, -1, value + 1])
        elif isinstance(value, str):
            at[key] = rng.choice([*WORDS, value + "2"])
        elif isinstance(at, list) and rng.random() < 0.5:
            at.insert(rng.randint(0, len(at)), copy.deepcopy(value)) if rng.random() < 0.5 else at.pop(key)
        else:
            donor = rng.choice(others)[kind]
            candidates = [c for c in (_at(donor, path) for path in places(donor)) if type(c) is type(value)]
            at[key] = copy.deepcopy(rng.choice(candidates or [value]))
    return new


def _at(data, path):
    for key in path:
        data = data[key]
    return data


@pytest.mark.slow
def test_no_certificate_of_five_hundred_tampered_with_is_accepted_for_a_false_statement(proofs):
    rng = random.Random(54)
    others = [without_texts(c) for c in proofs.values()]
    twins = {false for _, false in TWINS}
    chosen = {name: list(islice(candidates(gram.problem(*FALSE[name])), 12)) for name in twins}
    witnesses = {name: refute(*FALSE[name]).witness for name in twins}
    marks = {name: vector_fingerprint(*FALSE[name]) for name in twins}
    accepted, own = [], 0
    for k in range(500):
        true, false = TWINS[k % len(TWINS)]
        certificate = {**tampered(rng, without_texts(proofs[true]), others), "fingerprint": marks[false]}
        if k < len(TWINS):
            certificate = {**without_texts(proofs[true]), "fingerprint": marks[false]}
        elif k % 2:  # choices that fit the false statement, for the solver to be asked about
            certificate["choices"] = copy.deepcopy(rng.choice(chosen[false]))
            certificate["satisfiable"] = witnesses[false]
            certificate["proofs"] = [{"rule": "polynomial", "variant": "full", "rlimit": 400_000}]
        if replay(certificate, *FALSE[false]).ok:
            accepted.append((false, certificate))
        own += replay({**certificate, "fingerprint": proofs[true]["fingerprint"]}, *TRUE[true]).ok
    assert accepted == []
    assert own > len(TWINS)  # those that were left as they were, and more: the replay is not simply a refusal


@pytest.mark.parametrize("name", sorted({false for _, false in TWINS}))
def test_the_statements_that_they_are_tried_on_are_false(name):
    assert violated_at(*FALSE[name], refute(*FALSE[name]).witness)


# ---- quadratic forms: true exactly where their matrix is positive semidefinite, which exact minors decide -----------


def forms(count):
    rng = random.Random(7)
    for _ in range(count):
        size = rng.choice([2, 3])
        G = Matrix(size, size, lambda i, j: rng.randint(-2, 2))
        C = G * G.T if rng.random() < 0.6 else G + G.T
        if rng.random() < 0.4:
            C = C - Rational(1, 20) * Matrix.eye(size)
        yield C


@pytest.mark.parametrize("C", list(forms(24)), ids=str)
def test_a_quadratic_form_of_vectors_is_settled_as_its_matrix_says(C):
    family = (u, v, w)[: C.rows]
    form = sum(C[i, j] * Inner(family[i], family[j]) for i in range(C.rows) for j in range(C.rows))
    answer = prove(Statement(form, ">=", 0))
    assert isinstance(answer, Proved if C.is_positive_semidefinite else Refuted)


# ---- what must not be proved ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (le(Norm(u), 0), (le(Inner(u, u), -1),)),
        (le(Norm(u), Norm(v)), (definite(A), loewner(A, -Identity(d)))),
        (Statement(Norm(u / t) * Abs(t), "==", Norm(u)), ()),
        (Statement(Norm(u) / Norm(v), ">=", 0), ()),
        (le(Inner(u, v) ** 2, Inner(u, u) * Inner(v, v) * t), (le(1, t), le(t, 0))),
    ],
    ids=["negative square", "negative matrix", "a coefficient without value", "division by a norm", "empty range"],
)
def test_what_has_no_model_or_no_value_is_not_proved(goal, given):
    assert isinstance(prove(goal, given, seconds=1), Unknown)


@pytest.mark.parametrize(
    ("goal", "given", "words"),
    [
        (lambda: le(Norm(u, K), 1), (), "weight"),
        (lambda: le(Inner(u, K.I * v), 1), (), "positive definite"),
        (lambda: le(Norm(u, A - B), 1), ORDERED, "weight"),
        (lambda: loewner(K, A + K), (definite(A),), None),
        (lambda: le(Inner(u, s), 1), (), "dimensions"),
        (lambda: le(Norm(MatrixSymbol("x,y", d, 1)), 1), (), "name"),
        (lambda: le(Norm(MatrixSymbol("u", 1, d).T), 1), (), "column"),
        (lambda: le(Norm(u) * Symbol("u"), 1), (), "a number and a vector"),
        (lambda: le(Norm(MatrixSymbol("u", n, 1)) * Norm(u), 1), (), "two matrices"),
        (lambda: le(Norm(*vectors("u", Symbol("k"))), 1), (), "dimension"),
        (lambda: le(0.5 * Norm(u), 1), (), "float"),
        (lambda: definite(K), (), "hypotheses alone"),
    ],
)
def test_what_is_not_understood_is_refused_with_a_reason(goal, given, words):
    if words is None:
        assert isinstance(prove(goal(), given), Proved)  # the difference is symmetric, whatever K is
        return
    with pytest.raises(ValueError, match=words):
        prove(goal(), given)


def test_a_letter_called_like_an_entry_is_not_taken_for_it():
    entry = Symbol("<v, u>", real=True)
    assert isinstance(prove(le(Inner(u, v), Norm(u) * Norm(v) + entry - entry**2)), Refuted)
    assert not isinstance(prove(Statement(Inner(u, v), "==", entry), seconds=1), Proved)


def test_coordinates_with_coefficients_that_may_have_no_value_are_refused():
    goal = (le(Norm(t * u), 0), ())
    problem = gram.problem(*goal)
    one_over_t = [["^", ["s", "t", "real"], ["q", "-1"]], [["u", ""]]]
    with pytest.raises(Inapplicable, match="polynomials"):
        gram.reduced(problem, {**NOTHING, "coordinates": [["w1", [one_over_t], "u"]]})


@pytest.mark.parametrize(
    "minor",
    [[0, [[[["q", "1"], [["s", ""]]]]]], [9, [[[["q", "1"], [["u", ""]]]]]], [0, [[[["q", "1"], []]]]], [0, []],
     [0, [[[["q", "1"], [["u", "T"]]]]]], [0, [[[["q", "1"], [["K", "-"], ["u", ""]]]]]]],
)  # fmt: skip
def test_minors_of_what_is_no_vector_of_the_dimension_are_refused(minor):
    problem = gram.problem(le(Inner(u, K * v), Norm(s)))
    with pytest.raises((Inapplicable, IndexError)):
        gram.reduced(problem, {**NOTHING, "minors": [minor]})


def test_a_dimension_is_a_number_too():
    assert isinstance(prove(Statement(Norm(ones(n)), "==", sqrt(n))), Proved)
    assert isinstance(prove(le(Norm(ones(n)), n)), Proved)
    answer = prove(le(n, Norm(ones(n))))
    assert isinstance(answer, Refuted)
    assert answer.witness == {"n": "2"}


def test_a_relation_of_sympy_and_a_conjunction_are_read():
    assert isinstance(prove(Norm(u + v) <= Norm(u) + Norm(v)), Proved)
    assert isinstance(prove(Conjunction((le(Inner(u, v), Norm(u)), le(Norm(u), 1))), (le(Norm(v), 1),)), Refuted)


def test_answers_are_remembered_and_replayed():
    kept = {}

    class Store:
        get = staticmethod(kept.get)
        put = staticmethod(kept.__setitem__)

    goal = le(Inner(p, x), Norm(p) * Norm(x))
    with kept_in(Store()):
        first, second = prove(goal), prove(goal)
    assert len(kept) == 1
    assert first == second
    assert isinstance(first, Proved)
    assert isinstance(second, Proved)


def test_random_vectors_meet_the_hypotheses_of_the_data():
    assert violation(le(Norm(X.T * b / n, A.I), 0), DATA, draws=50, seed=3)[0] is not None
    assert violation(le(Norm(x), 0), RANK_ONE, draws=50, seed=3)[0] is not None
    assert violation(le(Norm(u, S), 0), (loewner(0, S),), draws=50, seed=3)[0] is not None
