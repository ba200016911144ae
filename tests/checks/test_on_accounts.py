"""Guarantees of composed and sampled mechanisms: true, false, undecidable, vacuous; nothing is drawn."""

import pytest
from sympy import Integer, Rational, Symbol, exp, log, sqrt

from boundcheck.checks import on_accounts
from boundcheck.claims import AccountedGuarantee, Outcome
from boundcheck.claims.fields import Malformed
from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    USER_REPLACED,
    Composition,
    Gaussian,
    Guaranteed,
    epsilon_bracket,
    gaussian_epsilon,
)

sigma, T, delta = (Symbol(name, real=True) for name in ("sigma", "T", "delta"))
POINTS = {"one": {"sigma": Integer(2), "T": Integer(100), "delta": Rational(1, 10**5)}}


def sampled(sigma, T, delta):
    return Composition(((Gaussian(sigma, "0.05"), int(T)),)), RECORD_ADDED_OR_REMOVED


def replaced(sigma, T, delta):
    return sampled(sigma, T, delta)[0], USER_REPLACED


def halved(sigma, T, delta):
    return Composition(((Gaussian(sigma / 2, "0.05"), int(T)),)), RECORD_ADDED_OR_REMOVED


def promised(sigma, T, delta):
    return Composition(((Guaranteed("0.1"), 10), (Gaussian(sigma, "0.05"), 10))), RECORD_ADDED_OR_REMOVED


def whole(sigma, T, delta):
    return Composition(((Gaussian(sigma), int(T)),)), RECORD_ADDED_OR_REMOVED


TRUTH = epsilon_bracket(sampled(2, 100, 0)[0], "1e-5", RECORD_ADDED_OR_REMOVED)


def fraction(value):
    return Rational(str(value))


@pytest.mark.parametrize(
    ("epsilon", "mechanism", "outcome"),
    [
        (fraction(TRUTH.high), sampled, Outcome.SUPPORTED),
        (fraction(TRUTH.low) * Rational(99, 100), sampled, Outcome.REFUTED),
        (fraction(TRUTH.high), replaced, Outcome.REFUTED),
        (fraction(TRUTH.high), halved, Outcome.REFUTED),
        (sqrt(2 * T * log(1 / delta)) / sigma, sampled, Outcome.SUPPORTED),
    ],
)
def test_sampled_sums(context, epsilon, mechanism, outcome):
    found = on_accounts.check(AccountedGuarantee(epsilon, delta, mechanism, POINTS), context())
    assert found.outcome is outcome, found.summary
    assert bool(found.witness) is (outcome is Outcome.REFUTED)
    assert found.data["brackets"][0]["adjacency"] in found.summary


def test_a_promise_in_the_composition_refutes_nothing(context):
    found = on_accounts.check(AccountedGuarantee(Rational(1, 10), delta, promised, POINTS), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "does not tell" in found.summary


def test_an_irrational_delta_is_kept_on_the_safe_side(context):
    rare = exp(-12)
    truth = gaussian_epsilon("6.1442123533282e-6", 25)
    for factor, outcome in ((Rational(1001, 1000), Outcome.SUPPORTED), (Rational(999, 1000), Outcome.REFUTED)):
        epsilon = Rational(truth.high.numerator, truth.high.denominator) * factor
        found = on_accounts.check(AccountedGuarantee(epsilon, rare, whole, POINTS), context())
        assert found.outcome is outcome, found.summary


def test_a_delta_of_one_is_vacuous(context):
    found = on_accounts.check(AccountedGuarantee(Integer(0), Integer(1), sampled, POINTS), context())
    assert [finding.kind for finding in found.findings] == ["VACUOUS"]


def test_a_point_that_lacks_a_letter_is_refused():
    with pytest.raises(Malformed, match="lacks 'rho'"):
        AccountedGuarantee(Symbol("rho"), delta, sampled, POINTS)
    with pytest.raises(Malformed, match="is empty"):
        AccountedGuarantee(Integer(1), delta, sampled, {})
