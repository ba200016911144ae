"""Theorem 1, display by display (Appendix C.1), with every constant."""

from dataclasses import replace

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, diff, exp, log, sqrt

from boundcheck.claims import Assumption, Cited, Fault, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ..assumptions import INDEPENDENT_LABELS
from ..notation import alpha, c_m, d, domain, eigenvalue, epsilon, feature_bound, gamma, m, n, radius

INDEPENDENT = replace(INDEPENDENT_LABELS,
    dropped="users with tastes of their own give dependent labels, and then the $m$ labels of a user count for fewer")
BOUNDED = Assumption("bounded", "features have norm at most $L$ and parameters norm at most $B$")

p, q, s, D, E, t, z, u, g, h, f, G, w, S, lam, wide, C_1 = sympy.symbols("p q s D E t z u g h f G w S lam wide C_1", real=True)
C1 = "Appendix C.1"
HALF = sympy.Rational(1, 2)
GOLDEN_RATIO = (1 + sqrt(5)) / 2

LETTERS = {
    "p": r"\sigma(\theta^\top x)", "q": r"\mathrm{P}(\tilde{y} = 1)", "s": r"\sigma(\varepsilon/m)", "D": r"\sigma'", "E": r"\sigma''", "t": r"\ln(1/\alpha)",
    "z": r"\theta^\top x", "g": r"\|\nabla\|", "h": r"\langle\nabla, \Delta\rangle", "G": r"\gamma_\varepsilon", "w": r"X^\top V", "S": r"\Sigma_D",
}
LETTERS["lam"] = r"\|\Delta\|"
LETTERS |= {"u": "u", "f": "f", "wide": r"\|\Delta\|_{\Sigma_D}"}

PROBABILITY = (Gt(p, 0), Lt(p, 1))
SLOPE = (*PROBABILITY, Eq(D, p * (1 - p)))
KEEPING = (Ge(s, HALF), Lt(s, 1))
ONE = D / p * s + D / (1 - p) * (1 - s)  # |V| for a private label 1
ZERO = D / (1 - p) * s + D / p * (1 - s)
SEEN_ONE = p * s + (1 - p) * (1 - s)
LOG_ONE = (E * p - D**2) / p**2
LOG_ZERO = -(E * (1 - p) + D**2) / (1 - p) ** 2
CURVED = (*SLOPE, Eq(E, D * (1 - 2 * p)))
LOGIT = (Ge(z, -2 * feature_bound * radius), Le(z, 2 * feature_bound * radius))

SQUARE = Fault("gradient_squared", "misprint", f"{C1}, the strong-convexity display", "the norm of the gradient is squared")
RECALLED = Fault("recalled_loss", "normalisation", f"{C1}, first display", "the loss (1) is recalled with a factor $1/(n m)$ that it has not")
NORMALISED = Fault("m_normalisation", "normalisation", f"{C1}, definition of $M$", "$1/n^2$ where $n m$ labels are averaged")


def score():
    """The gradient's coefficients: mean zero, and of range 1."""
    return (
        Step("recalled_loss", f"{C1}, first display", Identity(f, f / (n * m), domain(n, m)),
            display=r"-\sum_{i, j}[\ldots] = -\frac{1}{n m} \sum_{i, j}[\ldots]", form="translation",
            because="$f$ is the double sum; (1), which the display recalls, is the sum, and the display is the mean.",
            repair=Repair(Identity(f, n * m * (f / (n * m)), domain(n, m)), "the loss of C.1 is that of (1) over $n m$, with the same minimiser"),
            misprint="every further display of C.1 has the mean", fault=RECALLED),
        Step("privacy", r"Theorem 1, '$\varepsilon$-DP'",
            Identity(sigmoid(epsilon / m) / (1 - sigmoid(epsilon / m)), exp(epsilon / m), domain(epsilon, m)),
            because=r"The ratio of the two probabilities of one private label; the $m$ labels of a user multiply to $e^\varepsilon$ at most."),
        Step("slope", f"{C1}, first derivative", Identity(sigmoid(z) * (1 - sigmoid(z)), exp(z) / (1 + exp(z)) ** 2),
            display=r"\sigma'(z) = \sigma(z)(1 - \sigma(z))", form="translation", because="The derivative of $e^z/(1 + e^z)$ stands on the right."),
        Step("mean_zero", f"{C1}, mean of $V$", Identity(SEEN_ONE * ONE - ((1 - p) * s + p * (1 - s)) * ZERO, sympy.Integer(0), (*SLOPE, *KEEPING))),
        Step("score_at_one", f"{C1}, $|V|$ at a private 1", Identity(ONE, (1 - p) * s + p * (1 - s), (*SLOPE, *KEEPING))),
        Step("score_at_zero", f"{C1}, $|V|$ at a private 0", Identity(ZERO, SEEN_ONE, (*SLOPE, *KEEPING))),
        Step("sub_gaussian", f"{C1}, 'sub-Gaussian'",
            Cited("a variable of mean 0 in an interval of length 1 is sub-Gaussian with parameter 1/2, and so with the page's 1", "Hoeffding (1963), Lemma 1",
                Inequality(log(q * exp(u * (1 - q)) + (1 - q) * exp(-u * q)), u**2 / 8, (Gt(q, 0), Lt(q, 1)))),
            because="$V$ is $1 - q$ with probability $q$, and $-q$ otherwise."),
    )  # fmt: skip


