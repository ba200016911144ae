"""Certificates: plain data, bound to their statement, replayed without search, refused when touched."""

import copy
import json
import subprocess
import sys

import pytest
from sympy import Abs, Add, And, Equivalent, IndexedBase, Mul, Pow, Sum, exp, log, sqrt, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel.polynomial_form import _model
from boundcheck.prove.kernel.reading import reading
from boundcheck.prove.search import falsify
from boundcheck.prove.search import portfolio as search
from boundcheck.symbolic import Statement, bernoulli_kl, decode, encode, sigmoid
from boundcheck.symbolic.encode import fingerprint
from boundcheck.symbolic.statement import read

x, y, z, p, q, B, t = symbols("x y z p q B t")
curvature = sigmoid(z) * (1 - sigmoid(z))
inside = (p > 0, p < 1, q > 0, q < 1)
TRUE = [
    (1 / (2 + exp(B) + exp(-B)) <= curvature, (Abs(z) <= B, B > 0)),
    (2 * (p - q) ** 2 <= bernoulli_kl(p, q), inside),
    (log(1 + x) <= x / sqrt(1 + x), (x >= 0,)),
    (exp(x) <= 1 + x + x**2, (x <= 1,)),
    (Equivalent(exp(x) > 1, x > 0), ()),
    (And(x**2 >= 0, exp(x) > 0), ()),
    (Statement(exp(x + y), "==", exp(x) * exp(y)), ()),
]
FALSE = [
    (x**2 > 0, ()),
    (log(x) <= x - 2, (x > 0,)),
    (Equivalent(exp(x) > 1, x > 1), ()),
    (And(x**2 >= 0, exp(x) > 1), ()),
]


def plain(certificate):
    """Return what comes back from a file."""
    return json.loads(json.dumps(certificate))


@pytest.mark.parametrize(("goal", "given"), TRUE + FALSE, ids=str)
def test_replay_of_what_a_record_holds(goal, given):
    answer = prove(goal, given)
    assert isinstance(answer, Proved if (goal, given) in TRUE else Refuted)
    claim, hypotheses = read(goal, given)
    record = plain({"goal": encode(claim), "given": [encode(h) for h in hypotheses]})
    outcome = replay(plain(answer.certificate), decode(record["goal"]), tuple(map(decode, record["given"])))
    assert outcome.ok, outcome.reason
    assert outcome.trusted


@pytest.mark.parametrize(("goal", "given"), TRUE + FALSE, ids=str)
def test_a_certificate_of_another_statement_is_rejected(goal, given):
    certificate = plain(prove(goal, given).certificate)
    for other, hypotheses in [(x**2 >= -1, ()), (goal, (*given, x < 5)), (exp(x) > 0, given)]:
        outcome = replay(certificate, other, hypotheses)
        assert not outcome.ok
        assert "another statement" in outcome.reason


@pytest.mark.parametrize(("goal", "given"), TRUE, ids=str)
def test_a_proof_does_not_prove_something_false_after_its_fingerprint_is_forged(goal, given):
    certificate = plain(prove(goal, given).certificate)
    for wrong in (x <= y, x**2 > 0, log(x) <= x - 2, Statement(1, "<=", 0), exp(z) <= 5):
        target = prove(wrong, (x > -2, y > -1))
        forged = (
            {**certificate, "fingerprint": target.certificate["fingerprint"]} if target.certificate else certificate
        )
        assert not replay(forged, wrong, (x > -2, y > -1)).ok


def test_a_certificate_brings_no_assumptions_on_letters():
    """With x positive in one node, a root of (x + 1)^2 - 2x - 1 would be x itself; it is -x below 0."""
    w = symbols("w", real=True)
    statement = Statement(sqrt((w + 1) ** 2 - 2 * w - 1), "<=", w)
    assert isinstance(prove(statement), Refuted)
    positive = ["+", ["^", ["s", "w", "real", "positive"], ["q", "2"]], ["q", "1"]]
    goal = reading(statement)
    light, full = ({"rule": "polynomial", "variant": name, "rlimit": 3_000_000} for name in ("light", "full"))
    tree = {"rule": "factor", "index": 0, "then": [light, light, {"rule": "clear"}]}
    forged = {
        "format": 1,
        "kind": "proof",
        "fingerprint": goal.print,
        "satisfiable": {"w": "1"},
        "proofs": [
            search.Search(goal.sequents[0], 2).run(),
            {"rule": "sign", "on": positive, "then": [tree, full, full]},
        ],
        "versions": [],
    }
    assert not replay(plain(forged), statement).ok


def _leaves(node):
    if not node.get("then"):
        yield node
    for child in node.get("then", []):
        yield from _leaves(child)


