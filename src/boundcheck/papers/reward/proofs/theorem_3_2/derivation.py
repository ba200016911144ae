"""Theorem 3.2 from what the page assumes to its bound, from epsilon = 4LB + 1/2 on, in vectors of any dimension.

A private label is a bit; the score of a sample is minus the slope of its loss at the truth.
"""

from typing import Any

from sympy import Rational, exp, log, sqrt, symbols

from boundcheck.calculus import (
    IDENTITY,
    Assumed,
    Averaged,
    Choice,
    Definition,
    Derivation,
    Family,
    Index,
    Inner,
    Moment,
    Norm,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    mean_vector,
    quantity,
    vector,
    vectors,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import hoeffding_lemma
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.martingales import range_of
from boundcheck.lemmas.matrices import noise_norm
from boundcheck.lemmas.optimisation import distance
from boundcheck.lemmas.regression import (
    Ball,
    PrivateLikelihood,
    first_order,
    logistic_beyond,
    logistic_within,
    member_of_ball,
    minimiser_is_member,
    norm_bound,
    sigmoid,
    steepness,
)
from boundcheck.lemmas.samples import affine_independent, affine_mean, bounded_by
from boundcheck.rlhf.estimators import weighted_norm_error
from boundcheck.rlhf.worlds import LinearWorld

from ...notation import C_EPSILON, c_epsilon, d, delta, epsilon, feature_bound, lam, n, radius
from ...quantities import PRIVACY_FACTOR
from .letters import REACH
from .strongly_convex import PRICE, WIDTH, least, quadratic

ASSUMED, RESPONSE, METHOD = "Assumption 2.1", "Eqs. (2) to (4)", "Section 3, MLE-RR"
DESIGN = frozenset({"design"})
DRAWN = DESIGN | {"labels", "coins"}

i = Index("i", n)
x = vectors("x", "difference of the features of sample i", (i,), DESIGN)(i)
truth = vector("theta_true", "the parameter that draws the labels")
r = family("r", "private label i", (i, epsilon), DRAWN)(i)
score = family("v", "score of sample i at the truth", (i, epsilon), DRAWN)(i)
Delta = vector("Delta", "estimate minus truth", (n, radius, epsilon), DRAWN)
estimate, BALL = truth + Delta, Ball(radius)
LOSS = PrivateLikelihood(r, x, i, epsilon)
A, S = Moment(x, i) + lam * IDENTITY, Moment(x, i)
z, dz = Inner(x, truth), Inner(x, Delta)
one, zero = sigmoid(z + epsilon) - sigmoid(z), sigmoid(z - epsilon) - sigmoid(z)  # the two values of a score
keep = sigmoid(epsilon)
chance = keep * sigmoid(z) + (1 - keep) * (1 - sigmoid(z))  # Eq. (3)
u, t = symbols("u t", real=True)
half_width = 1 / (2 * C_EPSILON)
on = (radius, feature_bound, epsilon, c_epsilon)
steep, flat = (quantity(name, f"the steepness of the logistic function {where}", on) for name, where in (("steep", "at 2LB"), ("flat", "beyond")))
scale, factor = (quantity(name, f"the price of privacy, {words}", on) for name, words in (("scale", "as it is"), ("factor", "as printed")))
root, rate = (quantity(name, f"the width of the noise, {words}", (n, d, delta)) for name, words in (("root", "as it is"), ("rate", "as printed")))
of_sample = (i, n, radius, epsilon)
rise, above, below = (
    family(name, f"by how much it differs between the logits at estimate and truth, {where}", of_sample, DRAWN)(i)
    for name, where in (("rise", "as they are"), ("above", "with epsilon added"), ("below", "with epsilon taken off"))
)

LAWS = {
    "features": Assumed(law(x, "norm", 2 * feature_bound), ASSUMED),
    "dimension": Assumed(law(x, "dimension", d), ASSUMED),
    "truth in the ball": Assumed(law(truth, "member", BALL), ASSUMED),
    "minimiser": Assumed(law(estimate, "minimiser", LOSS, BALL), METHOD),
    "bit": Assumed(law(r, "bounded", 0, 1), RESPONSE),
    "chance": Assumed(law(r, "mean", chance, given=DESIGN), RESPONSE),
    "independent": Assumed(law(Family(r, i), "independent", given=DESIGN), f"{ASSUMED}; {RESPONSE}"),
}


def derivation(part: HighProbabilityBound) -> Derivation:
    """The bound of the reading in which the likelihood is strongly convex; its explicit version, constant and rate are the part's."""
    error, noise = Norm(Delta, A), mean_vector(score, x, i)
    size = Norm(noise, A.inverse)
    explicit, printed = part.explicit, part.constant * part.printed
    reached = event(le(error, explicit), failure=delta, given=DESIGN)
    stated = event(*reached.relations, le(error, printed), failure=delta, given=DESIGN)
    change = rise - r * above - (1 - r) * below
    facts = (
        fact("size of features", norm_bound(v=x, radius=2 * feature_bound), by="features"),
        fact("true norm", member_of_ball(v=truth, ball=BALL), by="truth in the ball"),
        fact("inside", minimiser_is_member(loss=LOSS, hat=estimate, ball=BALL), by="minimiser"),
        fact("norm", member_of_ball(v=estimate, ball=BALL), by="inside"),
        fact("logit at truth", always(le(z, REACH), le(-REACH, z)), by=("size of features", "true norm")),
        fact("logit at estimate", always(le(z + dz, REACH), le(-REACH, z + dz)), by=("size of features", "norm")),
        fact("0 or 1", range_of(D=r, low=0, high=1), by="bit"),
        fact("low privacy", always(le(0, flat), le(flat, steep), lt(flat, steep)), by=("steep", "flat")),
        fact("rise", logistic_within(p=z, s=z + dz, c=REACH), le(steep * dz**2, rise * dz),
             by=("logit at truth", "logit at estimate", "steep", "rises")),
        fact("above", logistic_beyond(p=z + epsilon, s=z + dz + epsilon, m=epsilon - REACH), le(above * dz, flat * dz**2),
             by=("logit at truth", "logit at estimate", "flat", "rises above")),
        fact("below", logistic_beyond(p=epsilon - z, s=epsilon - z - dz, m=epsilon - REACH), le(below * dz, flat * dz**2),
             by=("logit at truth", "logit at estimate", "flat", "rises below")),
        fact("weighted", le((steep - flat) * dz**2, change * dz), by=("rise", "above", "below", "0 or 1")),
        fact("of the loss", eq(change, LOSS.slope(z + dz) + score), by=("rises", "rises above", "rises below", "score")),
        fact("curvature", le((steep - flat) * dz**2, (LOSS.slope(z + dz) + score) * dz), by=("weighted", "of the loss")),
        fact("convexity", Averaged(i), by="curvature"),
        fact("first order", first_order(loss=LOSS, hat=estimate, other=truth, ball=BALL), by=("minimiser", "truth in the ball")),
        fact("error's square", le((steep - flat) * Inner(Delta, Delta, S), Inner(noise, Delta)), by=("convexity", "first order")),
        fact("difference", distance(u=estimate, w=truth), by=()),
        fact("diameter", le(Norm(Delta), 2 * radius), by=("difference", "true norm", "norm")),
        fact("ridge", le((steep - flat) * error**2, size * error + 4 * (steep - flat) * lam * radius**2),
             by=("error's square", "diameter", "low privacy")),
        fact("solve", le(error, size / (steep - flat) + 2 * radius * sqrt(lam)), by=("ridge", "low privacy")),
        fact("with the curvature", le(error, size / least(REACH) + 2 * radius * sqrt(lam)), by=("solve", "steep", "flat")),
        fact("mean", affine_mean(total=score, X=r, mu=chance, shift=zero, factor=one - zero, given=DESIGN),
             law(score, "mean", 0, given=DESIGN), by=("score", "chance")),
        fact("own scores", affine_independent(total=score, X=r, index=i, shift=Family(zero, i), factor=Family(one - zero, i), given=DESIGN),
             by=("score", "independent")),
        fact("two values", always(le(zero, score), le(score, one)), by=("score", "0 or 1")),
        fact("range", bounded_by(X=score, low=zero, high=one, given=DESIGN), by="two values"),
        fact("apart", le((one - zero) ** 2 / 4, half_width**2), by=()),
        fact("tail", hoeffding_lemma(X=score, low=zero, high=one, given=DESIGN), law(score, "sub-Gaussian", half_width**2, given=DESIGN),
             by=("range", "apart")),
        fact("noise", noise_norm(eta=score, x=x, index=i, sigma=half_width, d=d, lam=lam, delta=delta, given=DESIGN),
             by=("own scores", "mean", "tail", "dimension")),
        fact("bound", reached, by=("with the curvature", "noise")),
        fact("price of a logit", le(1 / (2 * c_epsilon * least(2 * u)), PRICE * (exp(epsilon + u) + 1) / (exp(epsilon - 2 * u) - 1)), by=()),
        fact("price here", Choice(u, feature_bound * radius), by="price of a logit"),
        fact("its left side", le(scale, PRICE * PRIVACY_FACTOR), by=("price here", "scale")),
        fact("price", le(scale, PRICE * factor), by=("its left side", "factor")),
        fact("width", le(sqrt(quadratic(t)), sqrt(WIDTH) * sqrt(d + t)), by=()),
        fact("width here", Choice(t, log(1 / delta)), by="width"),
        fact("confidence", le(root, sqrt(WIDTH) * rate), by=("width here", "root", "rate")),
        fact("signs", always(le(0, root), le(0, rate)), by=("root", "rate")),
        fact("more signs", always(le(0, scale), le(0, factor)), by=("scale", "factor")),
        fact("product", le(scale * root, part.constant * factor * rate), by=("price", "confidence", "signs", "more signs")),
        fact("printed", le(scale * root + 2 * radius * sqrt(lam), part.constant * (factor * rate + radius * sqrt(lam))), by="product"),
        fact("constant", le(explicit, printed), by=("printed", "scale", "factor", "root", "rate")),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    assumptions: dict[str, Any] = {
        **LAWS,
        "score": Definition(score, zero + r * (one - zero)),
        "scale": Definition(scale, 1 / (2 * c_epsilon * least(REACH))),
        "factor": Definition(factor, PRIVACY_FACTOR),
        "root": Definition(root, sqrt(quadratic(log(1 / delta))) / sqrt(n)),
        "rate": Definition(rate, sqrt((d + log(1 / delta)) / n)),
        "steep": Definition(steep, steepness(REACH)),
        "flat": Definition(flat, steepness(epsilon - REACH)),
        "rises": Definition(rise, sigmoid(z + dz) - sigmoid(z)),
        "rises above": Definition(above, sigmoid(z + dz + epsilon) - sigmoid(z + epsilon)),
        "rises below": Definition(below, sigmoid(z + dz - epsilon) - sigmoid(z - epsilon)),
    }
    worlds = (World("linear world", tuple(a.says for a in LAWS.values()), LinearWorld),)
    return Derivation((u > 0, epsilon >= 4 * u + Rational(1, 2), t >= 0), assumptions, facts, stated, error, worlds, weighted_norm_error)
