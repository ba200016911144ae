"""A part with a derivation holds where that is closed and about what the simulation returns; else the link is named."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import Abs, log, sqrt, symbols

import boundcheck.calculus.examples.hoeffding as given
from boundcheck.calculus import World, always, fact, le
from boundcheck.calculus.facts import Granted
from boundcheck.checks.derived import derived
from boundcheck.claims import Claim, HighProbabilityBound, Inequality, Letter, Regime, Simulation
from boundcheck.record.build import derivation_of, derived_of
from boundcheck.record.schema import plain_data
from boundcheck.record.types import converted
from boundcheck.verdict.shapes import Derivation

n, delta = symbols("n delta", real=True)


def errors(rng, repeats, *, n, p, **point):
    return np.abs(rng.binomial(n, p, size=repeats) / n - p)


def squares(rng, repeats, *, n, p, **point):
    return (rng.binomial(n, p, size=repeats) / n - p) ** 2


def bound(constant=2, failure=delta, run=errors, **more):
    width = sqrt(log(2 / delta) / (constant * n))
    fair = Regime("fair coins", Simulation(run), {"n": 100, "p": 0.5, "delta": 0.05})
    return HighProbabilityBound.of(width, failure=failure, trivial=1, regimes=(fair,), **more)


DERIVATION = replace(
    given.TWO_SIDES,
    domain=(given.t >= 0,),
    error=Abs(given.m - given.p),
    worlds=(World("coins", tuple(given.LAWS.values()), errors),),
    measured=errors,
)


def claim(part, derivation=DERIVATION, **letters):
    domain = {"n": n >= 1, "delta": (delta > 0, delta < 1)} | letters
    return Claim(
        letters=(Letter(n, "draws", domain["n"], (10, 100)), Letter(delta, "failure", domain["delta"], (0.01, 0.1))),
        parts={"bound": part},
        derivations={"bound": derivation},
    )


def found(part, derivation=DERIVATION, **letters):
    return derived(part, "bound", claim(part, derivation, **letters))


def test_the_statement_is_that_of_the_part_and_the_record_keeps_it():
    part = bound()
    answer = found(part)
    assert answer.closed
    assert answer.holds
    assert str(answer.says).endswith("sqrt(2)*sqrt(log(2/delta)/n)/2")
    assert derived_of(converted(plain_data(derivation_of(answer)), Derivation)) == answer
    assert derived(part, "bound", claim(part), answer.certificate) == answer


def test_a_part_without_a_derivation_has_none():
    part = bound()
    assert derived(part, "bound", replace(claim(part), derivations={})) is None


GAPS = {
    "a constant that is too small": (bound(8), DERIVATION, "statement", "does not follow"),
    "half the failure": (bound(failure=delta / 2), DERIVATION, "statement", "failures of the union"),
    "another error": (bound(), replace(DERIVATION, error=given.m - given.p / 2), "statement", "does not follow"),
    "no error": (bound(), replace(DERIVATION, error=None), "statement", "which quantity is the error"),
    "a smaller domain": (bound(), replace(DERIVATION, domain=(given.t >= 0, given.n >= 100)), "statement", "n >= 100"),
    "a smaller world": (bound(), replace(DERIVATION, domain=(given.t >= 0, given.p >= 0)), "statement", "narrows the worlds"),
    "another shape": (Inequality(n, n + 1), DERIVATION, "statement", "would end with is not known"),
    "the last line left out": (bound(), replace(DERIVATION, facts=DERIVATION.facts[:-1]), "statement", "does not follow"),
    "an event as sure": (bound(), replace(DERIVATION, facts=(*DERIVATION.facts, fact("sure", le(given.m - given.p, 0), by="both"))),
                         "sure", "only events say so"),
}  # fmt: skip


@pytest.mark.parametrize("case", GAPS)
def test_a_missing_link_is_named(case):
    part, derivation, at, words = GAPS[case]
    answer = found(part, derivation)
    assert not answer.closed
    assert not answer.holds
    assert answer.fact == at
    assert words in answer.link


LACKS = {
    "a function of the run that is not named": (bound(), replace(DERIVATION, measured=None), "is not said"),
    "another function of the run": (bound(run=squares), DERIVATION, "another function"),
    "a world that is not drawn": (
        bound(), replace(DERIVATION, worlds=(World("dice", tuple(given.LAWS.values()), squares),)), "no regime is drawn"),
    "no world": (bound(), replace(DERIVATION, worlds=()), "no world"),
    "a line granted that stands nowhere": (
        bound(), replace(DERIVATION, assumptions={**DERIVATION.assumptions, "extra": Granted(always(le(given.m, 2)))}),
        "nowhere on the page"),
}  # fmt: skip


@pytest.mark.parametrize("case", LACKS)
def test_what_is_closed_and_does_not_hold_says_why(case):
    part, derivation, words = LACKS[case]
    answer = found(part, derivation)
    assert answer.closed
    assert not answer.holds
    assert words in answer.link
