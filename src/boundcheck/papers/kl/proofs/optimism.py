"""Lemma C.4 from what the page assumes: Lemma C.3's error in sample, and the bonus that covers it at all rounds and pairs."""

from __future__ import annotations

from typing import Any

from sympy import Min, Symbol, cosh, log, sinh, sqrt, tanh

from boundcheck.calculus import (
    Assumed,
    Choice,
    Definition,
    Derivation,
    Fact,
    Granted,
    Index,
    Past,
    Summed,
    Total,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    letter,
    quantity,
)
from boundcheck.calculus.terms import put
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import hoeffding_lemma
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import range_of
from boundcheck.lemmas.samples import indicator_off

from ..notation import bound, delta, epsilon, lam, rounds, size
from .least_squares import DATA, SHOWN, chosen, in_sample, j, k, least_squares, other, t

LABELS, METHOD = "Eq. (7), with Assumption 3.7", "Algorithm 2, line 8; Assumption 3.8"
REWARDS, SET, SCALE = "Assumption 3.8", "Definition 3.5; Eq. (13), with the cap 2 B", "Theorem 5.2, the condition on lambda"
OWN = (t, rounds, size, bound, epsilon, delta, lam)

a = Index("a", Symbol("pairs", integer=True, positive=True))  # of a state and an action
T = family("T", "the truth's difference at the pair of round k", (k,), {Past("pairs", k + 1)})(k)
G = family("G", "member j minus the truth, in differences at the pair of round k", (k, j), {Past("pairs", k + 1)})
noise = family("xi", "private label of round k, minus its mean", (k, epsilon), {Past("pairs", k + 1), Past("labels", k + 1)})(k)
own = family("p", "mean of the private label of round k under member j", (k, j, epsilon), {Past("pairs", k + 1)})
true = family("q", "mean of the private label of round k under the truth", (k, epsilon), {Past("pairs", k + 1)})(k)
predicted = family("f", "what member j predicts for the label of round k, minus the truth", (k, j, epsilon), {Past("pairs", k + 1)})
lacks = family("e", "centred error of the estimate after t rounds at pair a, the truth less the estimate; 0 while there is none", (t, a, *OWN[1:]), DATA)
U = family("U", "uncertainty at pair a after t rounds", (t, a, *OWN[1:]), DATA)
out = family("out", "whether the truth lies outside of the confidence set after t rounds", OWN, DATA)(t)
width = quantity("Gamma", "radius of the confidence set", (size, bound, epsilon, delta))
when, where = (
    quantity(name, f"the {word} at which the bonus lacks most", OWN[1:], DATA, range=size_)
    for name, word, size_ in (("t_0", "round", rounds), ("a_0", "pair", a.size))
)
failed = quantity("I", "1 where optimism fails in some round at some pair, else 0", OWN[1:], DATA)
x, y, u = map(letter, ("x", "y", "u"))
BOX = (x >= -bound, x <= bound, y >= -bound, y <= bound)

SHARE = tanh(epsilon / 2)
GAMMA = 8 * cosh(bound / 2) ** 2 / SHARE * sqrt(log(2 * (size - 1) / delta))
SLOPE = 2 * cosh(bound / 2) ** 2  # Lemma A.8, before privacy
GIVEN = (size >= 2, rounds >= 1, epsilon > 0, lam <= GAMMA**2 / 2)

