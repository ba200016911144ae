"""Measured rates, and two pipelines beside each other."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy
from aloud import phrase
from least import least
from noise import Noise

from boundcheck.checks import scaling
from boundcheck.claims import Letter, Notation, Scaling, Separation, Sweep
from boundcheck.claims.fields import Malformed
from boundcheck.stats import Interval
from boundcheck.verdict import Outcome
from boundcheck.verdict.shapes import Exponent

# Exponents: tight, loose, growing, too noisy to say. Risk 1e-3, fixed seed.

n, delta = sympy.symbols("n delta", real=True)


def rates(experiment, values=(10, 100, 1_000, 10_000), printed=1 / sympy.sqrt(n), explicit=None, towards="large"):
    sweep = Sweep("n", "n", values, n, towards, experiment, {"delta": 0.05})
    return Scaling(printed, explicit or printed, sympy.Integer(1), delta, (sweep,))


def finding(evidence):
    return evidence.found.exponents[0].finding


@pytest.mark.parametrize(("power", "said"), [(-0.5, "TIGHT"), (-1.0, "LOOSE"), (-0.25, "GROWS")])
def test_a_derived_grid_tells_the_true_exponent_from_others(context, power, said):
    sweep = Notation((replace(N, typical=(10, 1e5)),)).sweep(n, Noise(power=power), {"delta": 0.05})
    evidence = scaling.check_scaling(replace(rates(Noise()), sweeps=(sweep,)), context())
    assert finding(evidence) == said
    assert evidence.found.exponents[0].low <= power <= evidence.found.exponents[0].high


def test_the_right_exponent_is_tight(context):
    evidence = scaling.check_scaling(rates(Noise()), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert finding(evidence) == "TIGHT"
    row = evidence.found.exponents[0]
    assert row.low <= -0.5 <= row.high


def test_a_faster_error_is_loose(context):
    assert finding(scaling.check_scaling(rates(Noise(power=-1.0)), context())) == "LOOSE"


def test_a_slower_error_grows_and_decides_nothing(context):
    evidence = scaling.check_scaling(rates(Noise(power=-0.25)), context())
    assert finding(evidence) == "GROWS"
    assert evidence.outcome is Outcome.UNDECIDED


N = Letter(n, "size", n >= 1, (1, 100), integer=True)
SLOW = n ** sympy.Rational(-1, 4)


def test_growth_that_the_explicit_version_shares_is_growth_where_nobody_proved_a_constant(context):
    """Printed 1/sqrt(n), explicit n^(-1/4): no constant does, and on a sweep both look alike."""
    evidence = scaling.check_scaling(rates(Noise(power=-0.25), explicit=SLOW), context(parameters=(N,)))
    assert finding(evidence) == "GROWS"
    assert evidence.outcome is Outcome.UNDECIDED
    square = scaling.check_scaling(rates(Noise(), printed=1 / n**2, explicit=2 / sympy.sqrt(n)), context(parameters=(N,)))
    assert finding(square) == "GROWS"


TRUE = 20 / (sympy.sqrt(n) + 20)  # at most 20 times the printed rate, and nearly constant on the sweep


def bounded(**rest):
    sweep = Sweep("n", "n", (10, 20, 40, 80), n, "large", Noise(power=-0.1), {"delta": 0.05})
    return Scaling(1 / sympy.sqrt(n), TRUE, sympy.Integer(1), delta, (sweep,), **rest)


@pytest.mark.parametrize("rest", [{"constant": sympy.Integer(20)}, {}])
def test_growth_within_a_proved_constant_is_transient(context, rest):
    evidence = scaling.check_scaling(bounded(**rest), context(parameters=(N,)))
    if rest or finding(evidence) == "TRANSIENT":
        assert finding(evidence) == "TRANSIENT"
        assert phrase(evidence.fact).startswith("along n the error grows faster than the rate on the range measured")
        assert "times printed, proved on the stated domain" in phrase(evidence.findings[0].fact)


def test_a_constant_that_is_too_small_leaves_growth(context):
    assert finding(scaling.check_scaling(bounded(constant=sympy.Integer(10)), context(parameters=(N,)))) == "GROWS"


def test_the_risk_is_split_over_the_sweeps(context, monkeypatch):
    """Every exponent and every quantile is read at its share: with more sweeps each interval is wider."""
    asked = []
    real = scaling.slope
    monkeypatch.setattr(scaling, "slope", lambda x, errors, q, risk, rng: asked.append(risk) or real(x, errors, q, risk, rng))
    one = rates(Noise())
    two = replace(one, sweeps=(*one.sweeps, replace(one.sweeps[0], parameter="again")))
    scaling.check_scaling(one, context())
    scaling.check_scaling(two, context())
    risk = context().risk
    assert asked == pytest.approx([risk / 2, risk / 4, risk / 4])
    assert sum(asked[1:]) <= risk


def test_what_is_said_agrees_with_the_findings():
    found = (("n", "TRANSIENT"), ("d", "TIGHT"), ("c", "LOOSE"))
    rows = [least(Exponent, parameter=name, finding=kind, growth_high=1.3) for name, kind in found]
    assert "along the other 2 sweeps it does not; along d it keeps to the rate" in phrase(scaling._not_outgrown(rows))
    assert "in none of 2 sweeps does the error grow faster than the rate; along d it" in phrase(scaling._not_outgrown(rows[1:]))
    assert phrase(scaling._not_outgrown(rows[2:])).startswith("the error does not grow faster than the rate along c (test: ")
    seen = "at most 1.2 times its minimum; growth by a factor 1.3 would have been detected"
    assert seen in phrase(scaling._not_outgrown(rows))


def test_a_short_design_is_unclear(context):
    assert finding(scaling.check_scaling(rates(Noise(), values=(10, 11)), context())) == "UNCLEAR"


def bands(errors, rate=(1.0, 1.0, 1.0, 1.0), towards="large", width=1.0):
    intervals = [Interval(e / width, e * width) for e in errors]
    return scaling.Bands.over(intervals, rate, (1.0, 2.0, 3.0, 4.0), towards)


@pytest.mark.parametrize(
    ("errors", "towards", "said"),
    [((1, 1, 1, 1), "large", "TIGHT"), ((1, 1.1, 1.05, 1.15), "large", "TIGHT"), ((1, 1, 1, 1.3), "large", "GROWS"),
     ((1, 1, 1, 1.3), "small", "LOOSE"), ((1.3, 1, 1, 1), "small", "GROWS"), ((5, 1, 1, 5), "large", "GROWS"),
     ((1, 1.3, 1.5, 1.215), "large", "GROWS"), ((1, 5, 5, 1), "large", "LOOSE")],
)  # fmt: skip
def test_bands_judge_the_far_end_against_every_point(errors, towards, said):
    assert bands(errors, towards=towards).finding == said
    seen_at_all = towards == "large" and errors[-1] > 4 * 1.2 * min(errors)
    assert bands(errors, towards=towards, width=2).finding == ("GROWS" if seen_at_all else "UNCLEAR")


def test_growth_over_the_last_half_is_said():
    assert bands((5, 2, 1, 1.5)).late
    assert bands((5, 2, 1, 1.5)).finding == "GROWS"
    assert not bands((1, 2, 2, 1.5)).late
    assert bands((1, 2, 2, 1.5)).finding == "GROWS"


@dataclass(frozen=True)
class Following:
    """An error of one digit of noise about a formula in n."""

    law: str

    def sample(self, rng, repeats, *, n, **_):
        size = {
            "valley": n**-0.5 * np.exp(abs(np.log(n / 316)) / 2), "floor": 10 / n + 0.01, "slow": n**-0.46, "true": n**-0.5,
        }[self.law]  # fmt: skip
        return {"error": size * (1 + 0.05 * rng.uniform(-1, 1, repeats))}


@pytest.mark.parametrize("law", ["valley", "floor", "slow"])
def test_an_error_whose_ratio_to_the_rate_has_grown_follows_nothing(context, law):
    """5.6-fold, 1.7-fold and 1.4-fold; the slopes of the first and the last lie within .05 of the printed one."""
    evidence = scaling.check_scaling(rates(Following(law), values=(10, 32, 100, 316, 1_000, 3_162, 10_000, 100_000)), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert finding(evidence) == "GROWS"
    assert "times its least value along n" in phrase(evidence.fact)
    row = evidence.found.exponents[0]
    assert row.growth_low > 1.2
    assert row.growth_high >= row.growth


def test_a_true_rate_names_its_tolerance_and_its_points(context):
    evidence = scaling.check_scaling(rates(Following("true")), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert "at most 1.2 times its minimum" in phrase(evidence.fact)
    assert evidence.found.evidence.tested_at == {"delta": (0.05,), "n": (10.0, 100.0, 1000.0, 10000.0)}


# Separations on common random numbers: there, absent, the other way round, and along a rate. Risk 1e-3, fixed seed.

def between(easier, harder):
    return Separation(easier, harder, "n", "n", (10, 100), n, delta, {"delta": 0.05})


def test_a_factor_of_two_is_measured_exactly(context):
    evidence = scaling.check_separation(between(Noise(1.0), Noise(2.0)), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert all(abs(p.ratio - 2) < 1e-9 for p in evidence.found.separation.points)  # same random numbers
    assert evidence.found.evidence.tested_at == {"delta": (0.05,), "n": (10.0, 100.0)}


def test_the_other_way_round_is_refuted(context):
    assert scaling.check_separation(between(Noise(2.0), Noise(1.0)), context()).outcome is Outcome.REFUTED


def test_no_difference_is_undecided(context):
    assert scaling.check_separation(between(Noise(1.0), Noise(1.0)), context()).outcome is Outcome.UNDECIDED


def test_a_witness_names_the_value_that_moved_not_its_scale(context):
    turned = replace(between(Noise(2.0), Noise(1.0)), parameter="the root", scale=sympy.sqrt(n))
    evidence = scaling.check_separation(turned, context())
    assert float(evidence.witness.point["n"]) in turned.values
    assert "the other way round at n = " in phrase(evidence.fact)
    assert "(the root = " in phrase(evidence.fact)


@dataclass(frozen=True)
class Times:
    """Errors near 1, times a power of n."""

    size: float = 1.0
    power: float = 0.0

    def sample(self, rng, repeats, *, n, **_):
        return {"error": (1 + 0.1 * rng.uniform(-1, 1, repeats)) * self.size * n**self.power}


def rate(harder, printed):
    return replace(between(Times(), harder), values=(10, 100, 1_000), of="rate", printed=printed)


@pytest.mark.parametrize("printed", [n**10, sympy.Rational(1, 2), 1 / n, sympy.sqrt(n) / 9])
def test_a_ratio_that_does_not_follow_its_rate_supports_none(context, printed):
    """Measured n^.25 against n^10, a constant, 1/n and sqrt(n): the order is there, and the rate is not."""
    evidence = scaling.check_separation(rate(Times(1.5, 0.25), printed), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert "does not follow the printed one" in phrase(evidence.fact)
    order = scaling.check_separation(replace(rate(Times(1.5, 0.25), printed), of="order", printed=None), context())
    assert order.outcome is Outcome.SUPPORTED
    assert "printed" not in phrase(order.fact) + phrase(order.findings[0].fact)


@pytest.mark.parametrize("printed", [n ** sympy.Rational(1, 4), 40 * n ** sympy.Rational(1, 4)])
def test_a_ratio_along_its_rate_is_supported_up_to_a_constant(context, printed):
    evidence = scaling.check_separation(rate(Times(1.5, 0.25), printed), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert "up to a factor 1.2" in phrase(evidence.fact)


def test_what_is_shown_is_what_is_tested():
    with pytest.raises(Malformed, match="needs it"):
        replace(between(Noise(), Noise()), of="rate")
    with pytest.raises(Malformed, match="none is shown"):
        replace(between(Noise(), Noise()), printed=n)
