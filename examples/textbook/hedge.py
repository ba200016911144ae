"""Hedge: the regret of exponential weights over N experts after T rounds, for losses in [0, 1] of any kind."""

import numpy as np
from sympy import Max, exp, log, oo, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Averaged,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Granted,
    Index,
    Induction,
    World,
    always,
    eq,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import Claim, ExpectationBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import non_negative
from boundcheck.lemmas.martingales import range_of
from boundcheck.lemmas.samples import one_of_many

T, N, eta = symbols("T N eta", real=True)
k, t, j = Index("k", oo, 0), Index("T", oo), Index("j", N)
loss = family("loss", "loss of expert j in round k", (j, k), {"losses"})
total = family("L", "loss of expert j before round k", (j, k), {"losses"})
mixed = family("m", "loss of the mixture in round k", (k, eta, N), {"losses"})
paid = family("M", "loss of the mixture before round k", (k, eta, N), {"losses"})
weight = exp(-eta * total(j, k))
mean_weight = Average(weight, j)
best = quantity("best", "an expert of least loss", (t, N), {"losses"}, range=N)
regret = Max(paid(t) - total(best, t), 0)
LAWS = {"losses": law(loss(j, k), "bounded", 0, 1), "finite": law(regret, "integrable")}
METHOD = {
    "total": Definition(total(j, k + 1), total(j, k) + loss(j, k)),
    "paid": Definition(paid(k + 1), paid(k) + mixed(k)),
    "mixture": Granted(always(eq(mixed(k) * mean_weight, Average(weight * loss(j, k), j))), "the method: what is played"),
    "first": Granted(always(eq(total(j, 0), 0), eq(paid(0), 0)), "nothing is lost at first"),
}


def played(losses, eta):
    """The regret of exponential weights on losses of each replicate, round and expert."""
    before = np.cumsum(losses, axis=1) - losses
    weights = np.exp(-eta * (before - before.min(axis=2, keepdims=True)))
    paid = (weights / weights.sum(axis=2, keepdims=True) * losses).sum(axis=(1, 2))
    return np.maximum(paid - losses.sum(axis=1).min(axis=1), 0)


def errors(rng, repeats, *, T, N, eta, **point):
    """Losses by fair coins."""
    return played(rng.integers(0, 2, (repeats, T, N)).astype(float), eta)


def larger(rng, repeats, *, T, N, eta, **point):
    """Losses of 0 and 6, in units of which nobody told the method."""
    return np.minimum(played(6 * rng.integers(0, 2, (repeats, T, N)).astype(float), eta), T)


def claim(rate=log(N) / eta + eta * T / 2, without=(), draws=errors):
    """The claim of this rate, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    share, bound = 1 - eta * loss(j, k) + eta**2 / 2, rate.subs(T, t)
    ceiling = exp(-eta * paid(k) + eta**2 * k / 2)
    factor = 1 - eta * mixed(k) + eta**2 / 2
    statement = always(le(Expectation(regret), bound))
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | METHOD,
        facts=(
            fact("range", range_of(D=loss(j, k), low=0, high=1), by="losses"),
            fact("curve", le(exp(-eta * loss(j, k)), share), by="range"),
            fact("next weight", le(exp(-eta * total(j, k + 1)), weight * share), by=("curve", "total")),
            fact("next weights", Averaged(j), by="next weight"),
            fact("positive", le(0, weight), by=()),
            fact("weights", Averaged(j), by="positive"),
            fact("round", le(Average(exp(-eta * total(j, k + 1)), j), mean_weight * factor), by=("next weights", "mixture")),
            fact("factor", le(factor, exp(-eta * mixed(k) + eta**2 / 2)), by=()),
            fact("at first", le(exp(-eta * total(j, 0)), 1), by="first"),
            fact("weights at first", Averaged(j), by="at first"),
            fact("paid at first", eq(paid(0), 0), by="first"),
            fact("potential", Induction(k), le(mean_weight, ceiling),
                 by=("round", "factor", "weights", "paid", "weights at first", "paid at first")),
            fact("its sign", non_negative(Y=weight), by="positive"),
            fact("one weight", one_of_many(X=weight, index=j), by="its sign"),
            fact("each", le(paid(k) - total(j, k), log(N) / eta + eta * k / 2), by=("one weight", "potential")),
            fact("after T", Choice(k, t), by="each"),
            fact("the best", Choice(j, best), le(regret, bound), by="after T"),
            fact("expected", Expected(), statement, by=("the best", "finite")),
        ),
        statement=statement,
        error=regret,
        worlds=(World("coins", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    point = {"T": 200, "N": 10, "eta": float(np.sqrt(2 * np.log(10) / 200))}
    regimes = (Regime("coins", Simulation(draws), point), Regime("small steps", Simulation(draws), {**point, "eta": 0.01}))
    return Claim(
        words="Exponential weights with the step eta, over N experts with losses in [0, 1]",
        displays={"": (r"M_T - \min_j L_{j, T} \le {}", rate)},
        letters=(
            Letter(T, "rounds", T >= 1, (10, 1000), integer=True),
            Letter(N, "experts", N >= 2, (2, 100), integer=True),
            Letter(eta, "step", eta > 0, (0.001, 1)),
        ),
        parts={"regret": ExpectationBound(rate, T, regimes)},
        derivations={"regret": derivation},
    )


CLAIM = claim()
TWINS = {
    "1/8 for 1": claim(log(N) / (8 * eta) + eta * T / 16),
    "no number of experts": claim(1 / (20 * eta) + eta * T / 20),
    "the root of T": claim(log(N) / (12 * eta) + eta * sqrt(T) / 2),
    "eta squared": claim(log(N) * eta + eta * T / 20),
    "losses of any size": claim(without=("losses",), draws=larger),
}
