"""A self-normalised bound: a sum of predictable weights times noise, beside that of their squares, in all rounds at once."""

import numpy as np
from sympy import Max, Rational, exp, log, oo, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Granted,
    Index,
    Past,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
)
from boundcheck.claims import Claim, Letter, Paths, Regime, UniformBound
from boundcheck.lemmas.concentration import generating_function
from boundcheck.lemmas.martingales import ville

u, v, delta, T = symbols("u v delta t", real=True)
t = Index("t", oo)
BEFORE, AFTER = {Past("draws", t)}, {Past("draws", t + 1)}
PAST = frozenset(BEFORE)
noise = family("e", "noise of round t", (t, v), AFTER)
weight = family("a", "weight of round t", (t, v), BEFORE)
walk = family("M", "sum of weights times noise before round t", (t, v), BEFORE)
spent = family("V", "sum of squared weights before round t", (t, v), BEFORE)
wealth = family("S", "the exponential supermartingale", (t, v, u), BEFORE)
above = Max(walk(t) - u * v * spent(t) / 2, 0)
LAWS = {
    "mean": law(noise(t), "mean", 0, given=PAST),
    "tail": law(noise(t), "sub-Gaussian", v, given=PAST),
    "finite": law(exp(u * weight(t) * noise(t)), "integrable"),
    "finite wealth": law(wealth(t + 1), "integrable"),
}
METHOD = {
    "walk": Definition(walk(t + 1), walk(t) + weight(t) * noise(t)),
    "spent": Definition(spent(t + 1), spent(t) + weight(t) ** 2),
    "wealth": Definition(wealth(t), exp(u * walk(t) - u**2 * v * spent(t) / 2)),
    "first": Granted(always(eq(walk(1), 0), eq(spent(1), 0)), "what is summed before the first round"),
}


def paths(rng, repeats, *, u, v, T=60, shared=False, **point):
    """Weights of 1 where the walk is not above 0, and else of 1/2."""
    walk, spent, found = np.zeros(repeats), np.zeros(repeats), []
    fixed = rng.choice((-1, 1), repeats) * np.sqrt(v)
    for _ in range(T):
        found.append(np.maximum(walk - u * v * spent / 2, 0))
        weight = np.where(walk > 0, 0.5, 1.0)
        walk = walk + weight * (fixed if shared else rng.choice((-1, 1), repeats) * np.sqrt(v))
        spent = spent + weight**2
    return np.array(found).T


def repeated(rng, repeats, **point):
    """The noise of the first round, again and again."""
    return paths(rng, repeats, shared=True, **point)


def claim(rate=log(1 / delta) / u, without=(), draws=paths):
    """The claim of this height, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    statement = event(le(above, rate), failure=delta, every=(t,))
    price = exp(u**2 * v * weight(t) ** 2 / 2)
    gain = exp(u * weight(t) * noise(t))
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | METHOD,
        facts=(
            fact("at first", Choice(t, 1), by="wealth"),
            fact("start", le(wealth(1), 1), by=("at first", "first")),
            fact("next", Choice(t, t + 1), by="wealth"),
            fact("product", eq(wealth(t + 1), wealth(t) / price * gain), by=("next", "wealth", "walk", "spent")),
            fact("expected", Expected(PAST), by=("product", "finite", "finite wealth")),
            fact("moment", generating_function(Y=noise(t), mu=0, v=v, s=u * weight(t), given=PAST), by=("mean", "tail")),
            fact("positive", le(0, wealth(t)), by="wealth"),
            fact("falls", le(Expectation(wealth(t + 1), PAST), wealth(t)), by=("expected", "moment", "positive")),
            fact("never rich", ville(S=wealth, index=t, m=1, delta=delta), by=("positive", "falls", "start")),
            fact("height", statement, by=("never rich", "wealth")),
        ),
        statement=statement,
        error=above,
        worlds=(World("signs", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    regime = Regime("signs", Paths(draws, tuple(range(1, 61))), {"u": 0.5, "v": 1.0, "delta": 0.2})
    return Claim(
        words="Noise that is sub-Gaussian given the past, times weights that the past determines",
        displays={"": (r"\max\left( M_t - \frac{u v V_t}{2}, 0 \right) \le {}", rate)},
        letters=(
            Letter(u, "slope of the line", u > 0, (0.1, 2)),
            Letter(v, "variance proxy", v > 0, (0.1, 10)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.3)),
        ),
        parts={"bound": UniformBound(rate, T, delta, 60, (regime,))},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "a quarter of it": claim(log(1 / delta) / (4 * u)),
    "the root of the logarithm": claim(sqrt(log(1 / delta)) / (4 * u)),
    "no failure": claim(Rational(1, 2) / u),
    "noise that is repeated": claim(without=("mean",), draws=repeated),
}
