"""Split conformal prediction: the score of a new point is at most the k-th smallest of n others, k from (1 - alpha)(n + 1) on."""

import numpy as np
from sympy import Rational, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Choice,
    Derivation,
    Expectation,
    Expected,
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
from boundcheck.claims import Claim, Letter, Regime, WidthBound, Widths
from boundcheck.lemmas.concentration import indicator_mean
from boundcheck.lemmas.samples import exchanged, few_above, of_fewer

n, k, alpha = symbols("n k alpha", real=True)
i, h = Index("i", n + 1), Index("h", n)
S = family("S", "score of point i", (i,), {"data"})
new = quantity("new", "the new point", (n,), range=n + 1)
among_all, width = (
    quantity(name, f"the k-th smallest of the scores {words}", (n, k), {"data"})
    for name, words in (("Q", "of all points"), ("W", "of the old points"))
)
above = family("I", "whether score i is larger", (i, k), {"data"})(i)
LAWS = {
    "exchangeable": law(Family(S(i), i), "exchangeable"),
    "of all": law(among_all, "order statistic", Family(S(i), i), k),
    "of the old": law(width, "order statistic", Family(S(h), h), k),
    "above": law(above, "indicator", le(S(i), among_all)),
    "averages": law(Average(above, i), "integrable"),
}


def draws(rng, repeats, *, n, k, **point):
    """Scores of Student's law: the new one, and the k-th smallest of n others."""
    scores = np.abs(rng.standard_t(2, (repeats, n + 1)))
    return scores[:, -1], np.sort(scores[:, :-1], axis=1)[:, int(k) - 1]


def drifting(rng, repeats, *, n, k, **point):
    """The new score is from another law."""
    found, width = draws(rng, repeats, n=n, k=k)
    return 3 * found, width


def claim(failure=alpha, needed=(1 - alpha) * (n + 1), without=(), drawn=draws, factor=1):
    """The claim of this failure for k of at least this size, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    score = S(new)
    statement = event(le(score, factor * width), failure=failure)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("few", few_above(quantile=among_all, S=S(i), index=i, k=k, above=above), by=("of all", "above")),
            fact("on average", Expected(), le(Expectation(Average(above, i)), 1 - k / (n + 1)), by=("few", "averages")),
            fact("alike", exchanged(S=S(i), index=i, quantile=among_all, k=k, above=above), by=("exchangeable", "of all", "above")),
            fact("each", le(Expectation(above), failure), by=("alike", "on average")),
            fact("missed", indicator_mean(indicator=above, relation=le(S(i), among_all)),
                 event(le(S(i), among_all), failure=failure), by=("above", "each")),
            fact("the new one", Choice(i, new), by="missed"),
            fact("fewer", of_fewer(quantile=among_all, wider=width, S=S, index=i, fewer=h, k=k), by=("of all", "of the old")),
            fact("covered", statement, by=("the new one", "fewer")),
        ),
        statement=statement,
        error=score,
        worlds=(World("scores", tuple(held.values()), drawn),),
        measured=drawn,
    )  # fmt: skip
    regime = Regime("Student", Widths(drawn), {"n": 99, "k": 70, "alpha": 0.3}, biting=True)
    return Claim(
        words="Scores that are exchangeable, of n old points and of a new one",
        letters=(
            Letter(n, "old points", n >= 1, (10, 1000), integer=True),
            Letter(k, "place", k >= 1, (10, 1000), integer=True),
            Letter(alpha, "failure", (alpha > 0, alpha < 1), (0.01, 0.3)),
        ),
        parts={"coverage": WidthBound(failure, 100, (regime,), given=(k >= needed, k <= n), factor=factor)},
        derivations={"coverage": derivation},
    )


CLAIM = claim()
TWINS = {
    "half the failure": claim(failure=alpha / 2),
    "alpha squared": claim(failure=alpha**2),
    "half the width": claim(factor=Rational(1, 2)),
    "a new point from elsewhere": claim(without=("exchangeable",), drawn=drifting),
}
