"""Johnson and Lindenstrauss: a normal projection to k dimensions nearly keeps the lengths of N vectors."""

import numpy as np
from sympy import Abs, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Choice,
    Derivation,
    ForAll,
    Index,
    World,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import chi_square_lower_tail, chi_square_tail

k, N, delta = symbols("k N delta", real=True)
j = Index("j", N)
Y = family("Y", "k times the squared length of the projection of vector j, over its own", (j, k), {"projection"})
worst = quantity("worst", "the vector whose length changes most", (N, k), {"projection"}, range=N)
LAW = law(Y(j), "chi-square", k)


def changed(vector):
    return Abs(Y(vector) / k - 1)


def errors(rng, repeats, *, k, N, **point):
    """Of N vectors along the axes."""
    return np.abs(rng.chisquare(k, size=(repeats, N)) / k - 1).max(axis=1)


def to_a_line(rng, repeats, *, k, N, **point):
    """All k rows of the projection are one."""
    return np.abs(rng.standard_normal((repeats, N)) ** 2 - 1).max(axis=1)


def claim(width=2 * sqrt(log(2 * N / delta) / k) + 2 * log(2 * N / delta) / k, laws=("projection",), draws=errors):
    """The claim of this width; without its law of another projection."""
    t = log(2 * N / delta)
    sides = (
        fact("longer", chi_square_tail(Y=Y(j), d=k, t=t), event(le(Y(j) / k - 1, width), failure=delta / (2 * N)), by="projection"),
        fact("shorter", chi_square_lower_tail(Y=Y(j), d=k, t=t), event(le(1 - Y(j) / k, width), failure=delta / (2 * N)),
             by="projection"),
    )  # fmt: skip
    statement = event(le(changed(worst), width), failure=delta)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(LAW, "the method: rows are normal and independent") for label in laws},
        facts=(
            *sides,
            fact("each", event(le(changed(j), width), failure=delta / N), by=("longer", "shorter")),
            fact("all", ForAll(j), event(le(changed(j), width), failure=delta, every=(j,)), by="each"),
            fact("the worst", Choice(j, worst), statement, by="all"),
        ),
        statement=statement,
        error=changed(worst),
        worlds=(World("axes", (LAW,), draws),),
        measured=draws,
    )
    many = Regime("many vectors", Simulation(draws), {"k": 1000, "N": 200, "delta": 0.05}, biting=True)
    return Claim(
        words="The projection of $N$ vectors to $k$ dimensions by a matrix of independent normal numbers of variance $1/k$",
        displays={"": (r"\max_j \left| \frac{\|P x_j\|^2}{\|x_j\|^2} - 1 \right| \le {}", width)},
        letters=(
            Letter(k, "dimension", k >= 1, (1, 1000), integer=True),
            Letter(N, "vectors", N >= 1, (1, 1000), integer=True),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=1, regimes=(many,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "no union over vectors": claim(2 * sqrt(log(2 / delta) / k) + 2 * log(2 / delta) / k),
    "half of the root": claim(sqrt(log(2 * N / delta) / k) + 2 * log(2 * N / delta) / k),
    "k for its root": claim(4 * log(2 * N / delta) / k),
    "rows that are not independent": claim(laws=(), draws=to_a_line),
}
