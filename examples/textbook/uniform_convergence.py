"""Uniform convergence of a finite class: the average losses of all N functions are near their risks, also where they are worst."""

import numpy as np
from sympy import Abs, Rational, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Choice,
    Derivation,
    Family,
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
from boundcheck.lemmas.concentration import average_mean, average_sub_gaussian, chernoff, hoeffding_lemma

n, N, delta = symbols("n N delta", real=True)
i, j = Index("i", n), Index("j", N)
loss = family("loss", "loss of function j at draw i", (i, j), {"data"})
risk = family("risk", "risk of function j", (j,))
worst = quantity("worst", "the function whose average loss is furthest from its risk", (n, N), {"data"}, range=N)
LAWS = {
    "independent": law(Family(loss(i, j), i), "independent"),
    "range": law(loss(i, j), "bounded", 0, 1),
    "mean": law(loss(i, j), "mean", risk(j)),
}


def strays(function):
    """How far its average loss is from its risk."""
    return Abs(Average(loss(i, function), i) - risk(function))


def errors(rng, repeats, *, n, N, **point):
    """Of N functions that err on every second draw, each on its own."""
    return np.abs(rng.binomial(n, 0.5, size=(repeats, N)) / n - 0.5).max(axis=1)


def larger(rng, repeats, *, n, N, **point):
    """The same with losses of 0 and 3."""
    return 3 * errors(rng, repeats, n=n, N=N)


def claim(width=sqrt(log(2 * N / delta) / (2 * n)), laws=tuple(LAWS), draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    average = Average(loss(i, j), i)
    statement = event(le(strays(worst), width), failure=delta)
    sides = tuple(
        fact(name, chernoff(Y=average, v=1 / (4 * n), mu=risk(j), t=width, side=sign),
             event(le(sign * (average - risk(j)), width), failure=delta / (2 * N)), by=("sum", "centre"))
        for name, sign in (("above", 1), ("below", -1))
    )  # fmt: skip
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("one", hoeffding_lemma(X=loss(i, j), low=0, high=1), by="range"),
            fact("sum", average_sub_gaussian(X=loss(i, j), index=i, v=Rational(1, 4)), by=("independent", "one")),
            fact("centre", average_mean(X=loss(i, j), index=i, mu=risk(j)), by="mean"),
            *sides,
            fact("each", event(le(strays(j), width), failure=delta / N), by=("above", "below")),
            fact("all", ForAll(j), event(le(strays(j), width), failure=delta, every=(j,)), by="each"),
            fact("the worst", Choice(j, worst), statement, by="all"),
        ),
        statement=statement,
        error=strays(worst),
        worlds=(World("coins", tuple(held.values()), draws),),
        measured=draws,
    )
    many = Regime("many functions", Simulation(draws), {"n": 200, "N": 100, "delta": 0.05}, biting=True)
    return Claim(
        words="The average losses in [0, 1] of $N$ functions on $n$ draws",
        displays={"": (r"\max_j |\hat{R}_j - R_j| \le {}", width)},
        letters=(
            Letter(n, "draws", n >= 1, (10, 1000), integer=True),
            Letter(N, "functions", N >= 1, (1, 1000), integer=True),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=1, regimes=(many,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "no union over functions": claim(sqrt(log(2 / delta) / (2 * n))),
    "4 n for 2 n": claim(sqrt(log(2 * N / delta) / (4 * n))),
    "the root of the logarithm": claim(sqrt(sqrt(log(2 * N / delta)) / (2 * n))),
    "losses of any size": claim(laws=("independent", "mean"), draws=larger),
}
