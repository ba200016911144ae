"""Opinions of Coq, and statements as its terms."""

import ast
import os
from pathlib import Path

import pytest

from boundcheck import second_opinion
from boundcheck.second_opinion import coq, opinion
from boundcheck.second_opinion.coq import failure, proof, statement

X, Y, ONE, ZERO = ["s", "x"], ["s", "y"], ["q", "1"], ["q", "0"]
SQUARES = ["<=", ["*", ["q", "2"], X, Y], ["+", ["^", X, ["q", "2"]], ["^", Y, ["q", "2"]]]]
LOG = ["<=", ["log", X], ["+", X, ["q", "-1"]], [">", X, ZERO]]
FALSE_LOG = ["<=", ["log", X], ["+", X, ["q", "-2"]], [">", X, ZERO]]
installed = pytest.mark.skipif(
    coq.program() is None or os.environ.get("BOUNDCHECK_NO_COQ") == "1", reason="Coq is not installed"
)


def test_nothing_is_shared_with_the_provers():
    for path in Path(second_opinion.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names.append(node.module or "")
            assert not {n.split(".")[0] for n in names} & {"boundcheck", "sympy", "z3", "flint", "mpmath", "numpy"}


def test_no_answer_without_the_program(monkeypatch):
    coq.available.cache_clear()
    monkeypatch.setattr(coq.shutil, "which", lambda name: None)
    assert opinion(SQUARES, "proved").answer == "no answer"
    coq.available.cache_clear()


@installed
@pytest.mark.slow
@pytest.mark.parametrize("encoded", [SQUARES, LOG], ids=["squares", "log"])
def test_what_is_true_is_proved_again(encoded):
    assert opinion(encoded, "proved").answer == "agreed"


@installed
@pytest.mark.slow
def test_a_false_statement_called_proved_is_contradicted():
    found = opinion(FALSE_LOG, "proved")
    assert found.answer == "disagrees"
    assert "x = " in found.reason


@installed
@pytest.mark.slow
def test_a_point_that_refutes_is_agreed_with_and_one_that_does_not_is_not():
    assert opinion(FALSE_LOG, "refuted", {"x": "1"}).answer == "agreed"
    assert opinion(FALSE_LOG, "refuted", {"x": "100"}).answer == "no answer"
    assert opinion(LOG, "refuted", {"x": "1"}).answer == "disagrees"


@installed
@pytest.mark.slow
def test_a_point_outside_of_the_domain_refutes_nothing():
    claim, given = statement(["<=", X, ZERO, ["<=", X, ["q", "-1"]]])
    assert not coq.accepts(failure(claim, given, {"x": 1}), 40)


@installed
@pytest.mark.slow
def test_a_false_claim_has_no_proof():
    assert not coq.accepts(proof(*statement(["<=", ["^", X, ["q", "2"]], ONE])), 60)
