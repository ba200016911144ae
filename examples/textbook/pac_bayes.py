"""PAC-Bayes: the mean risk of N functions with losses in [0, 1], under weights that the data choose."""

from dataclasses import dataclass

import numpy as np
from sympy import Integer, Max, Rational, exp, log, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Averaged,
    Definition,
    Derivation,
    Expectation,
    Family,
    Granted,
    Index,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import Claim, Letter, Regime, WidthBound, Widths
from boundcheck.lemmas.concentration import (
    average_mean,
    average_sub_gaussian,
    generating_function,
    hoeffding_lemma,
    markov,
    non_negative,
)
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.samples import change_of_measure, mean_of_average, one_of_many

n, N, lam, delta = symbols("n N lambda delta", real=True)
i, j = Index("i", n), Index("j", N)
loss = family("loss", "loss of function j at draw i", (i, j), {"data"})(i, j)
risk = family("risk", "risk of function j", (j,))(j)
rho = family("rho", "weight of function j", (j, n, N), {"data"})(j)
width = quantity("W", "divergence of the weights from equal ones, and what the data may stray", (n, N, lam, delta), {"data"})
stray = -lam * (Average(loss, i) - risk)
mixed = N * Average(rho * (risk - Average(loss, i)), j)
gap = Max(mixed, 0)
DIVERGENCE = N * Average(rho * log(N * rho), j)
LAWS = {
    "independent": law(Family(loss, i), "independent"),
    "range": law(loss, "bounded", 0, 1),
    "mean": law(loss, "mean", risk),
    "finite": law(exp(stray), "integrable"),
}
WEIGHTS = Granted(always(lt(0, rho), eq(N * Average(rho, j), 1)), "the setting: what weights are")


@dataclass(frozen=True)
class Draws:
    """Fair coins for N functions, one each or one for all draws, and weights that prefer what errs seldom."""

    formula: object
    independent: bool = True

    def __call__(self, rng, repeats, *, n, N, **point):
        n = int(n)
        flips = rng.binomial(n, 0.5, (repeats, N)) if self.independent else n * rng.integers(0, 2, (repeats, N))
        risks = flips / n
        weights = np.exp(-1000 * (risks - risks.min(axis=1, keepdims=True))) + 1e-9
        weights /= weights.sum(axis=1, keepdims=True)
        far = (weights * (0.5 - risks)).sum(axis=1)
        return np.maximum(far, 0), self.formula((weights * np.log(N * weights)).sum(axis=1), n=n, **point)


@dataclass(frozen=True)
class Width:
    """The width and its false versions, in numbers or in letters."""

    share: int = 8
    without: str = ""
    power: int = 1

    def __call__(self, divergence, *, n, delta, lam=None, **point):
        lam = point.get("lambda", lam)
        terms = {"divergence": divergence, "logarithm": (np.log if isinstance(delta, float) else log)(1 / delta)}
        return sum(term for name, term in terms.items() if name != self.without) / lam + lam / (self.share * n**self.power)


def claim(formula=Width(), without=()):
    """The claim of this width, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    drawn = Draws(formula, "independent" not in without)
    statement = event(le(gap, width), failure=delta)
    mean, ceiling = Average(exp(stray), j), exp(lam**2 / (8 * n))
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | {
            "weights": WEIGHTS,
            "width": Definition(width, formula(DIVERGENCE, n=n, lam=lam, delta=delta)),
        },
        facts=(
            fact("one", hoeffding_lemma(X=loss, low=0, high=1), by="range"),
            fact("sum", average_sub_gaussian(X=loss, index=i, v=Rational(1, 4)), by=("independent", "one")),
            fact("centre", average_mean(X=loss, index=i, mu=risk), by="mean"),
            fact("each", generating_function(Y=Average(loss, i), mu=risk, v=1 / (4 * n), s=-lam),
                 le(Expectation(exp(stray)), ceiling), by=("sum", "centre")),
            fact("all", Averaged(j), by="each"),
            fact("of the mean", mean_of_average(X=exp(stray), index=j), by="finite"),
            fact("positive", le(0, exp(stray)), by=()),
            fact("signs", non_negative(Y=exp(stray)), by="positive"),
            fact("strictly", lt(0, exp(stray)), by=()),
            fact("mean positive", Averaged(j), by="positive"),
            fact("its sign", non_negative(Y=mean), by="mean positive"),
            fact("Markov", markov(Y=mean, t=ceiling / delta), by="its sign"),
            fact("expected", le(Expectation(mean), ceiling), by=("all", "of the mean")),
            fact("small", event(le(mean, ceiling / delta), failure=delta), by=("Markov", "expected")),
            fact("other weights", change_of_measure(weights=Family(rho, j), values=Family(stray, j)), by="weights"),
            fact("divergence", change_of_measure(weights=Family(rho, j), values=Family(Integer(0), j)), by="weights"),
            fact("one of them", one_of_many(X=exp(stray), index=j), by="signs"),
            fact("above 0", lt(0, mean), by=("one of them", "strictly")),
            fact("logarithm", event(le(log(mean), lam**2 / (8 * n) + log(1 / delta)), failure=delta), by=("small", "above 0")),
            fact("weighted", event(le(lam * mixed, DIVERGENCE + log(1 / delta) + lam**2 / (8 * n)), failure=delta),
                 by=("logarithm", "other weights")),
            fact("its mean", event(le(mixed, formula(DIVERGENCE, n=n, lam=lam, delta=delta)), failure=delta), by="weighted"),
            fact("never below 0", le(0, width), by=("divergence", "width")),
            fact("bound", statement, by=("its mean", "never below 0", "width")),
        ),
        statement=statement,
        error=gap,
        worlds=(World("coins", tuple(held.values()), drawn),),
        measured=drawn,
    )  # fmt: skip
    point = {"n": 200, "N": 100, "lambda": 70.0, "delta": 0.05}
    regimes = (
        Regime("many functions", Widths(drawn), point),
        Regime("one function", Widths(drawn), {**point, "N": 1}, biting=True),
    )
    return Claim(
        words="The mean risk of N functions on n draws, under weights that the data may choose",
        letters=(
            Letter(n, "draws", n >= 1, (10, 1000), integer=True),
            Letter(N, "functions", N >= 1, (1, 1000), integer=True),
            Letter(lam, "temperature", lam > 0, (1, 100)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": WidthBound(delta, 1, regimes)},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "80 for 8": claim(Width(share=80)),
    "n squared": claim(Width(power=2)),
    "no logarithm": claim(Width(without="logarithm")),
    "no divergence": claim(Width(without="divergence")),
    "one draw for all": claim(without=("independent",)),
}
