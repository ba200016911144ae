"""Hypotheses left out: a witness, a point without a value, a proof, or nothing; each answer replays."""

import pytest
from sympy import Symbol, exp, log, sqrt

from boundcheck.prove import NotDefined, Proved, Refuted, Unknown, dropped, prove, replay, without
from boundcheck.prove.kernel.reading import reading
from boundcheck.prove.search import portfolio as goals
from boundcheck.prove.search.portfolio import Search
from boundcheck.symbolic import Statement

x, y = Symbol("x", real=True), Symbol("y", real=True)


def asked(statement, *places, seconds=0.0):
    proof = prove(statement, seconds=5)
    assert isinstance(proof, Proved)
    answer = dropped(statement, places, proof.certificate["proofs"], seconds=seconds)
    if not isinstance(answer, Unknown):
        assert replay(answer.certificate, without(statement, places)).ok
        assert not replay(answer.certificate, statement).ok
    return answer


def test_false_without_it():
    answer = asked(Statement(x, "<=", x**2, (x >= 1, y >= 0)), 0)
    assert isinstance(answer, Refuted)
    assert 0 < float(eval(answer.witness["x"])) < 1


def test_true_without_it_by_the_proof_at_hand():
    answer = asked(Statement(x, "<=", x**2 + 1, (x >= 1,)), 0)
    assert isinstance(answer, Proved)


MEANS = Statement(2 * sqrt(x * y), "<=", x + y, (x > 0, y > 0, y <= 9))


def test_the_solvers_texts_name_every_hypothesis_and_are_written_anew_without_it():
    assert "smt2" in str(prove(MEANS).certificate["proofs"])
    assert isinstance(asked(MEANS, 2), Proved)


def test_trees_at_hand_that_fit_stay_and_only_the_others_are_searched(monkeypatch):
    read, trees = reading(without(MEANS, (2,))), prove(MEANS).certificate["proofs"]
    looked = []
    monkeypatch.setattr(goals, "Search", lambda sequent, seconds: looked.append(sequent) or Search(sequent, seconds))
    kept = [{name: entry for name, entry in tree.items() if name != "smt2"} for tree in trees]
    assert len(kept) == 2
    assert goals.mended(read, kept, 1.0, [])[0] == kept
    assert looked == []
    found, _ = goals.mended(read, [kept[0], {"rule": "clear", "then": [{"rule": "given"}]}], 1.0, [])
    assert looked == [read.sequents[1]]
    assert all(goals.fits(sequent, tree) for sequent, tree in zip(read.sequents, found, strict=True))


def test_a_tree_of_another_statement_does_not_fit():
    (sequent, *_) = reading(Statement(x, "<=", x**2 - 1, (x >= 1,))).sequents
    assert not goals.fits(sequent, prove(Statement(x, "<=", x**2, (x >= 1,))).certificate["proofs"][0])


def test_no_value_without_it():
    statement = Statement(log(x), "<=", x - 1, (x > 0,))
    answer = asked(statement, 0)
    assert isinstance(answer, NotDefined)
    assert float(answer.point["x"]) <= 0
    tampered = {**answer.certificate, "point": {"x": "1"}}
    assert not replay(tampered, without(statement, (0,))).ok


def test_a_value_on_the_border_of_strict_hypotheses_is_no_answer():
    """At y = 0 the right side has no value, but y > 0 was kept."""
    answer = asked(Statement(x / y, "<=", (x**2 + 1) / y, (y > 0, x >= 0)), 1)
    assert isinstance(answer, Proved)


def test_false_is_said_before_no_value():
    assert isinstance(asked(Statement(1, "<=", sqrt(x), (x >= 1,)), 0), Refuted)


def test_effort_finds_another_proof():
    statement = Statement(exp(-x), "<=", 1 / (1 + x), (x >= 0, x <= 1))
    assert isinstance(asked(statement, 1, seconds=1.0), Proved)


def test_all_at_once():
    statement = Statement(0, "<=", x**2 + y**2, (x >= 1, y >= 1))
    assert isinstance(asked(statement, 0, 1), Proved)


@pytest.mark.parametrize("places", [(0,), (1,), (0, 1)])
def test_places_are_those_of_the_statement(places):
    statement = Statement(x, "<=", y, (x <= 0, y >= 0))
    kept = [h for place, h in enumerate(statement.given) if place not in places]
    assert without(statement, places).given == tuple(kept)
