"""Heavy ball with the parameters that are best for quadratics."""

import numpy as np
from sympy import symbols

from boundcheck.claims import Claim, ExpectationBound, Letter, Paper, Regime, Simulation, Source

T, start, m, L = symbols("T x_0 m L", real=True)


def last(slope, T, start, m, L):
    """How far heavy ball is from the minimum at 0 after T rounds, from rest."""
    a = 4 / (np.sqrt(L) + np.sqrt(m)) ** 2
    b = ((np.sqrt(L) - np.sqrt(m)) / (np.sqrt(L) + np.sqrt(m))) ** 2
    before = x = start
    for _ in range(int(T)):
        before, x = x, x - a * slope(x) + b * (x - before)
    return abs(x)


def bent(m, L):
    """A slope of L up to 1, of m from there to 2, of L beyond."""
    return lambda x: L * min(x, 1.0) + m * min(max(x - 1.0, 0.0), 1.0) + L * max(x - 2.0, 0.0)


def on_bent(rng, repeats, *, T, x_0, m, L, **point):
    return np.full(repeats, last(bent(m, L), T, x_0, m, L))


def on_quadratic(rng, repeats, *, T, x_0, m, L, **point):
    return np.full(repeats, last(lambda x: L * x, T, x_0, m, L))


def on_two_sided(rng, repeats, *, T, x_0, m, L, **point):
    return np.full(repeats, last(lambda x: L * x if x > 0 else m * x, T, x_0, m, L))


STARTS = (0.5, 2.0, 3.0, 3.3, 4.0, 10.0)
CLAIM = Claim(
    source=Source(Paper("own", "Some methods of speeding up the convergence of iteration methods", ("B. T. Polyak",), year=1964), "Heavy ball", "as it is used beyond quadratics"),
    title="beyond quadratics",
    words=r"For every $m$-strongly convex $L$-smooth function heavy ball with the step $4/(\sqrt{L} + \sqrt{m})^2$ and the momentum $((\sqrt{L} - \sqrt{m})/(\sqrt{L} + \sqrt{m}))^2$ converges. After 1,000 rounds, with $L = 25 m$, the distance is taken to have fallen to a hundredth:",
    displays={"": r"|x_T - x^*| \le \frac{|x_0 - x^*|}{100}"},
    letters=(
        Letter(T, "rounds", T >= 1000, (1000, 2000), integer=True), Letter(start, "the start", start > 0, (0.1, 10)),
        Letter(m, "strong convexity", m > 0, (1, 1)), Letter(L, "smoothness", L > 0, (25, 25)),
    ),
    parts={
        "converges": ExpectationBound(start / 100, 100 * start, tuple(
            Regime(f"{words}, from {x}", Simulation(run), {"T": 1000, "x_0": x, "m": 1.0, "L": 25.0})
            for words, run in (("bent", on_bent), ("quadratic", on_quadratic), ("two sides", on_two_sided)) for x in STARTS
        )),
    },
)  # fmt: skip
