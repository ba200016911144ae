"""Dvoretzky, Kiefer and Wolfowitz by a net: the empirical distribution function is near the true one everywhere."""

import numpy as np
from sympy import Abs, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Choice,
    Definition,
    Derivation,
    Family,
    ForAll,
    Granted,
    Index,
    World,
    always,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import hoeffding_both_sides

n, t, delta = symbols("n t delta", real=True)
i, j = Index("i", n), Index("j", n + 1)
below = family("I", "whether draw i is at most the quantile of level (j - 1)/n", (i, j), {"data"})
level = family("p", "the level of the j-th quantile", (j, n))
empirical, true = (
    quantity(name, f"{words} distribution function where they are furthest apart", (n,), {"data"})
    for name, words in (("G", "the empirical"), ("F", "the true"))
)
left, right = (
    quantity(name, f"the quantile {words} that point", (n,), {"data"}, range=n + 1)
    for name, words in (("left", "before"), ("right", "after"))
)
error = Abs(empirical - true)
LAWS = {
    "independent": law(Family(below(i, j), i), "independent"),
    "0 or 1": law(below(i, j), "bounded", 0, 1),
    "levels": law(below(i, j), "mean", level(j)),
}
MONOTONE = {
    "level": Definition(level(j), (j - 1) / n),
    "empirical grows": Granted(
        always(le(Average(below(i, left), i), empirical), le(empirical, Average(below(i, right), i))),
        "what a distribution function is: it never falls",
    ),
    "true grows": Granted(
        always(le(level(left), true), le(true, level(right)), le(level(right), level(left) + 1 / n)),
        "what a distribution function is, and what neighbouring quantiles are",
    ),
}


def errors(rng, repeats, *, n, **point):
    """Of uniform numbers: the largest distance is at one of them."""
    x = np.sort(rng.random((repeats, n)), axis=1)
    ends = np.arange(n + 1) / n
    return np.maximum(ends[1:] - x, x - ends[:-1]).max(axis=1)


def one_number(rng, repeats, *, n, **point):
    """One uniform number, n times."""
    return errors(rng, repeats, n=1)


def claim(width=sqrt(log(2 * (n + 1) / delta) / (2 * n)) + 1 / n, without=(), draws=errors):
    """The claim of this width, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    near = width - 1 / n

    def strays(point):
        return le(Abs(Average(below(i, point), i) - level(point)), near)

    statement = event(le(error, width), failure=delta)
    derivation = Derivation(
        domain=(t > 0,),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | MONOTONE,
        facts=(
            fact("a quantile", hoeffding_both_sides(X=below(i, j), index=i, low=0, high=1, mu=level(j), t=t), by=LAWS),
            fact("each", Choice(t, near), event(strays(j), failure=delta / (n + 1)), by="a quantile"),
            fact("all", ForAll(j), event(strays(j), failure=delta, every=(j,)), by="each"),
            fact("on the left", Choice(j, left), by="all"),
            fact("on the right", Choice(j, right), by="all"),
            fact("everywhere", statement, by=("on the left", "on the right", "empirical grows", "true grows")),
        ),
        statement=statement,
        error=error,
        worlds=(World("uniform", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    regime = Regime("uniform", Simulation(draws), {"n": 400, "delta": 0.05}, biting=True)
    return Claim(
        words="The empirical distribution function of n independent draws of a continuous law",
        displays={"": (r"\sup_x |\hat{F}(x) - F(x)| \le {}", width)},
        letters=(
            Letter(n, "draws", n >= 2, (10, 1000), integer=True),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=1, regimes=(regime,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "n for its root": claim(sqrt(log(2 * (n + 1) / delta)) / n + 1 / n),
    "no logarithm": claim(1 / sqrt(3 * n) + 1 / n),
    "16 n for 2 n": claim(sqrt(log(2 * (n + 1) / delta) / (16 * n)) + 1 / n),
    "one number for all": claim(without=("independent",), draws=one_number),
}
