"""The displayed steps of Appendix E.4, for CTL, LTC and CLC."""

import sympy
from sympy import Ge, Gt, Integer, Le, diff, log, sqrt

from boundcheck.claims import Assumption, Identity, Inequality, Repair, Step, within_constant
from boundcheck.symbolic import sigmoid

from .. import claim_e_2, lemma_h_2
from ..notation import alpha, c_epsilon, d, delta, domain, epsilon, gamma, lam, n, radius
from ..orders import CLC, CTL, LTC, ORDERS
from ..quantities import debiased_label, through_the_ball
from . import logistic, vectors
from .faults import CONVEXITY
from .logistic import CURVED, EPSILON, EXCESS, IN_BALL, SLOPE, bregman, log_partition, y_bar, y_tilde, z, z_0, z_1, z_i

BOUNDED_FEATURES = Assumption("bounded_features", "‖xᵢ‖ <= 1", "gamma is then the curvature at longer logits")
TRUTH_IN_BALL = Assumption("ball", "the truth lies in the ball of radius B' over which Algorithm 1 minimises")
INDEPENDENT_COINS = Assumption("independent_coins", "samples are independent, and the coins of randomized response depend neither on them nor on the adversary")
LOGISTIC_LABELS = Assumption("logistic_labels", "labels follow the logistic model with the true parameter")
ADAPTIVE_CORRUPTION = Assumption("adaptive_corruption", "at most alpha n labels change, after the adversary has seen all samples")

D, G, N, f, r, s, t, w, share = sympy.symbols("D G N f r s t w share", real=True)

WHERE = "Appendix E.4, "
LINES = {order: f"{WHERE}{order.name}" for order in ORDERS}
GRADIENT = 'norm(nabla tilde(L)(theta_"true"))_((hat(Sigma) + lambda I)^(-1))'
DISTANCE = "norm(Delta)_(hat(Sigma) + lambda I)"
BALL = (Gt(lam, 0), Gt(radius, 0))


def chain():
    """Equations (20) to (22): strong convexity, minimality, and the distance that follows from the norm of the gradient."""
    return (
        Step("curvature", WHERE + "before (20)",
            Inequality(gamma, diff(sigmoid(z), z), (Gt(radius, 0), Le(z, radius), Ge(z, -radius))),
            display="gamma hat(Sigma) prec.eq nabla^2 tilde(L)(theta)",
            because="Per sample, as a function of the logit z, which stays in [-B', B'].", assumes=BOUNDED_FEATURES),
        logistic.strong_convexity("Eq. (20), first inequality",
            "All features equal to one unit vector of the subspace, z_0 and z_1 the logits of the truth and the estimate; any z_1 inside the ball "
            "is a minimiser for suitable labels.",
            "the inner product of the gradients' difference with Delta is at least γ ‖Δ‖², and at most the right end of (20), since the estimate "
            "minimises over a convex set: both ends of (20) stand, and no constant is lost",
            CURVED + ' <= chevron.l nabla tilde(L)(hat(theta)) - nabla tilde(L)(theta_"true"), Delta chevron.r'),
        Step("strong_convexity_data", "Eq. (20), first inequality, at an estimate that Algorithm 1 returns",
            on_data(),
            display=f"{CURVED} <= {EXCESS}",
            because="The same, with the minimiser z_1 = ln(w/(1 - w)), w = c(ε)(q + σ(ε) - 1), where a share q of the private labels is 1; "
            "z_1 is inside the ball.",
            repair=Repair(Inequality(gamma / 2 * (z_1 - z_0) ** 2, bregman(log_partition), IN_BALL),
                "with gamma/2 in place of gamma the displayed chain holds as well, at twice the constant", f"1/2 {CURVED} <= {EXCESS}"),
            fault=CONVEXITY),
        *vectors.minimiser("used by the mended (20)", TRUTH_IN_BALL),
        logistic.minimality("Eq. (20), second inequality",
            "The estimate minimises, so its loss is at most that of the truth; the last term is the inner product on the page.", f"{EXCESS} <= - {SLOPE}"),
        vectors.cauchy_schwarz("cauchy_schwarz", "Eq. (20), third inequality", f"- {SLOPE} <= {GRADIENT} {DISTANCE}",
            "In coordinates where the ridge covariance is the identity: a is the negative of the gradient, b is Delta."),
        Step("ridge", "display after (21)",
            Inequality(gamma * (s + lam * r), G * D + 4 * gamma * lam * radius**2, (Le(gamma * s, G * D), Le(r, 4 * radius**2), *BALL)),
            display=f"gamma {DISTANCE}^2 <= {GRADIENT} {DISTANCE} + 4 gamma lambda B'^2",
            because="D and G are the two norms on the right; s and r are the squares of Delta in the norm of the covariance and in "
            "the Euclidean norm; Definition 5.1 gives r <= 4 B'².", assumes=TRUTH_IN_BALL),
        Step("solve", "Eq. (22)",
            Inequality(D, f / gamma + 2 * radius * sqrt(lam), (Le(gamma * D**2, f * D + 4 * gamma * lam * radius**2), Ge(D, 0), Ge(f, 0), *BALL)),
            display=f"{DISTANCE} <= C (1/gamma f(n, d, delta, lambda) + B' sqrt(lambda))",
            because="D is the norm of Delta, f bounds that of the gradient. With the constants 1 and 2 on the two terms, so C = 2."),
    )


