"""Theorem 4, display by display (Appendix C.3), and two releases that need no descent, with every constant."""

from dataclasses import replace

import sympy
from sympy import Add, Ge, Gt, Le, Lt, Mul, cosh, exp, log, sqrt

from boundcheck.claims import Assumption, Cited, Fault, Identity, Inequality, Repair, Step

from .. import lemma_3
from ..assumptions import INDEPENDENT_LABELS
from ..lab.releases import CLIP, MULTIPLIER, ONE_SHOT, SLIP, TWO_ROUNDS
from ..notation import d, delta, domain, epsilon, feature_bound, gamma, kappa, m, n, radius
from . import bounded_differences, norm_of_a_normal
from .descent import KEPT_IN_FULL_BATCHES
from .descent import LETTERS as OF_DESCENT

INDEPENDENT = replace(INDEPENDENT_LABELS, dropped="privacy of both releases needs no assumption, their error does")
DESIGN = Assumption("design", "features are public and fixed, and only labels are protected",
    "where features are protected as well, one release of the mean of $y x$ is not enough")

C, D, R, T, a, b, c, first, g, h, q, r, s, second, t, u, v, w, x, y, z = sympy.symbols("C D R T a b c first g h q r s second t u v w x y z", real=True)
LETTERS = bounded_differences.LETTERS | norm_of_a_normal.LETTERS | OF_DESCENT | {
    "drawn": "|U_t|", "agree": "f_{t, i}", "other": "f_{t, i'}",
    "R": "2 L B", "b": r"\|\hat{\theta} - \theta^*\|", "first": r"\mathbb{E}[\|\hat{\theta} - \theta^*\|]", "g": r"\|\nabla l(\theta^*)\|", "r": r"\text{excess loss}",
    "second": r"\mathbb{E}[\|\hat{\theta} - \theta^*\|^2]", "v": r"\|\hat{\theta} - \theta^*\|", "z": r"\theta^\top x",
}  # fmt: skip
C3 = "Appendix C.3, proof of Theorem 4"
ONE, TWO = "derivation: one release", "derivation: two rounds"
L, B = feature_bound, radius
SIZE = domain(n, m, d)
LEVEL = (*domain(epsilon), Gt(delta, 0), Lt(delta, 1))
MODEL = domain(feature_bound, radius, kappa)
PRINTED = L / (kappa * gamma) * (1 / sqrt(m * n) + sqrt(d) / (sqrt(m) * n * epsilon))
WITH_LOGARITHM = L / (kappa * gamma) * (1 / sqrt(m * n) + sqrt(d) * lemma_3.LOGARITHM / (sqrt(m) * n * epsilon))

OUTSIDE = Fault("no_projection", "hidden assumption", "Appendix C.3, 'by strong convexity'; Algorithm 2, line 16", "the curvature is that inside the ball, and Algorithm 2 does not project")

IMPORTED = Cited("the excess loss of the phased descent with projection, removal of outliers and noise that makes it private is that of Lemma 3", "Liu and Asi (2024), Theorem 4.11")


