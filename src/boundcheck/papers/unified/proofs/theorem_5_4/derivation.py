"""Theorem 5.4 from what the page assumes to its bound, order by order, in vectors of any dimension.

A debiased label that reaches the learner is the slope at the truth, plus centred noise, plus what an adversary changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sympy import Add, Expr, Rational, sqrt

from boundcheck.calculus import (
    IDENTITY,
    Assumed,
    Averaged,
    Definition,
    Derivation,
    Fact,
    Family,
    Index,
    Inner,
    Moment,
    Norm,
    World,
    always,
    event,
    fact,
    family,
    law,
    le,
    mean_vector,
    vector,
    vectors,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import hoeffding_lemma, sum_mean
from boundcheck.lemmas.matrices import noise_norm
from boundcheck.lemmas.optimisation import distance, triangle
from boundcheck.lemmas.regression import (
    Ball,
    LogisticLoss,
    change_norm,
    debiased_mean,
    debiased_sub_gaussian,
    few_changes,
    first_order,
    member_of_ball,
    minimiser_is_member,
    norm_bound,
    sigmoid,
)
from boundcheck.rlhf.estimators import weighted_norm_error
from boundcheck.rlhf.worlds import LinearWorld

from ... import claim_e_1, claim_e_2
from ...notation import alpha, alpha_1, alpha_2, c_epsilon, d, delta, epsilon, gamma, lam, n, radius
from ...orders import CLC, CTL, LTC, Order

# Where the page says what is assumed.
SETUP, MODEL, CHANGES, ORDER = "Definition 5.1", "Eq. (3)", "Definition 3.3", "Definition 3.4"
RESPONSE, MINIMISER, DEBIASED = "Algorithm 1, random response", "Algorithm 1, argmin", "Eq. (14)"

DESIGN = frozenset({"design"})
LABELS = DESIGN | {"labels"}
CORRUPTED = LABELS | {"adversary"}
EVERYTHING = CORRUPTED | {"coins"}

i = Index("i", n)
x = vectors("x", "features of sample i", (i,), DESIGN)(i)
truth = vector("theta_true", "the parameter that draws the labels")
own = family("e", "label i minus its mean", (i,), LABELS)(i)
at_truth = sigmoid(Inner(x, truth))
BALL = Ball(radius)


@dataclass(frozen=True)
class Noise:
    """Centred noise of the labels: half the distance of its values, and by what it is fixed."""

    name: str
    value: Expr
    half_width: Expr
    given: frozenset[str]


@dataclass(frozen=True)
class Change:
    """What an adversary changes: how large it is at most, and of which share of the samples."""

    name: str
    value: Expr
    size: Expr
    share: Expr


@dataclass(frozen=True)
class Labels:
    """What debiased labels consist of beside the slope at the truth; what is assumed of that, and what follows at once."""

    noises: tuple[Noise, ...]
    changes: tuple[Change, ...]
    laws: dict[str, Any]
    facts: tuple[Fact, ...]

    @property
    def parts(self) -> tuple[Noise | Change, ...]:
        return (*self.noises, *self.changes)


def response(known: frozenset[str]) -> tuple[Expr, dict[str, Any], tuple[Fact, ...]]:
    """What debiased randomised response adds to a label that is fixed by what is known."""
    p = family("p", "what debiased randomised response adds to label i", (i, epsilon), known | {"coins"})(i)
    laws = {
        "labels": Assumed(law(own, "mean", 0, given=DESIGN), MODEL),
        "response": Assumed(law(p, "debiased", epsilon, given=known), f"{RESPONSE}; {DEBIASED}"),
    }
    return p, laws, (fact("coins' mean", debiased_mean(eta=p, epsilon=epsilon, given=known), by="response"),)


def changed(name: str, share: Expr, size: Any, known: frozenset[str]) -> tuple[Change, dict[str, Assumed]]:
    """What an adversary changes who knows all that there is then."""
    value = family(name, "what the adversary changes of debiased label i", (i, epsilon, share), known)(i)
    place = CHANGES if size == 1 else f"{CHANGES}; {DEBIASED}"
    return Change(name, value, size, share), {
        f"size of {name}": Assumed(law(value, "bounded", -size, size), place),
        f"share of {name}": Assumed(law(Family(value, i), "share", share), CHANGES),
    }


def corrupted_first(share: Expr, *, later: Expr | None = None) -> Labels:
    """Labels are changed, then made private, and under CLC changed again: the coins know nothing of what the adversary saw."""
    p, laws, facts = response(CORRUPTED)
    first, of_first = changed("b", share, Rational(1), CORRUPTED)
    laws |= of_first | {
        "0 or 1": Assumed(law(own, "bounded", -at_truth, 1 - at_truth, given=DESIGN), MODEL),
        "independent labels": Assumed(law(Family(own, i), "independent", given=DESIGN), SETUP),
        "independent coins": Assumed(law(Family(p, i), "independent", given=CORRUPTED), f"{RESPONSE}; {ORDER}"),
    }
    changes = [first]
    if later is not None:
        second, of_second = changed("b_late", later, c_epsilon, EVERYTHING)
        changes, laws = [first, second], laws | of_second
    coins = Noise("coins", p, c_epsilon / 2, CORRUPTED)
    labels = Noise("labels", own, Rational(1, 2), DESIGN)
    facts += (
        fact("coins' tail", debiased_sub_gaussian(eta=p, epsilon=epsilon, given=CORRUPTED), by="response"),
        fact("labels' tail", hoeffding_lemma(X=own, low=-at_truth, high=1 - at_truth, given=DESIGN), by="0 or 1"),
        noise_bound(coins, delta / 2, ("independent coins", "coins' mean", "coins' tail", "dimension")),
        noise_bound(labels, delta / 2, ("independent labels", "labels", "labels' tail", "dimension")),
    )
    return Labels((coins, labels), tuple(changes), laws, facts)


def private_first(share: Expr) -> Labels:
    """Labels are made private and then changed: the noise of label and coin is one, and the adversary has seen both."""
    p, laws, facts = response(LABELS)
    both = family("q", "private label i, debiased, minus its mean", (i, epsilon), LABELS | {"coins"})(i)
    last, of_last = changed("b", share, c_epsilon, EVERYTHING)
    low, high = (1 - c_epsilon) / 2 - at_truth, (1 + c_epsilon) / 2 - at_truth
    laws |= of_last | {
        "label and coin": Definition(both, own + p),
        "two values": Assumed(law(both, "bounded", low, high, given=DESIGN), DEBIASED),
        "independent": Assumed(law(Family(both, i), "independent", given=DESIGN), f"{SETUP}; {RESPONSE}"),
    }
    noise = Noise("labels and coins", both, c_epsilon / 2, DESIGN)
    facts += (
        fact("mean", sum_mean(total=both, X=own, Y=p, a=0, b=0, given=DESIGN),
             by=("label and coin", "labels", "coins' mean")),
        fact("tail", hoeffding_lemma(X=both, low=low, high=high, given=DESIGN), by="two values"),
        noise_bound(noise, delta, ("independent", "mean", "tail", "dimension")),
    )  # fmt: skip
    return Labels((noise,), (last,), laws, facts)


def noise_bound(noise: Noise, failure: Expr, by: tuple[str, ...]) -> Fact:
    """Claim E.1 for one noise, in the form that the page sums up."""
    rule = noise_norm(
        eta=noise.value, x=x, index=i, sigma=noise.half_width, d=d, lam=lam, delta=failure, given=noise.given
    )
    size = Norm(mean_vector(noise.value, x, i), (Moment(x, i) + lam * IDENTITY).inverse)
    says = event(le(size, claim_e_1.explicit(noise.half_width, failure)), failure=failure, given=noise.given)
    return fact(f"{noise.name}: noise", rule, says, by=by, because="Claim E.1")


LABELS_OF = {
    CTL: corrupted_first(alpha),
    LTC: private_first(alpha),
    CLC: corrupted_first(alpha_1, later=alpha_2),
}


def derivation(order: Order, part: HighProbabilityBound, *, through_the_ball: bool = False) -> Derivation:
    """The bound of an order from what the page assumes.

    Parameters
    ----------
    order : Order
    part : HighProbabilityBound
        Its explicit version, constant and rate are what the last lines say.
    through_the_ball : bool
        Whether the corrupted samples are bounded by the diameter of the ball, beyond the page.
    """
    labels = LABELS_OF[order]
    estimate_on = (n, radius, epsilon, *order.shares)
    Delta = vector("Delta", "estimate minus truth", estimate_on, EVERYTHING)
    estimate = truth + Delta
    loss = LogisticLoss(at_truth + Add(*(one.value for one in labels.parts)), x, i)
    A, S = loss.weight(lam), Moment(x, i)
    error = Norm(Delta, A)
    laws = {
        "features": Assumed(law(x, "norm", 1), SETUP),
        "dimension": Assumed(law(x, "dimension", d), SETUP),
        "truth in the ball": Assumed(law(truth, "member", BALL), SETUP),
        "minimiser": Assumed(law(estimate, "minimiser", loss, BALL), MINIMISER),
        **labels.laws,
    }
    z, dz = Inner(x, truth), Inner(x, Delta)
    total = mean_vector(Add(*(one.value for one in labels.parts)), x, i)
    noise = mean_vector(Add(*(one.value for one in labels.noises)), x, i)
    bounded = tuple(f"{one.name}: noise" for one in labels.noises)
    size = Norm(noise if through_the_ball else total, A.inverse)
    grows = 2 * radius * Add(*(one.size * one.share for one in labels.changes)) if through_the_ball else 0
    facts: tuple[Fact, ...] = (
        fact("unit", norm_bound(v=x, radius=1), by="features"),
        fact("true norm", member_of_ball(v=truth, ball=BALL), by="truth in the ball"),
        fact("inside", minimiser_is_member(loss=loss, hat=estimate, ball=BALL), by="minimiser"),
        fact("norm", member_of_ball(v=estimate, ball=BALL), by="inside"),
        fact("logit at truth", always(le(z, radius), le(-radius, z)), by=("unit", "true norm")),
        fact("logit at estimate", always(le(z + dz, radius), le(-radius, z + dz)), by=("unit", "norm")),
        fact("curvature", le(gamma * dz**2, (sigmoid(z + dz) - sigmoid(z)) * dz),
             by=("logit at truth", "logit at estimate"), because="Eq. (20), mended"),
        fact("convexity", Averaged(i), by="curvature"),
        fact("first order", first_order(loss=loss, hat=estimate, other=truth, ball=BALL),
             by=("minimiser", "truth in the ball")),
        fact("curved", le(gamma * Inner(Delta, Delta, S), Inner(total, Delta)), by=("convexity", "first order")),
        fact("difference", distance(u=estimate, w=truth), by=()),
        fact("diameter", le(Norm(Delta), 2 * radius), by=("difference", "true norm", "norm")),
    )  # fmt: skip
    if through_the_ball:
        facts += (
            fact("logits' difference", always(le(dz, 2 * radius), le(-2 * radius, dz)), by=("unit", "diameter")),
            *(fact(f"{one.name}: change", few_changes(change=one.value, numbers=Family(dz, i), size=one.size, bound=2 * radius, share=one.share),
                   by=(f"size of {one.name}", f"share of {one.name}", "logits' difference")) for one in labels.changes),
            fact("noise and changes", le(gamma * Inner(Delta, Delta, S), Inner(noise, Delta) + grows),
                 by=("curved", *(f"{one.name}: change" for one in labels.changes))),
        )  # fmt: skip
    facts += (
        fact("ridge", le(gamma * error**2, size * error + grows + 4 * gamma * lam * radius**2),
             by=("noise and changes" if through_the_ball else "curved", "diameter"), because="the display after (21)"),
        fact("solve", le(error, size / gamma + sqrt(grows / gamma) + 2 * radius * sqrt(lam)), by="ridge", because="Eq. (22)"),
    )  # fmt: skip
    split = labels.noises if through_the_ball else labels.parts
    apart = [mean_vector(one.value, x, i) for one in split]
    triangles = tuple(
        fact(f"triangle {k}", triangle(u=apart[k - 1], w=sum(apart[k + 1 :], apart[k]), weight=A.inverse), by=())
        for k in range(1, len(apart))
    )
    facts += triangles
    facts += labels.facts
    if not through_the_ball:
        bounded += tuple(f"{one.name}: change" for one in labels.changes)
        facts += tuple(
            fact(f"{one.name}: change", change_norm(change=one.value, vectors=Family(x, i), size=one.size, share=one.share, lam=lam),
                 by=(f"size of {one.name}", f"share of {one.name}")) for one in labels.changes)  # fmt: skip
    explicit, printed = part.explicit, part.constant * part.printed
    width = order.noise(claim_e_1.explicit, delta)
    width += 0 if through_the_ball else order.corruption(claim_e_2.bound)
    reached = event(le(error, explicit), failure=delta, given=DESIGN)
    stated = replace(reached, relations=(*reached.relations, le(error, printed)))
    facts += (
        fact("gradient", event(le(size, width), failure=delta, given=DESIGN),
             by=(*(one.name for one in triangles), *bounded)),
        fact("bound", reached, by=("solve", "gradient")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    worlds = (World("linear world", tuple(a.says for a in laws.values() if isinstance(a, Assumed)), LinearWorld),)
    return Derivation((), laws, facts, stated, error, worlds, weighted_norm_error)