def on_data():
    """The first inequality of (20) where z_1 is the minimiser for a share of private labels equal to 1."""
    w = debiased_label(share)  # sigma of the logit
    logit = log(w / (1 - w))
    excess = -log(1 - w) - log_partition(z_0) - sigmoid(z_0) * (logit - z_0)
    return Inequality(gamma * (logit - z_0) ** 2, excess,
        (*EPSILON, *IN_BALL[:3], Ge(share, 0), Le(share, 1), Ge(w, sigmoid(-radius)), Le(w, sigmoid(radius))))


def triangle(order, where, *parts):
    return vectors.triangle(f"{order}_triangle", where, f"{GRADIENT} <= " + " + ".join(f'cal(T)_"{part}"' for part in parts), len(parts))


def noise(order, where, parameter, least, of, bound, factor, because):
    """The noise that is left, times n and squared: Claim E.1 at t = ln(1/delta), for each of the order's sums."""
    lost = t + log(len(order.widths))
    given = (Ge(d, least), Ge(t, 0)) if order is CTL else (*EPSILON, Ge(d, least), Ge(t, 0))
    return Step(f"{order}_noise", where, Inequality(lemma_h_2.tail(parameter, d, d, 1, lost), bound * (d + t), given),
        display=f"{of} <= {factor} c(epsilon) sqrt((d + ln(1/delta))/n)", because=because)


def corruption(order, where, because, display=""):
    return logistic.corruption(order, where, claim_e_2.bound, lambda cost, share: cost * sqrt(share), display, because)