def page():
    """The displays of the proof."""
    return (
        Step("strong_convexity", f"{C3}, first line", Inequality(z**2 / (4 * cosh(R / 2) ** 2) / 2, log(cosh(z / 2)), (Gt(R, 0),)),
            display=r"\mathbb{E}[\|\hat{\theta}_k - \theta^*\|^2] \le \frac{2}{\kappa \gamma} \mathbb{E}[l(\hat{\theta}_k) - l(\theta^*)]", form="special case",
            because=r"One direction, rows of norm 1, the truth at 0: the excess loss is $\ln \cosh(z/2)$ and $\gamma$ is "
            r"$1/(4 \cosh^2(L B))$; $z$ is the logit of an estimate outside the ball. The excess loss grows like "
            "$z/2$, the left side like $z^2$, and line 16 of Algorithm 2, which adds Gaussian noise, does not "
            "project.",
            repair=Repair(Inequality(v**2, 2 / (kappa * gamma) * r, (*MODEL, Ge(v, 0), Ge(r, D * v**2 / 2), Ge(D, kappa * gamma))), "estimates are projected on the ball, which takes none of them farther from the truth; $D$ is the curvature between them",
                r"\mathbb{E}[\|\Pi \hat{\theta}_k - \theta^*\|^2] \le \frac{2}{\kappa \gamma} \mathbb{E}[l(\Pi \hat{\theta}_k) - l(\theta^*)]"),
            fault=OUTSIDE),
        Step("imported", f"{C3}, 'comes from Lemma 3'", IMPORTED,
            because="Nothing of the descent's own convergence is checked here: the theorem stands or falls with the cited one."),
        Step("lemma_3", f"{C3}, second line", Inequality(second, 2 * C * L**2 / (kappa**2 * gamma**2) * q, (*MODEL, Gt(C, 0), Ge(q, 0), Le(second, 2 / (kappa * gamma) * r), Le(r, C * L**2 / (kappa * gamma) * q))),
            because=r"$q$ is the bracket $1/(n m) + d \ln(m n d/\delta)^2/(n^2 m \varepsilon^2)$, $C$ the constant of Lemma 3; the new constant is $2C$."),
        Step("halts", "Theorem 4, the condition on $n_i$", Inequality(sympy.Integer(1), T / 2 * exp(-n * epsilon / 40), (*SIZE, *domain(epsilon), Ge(T, m**2 * n**2), Le(n * epsilon, 40 * log(m**2 * n**2 / 2)))),
            because=r"Where all users agree the score is $n$ and the threshold $4n/5$, so noise $\operatorname{Lap}(8/\varepsilon)$ below $-n/5$ halts the descent: at each iteration with probability $e^{-n \varepsilon/40}/2$ at least, once the threshold's "
            r"own noise, with probability 1/2, does not help. Up to $n \varepsilon = 40 \ln(m^2 n^2/2)$ the $T$ iterations are then not expected to end. The printed condition on $n$ is met there: $n = 100$, $m = 10$, $d = 5$, $\varepsilon = 1$, "
            r"$\delta = 1/10$ have 92 < 100 < 524."),
        Step("goes_on", "derivation", Inequality(T / 2 * exp(-n * epsilon / 80), a, (*SIZE, *domain(epsilon), Gt(a, 0), Gt(T, 0), Ge(n * epsilon, 80 * log(T / (2 * a))))),
            because=r"From $n \varepsilon = 80 \ln(T/(2 a))$ on all $T$ iterations pass with probability $1 - a$, apart from threshold's noise beyond $n/10$: a logarithm of $m n$ with the constant 160, not the printed product of two."),
        Step("full_batches", r"Theorem 4, $\tilde{n}_i = n_i$", KEPT_IN_FULL_BATCHES,
            because=r"Each set $D_i$ is its own batch, whose size is not random: two users who are kept have a common third, and what is charged to Algorithm 2 under Poisson sampling does not touch this theorem."),
        Step("first_moment", "Theorem 4", Inequality(first, sqrt(second), (Ge(first, 0), Le(first**2, second))), because="Jensen's inequality, here in the right direction."),
        Step("two_roots", "Theorem 4", Inequality(sqrt(1 / (n * m) + d * t**2 / (n**2 * m * epsilon**2)), 1 / sqrt(m * n) + sqrt(d) * t / (sqrt(m) * n * epsilon), (*SIZE, *domain(epsilon), Ge(t, 0))),
            because=r"$t$ is $\ln(m n d/\delta)$: one logarithm in the first moment."),
    )  # fmt: skip


def one_shot():
    """The mean of y x, released once."""
    return (
        Step("public_features", ONE, Identity(x * (u - 1 / (1 + exp(-z))), x * u - x / (1 + exp(-z))),
            because=r"Labels are what is protected, features are not: the labels enter the likelihood's gradient through the mean of $y x$ alone, whatever $\theta$ is. One release of this vector is enough.", assumes=DESIGN),
        Step("sensitivity", ONE, Inequality(w / (n * m), 2 * L / n, (*SIZE, *domain(feature_bound), Ge(w, 0), Le(w, m * (2 * L)))), because="All $m$ labels of a user replaced move the sum by at most $2L$ each."),
        Step("multiplier", ONE, Identity(1 / (2 * MULTIPLIER**2) + 2 * sqrt(log(1 / delta) / (2 * MULTIPLIER**2)), epsilon, LEVEL),
            because=r"Noise $s$ times the sensitivity is $\rho$-zCDP with $\rho = 1/(2 s^2)$, which is $(\rho + 2 \sqrt{\rho \ln(1/\delta)}, \delta)$-private (Bun and Steinke 2016, Propositions 1.3 and 1.6): at the chosen $s$ that is $\varepsilon$."),
        Step("score", ONE, Inequality(c * (1 - c) * (2 * L) ** 2, L**2, (Ge(c, 0), Le(c, 1), *domain(feature_bound))), because=r"The mean square of one label's part of the score; $n m$ independent ones have a mean of norm at most $L/\sqrt{n m}$ in the mean.", assumes=INDEPENDENT),
        Step("noise", ONE, Inequality(y, 2 * L * s / n * sqrt(d - 1), (*SIZE, *domain(feature_bound), Ge(d, 2), Gt(s, 0), Ge(y, 0), Le(y**2, (d - 1) * (2 * L * s / n) ** 2))), because="Noise is needed along the $d - 1$ directions in which parameters live; Jensen's inequality."),
        Step("perturbed", ONE, Inequality(b, (g + y) / (kappa * gamma), (*MODEL, Ge(b, 0), Ge(g, 0), Ge(y, 0), Le(kappa * gamma * b**2, (g + y) * b))),
            because=r"Strong convexity at the truth and at the minimiser in the ball; $\kappa$ is the least eigenvalue of the design's covariance where parameters live."),
        Step("one_shot", ONE, Identity((sqrt(n * m * L**2) / (n * m) + sqrt(d - 1) * (2 * L / n) * MULTIPLIER) / (kappa * gamma), ONE_SHOT, (*SIZE, *LEVEL, *MODEL)),
            because=r"$L/(\kappa \gamma)$ $[1/\sqrt{n m} + 2 s \sqrt{d - 1}/n]$, $s$ of order $\sqrt{\ln(1/\delta)}/\varepsilon$: Theorem 4 without $1/\sqrt{m}$ in the private term, and without its logarithms of $n$ and $m$, its conditions on $n$, its removal of outliers and its iterations."),
    )  # fmt: skip


