"""The policies of Sections 3 and 4 on instances whose gap can be read off."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
from sympy import Le

from boundcheck.checks.settling import broken
from boundcheck.papers.reward import section_3_policy
from boundcheck.papers.reward.lab import confidence_sets, estimates


def fractions(*values):
    return np.array([Fraction(v) for v in values], dtype=object)


def test_the_greedy_bound_is_attained():
    """Two actions at +-L along the error and an estimate that prefers the wrong one by nothing."""
    case = {
        "phi": np.reshape(fractions(-1, 0, 1, 0, -1, 0) .tolist() * 2, (2, 3, 2)),
        "theta": fractions(1, 0), "estimate": fractions(0, 0), "rho": (Fraction(1, 2), Fraction(1, 2)),
    }  # fmt: skip
    assert estimates.square_of_gap(case) == estimates.bound(case) == 4


def test_a_sure_set_leaves_no_gap():
    vector = fractions(*range(1, confidence_sets.DIMENSION + 1))
    vector[-1] = Fraction(0)  # half width of the set
    case = confidence_sets.instance(vector)
    assert confidence_sets.square_of_gap(case) == 0 == confidence_sets.bound(case)


def test_the_bound_of_the_best_policy_is_the_sharper_one():
    rng = np.random.default_rng(1)
    for _ in range(200):
        case = confidence_sets.instance(rng.standard_normal(confidence_sets.DIMENSION))
        gap, alone, every = (
            f(case) for f in (confidence_sets.square_of_gap, confidence_sets.bound_of_best, confidence_sets.bound)
        )
        assert gap <= alone * (1 + 1e-9) + 1e-12
        assert alone <= every * (1 + 1e-9) + 1e-12


def test_a_bound_a_hundred_times_smaller_is_violated():
    rng = np.random.default_rng(0)
    ratios = []
    for _ in range(300):
        case = estimates.instance(rng.standard_normal(estimates.DIMENSION))
        ratios.append(estimates.square_of_gap(case) / estimates.bound(case))
    assert 1e-2 < max(ratios) <= 1


def test_instances_keep_the_hypotheses_of_the_steps_that_settle():
    rng = np.random.default_rng(2)
    vectors = [rng.standard_normal(confidence_sets.DIMENSION) for _ in range(30)]
    for part in section_3_policy.CLAIM.parts["squared_gap"].values():
        assert broken(part, vectors, {}) == []
        half = [Le(c.lhs, c.rhs / 4) if str(c.rhs) == "f**2" else c for c in part.given]  # a set of half the radius
        assert broken(replace(part, given=half), vectors, {})
