"""McDiarmid's inequality for the number of empty bins: n balls into N bins, each of which moves it by at most one."""

import numpy as np
from sympy import Max, exp, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Choice,
    Derivation,
    Family,
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
from boundcheck.lemmas.concentration import mcdiarmid

n, N, t, delta = symbols("n N t delta", real=True)
i = Index("i", n)
ball = family("ball", "bin of ball i", (i, N), {"data"})(i)
empty = quantity("empty", "number of empty bins", (n, N), {"data"})
centre = N * (1 - 1 / N) ** n
LAWS = {
    "independent": law(Family(ball, i), "independent"),
    "one ball": law(empty, "bounded differences", Family(ball, i), 1),
    "mean": law(empty, "mean", centre),
}
above = Max(empty - centre, 0)


def counted(bins, N):
    """How many bins above their mean number are empty."""
    repeats, n = bins.shape
    seen = np.zeros((repeats, N), bool)
    seen[np.arange(repeats)[:, None], bins] = True
    return np.maximum(N - seen.sum(axis=1) - N * (1 - 1 / N) ** n, 0)


def errors(rng, repeats, *, n, N, **point):
    return counted(rng.integers(N, size=(repeats, n)), N)


def together(rng, repeats, *, n, N, **point):
    """All balls fall into one bin."""
    return counted(np.repeat(rng.integers(N, size=(repeats, 1)), n, axis=1), N)


def claim(width=sqrt(n * log(1 / delta) / 2), laws=tuple(LAWS), draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    statement = event(le(above, width), failure=delta)
    derivation = Derivation(
        domain=(t > 0,),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("tail", mcdiarmid(Y=empty, X=ball, index=i, c=1, mu=centre, t=t),
                 event(le(empty - centre, t), failure=exp(-2 * t**2 / n)), by=LAWS),
            fact("bound", Choice(t, width), statement, by="tail"),
        ),
        statement=statement,
        error=above,
        worlds=(World("bins", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    few = Regime("as many balls as bins", Simulation(draws), {"n": 100, "N": 100, "delta": 0.05}, biting=True)
    return Claim(
        words="The number of bins that $n$ balls leave empty, of $N$",
        displays={"": (r"\max\left( \text{empty} - N \left( 1 - \frac{1}{N} \right)^n, 0 \right) \le {}", width)},
        letters=(
            Letter(n, "balls", n >= 1, (10, 1000), integer=True),
            Letter(N, "bins", N >= 2, (10, 1000), integer=True),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=N, regimes=(few,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "8 for 2": claim(sqrt(n * log(1 / delta) / 8) / 2),
    "1/4 for the root": claim(sqrt(sqrt(n * log(1 / delta)) / 2)),
    "no logarithm": claim(sqrt(n) / 10),
    "not independent": claim(laws=("one ball", "mean"), draws=together),
}
