"""A true bound, a false one, a vacuous one, an undecidable one; mutants; failures are never dropped.

Each part's risk is 1e-3 and every seed is fixed.
"""

from dataclasses import replace

import sympy
from noise import Noise

from boundcheck.checks import high_probability
from boundcheck.claims import Axis, Collapse, HighProbabilityBound, Mutant, Outcome, Regime

n, delta = sympy.symbols("n delta", real=True)
QUANTILE = 2  # of |N(0, 1)| at 0.954
POINT = {"n": 10_000, "delta": 0.05}


def bound(experiment=None, factor=1.0, trivial=1.0, mutants=()):
    size = sympy.Float(factor) * QUANTILE / sympy.sqrt(n)
    regime = Regime("only", experiment or Noise(), POINT, biting=True)
    return HighProbabilityBound(
        1 / sympy.sqrt(n), size, sympy.Integer(2), sympy.Float(trivial), delta, (regime,), mutants
    )


def test_a_true_bound_is_supported(context):
    evidence = high_probability.check(bound(factor=1.3), context())
    assert evidence.outcome is Outcome.SUPPORTED
    row = evidence.data["slack"][0]
    assert row["rate_high"] <= 0.05
    assert row["low"] <= row["quantile"] <= row["high"]
    assert row["biting"]


def test_a_false_bound_is_refuted_with_its_interval(context):
    evidence = high_probability.check(bound(factor=0.8), context())
    assert evidence.outcome is Outcome.REFUTED
    assert float(evidence.witness["lhs"]) > float(evidence.witness["rhs"])


def test_a_bound_at_its_own_quantile_is_undecided(context):
    evidence = high_probability.check(bound(factor=0.98), context())
    assert evidence.outcome is Outcome.UNDECIDED


def test_a_vacuous_bound_is_called_so(context):
    evidence = high_probability.check(bound(factor=1.3, trivial=0.001), context())
    assert "VACUOUS" in {finding.kind for finding in evidence.findings}
    assert "TOOTHLESS" in {finding.kind for finding in evidence.findings}


def test_mutants_die_and_survivors_are_named(context):
    regime = Regime("only", Noise(), POINT)
    mutants = (
        Mutant("halved", "half the bound", regime, QUANTILE / sympy.sqrt(n) / 2),
        Mutant("doubled", "twice the bound", regime, 4 / sympy.sqrt(n)),
        Mutant("noisy", "an estimator with twice the noise", Regime("noisy", Noise(2.0), POINT)),
    )
    found = high_probability.check(bound(factor=1.3, mutants=mutants), context()).data["mutants"]
    assert found["killed"] == 2
    assert found["survivors"] == ["doubled"]


def test_unsound_replicates_are_never_counted_in_favour(context):
    evidence = high_probability.check(bound(Noise(size=0.01, broken=10)), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert evidence.data["slack"][0]["unsound"] == 203  # every tenth of each block, the first included


def test_a_cell_that_raises_is_recorded(context):
    evidence = high_probability.check(bound(Noise(raises=True)), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert "singular matrix" in evidence.data["failures"][0]["message"]


def instance(**_):
    return Noise()


def test_the_worst_constant_is_confirmed_on_fresh_samples(context):
    """|N| at 1 - delta is largest where delta is least: 2.81 at 0.005, and the rate is 1/sqrt(n)."""
    search = (Axis("delta", 0.05, 0.5), Axis("n", 1, 1000, "log_integer"))
    searched = replace(bound(factor=1.3), search=search, instance=instance, constant=sympy.Integer(3))
    constant = high_probability.check(searched, context()).data["constant"]
    assert constant["low"] <= constant["smallest_surviving"] <= constant["high"]
    assert 1.7 < constant["smallest_surviving"] < 2.3
    assert constant["upper"] == "3"


C = sympy.Symbol("C", real=True)


def one():
    return sympy.Integer(1)


def test_a_rate_that_collapses_refutes_every_constant(context):
    collapse = Collapse("n grows and the error stays", C, {n: 4 * C**2}, one)
    evidence = high_probability.check(replace(bound(factor=1.3), collapse=collapse), context())
    assert evidence.outcome is Outcome.REFUTED
    assert evidence.certificate


def test_a_rate_that_does_not_collapse_is_not_refuted(context):
    collapse = Collapse("n stays", C, {n: sympy.Integer(4)}, one)
    evidence = high_probability.check(replace(bound(factor=1.3), collapse=collapse), context())
    assert evidence.outcome is Outcome.SUPPORTED


def test_a_constant_that_does_not_reach_the_explicit_version_is_not_quoted(context):
    """The explicit version here is 2.6 times the printed rate; a claimed constant of 2 is dropped, one of 3 is kept."""
    assert high_probability.check(bound(factor=1.3), context()).data["constant"]["upper"] is None
    kept = high_probability.check(replace(bound(factor=1.3), constant=sympy.Integer(3)), context())
    assert kept.data["constant"]["upper"] == "3"
