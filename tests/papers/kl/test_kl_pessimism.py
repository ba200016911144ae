"""Lemma B.1 and Theorem 4.2 are derived for the net that the page has, and nothing that is false of them is."""

from dataclasses import replace
from functools import cache

import pytest
from sympy import Rational, log

from boundcheck.calculus import (
    Assumed,
    Closed,
    Definition,
    Family,
    Granted,
    Open,
    Prover,
    always,
    check,
    event,
    law,
    le,
)
from boundcheck.calculus.sabotage import leading_to
from boundcheck.checks.derived import derived, of_statement
from boundcheck.papers.kl import lemma_b_1, theorem_4_2
from boundcheck.papers.kl.lab.offline import Offline
from boundcheck.papers.kl.notation import delta, size, tau
from boundcheck.papers.kl.proofs import pessimism
from boundcheck.papers.kl.proofs.pessimism import a, cover, guess, told, truth
from boundcheck.papers.kl.proofs.private_mle import DATA, SHARE, STEEP, G, H, K, R, T, V, k, near, true, z
from boundcheck.papers.kl.quantities import PRICE

PROVER = Prover()
OF = {
    "error": (lemma_b_1, "error@mended", lemma_b_1.MENDED),
    "shortfall": (theorem_4_2, "suboptimality@mended", theorem_4_2.MENDED),
    "event": (theorem_4_2, "event", theorem_4_2.EVENT),
}


def parts(which):
    module, key, part = OF[which]
    return part, key, module.CLAIM


@cache
def closed(which):
    part, key, claim = parts(which)
    PROVER.seconds = 2
    answer = check(of_statement(part, claim.derivations[key], claim), PROVER)
    PROVER.seconds = 0.2
    return answer


@pytest.mark.parametrize("which", OF)
def test_it_is_closed_about_what_the_simulation_returns_and_replays(which):
    answer = closed(which)
    assert isinstance(answer, Closed), answer
    part, key, claim = parts(which)
    again = derived(part, key, claim, answer.certificate)
    assert again.holds
    assert again.world == "pairs of two actions"


def test_another_estimate_of_the_run_does_not_hold():
    part, key, claim = parts("error")
    other = replace(claim.derivations[key], measured=Offline("error", turned=True))
    answer = derived(part, key, replace(claim, derivations={key: other}), closed("error").certificate)
    assert answer.closed
    assert not answer.holds
    assert "another function" in answer.link


def stated(which, **changes):
    part, key, claim = parts(which)
    closed(which)
    return check(of_statement(replace(part, **changes), claim.derivations[key], claim), PROVER)


STRONGER = {
    "15 for 18": ("shortfall", {"constant": 15}),
    "half the failure": ("shortfall", {"failure": delta / 2}),
    "a tenth of the bonus to spare": ("event", {"explicit": Rational(9, 10)}),
    "a class of one member": ("event", {"given": ()}),
    "a twentieth less": ("error", {"explicit": Rational(20, 21) * lemma_b_1.EXPLICIT}),
    "without the net's width": ("error", {"explicit": lemma_b_1.EXPLICIT.subs(tau, 0)}),
}


@pytest.mark.parametrize("case", STRONGER)
def test_a_stronger_statement_is_not_derived(case):
    which, changes = STRONGER[case]
    assert isinstance(stated(which, **changes), Open)


def true_one():
    return theorem_4_2.CLAIM.derivations["suboptimality@mended"]


def without(label):
    d = true_one()
    kept = {k: one for k, one in d.assumptions.items() if k != label}
    return replace(d, assumptions=kept, facts=tuple(replace(f, by=tuple(b for b in f.by if b != label)) for f in d.facts))


def assuming(label, says):
    d = true_one()
    assert label in d.assumptions
    return replace(d, assumptions={**d.assumptions, label: says})


def saying(name, says):
    d = true_one()
    assert any(f.name == name for f in d.facts)
    return replace(d, facts=tuple(replace(f, says=says) if f.name == name else f for f in d.facts))


NEEDED = {
    "labels": "mean of a label", "two labels": "two values", "net": "logits", "net, new pair": "through the net",
    "most likely": "neighbour's error", "actions apart": "cross mean", "coverage of a pair": "squared errors",
    "offset": "shortfalls",
}  # fmt: skip


def opens(false, at):
    closed("shortfall")
    answer = check(leading_to(of_statement(theorem_4_2.MENDED, false, theorem_4_2.CLAIM), at), PROVER)
    assert isinstance(answer, Open)
    assert answer.fact == at, answer


@pytest.mark.parametrize("label", NEEDED)
def test_every_assumption_is_needed(label):
    opens(without(label), NEEDED[label])


def granted(label, *relations):
    return assuming(label, Granted(always(*relations), "planted"))


def held(lhs, rhs, every=()):
    return event(le(lhs, rhs), failure=delta, every=every)


FALSE = {
    "labels of another mean": (assuming("labels", Assumed(law(z, "mean", 0, given=DATA), "planted")), "mean of a label"),
    "half the least information": (assuming("K", Definition(K, PRICE / 2)), "information at the end"),
    "labels that are less private": (assuming("q", Definition(true, 2 * SHARE * T)), "q in range"),
    "one member for all": (saying("neighbour's error", held(R(near), 8 * K * (log(1 / delta) + STEEP * tau))), "neighbour's error"),
    "a wider net": (granted("net", le(H - G(k, near), 3 * tau), le(G(k, near) - H, 3 * tau)), "logits"),
    "a bonus of half the error": (assuming("told", Definition(told, lemma_b_1.EXPLICIT / 2)), "what is told"),
    "pessimism without a bonus": (saying("pessimism", held(guess, truth, (a,))), "pessimism"),
    "no offset": (granted("coverage of a pair", le(0, cover), le((guess - truth) ** 2, cover * V)), "squared errors"),
}


@pytest.mark.parametrize("case", FALSE)
def test_a_planted_falsehood_is_found(case):
    opens(*FALSE[case])


def test_the_offset_of_each_action_is_none_of_the_state():
    d = true_one()
    elsewhere = Assumed(law(Family(guess - truth, a), "of the state"), "planted")
    opens(replace(d, assumptions={**d.assumptions, "offset": elsewhere}), "shortfalls")


def test_the_number_of_the_net_and_not_of_the_others_is_paid_for():
    assert size in lemma_b_1.EXPLICIT.free_symbols
    assert pessimism.ERROR == lemma_b_1.EXPLICIT
