"""Separations on common random numbers: there, absent, the other way round. Risk 1e-3, fixed seed."""

from dataclasses import replace

import sympy
from noise import Noise

from boundcheck.checks import separation
from boundcheck.claims import Outcome, Separation

n, delta = sympy.symbols("n delta", real=True)


def between(easier, harder):
    return Separation(easier, harder, "n", "n", (10, 100), n, sympy.Integer(2), delta, {"delta": 0.05})


def test_a_factor_of_two_is_measured_exactly(context):
    evidence = separation.check(between(Noise(1.0), Noise(2.0)), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert all(abs(p["ratio"] - 2) < 1e-9 for p in evidence.data["separation"]["points"])  # same random numbers


def test_the_other_way_round_is_refuted(context):
    assert separation.check(between(Noise(2.0), Noise(1.0)), context()).outcome is Outcome.REFUTED


def test_no_difference_is_undecided(context):
    assert separation.check(between(Noise(1.0), Noise(1.0)), context()).outcome is Outcome.UNDECIDED


def test_a_witness_names_the_value_that_moved_not_its_scale(context):
    turned = replace(between(Noise(2.0), Noise(1.0)), parameter="the root", scale=sympy.sqrt(n))
    evidence = separation.check(turned, context())
    assert float(evidence.witness["point"]["n"]) in turned.values
    assert "the other way round at n = " in evidence.summary
    assert "(the root = " in evidence.summary
