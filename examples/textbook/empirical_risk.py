"""Empirical risk minimisation over N functions: its excess risk, with losses in [0, 1]."""

import numpy as np
from sympy import Abs, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Choice,
    Derivation,
    Family,
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
from boundcheck.lemmas.concentration import uniform_convergence

n, N, delta = symbols("n N delta", real=True)
i, j = Index("i", n), Index("j", N)
loss = family("loss", "loss of function j at draw i", (i, j), {"data"})
risk = family("risk", "risk of function j", (j,))
hat = quantity("hat", "a function of least average loss", (n, N), {"data"}, range=N)
best = quantity("best", "a function of least risk", (N,), range=N)
LAWS = {
    "independent": law(Family(loss(i, j), i), "independent"),
    "range": law(loss(i, j), "bounded", 0, 1),
    "mean": law(loss(i, j), "mean", risk(j)),
}
excess = risk(hat) - risk(best)
MINIMAL = {"minimiser": Granted(always(le(Average(loss(i, hat), i), Average(loss(i, j), i))), "what the method returns")}


def risks(N):
    return np.where(np.arange(N) == 0, 0.45, 0.5)


def errors(rng, repeats, *, n, N, **point):
    """One function errs on 45 of 100 draws, the others on 50."""
    losses = rng.binomial(n, risks(N), size=(repeats, N))
    return risks(N)[losses.argmin(axis=1)] - 0.45


def any_function(rng, repeats, *, n, N, **point):
    """What is returned has nothing to do with the draws."""
    return risks(N)[rng.integers(N, size=repeats)] - 0.45


def claim(width=2 * sqrt(log(2 * N / delta) / (2 * n)), laws=tuple(LAWS), minimal=True, draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    uniform, near = uniform_convergence(loss=loss(i, j), sample=i, functions=j, risk=risk(j), delta=delta), width / 2
    statement = event(le(excess, width), failure=delta)

    def strays(function):
        return Abs(Average(loss(i, function), i) - risk(function))

    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | (MINIMAL if minimal else {}),
        facts=(
            fact("all", uniform, event(le(strays(j), near), failure=delta, every=(j,)), by=("independent", "range", "mean")),
            fact("at the minimiser", Choice(j, hat), event(le(strays(hat), near), failure=delta), by="all"),
            fact("at the best", Choice(j, best), event(le(strays(best), near), failure=delta), by="all"),
            fact("minimal", Choice(j, best), by="minimiser"),
            fact("excess", statement, by=("at the minimiser", "at the best", "minimal")),
        ),
        statement=statement,
        error=excess,
        worlds=(World("coins", tuple(held.values()), draws),),
        measured=draws,
    )
    many = Regime("many functions", Simulation(draws), {"n": 400, "N": 50, "delta": 0.05}, biting=True)
    return Claim(
        words="The function of least average loss among $N$, with losses in [0, 1]",
        displays={"": (r"R(\hat{f}) - \min_f R(f) \le {}", width)},
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
    "a fifth": claim(2 * sqrt(log(2 * N / delta) / (2 * n)) / 5),
    "one deviation for two": claim(sqrt(log(2 * N / delta) / (2 * n))),
    "no union over functions": claim(2 * sqrt(log(2 / delta) / (2 * n))),
    "n for its root": claim(2 * sqrt(log(2 * N / delta) / 2) / n),
    "not the minimiser": claim(minimal=False, draws=any_function),
}
