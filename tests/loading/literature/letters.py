"""Letters with their domains, and bounds with one regime, as the page on encoding has them."""

from sympy import symbols

from boundcheck.claims import Claim, ExpectationBound, HighProbabilityBound, Letter, Regime, Simulation

n, delta = symbols("n delta", real=True)

# Stands where the error has no largest value and no guess without data: the words of a bound refuse infinity there.
UNBOUNDED = 10**6

N = Letter(n, "sample size", n >= 1, (1, 1e6), integer=True)
DELTA = Letter(delta, "failure", (delta > 0, delta < 1), (1e-3, 0.9))


def tail(width, errors, trivial, *steps, **point):
    """With probability at least 1 - delta, for every n >= 1 and every delta in (0, 1)."""
    regime = Regime("regime", Simulation(errors), point)
    bound = HighProbabilityBound.of(width, failure=delta, trivial=trivial, regimes=(regime,))
    parameters = (N, DELTA) if "n" in point else (DELTA,)
    return Claim(title="A bound", parts={"bound": bound}, letters=parameters, steps=steps)


def mean(bound, errors, ceiling, **point):
    """In expectation, at one point."""
    return ExpectationBound(bound, ceiling, (Regime("regime", Simulation(errors), point),))
