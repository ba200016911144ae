"""Proof objects as text for Coq: each sequent a lemma, the statement a theorem, and nothing taken on trust."""

import json
import re

import pytest
from sympy import IndexedBase, Sum, exp, log, symbols

from boundcheck.checker import Wrong
from boundcheck.prove import prove
from boundcheck.prove.in_coq import PREAMBLE, exported, exports
from boundcheck.prove.objects import proof_object
from boundcheck.second_opinion.coq import accepts, available
from boundcheck.symbolic import Statement
from boundcheck.symbolic.encode import encode

x, y = symbols("x y")
n, i = symbols("n i", integer=True)
TRUE = {
    "quotient": Statement(x / (1 + x), "<", 1, (x >= 0,)),
    "tangent": Statement(log(x), "<=", x - 1, (x > 0,)),
    "monotone": Statement(x - x**2 / 2, "<=", log(1 + x), (x >= 0,)),
    "logarithms": Statement(x**2, "<=", exp(2 * x - 2), (x > 0,)),
}


@pytest.fixture(scope="module")
def texts():
    found = {}
    for name, statement in TRUE.items():
        encoded = encode(statement)
        data = json.loads(json.dumps(proof_object(encoded, prove(statement, ()).certificate)))
        found[name] = exported(encoded, data, name)
    return found


@pytest.mark.parametrize("name", TRUE)
def test_nothing_is_taken_on_trust(texts, name):
    assert not re.search(r"Admitted|admit|Axiom|Parameter|Hypothesis|Conjecture", PREAMBLE + texts[name])
    lemmas = len(re.findall(r"^(?:Lemma|Theorem) ", texts[name], re.MULTILINE))
    assert lemmas == texts[name].count("Qed.") >= 2


def test_a_theorem_says_what_the_statement_says_and_that_it_is_defined(texts):
    (theorem,) = re.findall(r"Theorem quotient : (.*)[.]\n", texts["quotient"])
    assert re.fullmatch(r"forall v0 : R, v0 >= 0 -> \(1 \+ v0\) <> 0 /\\ \(.* \* .*\) < 1", theorem)


def test_a_power_whose_base_may_be_negative_is_not_written():
    statement = Statement(0, "<=", (x**n) ** 2, (n >= 1,))
    encoded = encode(statement)
    data = {"goals": [], "satisfiable": {}, "terms": []}
    with pytest.raises(Wrong, match="whole exponent"):
        exported(encoded, data)


def test_of_a_sum_no_theorem_on_one_summand_is_written():
    total = Sum(IndexedBase("w")[i] ** 2, (i, 1, n))
    statement = Statement(x * total, "<=", total, (x <= 1, n >= 1))
    encoded = encode(statement)
    data = json.loads(json.dumps(proof_object(encoded, prove(statement).certificate)))
    with pytest.raises(Wrong, match="a sum"):
        exported(encoded, data)


def test_of_a_record_what_is_not_written_is_named():
    encoded = encode(TRUE["tangent"])
    certificate = prove(TRUE["tangent"], ()).certificate
    other = {**certificate, "proofs": [{"rule": "no such rule"}]}
    steps = [
        {"label": "kept", "checked": encoded, "certificate": certificate},
        {"label": "lost", "checked": encode(TRUE["monotone"]), "certificate": other},
    ]
    text = exports({"steps": steps})
    assert len(re.findall("^Theorem ", text, re.MULTILINE)) == 1
    assert "(* steps/kept *)" in text
    assert "(* steps/lost: not written" in text


@pytest.mark.skipif(not available(), reason="Coq with coq-interval is not installed")
def test_coq_accepts_what_is_true_along_the_tree_and_nothing_else(texts):
    assert accepts(PREAMBLE + texts["tangent"] + texts["monotone"], 120)
    false = texts["tangent"].replace("((- 1) + v0", "((- 2) + v0")
    assert false != texts["tangent"]
    assert not accepts(PREAMBLE + false, 120)
