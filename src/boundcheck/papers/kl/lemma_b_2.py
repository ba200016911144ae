"""Lemma B.2: pessimism pays with the squared error under the best policy."""

import sympy
from sympy import Eq, Ge, Gt, Le, Rational, exp, log

from boundcheck.claims import Assumption, Claim, Identity, Inequality, KeyFinding, Repair, Source, Step

from . import PAPER, faults
from .notation import ANY_KEEP, HALF, beta, domain

PESSIMISM = Assumption("pessimism", "$g$ is at most the truth at every state and action", "without it the mean has to be taken under the path of policies")

u, v, p, t, w, m, x, y = sympy.symbols("u v p t w m x y", real=True)
# Two states, the first of probability y under d_0: shortfalls u, v of at most beta times the errors m, w.
TWO_STATES = (*domain(beta), Ge(y, 0), Le(y, 1), Ge(m, 0), Ge(w, 0), Le(u, beta * m), Le(v, beta * w))


def divergence(p, u, v):
    """KL of the tilted two-point law p e^u, (1 - p) e^v from p, 1 - p; u and v are beta (g - r*)."""
    normaliser = p * exp(u) + (1 - p) * exp(v)
    return (p * exp(u) * u + (1 - p) * exp(v) * v) / normaliser - log(normaliser)


def bound(beta, square, factor=HALF):
    """Shortfall against the mean of (g - r*)^2 under the best policy; the page has the factor 1."""
    return factor * beta * square


HALF_BOUND = Step("half", "Lemma B.2, sharpened", Inequality(bound(beta, w), bound(beta, w, 1), (*domain(beta), Ge(w, 0))))

CLAIM = Claim(
    source=Source(PAPER, "Lemma B.2", "Appendix B; Lemmas 2.16 and E.2 of Zhao et al. (2025c)", kind="lemma"),
    words=r"If $g(s, a) \le r^*(s, a)$ everywhere, then",
    displays={"": r"J(\pi^*) - J(\pi_g) \le \beta \mathbb{E}_{(s, a) \sim \rho \times \pi^*}[(g - r^*)^2 (s, a)]"},
    letters=ANY_KEEP,
    # Along the path pi_t proportional to pi^* e^(t u): m is the second moment of u at t, w at 0.
    parts={"shortfall": Inequality(m / (2 * beta), beta * w, (*domain(beta), Ge(m, 0), Le(m, beta**2 * w)))},
    steps=(
        Step("law_of_states", "Lemma B.2",
            Inequality(y * u + (1 - y) * v, beta * (x * m + (1 - x) * w), (*TWO_STATES, Ge(x, 0), Le(x, 1))),
            display=r"J(\pi^*) - J(\pi_g) \le \beta \mathbb{E}_{(s, a) \sim \rho \times \pi^*}[(g - r^*)^2 (s, a)]", form="reduction",
            because=r"Two states: $u$ and $v$ are the shortfalls there, $m$ and $w$ the mean squared errors; $x$ and $y$ are the probabilities of the first state under $\rho$ and under $d_0$. The "
            r"page writes $\rho$ once, and names no such law.",
            repair=Repair(Inequality(y * u + (1 - y) * v, beta * (y * m + (1 - y) * w), TWO_STATES),
                r"$\rho$ is the law $d_0$ of the states, as in the proof of Theorem 4.2", r"J(\pi^*) - J(\pi_g) \le \beta \mathbb{E}_{(s, a) \sim d_0 \times \pi^*}[(g - r^*)^2 (s, a)]"),
            misprint="the proof of Theorem 4.2 uses the lemma with $d_0$", fault=faults.STATES),
        Step("slope_of_the_mean", "Lemma B.2, proof", Identity((x * y - w**2) / y**2, x / y - (w / y) ** 2, (Gt(y, 0),)),
            form="reduction", display=r"\frac{d}{d t} \mathbb{E}_{\pi_t}[u] = \mathbb{E}_{\pi_t}[u^2] - \mathbb{E}_{\pi_t}[u]^2",
            because=r"For any number of actions: $y$, $w$ and $x$ are the sums of $\pi^* e^{t u}$, of $u$ times that, and of $u^2$ times that, each the derivative of the one before; the left side is the "
            "derivative of the quotient $w/y$."),
        Step("variance_below_second_moment", "Lemma B.2, proof", Inequality(m - w**2, m, (Ge(m, w**2),))),
        Step("less_weight_on_large_errors", "Lemma B.2, proof",
            Inequality((exp(t * x) - exp(t * y)) * (x**2 - y**2), sympy.Integer(0), (Le(x, 0), Le(y, 0), Ge(t, 0))),
            form="reduction", display=r"\mathbb{E}_{\pi_t}[u^2] \le \mathbb{E}_{\pi^*}[u^2]",
            because="Chebyshev's sum inequality for any number of actions: the weight $e^{t u}$ grows with $u$, and $u^2$ falls, since "
            r"$u \le 0$. This is where pessimism enters.", assumes=PESSIMISM),
        Step("integrated", "Lemma B.2, sharpened", Inequality(t * v, t * w, (Ge(t, 0), Le(v, w))),
            form="reduction", display=r"\frac{d}{d t} \operatorname{KL}(\pi_t \| \pi^*) \le \frac{d}{d t} \frac{t^2}{2} \mathbb{E}_{\pi^*}[u^2]",
            because=r"$v$ is the variance under $\pi_t$, $w$ the mean of $u^2$ under the best policy; both sides start at 0, so that at $t = 1$ the divergence is at most half the mean of $u^2$: the printed factor 1 may be halved."),
        HALF_BOUND,
        Step("half_is_sharp", "Lemma B.2, sharpened",
            Inequality(Rational(49, 100) * p * u**2, divergence(p, u, 0), (Eq(p, Rational(1, 1000)), Eq(u, -Rational(1, 100)))),
            because="A rare action with a small error: the ratio tends to 1/2, so no smaller factor holds."),
    ),
    findings=(
        KeyFinding("With a factor 1/2, and no smaller one", ("integrated", "half", "half_is_sharp"), weight="better"),
    ),
)
