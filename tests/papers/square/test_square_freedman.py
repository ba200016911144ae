"""Lemma B.3 is derived for the differences that are summed, and nothing that is false of it is."""

from dataclasses import replace

import pytest
from sympy import E, Rational, log

from boundcheck.calculus import Assumed, law
from boundcheck.checks.derived import derived
from boundcheck.papers.square.lab.two_point import TwoPoint
from boundcheck.papers.square.lemma_b_3 import CLAIM, eta, n, variance, zeta
from boundcheck.papers.square.proofs import lemma_b_3 as proof

BOUND, DERIVATION = CLAIM.parts["freedman"], CLAIM.derivations["freedman"]


def found(part=BOUND, derivation=DERIVATION):
    return derived(part, "freedman", replace(CLAIM, parts={"freedman": part}, derivations={"freedman": derivation}))


def test_it_is_closed_and_replays():
    answer = found()
    assert answer.closed
    assert answer.holds
    assert [quoted.split(" (")[0] for quoted in answer.cited] == ["sums of logarithms of conditional exponential moments"]
    assert derived(BOUND, "freedman", CLAIM, answer.proofs) == answer


def test_for_another_eta_than_the_lemma_admits_it_is_open():
    answer = found(replace(BOUND, given=()))
    assert not answer.closed
    assert answer.fact == "exponent"


STRONGER = {
    "half in place of e - 2": eta * n * variance / 2 + log(1 / zeta) / eta,
    "5 % less of the confidence": eta * (E - 2) * n * variance + Rational(20, 21) * log(1 / zeta) / eta,
    "no confidence": eta * (E - 2) * n * variance,
    "eta squared": eta**2 * (E - 2) * n * variance + log(1 / zeta) / eta,
    "the root of n": eta * (E - 2) * n ** Rational(1, 2) * variance + log(1 / zeta) / eta,
}


@pytest.mark.parametrize("case", STRONGER)
def test_a_stronger_bound_is_not_derived(case):
    false = STRONGER[case]
    assert not found(replace(BOUND, explicit=false, printed=false)).closed


def test_half_the_failure_is_not_derived():
    assert not found(replace(BOUND, failure=zeta / 2)).closed


@pytest.mark.parametrize("label", sorted(proof.LAWS))
def test_every_law_is_needed(label):
    kept = {k: a for k, a in DERIVATION.assumptions.items() if k != label}
    assert not found(derivation=replace(DERIVATION, assumptions=kept)).closed


PLANTED = {
    "a mean that forgets the past": ("mean", law(proof.X, "mean", 0)),
    "a mean above 0": ("mean", law(proof.X, "mean", proof.top / 2, given=proof.PAST)),
    "twice the bound": ("range", law(proof.X, "bounded", proof.lowest, 2 * proof.top)),
    "twice the second moment": ("second moment", law(proof.X, "variance", 2 * variance, given=proof.PAST)),
}


@pytest.mark.parametrize("case", PLANTED)
def test_a_weaker_law_does_not_do(case):
    label, said = PLANTED[case]
    planted = {**DERIVATION.assumptions, label: Assumed(said, "planted")}
    assert not found(derivation=replace(DERIVATION, assumptions=planted)).closed


def test_of_another_run_it_is_closed_and_does_not_hold():
    class Other(TwoPoint):
        pass

    answer = found(derivation=proof.derivation(Other()))
    assert answer.closed
    assert not answer.holds