def gradient():
    """The norm of the gradient under CTL, LTC and CLC: privacy, corruption and the labels' own noise apart."""
    ctl, ltc, clc = LINES.values()
    shown, both = 'cal(T)_"corruption" <= ' + "{}", 'cal(T)_"privacy" + cal(T)_"standard"'
    return (
        logistic.rewrite(CTL, ctl + ", first display"),
        triangle(CTL, "Eq. (23)", "privacy", "corruption", "standard"),
        logistic.coins(ctl + ", before the noise bound", "The coins of randomized response do not depend on what the adversary saw.").assuming(INDEPENDENT_COINS),
        logistic.labels(ctl + ", before the noise bound", 'EE[y_i - sigma(theta_"true"^top x_i) | x_i] = 0').assuming(LOGISTIC_LABELS),
        logistic.two_values("hoeffding", ctl + ", before the noise bound",
            "A zero-mean variable with two values at distance w is sub-Gaussian with parameter w/2, by scaling s; here w is c(epsilon) for private labels and 1 for plain ones."),
        Step("ctl_width", ctl + ", noise bound", Inequality((c_epsilon + 1) / 2, c_epsilon, EPSILON),
            display='cal(O)(c(epsilon)) + 1 "is" cal(O)(c(epsilon))', because="The parameters of the two sums add up to (c(epsilon) + 1)/2."),
        noise(CTL, ctl + ", noise bound", 1, 2, both, 4, "C_1",
            "Claim E.1 for each of the two with delta/2: for the labels' noise given the features, for the coins' noise given "
            "the corrupted labels as well; with t = ln(1/delta), times n and squared: C_1 = 2.").assuming(INDEPENDENT_COINS),
        corruption(CTL, ctl + ", corruption bound", "The bound of Claim E.2 with zeta = 1.", shown.format(CTL.typst("sqrt({})"))).assuming(ADAPTIVE_CORRUPTION),
        logistic.rewrite(LTC, ltc + ", first display"),
        triangle(LTC, "Eq. (24)", "corruption", "privacy"),
        logistic.coin_and_label(ltc + ", before the noise bound", "p is the probability of the label 1; the mean is over the label and the coin.",
            'EE[c(epsilon)(tilde(y)_i + sigma(epsilon) - 1) - sigma(theta_"true"^top x_i) | x_i] = 0'),
        noise(LTC, ltc + ", noise bound", c_epsilon / 2, 1, 'cal(T)_"privacy"', c_epsilon**2, "C_1",
            "Claim E.1 with the parameter c(epsilon)/2 and t = ln(1/delta): C_1 = 1.").assuming(INDEPENDENT_COINS),
        corruption(LTC, ltc + ", corruption bound", "The bound of Claim E.2 with zeta = c(epsilon).", shown.format(LTC.typst("sqrt({})"))).assuming(ADAPTIVE_CORRUPTION),
        logistic.rewrite(CLC, clc + ", first display", (debiased_label(z_i) - debiased_label(y_tilde), debiased_label(y_tilde) - y_bar, y_bar - sigmoid(logistic.theta_x))),
        Step("clc_collect", clc + ", second line of the first display",
            Identity(debiased_label(z_i) - debiased_label(y_tilde), c_epsilon * (z_i - y_tilde), EPSILON)),
        Step("c_at_least_one", clc + ", last display", Inequality(Integer(1), c_epsilon, EPSILON)),
        noise(CLC, clc + ", last display", (c_epsilon + 1) / 2, 2, both, 4 * c_epsilon**2, "C'",
            "As under CTL: the coins' noise and the labels' own, each with delta/2; C' = 2."),
        corruption(CLC, clc + ", last display", "The bounds of Claim E.2 for the two corruptions, added."),
    )


def composed(label, where, bound, order, settles, because, display=""):
    """An explicit version against the printed rate, from two dimensions on."""
    given = (*domain(n, epsilon, delta, lam, radius, *order.shares), Ge(d, 2))
    return Step(label, where, within_constant(bound, *given), settles=(settles,), display=display, because=because)


def shown(order, constant):
    """The same in print; N is the noise."""
    cost = order.typst("sqrt({})")
    right = f"({cost})/gamma + c(epsilon)/gamma sqrt((d + ln(1/delta))/n) + B' sqrt(lambda)"
    return f"1/gamma ({cost} + N) + 2 B' sqrt(lambda) <= {constant} ({right})"


def steps(bound, sharper):
    """All steps, in the order of the page; the last ones go beyond it: corrupted samples are bounded by the ball."""
    return (
        *chain(),
        *gradient(),
        *(composed(f"constant_{order}", f"{LINES[order]}, last line", stated := bound(order), order, f"coverage_{order}",
            f"N is the sum of Claim E.1's bounds for the noise; C = {stated.constant} times the printed rate.", shown(order, stated.constant)) for order in ORDERS),
        Step("sharper_corruption", "not in the paper",
            Inequality(D, N / gamma + through_the_ball(w) + 2 * radius * sqrt(lam),
                (Le(gamma * D**2, N * D + 2 * radius * w + 4 * gamma * lam * radius**2), Ge(D, 0), Ge(N, 0), Ge(w, 0), *BALL)),
            display="norm(Delta)_(hat(Sigma) + lambda I) <= N/gamma + sqrt((2 B' w)/gamma) + 2 B' sqrt(lambda)",
            because="In the mended (20) the corrupted samples contribute at most 2 B' w, w being cost times share, since "
            "|⟨xᵢ, Δ⟩| is at most 2 B'; N is the norm of the noise alone, D that of Delta."),
        Step("sharper_than_printed", "not in the paper",
            Inequality(through_the_ball(c_epsilon * alpha), sqrt(c_epsilon * alpha) / gamma, (*EPSILON, *domain(alpha), Gt(radius, 0))),
            because="So the root of c(ε) suffices under LTC, and the factor 1/γ improves to the root of 2 B'/γ."),
        composed("constant_sharper", "not in the paper", bound(LTC, sharper), LTC, "coverage_ltc@sharper",
            "The explicit version with the sharper corruption term, against the printed rate."),
    )
