"""Theorem 4.5's risk is derived for the family that is computed, also with tanh(epsilon/2), and nothing that is false of it is."""

from dataclasses import replace

import pytest
from sympy import Ge, Rational, exp

from boundcheck.calculus import Assumed, Definition, law
from boundcheck.checks.derived import derived
from boundcheck.papers.kl.notation import n
from boundcheck.papers.kl.proofs import theorem_4_5 as proof
from boundcheck.papers.kl.theorem_4_5 import CLAIM, one_state

RISK, DERIVATION = CLAIM.parts["risk"]["literal"], CLAIM.derivations["risk"]
SHARP = proof.SHARPER  # tanh(epsilon/2), 2 alpha - 1 of randomized response, in place of e^epsilon - 1


def found(part=RISK, derivation=DERIVATION):
    return derived(part, "risk", replace(CLAIM, parts={"risk": part}, derivations={"risk": derivation}))


def stated(a, factor=1):
    return replace(RISK, bound=factor * exp(-1) / 4 * proof.separation(a))


def test_it_is_closed_and_replays():
    answer = found()
    assert answer.closed
    assert answer.holds
    assert derived(RISK, "risk", CLAIM, answer.proofs) == answer


def test_with_the_contraction_of_a_binary_channel_the_rate_is_that_of_the_upper_bound():
    answer = found(CLAIM.parts["risk"]["sharper"], CLAIM.derivations["risk@sharper"])
    assert answer.closed
    assert answer.holds


def with_assumption(label, one):
    return replace(DERIVATION, assumptions={**DERIVATION.assumptions, label: one})


ROOT = proof.CHOICE * n ** Rational(1, 4)
FALSE = {
    "a twentieth more": (stated(proof.CHOICE, Rational(21, 20)), proof.derivation(one_state)),
    "rewards twice as far apart": (stated(2 * SHARP), proof.derivation(one_state, 2 * SHARP)),
    "the fourth root of n": (stated(ROOT), proof.derivation(one_state, ROOT)),
    "labels that are not private": (
        RISK,
        replace(DERIVATION, assumptions={k: a for k, a in DERIVATION.assumptions.items() if k != "private"}),
    ),
    "labels that are less private": (
        RISK,
        with_assumption("private", Assumed(law(proof.CHANNEL, "locally private", 2 * proof.EPS), "planted")),
    ),
    "another family than is stated": (RISK, with_assumption("a", Definition(proof.far, 2 * SHARP.xreplace(proof.OWN)))),
    "concentrability of any size": (replace(RISK, given=(Ge(proof.S, 1),)), DERIVATION),
}


@pytest.mark.parametrize("case", FALSE)
def test_a_false_version_is_not_derived(case):
    assert not found(*FALSE[case]).closed


def test_of_a_family_that_nobody_computes_it_does_not_hold():
    answer = found(derivation=proof.derivation(lambda **point: one_state(**point)))
    assert answer.closed
    assert not answer.holds