in_differences = other**2 * Total(G(k, chosen) ** 2, k, t)
bonus = Min(2 * bound, width * U(t, a))
LAWS = {
    "truth in range": Assumed(law(T, "bounded", -bound, bound), REWARDS),
    "members in range": Assumed(law(T + G(k, j), "bounded", -bound, bound), REWARDS),
    "errors in range": Assumed(law(lacks(t, a), "bounded", -2 * bound, 2 * bound), REWARDS),
    "mean": Assumed(law(noise, "mean", 0, given=SHOWN), LABELS),
    "label": Assumed(law(noise, "bounded", -1 - true, 1 - true, given=SHOWN), LABELS),
    "outside": Assumed(law(out, "indicator", le(in_differences + lam, width**2)), SET),
    "failed": Assumed(law(failed, "indicator", put(put(le(lacks(t, a), bonus), {t: when}), {a: where})), "Lemma C.4"),
}
ASSUMPTIONS: dict[str, Any] = {
    **LAWS,
    "p": Definition(own(k, j), SHARE * tanh((T + G(k, j)) / 2)),
    "q": Definition(true, SHARE * tanh(T / 2)),
    "f": Definition(predicted(k, j), own(k, j) - true),
    "Gamma": Definition(width, GAMMA),
    "truth or not": Granted(always(eq(other**2, other)), METHOD),
    "least squares": Granted(least_squares(predicted(k, chosen), noise), METHOD),
    "uncertainty": Granted(
        always(le(0, U(t, a)), le((1 - out) * (lacks(t, a) ** 2 - U(t, a) ** 2 * (lam + in_differences)), 0)), SET
    ),
}
FACTS: tuple[Fact, ...] = (
    fact("tail", hoeffding_lemma(X=noise, low=-1 - true, high=1 - true, given=SHOWN), by="label", because="Lemma C.1"),
    *in_sample(predicted, noise, delta / 2),
    fact("truth", range_of(D=T, low=-bound, high=bound), by="truth in range"),
    fact("member", range_of(D=T + G(k, j), low=-bound, high=bound), by="members in range"),
    fact("arc", le(u**2, sinh(u) ** 2), by=()),
    fact("arc here", Choice(u, (x - y) / 2), by="arc"),
    fact("difference", le(sinh((x - y) / 2) ** 2, (cosh(x / 2) * cosh(y / 2)) ** 2 * (tanh(x / 2) - tanh(y / 2)) ** 2), by=()),
    fact("flattest", le((cosh(x / 2) * cosh(y / 2)) ** 2, cosh(bound / 2) ** 4), by=()),
    fact("slope", le((x - y) ** 2, SLOPE**2 * (tanh(x / 2) - tanh(y / 2)) ** 2), by=("arc here", "difference", "flattest"), because="Lemma A.8"),
    fact("slope, member", Choice(x, T + G(k, j)), by=("slope", "member")),
    fact("slope here", Choice(y, T), by=("slope, member", "truth")),
    fact("share", lt(0, SHARE), by=()),
    fact("through the means", le(SHARE**2 * G(k, j) ** 2, SLOPE**2 * predicted(k, j) ** 2), by=("slope here", "p", "q", "f", "share")),
    fact("the estimate's means", Choice(j, chosen), by="through the means"),
    fact("summed", Summed(k, t), by="the estimate's means"),
    fact("differences", event(le(SHARE**2 * in_differences, 8 * SLOPE**2 * log(2 * (size - 1) / delta)), failure=delta / 2, every=(t,)),
         by=("in sample", "summed"), because="Lemma C.3"),
    fact("half the radius", event(le(in_differences, width**2 / 2), failure=delta / 2, every=(t,)), by=("differences", "Gamma", "share")),
    fact("scale", le(lam, width**2 / 2), by="Gamma"),
    fact("radius", event(le(in_differences + lam, width**2), failure=delta / 2, every=(t,)), by=("half the radius", "scale")),
    fact("inside", indicator_off(indicator=out, relation=le(in_differences + lam, width**2), failure=delta / 2, every=(t,)), by=("outside", "radius")),
    fact("range", range_of(D=lacks(t, a), low=-2 * bound, high=2 * bound), by="errors in range"),
    fact("sign", lt(0, width), by="Gamma"),
)  # fmt: skip


def derivation(part: HighProbabilityBound, draws: Any, measured: Any) -> Derivation:
    """Optimism at all rounds and pairs at once."""
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(failed, one) for one in dict.fromkeys((explicit, printed))), failure=delta)
    here = put(put(le(lacks(t, a), bonus), {t: when}), {a: where})
    facts = (
        *FACTS,
        fact("covered", event(le(lacks(t, a) ** 2, (width * U(t, a)) ** 2), failure=delta / 2, every=(t, a)), by=("inside", "uncertainty")),
        fact("optimism", event(le(lacks(t, a), bonus), failure=delta / 2, every=(t, a)), by=("covered", "range", "sign", "uncertainty")),
        fact("at the worst round", Choice(t, when), by="optimism"),
        fact("at the worst place", Choice(a, where), by="at the worst round"),
        fact("it does not fail", indicator_off(indicator=failed, relation=here, failure=delta / 2), by=("failed", "at the worst place")),
        fact("theorem", stated, by="it does not fail"),
    )  # fmt: skip
    worlds = (World("two actions, online", tuple(one.says for one in LAWS.values()), draws),)
    return Derivation(BOX, ASSUMPTIONS, facts, stated, failed, worlds, measured)
