"""Median of means: with a variance alone, the median of k block means of m numbers is as near as if they were bounded."""

import numpy as np
from sympy import Abs, Rational, log, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Derivation,
    Family,
    Index,
    World,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import average_mean, chebyshev, hoeffding
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import expectation_of
from boundcheck.lemmas.samples import average_variance, indicator_at_most, median_near

m, k, mu, v, rate, delta = symbols("m k mu v q delta", real=True)
i, j = Index("i", m), Index("j", k)
X = family("X", "number i of block j", (i, j, mu, v), {"data"})(i)
block = Average(X, i)
median = quantity("median", "median of the block means", (m, k, mu, v), {"data"})
missed = family("I", "whether the mean of block j is off", (j, m, mu, v), {"data"})(j)
WIDTH = sqrt(5 * v / m)


def laws(width):
    """What is assumed of the numbers, and what q is: the probability that the mean of a block is off by more than the width."""
    return {
        "independent": law(Family(X, i), "independent"),
        "mean": law(X, "mean", mu),
        "variance": law(X, "variance", v),
        "off": law(missed, "indicator", le(Abs(block - mu), width)),
        "0 or 1": law(missed, "bounded", 0, 1),
        "chance": law(missed, "mean", rate),
        "blocks": law(Family(missed, j), "independent"),
        "median": law(median, "median", Family(block, j)),
    }


def errors(rng, repeats, *, m, k, v, **point):
    """Numbers of Student's law with three degrees of freedom."""
    return np.abs(np.median(rng.standard_t(3, (repeats, k, m)).mean(axis=2), axis=1)) * np.sqrt(v / 3)


def copied(rng, repeats, *, m, k, v, **point):
    """One number, m k times."""
    return errors(rng, repeats, m=1, k=1, v=v)


def shifted(rng, repeats, *, m, k, v, **point):
    """Numbers of another mean."""
    return np.abs(errors(rng, repeats, m=m, k=k, v=v) + np.sqrt(v))


def claim(width=WIDTH, without=(), draws=errors):
    """The claim of this width, without some of the laws."""
    held = {label: one for label, one in laws(width).items() if label not in without}
    near = le(Abs(block - mu), width)
    statement = event(le(Abs(median - mu), width), failure=delta)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("block variance", average_variance(X=X, index=i, v=v), by=("independent", "variance")),
            fact("block mean", average_mean(X=X, index=i, mu=mu), by="mean"),
            fact("a block", chebyshev(Y=block, mu=mu, v=v / m, t=width), event(near, failure=Rational(1, 5)),
                 by=("block variance", "block mean")),
            fact("at most", indicator_at_most(indicator=missed, relation=near, failure=Rational(1, 5)), by=("off", "a block")),
            fact("its chance", expectation_of(D=missed, mean=rate), by="chance"),
            fact("rare", le(rate, Rational(1, 5)), by=("at most", "its chance")),
            fact("blocks that are off", hoeffding(X=missed, index=j, low=0, high=1, mu=rate, t=Rational(1, 4)),
                 by=("blocks", "0 or 1", "chance")),
            fact("less than half", event(lt(Average(missed, j), Rational(1, 2)), failure=delta),
                 by=("blocks that are off", "rare")),
            fact("near", median_near(median=median, X=block, index=j, missed=missed, centre=mu, t=width, failure=delta),
                 statement, by=("median", "off", "less than half")),
        ),
        statement=statement,
        error=Abs(median - mu),
        worlds=(World("Student", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    point = {"m": 40, "k": 25, "v": 1.0, "mu": 0.0, "delta": 0.05}
    return Claim(
        words="The median of the means of k blocks of m independent numbers of variance v",
        displays={"": (r"|\hat{\mu} - \mu| \le {}", width)},
        letters=(
            Letter(m, "numbers of a block", m >= 1, (10, 1000), integer=True),
            Letter(k, "blocks", k >= 1, (10, 100), integer=True),
            Letter(v, "variance", v > 0, (0.1, 10)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={
            "bound": HighProbabilityBound.of(
                width, failure=delta, trivial=10 * sqrt(v), given=(k >= 8 * log(1 / delta),),
                regimes=(Regime("heavy tails", Simulation(draws), point, biting=True),),
            )
        },
        derivations={"bound": derivation},
    )  # fmt: skip


CLAIM = claim()
TWINS = {
    "1/100 for 5": claim(sqrt(v / (100 * m))),
    "1/m for its root": claim(sqrt(5 * v) / m),
    "every block as one": claim(sqrt(v / (k * m)) / 5),
    "blocks of copies": claim(without=("independent",), draws=copied),
    "another mean": claim(without=("mean",), draws=shifted),
}
