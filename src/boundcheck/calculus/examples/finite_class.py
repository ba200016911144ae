"""The excess risk of an empirical minimiser over finitely many functions with losses in [0, 1]."""

from sympy import Abs, Rational, exp, log, sqrt

from .. import (
    Assumed,
    Average,
    Choice,
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
    letter,
    quantity,
)
from .lemmas import average_mean, average_sub_gaussian, chernoff, hoeffding_lemma

n, N, delta, t = map(letter, ("n", "N", "delta", "t"))
DOMAIN = (n >= 1, N >= 1, delta > 0, delta < 1, t >= 0)
i, j, best = Index("i", n), Index("j", N), Index("best", N)
loss = family("loss", "loss of function j at draw i", (i, j), {"data"})
R = family("R", "risk of function j", (j,))
hat = quantity("hat", "a function of least average loss", (n, N), {"data"}, range=N)


def mean_loss(function):
    """The average loss of a function."""
    return Average(loss(i, function), i)


LAWS = {
    "independent": law(Family(loss(i, j), i), "independent"),
    "range": law(loss(i, j), "bounded", 0, 1),
    "mean": law(loss(i, j), "mean", R(j)),
}
WIDTH = sqrt(log(2 * N / delta) / (2 * n))


def one_function(name, side):
    """The tail of one function on one side."""
    above = mean_loss(j) - R(j)
    return (
        fact(f"{name} tail", chernoff(Y=mean_loss(j), v=1 / (4 * n), mu=R(j), t=t, side=side),
             event(le(side * above, t), failure=exp(-2 * n * t**2)), by=("sum", "centre")),
        fact(name, Choice(t, WIDTH), event(le(side * above, WIDTH), failure=delta / (2 * N)), by=f"{name} tail"),
    )  # fmt: skip


EXCESS = event(le(R(hat) - R(best), 2 * WIDTH), failure=delta)
FINITE_CLASS = Derivation(
    DOMAIN,
    {label: Assumed(one, "the setting") for label, one in LAWS.items()}
    | {"minimiser": Granted(always(le(mean_loss(hat), mean_loss(j))), "the method: the empirical minimiser")},
    (
        fact("lemma", hoeffding_lemma(X=loss(i, j), a=0, b=1), by="range"),
        fact("sum", average_sub_gaussian(X=loss(i, j), index=i, v=Rational(1, 4)), by=("independent", "lemma")),
        fact("centre", average_mean(X=loss(i, j), index=i, mu=R(j)), by="mean"),
        *one_function("above", 1),
        *one_function("below", -1),
        fact("each", event(le(Abs(mean_loss(j) - R(j)), WIDTH), failure=delta / N), by=("above", "below")),
        fact("uniform", ForAll(j), event(le(Abs(mean_loss(j) - R(j)), WIDTH), failure=delta, every=(j,)), by="each"),
        fact("at hat", Choice(j, hat), event(le(R(hat) - mean_loss(hat), WIDTH), failure=delta), by="uniform"),
        fact("at best", Choice(j, best), event(le(mean_loss(best) - R(best), WIDTH), failure=delta), by="uniform"),
        fact("minimal", Choice(j, best), le(mean_loss(hat), mean_loss(best)), by="minimiser"),
        fact("excess", EXCESS, by=("at hat", "at best", "minimal")),
    ),
    EXCESS,
    R(hat),
    (World("finite class", tuple(LAWS.values())),),
)
