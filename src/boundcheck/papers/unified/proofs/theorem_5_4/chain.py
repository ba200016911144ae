"""Equations (20) to (22): from the norm of the gradient at the truth to the distance of the estimate."""

import sympy
from sympy import Ge, Gt, Le, diff, log, sqrt

from boundcheck.claims import Assumption, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ...notation import gamma, lam, radius
from ...quantities import debiased_label
from .. import logistic, vectors
from ..faults import CONVEXITY
from ..logistic import CURVED, EPSILON, EXCESS, IN_BALL, SLOPE, bregman, log_partition, z, z_0, z_1

BOUNDED_FEATURES = Assumption("bounded_features", r"$\|x_i\| \le 1$", r"$\gamma$ is then the curvature at longer logits")
TRUTH_IN_BALL = Assumption("ball", "the truth lies in the ball of radius $B'$ over which Algorithm 1 minimises")

D, G, f, r, s, share = sympy.symbols("D G f r s share", real=True)

WHERE = "Appendix E.4, "
GRADIENT = r"\|\nabla \tilde{L}(\theta_{\mathrm{true}})\|_{(\hat{\Sigma} + \lambda I)^{-1}}"
DISTANCE = r"\|\Delta\|_{\hat{\Sigma} + \lambda I}"
BALL = (Gt(lam, 0), Gt(radius, 0))


def chain():
    """Equations (20) to (22): strong convexity, minimality, and the distance that follows from the norm of the gradient."""
    return (
        Step("curvature", WHERE + "before (20)",
            Inequality(gamma, diff(sigmoid(z), z), (Gt(radius, 0), Le(z, radius), Ge(z, -radius))),
            display=r"\gamma \hat{\Sigma} \preceq \nabla^2 \tilde{L}(\theta)",
            form="reduction", because="Per sample, as a function of the logit $z$, which stays in $[-B', B']$.", assumes=BOUNDED_FEATURES),
        logistic.strong_convexity("Eq. (20), first inequality",
            "Let all features be one unit vector of the subspace; $z_0$ and $z_1$ are the logits of the truth and of the estimate, which suitable labels "
            "put anywhere inside the ball.",
            r"the inner product of the gradients' difference with $\Delta$ is at least $\gamma \|\Delta\|_{\hat{\Sigma}}^2$, and at most the right end of (20), "
            "since the estimate minimises over a convex set: both ends of (20) stand, and no constant is lost",
            CURVED + r" \le \langle \nabla \tilde{L}(\hat{\theta}) - \nabla \tilde{L}(\theta_{\mathrm{true}}), \Delta\rangle"),
        Step("strong_convexity_data", "Eq. (20), first inequality, at an estimate that Algorithm 1 returns",
            on_data(),
            display=rf"{CURVED} \le {EXCESS}",
            form="special case", because=r"The same, with the minimiser $z_1 = \ln(w/(1 - w))$, $w = c(\varepsilon) (q + \sigma(\varepsilon) - 1)$, where a share "
            "$q$ of the private labels is 1; $z_1$ is inside the ball.",
            repair=Repair(Inequality(gamma / 2 * (z_1 - z_0) ** 2, bregman(log_partition), IN_BALL),
                r"with $\gamma/2$ in place of $\gamma$ the displayed chain holds as well, at twice the constant", rf"\frac{{1}}{{2}} {CURVED} \le {EXCESS}"),
            fault=CONVEXITY),
        *vectors.minimiser("used by the mended (20)", TRUTH_IN_BALL),
        logistic.minimality("Eq. (20), second inequality",
            "The estimate minimises, so its loss is at most that of the truth; the last term is the inner product on the page.", rf"{EXCESS} \le -{SLOPE}"),
        vectors.cauchy_schwarz("cauchy_schwarz", "Eq. (20), third inequality", rf"-{SLOPE} \le {GRADIENT} {DISTANCE}",
            r"In coordinates where the ridge covariance is the identity: $a$ is the negative of the gradient, $b$ is $\Delta$."),
        Step("ridge", "display after (21)",
            Inequality(gamma * (s + lam * r), G * D + 4 * gamma * lam * radius**2, (Le(gamma * s, G * D), Le(r, 4 * radius**2), *BALL)),
            display=rf"\gamma {DISTANCE}^2 \le {GRADIENT} {DISTANCE} + 4 \gamma \lambda B'^2",
            form="translation", because=r"$D$ and $G$ are the two norms on the right; $s$ and $r$ are the squares of $\Delta$ in the norm of the "
            r"covariance and in the Euclidean norm; Definition 5.1 gives $r \le 4 B'^2$.", assumes=TRUTH_IN_BALL),
        Step("solve", "Eq. (22)",
            Inequality(D, f / gamma + 2 * radius * sqrt(lam), (Le(gamma * D**2, f * D + 4 * gamma * lam * radius**2), Ge(D, 0), Ge(f, 0), *BALL)),
            display=DISTANCE + r" \le C \left( \frac{1}{\gamma} f(n, d, \delta, \lambda) + B' \sqrt{\lambda} \right)",
            form="strengthening", because=r"$D$ is the norm of $\Delta$, $f$ bounds that of the gradient. With the constants 1 and 2 on the two terms, so $C = 2$."),
    )


def on_data():
    """The first inequality of (20) where z_1 is the minimiser for a share of private labels equal to 1."""
    w = debiased_label(share)  # sigma of the logit
    logit = log(w / (1 - w))
    excess = -log(1 - w) - log_partition(z_0) - sigmoid(z_0) * (logit - z_0)
    return Inequality(gamma * (logit - z_0) ** 2, excess,
        (*EPSILON, *IN_BALL[:3], Ge(share, 0), Le(share, 1), Ge(w, sigmoid(-radius)), Le(w, sigmoid(radius))))
