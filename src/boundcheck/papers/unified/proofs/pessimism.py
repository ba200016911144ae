"""Theorem 6.1 from what the page assumes to its bound: Theorem 5.4's estimate, and the policy that is pessimistic about it."""

from __future__ import annotations

from sympy import Rational, exp, sqrt

from boundcheck.calculus import (
    IDENTITY,
    Assumed,
    Definition,
    Derivation,
    Family,
    Granted,
    Inner,
    Moment,
    Norm,
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
from boundcheck.lemmas.matrices import reached_norm
from boundcheck.lemmas.regression import ConfidenceSet, least_value_above, least_value_below
from boundcheck.rlhf.worlds.policy_comparisons import NearTie

from ..lab.pessimism import POLICIES
from ..notation import ball, c_epsilon, d, delta, epsilon, gamma, kappa, lam, n
from ..orders import Order
from .estimate import EVERYTHING, SETUP, i, truth, x
from .theorem_5_4.derivation import data_norm

SET, CHOSEN, CONDITION = "Algorithm 2, confidence set", "Algorithm 2, argmax", "Definition 4.3"
UNSEEN = Rational(2, 3)  # the share of the second moment, with the ridge, that the sample may lack
comparator = vector("phi_dagger", "mean feature of the comparator, minus that of the reference policy")


def derivation(order: Order, part: HighProbabilityBound, *, through_the_ball: bool = False) -> Derivation:
    """The bound of an order; features are halves of differences, and the parameter is twice that of the reward (Remark 5.2)."""
    ridge = lam / 4
    found, far, width, facts = data_norm(
        order, reach=2 * ball, ridge=ridge, failure=delta / 2, through_the_ball=through_the_ball
    )
    on = (n, ball, lam, delta, epsilon, *order.shares)
    chosen = vector("phi_hat", "mean feature of the policy that is returned, minus that of the reference policy", on, EVERYTHING)
    value, compared = (
        quantity(name, f"least value of the {whose} over the confidence set", on, EVERYTHING)
        for name, whose in (("J_hat", "policy that is returned"), ("J_dagger", "comparator"))
    )
    A = Moment(x, i) + ridge * IDENTITY
    told = quantity("Gamma", "the width that the algorithm is told", (n, d, ball, lam, delta, epsilon, gamma, c_epsilon, *order.shares))
    among = ConfidenceSet(found.hat, A, told, found.ball)
    error, size = Rational(1, 2) * Inner(truth, comparator - chosen), Norm(comparator, A.inverse)
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(le(error, explicit), le(error, printed), failure=delta)
    laws = {
        **found.laws,
        "Gamma": Definition(told, width),
        "independent features": Assumed(law(Family(x, i), "independent"), SETUP),
        "condition number": Assumed(law(x, "reaching", comparator, 0, 4 * kappa), CONDITION),
        "least value": Assumed(law(value, "least value", chosen, among, given=EVERYTHING), SET),
        "comparator's least value": Assumed(law(compared, "least value", comparator, among, given=EVERYTHING), SET),
    }
    worlds = (World("comparisons near a tie", tuple(a.says for a in laws.values() if isinstance(a, Assumed)), NearTie),)
    exponent = exp(-n * ridge * bennett_exponent(-UNSEEN))
    short = event(le(size, 2 * sqrt(3) * sqrt(kappa)), failure=delta / 2)
    facts += (
        fact("width", event(le(far, width), failure=delta / 2), by=("solve", "gradient"), because="Theorem 5.4"),
        fact("estimate", event(le(far, told), failure=delta / 2), by=("width", "Gamma")),
        fact("told", le(0, told), by="Gamma"),
        fact("pessimism", least_value_above(value=value, direction=chosen, among=among, theta=truth, failure=delta / 2, known=EVERYTHING),
             by=("least value", "truth in the ball", "estimate")),
        fact("comparator", least_value_below(value=compared, direction=comparator, among=among, known=EVERYTHING), by="comparator's least value"),
        fact("product", le(-Inner(found.Delta, comparator), far * size), by=()),
        fact("gap", event(le(error, told * size), failure=delta / 2), by=("pessimism", "comparator", "argmax", "product"), because="Eq. (6)"),
        fact("least ridge", le(exponent, (delta / (4 * d)) ** Rational(3, 2)), by=()),
        fact("reached", reached_norm(x=x, index=i, radius=1, d=d, u=comparator, kappa=4 * kappa, lam=ridge, eta=UNSEEN),
             event(le(size**2, 12 * kappa), failure=delta / 2),
             by=("independent features", "features", "dimension", "condition number", "least ridge"), because="Lemma H.1"),
        fact("short", short, by="reached"),
        fact("both", event(le(error, 2 * sqrt(3) * told * sqrt(kappa)), failure=delta), by=("gap", "short", "told"), because="Corollary 4.4"),
        fact("bound", event(le(error, explicit), failure=delta), by=("both", "Gamma")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    laws["argmax"] = Granted(always(le(compared, value)), CHOSEN)
    measured = tuple(POLICIES.error(world) for world in POLICIES.directions)
    return Derivation((), laws, facts, stated, error, worlds, measured)