@pytest.mark.parametrize(("goal", "given"), TRUE, ids=str)
def test_a_changed_proof_is_noticed(goal, given):
    certificate = plain(prove(goal, given).certificate)
    assert not replay({**certificate, "proofs": certificate["proofs"][:-1]}, goal, given).ok
    assert not replay({**certificate, "kind": "counterexample", "point": {}}, goal, given).ok
    assert not replay({**certificate, "format": 99}, goal, given).ok
    for i, tree in enumerate(certificate["proofs"]):
        for leaf in list(_leaves(tree)):
            if "smt2" not in leaf:
                continue
            touched = copy.deepcopy(certificate)
            for other in _leaves(touched["proofs"][i]):
                if other == leaf:
                    other["smt2"] += "(assert false)\n"
            assert not replay(touched, goal, given).ok


def test_an_unsatisfiable_point_is_noticed():
    goal, given = log(1 + x) <= x, (x >= 0,)
    certificate = plain(prove(goal, given).certificate)
    assert replay(certificate, goal, given).ok
    for point in ({"x": "-1/2"}, {}, {"x": "0.1e"}, {"x": "nan"}):
        assert not replay({**certificate, "satisfiable": point}, goal, given).ok


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"format": 1}, {"format": 1, "kind": "proof"}])
def test_data_that_is_no_certificate(data):
    assert not replay(data, x**2 >= 0).ok


def test_a_record_is_data_and_never_code():
    for data in ("__import__('os')", ["call", "x"], ["s"], ["q", "1/0"], ["q", "1e5x"], ["s", "x", "even"], [], None):
        with pytest.raises(ValueError, match=r"record node|invalid literal|denominator|assumptions"):
            decode(data)


def test_replay_does_not_search(monkeypatch):
    goal, given = TRUE[1]
    certificate = plain(prove(goal, given).certificate)

    def never(*_, **__):
        raise AssertionError("replay searched")

    monkeypatch.setattr(search.Search, "solve", never)
    monkeypatch.setattr(falsify.Falsifier, "__init__", never)
    _model.cache_clear()
    assert replay(certificate, goal, given).ok


def test_an_unevaluated_statement_survives_its_record():
    cancelled = Statement(Mul(x - 1, Pow(x - 1, -1, evaluate=False), evaluate=False), "==", 1)
    assert encode(decode(encode(cancelled))) == encode(cancelled)
    assert not isinstance(prove(decode(plain(encode(cancelled)))), Proved)


def test_the_same_bytes_in_another_process():
    code = (
        "import json; from sympy import *; from boundcheck.prove import prove; from boundcheck.symbolic import *;"
        "p, q, x = symbols('p q x');"
        "a = prove(2*(p-q)**2 <= bernoulli_kl(p, q), (p > 0, p < 1, q > 0, q < 1));"
        "b = prove(cosh(x) <= exp(x**2*Rational(49, 100)));"
        "print(json.dumps([a.certificate, a.engine, a.tried, b.certificate, b.witness, b.margin], sort_keys=True))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": h}
        ).stdout
        for h in ("1", "2", "3")
    }
    assert len(runs) == 1


def test_a_plan_that_leaves_a_sum_out_proves_nothing_of_it():
    i, n = symbols("i n", integer=True)
    total = Sum(1 / (i - 3), (i, 1, n))
    goal, given = Statement(total, "<=", Add(total, 1, evaluate=False)), (n >= 1,)  # at n = 3 it has no value
    certificate = {
        "format": 1,
        "kind": "proof",
        "fingerprint": fingerprint(goal, given),
        "satisfiable": {"n": "1"},
        "plan": {"kind": "bounds", "from": 1, "bounds": []},
        "proofs": [{"rule": "given"}, {"rule": "clear"}],
    }
    assert not replay(certificate, goal, given).ok


def test_the_index_of_a_sum_has_no_value_in_an_instance():
    i = symbols("i", integer=True)
    x = IndexedBase("x")
    goal, given = Statement(Sum(x[i], (i, 1, 3)), ">=", 0), (x[i] >= 0,)
    assert isinstance(prove(goal, given), Proved)
    certificate = {
        "format": 1,
        "kind": "counterexample",
        "fingerprint": fingerprint(goal, given),
        "point": {"i": "5", "x[1]": "-1", "x[2]": "0", "x[3]": "0", "x[5]": "0"},
        "instance": ["i"],
    }
    assert not replay(certificate, goal, given).ok


def test_no_power_with_a_real_exponent_is_both_without_a_value_and_a_number():
    x, a = symbols("x a", real=True)
    goal, given = Statement(x, ">", 0), (Statement(x**a, ">=", -5),)
    answer = prove(goal, given)
    assert isinstance(answer, Proved)
    for point in ({"x": "-1", "a": "1"}, {"x": "0", "a": "1"}, {"x": "0", "a": "0"}):
        refutation = {"format": 1, "kind": "counterexample", "fingerprint": fingerprint(goal, given), "point": point}
        assert not replay(refutation, goal, given).ok
    n = symbols("n", integer=True)
    assert isinstance(prove(goal, (Statement(x**n, ">=", -5),)), Refuted)
