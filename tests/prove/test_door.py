"""What was proved before, sharp constants, hypotheses left out."""

import json

import pytest
from sympy import Rational, Symbol, exp

from boundcheck.prove import NotDefined, Proved, Refuted, Unknown, dropped, kept_in, prove
from boundcheck.prove.search import door
from boundcheck.symbolic import Statement

x = Symbol("x", real=True)
TRUE, FALSE = Statement(1 + x, "<=", exp(x)), Statement(exp(x), "<=", 1 + x + x**2, (x > 0,))


class Notes(dict):
    """A memory of a test; `get` and `put` are those of the protocol."""

    def put(self, key, text):
        self[key] = text


@pytest.fixture
def searches(monkeypatch):
    """How often the provers searched."""
    found, counted = door._found, []

    def count(*arguments):
        counted.append(arguments)
        return found(*arguments)

    monkeypatch.setattr(door, "_found", count)
    return counted


@pytest.mark.parametrize(("statement", "kind"), [(TRUE, Proved), (FALSE, Refuted)])
def test_the_second_time_nothing_is_searched(searches, statement, kind):
    with kept_in(Notes()):
        first, second = prove(statement), prove(statement)
    assert isinstance(first, kind)
    assert first == second
    assert len(searches) == 1
    prove(statement)
    assert len(searches) == 2  # outside nothing is remembered


def test_another_statement_or_effort_is_searched(searches):
    with kept_in(Notes()):
        for seconds, slack in ((5.0, 0), (4.0, 0), (5.0, 1)):
            assert isinstance(prove(Statement(x, "<=", exp(x) + slack), seconds=seconds), Proved)
    assert len(searches) == 3


def test_a_forged_answer_is_not_believed(searches):
    notes = Notes()
    with kept_in(notes):
        prove(TRUE)
        (proof,) = notes.values()
        notes.clear()
        assert isinstance(prove(FALSE), Refuted)
        (key,) = notes
        for forged in (proof, "{", json.dumps({"kind": "Proved"}), json.dumps(json.loads(proof) | {"certificate": {}})):
            notes[key] = forged
            assert isinstance(prove(FALSE), Refuted)
    assert len(searches) == 6


def test_a_witness_beside_its_certificate_is_not_believed():
    notes = Notes()
    with kept_in(notes):
        first = prove(FALSE)
        (key,) = notes
        notes[key] = json.dumps(json.loads(notes[key]) | {"witness": {"x": "7"}})
        assert prove(FALSE) == first


def test_what_stays_open_is_asked_again(searches, monkeypatch):
    with kept_in(Notes()):
        monkeypatch.setattr(door, "_found", lambda *_: Unknown(("nothing",), ()))
        assert isinstance(prove(TRUE), Unknown)
        monkeypatch.undo()
        assert isinstance(prove(TRUE), Proved)


def test_hypotheses_left_out_are_remembered_too():
    statement = Statement(x, "<=", x**2 + Rational(1, 4) + 1 / x, (x > 0, x < 9))
    with kept_in(Notes()) as _:
        pass
    notes = Notes()
    with kept_in(notes):
        first = [dropped(statement, (place,)) for place in (0, 1)]
        kept = len(notes)
        assert [dropped(statement, (place,)) for place in (0, 1)] == first
        assert len(notes) == kept
    assert isinstance(first[0], NotDefined | Refuted)
