"""Bernstein's inequality: numbers of small variance stray less than their range allows."""

import numpy as np
from sympy import Max, exp, log, sqrt, symbols

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
from boundcheck.lemmas.concentration import bennett, bennett_exponent

n, mu, v, b, t, u, delta = symbols("n mu v b t u delta", real=True)
i = Index("i", n)
X = family("X", "draw i", (i, mu, v, b), {"data"})(i)
mean = Average(X, i)
above = Max(mean - mu, 0)
LAWS = {
    "independent": law(Family(X, i), "independent"),
    "mean": law(X, "mean", mu),
    "variance": law(X, "variance", v),
    "range": law(X, "within", b),
}


def errors(rng, repeats, *, n, v, b, **point):
    """The mean of n numbers that are b with the probability v/(v + b^2), and else -v/b."""
    return np.maximum((b + v / b) * rng.binomial(n, v / (v + b * b), size=repeats) / n - v / b, 0)


def wide(rng, repeats, *, n, v, b, **point):
    """The same with four times the variance."""
    return errors(rng, repeats, n=n, v=4 * v, b=b)


def width(spread=2, range_=1):
    """Of this factor of the variance, and of a third of the range."""
    return sqrt(spread * v * log(1 / delta) / n) + range_ * 2 * b * log(1 / delta) / (3 * n)


WIDTH = width()


def claim(width=WIDTH, laws=tuple(LAWS), draws=errors):
    """The claim of this width, from these laws."""
    held = {label: LAWS[label] for label in laws}
    statement = event(le(above, width), failure=delta)
    derivation = Derivation(
        domain=(t > 0, u > 0),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("Poisson", bennett(X=X, index=i, mu=mu, v=v, b=b, t=t), by=LAWS),
            fact("rate", le(u**2 / (2 * (1 + u / 3)), bennett_exponent(u)), by=()),
            fact("rate here", Choice(u, b * t / v), by="rate"),
            fact("tail", event(le(mean - mu, t), failure=exp(-n * t**2 / (2 * (v + b * t / 3)))), by=("Poisson", "rate here")),
            fact("bound", Choice(t, width), statement, by="tail"),
        ),
        statement=statement,
        error=above,
        worlds=(World("two values", tuple(held.values()), draws),),
        measured=draws,
    )
    rare = Regime("rare", Simulation(draws), {"n": 1000, "v": 0.01, "b": 1.0, "mu": 0.0, "delta": 0.01}, biting=True)
    return Claim(
        words="The mean of $n$ independent numbers of variance $v$, each within $b$ of its mean",
        displays={"": (r"\max(\hat{\mu} - \mu, 0) \le {}", width)},
        letters=(
            Letter(n, "draws", n >= 1, (10, 1000)),
            Letter(v, "variance", v > 0, (0.001, 0.25)),
            Letter(b, "range", b > 0, (0.1, 1)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=b, regimes=(rare,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "v for 2 v": claim(width(1)),
    "v/2 for 2 v": claim(width(1) / 2),
    "no range": claim(width(2, 0)),
    "any variance": claim(laws=("independent", "mean", "range"), draws=wide),
}
