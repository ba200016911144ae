"""Appendix B, steps 1 and 2: the recursion (7), and what unrolling it gives."""

from sympy import Eq, Ge, Gt, IndexedBase, Le, Sum, Symbol, diff, exp, symbols
from sympy import Integer as Int

from boundcheck.claims import Assumption, ByDefinition, Cited, Fault, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ... import algorithm_1
from ...assumptions import LOGISTIC_LABELS
from ...notation import C_EPSILON, d, domain, epsilon, feature_bound, gamma, kappa, radius
from ...quantities import z
from .letters import RATE, WHERE, G, lam, mean, now, t

BOUNDED_FEATURES = Assumption("bounded_features", r"$\|\phi(s, a)\| \le L$, so $\|x\| \le 2L$")
TRUTH_IN_BALL = Assumption("ball", "the truth lies in the ball that the iterates are projected on")
COVERAGE = Assumption("coverage", r"$\mathbb{E}[x x^\top]$ has least eigenvalue at least $\kappa$ on all of $\mathbb{R}^d$", "on the subspace of coordinate sum 0 is enough")

eta, then, noise, square, true = symbols("eta then noise square true", real=True)
x, x_1, x_2, z_0, z_1, z_2, u_1, u_2, p_1, p_2 = symbols("x x_1 x_2 z_0 z_1 z_2 u_1 u_2 p_1 p_2", real=True)
a_2, a_3, a_4, Z_2, Z_3 = symbols("a_2 a_3 a_4 Z_2 Z_3", real=True)

i, s, u = Symbol("i", integer=True), IndexedBase("s", real=True), IndexedBase("u", real=True)
label = algorithm_1.private_label
EPSILON = domain(epsilon)
BOUNDS = domain(feature_bound, radius)
REACH = 2 * feature_bound * radius
THEN = r"\|\theta_{t + 1} - \theta^*\|^2"


def shrink(value, steps, martingale):
    """Right side of (7)."""
    return (1 - 2 / steps) * value + 2 / (lam * steps) * martingale + (G / (lam * steps)) ** 2


def recursion():
    return (
        Step("step_size", "Theorem 4.4 against Appendix B, line (b)",
            ByDefinition(1 / (lam * t), 1 / (gamma * kappa * t), (*BOUNDS, *domain(kappa), Ge(t, 1), Eq(lam, gamma * kappa))),
            display=r"\eta_t = \frac{1}{\gamma \kappa t} = \frac{1}{\lambda t}, \quad \lambda = \gamma \kappa",
            because=r"The step size of the proof. The theorem prints $1/(\gamma \kappa)$, without the $t$: the part coverage, read "
            "literally, says what that constant step would give."),
        Step("projection", "Eq. (8), second line",
            Cited("projection on a closed convex set brings no point of it farther away", "textbook"),
            display=r"\|\Pi_\Theta (\theta_t - \eta_t \hat{g}_t) - \theta^*\|^2 \le \|\theta_t - \eta_t \hat{g}_t - \theta^*\|^2", assumes=TRUTH_IN_BALL),
        Step("expansion", "Eq. (8), third line", Identity((x - eta * u_1) ** 2, x**2 - 2 * eta * u_1 * x + eta**2 * u_1**2),
            because="Per coordinate: $x$ is that of the iterate's error, $u_1$ that of the gradient."),
        Step("centring", "Eq. (8), line (a)",
            Identity(now - 2 * eta * (mean - noise) + eta**2 * square, now - 2 * eta * mean + 2 * eta * noise + eta**2 * square),
            because="Here now is the squared error of the iterate, mean and noise are the inner products of its error with the mean "
            "gradient and with the centred one, square is the squared norm of the gradient."),
        Step("label_mean", "Eq. (9), line (c)",
            Identity(
                sigmoid(true) * (sigmoid(z) - 1) + (1 - sigmoid(true)) * sigmoid(z), sigmoid(z) - sigmoid(true)
            ),
            because="The mean over the label of a sample with the logit $z$ at the iterate and $z^*$ at the truth.", assumes=LOGISTIC_LABELS),
        Step("curvature", "Eq. (9), line (d)", Inequality(gamma, diff(sigmoid(z), z), (*BOUNDS, Ge(z, -REACH), Le(z, REACH))),
            because=r"Logits are at most $2L B$: $\|x\| \le 2L$.", assumes=BOUNDED_FEATURES),
        Step("mean_value", "Eq. (9), line (d)",
            Inequality(gamma * (z_1 - z_0) ** 2, (sigmoid(z_1) - sigmoid(z_0)) * (z_1 - z_0),
                (*BOUNDS, Ge(z_0, -REACH), Le(z_0, REACH), Ge(z_1, -REACH), Le(z_1, REACH)))),
        Step("second_moment", "Eq. (9), line between (d) and (e)",
            Cited("expectations are linear", "textbook"),
            display=r"\mathbb{E}[(x_t^\top v)^2 \mid \mathcal{F}_{t - 1}] = v^\top \mathbb{E}[x_t x_t^\top \mid \mathcal{F}_{t - 1}] v"),
        Step("coverage", "Eq. (9), line (e)",
            Inequality(kappa * Sum(u[i] ** 2, (i, 1, d)), Sum(s[i] * u[i] ** 2, (i, 1, d)), (Ge(s[i], kappa), Gt(kappa, 0), Ge(d, 1))),
            display=r"v^\top \mathbb{E}[x_t x_t^\top] v \ge \kappa \|v\|^2",
            form="reduction", because=r"In the eigenbasis of $\mathbb{E}[x x^\top]$, which $\Sigma$ is read as (Assumption 4.3): $s_i$ are the eigenvalues, $u_i$ the "
            "coordinates of the error of the iterate.", assumes=COVERAGE),
        Step("gradient_bound", WHERE + "$G$",
            Inequality(C_EPSILON * (2 * feature_bound + 4 * feature_bound / (exp(epsilon) + 1)),
                6 * feature_bound * C_EPSILON, (*EPSILON, *BOUNDS[:1])),
            display=r"\|\hat{g}_t\|^2 \le G^2 = 36 L^2 c(\varepsilon)^2",
            form="reduction", because="The triangle inequality on line 6, each plain gradient being at most $2L$ long.", assumes=BOUNDED_FEATURES),
        Step("gradient_bound_sharp", "the explicit version",
            Inequality(algorithm_1.private_gradient(label) ** 2, C_EPSILON**2, (*EPSILON, Eq(label * (1 - label), 0))),
            display=r"\|\hat{g}_t\| \le 2 L c(\varepsilon)",
            form="reduction", because="The left side is the square of the factor of $x$ in the de-biased gradient, $z$ being the logit at "
            r"the iterate, and $\|x\| \le 2L$."),
        Step("plugged_in", WHERE + "after (9), first two lines",
            Inequality(now - 2 * eta * mean + 2 * eta * noise + eta**2 * square,
                now * (1 - 2 * eta * lam) + 2 * eta * noise + eta**2 * G**2,
                (*RATE, Ge(mean, lam * now), Le(square, G**2), Gt(eta, 0), Ge(now, 0))),
            because="In the letters of the step `centring`."),
        Step("eq_7", "Eq. (7)",
            Identity(now * (1 - 2 * eta * lam) + 2 * eta * noise + eta**2 * G**2, shrink(now, t, noise),
                (*RATE, Ge(t, 1), Eq(eta, 1 / (lam * t)))),
            because="The right side of (7), in the letters of the step `centring`."),
    )


