"""Audited guarantees: true, false in each of the ways that code goes wrong, vacuous, undecided.

At a fixed seed; a true claim would be refuted with probability at most 1e-3 at another one, a fault missed with less than 1 %.
"""

import math

import numpy as np
import pytest
from sympy import Integer, Rational, Symbol

from boundcheck.checks import on_runs
from boundcheck.claims import AuditedGuarantee, Neighbours, Outcome, Regime
from boundcheck.claims.fields import Malformed

epsilon = Symbol("epsilon", real=True)


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
    found = on_runs.check(guarantee(runs, **point), context())
    assert found.outcome is Outcome.SUPPORTED, found.summary
    assert "would have been seen" in found.summary
    assert "one record replaced" in found.summary
    assert 1 < min(row["would have seen"] for row in found.data["audits"]) < 3


@pytest.mark.parametrize(("runs", "point"), [(laplace, {"scale": 0.4}), (response, {"truth": 2.0})])
def test_twice_the_epsilon_is_refuted(runs, point, context):
    found = on_runs.check(guarantee(runs, **point), context())
    assert found.outcome is Outcome.REFUTED, found.summary
    assert float(found.witness["lhs"]) > float(found.witness["rhs"]) == 1


def test_a_delta_excuses_no_more_than_itself(context):
    for delta, refuted in ((Rational(7, 10), False), (Rational(1, 100), True)):
        found = on_runs.check(guarantee(response, Integer(0), delta, truth=1.0), context())
        assert (found.outcome is Outcome.REFUTED) is refuted, found.summary


def test_few_runs_decide_nothing(context):
    found = on_runs.check(guarantee(laplace, 30 * epsilon, scale=1.0), context())
    assert found.outcome is Outcome.UNDECIDED


def test_delta_one_is_vacuous(context):
    found = on_runs.check(guarantee(response, delta=1, truth=9.0), context())
    assert {finding.kind for finding in found.findings} == {"VACUOUS"}


def test_scores_of_another_shape_are_lost_and_not_counted_for_the_audit(context):
    with pytest.raises(ValueError, match="give two of shape"):
        Neighbours(misshapen).sample(np.random.default_rng(0), 10)


def test_who_is_a_neighbour_is_said():
    with pytest.raises(Malformed, match="whose data differs"):
        AuditedGuarantee(epsilon, 0, " ", (Regime("a", Neighbours(laplace), {"scale": 1.0}),))
