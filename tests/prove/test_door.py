"""What was proved before, sharp constants, hypotheses left out."""

import json
from dataclasses import replace

import pytest
from sympy import Implies, Rational, Symbol, exp, log

from boundcheck.prove import NotDefined, Proved, Refuted, Unknown, dropped, kept_in, kept_proof, prove, replay
from boundcheck.prove.search import door
from boundcheck.symbolic import Statement

x = Symbol("x", real=True)
TRUE, FALSE = Statement(1 + x, "<=", exp(x)), Statement(exp(x), "<=", 1 + x + x**2, (x > 0,))


class Notes(dict):
    """A memory of a test; `get` and `put` are those of the protocol."""

    def put(self, key, text):
        self[key] = text


@pytest.fixture(autouse=True)
def _nothing_kept():
    """What other tests of this process keep is not at hand."""
    with kept_in(None):
        yield


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


def test_another_statement_is_searched(searches):
    with kept_in(Notes()):
        for slack in (0, 1):
            assert isinstance(prove(Statement(x, "<=", exp(x) + slack)), Proved)
    assert len(searches) == 2


def test_a_proof_is_one_for_every_effort_and_a_refutation_for_its_own(searches):
    with kept_in(Notes()):
        for seconds in (5.0, 4.0):
            assert isinstance(prove(TRUE, seconds=seconds), Proved)
        assert len(searches) == 1
        for seconds in (5.0, 4.0):
            assert isinstance(prove(FALSE, seconds=seconds), Refuted)
    assert len(searches) == 3


def test_a_proof_is_kept_when_the_search_changes_and_a_refutation_is_not(searches, monkeypatch):
    with kept_in(Notes()):
        prove(TRUE), prove(FALSE)
        monkeypatch.setattr(door, "version", lambda: "another")
        prove(TRUE), prove(FALSE)
    assert len(searches) == 3


def test_a_certificate_from_elsewhere_is_a_proof_where_it_replays(searches):
    answer = prove(TRUE)
    with kept_in(notes := Notes()):
        notes.put(*kept_proof(answer.certificate))
        assert prove(TRUE) == replace(answer, tried=())
    assert len(searches) == 1


def test_a_search_that_is_made_anew_takes_nothing_from_before_and_keeps_what_it_finds(searches):
    notes = Notes()
    with kept_in(notes):
        prove(TRUE), prove(FALSE)
    before = dict(notes)
    notes.update((key, "{}") for key in before)
    with kept_in(notes, anew=True):
        for _ in range(2):
            assert isinstance(prove(TRUE), Proved)
            assert isinstance(prove(FALSE), Refuted)
    assert len(searches) == 4
    assert notes == before


def changed(certificate):
    """The certificate as if it were another statement's, without its proofs, with false rules, and as no proof."""
    print_of = prove(FALSE).certificate["fingerprint"]
    yield certificate | {"fingerprint": print_of}
    yield certificate | {"proofs": []}
    yield certificate | {"proofs": [{"rule": "given"}]}
    yield certificate | {"satisfiable": {}}


def test_a_certificate_that_does_not_replay_is_no_proof(searches):
    notes = Notes()
    for place, forged in enumerate(changed(prove(TRUE).certificate)):
        with kept_in(notes):
            notes.put(*kept_proof(forged))
            assert isinstance(prove(FALSE if place == 0 else TRUE), Refuted if place == 0 else Proved)
            notes.clear()
    assert len(searches) == 6


@pytest.mark.parametrize("data", [{}, {"kind": "proof"}, {"kind": "proof", "format": 1, "proofs": 3, "fingerprint": "a"}])
def test_what_is_no_certificate_is_not_kept(data):
    assert kept_proof(data) is None
    assert kept_proof(prove(FALSE).certificate) is None


def test_what_is_said_beside_a_certificate_is_not_believed(searches):
    with kept_in(notes := Notes()):
        first = prove(TRUE)
        (key,) = notes
        notes[key] = json.dumps(json.loads(notes[key]) | {"trusted": ["nothing"]})
        assert prove(TRUE) == first
    assert len(searches) == 2


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


def test_an_implication_holds_where_its_premise_does():
    x, y = (Symbol(name, real=True) for name in "xy")
    for goal, kind in (
        (Implies(log(x) <= 0, x <= 1), Proved),
        (Implies(x > y, exp(x) > exp(y)), Proved),
        (Implies(x**2 <= 4, x <= 1), Refuted),
        (Implies(log(x) <= 1, 2 * x <= 5), Refuted),
    ):
        answer = prove(goal)
        assert isinstance(answer, kind), goal
        assert replay(answer.certificate, goal).ok
        assert not replay(answer.certificate, Implies(x <= 3, x**2 <= 3)).ok
