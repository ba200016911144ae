"""The words: outcomes refuse to be booleans, things are frozen and picklable."""

import dataclasses
import pickle

import pytest

from boundcheck.claims import Evidence, Headline, Inequality, Outcome, Parameter


@pytest.mark.parametrize("word", [*Outcome, *Headline])
def test_a_word_is_no_boolean(word):
    with pytest.raises(TypeError):
        bool(word)


def test_evidence_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Evidence(Outcome.PROVED, "").outcome = Outcome.REFUTED


def test_parameter_gives_its_symbol():
    parameter = Parameter("n", "n", "n", "sample size", (), (1, 2), integer=True)
    assert parameter.symbol.name == "n"
    assert parameter.symbol.is_real


def test_statements_pickle():
    import sympy

    x = sympy.Symbol("x", real=True)
    statement = Inequality(x, x**2, (sympy.Ge(x, 1),))
    assert pickle.loads(pickle.dumps(statement)) == statement
    assert statement.relation == "<="
    assert dataclasses.replace(statement, strict=True).relation == "<"
