"""Equations (1) to (5): the regularised objective and its maximiser."""

import sympy
from sympy import Ge, Gt, Le, Lt, Rational, exp, log

from boundcheck.claims import Claim, Identity, Inequality, Repair, Source, Step

from . import PAPER, faults
from .notation import ANY_KEEP, beta, bound, domain

r, p, q, g, Z, u, x, a, b, k, h = sympy.symbols("r p q g Z u x a b k h", real=True)
POSITIVE = (*domain(beta), Gt(p, 0), Gt(q, 0), Gt(Z, 0))
GIBBS = p * exp(beta * r) / Z

CLAIM = Claim(
    source=Source(PAPER, "Equations (1) to (5)", "Sections 1 and 3.1", kind="equation"),
    words=r"For rewards in $[0, B]$, an inverse temperature $\beta > 0$ and a reference policy,",
    displays={
        "(1)": r"J(\pi) = \mathbb{E}_{d_0 \times \pi}\left[ r^*(s, a) - \beta^{-1} \ln \frac{\pi(a|s)}{\pi_{\mathrm{ref}}(a|s)} \right]",
        "(5)": r"\pi_r^*(a|s) = \frac{1}{Z_r(s)} \pi_{\mathrm{ref}}(a|s) \exp(\beta r(s, a))",
    },
    letters=ANY_KEEP | {"p": r"\pi_{\mathrm{ref}}(a|s)", "q": r"\pi(a|s)", "g": r"\pi_r^*(a|s)"},
    parts={
        "shortfall": Identity(r - log(q / p) / beta, log(Z) / beta - log(q / GIBBS) / beta, POSITIVE),
        "maximiser": Inequality(q * log(g / q), g - q, (Gt(q, 0), Gt(g, 0))),
    },
    steps=(
        Step("per_action", "Eq. (1) and (5)", Identity(r - log(q / p) / beta, log(Z) / beta - log(q / GIBBS) / beta, POSITIVE),
            form="reduction", display=r"J(\pi) = \mathbb{E}_{d_0}[\beta^{-1} \ln Z(s) - \beta^{-1} \operatorname{KL}(\pi(. |s) \| \pi_r^*(. |s))]",
            because="At one state and action; then the mean under the policy. The first term is the same for all policies."),
        Step("divergences_are_nonnegative", "Eq. (5)", Inequality(q * log(g / q), g - q, (Gt(q, 0), Gt(g, 0))),
            form="reduction", display=r"\operatorname{KL}(\pi \| \pi_r^*) \ge 0",
            because=r"Summed over actions, where both laws sum to 1. So the Gibbs policy is the maximiser, and SubOpt is a divergence over $\beta$."),
        Step("programme", "Eq. (4)",
            Identity((a + b) / 2 - k / beta, (a + b) / 2 - (k + h) / (2 * beta), domain(beta)),
            form="translation", display=r"\mathbb{E}_{s \sim d_0, a \sim \pi}[r(s, a)] - \frac{1}{\beta} \operatorname{KL}(\pi(. |s) \| \pi_{\mathrm{ref}}(. |s))",
            because="Two equally likely states with mean rewards $a$, $b$ and divergences $k$, $h$. As printed the divergence stands outside the mean "
            "over states, at a state $s$ that nothing names, and the policy is given $x$.",
            repair=Repair(Identity((a - k / beta) / 2 + (b - h / beta) / 2, (a + b) / 2 - (k + h) / (2 * beta), domain(beta)),
                "the divergence belongs under the mean over states, as in (1)",
                r"\mathbb{E}_{s \sim d_0}\left[ \mathbb{E}_{a \sim \pi(. |s)} r(s, a) - \frac{1}{\beta} \operatorname{KL}(\pi(. |s) \| \pi_{\mathrm{ref}}(. |s)) \right]"),
            misprint="(1) has the mean over states around both terms", fault=faults.PROGRAMME),
        Step("chord", "range of the trivial policy", Inequality(exp(u * x), 1 - x + x * exp(u), (Ge(x, 0), Le(x, 1))),
            form="translation", display=r"e^{\beta r} \le 1 - \frac{r}{B} + \frac{r}{B} e^{\beta B}",
            because=r"$u$ is $\beta B$ and $x$ is $r/B$, so that two actions, with rewards 0 and $B$, are the worst case."),
        Step("hoeffding", "range of the trivial policy",
            Inequality(log(1 - p + p * exp(beta * bound)) / beta - p * bound, beta * bound**2 / 8, (*domain(beta, bound), Gt(p, 0), Lt(p, 1))),
            form="translation", display=r"\operatorname{SubOpt}(\pi_{\mathrm{ref}}) \le \frac{\beta B^2}{8}",
            because="$p$ is the mean of $r/B$ under the reference policy, which needs no data: a bound above this says nothing."),
        Step("range", "range of the trivial policy",
            Inequality(log(1 - p + p * exp(beta * bound)) / beta - p * bound, bound, (*domain(beta, bound), Gt(p, 0), Lt(p, 1))),
            form="translation", display=r"\operatorname{SubOpt}(\pi_{\mathrm{ref}}) \le B",
            because="The left side is largest where each reward is 0 or $B$, since it is convex in them; $p$ is the probability of $B$ under the reference policy."),
        Step("hoeffding_is_sharp", "range of the trivial policy",
            Inequality(Rational(99, 100) * beta * bound**2 / 8, log((1 + exp(beta * bound)) / 2) / beta - bound / 2,
                (*domain(beta, bound), Le(beta * bound, Rational(1, 4)))),
            because=r"At $p = 1/2$ and $\beta B$ at most 1/4 the first bound is met up to one in a hundred."),
    ),
)
