"""The regret of Adam on convex losses of one variable."""

import numpy as np
from sympy import Rational, sqrt, symbols

from boundcheck.claims import Claim, ExpectationBound, Letter, Paper, Regime, Simulation, Source

T, alpha, beta, G = symbols("T alpha beta_2 G", real=True)
RATE, DIAMETER = Rational(1, 2), 2  # of the first momentum's decay, and of the set [-1, 1]


def regret(slopes, step, second):
    """Of Adam without first momentum, projected to [-1, 1], on linear losses with these slopes; against the best point, and 0 at least."""
    x, v, power, paid = 1.0, 0.0, 1.0, 0.0
    for t, g in enumerate(slopes, 1):
        paid += g * x
        v, power = second * v + (1 - second) * g * g, power * second
        x = min(1.0, max(-1.0, x - step / np.sqrt(t) * g / (np.sqrt(v / (1 - power)) + 1e-12)))
    return max(paid + abs(sum(slopes)), 0.0)


def one_up_two_down(rng, repeats, *, T, alpha, beta_2, G, **point):
    """Of every three losses the first has slope G, the others -1."""
    slopes = [G if t % 3 == 0 else -1.0 for t in range(int(T))]
    return np.full(repeats, regret(slopes, alpha, beta_2))


def signs(rng, repeats, *, T, alpha, beta_2, G, **point):
    """Slopes G and -G in turn."""
    return np.full(repeats, regret([G * (-1) ** t for t in range(int(T))], alpha, beta_2))


def one_side(rng, repeats, *, T, alpha, beta_2, G, **point):
    """The same loss in each round."""
    return np.full(repeats, regret([G] * int(T), alpha, beta_2))


# The gradients are at most G, so that their root of the sum of squares is at most G sqrt(T).
BOUND = DIAMETER**2 * G * sqrt(T) / (2 * alpha) + alpha * G**2 * sqrt(T) / sqrt(1 - beta) + DIAMETER**2 * G * sqrt(1 - beta) / (2 * alpha * (1 - RATE) ** 2)
POINTS = [{"T": rounds, "alpha": step, "beta_2": 1 / (1 + slope**2), "G": slope} for rounds in (300, 30_000) for slope in (3.0, 10.0) for step in (0.1, 0.5)]
CLAIM = Claim(
    source=Source(Paper("own", "Adam: a method for stochastic optimization", ("D. P. Kingma", "J. Ba"), year=2015), "Theorem 4.1", "Theorem 10.5 of the appendix"),
    title="the regret of Adam on convex losses",
    words=r"Adam with first momentum 0, which is below $\sqrt{\beta_2}$, on $[-1, 1]$; losses are convex with slopes of at most $G$. With $\lambda = 1/2$ the regret is",
    displays={"": (r"R(T) \le {}", BOUND)},
    letters=(
        Letter(T, "rounds", T >= 1, (300, 30_000), integer=True), Letter(alpha, "first step", alpha > 0, (0.1, 0.5)),
        Letter(beta, "second momentum", (beta > 0, beta < 1), (0.01, 0.999)), Letter(G, "largest slope", G >= 1, (1, 10)),
    ),
    parts={
        "regret": ExpectationBound(BOUND, 2 * G * T, tuple(
            Regime(f"{words}, T = {point['T']}, G = {point['G']}, first step {point['alpha']}", Simulation(run), point)
            for words, run in (("one up, two down", one_up_two_down), ("in turn", signs), ("one loss", one_side)) for point in POINTS
        )),
    },
)  # fmt: skip
