"""Private and robust logistic regression, changes before randomised response (`unified`, Theorem 5.4, order CTL), in vectors.

A label that reaches the learner is the slope at the truth, plus the label's own noise, plus the adversary's change, plus what
debiased randomised response adds.
"""

from sympy import Rational, exp, log, sqrt

from .. import (
    Assumed,
    Averaged,
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
    letter,
    mean_vector,
    vector,
    vectors,
)
from .lemmas import (
    Ball,
    LogisticLoss,
    change_norm,
    debiased_mean,
    debiased_sub_gaussian,
    first_order,
    hoeffding_lemma,
    member_of_ball,
    minimiser_is_member,
    noise_norm,
    norm_bound,
    sigmoid,
)

n, d, lam, B, epsilon, alpha, delta, gamma, c = map(
    letter, ("n", "d", "lambda", "B", "epsilon", "alpha", "delta", "gamma", "c")
)
DOMAIN = (
    n >= 1, d >= 2, lam > 0, B > 0, epsilon > 0, alpha >= 0, alpha < Rational(1, 2), delta > 0, delta < 1,
    eq(gamma, 1 / (2 + exp(B) + exp(-B))), eq(c, (exp(epsilon) + 1) / (exp(epsilon) - 1)),
)  # fmt: skip
i = Index("i", n)
FIXED = frozenset({"design"})
SEEN = FIXED | {"labels", "adversary"}
x = vectors("x", "features of sample i", (i,), FIXED)(i)
truth = vector("theta_true", "the parameter that draws the labels")
Delta = vector("Delta", "estimate minus truth", (n, lam, B, epsilon), SEEN | {"coins"})
estimate = truth + Delta
own = family("e", "label i minus its mean", (i,), FIXED | {"labels"})(i)
change = family("b", "what the adversary changes of label i", (i,), SEEN)(i)
coins = family("p", "what debiased randomised response adds to label i", (i, epsilon), SEEN | {"coins"})(i)
at_truth = sigmoid(Inner(x, truth))
LOSS = LogisticLoss(at_truth + own + change + coins, x, i)
BALL = Ball(B)
A, S = LOSS.weight(lam), Moment(x, i)
LAWS = {
    "features": law(x, "norm", 1),
    "dimension": law(x, "dimension", d),
    "truth in the ball": law(truth, "member", BALL),
    "minimiser": law(estimate, "minimiser", LOSS, BALL),
    "labels independent": law(Family(own, i), "independent", given=FIXED),
    "labels in [0, 1]": law(own, "bounded", -at_truth, 1 - at_truth, given=FIXED),
    "logistic": law(own, "mean", 0, given=FIXED),
    "coins independent": law(Family(coins, i), "independent", given=SEEN),
    "coins": law(coins, "debiased", epsilon, given=SEEN),
    "changes": law(change, "bounded", -1, 1),
    "few changes": law(Family(change, i), "share", alpha),
}
error, noise = Norm(Delta, A), mean_vector(own + change + coins, x, i)
size, parts = Norm(noise, A.inverse), [Norm(mean_vector(v, x, i), A.inverse) for v in (own, change, coins)]


def quadratic_form(s, failure):
    """The width of the noise's norm."""
    t = log(1 / failure)
    return s * sqrt((d + 2 * sqrt(d * t) + 2 * t) / n)


EXPLICIT = (
    sqrt(alpha) + quadratic_form(c / 2, delta / 2) + quadratic_form(Rational(1, 2), delta / 2)
) / gamma + 2 * B * sqrt(lam)
PRINTED = sqrt(alpha) / gamma + c / gamma * sqrt((d + log(1 / delta)) / n) + B * sqrt(lam)
BOUND = event(le(error, 2 * PRINTED), failure=delta)
z, dz = Inner(x, truth), Inner(x, Delta)

PRIVATE_LOGISTIC = Derivation(
    DOMAIN,
    {label: Assumed(one, "Section 5.1") for label, one in LAWS.items()},
    (
        fact("unit", norm_bound(v=x, radius=1), by="features"),
        fact("true norm", member_of_ball(v=truth, ball=BALL), by="truth in the ball"),
        fact("inside", minimiser_is_member(loss=LOSS, hat=estimate, ball=BALL), by="minimiser"),
        fact("norm", member_of_ball(v=estimate, ball=BALL), by="inside"),
        fact("logit at truth", always(le(z, B), le(-B, z)), by=("unit", "true norm")),
        fact("logit at estimate", always(le(z + dz, B), le(-B, z + dz)), by=("unit", "norm")),
        fact("curvature", le(gamma * dz**2, (sigmoid(z + dz) - sigmoid(z)) * dz), by=("logit at truth", "logit at estimate")),
        fact("convexity", Averaged(i), by="curvature"),
        fact("first order", first_order(loss=LOSS, hat=estimate, other=truth, ball=BALL), by=("minimiser", "truth in the ball")),
        fact("curved", le(gamma * Inner(Delta, Delta, S), Inner(noise, Delta)), by=("convexity", "first order")),
        fact("difference", le(Norm(Delta), Norm(estimate) + Norm(truth)), by=()),
        fact("diameter", le(Norm(Delta), 2 * B), by=("difference", "true norm", "norm")),
        fact("ridge", le(gamma * error**2, size * error + 4 * gamma * lam * B**2), by=("curved", "diameter")),
        fact("solve", le(error, size / gamma + 2 * B * sqrt(lam)), by="ridge"),
        fact("triangle", le(size, parts[0] + parts[1] + parts[2]), by=()),
        fact("coins' mean", debiased_mean(eta=coins, epsilon=epsilon, given=SEEN), by="coins"),
        fact("coins' tail", debiased_sub_gaussian(eta=coins, epsilon=epsilon, given=SEEN), by="coins"),
        fact("labels' tail", hoeffding_lemma(X=own, a=-at_truth, b=1 - at_truth, given=FIXED), by="labels in [0, 1]"),
        fact("coins' norm", noise_norm(eta=coins, loss=LOSS, s=c / 2, d=d, lam=lam, failure=delta / 2, given=SEEN),
             by=("coins independent", "coins' mean", "coins' tail", "dimension")),
        fact("labels' norm", noise_norm(eta=own, loss=LOSS, s=Rational(1, 2), d=d, lam=lam, failure=delta / 2, given=FIXED),
             by=("labels independent", "logistic", "labels' tail", "dimension")),
        fact("changes' norm", change_norm(change=change, loss=LOSS, size=1, share=alpha, lam=lam), by=("changes", "few changes")),
        fact("bound", event(le(error, EXPLICIT), failure=delta, given=FIXED),
             by=("solve", "triangle", "coins' norm", "labels' norm", "changes' norm")),
        fact("constant", le(EXPLICIT, 2 * PRINTED), by=()),
        fact("theorem", event(le(error, 2 * PRINTED), failure=delta, given=FIXED), by=("bound", "constant")),
    ),
    BOUND,
    error,
    (World("linear world", tuple(LAWS.values())),),
)  # fmt: skip