def curvature():
    """The Hessian, and what strong convexity gives."""
    return (
        Step("second_slope", rf"{C1}, second derivative of $\sigma$", Identity(diff(sigmoid(z), z, 2), sigmoid(z) * (1 - sigmoid(z)) * (1 - 2 * sigmoid(z))),
            because=r"It is $\sigma' (1 - 2 \sigma)$, which the next lines call $\sigma''$."),
        Step("log_sigma", rf"{C1}, second derivative of $\ln \sigma$", Identity(LOG_ONE, -D, CURVED)),
        Step("log_one_minus_sigma", rf"{C1}, second derivative of $\ln(1 - \sigma)$", Identity(LOG_ZERO, -D, CURVED)),
        Step("hessian_one", f"{C1}, Hessian, private 1", Identity((1 - s) * LOG_ZERO - s * LOG_ONE, (2 * s - 1) * D, (*CURVED, *KEEPING))),
        Step("hessian_zero", f"{C1}, Hessian, private 0", Identity((1 - s) * LOG_ONE - s * LOG_ZERO, (2 * s - 1) * D, (*CURVED, *KEEPING))),
        Step("least_slope", f"{C1}, after the Hessian",
            Inequality(gamma, sigmoid(z) * (1 - sigmoid(z)), (*LOGIT, *domain(feature_bound, radius))),
            display=r"\sigma'(\theta^\top x) \ge \gamma", because="A difference of two features has norm $2L$ at most, so a logit is $2L B$ at most.", assumes=BOUNDED),
        Step("modulus", f"{C1}, 'strongly convex'", Inequality(gamma * (2 * s - 1), (2 * s - 1) * D, (*KEEPING, *domain(feature_bound, radius), Ge(D, gamma))),
            because=r"The Hessian is the mean of $(2 \sigma(\varepsilon/m) - 1) \sigma' x x'$, so at least this multiple of $\Sigma_D$."),
        Step("strong_convexity", f"{C1}, the display after 'we conclude'",
            Inequality(G * lam**2, g**2 * lam, (Gt(G, 0), Ge(lam, 0), Ge(g, 0), Le(h + G * lam**2, 0), Ge(h, -g * lam))),
            display=r"\gamma_\varepsilon \|\Delta\|_{\Sigma_D}^2 \le \|\nabla \hat{l}(\theta^*)\|_{\Sigma_D^{-1}}^2 \|\Delta\|_{\Sigma_D}", form="translation",
            because=r"Both strong-convexity inequalities at the minimiser and the truth, and Cauchy-Schwarz; $\|\Delta\|$ is in the norm of $\Sigma_D$.",
            repair=Repair(Inequality(G * lam**2, g * lam, (Gt(G, 0), Ge(lam, 0), Ge(g, 0), Le(h + G * lam**2, 0), Ge(h, -g * lam))),
                "the norm of the gradient without the square"),
            misprint="the display that begins 'This gives us' has the norm without the square", fault=SQUARE),
    )  # fmt: skip


