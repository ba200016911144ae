"""The bound over n is drawn wherever a regime was measured at the same point."""

from dataclasses import replace

import pytest
import sympy
from noise import Noise

from boundcheck.checks.bound.vacuity import over_sample_size
from boundcheck.claims import HighProbabilityBound, Regime

n, delta = sympy.symbols("n delta", real=True)
FIRST = Regime("first", Noise(), {"n": 100, "delta": 0.05})


@pytest.mark.parametrize(
    ("point", "begin"), [({"n": 2, "delta": 0.05}, 2), ({"n": 40, "delta": 0.05}, 10), ({"n": 2, "delta": 0.1}, 10)]
)
def test_the_curve_begins_at_the_smallest_regime_on_it(context, point, begin):
    regimes = (FIRST, replace(FIRST, name="second", point=point))
    bound = HighProbabilityBound.of(1 / sympy.sqrt(n), failure=delta, trivial=1, regimes=regimes)
    assert over_sample_size(bound, context())["points"][0]["value"] == begin


@pytest.mark.parametrize(("largest", "end"), [(10**12, 1e12), (3 * 10**12, 3e12), (50, 1e10)])
def test_the_curve_ends_at_the_largest_regime_on_it(context, largest, end):
    regimes = (FIRST, replace(FIRST, name="second", point={"n": largest, "delta": 0.05}))
    bound = HighProbabilityBound.of(1 / sympy.sqrt(n), failure=delta, trivial=1, regimes=regimes)
    sizes = [point["value"] for point in over_sample_size(bound, context())["points"]]
    assert sizes[-1] == pytest.approx(end)
    assert sizes == sorted(set(sizes))


def test_the_curve_keeps_to_the_conditions_of_the_bound(context):
    lam = sympy.Symbol("lam", real=True)
    first = replace(FIRST, point={"n": 100, "delta": 0.05, "lam": 0.01})
    bound = replace(
        HighProbabilityBound.of(sympy.sqrt(lam), failure=delta, trivial=1, regimes=(first,)), given=(lam >= 4 / n,)
    )
    curve = over_sample_size(bound, context())
    assert curve["raised"] == ["lam"]
    assert curve["at"]["lam"] == 0.01
    assert [p["explicit"] for p in curve["points"][:3]] == pytest.approx([0.4**0.5, (4 / 10**1.5) ** 0.5, 0.2])
    assert curve["points"][-1]["explicit"] == pytest.approx(0.1)  # where the condition asks for less, lam stays
    assert curve["says_something_from"] == 5  # not from n = 1: lam = 0.01 is not admitted there
