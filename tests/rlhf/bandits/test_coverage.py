from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from boundcheck.rlhf.bandits import policies

F = Fraction
LAW = np.array([F(1)], dtype=object)
RARE = np.array([[F(1, 10), F(9, 10)]], dtype=object)
TABLES = np.array([[[F(1), F(0)]], [[F(0), F(0)]], [[F(1, 2), F(1)]]], dtype=object)


def test_the_offset_per_action_leaves_nothing():
    assert (policies.offset_per_action(LAW, RARE, TABLES, F(1)) == 0).all()


def test_the_offset_of_the_policy_is_exact():
    # Two actions: (1 - p)**2 / (p (1 - p)) for the rare one, whatever the class.
    found = policies.offset_of_policy(LAW, RARE, TABLES)
    assert found[0, 0] == 9
    assert found[0, 1] == F(1, 9)


def test_the_offset_outside_against_a_search_for_it():
    target = np.array([[F(1, 2), F(1, 2)]], dtype=object)
    found = policies.offset_outside(LAW, target, RARE, TABLES)
    assert found == F(1, 4) / (F(9, 100))
    difference = (TABLES[0] - TABLES[2]).astype(float)
    best = minimize_scalar(lambda b: ((difference - b) ** 2 * 0.5).sum(), bounds=(-1, 1), method="bounded")
    lower = float(policies.variance(LAW, RARE, TABLES[0] - TABLES[2]))
    assert best.fun / lower == pytest.approx(float(found), rel=1e-6)
    within = policies.single_policy(LAW, target, policies.offset_of_policy(LAW, RARE, TABLES))
    assert found <= within


def test_what_the_reference_does_not_show_has_no_finite_coverage():
    never = np.array([[F(0), F(1)]], dtype=object)
    assert policies.offset_of_policy(LAW, never, TABLES)[0, 0] == float("inf")
    assert policies.density_ratio(RARE, RARE) == 1
    assert policies.density_ratio(RARE, never) == float("inf")
