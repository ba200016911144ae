"""Algorithm 1's estimate from what the page assumes, order by order: how far it is from the truth, along the gradient there.

A debiased label that reaches the learner is the slope at the truth, plus centred noise, plus what an adversary changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Rational

from boundcheck.calculus import (
    Assumed,
    Averaged,
    Definition,
    Fact,
    Family,
    Index,
    Inner,
    Moment,
    World,
    always,
    fact,
    family,
    law,
    le,
    mean_vector,
    vector,
    vectors,
)
from boundcheck.calculus.terms import Combination
from boundcheck.lemmas.concentration import hoeffding_lemma, sum_mean
from boundcheck.lemmas.regression import (
    Ball,
    LogisticLoss,
    debiased_mean,
    debiased_sub_gaussian,
    first_order,
    member_of_ball,
    minimiser_is_member,
    norm_bound,
    sigmoid,
)
from boundcheck.rlhf.worlds import LinearWorld

from ..notation import alpha, alpha_1, alpha_2, c_epsilon, d, epsilon, gamma, n, radius
from ..orders import CLC, CTL, LTC, Order

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


@dataclass(frozen=True)
class Noise:
    """Centred noise of the labels: half the distance of its values, what it is given, and which facts say so."""

    name: str
    value: Expr
    half_width: Expr
    given: frozenset[str]
    by: tuple[str, ...]


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
    coins = Noise("coins", p, c_epsilon / 2, CORRUPTED, ("independent coins", "coins' mean", "coins' tail"))
    labels = Noise("labels", own, Rational(1, 2), DESIGN, ("independent labels", "labels", "labels' tail"))
    facts += (
        fact("coins' tail", debiased_sub_gaussian(eta=p, epsilon=epsilon, given=CORRUPTED), by="response"),
        fact("labels' tail", hoeffding_lemma(X=own, low=-at_truth, high=1 - at_truth, given=DESIGN), by="0 or 1"),
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
    noise = Noise("labels and coins", both, c_epsilon / 2, DESIGN, ("independent", "mean", "tail"))
    facts += (
        fact("mean", sum_mean(total=both, X=own, Y=p, a=0, b=0, given=DESIGN),
             by=("label and coin", "labels", "coins' mean")),
        fact("tail", hoeffding_lemma(X=both, low=low, high=high, given=DESIGN), by="two values"),
    )  # fmt: skip
    return Labels((noise,), (last,), laws, facts)


LABELS_OF = {
    CTL: corrupted_first(alpha),
    LTC: private_first(alpha),
    CLC: corrupted_first(alpha_1, later=alpha_2),
}


@dataclass(frozen=True)
class Estimate:
    """The minimiser over a ball, of labels under an order: how far it is from the truth, what is assumed, and what follows.

    The last fact is "curved": in the second moment of the features, gamma times the square of the distance is at most its
    product with the total of noise and changes; gamma is the slope.
    """

    labels: Labels
    ball: Ball
    Delta: Combination
    laws: dict[str, Any]
    facts: tuple[Fact, ...]

    @property
    def hat(self) -> Combination:
        return truth + self.Delta

    @property
    def world(self) -> World:
        """The world of the simulation, which has these laws."""
        return World("linear world", tuple(a.says for a in self.laws.values() if isinstance(a, Assumed)), LinearWorld)

    @property
    def total(self) -> Combination:
        """Minus the gradient at the truth."""
        return mean_vector(Add(*(one.value for one in self.labels.parts)), x, i)


def estimate(order: Order, reach: Expr = radius, slope: Expr = gamma, steep: tuple[str, ...] = ()) -> Estimate:
    """Algorithm 1 under an order, over the ball of this radius; the slope is that there, and `steep` says what it is."""
    labels, ball = LABELS_OF[order], Ball(reach)
    on = (n, *sorted(reach.free_symbols, key=str), epsilon, *order.shares)
    Delta = vector("Delta", "estimate minus truth", on, EVERYTHING)
    hat = truth + Delta
    loss = LogisticLoss(at_truth + Add(*(one.value for one in labels.parts)), x, i)
    laws = {
        "features": Assumed(law(x, "norm", 1), SETUP),
        "dimension": Assumed(law(x, "dimension", d), SETUP),
        "truth in the ball": Assumed(law(truth, "member", ball), SETUP),
        "minimiser": Assumed(law(hat, "minimiser", loss, ball), MINIMISER),
        **labels.laws,
    }
    z, dz = Inner(x, truth), Inner(x, Delta)
    total = mean_vector(Add(*(one.value for one in labels.parts)), x, i)
    facts = (
        fact("unit", norm_bound(v=x, radius=1), by="features"),
        fact("true norm", member_of_ball(v=truth, ball=ball), by="truth in the ball"),
        fact("inside", minimiser_is_member(loss=loss, hat=hat, ball=ball), by="minimiser"),
        fact("norm", member_of_ball(v=hat, ball=ball), by="inside"),
        fact("logit at truth", always(le(z, reach), le(-reach, z)), by=("unit", "true norm")),
        fact("logit at estimate", always(le(z + dz, reach), le(-reach, z + dz)), by=("unit", "norm")),
        fact("curvature", le(slope * dz**2, (sigmoid(z + dz) - sigmoid(z)) * dz),
             by=("logit at truth", "logit at estimate", *steep), because="Eq. (20), mended"),
        fact("convexity", Averaged(i), by="curvature"),
        fact("first order", first_order(loss=loss, hat=hat, other=truth, ball=ball),
             by=("minimiser", "truth in the ball")),
        fact("curved", le(slope * Inner(Delta, Delta, Moment(x, i)), Inner(total, Delta)), by=("convexity", "first order")),
    )  # fmt: skip
    return Estimate(labels, ball, Delta, laws, facts)
