"""Guarantees of composed mechanisms and of code."""

import math
from functools import partial

import numpy as np
import pytest
from aloud import phrase
from sympy import Integer, Rational, Symbol, exp, log, sqrt

from boundcheck.checks import privacy
from boundcheck.claims import AccountedGuarantee, AuditedGuarantee, Neighbours, Regime
from boundcheck.claims.fields import Malformed
from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    USER_LABELS_REPLACED,
    USER_REPLACED,
    Account,
    Change,
    Composition,
    Gaussian,
    Guaranteed,
    Laplace,
    NoisyThreshold,
    Part,
    RandomizedResponse,
    epsilon_bracket,
    gaussian_epsilon,
)
from boundcheck.verdict import Outcome

# Guarantees of composed and sampled mechanisms: true, false, undecidable, vacuous; nothing is drawn.

sigma, T, delta, epsilon = (Symbol(name, real=True) for name in ("sigma", "T", "delta", "epsilon"))
MOVED = {Change.REPLACED: 1}
POINTS = {"one": {"sigma": Integer(2), "T": Integer(100), "delta": Rational(1, 10**5)}}


def sampled(sigma, T, delta):
    return Composition(((Gaussian(sigma, "0.05"), int(T)),)), RECORD_ADDED_OR_REMOVED


def replaced(sigma, T, delta):
    return sampled(sigma, T, delta)[0], USER_REPLACED


def halved(sigma, T, delta):
    return Composition(((Gaussian(sigma / 2, "0.05"), int(T)),)), RECORD_ADDED_OR_REMOVED


def promised(sigma, T, delta):
    known = Guaranteed("0.1", under=RECORD_ADDED_OR_REMOVED.change)
    return Composition(((known, 10), (Gaussian(sigma, "0.05"), 10))), RECORD_ADDED_OR_REMOVED


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
    found = privacy.check_account(AccountedGuarantee(epsilon, delta, mechanism, POINTS), context())
    assert found.outcome is outcome, phrase(found.fact)
    assert bool(found.witness) is (outcome is Outcome.REFUTED)
    assert found.found.evidence.brackets[0].adjacency in phrase(found.fact)


