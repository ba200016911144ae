"""Lemma C.2 from what the page assumes to its bound: least squares over a finite class, at all rounds at once."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, log

from boundcheck.calculus import (
    Assumed,
    Choice,
    Definition,
    Derivation,
    Fact,
    Family,
    ForAll,
    Granted,
    Index,
    Past,
    Total,
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
from boundcheck.calculus.terms import put
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.martingales import noise_at_all_times

from ..notation import delta, rounds, size

NOISE, METHOD = "Lemma C.2, first sentence", "Lemma C.2, least squares; the truth is a member of the class"
DATA = frozenset({"pairs", "labels"})

k, t, j = Index("k", rounds, 0), Index("t", rounds), Index("j", size - 1)  # members but for the truth
SHOWN = frozenset({Past("pairs", k + 1), Past("labels", k)})
f = family("f", "what member j predicts in round k, minus the truth", (k, j), {Past("pairs", k + 1)})
xi = family("xi", "label of round k, minus its mean", (k,), {Past("pairs", k + 1), Past("labels", k + 1)})(k)
chosen = quantity("c", "the member other than the truth that the estimate after t rounds is, where it is one", (t, rounds, size), DATA, range=size - 1)  # fmt: skip
other = family("o", "0 where the estimate after t rounds is the truth, else 1", (t, rounds, size), DATA)(t)
worst = quantity("worst", "round after which the error is largest", (rounds, size), DATA, range=rounds)
W = quantity("W", "largest in-sample squared error over the rounds", (rounds, size), DATA)


def squares(each: Expr) -> Expr:
    """Of the estimate after t rounds, its sum over them."""
    return other**2 * Total(each**2, k, t)


def least_squares(predicted: Expr, noise: Expr) -> Any:
    """The loss of the estimate is at most that of the truth: their difference, per member of the class."""
    return always(le(other * Total(predicted**2, k, t), 2 * other * Total(predicted * noise, k, t)))


def in_sample(predicted: Any, noise: Expr, failure: Expr) -> tuple[Fact, ...]:
    """The sum of squares of the estimate at all rounds, from the laws `mean` and `tail` of the noise."""
    confidence = log((size - 1) / failure)
    return (
        fact("one member", noise_at_all_times(noise=noise, weights=Family(predicted(k, j), k), index=k, last=t, v=1, eta=Rational(1, 2), delta=failure / (size - 1), given=SHOWN),
             by=("mean", "tail"), because="Lemma A.1, at 1/2"),
        fact("all members", ForAll(j), by="one member"),
        fact("the estimate's", Choice(j, chosen), by="all members"),
        fact("in sample", event(le(squares(predicted(k, chosen)), 8 * confidence), failure=failure, every=(t,)),
             by=("the estimate's", "least squares", "truth or not")),
    )  # fmt: skip


def derivation(part: HighProbabilityBound, draws: Any, measured: Any) -> Derivation:
    """The bound of the largest error over the rounds, of labels whose noise is 1-sub-Gaussian."""
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(W, one) for one in dict.fromkeys((explicit, printed))), failure=delta)
    laws = {
        "mean": Assumed(law(xi, "mean", 0, given=SHOWN), NOISE),
        "tail": Assumed(law(xi, "sub-Gaussian", 1, given=SHOWN), NOISE),
    }
    assumptions: dict[str, Any] = {
        **laws,
        "largest": Definition(W, put(squares(f(k, chosen)), {t: worst})),
        "truth or not": Granted(always(eq(other**2, other)), METHOD),
        "least squares": Granted(least_squares(f(k, chosen), xi), METHOD),
    }
    facts = (
        *in_sample(f, xi, delta),
        fact("at the worst round", Choice(t, worst), by="in sample"),
        fact("bound", event(le(W, explicit), failure=delta), by=("at the worst round", "largest")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )
    worlds = (World("labels of mean 0", tuple(one.says for one in laws.values()), draws),)
    return Derivation((), assumptions, facts, stated, W, worlds, measured)
