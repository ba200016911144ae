"""Each version of Theorem 3.2 is tested where it says something of its own: above 2LB, or below."""

import pytest

from boundcheck.papers.reward import theorem_3_2, theorem_4_4


def threshold(regime):
    return 2 * regime.point["feature_bound"] * regime.point["radius"]


@pytest.mark.parametrize("bound", [theorem_3_2.COVERAGE, theorem_3_2.LITERAL])
def test_the_printed_version_runs_above_the_threshold(bound):
    every = (*bound.regimes, *bound.probes, *(mutant.regime for mutant in bound.mutants))
    assert all(regime.point["epsilon"] > threshold(regime) for regime in every)


def test_the_version_for_every_epsilon_runs_below_it():
    bound = theorem_3_2.SHARPER
    every = (*bound.regimes, *bound.probes, *(mutant.regime for mutant in bound.mutants))
    assert all(regime.point["epsilon"] < threshold(regime) for regime in every)


def test_regimes_of_the_second_theorem_meet_the_conditions_of_its_step_3():
    bound = theorem_4_4.CLAIM.parts["coverage"]["appendix"]
    every = (*bound.regimes, *bound.probes, *(mutant.regime for mutant in bound.mutants))
    assert all(regime.point["n"] >= 4 and regime.point["delta"] < 0.36 for regime in every)
