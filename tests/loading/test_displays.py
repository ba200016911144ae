"""What someone's own claim displays where it names nothing: the formula of each part, and a rate with its constant."""

from pathlib import Path

import pytest
from sympy import Rational, Symbol, sqrt

from boundcheck.claims import Claim, ExpectationBound, HighProbabilityBound, MinimaxLowerBound, Regime, Simulation
from boundcheck.loading import completed

n, C = Symbol("n", real=True), Symbol("C", real=True)


def errors(rng, repeats, **point):
    return rng.random(repeats)


REGIME = Regime("only", Simulation(errors), {"n": 4})


def rate(printed, constant):
    return HighProbabilityBound(printed, 2 / n, constant, 1, Rational(1, 20), (REGIME,))


@pytest.mark.parametrize(
    ("part", "display"),
    [
        (ExpectationBound(1 / n, 1, (REGIME,)), 1 / n),
        (MinimaxLowerBound(1 / n, (REGIME,)), 1 / n),
        (HighProbabilityBound.of(1 / n, failure=Rational(1, 20), trivial=1, regimes=(REGIME,)), 1 / n),
        (rate(1 / n, Rational(1, 2)), (r"C {} \quad (C = 1/2)", 1 / n)),
        (rate(1 / n + 1 / n**2, 2 * sqrt(2)), (r"C \left( {} \right) \quad (C = 2 \sqrt{2})", 1 / n + 1 / n**2)),
        (rate(C / n, 3), (r"K {} \quad (K = 3)", C / n)),
    ],
)
def test_each_part_is_displayed(part, display):
    assert completed(Claim(parts={"it": part}), Path("mine.py")).displays == {"": display}
