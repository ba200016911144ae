"""Around (6): privacy, where its bound says nothing, and the greedy policy, which has the same bound."""

from sympy import Ge, Gt, Le, exp, sqrt, symbols

from boundcheck.claims import Identity, Inequality, Step

from ... import lemma_3_1
from ...notation import domain, epsilon, feature_bound, lam, radius
from ...quantities import least
from .words import WHERE, i, k, many, over, p, pess_best, pess_chosen, q, t, true_best, true_chosen, v, w

hat_best, hat_chosen, miss, wide = symbols("hat_best hat_chosen miss wide", real=True)


def around(trivial):
    """What the page says beside its bound; `trivial` is the largest possible gap."""
    return (
        Step("post_processing", "Section 3, 'while guaranteeing label DP'",
            Inequality(over(p[i] * w[i]), exp(epsilon) * over(q[i] * w[i]),
                (Le(p[i], exp(epsilon) * q[i]), Ge(w[i], 0), Ge(many, 1), *lemma_3_1.ANY_EPSILON)),
            display=r"\mathbb{P}[\hat{\pi}_\Theta \in S \mid \mathcal{D}] \le e^\varepsilon \mathbb{P}[\hat{\pi}_\Theta \in S \mid \mathcal{D}']",
            form="translation", because="Estimates lead into $S$ with probabilities $w_i$; their own probabilities, $p_i$ under $D$ and $q_i$ under $D'$, obey "
            r"Lemma 3.1. $\Sigma$, $\rho$ and $f$ do not depend on labels."),
        Step("vacuous_norm", WHERE,
            Inequality(1 / (least + lam), 1 / lam, (Ge(least, 0), Gt(lam, 0))),
            because=r"Squares of both sides. Without coverage the factor is $1/\sqrt{\lambda}$, which cancels the "
            r"$\sqrt{\lambda}$ in the ridge term of $f$."),
        Step("coverage_needed", "Section 3, before (6)",
            Inequality(trivial, 2 * (2 * sqrt(lam) * radius) * feature_bound / sqrt(least + lam),
                (Ge(least, 0), Le(least, 3 * lam), *domain(lam, radius, feature_bound))),
            display=r"2 L B \le 2 L f \|(\Sigma_{\mathcal{D}} + \lambda I)^{-1/2}\| \quad (\lambda_{\mathrm{min}}(\Sigma_{\mathcal{D}}) \le 3 \lambda)",
            form="reduction", because=r"For the ridge part of $f$ alone. If the data leave any direction of $\mathbb{R}^d$ unseen, the bound is at least the "
            r"largest possible gap for every $n$ and every $\lambda$. The page turns to pessimism where coverage of all "
            "directions cannot be had. There the bound with this factor says nothing; and features of equal coordinate "
            "sums, such as one-hot ones, never cover all directions (step `ones_direction`)."),
        Step("ones_direction", "Section 3, before (6)",
            Identity(over(v[i] - w[i]), over(v[i]) - over(w[i]), (Ge(many, 1),)),
            display=r"\Sigma_{\mathcal{D}} \mathbf{1} = 0",
            form="reduction", because="Two features $v$ and $w$ of the same coordinate sum: their difference has the coordinate sum 0, and so the "
            r"least eigenvalue of $\Sigma$ on $\mathbb{R}^d$ is 0."),
        Step("greedy_too", WHERE,
            Inequality(true_best - true_chosen, 2 * miss + wide,
                (Le(true_best - hat_best, miss), Le(hat_chosen - true_chosen, miss), Le(hat_best - wide, pess_best),
                 Le(pess_best, pess_chosen), Le(pess_chosen, hat_chosen))),
            display=r"J(\pi^*) - J(\hat{\pi}) \le (2 \|\hat{\theta} - \theta^*\|_{\Sigma_{\mathcal{D}} + \lambda I} + r) L \|(\Sigma_{\mathcal{D}} + \lambda I)^{-1/2}\|",
            form="reduction", because=r"For a set of any radius $r$ around the estimate, whether $\theta^*$ is in it or not; the values of the best and of "
            "the chosen policy are true, estimated (hat) and least over the set (pess); miss and wide are the error and $r$, each "
            "times the rest. With $r = 0$ this is the greedy policy, under the bound of the pessimistic one; with the radius $f$ "
            "as printed the bound is $5 L f$ in place of $2 L f$."),
        Step("sum_zero", "improvement: coverage of the best policy",
            Identity(over(t[i] * (v[i] + k)), over(t[i] * v[i]) + k * over(t[i]), (Ge(many, 1),)),
            because="A difference $t$ of two parameters, of coordinate sum 0, does not see a multiple $k$ of the vector of "
            "ones: the matrix and the mean feature may be projected on the vectors of coordinate sum 0."),
    )
