"""Theorem 6.3 from what the page assumes to its bound: Theorem 5.4's estimate, and the log-linear policy that it gives."""

from __future__ import annotations

from typing import Any

from sympy import Rational, exp, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Definition,
    Derivation,
    Family,
    Inner,
    World,
    always,
    event,
    fact,
    law,
    le,
    quantity,
    vector,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import bennett_exponent
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.matrices import new_copy
from boundcheck.lemmas.policies import log_linear_values
from boundcheck.rlhf.worlds.policy_comparisons import NearTie

from ..lab.log_linear import POLICIES
from ..notation import GAMMA, alpha, ball, beta, c_epsilon, d, delta, epsilon, gamma, kappa, lam, n, radius
from ..orders import Order
from .estimate import EVERYTHING, SETUP, i, truth, x
from .pessimism import UNSEEN
from .theorem_5_4.derivation import data_norm

CLASS, CONDITION, ESTIMATE = "Assumption 4.5", "Proposition 4.6", "Proposition 4.6; Assumption 4.5"
FEATURES = "the features of actions"
sft = vector("theta_sft", "the parameter of the policy before")
best = vector("phi_best", "mean feature of the best policy")


def _sum_in(product: Any) -> Any:
    """The sum among the factors of a bound."""
    (found,) = (factor for factor in product.args if factor.is_Add)
    return found


def _by_terms(part: HighProbabilityBound, displayed: Any) -> tuple[Any, ...]:
    """That the sharper version is at most ten times the displayed rate: noise, corruption and ridge, each with its own."""
    most, rate = _sum_in(part.explicit), _sum_in(part.printed)
    (noise, noisy), (moved, moves), (drawn, draws) = (
        [next(term for term in side.args if term.has(letter)) for side in (most, rate)] for letter in (d, alpha, lam)
    )
    width, printed_width = (next(factor for factor in term.args if factor.has(d)) for term in (noise, noisy))
    flat = exp(4 * beta * ball) + 2 + exp(-4 * beta * ball)
    up_to = lambda term, its: le(sqrt(6) * term, 10 * its)  # noqa: E731
    return (
        fact("least cost", le(1, c_epsilon), by=()),
        fact("least slope", always(le(4 * beta * ball, flat), lt(0, flat)), by=()),
        fact("logarithm", le(log(2 / delta), log(1 / delta) + 1), by=()),
        fact("squared width", le(width**2, 8 * d / n + 8 * log(1 / delta) / n), by="logarithm"),
        fact("width", le(width, 3 * printed_width), by="squared width"),
        fact("noise in the rate", up_to(noise, noisy), by=("width", "least cost", "least slope")),
        fact("squared corruption", le(48 * beta * ball * c_epsilon * flat, 100 * c_epsilon**2 * flat**2), by=("least cost", "least slope")),
        fact("corruption in the rate", up_to(moved, moves), by=("squared corruption", "least cost", "least slope")),
        fact("ridge in the rate", up_to(drawn, draws), by=()),
        fact("terms", le(most, 10 / sqrt(6) * rate), by=("noise in the rate", "corruption in the rate", "ridge in the rate")),
        fact("terms in letters", le(most, 10 / sqrt(6) * displayed), by=("terms", "P")),
        fact("factor", le(0, ball * sqrt(kappa)), by=()),
        fact("constant", le(part.explicit, part.constant * part.printed), by=("terms in letters", "factor", "P")),
    )  # fmt: skip


