"""EXP3: the regret of exponential weights over N arms, of which only the one that is played shows its loss."""

from dataclasses import dataclass

import numpy as np
from sympy import exp, log, oo, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Averaged,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Granted,
    Index,
    Induction,
    Past,
    World,
    always,
    eq,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import Claim, ExpectationBound, Letter, Regime, Simulation
from boundcheck.lemmas.concentration import non_negative
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import expectation_of
from boundcheck.lemmas.samples import mean_of_average, one_of_many

T, N, eta = symbols("T N eta", real=True)
k, t, j = Index("k", oo, 0), Index("T", oo), Index("j", N)
BEFORE, AFTER = {Past("arms", k)}, {Past("arms", k + 1)}
loss = family("loss", "loss of arm j in round k", (j, k))(j, k)
lost = family("L", "loss of arm j before round k", (j, k))
p = family("p", "probability of arm j in round k", (j, k, eta, N), BEFORE)(j, k)
shown = family("I", "whether arm j is played in round k", (j, k, eta, N), AFTER)(j, k)
guessed = family("G", "what the losses of arm j before round k are taken for", (j, k, eta, N), BEFORE)
paid = family("M", "loss of the arms played before round k", (k, eta, N), BEFORE)
spread = family("V", "squared losses of the arms played before round k, over their probabilities", (k, eta, N), BEFORE)
best = quantity("best", "an arm of least loss", (t, N), range=N)
guess = family("g", "what the loss of arm j in round k is taken for", (j, k, eta, N), AFTER)(j, k)
now, squares = N * Average(loss * shown, j), N * Average(p * guess**2, j)
weight = exp(-eta * guessed(j, k))
mean_weight = Average(weight, j)
regret = quantity("R", "what the arms played lose beyond the best one", (t, eta, N), {Past("arms", t)})
LAWS = {"drawn": law(shown, "mean", p, given=BEFORE)}
FINITE = {
    "guess": guess, "guessed": guessed(j, k), "guessed next": guessed(j, k + 1),
    "one square": p * guess**2, "its square": guess**2, "what is seen": shown,
    "squares": squares / N, "spread": spread(k), "spread next": spread(k + 1),
    "paid": paid(k), "paid by T": paid(t), "regret": regret, "guessed at first": guessed(j, 0),
    "spread at first": spread(0),
}  # fmt: skip
SETTING = {
    "losses": Granted(always(le(0, loss), le(loss, 1)), "the setting: the range of the losses"),
    "arms": Granted(always(eq(shown**2, shown)), "the setting: an arm is played or not"),
    "weights": Granted(always(eq(p * N * mean_weight, weight)), "the method: what is played"),
    "guess": Granted(always(eq(p * guess, loss * shown)), "the method: a loss that is seen counts by the probability of its arm"),
    "lost": Definition(lost(j, k + 1), lost(j, k) + loss),
    "guessed": Definition(guessed(j, k + 1), guessed(j, k) + guess),
    "paid": Definition(paid(k + 1), paid(k) + now),
    "spread": Definition(spread(k + 1), spread(k) + squares),
    "regret": Definition(regret, paid(t) - lost(best, t)),
    "first": Granted(always(eq(lost(j, 0), 0), eq(guessed(j, 0), 0), eq(paid(0), 0), eq(spread(0), 0)), "the start"),
}


def finite(*labels):
    """The names of the laws that say so."""
    return tuple(f"{label} is finite" for label in labels)


@dataclass(frozen=True)
class Played:
    """The regret where the first arm loses nothing and each other one 1; arms are drawn by their weights, or evenly."""

    drawn: bool = True

    def __call__(self, rng, repeats, *, T, N, eta, **point):
        losses, taken = np.ones(N), np.arange(repeats)
        losses[0] = 0.0
        total, regret = np.zeros((repeats, N)), np.zeros(repeats)
        for _ in range(T):
            weights = np.exp(-eta * (total - total.min(axis=1, keepdims=True)))
            weights /= weights.sum(axis=1, keepdims=True)
            level = rng.random((repeats, 1))
            arms = (level > weights.cumsum(axis=1)).sum(axis=1) if self.drawn else (N * level[:, 0]).astype(int)
            arms = np.minimum(arms, N - 1)
            regret += losses[arms]
            total[taken, arms] += losses[arms] / np.maximum(weights[taken, arms], 1e-12)
        return regret


