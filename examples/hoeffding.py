"""Hoeffding's inequality, remembered with a wrong constant: 8 n, as for variables in [0, 1/2], where 2 n belongs.

Run it: boundcheck examples/hoeffding.py
"""

import numpy as np
from sympy import Ge, Gt, Lt, cosh, exp, log, sqrt, symbols

from boundcheck.claims import (
    Claim,
    HighProbabilityBound,
    Inequality,
    Letter,
    Mutant,
    Paper,
    Reading,
    Regime,
    Repair,
    Simulation,
    Source,
    Step,
)

n, delta, s, t = symbols("n delta s t", real=True)


def errors(rng, repeats, *, n, p, **point):
    """How far the mean of n coins is from p."""
    return np.abs(rng.binomial(n, p, size=repeats) / n - p)


def width(factor):
    """Half the width of the interval that the exponent ``factor * n * t**2`` gives."""
    return sqrt(log(2 / delta) / (factor * n))


FAIR = Regime("fair coins", Simulation(errors), {"n": 10_000, "p": 0.5, "delta": 0.05}, biting=True)
BIASED = Regime("biased coins", Simulation(errors), {"n": 10_000, "p": 0.1, "delta": 0.05}, biting=True)


def bound(factor):
    """The statement with one constant, and a mutant of it that must be seen to be false."""
    mutant = Mutant("halved", "half the width", FAIR, width(4 * factor))
    return HighProbabilityBound.of(width(factor), failure=delta, trivial=1, regimes=(FAIR, BIASED), mutants=(mutant,))


CLAIM = Claim(
    source=Source(Paper("own", "An example", year=2025), "Hoeffding's inequality", "examples/hoeffding.py"),
    title="with a wrong constant",
    words=r"For $n$ independent variables in [0, 1], with probability at least $1 - \delta$ the mean is off by at most",
    displays={"": width(8)},
    letters=(
        Letter(n, "number of variables", n >= 1, (10, 1e6), integer=True),
        Letter(delta, "failure probability", (delta > 0, delta < 1), (1e-3, 0.3)),
    ),
    readings=(
        Reading("literal", "as printed, with $8 n$"),
        Reading("mended", "the width with $2 n$, the constant of Hoeffding (1963)", repair=True),
    ),
    parts={"bound": {"literal": bound(8), "mended": bound(2)}},
    steps=(
        Step(
            "moment",
            "line 1",
            Inequality(cosh(s / 2), exp(s**2 / 32)),
            because="A variable on the ends of an interval of length 1, both equally likely, centred.",
            repair=Repair(Inequality(cosh(s / 2), exp(s**2 / 8)), "1/8, as in Hoeffding's lemma"),
        ),
        Step("exponent", "line 2", Inequality(-2 * t**2, s**2 / 8 - s * t), because="Per variable, at best $s = 4 t$."),
        Step(
            "tail",
            "line 3",
            Inequality(log(2 / delta), 2 * n * t**2, (Ge(t, width(2)), Ge(n, 1), Gt(delta, 0), Lt(delta, 1))),
            because=r"From the width with $2 n$ on, $2 \exp(-2 n t^2)$ is at most $\delta$; both tails together.",
        ),
    ),
    not_covered=("variables other than coins are not simulated", "Hoeffding's lemma is checked at its extreme law only"),
)  # fmt: skip
