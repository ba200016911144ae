"""Randomised response of n users: the debiased mean of their answers is near the share of those whose bit is 1."""

import numpy as np
from sympy import Abs, exp, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Averaged,
    Definition,
    Derivation,
    Family,
    Index,
    World,
    eq,
    event,
    fact,
    family,
    law,
    le,
)
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import average_mean, average_sub_gaussian, chernoff
from boundcheck.lemmas.regression import amplification, debiased_mean, debiased_sub_gaussian

n, delta, epsilon = symbols("n delta epsilon", real=True)
c = (exp(epsilon) + 1) / (exp(epsilon) - 1)
i = Index("i", n)
bit = family("bit", "the bit of user i", (i,))(i)
added = family("eta", "what debiased randomised response adds to the bit of user i", (i, epsilon), {"coins"})(i)
answer = family("answer", "debiased answer of user i", (i, epsilon), {"coins"})(i)
strays = Abs(Average(answer, i) - Average(bit, i))
noise, PROXY = Average(added, i), amplification(epsilon) ** 2 / (4 * n)
NOTHING = frozenset()
LAWS = {
    "response": law(added, "debiased", epsilon),
    "coins": law(Family(added, i), "independent"),
}


def debiased(yes, n, epsilon):
    """How far the debiased share of those who say yes is from 1."""
    odds = np.exp(epsilon)
    return np.abs((yes / n * (odds + 1) - 1) / (odds - 1) - 1)


def errors(rng, repeats, *, n, epsilon, **point):
    """All users have the bit 1."""
    return debiased(rng.binomial(n, 1 / (1 + np.exp(-epsilon)), repeats), n, epsilon)


def one_coin(rng, repeats, *, n, epsilon, **point):
    """All users flip by one coin."""
    return debiased(n * rng.binomial(1, 1 / (1 + np.exp(-epsilon)), repeats), n, epsilon)


def claim(width=c * sqrt(log(2 / delta) / (2 * n)), laws=tuple(LAWS), draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    statement = event(le(strays, width), failure=delta)
    tails = tuple(
        fact(name, chernoff(Y=noise, v=PROXY, mu=0, t=width, side=sign), event(le(sign * noise, width), failure=delta / 2),
             by=("sum", "centre", "positive"))
        for name, sign in (("above", 1), ("below", -1))
    )  # fmt: skip
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the method") for label, one in held.items()}
        | {"answer": Definition(answer, bit + added)},
        facts=(
            fact("mean", debiased_mean(eta=added, epsilon=epsilon, given=NOTHING), by="response"),
            fact("spread", debiased_sub_gaussian(eta=added, epsilon=epsilon, given=NOTHING), by="response"),
            fact("sum", average_sub_gaussian(X=added, index=i, v=amplification(epsilon) ** 2 / 4), by=("coins", "spread")),
            fact("centre", average_mean(X=added, index=i, mu=0), by="mean"),
            fact("positive", PROXY > 0, by=()),
            *tails,
            fact("averages", Averaged(i), eq(Average(answer, i), Average(bit, i) + noise), by="answer"),
            fact("both", statement, by=("above", "below", "averages")),
        ),
        statement=statement,
        error=strays,
        worlds=(World("ones", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    half = Regime("ones", Simulation(draws), {"n": 1000, "epsilon": 0.5, "delta": 0.05}, biting=True)
    return Claim(
        words=r"The mean of $n$ debiased answers of randomised response at the level $\varepsilon$",
        displays={"": (r"|\hat{p} - p| \le {}", width)},
        letters=(
            Letter(n, "users", n >= 1, (10, 1000), integer=True),
            Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=c, regimes=(half,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "no price of privacy": claim(sqrt(log(2 / delta) / (2 * n))),
    "the root of the amplification": claim(sqrt(c) * sqrt(log(2 / delta) / (2 * n))),
    "16 n for 2 n": claim(c * sqrt(log(2 / delta) / (16 * n))),
    "one coin for all": claim(laws=("response",), draws=one_coin),
}
