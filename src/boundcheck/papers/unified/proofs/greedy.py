"""Theorem 6.2 from what the page assumes to its bound: Theorem 5.7's estimate, and the policy that is greedy for it."""

from __future__ import annotations

from sympy import Rational

from boundcheck.calculus import (
    Assumed,
    Derivation,
    Granted,
    Inner,
    Norm,
    World,
    always,
    event,
    fact,
    law,
    le,
    vector,
)
from boundcheck.calculus.terms import Combination
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.optimisation import cauchy_schwarz, distance
from boundcheck.lemmas.regression import norm_bound
from boundcheck.rlhf.worlds.policy_comparisons import NearTie

from ..lab.greedy import POLICIES
from ..notation import ball, delta, epsilon, n
from ..orders import Order
from .coverage import euclidean
from .estimate import EVERYTHING, truth

FEATURES, GREEDY = "Assumption 4.1", "Algorithm 2, argmax"
best = vector("phi_best", "mean feature of the comparator")


def policy(order: Order) -> Combination:
    """The mean feature of the policy that the algorithm returns."""
    return vector("phi_hat", "mean feature of the policy that is returned", (n, ball, epsilon, *order.shares), EVERYTHING)


def derivation(order: Order, part: HighProbabilityBound) -> Derivation:
    """The bound of an order; features are halves of differences, and the parameter is twice that of the reward (Remark 5.2)."""
    found, _, facts = euclidean(order, reach=2 * ball)
    chosen, apart = policy(order), Norm(found.Delta)
    error = Rational(1, 2) * Inner(truth, best - chosen)
    explicit, printed = part.explicit, part.constant * part.printed
    reached = event(le(error, explicit), failure=delta)
    stated = event(le(error, explicit), le(error, printed), failure=delta)
    laws = {
        **found.laws,
        "comparator's features": Assumed(law(best, "norm", 1), FEATURES),
        "policy's features": Assumed(law(chosen, "norm", 1), FEATURES),
    }
    worlds = (World("comparisons near a tie", tuple(a.says for a in laws.values() if isinstance(a, Assumed)), NearTie),)
    facts += (
        fact("comparator", norm_bound(v=best, radius=1), by="comparator's features"),
        fact("policy", norm_bound(v=chosen, radius=1), by="policy's features"),
        fact("features apart", distance(u=chosen, w=best), by=()),
        fact("product", cauchy_schwarz(u=found.Delta, w=chosen - best), by=()),
        fact("gap", le(error, apart), by=("greedy", "product", "features apart", "comparator", "policy"), because="Eq. (4)"),
        fact("bound", reached, by=("gap", "distance")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )
    laws["greedy"] = Granted(always(le(Inner(found.hat, best), Inner(found.hat, chosen))), GREEDY)
    measured = tuple(POLICIES.error(world) for world in POLICIES.directions)
    return Derivation((), laws, facts, stated, error, worlds, measured)
