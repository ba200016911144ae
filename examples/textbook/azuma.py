"""Azuma's inequality: a walk whose steps depend on the past, are bounded and of mean 0 given it."""

import numpy as np
from sympy import Max, log, sqrt, symbols

from boundcheck.calculus import Assumed, Choice, Derivation, Index, Past, Total, World, event, fact, family, law, le
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.martingales import azuma

n, c, t, delta = symbols("n c t delta", real=True)
k = Index("k", n, 0)
D = family("D", "step of round k", (k, c), {Past("draws", k + 1)})(k)
PAST = frozenset({Past("draws", k)})
LAWS = {"fair": law(D, "mean", 0, given=PAST), "range": law(D, "bounded", -c, c, given=PAST)}
end = Total(D, k, n)
above = Max(end, 0)


def errors(rng, repeats, *, n, c, **point):
    """Where a walk ends that makes half a step where it is above 0."""
    place = np.zeros(repeats)
    for _ in range(n):
        place += rng.choice((-c, c), repeats) * np.where(place > 0, 0.5, 1)
    return np.maximum(place, 0)


def drawn_to_the_side(rng, repeats, *, n, c, **point):
    """The same, where the first step is made again and again."""
    return np.maximum(n * rng.choice((-c, c), repeats), 0)


def width(factor=2, root=sqrt(n)):
    return c * root * sqrt(factor * log(1 / delta))


WIDTH = width()


def claim(width=WIDTH, laws=tuple(LAWS), draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    statement = event(le(above, width), failure=delta)
    derivation = Derivation(
        domain=(t > 0,),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("tail", azuma(D=D, index=k, c=c, t=t), by=LAWS),
            fact("bound", Choice(t, width), statement, by="tail"),
        ),
        statement=statement,
        error=above,
        worlds=(World("walk", tuple(held.values()), draws),),
        measured=draws,
    )
    walk = Regime("walk", Simulation(draws), {"n": 200, "c": 1.0, "delta": 0.05}, biting=True)
    return Claim(
        words="The sum of $n$ steps in $[-c, c]$, each of mean 0 given those before",
        displays={"": (r"\max(D_1 + \cdots + D_n, 0) \le {}", width)},
        letters=(
            Letter(n, "rounds", n >= 1, (10, 1000), integer=True),
            Letter(c, "largest step", c > 0, (0.1, 10)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=c * n, regimes=(walk,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "1/4 for 2": claim(width(1) / 2),
    "n to the power 1/4": claim(width(root=sqrt(sqrt(n)))),
    "no logarithm": claim(c * sqrt(n) / 2),
    "not fair": claim(laws=("range",), draws=drawn_to_the_side),
}
