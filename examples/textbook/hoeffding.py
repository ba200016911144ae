"""Hoeffding's inequality: the mean of independent numbers in [0, 1] is near theirs."""

import numpy as np
from sympy import Abs, Rational, exp, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
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
)
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import average_mean, average_sub_gaussian, chernoff, hoeffding_lemma

n, p, t, delta = symbols("n p t delta", real=True)
i = Index("i", n)
X = family("X", "draw i", (i, p), {"data"})(i)
mean = Average(X, i)
LAWS = {
    "independent": law(Family(X, i), "independent"),
    "range": law(X, "bounded", 0, 1),
    "mean": law(X, "mean", p),
}


def errors(rng, repeats, *, n, p, **point):
    """How far the mean of n coins is from p."""
    return np.abs(rng.binomial(n, p, size=repeats) / n - p)


def copied(rng, repeats, *, n, p, **point):
    """The same for one coin, copied n times."""
    return np.abs(rng.binomial(1, p, size=repeats) - p)


def side(name, sign, width):
    """What one side of the mean fails with."""
    bound = event(le(sign * (mean - p), width), failure=delta / 2)
    return (
        fact(f"{name} tail", chernoff(Y=mean, v=1 / (4 * n), mu=p, t=t, side=sign),
             event(le(sign * (mean - p), t), failure=exp(-2 * n * t**2)), by=("sum", "centre")),
        fact(name, Choice(t, width), bound, by=f"{name} tail"),
    )  # fmt: skip


def claim(width=sqrt(log(2 / delta) / (2 * n)), laws=tuple(LAWS), draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    statement = event(le(Abs(mean - p), width), failure=delta)
    derivation = Derivation(
        domain=(t > 0,),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("one", hoeffding_lemma(X=X, low=0, high=1), by="range"),
            fact("sum", average_sub_gaussian(X=X, index=i, v=Rational(1, 4)), by=("independent", "one")),
            fact("centre", average_mean(X=X, index=i, mu=p), by="mean"),
            *side("above", 1, width),
            *side("below", -1, width),
            fact("both", statement, by=("above", "below")),
        ),
        statement=statement,
        error=Abs(mean - p),
        worlds=(World("coins", tuple(held.values()), draws),),
        measured=draws,
    )
    fair = Regime("fair coins", Simulation(draws), {"n": 100, "p": 0.5, "delta": 0.05}, biting=True)
    return Claim(
        words="The mean of $n$ independent numbers in [0, 1]",
        displays={"": (r"|\hat{p} - p| \le {}", width)},
        letters=(Letter(n, "draws", n >= 1, (10, 1000)), Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1))),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=1, regimes=(fair,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "8 n for 2 n": claim(sqrt(log(2 / delta) / (8 * n))),
    "1/n for its root": claim(sqrt(log(2 / delta) / 2) / n),
    "no logarithm": claim(1 / sqrt(20 * n)),
    "not independent": claim(laws=("range", "mean"), draws=copied),
}
