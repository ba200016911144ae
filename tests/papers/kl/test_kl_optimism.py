"""Lemma C.2 and the event of Lemma C.4 are derived at all rounds at once, and nothing that is false of them is."""

from dataclasses import replace
from functools import cache

import pytest
from sympy import Min, Rational, log

from boundcheck.calculus import (
    Assumed,
    Closed,
    Definition,
    Family,
    Open,
    Past,
    Prover,
    check,
    event,
    law,
    le,
)
from boundcheck.calculus.sabotage import leading_to
from boundcheck.checks.derived import derived, of_statement
from boundcheck.papers.kl import lemma_c_2, lemma_c_4
from boundcheck.papers.kl.lab.online import Online
from boundcheck.papers.kl.notation import bound, delta, size
from boundcheck.papers.kl.proofs import least_squares
from boundcheck.papers.kl.proofs.least_squares import SHOWN, f, k, t, xi
from boundcheck.papers.kl.proofs.optimism import GAMMA, LAWS, U, a, lacks, noise, predicted, width

PROVER = Prover()
OF = {"least squares": (lemma_c_2, "in_sample@member", lemma_c_2.BOUND), "optimism": (lemma_c_4, "runs", lemma_c_4.RUNS)}


def stated(which, true=None, **changes):
    module, key, part = OF[which]
    return of_statement(replace(part, **changes), true or module.CLAIM.derivations[key], module.CLAIM)


@cache
def closed(which):
    answer = check(stated(which), PROVER)
    assert isinstance(answer, Closed), answer
    return answer


@pytest.mark.parametrize("which", OF)
def test_it_is_closed_about_what_the_simulation_returns_and_replays(which):
    module, key, part = OF[which]
    again = derived(part, key, module.CLAIM, closed(which).certificate)
    assert again.closed
    assert again.holds


def test_of_the_printed_cap_it_does_not_hold():
    module, key, part = OF["optimism"]
    other = replace(module.CLAIM.derivations[key], measured=Online("optimism", cap=0.0))
    answer = derived(part, key, replace(module.CLAIM, derivations={key: other}), closed("optimism").certificate)
    assert answer.closed
    assert not answer.holds
    assert "another function" in answer.link


STRONGER = {
    "7 for 8": ("least squares", {"explicit": Rational(7, 8) * lemma_c_2.BOUND.explicit}),
    "one member for all": ("least squares", {"explicit": 8 * log(1 / delta)}),
    "half the failure": ("least squares", {"failure": delta / 2}),
    "a class of one member": ("least squares", {"given": ()}),
    "a quarter of the failure": ("optimism", {"failure": delta / 4}),
    "a wider range of scales": ("optimism", {"given": lemma_c_4.RUNS.given[:-1]}),
}


@pytest.mark.parametrize("case", STRONGER)
def test_a_stronger_statement_is_not_derived(case):
    which, changes = STRONGER[case]
    closed(which)
    PROVER.seconds = 0.2
    try:
        assert isinstance(check(stated(which, **changes), PROVER), Open)
    finally:
        PROVER.seconds = 2


def true_one(which):
    module, key, _ = OF[which]
    return module.CLAIM.derivations[key]


def without(which, label):
    d = true_one(which)
    kept = {name: one for name, one in d.assumptions.items() if name != label}
    return replace(d, assumptions=kept, facts=tuple(replace(f, by=tuple(b for b in f.by if b != label)) for f in d.facts))


def assuming(which, label, says):
    d = true_one(which)
    assert label in d.assumptions
    return replace(d, assumptions={**d.assumptions, label: says})


def saying(which, name, says=None, **objects):
    """One line that says something else, or has its lemma of other objects."""
    d = true_one(which)
    (one,) = [f for f in d.facts if f.name == name]
    changed = {"says": says} if says else {"rule": one.rule.lemma(**{**dict(one.rule.objects), **objects}), "says": None}
    return replace(d, facts=tuple(replace(f, **changed) if f.name == name else f for f in d.facts))


def opens(which, false, at):
    closed(which)
    PROVER.seconds = 0.2
    try:
        answer = check(leading_to(stated(which, false), at), PROVER)
    finally:
        PROVER.seconds = 2
    assert isinstance(answer, Open)
    assert answer.fact == at, answer


NEEDED = {
    "least squares": {"mean": "one member", "least squares": "in sample"},
    "optimism": {
        "errors in range": "range", "label": "tail", "outside": "inside", "least squares": "in sample", "uncertainty": "covered",
    },
}  # fmt: skip


@pytest.mark.parametrize(("which", "label"), [(which, label) for which, each in NEEDED.items() for label in each])
def test_every_assumption_is_needed(which, label):
    opens(which, without(which, label), NEEDED[which][label])


def covered_by(bonus):
    """Another bonus than the one that covers the errors."""
    return saying("optimism", "optimism", event(le(lacks(t, a), bonus), failure=delta / 2, every=(t, a)))


def law_of(which, label, said):
    return assuming(which, label, Assumed(said, "planted"))


def member(**objects):
    return saying("least squares", "one member", **objects)


KNOWS = frozenset({Past("pairs", k + 1), Past("labels", k + 1)})
FLATTER, ELSEWHERE = le(2 * bound, predicted(k, least_squares.j)), replace(LAWS["failed"].says, parameters=(le(0, bound),))
FALSE = {
    "noise of twice the size": ("least squares", law_of("least squares", "tail", law(xi, "sub-Gaussian", 4)), "one member"),
    "a mean that forgets the past": ("least squares", law_of("least squares", "mean", law(xi, "mean", 0)), "one member"),
    "members that know the label": ("least squares", member(weights=Family(f(k, least_squares.j) * xi, k)), "one member"),
    "given the label itself": ("least squares", member(given=KNOWS), "one member"),
    "half the number of members": ("least squares", member(delta=2 * delta / (size - 1)), "in sample"),
    "labels farther apart": ("optimism", law_of("optimism", "label", law(noise, "bounded", -2, 2, given=SHOWN)), "tail"),
    "half the radius": ("optimism", assuming("optimism", "Gamma", Definition(width, GAMMA / 2)), "half the radius"),
    "the cap of the page": ("optimism", covered_by(Min(1, width * U(t, a))), "optimism"),
    "an error of another law": ("optimism", law_of("optimism", "failed", ELSEWHERE), "it does not fail"),
}


@pytest.mark.parametrize("case", FALSE)
def test_a_planted_falsehood_is_found(case):
    opens(*FALSE[case])
