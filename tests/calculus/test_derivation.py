"""Derivations that are closed, and their certificates."""

from dataclasses import replace

import pytest
from sympy import symbols

from boundcheck.calculus import Assumed, Closed, Derivation, Open, always, fact, law, le, quantity
from boundcheck.calculus.examples.bernstein import BERNSTEIN
from boundcheck.calculus.examples.finite_class import FINITE_CLASS
from boundcheck.calculus.examples.gradient_descent import GRADIENT_DESCENT
from boundcheck.calculus.examples.hoeffding import ONE_SIDE, TWO_SIDES
from boundcheck.calculus.examples.laplace import ACCURACY, PRIVACY
from boundcheck.calculus.examples.private_logistic import PRIVATE_LOGISTIC
from boundcheck.calculus.examples.stochastic_descent import STOCHASTIC_DESCENT
from boundcheck.calculus.examples.two_coins import TWO_COINS

CLOSED = {
    "one side": ONE_SIDE,
    "two sides": TWO_SIDES,
    "Bernstein": BERNSTEIN,
    "finite class": FINITE_CLASS,
    "private logistic regression": PRIVATE_LOGISTIC,
    "gradient descent": GRADIENT_DESCENT,
    "stochastic descent": STOCHASTIC_DESCENT,
    "Laplace, accuracy": ACCURACY,
    "Laplace, privacy": PRIVACY,
    "two coins": TWO_COINS,
}


@pytest.mark.parametrize("derivation", CLOSED.values(), ids=CLOSED)
def test_it_is_closed_and_its_certificate_replays(derivation):
    answer = derivation.check()
    assert isinstance(answer, Closed), answer
    assert answer.holds
    again = derivation.replay(answer.certificate)
    assert isinstance(again, Closed)
    assert again.certificate == answer.certificate


def test_a_certificate_is_bound_to_its_derivation():
    certificate = ONE_SIDE.check().certificate
    assert isinstance(TWO_SIDES.replay(certificate), Open)


def test_a_proof_missing_in_a_certificate_is_a_missing_link():
    certificate = ONE_SIDE.check().certificate
    for key in certificate["proofs"]:
        fewer = {k: v for k, v in certificate["proofs"].items() if k != key}
        assert isinstance(ONE_SIDE.replay({**certificate, "proofs": fewer}), Open)


def test_what_a_fact_rests_on_is_found():
    found = replace(ONE_SIDE, facts=tuple(replace(f, by=None) for f in ONE_SIDE.facts)).check()
    assert isinstance(found, Closed)
    assert found.certificate["by"] == ONE_SIDE.check().certificate["by"]


def test_an_answer_is_no_boolean():
    with pytest.raises(TypeError, match="not a boolean"):
        bool(ONE_SIDE.check())


def test_the_size_of_the_error_is_not_assumed():
    error, size = quantity("error", "the error", (), {"data"}), symbols("size", real=True)
    assumed = {"size": Assumed(law(error, "bounded", 0, size), "a page")}
    facts = (fact("below", le(error, size), by="size"),)
    stated = always(le(error, size))
    answer = Derivation((size > 0,), assumed, facts, stated, error=error).check()
    assert isinstance(answer, Open)
    assert "has to follow, and is assumed" in answer.link
