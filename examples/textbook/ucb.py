"""UCB: what playing the arm of the largest upper confidence bound misses in T rounds, after each of K arms was tried once."""

from dataclasses import dataclass

import numpy as np
from sympy import Abs, Rational, log, oo, sqrt, symbols

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
    Summed,
    Total,
    World,
    always,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.calculus.terms import Kind
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import average_mean, average_sub_gaussian, chernoff, hoeffding_lemma
from boundcheck.lemmas.samples import roots_of_counts

K, T, delta = symbols("K T delta", real=True)
t, a = Index("T", oo), Index("a", K)
s, k = Index("s", t), Index("k", t, 0)
i = Index("i", s)
reward = family("X", "reward i of arm a", (i, a), {"rewards"})
mu = family("mu", "mean reward of arm a", (a,))
OF_THE_RUN = (k, t, K, delta)
chosen = Kind("c", "the arm that is played in round k", OF_THE_RUN, frozenset({"rewards"}), range=K)
count = Kind("n", "rewards of arm a before round k", (a, *OF_THE_RUN), frozenset({"rewards"}), range=t)
best = quantity("best", "an arm of largest mean", (K,), range=K)
regret = quantity("R", "what the arms played miss", (t, K, delta), {"rewards"})
played = chosen(k)
level = log(2 * K * t / delta)
mean = Average(reward(i, a), i)


def upper(arm):
    """The upper confidence bound of an arm in round k."""
    own = count(arm, k)
    j = Index("i", own)
    return Average(reward(j, arm), j) + sqrt(level / 2) / sqrt(own)


LAWS = {
    "independent": law(Family(reward(i, a), i), "independent"),
    "range": law(reward(i, a), "bounded", 0, 1),
    "mean": law(reward(i, a), "mean", mu(a)),
    "counts": law(count(a, k), "count", Family(played, k)),
}
METHOD = {"method": Granted(always(le(upper(a), upper(played))), "the method: what is played")}


@dataclass(frozen=True)
class Played:
    """Two kinds of arms, the first of mean 1/2 + gap, all others of mean 1/2 - gap; rewards of 0 and of one size."""

    size: float = 1.0
    optimistic: bool = True
    once: bool = False  # one draw for all rewards of an arm

    def __call__(self, rng, repeats, *, T, K, delta, gap, **point):
        means = np.full(K, 0.5 - gap)
        means[0] += 2 * gap
        chances, taken = means / self.size, np.arange(repeats)
        fixed = (rng.random((repeats, K)) < chances) * self.size
        sums, counts, regret = fixed.copy(), np.ones((repeats, K)), np.zeros(repeats)
        half = np.sqrt(np.log(2 * K * T / delta) / 2)
        for _ in range(T):
            arms = (sums / counts + half / np.sqrt(counts)).argmax(axis=1) if self.optimistic else rng.integers(0, K, repeats)
            drawn = fixed[taken, arms] if self.once else (rng.random(repeats) < chances[arms]) * self.size
            sums[taken, arms] += drawn
            counts[taken, arms] += 1
            regret += means[0] - means[arms]
        return regret


def claim(rate=2 * sqrt(2 * K * T * log(2 * K * T / delta)), without=(), draws=Played()):
    """The claim of this rate, without some of the assumptions."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    method = {label: one for label, one in METHOD.items() if label not in without}
    half = sqrt(level / 2) / sqrt(s)
    missed = mu(best) - mu(played)
    statement = event(le(regret, rate.subs(T, t)), failure=delta)
    sides = tuple(
        fact(name, chernoff(Y=mean, v=1 / (4 * s), mu=mu(a), t=half, side=sign),
             event(le(sign * (mean - mu(a)), half), failure=delta / (2 * K * t)), by=("sum", "centre"))
        for name, sign in (("above", 1), ("below", -1))
    )  # fmt: skip
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | method | {
            "regret": Definition(regret, Total(missed, k, t)),
        },
        facts=(
            fact("one", hoeffding_lemma(X=reward(i, a), low=0, high=1), by="range"),
            fact("sum", average_sub_gaussian(X=reward(i, a), index=i, v=Rational(1, 4)), by=("independent", "one")),
            fact("centre", average_mean(X=reward(i, a), index=i, mu=mu(a)), by="mean"),
            *sides,
            fact("each", event(le(Abs(mean - mu(a)), half), failure=delta / (K * t)), by=("above", "below")),
            fact("all counts", ForAll(s), by="each"),
            fact("all arms", ForAll(a), by="all counts"),
            fact("in each round", Choice(s, count(a, k)), by="all arms"),
            fact("of the best", Choice(a, best), by="in each round"),
            fact("of the one played", Choice(a, played), by="in each round"),
            fact("played before the best", Choice(a, best), by="method"),
            fact("missed", event(le(missed, sqrt(2 * level) / sqrt(count(played, k))), failure=delta, every=(k,)),
                 by=("of the best", "of the one played", "played before the best")),
            fact("all rounds", Summed(k, t), by="missed"),
            fact("counts add", roots_of_counts(count=count, each=a, chosen=chosen, index=k), by="counts"),
            fact("bound", statement, by=("all rounds", "counts add", "regret")),
        ),
        statement=statement,
        error=regret,
        worlds=(World("coins", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    point = {"K": 2, "delta": 0.05}
    regimes = (
        Regime("near arms", Simulation(draws), {**point, "T": 600, "gap": 0.1}),
        Regime("far arms", Simulation(draws), {**point, "T": 1500, "gap": 0.4}),
    )
    return Claim(
        words="The arm of the largest upper confidence bound, among K arms with rewards in [0, 1]",
        displays={"": (r"\sum_k (\mu_* - \mu_{c_k}) \le {}", rate)},
        letters=(
            Letter(T, "rounds", T >= 1, (10, 10000), integer=True),
            Letter(K, "arms", K >= 1, (2, 100), integer=True),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"regret": HighProbabilityBound.of(rate, failure=delta, trivial=T, regimes=regimes)},
        derivations={"regret": derivation},
    )


CLAIM = claim()
TWINS = {
    "1/8 for 2": claim(sqrt(2 * K * T * log(2 * K * T / delta)) / 8),
    "no logarithm": claim(2 * sqrt(2 * K * T) / 3),
    "the power 1/4 of T": claim(2 * sqrt(2 * K * sqrt(T) * log(2 * K * T / delta))),
    "rewards of any size": claim(without=("range",), draws=Played(size=300.0)),
    "one draw for all": claim(without=("independent",), draws=Played(once=True)),
    "arms that are played evenly": claim(without=("method",), draws=Played(optimistic=False)),
}
