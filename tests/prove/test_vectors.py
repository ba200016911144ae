"""Statements about vectors of any dimension are proved, and their false versions refuted by rational vectors."""

import json

import pytest
from vector_oracle import violated_at, violation
from vector_statements import FALSE, TRUE

from boundcheck.prove import Proved, Refuted, prove, replay


@pytest.mark.parametrize("name", TRUE)
def test_a_true_one_is_proved(name):
    goal, given = TRUE[name]
    answer = prove(goal, given)
    assert isinstance(answer, Proved)
    assert replay(json.loads(json.dumps(answer.certificate)), goal, given).ok


@pytest.mark.parametrize("name", FALSE)
def test_a_false_one_is_refuted_by_rational_vectors(name):
    goal, given = FALSE[name]
    answer = prove(goal, given)
    assert isinstance(answer, Refuted)
    assert answer.witness == answer.certificate["point"]
    assert violated_at(goal, given, answer.witness)
    assert replay(json.loads(json.dumps(answer.certificate)), goal, given).ok


@pytest.mark.parametrize("name", TRUE)
def test_random_vectors_do_not_contradict_a_true_one(name):
    found, met = violation(*TRUE[name], draws=1500, seed=1)
    assert found is None
    assert met >= 3
