"""Theorem 5.7 from what the page assumes to its bound, order by order, in vectors of any dimension."""

from __future__ import annotations

from sympy import Expr, Rational, exp

from boundcheck.calculus import (
    Assumed,
    Derivation,
    Fact,
    Family,
    Inner,
    Moment,
    Norm,
    event,
    fact,
    law,
    le,
    mean_vector,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import bennett_exponent
from boundcheck.lemmas.matrices import matrix_chernoff_below, noise_length
from boundcheck.lemmas.optimisation import triangle
from boundcheck.lemmas.regression import change_length
from boundcheck.rlhf.estimators import l2_error

from .. import claim_e_3, claim_e_4
from ..notation import d, delta, gamma, n, radius, xi
from ..orders import Order
from .estimate import DESIGN, SETUP, Estimate, Noise, estimate, i, truth, x

COVERAGE = "Assumption 5.6"
UNSEEN = Rational(3, 4)  # the share of the least eigenvalue that the sample may lack


def euclidean(order: Order, *, reach: Expr = radius) -> tuple[Estimate, Expr, tuple[Fact, ...]]:
    """An order's estimate under coverage, what its Euclidean error is at most, and the facts that give it in the last one.

    The parameters are orthogonal to the vector of ones, so that they have a dimension less than the features.
    """
    found = estimate(order, reach)
    labels, Delta = found.labels, found.Delta
    del found.laws["dimension"]  # the parameters' own is enough
    found.laws["independent features"] = Assumed(law(Family(x, i), "independent"), SETUP)
    found.laws["coverage"] = Assumed(law(x, "covering", found.ball, xi, d - 1), f"{COVERAGE}; {SETUP}")
    error, size = Norm(Delta), Norm(found.total)
    apart = [mean_vector(one.value, x, i) for one in labels.parts]
    triangles = tuple(
        fact(f"triangle {k}", triangle(u=apart[k - 1], w=sum(apart[k + 1 :], apart[k])), by=())
        for k in range(1, len(apart))
    )
    noises = tuple(noise_bound(one, delta / 2 / len(labels.noises)) for one in labels.noises)
    changes = tuple(
        fact(f"{one.name}: change", change_length(change=one.value, vectors=Family(x, i), size=one.size, share=one.share, radius=1),
             by=(f"size of {one.name}", f"share of {one.name}", "features"), because="Claim E.4") for one in labels.changes)  # fmt: skip
    width = order.noise(claim_e_3.explicit, delta / 2) + order.corruption(claim_e_4.bound)
    return found, 4 * width / (gamma * xi), (
        *found.facts,
        *triangles,
        *labels.facts,
        *noises,
        *changes,
        fact("gradient", event(le(size, width), failure=delta / 2, given=DESIGN),
             by=tuple(one.name for one in (*triangles, *noises, *changes))),
        fact("least n", le(exp(-n * xi * bennett_exponent(-UNSEEN)), (delta / d) ** Rational(9, 4)), by=()),
        fact("least eigenvalue", matrix_chernoff_below(x=x, index=i, radius=1, xi=xi, eta=UNSEEN, hat=found.hat, other=truth, among=found.ball, dimension=d - 1),
             event(le((1 - UNSEEN) * xi * Inner(Delta, Delta), Inner(Delta, Delta, Moment(x, i))), failure=delta / 2),
             by=("independent features", "features", "coverage", "inside", "truth in the ball", "least n"), because="Lemma H.3"),
        fact("quarter", event(le(gamma * xi * error**2, 4 * size * error), failure=delta / 2), by=("curved", "least eigenvalue")),
        fact("divided", event(le(error, 4 * size / (gamma * xi)), failure=delta / 2), by="quarter", because="Eq. (26), at a quarter of the least eigenvalue"),
        fact("distance", event(le(error, 4 * width / (gamma * xi)), failure=delta), by=("divided", "gradient")),
    )  # fmt: skip


def noise_bound(noise: Noise, failure: Expr) -> Fact:
    """Claim E.3 for one noise, in the form that the page sums up."""
    rule = noise_length(eta=noise.value, x=x, index=i, sigma=noise.half_width, radius=1, delta=failure, given=noise.given)
    says = event(le(Norm(mean_vector(noise.value, x, i)), claim_e_3.explicit(noise.half_width, failure)), failure=failure, given=noise.given)
    return fact(f"{noise.name}: noise", rule, says, by=(*noise.by, "features"), because="Claim E.3")


def derivation(order: Order, part: HighProbabilityBound) -> Derivation:
    """The bound of an order; its explicit version, constant and rate are what the last lines say."""
    found, _, facts = euclidean(order)
    error = Norm(found.Delta)
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(le(error, explicit), le(error, printed), failure=delta)
    facts += (
        fact("bound", event(le(error, explicit), failure=delta), by="distance"),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )
    return Derivation((), found.laws, facts, stated, error, (found.world,), l2_error)
