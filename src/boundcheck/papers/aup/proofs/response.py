"""Theorem 1 of aup from what the page assumes to its bound, in vectors of any dimension."""

from __future__ import annotations

from sympy import sqrt

from boundcheck.calculus import (
    Assumed,
    Averaged,
    Definition,
    Derivation,
    Family,
    Granted,
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
    quantity,
    vector,
    vectors,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import hoeffding_lemma
from boundcheck.lemmas.matrices import noise_pairing
from boundcheck.lemmas.regression import (
    Ball,
    LogisticLoss,
    first_order,
    member_of_ball,
    minimiser_is_member,
    norm_bound,
    sigmoid,
)

from ..lab.users import FEATURES, UserResponse
from ..notation import alpha, c_m, d, eigenvalue, epsilon, feature_bound, gamma, m, n, radius

BOUNDED, MODEL, RESPONSE, COVARIANCE = "Assumption 1", "Eq. (1)", "Section 4.1, randomized response", "Theorem 1, the covariance"
DESIGN = frozenset({"design"})
DRAWN = DESIGN | {"labels", "coins"}

i = Index("i", n * m)
x = vectors("x", "difference of the features of label i", (i,), DESIGN)(i)
truth = vector("theta_true", "the parameter that draws the labels")
noise = family("q", "private label i, debiased, minus its mean", (i, epsilon, m), DRAWN)(i)
Delta = vector("Delta", "estimate minus truth", (n, m, radius, epsilon), DRAWN)
estimate, BALL, S = truth + Delta, Ball(radius), Moment(x, i)
z, dz = Inner(x, truth), Inner(x, Delta)
chance = sigmoid(z)
LOSS = LogisticLoss(chance + noise, x, i)
LOW, HIGH = (1 - c_m) / 2 - chance, (1 + c_m) / 2 - chance
REACH = 2 * feature_bound * radius
LAWS = {
    "features": Assumed(law(x, "norm", 2 * feature_bound), BOUNDED),
    "dimension": Assumed(law(x, "dimension", d), BOUNDED),
    "truth in the ball": Assumed(law(truth, "member", BALL), BOUNDED),
    "minimiser": Assumed(law(estimate, "minimiser", LOSS, BALL), RESPONSE),
    "two values": Assumed(law(noise, "bounded", LOW, HIGH, given=DESIGN), RESPONSE),
    "mean": Assumed(law(noise, "mean", 0, given=DESIGN), f"{MODEL}; {RESPONSE}"),
    "independent": Assumed(law(Family(noise, i), "independent", given=DESIGN), f"{MODEL}; {RESPONSE}"),
}
RUNS = tuple(UserResponse(features, truth) for features in FEATURES for truth in ("zero", "random", "half", "boundary"))


def derivation(part: HighProbabilityBound) -> Derivation:
    """The bound of the theorem; its explicit version, constant and rate are what the last lines say."""
    error, apart, score = Norm(Delta), Norm(Delta, S), mean_vector(noise, x, i)
    width = quantity("W", "what the noise is at most, in the norm of the data", (n, m, d, alpha, c_m))
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(le(error, explicit), le(error, printed), failure=alpha)
    covered = Granted(always(le(eigenvalue * Inner(Delta, Delta), Inner(Delta, Delta, S))), COVARIANCE)
    facts = (
        fact("size of features", norm_bound(v=x, radius=2 * feature_bound), by="features"),
        fact("true norm", member_of_ball(v=truth, ball=BALL), by="truth in the ball"),
        fact("inside", minimiser_is_member(loss=LOSS, hat=estimate, ball=BALL), by="minimiser"),
        fact("norm", member_of_ball(v=estimate, ball=BALL), by="inside"),
        fact("logit at truth", always(le(z, REACH), le(-REACH, z)), by=("size of features", "true norm")),
        fact("logit at estimate", always(le(z + dz, REACH), le(-REACH, z + dz)), by=("size of features", "norm")),
        fact("curvature", le(gamma * dz**2, (sigmoid(z + dz) - sigmoid(z)) * dz), by=("logit at truth", "logit at estimate")),
        fact("convexity", Averaged(i), by="curvature"),
        fact("first order", first_order(loss=LOSS, hat=estimate, other=truth, ball=BALL), by=("minimiser", "truth in the ball")),
        fact("curved", le(gamma * Inner(Delta, Delta, S), Inner(score, Delta)), by=("convexity", "first order")),
        fact("W is positive", le(0, width), by="W"),
        fact("tail", hoeffding_lemma(X=noise, low=LOW, high=HIGH, given=DESIGN), by="two values"),
        fact("noise", noise_pairing(eta=noise, x=x, index=i, sigma=c_m / 2, d=d, hat=estimate, other=truth, among=BALL, delta=alpha, given=DESIGN),
             by=("independent", "mean", "tail", "dimension", "inside", "truth in the ball")),
        fact("named", event(le(Inner(score, Delta), width * apart), failure=alpha, given=DESIGN), by=("noise", "W")),
        fact("square", event(le(gamma * apart**2, width * apart), failure=alpha, given=DESIGN), by=("curved", "named")),
        fact("in the data", event(le(gamma * apart, width), failure=alpha, given=DESIGN), by=("square", "W is positive")),
        fact("along the sample", le(sqrt(eigenvalue) * error, apart), by="covered"),
        fact("rooted", event(le(gamma * sqrt(eigenvalue) * error, width), failure=alpha), by=("in the data", "along the sample")),
        fact("divided", event(le(error, width / (gamma * sqrt(eigenvalue))), failure=alpha), by="rooted"),
        fact("bound", event(le(error, explicit), failure=alpha), by=("divided", "W")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    worlds = (World("labels of users", tuple(one.says for one in LAWS.values()), UserResponse),)
    return Derivation((), {**LAWS, "covered": covered, "W": Definition(width, part.explicit * gamma * sqrt(eigenvalue))}, facts, stated, error, worlds, RUNS)
