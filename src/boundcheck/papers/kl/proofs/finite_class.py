"""The event of Theorem 4.2 from what the page assumes, for a finite class: no centred error exceeds its bonus."""

from __future__ import annotations

from typing import Any

from sympy import Integer, log

from boundcheck.calculus import (
    Assumed,
    Choice,
    Definition,
    Derivation,
    Expected,
    Granted,
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
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import expectation_of, range_of
from boundcheck.lemmas.samples import bounded_by

from ..notation import bound, delta, n, size
from ..quantities import PRICE
from .pessimism import COVERAGE, TOLD, a, centre, cover, guess, truth
from .private_mle import (
    COMPLEX,
    DATA,
    LETTERS_OF_THE_PROOF,
    METHOD,
    PAIRS,
    REWARDS,
    K,
    Members,
    V,
    first,
    gain,
    k,
    ratios,
    second,
    separation,
)

OTHERS = Members(size - 1)
j = OTHERS.j
chosen = quantity("c", "the member other than the truth that the estimate is, where it is one", COMPLEX, DATA, range=size - 1)
other = quantity("o", "0 where the estimate is the truth, else 1", COMPLEX, DATA)
new = family("N", "member j minus the truth, in differences at a new pair", (j,), {"fresh pair"})
allowed = quantity("allowed", "the squared error for which the bonus is made", TOLD)
where = quantity("a_0", "pair of a state and an action where the ratio is largest", TOLD, DATA, range=a.size)
ratio = quantity("rho", "largest ratio of a centred error to its bonus", TOLD, DATA)
ERROR = 4 * PRICE * log((size - 1) / delta) / n


def derivation(part: HighProbabilityBound, draws: Any, measured: tuple[Any, ...]) -> Derivation:
    """That the largest ratio is at most 1."""
    stated = event(*(le(ratio, one) for one in dict.fromkeys((part.explicit, part.constant * part.printed))), failure=delta)
    R, gained, moved = OTHERS.R, gain(OTHERS.own(k, chosen)), first - second
    error = guess - truth - centre
    covered, here = put(cover, {a: where}), put(error, {a: where})
    laws = {
        **OTHERS.assumed(),
        "new pair in range": Assumed(law(new(j), "bounded", -2 * bound, 2 * bound), REWARDS),
        "new pair": Assumed(law(new(j) ** 2, "mean", R(j), given=DATA), PAIRS),
        "first action": Assumed(law(first**2, "mean", V, given=DATA), PAIRS),
        "second action": Assumed(law(second**2, "mean", V, given=DATA), PAIRS),
        "actions apart": Assumed(law(first * second, "mean", 0, given=DATA), PAIRS),
        "first square": Assumed(law(first**2, "integrable"), REWARDS),
        "second square": Assumed(law(second**2, "integrable"), REWARDS),
        "product": Assumed(law(first * second, "integrable"), REWARDS),
    }
    assumptions: dict[str, Any] = {
        **laws,
        **OTHERS.defined(),
        "allowed": Definition(allowed, ERROR),
        "truth or not": Granted(always(eq(other**2, other)), METHOD),
        "a member": Granted(always(eq(moved, other * new(chosen))), METHOD),
        "most likely": Granted(always(le(0, other * Total(gained, k, n))), METHOD),
        "coverage of a pair": Granted(always(le(0, cover), le(error**2, cover * V)), COVERAGE),
        "largest ratio": Granted(always(le(0, ratio), lt(0, covered), eq(ratio**2 * covered * allowed, here**2)), "the event of Theorem 4.2"),
    }
    facts = (
        *separation(OTHERS),
        *ratios(OTHERS),
        fact("the chosen one", Choice(j, chosen), by="all members"),
        fact("mean square of the estimate", event(le(other * R(chosen), 8 * K * log((size - 1) / delta) / n), failure=delta),
             by=("the chosen one", "most likely", "truth or not", "positive price")),
        fact("new differences", range_of(D=new(j), low=-2 * bound, high=2 * bound), by="new pair in range"),
        fact("its differences", Choice(j, chosen), by="new differences"),
        fact("new square", always(le(0, new(chosen) ** 2), le(new(chosen) ** 2, 4 * bound**2)), by="its differences"),
        fact("range of the new square", bounded_by(X=new(chosen) ** 2, low=0, high=4 * bound**2), by="new square"),
        fact("at a new pair", eq(moved**2, other * new(chosen) ** 2), by=("a member", "truth or not")),
        fact("over a new pair", Expected(DATA), by=("at a new pair", "first square", "second square", "product", "range of the new square")),
        fact("first mean", expectation_of(D=first**2, mean=V, given=DATA), by="first action"),
        fact("second mean", expectation_of(D=second**2, mean=V, given=DATA), by="second action"),
        fact("cross mean", expectation_of(D=first * second, mean=Integer(0), given=DATA), by="actions apart"),
        fact("new mean", expectation_of(D=new(j) ** 2, mean=R(j), given=DATA), by="new pair"),
        fact("its mean square", Choice(j, chosen), by="new mean"),
        fact("variance", eq(2 * V, other * R(chosen)), by=("over a new pair", "first mean", "second mean", "cross mean", "its mean square")),
        fact("error", event(le(V, allowed), failure=delta), by=("mean square of the estimate", "variance", "allowed", "K")),
        fact("sign", lt(0, allowed), by="allowed"),
        fact("coverage there", Choice(a, where), by="coverage of a pair"),
        fact("squared ratio", event(le(ratio**2, 1), failure=delta), by=("error", "sign", "coverage there", "largest ratio")),
        fact("theorem", stated, by=("squared ratio", "largest ratio")),
    )  # fmt: skip
    worlds = (World("pairs of two actions", tuple(one.says for one in laws.values()), draws),)
    return Derivation(LETTERS_OF_THE_PROOF, assumptions, facts, stated, ratio, worlds, measured)