def claim(rate=log(N) / eta + eta * N * T / 2, without=(), draws=Played()):
    """The claim of this rate, without some of the assumptions."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    held |= {f"{label} is finite": law(term, "integrable") for label, term in FINITE.items()}
    setting = {label: one for label, one in SETTING.items() if label not in without}
    bound = rate.subs(T, t)
    factor = 1 - eta * now + eta**2 / 2 * squares
    statement = always(le(Expectation(regret), bound))
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | setting,
        facts=(
            fact("positive", le(0, weight), by=()),
            fact("weights add", Averaged(j), by="positive"),
            fact("its sign", non_negative(Y=weight), by="positive"),
            fact("one weight", one_of_many(X=weight, index=j), by="its sign"),
            fact("probability", lt(0, p), by=("weights", "weights add", "one weight")),
            fact("a guess", le(0, guess), by=("losses", "arms", "probability", "guess")),
            fact("curve", le(exp(-eta * guess), 1 - eta * guess + eta**2 / 2 * guess**2), by="a guess"),
            fact("next weight", le(exp(-eta * guessed(j, k + 1)), weight * (1 - eta * guess + eta**2 / 2 * guess**2)),
                 by=("curve", "guessed")),
            fact("of what is seen", le(exp(-eta * guessed(j, k + 1)),
                 weight - eta * N * mean_weight * loss * shown + eta**2 / 2 * N * mean_weight * (p * guess**2)),
                 by=("next weight", "guess", "weights")),
            fact("next weights", Averaged(j), by="of what is seen"),
            fact("factor", le(factor, exp(-eta * now + eta**2 / 2 * squares)), by=()),
            fact("round", le(Average(exp(-eta * guessed(j, k + 1)), j), mean_weight * exp(-eta * now + eta**2 / 2 * squares)),
                 by=("next weights", "factor", "weights add")),
            fact("at first", le(exp(-eta * guessed(j, 0)), 1), by="first"),
            fact("weights at first", Averaged(j), by="at first"),
            fact("sums at first", always(eq(paid(0), 0), eq(spread(0), 0)), by="first"),
            fact("potential", Induction(k), le(mean_weight, exp(-eta * paid(k) + eta**2 / 2 * spread(k))),
                 by=("round", "weights add", "paid", "spread", "weights at first", "sums at first")),
            fact("each", le(paid(k) - guessed(j, k), log(N) / eta + eta / 2 * spread(k)), by=("one weight", "potential")),
            fact("expected", Expected(), by=("each", *finite("paid", "guessed", "spread"))),
            fact("seen", expectation_of(D=shown, mean=p, given=BEFORE), by="drawn"),
            fact("nothing guessed", eq(guessed(j, 0), 0), by="first"),
            fact("nothing guessed at first", Expected(), by=("nothing guessed", *finite("guessed at first"))),
            fact("nothing spread", eq(spread(0), 0), by="first"),
            fact("nothing spread at first", Expected(), by=("nothing spread", *finite("spread at first"))),
            fact("nothing lost at first", eq(lost(j, 0), 0), by="first"),
            fact("next guess", Expected(), le(Expectation(guessed(j, k + 1)), Expectation(guessed(j, k)) + Expectation(guess)),
                 by=("guessed", *finite("guess", "guessed", "guessed next"))),
            fact("seen and guessed", Expected(frozenset(BEFORE)), by=("guess", *finite("guess", "what is seen"))),
            fact("unbiased", eq(Expectation(guess, BEFORE), loss), by=("seen and guessed", "seen", "probability")),
            fact("on average", Expected(), by=("unbiased", *finite("guess"))),
            fact("guesses", Induction(k), le(Expectation(guessed(j, k)), lost(j, k)), 
                 by=("next guess", "on average", "lost", "nothing lost at first", "nothing guessed at first")),
            fact("of a square", eq(p**2 * guess**2, loss**2 * shown), by=("guess", "arms")),
            fact("expected square", Expected(frozenset(BEFORE)), by=("of a square", *finite("its square", "what is seen"))),
            fact("a square", le(p * Expectation(guess**2, BEFORE), 1), by=("expected square", "seen", "probability", "losses")),
            fact("squares", Averaged(j), by="a square"),
            fact("mean of squares", mean_of_average(X=p * guess**2, index=j, given=BEFORE), by="one square is finite"),
            fact("given the past", le(Expectation(squares, BEFORE), N), by=("squares", "mean of squares")),
            fact("in mean", Expected(), by=("given the past", *finite("squares"))),
            fact("next spread", Expected(), le(Expectation(spread(k + 1)), Expectation(spread(k)) + Expectation(squares)),
                 by=("spread", *finite("squares", "spread", "spread next"))),
            fact("spreads", Induction(k), le(Expectation(spread(k)), N * k),
                 by=("next spread", "in mean", "nothing spread at first")),
            fact("all", le(Expectation(paid(k)) - lost(j, k), log(N) / eta + eta * N * k / 2),
                 by=("expected", "guesses", "spreads")),
            fact("after T", Choice(k, t), by="all"),
            fact("the best", Choice(j, best), by="after T"),
            fact("what is lost", Expected(), by=("regret", *finite("regret", "paid by T"))),
            fact("rate", statement, by=("the best", "what is lost")),
        ),
        statement=statement,
        error=regret,
        worlds=(World("one arm is best", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    regimes = (Regime("one arm is best", Simulation(draws), {"T": 500, "N": 10, "eta": 0.03}),)
    return Claim(
        words="Exponential weights with the step eta, over N arms with losses in [0, 1] that are fixed beforehand",
        displays={"": (r"\mathbb{E} M_T - \min_j L_{j, T} \le {}", rate)},
        letters=(
            Letter(T, "rounds", T >= 1, (10, 1000), integer=True),
            Letter(N, "arms", N >= 2, (2, 100), integer=True),
            Letter(eta, "step", eta > 0, (0.001, 1)),
        ),
        parts={"regret": ExpectationBound(rate, T, regimes)},
        derivations={"regret": derivation},
    )


CLAIM = claim()
TWINS = {
    "no logarithm, and a quarter": claim(1 / (4 * eta) + eta * N * T / 8),
    "the root of T": claim(log(N) / eta + eta * N * sqrt(T) / 2),
    "arms that are drawn evenly": claim(without=("drawn",), draws=Played(drawn=False)),
}
