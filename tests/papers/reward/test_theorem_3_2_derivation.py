"""Theorem 3.2 is derived where the likelihood is strongly convex; with a false link it is not."""

from dataclasses import replace

import pytest
from sympy import Rational

from boundcheck.calculus import Norm, World, always, law, le
from boundcheck.checks.derived import derived
from boundcheck.papers.reward import theorem_3_2
from boundcheck.papers.reward.notation import delta, feature_bound, radius
from boundcheck.papers.reward.proofs.theorem_3_2 import derivation as proof
from boundcheck.rlhf.estimators import l2_error

CLAIM, PART, KEY = theorem_3_2.CLAIM, theorem_3_2.CONVEX, "coverage@convex"
TRUE = CLAIM.derivations[KEY]


def found(derivation=TRUE, **changes):
    return derived(replace(PART, **changes), KEY, replace(CLAIM, derivations={KEY: derivation}))


def test_it_is_closed_about_what_the_simulation_returns_and_replays():
    answer = found()
    assert (answer.fact, answer.link) == ("", "")
    assert answer.holds
    assert answer.world == "linear world"
    assert derived(PART, KEY, CLAIM, answer.proofs) == answer
    assert all(one.place or one.sort == "definition" for one in answer.assumptions)
    assert not any(one.sort == "granted" for one in answer.assumptions)
    assert [quoted.split(" (")[0] for quoted in answer.cited] == [
        "first-order optimality condition", "Hoeffding's lemma", "tail of a quadratic form of sub-Gaussian noise",
    ]  # fmt: skip


def of(name, **changes):
    """The derivation with one fact changed."""
    assert any(f.name == name for f in TRUE.facts)
    return replace(TRUE, facts=tuple(replace(f, **changes) if f.name == name else f for f in TRUE.facts))


def objects(name, **changes):
    """The derivation with a lemma of other objects."""
    (one,) = [f for f in TRUE.facts if f.name == name]
    return of(name, rule=one.rule.lemma(**{**dict(one.rule.objects), **changes}))


def without(name):
    """The derivation without one assumption."""
    kept = {label: a for label, a in TRUE.assumptions.items() if label != name}
    assert len(kept) < len(TRUE.assumptions)
    facts = tuple(replace(f, by=tuple(b for b in f.by if b != name)) for f in TRUE.facts)
    return replace(TRUE, assumptions=kept, facts=facts)


def assuming(name, said):
    """The derivation with another law in place of one."""
    return replace(TRUE, assumptions={**TRUE.assumptions, name: replace(TRUE.assumptions[name], says=said)})


def up_to(name, derivation):
    """Its facts up to one: what comes after is not looked at."""
    place = [f.name for f in derivation.facts].index(name)
    return replace(derivation, facts=derivation.facts[: place + 1])


PLANTED = {
    # a dropped hypothesis
    "features of any norm": (without("features"), "size of features"),
    "no truth in the ball": (without("truth in the ball"), "true norm"),
    "any bit": (without("bit"), "0 or 1"),
    "bits that are not independent": (up_to("own scores", without("independent")), "own scores"),
    "bits of another mean": (assuming("chance", law(proof.r, "mean", proof.keep, given=proof.DESIGN)), "mean"),
    "any minimiser": (without("minimiser"), "inside"),
    # a constant
    "features of norm 3 L": (
        assuming("features", law(proof.x, "norm", 3 * feature_bound)), "size of features"),
    "curvature where it is larger": (objects("rise", c=proof.REACH / 2), "rise"),
    "flatter than it is beyond": (objects("above", m=proof.epsilon), "above"),
    "half the width of a score": (objects("noise", sigma=proof.half_width / 2), "noise"),
    "the ridge with half the diameter": (of("diameter", says=always(le(Norm(proof.Delta), radius))), "diameter"),
    # an exponent, a norm, a failure
    "half the failure": (objects("noise", delta=delta / 2), "bound"),
    "the error in the Euclidean norm": (replace(TRUE, error=Norm(proof.Delta)), "statement"),
}  # fmt: skip


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_falsehood_is_found(case):
    derivation, at = PLANTED[case]
    answer = found(derivation)
    assert not answer.closed
    assert answer.fact == at


def test_a_smaller_constant_is_not_derived():
    answer = found(constant=Rational(18, 5))
    assert not answer.closed
    assert answer.fact == "statement"


def test_for_every_epsilon_it_is_not_derived():
    assert not found(given=theorem_3_2.LOW_PRIVACY).closed


def test_another_error_of_the_run_does_not_hold():
    claim = replace(CLAIM, derivations={KEY: replace(TRUE, measured=l2_error)})
    answer = derived(PART, KEY, claim, found().proofs)
    assert answer.closed
    assert not answer.holds


def test_in_a_world_that_lacks_a_law_it_does_not_hold():
    fewer = tuple(one for one in TRUE.worlds[0].laws if one.property != "mean")
    answer = found(replace(TRUE, worlds=(World("another", fewer, TRUE.worlds[0].draws),)))
    assert answer.closed
    assert not answer.holds