def unrolled():
    return (
        Step("eq_10", "Eq. (10)",
            Inequality(a_4, 2 / (lam * 2 * 3) * (Z_2 + 2 * Z_3) + G**2 / (lam**2 * 9),
                (*RATE, Ge(a_2, 0), Eq(a_3, shrink(a_2, Int(2), Z_2)), Ge(a_3, 0), Eq(a_4, shrink(a_3, Int(3), Z_3)), Ge(a_4, 0))),
            display=THEN + r" \le \frac{2}{\lambda (t - 1) t} \sum_{i = 2}^t (i - 1) \langle \hat{z}_i, \theta_i - \theta^*\rangle + \frac{G^2}{\lambda^2 t^2}",
            form="special case", because="At $t = 3$: $a_2$, $a_3$ and $a_4$ are the squared errors of three iterates in turn, which satisfy (7) with "
            r"equality, $Z_2$ and $Z_3$ the inner products. The last term adds up to 7/36 of $G^2/\lambda^2$, not to 1/9. Runs "
            "of the algorithm violate the line with $1/t^2$ as well, from about $t = 75$ on; the derivation of this step "
            "contains one.",
            repair=Repair(
                Inequality(a_4, 2 / (lam * 2 * 3) * (Z_2 + 2 * Z_3) + G**2 / (lam**2 * 3),
                    (*RATE, Le(a_3, shrink(a_2, Int(2), Z_2)), Le(a_4, shrink(a_3, Int(3), Z_3)))),
                r"the last term is $G^2/(\lambda^2 t)$, as in Rakhlin et al. (2011), for every $t$",
            ),
            misprint="Rakhlin et al. (2011), from which the step directly follows, as the page says, and the rate $1/t$ of the last display",
            fault=Fault("eq_10_exponent", "misprint", words="$1/t^2$ stands for $1/t$")),
        Step("unroll", "the mended (10)",
            Inequality(t * (t - 1) * then, (t - 1) * (t - 2) * now + 2 * (t - 1) * noise / lam + (t - 1) * G**2 / (lam**2 * t),
                (*RATE, Ge(t, 2), Le(then, shrink(now, t, noise)))),
            because="Both sides of (7) times $t (t - 1)$, in the letters of the step `centring`; then is the squared error "
            "after the step. Added up from 2 to $t$ the terms telescope."),
        Step("unroll_sum", "the mended (10)", Inequality((t - 1) / t, 1, (Ge(t, 2),)),
            display=r"\frac{1}{(t - 1) t} \sum_{i = 2}^t \frac{i - 1}{i} \le \frac{1}{t}",
            form="reduction", because="The summand $i = t$: each of the $t - 1$ summands is at most 1."),
    )
