"""Exponents: tight, loose, growing, too noisy to say. Risk 1e-3, fixed seed."""

from dataclasses import replace

import pytest
import sympy
from noise import Noise

from boundcheck.checks import scaling
from boundcheck.claims import Letter, Notation, Outcome, Scaling, Sweep

n, delta = sympy.symbols("n delta", real=True)


def rates(experiment, values=(10, 100, 1_000, 10_000), printed=1 / sympy.sqrt(n), explicit=None, towards="large"):
    sweep = Sweep("n", "n", values, n, towards, experiment, {"delta": 0.05})
    return Scaling(printed, explicit or printed, sympy.Integer(1), delta, (sweep,))


def finding(evidence):
    return evidence.data["exponents"][0]["finding"]


@pytest.mark.parametrize(("power", "said"), [(-0.5, "TIGHT"), (-1.0, "LOOSE"), (-0.25, "GROWS")])
def test_a_derived_grid_tells_the_true_exponent_from_others(context, power, said):
    sweep = Notation((replace(N, typical=(10, 1e5)),)).sweep(n, Noise(power=power), {"delta": 0.05})
    evidence = scaling.check(replace(rates(Noise()), sweeps=(sweep,)), context())
    assert finding(evidence) == said
    assert evidence.data["exponents"][0]["low"] <= power <= evidence.data["exponents"][0]["high"]


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


N = Letter(n, "size", n >= 1, (1, 100), integer=True)
SLOW = n ** sympy.Rational(-1, 4)


def test_growth_that_the_explicit_version_shares_is_growth_where_nobody_proved_a_constant(context):
    """Printed 1/sqrt(n), explicit n^(-1/4): no constant does, and on a sweep both look alike."""
    evidence = scaling.check(rates(Noise(power=-0.25), explicit=SLOW), context(parameters=(N,)))
    assert finding(evidence) == "GROWS"
    assert evidence.outcome is Outcome.UNDECIDED
    square = scaling.check(rates(Noise(), printed=1 / n**2, explicit=2 / sympy.sqrt(n)), context(parameters=(N,)))
    assert finding(square) == "GROWS"


TRUE = 20 / (sympy.sqrt(n) + 20)  # at most 20 times the printed rate, and nearly constant on the sweep


def bounded(**rest):
    sweep = Sweep("n", "n", (10, 20, 40, 80), n, "large", Noise(power=-0.1), {"delta": 0.05})
    return Scaling(1 / sympy.sqrt(n), TRUE, sympy.Integer(1), delta, (sweep,), **rest)


@pytest.mark.parametrize("rest", [{"constant": sympy.Integer(20)}, {}])
def test_growth_within_a_proved_constant_is_transient(context, rest):
    evidence = scaling.check(bounded(**rest), context(parameters=(N,)))
    if rest or finding(evidence) == "TRANSIENT":
        assert finding(evidence) == "TRANSIENT"
        assert evidence.summary.startswith("along n the error outgrows the printed rate on the range measured")
        assert "times printed, proved on the stated domain" in evidence.findings[0].text


def test_a_constant_that_is_too_small_leaves_growth(context):
    assert finding(scaling.check(bounded(constant=sympy.Integer(10)), context(parameters=(N,)))) == "GROWS"


def test_the_risk_is_split_over_the_sweeps(context, monkeypatch):
    """Every exponent and every quantile is read at its share: with more sweeps each interval is wider."""
    asked = []
    real = scaling.slope
    monkeypatch.setattr(scaling, "slope", lambda x, errors, q, risk, rng: asked.append(risk) or real(x, errors, q, risk, rng))
    one = rates(Noise())
    two = replace(one, sweeps=(*one.sweeps, replace(one.sweeps[0], parameter="again")))
    scaling.check(one, context())
    scaling.check(two, context())
    risk = context().risk
    assert asked == pytest.approx([risk / 2, risk / 4, risk / 4])
    assert sum(asked[1:]) <= risk


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