def test_a_promise_in_the_composition_refutes_nothing(context):
    found = privacy.check_account(AccountedGuarantee(Rational(1, 10), delta, promised, POINTS), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "does not tell" in phrase(found.fact)


def test_an_irrational_delta_is_kept_on_the_safe_side(context):
    rare = exp(-12)
    truth = gaussian_epsilon("6.1442123533282e-6", 25)
    for factor, outcome in ((Rational(1001, 1000), Outcome.SUPPORTED), (Rational(999, 1000), Outcome.REFUTED)):
        epsilon = Rational(truth.high.numerator, truth.high.denominator) * factor
        found = privacy.check_account(AccountedGuarantee(epsilon, rare, whole, POINTS), context())
        assert found.outcome is outcome, phrase(found.fact)


def test_a_delta_of_one_is_vacuous(context):
    found = privacy.check_account(AccountedGuarantee(Integer(0), Integer(1), sampled, POINTS), context())
    assert [finding.kind for finding in found.findings] == ["VACUOUS"]


def two_releases(epsilon, c):
    return Composition(((Laplace(2 / epsilon, MOVED), 1), (RandomizedResponse(epsilon / 2), 1))), RECORD_REPLACED


@pytest.mark.parametrize(
    ("claimed", "outcome"), [(epsilon, Outcome.SUPPORTED), (epsilon * Rational(99, 100), Outcome.REFUTED)]
)
def test_pure_privacy_is_decided_at_its_very_value(context, claimed, outcome):
    points = {"a third": {"epsilon": Rational(1, 3), "c": Integer(1)}}
    found = privacy.check_account(AccountedGuarantee(claimed, Integer(0), two_releases, points), context())
    assert found.outcome is outcome, phrase(found.fact)


def users_with(members, epsilon, c):
    return Account((Part(RandomizedResponse(epsilon)),), USER_LABELS_REPLACED, members=members)


def test_the_labels_of_a_user_count(context):
    points = {"at one": {"epsilon": Integer(1), "c": Integer(1)}}
    for level, outcome in ((3 * epsilon, Outcome.SUPPORTED), (epsilon, Outcome.REFUTED)):
        guarantee = AccountedGuarantee(level, Integer(0), partial(users_with, 3), points)
        assert privacy.check_account(guarantee, context()).outcome is outcome


# The sparse vector technique, as six papers print it: two variants are private, four are not.


def standard(epsilon, c):
    return NoisyThreshold(2 / epsilon, 4 * c / epsilon, MOVED, stop=c), RECORD_REPLACED


def drawn_again(epsilon, c):
    return NoisyThreshold(2 * c / epsilon, 4 * c / epsilon, MOVED, stop=c, renewed=True), RECORD_REPLACED


def compared_values(epsilon, c):
    return NoisyThreshold(2 / epsilon, 2 * c / epsilon, MOVED, stop=c, shows="compared"), RECORD_REPLACED


def without_the_count(epsilon, c):
    return NoisyThreshold(4 / epsilon, 4 / (3 * epsilon), MOVED, stop=c), RECORD_REPLACED


def noiseless_queries(epsilon, c):
    return NoisyThreshold(2 / epsilon, 0, MOVED, stop=None), RECORD_REPLACED


def never_halting(epsilon, c):
    return NoisyThreshold(2 / epsilon, 2 / epsilon, MOVED, stop=None), RECORD_REPLACED


@pytest.mark.parametrize("mechanism", [standard, drawn_again])
def test_two_noisy_thresholds_are_private(context, mechanism):
    points = {
        "half": {"epsilon": Rational(1, 2), "c": Integer(3)},
        "a third": {"epsilon": Rational(1, 3), "c": Integer(1)},
    }
    found = privacy.check_account(AccountedGuarantee(epsilon, Integer(0), mechanism, points), context())
    assert found.outcome is Outcome.SUPPORTED, phrase(found.fact)
    found = privacy.check_account(
        AccountedGuarantee(epsilon * Rational(9, 10), Integer(0), mechanism, points), context()
    )
    assert found.outcome is Outcome.REFUTED, phrase(found.fact)


@pytest.mark.parametrize("mechanism", [compared_values, without_the_count, noiseless_queries, never_halting])
def test_four_are_not_and_the_neighbours_are_named(context, mechanism):
    points = {"one": {"epsilon": Integer(1), "c": Integer(1)}}
    found = privacy.check_account(AccountedGuarantee(epsilon, Integer(0), mechanism, points), context())
    assert found.outcome is Outcome.REFUTED, phrase(found.fact)
    assert found.witness.point.keys() >= {"queries less the threshold", "at a neighbour", "answers", "epsilon"}
    assert ("∞" in phrase(found.fact)) is (mechanism is noiseless_queries)


def test_a_point_that_lacks_a_letter_is_refused():
    with pytest.raises(Malformed, match="lacks 'rho'"):
        AccountedGuarantee(Symbol("rho"), delta, sampled, POINTS)
    with pytest.raises(Malformed, match="is empty"):
        AccountedGuarantee(Integer(1), delta, sampled, {})


# Audited guarantees: true, false in each of the ways that code goes wrong, vacuous, undecided.
#
# At a fixed seed; a true claim would be refuted with probability at most 1e-3 at another one, a fault missed with less than 1 %.


def laplace(rng, repeats, *, scale, **point):
    return rng.laplace(0, scale, repeats), 1 + rng.laplace(0, scale, repeats)


def response(rng, repeats, *, truth, **point):
    kept = 1 / (1 + math.exp(-truth))
    return (rng.random(repeats) < kept).astype(float), (rng.random(repeats) >= kept).astype(float)


def misshapen(rng, repeats, **point):
    return np.zeros(repeats), np.zeros(repeats + 1)


def guarantee(runs, claimed=epsilon, delta=0, **point):
    regimes = tuple(Regime(f"number {k}", Neighbours(runs), {"epsilon": 1.0, **point}) for k in (1, 2))
    return AuditedGuarantee(claimed, delta, "one record replaced", regimes)


@pytest.mark.parametrize(("runs", "point"), [(laplace, {"scale": 1.0}), (response, {"truth": 1.0})])
def test_a_true_guarantee_and_what_would_have_been_seen(runs, point, context):
    found = privacy.check_audit(guarantee(runs, **point), context())
    assert found.outcome is Outcome.SUPPORTED, phrase(found.fact)
    assert "would have been seen" in phrase(found.fact)
    assert "one record replaced" in phrase(found.fact)
    assert 1 < min(row.would_have_seen for row in found.found.evidence.audits) < 3


@pytest.mark.parametrize(("runs", "point"), [(laplace, {"scale": 0.4}), (response, {"truth": 2.0})])
def test_twice_the_epsilon_is_refuted(runs, point, context):
    found = privacy.check_audit(guarantee(runs, **point), context())
    assert found.outcome is Outcome.REFUTED, phrase(found.fact)
    assert float(found.witness.lhs) > float(found.witness.rhs) == 1


def test_a_delta_excuses_no_more_than_itself(context):
    for delta, refuted in ((Rational(7, 10), False), (Rational(1, 100), True)):
        found = privacy.check_audit(guarantee(response, Integer(0), delta, truth=1.0), context())
        assert (found.outcome is Outcome.REFUTED) is refuted, phrase(found.fact)


def test_few_runs_decide_nothing(context):
    found = privacy.check_audit(guarantee(laplace, 30 * epsilon, scale=1.0), context())
    assert found.outcome is Outcome.UNDECIDED


def test_delta_one_is_vacuous(context):
    found = privacy.check_audit(guarantee(response, delta=1, truth=9.0), context())
    assert {finding.kind for finding in found.findings} == {"VACUOUS"}


def test_scores_of_another_shape_are_lost_and_not_counted_for_the_audit(context):
    with pytest.raises(ValueError, match="give two of shape"):
        Neighbours(misshapen).sample(np.random.default_rng(0), 10)


def test_who_is_a_neighbour_is_said():
    with pytest.raises(Malformed, match="whose data differs"):
        AuditedGuarantee(epsilon, 0, " ", (Regime("a", Neighbours(laplace), {"scale": 1.0}),))