def form(constant, explicit, printed):
    """The quadratic form, its tail and the bound."""
    at = domain(n, m, d, alpha, epsilon, feature_bound, radius, eigenvalue)
    return (
        Step("quadratic_form", f"{C1}, $M$",
            Identity((w / (n * m)) ** 2 / S, w**2 / (n**2 * S), (*domain(n, m), Gt(S, 0))),
            display=r"\|\nabla \hat{l}(\theta^*)\|_{\Sigma_D^{-1}}^2 = V^\top M V, \quad M = \frac{1}{n^2} X \Sigma_D^{-1} X^\top", form="special case",
            because="In one direction. $X$ has $n m$ rows and the gradient is the sum over them divided by $n m$, so that $M$ has $1/(n m)^2$; $1/n^2$ is $m^2$ times too large.",
            repair=Repair(Identity((w / (n * m)) ** 2 / S, w**2 / ((n * m) ** 2 * S), (*domain(n, m), Gt(S, 0))), "$1/(n m)^2$ in place of $1/n^2$"),
            misprint="the gradient has $1/(n m)$, and the next display ends in $1/(n m)$", fault=NORMALISED),
        Step("tail", f"{C1}, 'Bernstein's inequality'",
            Cited(r"with probability at least $1 - \alpha$ the form is at most $\nu^2 (t r M + 2 \sqrt{t r M^2 \ln(1/\alpha)} + 2 \|M\| \ln(1/\alpha))$",
                "Hsu, Kakade, Zhang (2012), Theorem 2.1"),
            because="It asks for independent scores; that labels of one user are independent given the features is the model's.", assumes=INDEPENDENT),
        Step("constant", f"{C1}, '$C_1$'", Inequality(d + 2 * sqrt(d * t) + 2 * t, GOLDEN_RATIO**2 * (d + t), (Ge(d, 1), Ge(t, 0))),
            display=r"\operatorname{tr}(M) + 2 \sqrt{\operatorname{tr}(M^2) t} + 2 \|M\| t \le C_1 \frac{d + t}{n m}", form="reduction",
            because="The nonzero eigenvalues of $M$ are all $1/(n m)$, at most $d$ of them; both sides times $n m$."),
        Step("rooted", f"{C1}, 'This gives us'", Inequality(G * wide, sqrt(C_1 * (d + t) / (n * m)), (*domain(n, m, d), Gt(G, 0), Ge(g, 0), Ge(wide, 0), Ge(t, 0), Gt(C_1, 0), Le(G * wide**2, g * wide), Le(g**2, C_1 * (d + t) / (n * m)))),
            because="Here upsilon is 1; $g$ is the norm of the gradient, without the square of the display before."),
        Step("semi_norm", f"{C1}, the bound in the semi-norm", Inequality(wide, sqrt(C_1) * c_m / gamma * sqrt((d + t) / (n * m)), (*domain(n, m, d, epsilon, feature_bound, radius), Ge(wide, 0), Ge(t, 0), Gt(C_1, 0), Le(gamma / c_m * wide, sqrt(C_1 * (d + t) / (n * m))))),
            because=r"With $\gamma_\varepsilon = \gamma/c(\varepsilon/m)$, as in the next step: the constant $C$ is the root of $C_1$."),
        Step("ratio", rf"{C1}, $\nu$ over $\gamma_\varepsilon$", Identity(1 / (gamma * (2 * sigmoid(epsilon / m) - 1)), c_m / gamma, domain(epsilon, m)),
            display=r"\frac{\upsilon}{\gamma_\varepsilon} = \frac{1}{\gamma} \frac{e^{\varepsilon/m} + 1}{e^{\varepsilon/m} - 1}", form="translation",
            because=r"$2 \sigma(x) - 1 = (e^x - 1)/(e^x + 1)$ at $x = \varepsilon/m$."),
        Step("to_euclidean", f"{C1}, 'Equivalently'",
            Inequality(lam * sqrt(eigenvalue), wide, (Gt(eigenvalue, 0), Ge(lam, 0), Ge(wide, 0), Le(eigenvalue * lam**2, wide**2))),
            display=r"\sqrt{\lambda_{\min}} \|\Delta\| \le \|\Delta\|_{\Sigma_D}",
            because="One direction only: 'equivalently' is more than is there."),
        Step("bound", "Theorem 1", Inequality(explicit, constant * printed, at), settles=("error",)),
    )  # fmt: skip


def steps(constant, explicit, printed):
    """All of C.1."""
    return score() + curvature() + form(constant, explicit, printed)
