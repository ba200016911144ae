"""Lemma 5, display by display (Appendix C.4): curvature and Lipschitz constant of the Plackett-Luce loss."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Rational, exp

from boundcheck.claims import Assumption, Fault, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ..notation import K, domain, feature_bound, kappa, radius
from ..quantities import RANKED_GAMMA

EVERY_PAIR = Assumption("pairs", "Assumption 3 for every pair of actions, on the subspace where parameters live")

G, H, P, S, a, b, c, g, h, j, p, q, r, s, u, v, w, x, y, z = sympy.symbols("G H P S a b c g h j p q r s u v w x y z", real=True)
LETTERS = {
    "G": r"\gamma", "H": r"v^\top \nabla^2 v", "P": r"\sum_{k < l} \mathbb{E} (x_{k l}^\top v)^2", "S": r"\sum_{k \ge j} e^{\langle\theta, \phi_k\rangle}", "a": r"\phi_1", "b": r"\phi_2", "c": r"\phi_3", "g": r"\|\nabla\|",
    "p": "p_k", "q": "p_l", "r": "K + 1 - j", "s": r"\|V\|_1", "y": r"\|V\|_2^2", "z": r"\theta^\top x_{1 2}",
}  # fmt: skip
CURVED, STEEP = "Appendix C.4, 'strongly convexity'", "Appendix C.4, 'Lipschitz continuous'"
L, B = feature_bound, radius
MODEL = domain(feature_bound, radius)
WEIGHTS = (Gt(u, 0), Gt(v, 0), Gt(w, 0))
LOGIT = (Ge(z, -2 * L * B), Le(z, 2 * L * B))

PAIRS = Fault("pairs_below", "missing factor", "Appendix C.4, the Hessian", "pairs of two actions that both stand below the $j$-th are left out")
SHARE = Fault("ranked_curvature", "missing factor", "Lemma 5; Appendix C.4, the last line on convexity", "the sum of weights of the pairs is taken for 1 and is 1/4 for two actions")
LIMIT = Fault("ranked_gradient", "misprint", "Appendix C.4, the gradient", "the sum in the denominator ends at $K - 1$")

GRADIENT = Fault("gradient_is_lipschitz", "misprint", "Appendix C.4, after the last display", "the bound of the gradient is called a Lipschitz constant of the gradient")

MEAN = (u * a + v * b + w * c) / (u + v + w)
VARIANCE = (u * a**2 + v * b**2 + w * c**2) / (u + v + w) - MEAN**2

SHARPER = Step("sharper", "derivation", Inequality(g, 2 * L * (K - 1), (*MODEL, *domain(K), Ge(g, 0), Le(g, 2 * L * s), Le(s, K - 1))),
    because="The gradient is a sum of rows of $X$ with weights that add up to at most $K - 1$: $2L(K - 1)$ in place of $2L K^2$, and $2L$ in place of $8L$ for two actions.")  # fmt: skip


def curvature():
    """The Hessian and its least eigenvalue."""
    return (
        Step("hessian", f"{CURVED}, first display", Identity(VARIANCE, (u * v * (a - b) ** 2 + u * w * (a - c) ** 2) / (u + v + w) ** 2, WEIGHTS),
            display=r"\nabla^2 \mathcal{L} = \mathbb{E} \sum_{j = 1}^K \sum_{k = j}^K \frac{e^{\langle\theta, \phi_j + \phi_k\rangle}}{\left( \sum_{k' \ge j} e^{\langle\theta, \phi_{k'}\rangle} \right)^2} (\phi_j - \phi_k)(\phi_j - \phi_k)^\top", form="special case",
            because="The first stage of three actions along a line; $u$, $v$, $w$ are the exponentials. The second derivative of a "
            "stage is the variance under the weights of all actions from $j$ on, which has a term for every pair of them. The "
            "display has the pairs with the $j$-th action only; for two actions there are no others. The second display has a "
            r"sum over $k'$ that its summand does not use: it is read with $\phi_k - \phi_{k'}$.",
            repair=Repair(Identity(p * q * (a - b) ** 2 / 2, p * q * (a**2 + b**2) / 2 - p * q * a * b), r"the sum over all pairs $k < l$ of actions from $j$ on, $e^{\phi_k + \phi_l} (\phi_k - \phi_l)(\phi_k - \phi_l)^\top$",
                r"\nabla^2 \mathcal{L} = \mathbb{E} \sum_{j = 1}^K \sum_{k, l = j}^K \frac{e^{\langle\theta, \phi_k + \phi_l\rangle}}{2 \left( \sum_{k' \ge j} e^{\langle\theta, \phi_{k'}\rangle} \right)^2} (\phi_k - \phi_l)(\phi_k - \phi_l)^\top"),
            fault=PAIRS),
        Step("range_of_exponentials", f"{CURVED}, 'in'", Inequality(exp(-L * B), exp(u), (*MODEL, Ge(u, -L * B)))),
        Step("coefficients", f"{CURVED}, second display", Inequality(exp(-4 * L * B) / (2 * r**2), exp(u + v) / S**2, (*MODEL, Ge(r, 1), Ge(u, -L * B), Ge(v, -L * B), Gt(S, 0), Le(S, r * exp(L * B)))),
            because="$u$ and $v$ are the logits of the pair, $S$ the sum over the $r = K + 1 - j$ actions of the stage. The 2 is not needed."),
        Step("last_inequality", f"{CURVED}, last line", Inequality(kappa * G, G / K**2 * P, (*domain(kappa, K), Gt(G, 0), Eq(K, 2), Eq(P, K * (K - 1) / 2 * kappa))),
            display=r"\mathbb{E} \gamma v^\top\left[ \min_\pi \sum_j \frac{1}{(K + 1 - j)^2} \sum_{k, l} x_{k l} x_{k l}^\top \right] v \ge \kappa \gamma \|v\|_2^2", form="special case",
            because=r"Two actions, one stage, one pair, $\|v\| = 1$: the left side is $\kappa \gamma/4$. In general the weights of the pairs add up "
            "to the sum of $(r - 1)/(2r)$ from $r = 2$ to $K$, which is below 1 up to $K = 4$. The page has $v$ as a vector of $K$ "
            "entries; it has $d$.",
            repair=Repair(Inequality(kappa * G * (K - 1) / K, 2 * G / K**2 * P, (*domain(kappa, K), Gt(G, 0), Ge(P, K * (K - 1) / 2 * kappa))), "$(K - 1)/K$ in front, at least 1/2: the first stage alone, with the coefficient before it was halved"),
            fault=SHARE),
        Step("first_stage", "derivation", Inequality(kappa * RANKED_GAMMA * (K - 1) / K, H, (*MODEL, *domain(kappa, K), Ge(H, exp(-4 * L * B) / K**2 * P), Ge(P, K * (K - 1) / 2 * kappa))),
            because="The first stage has every pair, whatever the ranking. Which pairs a later stage has depends on the ranking, and Assumption 3 is about fixed pairs: they are left out here.", assumes=EVERY_PAIR),
        Step("share_costs_two", "derivation", Inequality(Rational(1, 2), (K - 1) / K, domain(K)), because="The share that is left is a half for two actions, and more for more."),
        Step("two_actions", "derivation", Inequality(exp(-2 * L * B) / 4, sigmoid(z) * (1 - sigmoid(z)), (*MODEL, *LOGIT)),
            because=r"For two actions $e^{-2L B}/4$ is enough, which is $e^{2L B}/2$ times the printed $\gamma$: Lemma 4 has it."),
        Step("printed_for_two_actions", "derivation", Inequality(exp(-4 * x) / 2, 1 / (2 + exp(2 * x) + exp(-2 * x)), (Ge(x, Rational(1, 5)),)),
            because=r"$x = L B$. For two actions the printed $\kappa \gamma$ is below the true curvature from $L B = 1/5$ on, for another reason than the page has; below $L B = \ln(2)/4 = 0.173$ it is above it at every parameter, since $\sigma'$ "
            "is at most 1/4. What is false of the statement for two actions is so where all probabilities lie between 0.4 and 0.6 only."),
    )  # fmt: skip


def slope():
    """The gradient and its norm."""
    return (
        Step("gradient", f"{STEEP}, first display", Identity(v / (u + v) * (a - b), v / u * (a - b), WEIGHTS),
            display=r"\nabla l = -\sum_{j = 1}^K \sum_{k = j}^K \frac{e^{\langle\theta, \phi_k\rangle}}{\sum_{k' = j}^{K - 1} e^{\langle\theta, \phi_{k'}\rangle}} (\phi_j - \phi_k)", form="special case",
            because="Two actions, $u$ and $v$ their exponentials: at $j = 1$ the printed denominator is $u$. At $j = K$ it is "
            "an empty sum. Printed so in both texts that were read.",
            repair=Repair(Identity(a - (u * a + v * b) / (u + v), v / (u + v) * (a - b), WEIGHTS), "the sum in the denominator ends at $K$",
                r"\nabla l = -\sum_{j = 1}^K \sum_{k = j}^K \frac{e^{\langle\theta, \phi_k\rangle}}{\sum_{k' = j}^K e^{\langle\theta, \phi_{k'}\rangle}} (\phi_j - \phi_k)"),
            misprint="the loss, and $V_{j k}$ two lines below, have the sum up to $K$", fault=LIMIT),
        Step("stage", f"{STEEP}, 'the sum of the absolute values'", Inequality(w, Integer(1), (Eq(w, 1 - p), Ge(p, 0), Le(p, 1))), because="One stage: the weights of the actions below the $j$-th add up to at most 1. There are $K - 1$ stages, so the sum is at most $K - 1$; the page has $K$."),
        Step("norms", f"{STEEP}, last display", Inequality(x * y, 4 * L**2 * K**4, (*MODEL, *domain(K), Ge(x, 0), Ge(y, 0), Le(x, K * (K - 1) / 2 * (2 * L) ** 2), Le(y, K**2))),
            display=r"\|X\|_2^2 \|V\|_2^2 \le 4 L^2 K^4", form="reduction", because="$x$ is the square of the Frobenius norm of $X$, which has $K(K - 1)/2$ rows of norm $2L$."),
        Step("gradient_is_lipschitz", f"{STEEP}, last line", Inequality(x**2 / 4, 2 * L * K**2, (*MODEL, *domain(K), Eq(K, 2), Eq(x, 2 * L))),
            display=r"\|\nabla^2 l\| \le 2 K^2 L", form="special case",
            because="What it takes for the gradient to be $2 K^2 L$-Lipschitz. Two actions whose features are opposite and of norm $L$, at the parameter 0: the second derivative is $L^2$, more than $8 L$ for $L$ above 8.",
            repair=Repair(Inequality(g, 2 * L * K**2, (*MODEL, *domain(K), Ge(g, 0), Le(g**2, 4 * L**2 * K**4))), "the loss is $2 K^2 L$-Lipschitz, since this bounds the norm of its gradient", r"\|\nabla l\| \le 2 K^2 L"),
            misprint="Lemma 5 says it of the loss, and the display before bounds the gradient", fault=GRADIENT),
        SHARPER,
        Step("score", "derivation", Inequality(h - r**2, L**2, (*MODEL, Le(h, L**2))),
            because="At the truth the stages are martingale differences, each of variance at most the mean square $h$ of a feature: the mean square of the gradient is at most $(K - 1) L^2$, less than the square of the Lipschitz constant by $K - 1$."),
    )  # fmt: skip


STEPS = curvature() + slope()
