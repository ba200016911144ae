"""A part with a derivation holds where that is closed and about what the simulation returns; else the link is named."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import Abs, Rational, log, oo, sqrt, symbols

import boundcheck.calculus.examples.hoeffding as given
from boundcheck.calculus import (
    Assumed,
    Definition,
    Derivation,
    Index,
    Private,
    World,
    always,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.calculus.facts import Granted
from boundcheck.checks.derived import derived
from boundcheck.claims import (
    AccountedGuarantee,
    Claim,
    ExpectationBound,
    HighProbabilityBound,
    Inequality,
    Letter,
    Regime,
    Simulation,
)
from boundcheck.lemmas.martingales import expectation_of
from boundcheck.lemmas.privacy import Noisy, gaussian_mechanism
from boundcheck.privacy import USER_ADDED_OR_REMOVED, USER_REPLACED, Composition, Gaussian
from boundcheck.record.schema import plain_data
from boundcheck.record.types import converted, plain
from boundcheck.verdict.shapes import Derivation as Kept

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
    assert converted(plain_data(plain(answer)), Kept) == answer
    assert derived(part, "bound", claim(part), answer.proofs) == answer


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
    "none of several functions": (bound(run=squares), replace(DERIVATION, measured=(errors, abs)), "another function"),
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


def test_each_world_may_have_a_function_of_its_own():
    assert found(bound(), replace(DERIVATION, measured=(squares, errors))).holds


# ---- other shapes ----------------------------------------------------------------------------------------------------------------

k, epsilon, sensitivity = symbols("k epsilon Delta", real=True)
LEVEL = quantity("Y", "a number of mean at most 1/k", (k,), {"data"})
MEANS = {"mean": law(LEVEL, "mean", 1 / k)}


def levels(rng, repeats, *, k, **point):
    return np.full(repeats, 1 / k)


def of_mean(bound=1 / k, measured=levels):
    """E[Y] <= bound, from the mean 1/k."""
    regime = Regime("few", Simulation(levels), {"k": 4})
    derivation = Derivation(
        (k >= 1,), {label: Assumed(one, "the setting") for label, one in MEANS.items()},
        (fact("value", expectation_of(D=LEVEL, mean=1 / k), by="mean"),), always(le(0, 1)), LEVEL,
        (World("levels", tuple(MEANS.values()), levels),), measured,
    )  # fmt: skip
    part = ExpectationBound(bound, 1, (regime,))
    return derived(part, "mean", one_part(part, derivation, k >= 1))


def one_part(part, derivation, domain, whole=False):
    letter = Letter(k, "size", domain, (2, 10), integer=whole)
    return Claim(letters=(letter,), parts={"mean": part}, derivations={"mean": derivation})


def test_a_bound_on_a_mean_is_one_on_the_expectation_of_the_error():
    assert of_mean().holds
    assert not of_mean(bound=1 / (2 * k)).closed
    assert "another function" in of_mean(measured=errors).link


def counted(domain, whole=True, first=1):
    """1/(k + 1) <= 1/k in every round k."""
    index = Index("k", oo, first)
    gap = family("gap", "what is left after round k", (index,))(index)
    derivation = Derivation(
        (), {"gap": Definition(gap, 1 / (index + 1))}, (fact("bound", le(gap, 1 / index), by="gap"),),
        always(le(gap, 1 / index)), gap, (World("levels", (), levels),), levels,
    )  # fmt: skip
    regime = Regime("few", Simulation(levels), {"k": 4})
    part = ExpectationBound(1 / k, 1, (regime,))
    return derived(part, "mean", one_part(part, derivation, domain, whole))


def test_a_whole_letter_is_the_index_whose_values_it_takes():
    assert counted(k >= 1).closed
    assert not counted(k >= 1, whole=False).closed  # a real k is no round
    assert not counted(k >= 0).closed  # nor is there a round 0
    assert not counted(k >= 0, first=0).closed  # in which the line says nothing


def releases(epsilon, Delta):
    return Composition(((Gaussian(1 / epsilon, 1), 1),)), USER_ADDED_OR_REMOVED


def others(epsilon, Delta):
    return Composition(((Gaussian(1 / epsilon, 1), 1),)), USER_REPLACED


def accounted(level, mechanism=releases, measured=releases):
    """Normal noise of deviation Delta/epsilon."""
    noise = quantity("noise", "what is added", (epsilon, sensitivity), {"noise"})
    who, delta_ = str(USER_ADDED_OR_REMOVED), Rational(1, 100)
    laws = (law("f", "sensitivity", sensitivity, who), law(noise, "normal", (sensitivity / epsilon) ** 2))
    objects = {"query": "f", "noise": noise, "sensitivity": sensitivity, "sigma": sensitivity / epsilon}
    rule = gaussian_mechanism(**objects, delta=delta_, adjacency=who)
    derivation = Derivation(
        (epsilon > 0,), {"query": Assumed(laws[0], "the method"), "noise": Assumed(laws[1], "the method")},
        (fact("private", rule, by=("query", "noise")),), Private(Noisy("f", noise), level, delta_, who), None,
        (World("noise", laws, releases),), measured,
    )  # fmt: skip
    part = AccountedGuarantee(level, delta_, mechanism, {"one": {"epsilon": Rational(1), "Delta": Rational(1)}})
    letters = (
        Letter(epsilon, "level", epsilon > 0, (0.1, 1)),
        Letter(sensitivity, "sensitivity", sensitivity > 0, (1, 2)),
    )
    return derived(
        part, "privacy", Claim(letters=letters, parts={"privacy": part}, derivations={"privacy": derivation})
    )


def test_a_guarantee_is_that_of_the_mechanism_that_is_accounted_for():
    level = epsilon**2 / 2 + epsilon * sqrt(2 * log(100))
    assert accounted(level).holds
    assert not accounted(level / 2).closed
    assert "another one" in accounted(level, measured=others).link
    assert "the accountant counts for" in accounted(level, mechanism=others, measured=others).link
