"""The argument of the page for (6): the value that is taken for least, two radii, and the length of the mean feature."""

from sympy import Ge, Gt, Le, Max, Min, symbols

from boundcheck.claims import Assumption, Cited, Inequality, Step

from ...assumptions import BOUNDED_FEATURES
from .words import CONFIDENCE_SET, WHERE, f, i, m, many, over, p, pess_best, pess_chosen, s, true_best, true_chosen, v

KNOWN_LAW = Assumption("known_law", r"$\rho$ is known where (6) is solved")

a, b, x, y = symbols("a b x y", real=True)


def page():
    """Maps against mixtures, then the page's chain."""
    return (
        Step("maps", "Section 3, Eq. (6)",
            Inequality(over(p[i] * v[i]), m * over(p[i]), (Ge(p[i], 0), Le(v[i], m), Ge(many, 1))),
            because="In one state: a mixture of actions of values $v_i$, at most $m$, is worth no more than the best one; the $p_i$ add up to 1. So "
            "the best map is the best of all policies, and the gap is one against these too."),
        Step("mixtures", "Section 3, Eq. (6)",
            Inequality(Max(Min(-a, b), Min(a, -b)), 0, (Gt(a, 0), Gt(b, 0)), strict=True),
            display=r"\max_{\mathrm{maps}} \inf_\Theta J < 0 = \max_{\mathrm{mixtures}} \inf_\Theta J",
            form="reduction", because="Two actions of features $v$ and $-v$, parameters from $-a$ to $b$ along $v$: the least value of either is "
            "negative, that of the even mixture is 0. Over stochastic policies (6) may choose another one. The page "
            "maximises over maps. The steps below hold for any class that contains the best policy."),
        Step("printed_radius", r"Section 3, $\Theta$",
            Inequality(x + 2 * y, 2 * (x + y), (Ge(x, 0), Ge(y, 0))),
            because=r"$x$ is the noise term and $y = \sqrt{\lambda} B$: the $f$ that is proved is at most twice the one with the "
            r"ridge term as printed. With the ridge term as printed no $C$ makes $\Theta$ contain $\theta^*$ with "
            r"probability $1 - \delta$: see the literal reading of Theorem 3.2. The order of the gap does not depend on that "
            "(step `greedy_too`)."),
        Step("pessimism", WHERE,
            Inequality(true_best - true_chosen, true_best - pess_best,
                (Le(pess_chosen, true_chosen), Le(pess_best, pess_chosen))),
            because="true is the value of a policy and pess its least value over the set. The least one is at most the true "
            r"one, as $\theta^*$ is in the set, and the chosen policy has the largest least one.", assumes=(CONFIDENCE_SET, KNOWN_LAW)),
        Step("two_radii", WHERE,
            Inequality((x + y) ** 2, 4 * f**2, (Ge(x, 0), Le(x, f), Ge(y, 0), Le(y, f))),
            display=r"\|\theta^* - \theta\|_{\Sigma_{\mathcal{D}} + \lambda I} \le 2 f",
            form="translation", because="Both lie within $f$ of the estimate; $x$ and $y$ are their distances from it."),
        Step("cauchy_schwarz", WHERE,
            Cited("the Cauchy-Schwarz inequality in the norm of a positive definite matrix and its dual", "textbook"),
            display=r"\langle\theta^* - \theta, v\rangle \le \|\theta^* - \theta\|_M \|v\|_{M^{-1}}",
            because=r"$M = \Sigma + \lambda I$, and $v$ is the mean feature of the policy."),
        Step("mean_feature", WHERE,
            Cited("a norm is convex: that of a mean is at most the mean of the norms", "textbook"),
            display=r"\|\mathbb{E}_{s \sim \rho} \phi(s, \pi(s))\| \le L", assumes=BOUNDED_FEATURES),
        Step("operator_norm", WHERE,
            Inequality(over(v[i] ** 2 / s[i]), 1 / m * over(v[i] ** 2), (Gt(m, 0), Ge(s[i], m), Ge(many, 1))),
            display=r"\|v\|_{M^{-1}} \le L \|M^{-1/2}\|",
            form="reduction", because="In an eigenbasis of $M$, with eigenvalues $s_i$, of which $m$ is the least; the squares of $v$ add up to at most $L^2$. "
            "With the steps before, the constant is 2."),
    )
