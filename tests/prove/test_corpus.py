"""Every corpus statement: no wrong verdict, the stated points fail by another library, certificates replay."""

import json

import pytest
import sympy
from corpus import CASES
from oracle import fails

from boundcheck.prove import Proved, Refuted, Unknown, prove, replay

pytestmark = (
    pytest.mark.slow
)  # one worker proves each statement once, for all tests here: see the scheduler in conftest.py

answers = {}


def answer(case):
    """Return the verdict on a case, computed once."""
    if case.name not in answers:
        answers[case.name] = prove(case.goal, case.given)
    return answers[case.name]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_wrong_verdict(case):
    found = answer(case)
    assert not isinstance(found, Refuted if case.truth else Proved)
    if isinstance(found, Refuted):
        assert fails(case.goal, case.given, found.witness)
    if not isinstance(found, Unknown):
        certificate = json.loads(json.dumps(found.certificate))
        assert replay(certificate, case.goal, case.given).ok


@pytest.mark.parametrize("case", [c for c in CASES if not c.truth], ids=lambda case: case.name)
def test_the_stated_point_is_one_against_mpmath(case):
    assert fails(case.goal, case.given, case.point)


def test_ninety_seven_of_a_hundred_are_decided():
    decided = [case for case in CASES if isinstance(answer(case), (Proved, Refuted))]
    assert len(decided) >= 0.97 * len(CASES)


def test_the_corpus_is_large_and_every_false_family_has_a_corner():
    false = [case for case in CASES if not case.truth]
    assert len(CASES) >= 500
    assert len(false) >= len(CASES) - len(false) - 3
    assert sum(case.corner for case in false) >= len(false) // 2
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.reason and case.source for case in CASES)


def test_the_oracle_sees_a_point_that_does_not_fail():
    x = sympy.Symbol("x")
    assert not fails(x**2 >= 0, (), {"x": "3"})
    assert not fails(x >= 0, (x >= 1,), {"x": "-1"})  # outside the domain
