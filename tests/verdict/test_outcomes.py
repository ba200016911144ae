"""The words: outcomes refuse to be booleans, things are frozen and picklable."""

import dataclasses
import pickle

import pytest
from sympy import Symbol

from boundcheck.claims import Inequality, Letter
from boundcheck.verdict import Evidence, Headline, Outcome, facts


@pytest.mark.parametrize("word", [*Outcome, *Headline])
def test_a_word_is_no_boolean(word):
    with pytest.raises(TypeError):
        bool(word)


def test_evidence_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Evidence(Outcome.PROVED, facts.Words("")).outcome = Outcome.REFUTED


def test_parameter_gives_its_symbol():
    parameter = Letter(Symbol("n"), "sample size", (), (1, 2), integer=True)
    assert parameter.symbol.name == "n"
    assert parameter.symbol.is_real


def test_statements_pickle():
    import sympy

    x = sympy.Symbol("x", real=True)
    statement = Inequality(x, x**2, (sympy.Ge(x, 1),))
    assert pickle.loads(pickle.dumps(statement)) == statement
    assert statement.relation == "<="
    assert dataclasses.replace(statement, strict=True).relation == "<"


def test_a_word_is_equal_to_its_text_and_to_no_other_word():
    assert Headline.HOLDS == "HOLDS"
    assert Headline.HOLDS != "REFUTED"
    assert Outcome.PROVED == "PROVED"
    assert {Headline.HOLDS: 1}["HOLDS"] == 1
    assert Headline.HOLDS != Outcome.PROVED
    assert pickle.loads(pickle.dumps(Headline.HOLDS)) is Headline.HOLDS
    with pytest.raises(ValueError, match="'holds' is no Headline; there are HOLDS, HOLDS_REPAIRED"):
        assert Headline.HOLDS == "holds"
