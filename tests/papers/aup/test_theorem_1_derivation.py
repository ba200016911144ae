"""Theorem 1 of aup is derived, and what is false of it is not."""

from dataclasses import replace

import pytest

from boundcheck.calculus import Granted, Open, Prover, check
from boundcheck.calculus.sabotage import leading_to
from boundcheck.checks.derived import of_statement
from boundcheck.papers.aup import theorem_1
from boundcheck.papers.aup.lab.users import UserResponse
from boundcheck.papers.aup.notation import c_m, feature_bound, radius
from boundcheck.papers.aup.proofs.response import BALL, estimate

CLAIM, PART = theorem_1.CLAIM, theorem_1.ERROR
TRUE = CLAIM.derivations["error"]
PROVER = Prover(seconds=0.5)


def found(true=TRUE, **changes):
    """What becomes of a derivation of a part with these fields."""
    return check(of_statement(replace(PART, **changes), true, CLAIM), PROVER)


def objects(name, **changes):
    """A derivation with a lemma of other objects."""
    (one,) = [f for f in TRUE.facts if f.name == name]
    new = replace(one, rule=one.rule.lemma(**{**dict(one.rule.objects), **changes}))
    return replace(TRUE, facts=tuple(new if f.name == name else f for f in TRUE.facts))


def without(name):
    """A derivation without one assumption."""
    kept = {label: a for label, a in TRUE.assumptions.items() if label != name}
    facts = tuple(replace(f, by=tuple(b for b in f.by if b != name)) for f in TRUE.facts)
    return replace(TRUE, assumptions=kept, facts=facts)


def test_the_noise_is_bounded_along_all_parameters():
    """The whole is closed in the record, and replayed with it; one relation is granted, at its place."""
    answer = found(leading_to(TRUE, "noise"))
    assert isinstance(answer, Open)
    assert answer.fact == "statement"
    assert [k for k, one in TRUE.assumptions.items() if isinstance(one, Granted) and one.place] == ["covered"]
    assert UserResponse("one_hot", "zero", whole=True) not in TRUE.measured


PLANTED = {
    "half of the coins' width": (objects("noise", sigma=c_m / 4), "noise"),
    "features of half the norm": (objects("size of features", radius=feature_bound), "size of features"),
    "a smaller ball": (objects("inside", ball=replace(BALL, radius=radius / 2)), "inside"),
    "the estimate for the truth": (objects("first order", other=2 * estimate), "first order"),
    "labels that are not independent": (without("independent"), "noise"),
    "no covariance": (without("covered"), "along the sample"),
    "labels of any size": (without("two values"), "tail"),
}


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_falsehood_is_found(case):
    false, at = PLANTED[case]
    answer = found(leading_to(false, at))
    assert isinstance(answer, Open)
    assert answer.fact == at
