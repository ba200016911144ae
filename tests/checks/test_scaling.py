"""Exponents: tight, loose, growing, too noisy to say. Risk 1e-3, fixed seed."""

import pytest
import sympy
from noise import Noise

from boundcheck.checks import scaling
from boundcheck.claims import Outcome, Scaling, Sweep

n, delta = sympy.symbols("n delta", real=True)


def rates(experiment, values=(10, 100, 1_000, 10_000), printed=1 / sympy.sqrt(n), explicit=None, towards="large"):
    sweep = Sweep("n", "n", values, n, towards, experiment, {"delta": 0.05})
    return Scaling(printed, explicit or printed, sympy.Integer(1), delta, (sweep,))


def finding(evidence):
    return evidence.data["exponents"][0]["finding"]


def test_the_right_exponent_is_tight(context):
    evidence = scaling.check(rates(Noise()), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert finding(evidence) == "TIGHT"
    row = evidence.data["exponents"][0]
    assert row["low"] <= -0.5 <= row["high"]


def test_a_faster_error_is_loose(context):
    assert finding(scaling.check(rates(Noise(power=-1.0)), context())) == "LOOSE"


def test_a_slower_error_grows_and_decides_nothing(context):
    evidence = scaling.check(rates(Noise(power=-0.25)), context())
    assert finding(evidence) == "GROWS"
    assert evidence.outcome is Outcome.UNDECIDED


def test_growth_that_the_explicit_version_shares_is_transient(context):
    evidence = scaling.check(rates(Noise(power=-0.25), explicit=n ** sympy.Rational(-1, 4)), context())
    assert finding(evidence) == "TRANSIENT"
    assert evidence.summary.startswith("along n the error outgrows the printed rate on the range measured")
    assert "it does not" not in evidence.summary


def test_the_summary_agrees_with_the_findings():
    rows = [{"parameter": name, "finding": kind} for name, kind in (("n", "TRANSIENT"), ("d", "TIGHT"), ("c", "LOOSE"))]
    assert "along the other 2 sweeps it does not; it follows the rate along d" in scaling._summary(rows)
    assert "none of 2 sweeps; it follows the rate along d" in scaling._summary(rows[1:])
    assert scaling._summary(rows[2:]) == "the error does not outgrow the printed rate along c"


def test_a_short_design_is_unclear(context):
    assert finding(scaling.check(rates(Noise(), values=(10, 11)), context())) == "UNCLEAR"


@pytest.mark.parametrize(
    ("low", "high", "towards", "said"),
    [(-0.01, 0.01, "large", "TIGHT"), (0.1, 0.2, "large", "GROWS"), (0.1, 0.2, "small", "LOOSE"),
     (-0.2, -0.1, "small", "GROWS"), (-1, 1, "large", "UNCLEAR")],
)  # fmt: skip
def test_judge(low, high, towards, said):
    assert scaling.judge(low, high, towards) == said
