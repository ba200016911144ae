"""Equations (20) to (22): strong convexity, minimality, and the distance that follows from the norm of the gradient."""

import sympy
from sympy import Ge, Gt, Le, diff, log, sqrt

from boundcheck.claims import Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ...notation import gamma, lam, radius
from ...quantities import debiased_label
from .. import vectors
from ..faults import CONVEXITY
from .letters import DELTA_NORM, EPSILON, GRADIENT, WHERE, D

z, z_0, z_1, s, share = sympy.symbols("z z_0 z_1 s share", real=True)
f, G, r, loss_0, loss_1, slope = sympy.symbols("f G r loss_0 loss_1 slope", real=True)

IN_BALL = (Gt(radius, 0), Le(z_0, radius), Ge(z_0, -radius), Le(z_1, radius), Ge(z_1, -radius))
SLOPE = 'chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r'
EXCESS = f'tilde(L)(theta_"true" + Delta) - tilde(L)(theta_"true") - {SLOPE}'  # the middle of (20)
CURVED = "gamma norm(Delta)_(hat(Sigma))^2"


def chain():
    """The steps of the chain, in the order of the page."""
    return (
        Step("curvature", WHERE + "before (20)",
            Inequality(gamma, diff(sigmoid(z), z), (Gt(radius, 0), Le(z, radius), Ge(z, -radius))),
            display="gamma hat(Sigma) prec.eq nabla^2 tilde(L)(theta)",
            reduction="Per sample, as a function of the logit z, which stays in [-B', B']."),
        Step("strong_convexity", "Eq. (20), first inequality",
            Inequality(gamma * (z_1 - z_0) ** 2, bregman(_log_partition), IN_BALL),
            display=f"{CURVED} <= {EXCESS}",
            reduction="All features equal to one unit vector of the subspace, z_0 and z_1 the logits of the truth and "
            "the estimate. Any z_1 inside the ball is a minimiser for suitable labels; the step strong_convexity_data "
            "shows one.",
            repair=Repair(Inequality(gamma * (z_1 - z_0) ** 2, (sigmoid(z_1) - sigmoid(z_0)) * (z_1 - z_0), IN_BALL),
                "γ ‖Δ‖² is at most the inner product of the gradients' difference with Delta, which the step "
                "first_order bounds by the right end of (20). Both ends of (20) stand, and no constant is lost",
                CURVED + ' <= chevron.l nabla tilde(L)(hat(theta)) - nabla tilde(L)(theta_"true"), Delta chevron.r'),
            note="A second-order expansion gives gamma/2, not gamma.",
            fault=CONVEXITY),
        Step("strong_convexity_data", "Eq. (20), first inequality, at an estimate that Algorithm 1 returns",
            _on_data(),
            display=f"{CURVED} <= {EXCESS}",
            reduction="The same, with the minimiser z_1 = ln(w/(1 - w)), w = c(ε)(q + σ(ε) - 1), where a share q of the private labels is 1; "
            "z_1 is inside the ball.",
            repair=Repair(Inequality(gamma / 2 * (z_1 - z_0) ** 2, bregman(_log_partition), IN_BALL),
                "with gamma/2 in place of gamma the displayed chain holds as well, at twice the constant"),
            fault=CONVEXITY),
        *vectors.minimiser("used by the mended (20)"),
        Step("minimality", "Eq. (20), second inequality",
            Inequality(loss_1 - loss_0 - slope, -slope, (Le(loss_1, loss_0),)),
            display=f"{EXCESS} <= - {SLOPE}",
            reduction="The estimate minimises, so its loss is at most that of the truth; the last term is the inner product on the page."),
        vectors.cauchy_schwarz("cauchy_schwarz", "Eq. (20), third inequality", f"- {SLOPE} <= {GRADIENT} {DELTA_NORM}",
            "In coordinates where the ridge covariance is the identity: a is the negative of the gradient, b is Delta."),
        Step("ridge", "display after (21)",
            Inequality(gamma * (s + lam * r), G * D + 4 * gamma * lam * radius**2,
                (Le(gamma * s, G * D), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0))),
            display=f"gamma {DELTA_NORM}^2 <= {GRADIENT} {DELTA_NORM} + 4 gamma lambda B'^2",
            reduction="D and G are the two norms on the right; s and r are the squares of Delta in the norm of the covariance and in "
            "the Euclidean norm; Definition 5.1 gives r <= 4 B'²."),
        Step("solve", "Eq. (22)",
            Inequality(D, f / gamma + 2 * radius * sqrt(lam),
                (Le(gamma * D**2, f * D + 4 * gamma * lam * radius**2), Ge(D, 0), Ge(f, 0), Gt(lam, 0), Gt(radius, 0))),
            display=f"{DELTA_NORM} <= C (1/gamma f(n, d, delta, lambda) + B' sqrt(lambda))",
            reduction="D is the norm of Delta, f bounds that of the gradient. With the constants 1 and 2 on the two terms, so C = 2."),
    )


def bregman(loss):
    """Loss at z_1 minus loss at z_0 minus its linear part; the label's term is linear and drops out."""
    return loss(z_1) - loss(z_0) - diff(loss(z), z).subs(z, z_0) * (z_1 - z_0)


def _log_partition(logit):
    return -log(1 - sigmoid(logit))


def _on_data():
    """The first inequality of (20) where z_1 is the minimiser for a share of private labels equal to 1."""
    w = debiased_label(share)
    logit = log(w / (1 - w))
    beyond = -log(1 - w) - _log_partition(z_0) - sigmoid(z_0) * (logit - z_0)  # as in bregman; w is sigma of the logit
    return Inequality(gamma * (logit - z_0) ** 2, beyond,
        (*EPSILON, *IN_BALL[:3], Ge(share, 0), Le(share, 1), Ge(w, sigmoid(-radius)), Le(w, sigmoid(radius))))
