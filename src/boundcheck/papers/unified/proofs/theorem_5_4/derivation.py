"""Theorem 5.4 from what the page assumes to its bound, order by order, in vectors of any dimension."""

from __future__ import annotations

from dataclasses import replace

from sympy import Add, Expr, Integer, sqrt

from boundcheck.calculus import (
    IDENTITY,
    Derivation,
    Fact,
    Family,
    Inner,
    Moment,
    Norm,
    always,
    event,
    fact,
    le,
    mean_vector,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.matrices import noise_norm
from boundcheck.lemmas.optimisation import distance, triangle
from boundcheck.lemmas.regression import change_norm, few_changes
from boundcheck.rlhf.estimators import weighted_norm_error

from ... import claim_e_1, claim_e_2
from ...notation import d, delta, gamma, lam, radius
from ...orders import Order
from ..estimate import DESIGN, Estimate, Noise, estimate, i, truth, x


def data_norm(
    order: Order,
    *,
    reach: Expr = radius,
    slope: Expr = gamma,
    steep: tuple[str, ...] = (),
    ridge: Expr = lam,
    failure: Expr = delta,
    through_the_ball: bool = False,
) -> tuple[Estimate, Expr, Expr, tuple[Fact, ...]]:
    """An order's estimate, its error in the norm of the data, what that is at most, and the facts that give it in the event "gradient".

    Parameters
    ----------
    order : Order
    reach, slope, ridge, failure : the radius of the ball, the least slope there, the ridge weight of the norm, and what the noise
        may fail with
    steep : names of the facts that say what the slope is, and that it is positive, where it is no letter
    through_the_ball : bool
        Whether the corrupted samples are bounded by the diameter of the ball, beyond the page.
    """
    found = estimate(order, reach, slope, steep)
    labels, Delta, total = found.labels, found.Delta, found.total
    A, S = Moment(x, i) + ridge * IDENTITY, Moment(x, i)
    error, dz = Norm(Delta, A), Inner(x, Delta)
    noise = mean_vector(Add(*(one.value for one in labels.noises)), x, i)
    bounded = tuple(f"{one.name}: noise" for one in labels.noises)
    size = Norm(noise if through_the_ball else total, A.inverse)
    grows = 2 * reach * Add(*(one.size * one.share for one in labels.changes)) if through_the_ball else Integer(0)
    facts: tuple[Fact, ...] = (
        *found.facts,
        fact("difference", distance(u=found.hat, w=truth), by=()),
        fact("diameter", le(Norm(Delta), 2 * reach), by=("difference", "true norm", "norm")),
    )
    if through_the_ball:
        facts += (
            fact("logits' difference", always(le(dz, 2 * reach), le(-2 * reach, dz)), by=("unit", "diameter")),
            *(fact(f"{one.name}: change", few_changes(change=one.value, numbers=Family(dz, i), size=one.size, bound=2 * reach, share=one.share),
                   by=(f"size of {one.name}", f"share of {one.name}", "logits' difference")) for one in labels.changes),
            fact("noise and changes", le(slope * Inner(Delta, Delta, S), Inner(noise, Delta) + grows),
                 by=("curved", *(f"{one.name}: change" for one in labels.changes))),
        )  # fmt: skip
    solved = size / slope + sqrt(grows / slope) + 2 * reach * sqrt(ridge)
    facts += (
        fact("ridge", le(slope * error**2, size * error + grows + 4 * slope * ridge * reach**2),
             by=("noise and changes" if through_the_ball else "curved", "diameter", *steep), because="the display after (21)"),
        fact("solve", le(error, solved), by=("ridge", *steep), because="Eq. (22)"),
    )  # fmt: skip
    split = labels.noises if through_the_ball else labels.parts
    apart = [mean_vector(one.value, x, i) for one in split]
    triangles = tuple(
        fact(f"triangle {k}", triangle(u=apart[k - 1], w=sum(apart[k + 1 :], apart[k]), weight=A.inverse), by=())
        for k in range(1, len(apart))
    )
    facts += triangles
    facts += labels.facts
    facts += tuple(noise_bound(one, ridge, failure / len(labels.noises)) for one in labels.noises)
    if not through_the_ball:
        bounded += tuple(f"{one.name}: change" for one in labels.changes)
        facts += tuple(
            fact(f"{one.name}: change", change_norm(change=one.value, vectors=Family(x, i), size=one.size, share=one.share, lam=ridge),
                 by=(f"size of {one.name}", f"share of {one.name}")) for one in labels.changes)  # fmt: skip
    width = order.noise(claim_e_1.explicit, failure)
    width += 0 if through_the_ball else order.corruption(claim_e_2.bound)
    facts += (
        fact("gradient", event(le(size, width), failure=failure, given=DESIGN),
             by=(*(one.name for one in triangles), *bounded)),
    )  # fmt: skip
    return found, error, solved.xreplace({size: width}), facts


def noise_bound(noise: Noise, ridge: Expr, failure: Expr) -> Fact:
    """Claim E.1 for one noise, in the form that the page sums up."""
    rule = noise_norm(
        eta=noise.value, x=x, index=i, sigma=noise.half_width, d=d, lam=ridge, delta=failure, given=noise.given
    )
    size = Norm(mean_vector(noise.value, x, i), (Moment(x, i) + ridge * IDENTITY).inverse)
    says = event(le(size, claim_e_1.explicit(noise.half_width, failure)), failure=failure, given=noise.given)
    return fact(f"{noise.name}: noise", rule, says, by=(*noise.by, "dimension"), because="Claim E.1")


def derivation(order: Order, part: HighProbabilityBound, *, through_the_ball: bool = False) -> Derivation:
    """The bound of an order; its explicit version, constant and rate are what the last lines say."""
    found, error, _, facts = data_norm(order, through_the_ball=through_the_ball)
    explicit, printed = part.explicit, part.constant * part.printed
    reached = event(le(error, explicit), failure=delta, given=DESIGN)
    stated = replace(reached, relations=(*reached.relations, le(error, printed)))
    facts += (
        fact("bound", reached, by=("solve", "gradient")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )
    return Derivation((), found.laws, facts, stated, error, (found.world,), weighted_norm_error)
