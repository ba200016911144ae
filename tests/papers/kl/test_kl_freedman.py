"""Lemma A.3's sharper form is derived for the coins that are summed, and nothing that is false of it is."""

from dataclasses import replace

import pytest
from sympy import Rational, exp, log, sqrt, sympify

from boundcheck.calculus import Assumed, Definition, Total, always, law, le
from boundcheck.checks.derived import derived
from boundcheck.papers.kl.lab import coins
from boundcheck.papers.kl.lemma_a_3 import BOUND, CLAIM, delta, n
from boundcheck.papers.kl.proofs import lemma_a_3 as proof

DERIVATION = CLAIM.derivations["tail"]


def found(part=BOUND, derivation=DERIVATION):
    return derived(part, "tail", replace(CLAIM, parts={"tail": part}, derivations={"tail": derivation}))


def test_it_is_closed_up_to_lemma_a_1_and_replays():
    answer = found()
    assert answer.closed
    assert answer.holds
    assert [quoted.split(" (")[0] for quoted in answer.cited] == ["sums of logarithms of conditional exponential moments"]
    assert derived(BOUND, "tail", CLAIM, answer.proofs) == answer


def without(*labels):
    kept = {k: a for k, a in DERIVATION.assumptions.items() if k not in labels}
    return replace(DERIVATION, assumptions=kept)


def with_law(label, said):
    return replace(DERIVATION, assumptions={**DERIVATION.assumptions, label: Assumed(said, "planted")})


def fact_changed(name, **changes):
    return replace(DERIVATION, facts=tuple(replace(f, **changes) if f.name == name else f for f in DERIVATION.facts))


VARIANCE, LARGEST, L = n * proof.v, proof.M, log(1 / delta)
STRONGER = {
    "a quarter less in the variance": sqrt(Rational(3, 2) * VARIANCE * L) + LARGEST * L / 3,
    "a sixth in place of a third": sqrt(2 * VARIANCE * L) + LARGEST * L / 6,
    "no last term": sqrt(2 * VARIANCE * L),
    "the variance of one coin": sqrt(2 * proof.v * L) + LARGEST * L / 3,
    "another exponent of the confidence": (2 * VARIANCE * L) ** Rational(1, 3) + LARGEST * L / 3,
}


@pytest.mark.parametrize("case", STRONGER)
def test_a_stronger_bound_is_not_derived(case):
    assert not found(replace(BOUND, explicit=sympify(STRONGER[case]))).closed


def test_half_the_failure_is_not_derived():
    assert not found(replace(BOUND, failure=delta / 2)).closed


@pytest.mark.parametrize("label", sorted(proof.LAWS))
def test_every_law_is_needed(label):
    assert not found(derivation=without(label)).closed


PLANTED = {
    "the mean is not 0": with_law("mean", law(proof.X, "mean", proof.chance, given=proof.PAST)),
    "a mean that forgets the past": with_law("mean", law(proof.X, "mean", 0)),
    "coins of any size": with_law("range", law(proof.X, "bounded", -proof.chance, 2 * proof.M)),
    "twice the variance": with_law("variance", law(proof.X, "variance", 2 * proof.v, given=proof.PAST)),
    "the curve with a third of the square": fact_changed(
        "curve", says=always(le(exp(proof.u), 1 + proof.u + proof.u**2 / 3))
    ),
    "a step that is too long": replace(
        DERIVATION, assumptions={**DERIVATION.assumptions, "step": Definition(proof.s, 3 * proof.root)}
    ),
    "a step chosen after the coins": replace(
        DERIVATION, assumptions={**DERIVATION.assumptions, "step": Definition(proof.s, proof.root + proof.X**2)}
    ),
    "one sum cited for another": replace(DERIVATION, error=Total(2 * proof.X, proof.k, proof.n)),
}  # fmt: skip


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_falsehood_does_not_close(case):
    assert not found(derivation=PLANTED[case]).closed


def test_of_another_run_it_is_closed_and_does_not_hold():
    class Twice(coins.Coins):
        pass

    answer = found(derivation=proof.derivation(Twice()))
    assert answer.closed
    assert not answer.holds
    assert "another function" in answer.link
