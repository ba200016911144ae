"""Lemma B.1 is derived under local privacy, and nothing that is false of it is."""

from dataclasses import replace

import pytest
from sympy import Rational

from boundcheck.calculus import Closed, Family, Open, Prover, always, check, event, law, le
from boundcheck.calculus.sabotage import leading_to
from boundcheck.checks.derived import derived, of_statement
from boundcheck.papers.square.lab.needles import Regression
from boundcheck.papers.square.lemma_b_1 import BOUNDS, CLAIM
from boundcheck.papers.square.notation import alpha, c_epsilon, zeta
from boundcheck.papers.square.proofs.lemma_b_1.derivation import D, R, W, i, j, noise

PROVER = Prover(seconds=0.5)
CTL, LTC = (CLAIM.derivations[order] for order in ("ctl", "ltc"))


def found(true=CTL, order="ctl", **changes):
    """What becomes of a derivation of a part with these fields."""
    return check(of_statement(replace(BOUNDS[order], **changes), true, CLAIM), PROVER)


@pytest.mark.parametrize("order", ["ctl", "ltc"])
def test_it_is_closed_about_what_the_simulation_returns_and_replays(order):
    answer = derived(BOUNDS[order], order, CLAIM)
    assert (answer.fact, answer.link) == ("", "")
    assert answer.holds
    assert answer.world == "needles"
    assert any("Maurer" in one for one in answer.cited)
    assert derived(BOUNDS[order], order, CLAIM, answer.proofs) == answer


def test_another_estimator_of_the_run_does_not_hold():
    false = replace(CTL, measured=Regression("ctl", debias=False))
    answer = derived(BOUNDS["ctl"], "ctl", replace(CLAIM, derivations={"ctl": false}))
    assert answer.closed
    assert not answer.holds
    assert "another function" in answer.link


def of(name, true=CTL, **changes):
    """A derivation with one fact changed."""
    assert any(f.name == name for f in true.facts)
    return replace(true, facts=tuple(replace(f, **changes) if f.name == name else f for f in true.facts))


def objects(name, **changes):
    """A derivation with a lemma of other objects, and what it then says."""
    (one,) = [f for f in CTL.facts if f.name == name]
    return of(name, rule=one.rule.lemma(**{**dict(one.rule.objects), **changes}), says=None)


def assuming(name, said):
    return replace(CTL, assumptions={**CTL.assumptions, name: replace(CTL.assumptions[name], says=said)})


def without(name, true=CTL):
    kept = {label: a for label, a in true.assumptions.items() if label != name}
    facts = tuple(replace(f, by=tuple(b for b in f.by if b != name)) for f in true.facts)
    return replace(true, assumptions=kept, facts=facts)


(SAMPLE,) = (f.says.relations[0] for f in CTL.facts if f.name == "root on the sample")
PLANTED = {
    "the failure of one member for all": (objects("short", delta=zeta / 2), "short of it"),
    "half of the noise's proxy": (objects("noise", sigma=c_epsilon / 2), "noise"),
    "three quarters of the mean square": (objects("short", q=3 * R(j)), "short"),
    "half of the bad labels' shift": (
        of("squared bias", says=always(le(CTL.assumptions["bad labels"].says.object ** 2, alpha**2))), "squared bias",
    ),
    "half of the noise in the root": (
        of("root on the sample", says=event(le(SAMPLE.lhs, 4 * alpha + c_epsilon * W), failure=zeta / 2)), "root on the sample",
    ),
    "labels that depend on each other": (without("independent"), "noise"),
    "features that depend on each other": (without("features"), "short"),
    "labels of another mean": (without("mean"), "noise"),
    "a class of any range": (without("range"), "values"),
    "any member for the best": (without("least squares"), "not worse"),
    "members that know the labels": (objects("noise", weights=Family(D(i) * noise, i)), "noise"),
    "independence of unknown features": (assuming("independent", law(Family(noise, i), "independent")), "noise"),
}  # fmt: skip


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_falsehood_is_found(case):
    false, at = PLANTED[case]
    answer = found(leading_to(false, at))
    assert isinstance(answer, Open)
    assert answer.fact == at


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        ("ctl", {"failure": zeta / 2}),
        ("ctl", {"explicit": Rational(20, 21) * BOUNDS["ctl"].explicit}),
        ("ltc", {"constant": 5}),
    ],
)
def test_a_stronger_statement_is_not_derived(order, changes):
    assert isinstance(found(CLAIM.derivations[order], order, **changes), Open)


def test_with_the_same_prover_the_true_one_is_closed():
    assert isinstance(found(), Closed)
