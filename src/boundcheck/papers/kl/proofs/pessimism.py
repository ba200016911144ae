"""Theorem 4.2 from what the page assumes to its bound: Lemma B.1's estimate, and the policy that is pessimistic about it."""

from __future__ import annotations

from typing import Any

from sympy import Symbol, sqrt

from boundcheck.calculus import (
    Assumed,
    Average,
    Definition,
    Derivation,
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
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.policies import pessimistic_shortfall

from ..notation import beta, bound, coverage, delta
from .private_mle import ASSUMED, ASSUMPTIONS, COMPLEX, DATA, ERROR, FACTS, LETTERS_OF_THE_PROOF, V

METHOD, COVERAGE = "Algorithm 1, lines 3 and 4", "Definitions 3.2 and 3.3, with the reference policy's mean as the offset; Assumption 3.8"
TOLD = (*COMPLEX, bound, delta)

a = Index("a", Symbol("pairs", integer=True, positive=True))  # of a state and an action
truth = family("r", "true reward at pair a", (a,))(a)
guess = family("r_bar", "estimate at pair a", (a, *COMPLEX), DATA)(a)
centre = family("b", "the reference policy's mean of the estimate's error, in the state of pair a", (a, *COMPLEX), DATA)(a)
cover = family("D2", "coverage of pair a by the reference policy", (a,))(a)
best = family("w", "probability of pair a under the best policy, times the number of pairs", (a, beta))(a)
told = quantity("told", "the squared error for which the bonus is made", TOLD)
shortfall = quantity("S", "shortfall of the policy that is returned", (*TOLD, beta), DATA)
bonus = sqrt(cover * told)


def derivation(part: HighProbabilityBound, draws: Any, measured: tuple[Any, ...]) -> Derivation:
    """The bound of the shortfall; its explicit version, constant and rate are what the last lines say."""
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(shortfall, one) for one in dict.fromkeys((explicit, printed))), failure=delta)
    policy, error = guess - bonus, guess - truth - centre
    rewards = {"value": shortfall, "told": Family(policy, a), "truth": Family(truth, a), "offset": Family(centre, a), "beta": beta}
    weights, width = Family(best, a), Family(2 * bonus, a)
    laws = {
        "shortfall": Assumed(law(shortfall, "shortfall", rewards["told"], rewards["truth"], beta), METHOD),
        "offset": Assumed(law(rewards["offset"], "of the state"), COVERAGE),
        "best policy": Assumed(law(weights, "policy weights", rewards["truth"], beta), "Eq. (5)"),
    }
    assumptions = {
        **ASSUMPTIONS,
        **laws,
        "told": Definition(told, ERROR),
        "coverage of a pair": Granted(always(le(0, cover), le(error**2, cover * V)), COVERAGE),
        "coverage": Granted(always(eq(Average(best * cover, a), coverage)), COVERAGE),
    }
    facts = (
        *FACTS,
        fact("what is told", event(le(V, told), failure=delta), by=("error", "told")),
        fact("squared errors", event(le(error**2, cover * told), failure=delta, every=(a,)), by=("what is told", "coverage of a pair")),
        fact("pessimism", event(le(policy - centre, truth), le(truth - policy + centre, 2 * bonus), failure=delta, every=(a,)),
             by="squared errors", because="event of Theorem 4.2"),
        fact("shortfalls", pessimistic_shortfall(**rewards, width=width, weights=weights, failure=delta),
             by=("shortfall", "offset", "best policy", "pessimism"), because="Lemmas A.7 and B.2"),
        fact("told in letters", event(le(shortfall, 2 * beta * coverage * told), failure=delta), by=("shortfalls", "coverage")),
        fact("bound", event(le(shortfall, explicit), failure=delta), by=("told in letters", "told")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    known = tuple(one.says for one in (*ASSUMED.values(), *laws.values()))
    worlds = (World("pairs of two actions", known, draws),)
    return Derivation(LETTERS_OF_THE_PROOF, assumptions, facts, stated, shortfall, worlds, measured)