def derivation(
    order: Order, part: HighProbabilityBound, *, far: bool = False, through_the_ball: bool = False, by_terms: bool = False
) -> Derivation:
    """The bound of an order.

    Parameters
    ----------
    far : whether B bounds the norms of both parameters and features have differences of norm up to 2; features are then
        halves of these, and the parameter is doubled, else features are differences of norm up to 1 and B bounds a distance
    by_terms : whether the explicit version is compared with the printed one term by term, where the whole is not seen at once
    """
    halves = 2 if far else 1
    reach, ridge = (4 * beta * ball, lam / 4) if far else (beta * ball, lam)
    slope = quantity("gamma_far", "the least slope at logits up to 4 beta B", (beta, ball)) if far else gamma
    steep = ("slope", "rises") if far else ()
    found, size, _, facts = data_norm(
        order, reach=reach, slope=slope, steep=steep, ridge=ridge, failure=delta / 2, through_the_ball=through_the_ball
    )
    on = (n, ball, beta, epsilon, *order.shares)
    chosen = vector("phi_hat", "mean feature of the policy that is returned", on, EVERYTHING)
    square = quantity("V", "mean square of a new sample's product with the estimate's error", on, EVERYTHING)
    numbers = (n, d, ball, beta, lam, delta, epsilon, kappa, gamma, c_epsilon, *order.shares)
    gradient, told, whole = (
        quantity(name, words, numbers)
        for name, words in (("N", "what the gradient is at most"), ("Gamma", "the width of the estimate"), ("X", "the bound with every constant"))
    )
    said: dict[str, Any] = {f.name: getattr(f.says, "relations", (None,))[0] for f in facts}
    error = Rational(1, halves) * Inner(truth, best - chosen)
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(le(error, explicit), le(error, printed), failure=delta)
    times = 2 * ball if far else ball / 2
    per = 1 / (halves * beta)  # of the parameters of policies to those of logits
    laws: dict[str, Any] = {
        **found.laws,
        "independent features": Assumed(law(Family(x, i), "independent"), SETUP),
        "best policy": Assumed(law(best, "mean feature", per * truth + sft, FEATURES, given=EVERYTHING), CLASS),
        "policy": Assumed(law(chosen, "mean feature", per * truth + sft + per * found.Delta, FEATURES, given=EVERYTHING), ESTIMATE),
        "features apart": Assumed(law(FEATURES, "apart", halves), CLASS),
        "condition number": Assumed(law(x, "condition number", FEATURES, halves**2 * kappa), CONDITION),
        "mean square": Assumed(law(square, "mean square", x, found.Delta, given=EVERYTHING), CONDITION),
    }
    worlds = (World("comparisons near a tie", tuple(a.says for a in laws.values() if isinstance(a, Assumed)), NearTie),)
    if far:
        laws["slope"] = Definition(slope, GAMMA.subs(radius, reach))
        facts = (fact("rises", lt(0, slope), by="slope"), *facts)
    laws["N"] = Definition(gradient, said["gradient"].rhs)
    laws["Gamma"] = Definition(told, said["solve"].rhs.xreplace({said["gradient"].lhs: gradient}))
    laws["X"] = Definition(whole, explicit)
    displayed_terms = quantity("P", "the displayed terms, without their factor", numbers)
    if by_terms:
        laws["P"] = Definition(displayed_terms, _sum_in(part.printed))
    seen = event(le((1 - UNSEEN) * square, size**2), failure=delta / 2)
    facts += (
        fact("named", event(le(said["gradient"].lhs, gradient), failure=delta / 2), by=("gradient", "N")),
        fact("estimate", event(le(size, told), failure=delta / 2), by=("solve", "named", "Gamma", *steep[1:]), because="Theorem 5.4"),
        fact("sign", le(0, gradient), by="N"),
        fact("told", le(0, told), by=("Gamma", "sign", *steep[1:])),
        fact("least ridge", le(exp(-n * ridge * bennett_exponent(-UNSEEN)), (delta / (4 * d)) ** Rational(3, 2)), by=()),
        fact("new sample", new_copy(x=x, index=i, radius=1, d=d, value=square, v=found.Delta, lam=ridge, eta=UNSEEN, known=EVERYTHING),
             seen, by=("independent features", "features", "dimension", "mean square", "least ridge"), because="Lemma H.1"),
        fact("values", log_linear_values(w=truth, best=best, chosen=chosen, theta=per * truth + sft, step=found.Delta, scale=per, features=FEATURES, x=x,
                                         value=square, reach=reach, span=halves, kappa=halves**2 * kappa, known=EVERYTHING),
             always(le(0, square), le(Inner(truth, best - chosen), times * sqrt(halves**2 * kappa * square / 2))),
             by=("best policy", "policy", "features apart", "condition number", "mean square", "true norm"), because="Proposition 4.6"),
        fact("length", le(0, size), by=()),
        fact("seen", event(le(square, 3 * told**2), failure=delta), by=("new sample", "estimate", "told", "length")),
        fact("root", event(le(sqrt(kappa * square / 2), sqrt(3) / sqrt(2) * sqrt(kappa) * told), failure=delta), by=("seen", "told", "values")),
        fact("gap", event(le(error, times * sqrt(3) / sqrt(2) * sqrt(kappa) * told), failure=delta), by=("values", "root")),
        fact("all constants", le(times * sqrt(3) / sqrt(2) * sqrt(kappa) * told, whole), by=("X", "Gamma", "N", *steep[:1])),
        fact("bound", event(le(error, whole), failure=delta), by=("gap", "all constants")),
        fact("explicit", event(le(error, explicit), failure=delta), by=("bound", "X")),
        *(_by_terms(part, displayed_terms) if by_terms else (fact("constant", le(explicit, printed), by=()),)),
        fact("in letters", le(whole, printed), by=("constant", "X")),
        fact("printed", event(le(error, printed), failure=delta), by=("bound", "in letters")),
        fact("theorem", stated, by=("explicit", "printed")),
    )  # fmt: skip
    measured = tuple(POLICIES.error(world) for world in POLICIES.directions)
    return Derivation((), laws, facts, stated, error, worlds, measured)