def two_rounds():
    """Residuals at a first estimate are small, and so is the noise that hides them."""
    return (
        Step("residual_mean", TWO, Inequality(abs(1 / (1 + exp(-u)) - 1 / (1 + exp(-v))), abs(u - v) / 4), because="A user's mean residual at the first estimate is off by at most $(2L)^2/4 = L^2$ times that estimate's error."),
        *bounded_differences.steps("derivation: a user's residual at the truth", 2 * L / m, m, INDEPENDENT),
        Step("residual_chosen", TWO, Identity(Mul(2 * (L * sqrt(2 * t) / sqrt(m)) ** 2, 1 / (m * (2 * L / m) ** 2), evaluate=False), t, (*domain(m, feature_bound), Gt(t, 0))), because=r"The norm of a user's residual at the truth has a mean of at most $L/\sqrt{m}$, and moves by at most $2L/m$ with each of her $m$ labels. $t = \ln(2n/\beta)$: for all $n$ users together the probability is $\beta/2$."),
        *norm_of_a_normal.steps("derivation: the noise of two rounds"),
        Step("first_round", TWO, Inequality(a, t, (Ge(a, 0), Gt(t, 0), Le(a**2 * kappa * gamma, t * kappa * gamma * a), *MODEL)), because=r"As in the one release, with norms that hold with probability $1 - \beta/4$ each: score $L (1 + \sqrt{2 \ln(4/\beta)})/\sqrt{n m}$, noise $2 \sqrt{2} L s (\sqrt{d - 1} + \sqrt{2 \ln(4/\beta)})/n$."),
        Step("first_estimate_drops_out", TWO, Identity(Add(x * (u - v), x * v, evaluate=False), x * u), because="Where no user is clipped the residuals and the likelihood's gradient at the first estimate add up to the mean of $y x$: what is left of the first round is that clipping is harmless. Its noise does not enter."),
        Step("clipped_sensitivity", TWO, Inequality(abs(u - v) / n, 2 * q / n, (Ge(n, 1), Ge(q, 0), Le(abs(u), q), Le(abs(v), q))), because="Along any direction: two means of norm at most the clip are at most twice the clip apart, whatever the labels are. No concentration is assumed for privacy."),
        Step("budget", TWO, Identity(Mul(2, 1 / (2 * (sqrt(2) * s) ** 2), evaluate=False), 1 / (2 * s**2), (Gt(s, 0),)), because=r"Two releases with $\sqrt{2} s$ are together as private as one with $s$."),
        Step("two_rounds", TWO, Identity((sqrt(n * m * L**2) / (n * m) + sqrt(d - 1) * (2 * CLIP / n) * sqrt(2) * MULTIPLIER) / (kappa * gamma) + 2 * B * SLIP, TWO_ROUNDS, (*SIZE, *LEVEL, *MODEL)),
            because=r"With $\beta = 1/(n m)$, and $2B$ for the event that something fails. The clip is $L (1 + \sqrt{2 \ln(2 n^2 m)})/\sqrt{m}$ plus $L^2$ times the first error: the printed rate with explicit constants, logarithms of $n m$ and $1/\delta$ under roots, and a second-order term of order $d/(n \varepsilon)^2$."),
        Step("second_moments", TWO, Inequality((x + y) ** 2, x**2 + 2 * x * y + y**2 + z**2 * w, (Ge(w, 0),)), because="Score and noise are independent and have mean 0, so the mean of the cross term is 0 and the mean square of an error is at most the square of the bound on its mean, and $(2B)^2$ on what fails."),
        Step("second_order", TWO, Inequality(L**2 * t, L / sqrt(m), (*domain(m, feature_bound), Ge(t, 0), Le(t, 1 / (L * sqrt(m))))), because=r"$t$ is the error of the first round: while it is below $1/(L \sqrt{m})$ the second round has the printed rate; $m$ may then be as large as $(n \varepsilon)^2/d^3$ or so."),
    )  # fmt: skip


STEPS = page() + one_shot() + two_rounds()
