"""Bernstein's inequality for an average, with its choice of t."""

from sympy import exp, log, sqrt

from .. import Assumed, Average, Choice, Derivation, Family, Index, World, event, fact, family, law, le, letter
from .lemmas import bernstein

n, mu, v, b, delta, t = map(letter, ("n", "mu", "v", "b", "delta", "t"))
DOMAIN = (n >= 1, v > 0, b > 0, delta > 0, delta < 1, t >= 0)
i = Index("i", n)
X = family("X", "draw i", (i, mu, v, b), {"data"})(i)
m = Average(X, i)
LAWS = {
    "independent": law(Family(X, i), "independent"),
    "mean": law(X, "mean", mu),
    "variance": law(X, "variance", v),
    "range": law(X, "within", b),
}
WIDTH = sqrt(2 * v * log(1 / delta) / n) + 2 * b * log(1 / delta) / (3 * n)
BOUND = event(le(m - mu, WIDTH), failure=delta)

BERNSTEIN = Derivation(
    DOMAIN,
    {label: Assumed(one, "the setting") for label, one in LAWS.items()},
    (
        fact("tail", bernstein(X=X, index=i, v=v, b=b, mu=mu, t=t),
             event(le(m - mu, t), failure=exp(-n * t**2 / (2 * (v + b * t / 3)))), by=LAWS),
        fact("chosen", Choice(t, WIDTH), BOUND, by="tail"),
    ),
    BOUND,
    m,
    (World("two values", tuple(LAWS.values())),),
)  # fmt: skip
