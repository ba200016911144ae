r"""Section 6, after Theorems 6.1 and 6.3: the choice of $\lambda$, the rates, and the remark on $v = 0$."""

import sympy
from sympy import Eq, Ge, Gt, Rational, log, sqrt

from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import (
    GAMMA,
    LETTERS,
    ball,
    beta,
    c_epsilon,
    d,
    delta,
    domain,
    epsilon,
    gamma,
    kappa,
    lam,
    n,
    radius,
)

C, f, k, w = sympy.symbols("C f k w", real=True)
NOISE = c_epsilon / gamma * sqrt(d / n)
EVERYWHERE = domain(n, d, epsilon, radius)

# Private DPO: Theorem 6.3 at alpha = 0 and the chosen ridge, up to constants and logarithms, against the rate of the remark.
BY_THEOREM = ball * sqrt(kappa) * NOISE
SAID = C * sqrt(kappa) * NOISE
BALL = Fault("private_dpo_ball", "missing factor", "Section 6.2, 'Private DPO'", r"the factor $B$ of Theorem 6.3 is missing from the rate of private DPO, although Remark 4.8 lets $B$ grow as $\sqrt{d}$, and $1/\gamma$ grows exponentially with $B$; the rate after Theorem 6.1 is not concerned")

CLAIM = Claim(
    source=Source(PAPER, "Rates after Theorems 6.1 and 6.3", "Section 6", kind="passage"),
    words=r"With $\lambda$ of the order $d/(B^2 \gamma^2 n)$ the last two terms of Theorem 6.1 vanish at the rate $\sqrt{d/n}$, with a factor "
    r"$c(\varepsilon)$; private DPO has the displayed rate; random flips are privacy in other letters; with $v = 0$ in (15) the bound need "
    "not vanish",
    displays={"private DPO": r"\tilde{O}\left( \frac{1}{\gamma} c(\varepsilon) \sqrt{\frac{d}{n}} \sqrt{\kappa_\Pi} \right)"},
    letters=LETTERS,
    readings=(
        Reading("literal", "the rate of private DPO holds with a constant that depends on nothing", fault=BALL),
        Reading("fixed_ball", r"$B$, and with it $\gamma$, is held fixed, and hidden with the logarithms", support="the tilde, and the words 'with rate', which speak of $n$"),
    ),
    parts={
        "private_dpo": {
            "literal": Inequality(BY_THEOREM, SAID, (*EVERYWHERE, Gt(ball, 0), Gt(kappa, 0), Ge(C, 1))),
            "fixed_ball": Inequality(BY_THEOREM, SAID, (*EVERYWHERE, Gt(ball, 0), Ge(kappa, 0), Ge(C, ball))),
        }
    },
    steps=(
        Step("rlhf_ridge", "after Theorem 6.1",
            Identity(ball * sqrt(d / (ball**2 * gamma**2 * n)), sqrt(d / n) / gamma, (*EVERYWHERE, Gt(ball, 0))),
            display=r"B \sqrt{\lambda} = \frac{1}{\gamma} \sqrt{\frac{d}{n}}\text{ at } \lambda = \frac{d}{B^2 \gamma^2 n}", form="translation", because="$B$ cancels."),
        Step("rlhf_ridge_admissible", "after Theorem 6.1",
            Inequality(Rational(7, 2) * d / n, d / (ball**2 * gamma**2 * n), (*EVERYWHERE, Gt(ball, 0), Eq(radius, 2 * ball))),
            display=r"\lambda = \frac{d}{B^2 \gamma^2 n} \ge \frac{7 d}{2 n}",
            form="translation", because=r"$\gamma$ is at $B' = 2 B$. The order $d/n$ is reached; the logarithm that the hypothesis asks for has to be put in, as the tilde allows."),
        Step("last_two_terms", "after Theorem 6.1",
            Inequality(c_epsilon / gamma * sqrt((d + log(1 / delta)) / n) + sqrt(d / n) / gamma,
                2 * c_epsilon / gamma * sqrt((d + log(1 / delta)) / n), (*EVERYWHERE, *domain(delta))),
            because=r"The last two terms at this ridge: one factor $c(\varepsilon)$, and the rate $\sqrt{d/n}$."),
        Step("dpo_ridge", "Section 6.2, 'Private DPO'",
            Identity(beta * ball * sqrt(d / (beta**2 * ball**2 * gamma**2 * n)), sqrt(d / n) / gamma, (*EVERYWHERE, Gt(ball, 0), Gt(beta, 0))),
            display=r"\beta B \sqrt{\lambda} = \frac{1}{\gamma} \sqrt{\frac{d}{n}}\text{ at } \lambda = \frac{d}{\beta^2 B^2 \gamma^2 n}", form="translation", because=r"$\beta B$ cancels."),
        Step("dpo_ridge_admissible", "Section 6.2, 'Private DPO'",
            Inequality(19 * d / n, d / (w**2 * GAMMA.subs(radius, w) ** 2 * n), (*domain(n, d), Gt(w, 0))),
            display=r"\lambda = \frac{d}{\beta^2 B^2 \gamma^2 n} \ge \frac{19 d}{n}",
            form="translation", because=r"$w = \beta B$, and $\gamma$ is at $\beta B$."),
        Step("non_private", "Section 6.2, 'Private DPO'",
            Identity(c_epsilon - 1, 2 / (sympy.exp(epsilon) - 1), domain(epsilon)),
            because=r"The right side tends to 0 as $\varepsilon$ grows: $c(\varepsilon)$ tends to 1."),
        Step("random_flips", "Section 6.2, 'Robust DPO'",
            Identity(c_epsilon, 1 / (1 - 2 * f), (*domain(epsilon), Eq(f, 1 - sigmoid(epsilon)))),
            because="Labels that are flipped with a known probability $f$ below 1/2 are labels under randomized response with "
            r"$f = 1/(e^\varepsilon + 1)$: the rate $n^{-1/2}$ holds with $1/(1 - 2 f)$ in place of $c(\varepsilon)$."),
        Step("better_than_quarter", "Section 6.2, 'Robust DPO'", Inequality(1 / sqrt(n), n ** Rational(-1, 4), (Ge(n, 1),)),
            display=r"n^{-1/2} \le n^{-1/4}", because="$n$ is at least 1."),
        Step("norm_at_v_zero", "after (15)",
            Identity(w**2 / lam, n * w**2 / k, (Eq(lam, k / n), Gt(k, 0), Ge(n, 1))),
            display=r"\|w\|_{(\hat{\Sigma} + \lambda I)^{-1}} = \sqrt{\frac{n}{k}} |w| \quad \left( \hat{\Sigma} w = 0, \lambda = \frac{k}{n} \right)",
            form="reduction", because=r"Squared, along a direction that the data do not cover: of the order $\sqrt{n}$, as the page says."),
        Step("product_stays", "after (15)",
            Identity(f / sqrt(n) * sqrt(n * w**2 / k), f * sqrt(w**2 / k), (Ge(n, 1), Gt(k, 0))),
            because=r"Times $F$ of the order $f/\sqrt{n}$: the bound (15) does not vanish."),
        Step("dimension", "after Theorem 6.1",
            Inequality(sqrt(kappa) * NOISE, sqrt(d * kappa) * NOISE, (*EVERYWHERE, Ge(kappa, 0))),
            display=r"\sqrt{\kappa} \cdot \sqrt{\frac{d}{n}} \le \sqrt{d \kappa} \cdot \sqrt{\frac{d}{n}}",
            because=r"The rate $\sqrt{d/n}$ is that of the last two terms; the printed factor $\sqrt{d \kappa}$ makes $d/\sqrt{n}$ of the whole "
            r"bound, which without the superfluous $\sqrt{d}$ of Corollary 4.4 is $\sqrt{d \kappa/n}$."),
    ),
    not_covered=("rates of others, which are taken from the page",),
)
