"""Hoeffding's inequality, one and two sides: values in [0, 1], independent, of one mean."""

from sympy import Abs, Rational, exp, log, sqrt

from .. import Assumed, Average, Choice, Derivation, Family, Index, World, event, fact, family, law, le, letter
from .lemmas import average_mean, average_sub_gaussian, chernoff, hoeffding_lemma

n, p, delta, t = map(letter, ("n", "p", "delta", "t"))
DOMAIN = (n >= 1, p >= 0, p <= 1, delta > 0, delta < 1, t >= 0)
i = Index("i", n)
X = family("X", "draw i", (i, p), {"data"})(i)
m = Average(X, i)
LAWS = {
    "independent": law(Family(X, i), "independent"),
    "range": law(X, "bounded", 0, 1),
    "mean": law(X, "mean", p),
}
ASSUMPTIONS = {label: Assumed(one, "the setting") for label, one in LAWS.items()}
COINS = World("coins", tuple(LAWS.values()))
CHAIN = (
    fact("lemma", hoeffding_lemma(X=X, a=0, b=1), by="range"),
    fact("sum", average_sub_gaussian(X=X, index=i, v=Rational(1, 4)), by=("independent", "lemma")),
    fact("centre", average_mean(X=X, index=i, mu=p), by="mean"),
)


def tail(name, side, width, failure):
    """The tail of one side, and its choice of t."""
    return (
        fact(f"{name} tail", chernoff(Y=m, v=1 / (4 * n), mu=p, t=t, side=side),
             event(le(side * (m - p), t), failure=exp(-2 * n * t**2)), by=("sum", "centre")),
        fact(name, Choice(t, width), event(le(side * (m - p), width), failure=failure), by=f"{name} tail"),
    )  # fmt: skip


ONE = sqrt(log(1 / delta) / (2 * n))
TWO = sqrt(log(2 / delta) / (2 * n))

ABOVE = event(le(m - p, ONE), failure=delta)
ONE_SIDE = Derivation(DOMAIN, ASSUMPTIONS, (*CHAIN, *tail("above", 1, ONE, delta)), ABOVE, m, (COINS,))

BOTH = event(le(Abs(m - p), TWO), failure=delta)
TWO_SIDES = Derivation(
    DOMAIN,
    ASSUMPTIONS,
    (
        *CHAIN,
        *tail("above", 1, TWO, delta / 2),
        *tail("below", -1, TWO, delta / 2),
        fact("both", BOTH, by=("above", "below")),
    ),
    BOTH,
    m,
    (COINS,),
)
