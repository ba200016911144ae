"""What privacy costs either estimator, and what the page compares: its bounds, the root of n, kappa and d."""

from sympy import Eq, Ge, Gt, Le, Mul, diff, exp, sqrt, symbols

from boundcheck.claims import ByDefinition, Identity, Inequality, Step
from boundcheck.symbolic import sigmoid

from ...notation import GAMMA, c_epsilon, d, domain, epsilon, feature_bound, gamma, kappa, lam, n, radius
from ...quantities import private_probability, z

C, F, a, b, c, f, h, p, u, v = symbols("C F a b c f h p u v", real=True)
EPSILON = domain(epsilon)
FACTOR = (exp(epsilon) * exp(c) + 1) / (exp(epsilon) * exp(-2 * c) - 1)  # Theorem 3.2, c = LB
VARIANCE = private_probability(1) * private_probability(0)
CURVATURE = diff(sigmoid(z), z)
SGD_PRICE = VARIANCE * c_epsilon**2 / CURVATURE  # variance of its gradient against that of plain labels
MLE_PRICE = Mul(CURVATURE, VARIANCE, (CURVATURE / c_epsilon) ** -2, evaluate=False)  # Fisher informations


def cost_of_privacy():
    """The two estimators, asymptotically; and the printed factor of MLE-RR."""
    return (
        Step("same_price", "Section 4, cost of privacy",
            Identity(
                SGD_PRICE, MLE_PRICE, EPSILON,
            ),
            display=r"c(\varepsilon)^2 \frac{v}{\sigma'} = \sigma' \frac{v}{(\sigma'/c(\varepsilon))^2}",
            form="translation", because="Asymptotic variance with privacy over that without, of SGD-RR with efficient steps and of MLE-RR, where the logits "
            "of all samples have one absolute value: both lose the same. $z$ is the logit at the truth, $v$ the variance of a "
            "private label."),
        Step("price_in_mixture", "Section 4, cost of privacy",
            Inequality((p * a + (1 - p) * b) ** 2,
                (p * a**2 / u + (1 - p) * b**2 / v) * (p * u + (1 - p) * v),
                (Ge(p, 0), Le(p, 1), Gt(u, 0), Gt(v, 0))),
            display=r"c(\varepsilon)^2 \frac{\mathbb{E}[\sigma']}{\mathbb{E}[\sigma'^2/v]} \le c(\varepsilon)^2 \frac{\mathbb{E}[v]}{\mathbb{E}[\sigma']}",
            form="special case", scope="special case", special="one direction, and logits of two sizes",
            because="In one direction, for samples with logits of two sizes in the proportions $p$ and $1 - p$; below, $a$ and $b$ are "
            r"their curvatures $\sigma'$, $u$ and $v$ the variances of their private labels. MLE-RR, on the left, loses no more "
            "than SGD-RR. The errors of the estimators are thus ordered the other way than their bounds: asymptotically, shown "
            "in one direction for logits of two sizes, MLE-RR pays no more for privacy."),
        Step("price_at_zero", "Section 4, cost of privacy",
            Identity(SGD_PRICE, c_epsilon**2, (*EPSILON, Eq(z, 0))),
            because=r"At $z = 0$ the variance of both grows by the factor $c(\varepsilon)^2$, the error by $c(\varepsilon)$."),
        Step("price_elsewhere", "Section 4, cost of privacy",
            Inequality(c_epsilon**2, SGD_PRICE, EPSILON),
            because="Elsewhere the factor is no smaller."),
        Step("step_size_price", "Section 4, cost of privacy",
            Inequality(1 / h**2, 1 / (a**2 * (2 * h / a - 1)), (Gt(a, 0), Gt(h, a / 2))),
            because="With steps $1/(a t)$ and curvature $h$ the variance of the iterate at $t$ is the right side times that of one "
            "gradient over $t$, asymptotically; with efficient steps it is the left side in its place. They agree only for "
            "$a = h$."),
        Step("cost_of_mle_rr", "Section 3, cost of privacy", Inequality(exp(3 * c), FACTOR, (Gt(c, 0), Gt(epsilon, 2 * c))),
            because=r"The page's cost is the printed factor, against the order $\sqrt{d/n}$ without privacy. It stays above "
            r"$\exp(3L B)$ for every $\varepsilon$, so it is not the cost of privacy alone: it contains what is "
            r"$1/\gamma$ in the non-private bound."),
        Step("cost_over_gamma", "Section 3, cost of privacy",
            Inequality(c_epsilon / 4, FACTOR / (2 + exp(-2 * c) + exp(2 * c)), (Gt(c, 0), Gt(epsilon, 2 * c))),
            display=r"\frac{c(\varepsilon)}{4} \le \gamma \cdot \frac{e^{\varepsilon + L B} + 1}{e^{\varepsilon - 2 L B} - 1}",
            form="translation", because=r"The same against the order $\sqrt{d/n}/\gamma$ that Section 4 gives, with the $\gamma$ of Theorem "
            r"4.4: at least a quarter of $c(\varepsilon)$."),
    )


def other_bounds():
    """The bounds against one another, and against those without privacy."""
    return (
        Step("lesser_bound", "Section 3, after Corollary 3.3, 'a lesser estimation error'",
            Inequality(C * f / sqrt(n), F / sqrt(lam) + radius,
                (Ge(C, 1), Gt(f, 0), Gt(radius, 0), Gt(lam, 0), Ge(F, 0), Ge(n, (C * f / radius) ** 2))),
            because=r"The bounds in the Euclidean norm: $f/\sqrt{n}$ is the rate of Theorem 4.4, $F/\sqrt{\lambda}$ the first term of "
            "Corollary 3.3. The bound of the latter never falls below $B$, so from some $n$ on that of the former is no "
            "larger."),
        Step("root_n", "Abstract; Section 5",
            Inequality(F / sqrt(n) + 2 * sqrt(lam) * radius, (F + 2 * radius) / sqrt(n),
                (Ge(n, 1), Gt(lam, 0), Le(lam, 1 / n), Gt(radius, 0), Ge(F, 0))),
            because=r"$F/\sqrt{n}$ is the noise term of Theorem 3.2. MLE-RR reaches $1/\sqrt{n}$ in the norm of the data if $\lambda$ "
            r"is at most $1/n$; for a fixed $\lambda$ the ridge term stays, and in the Euclidean norm it stays for every "
            r"$\lambda$. SGD-RR: Theorem 4.4."),
        Step("same_gamma", "Section 4, comparison with Zhu et al.",
            ByDefinition(Mul(feature_bound * c_epsilon / (gamma * kappa), gamma, evaluate=False), feature_bound * c_epsilon / kappa,
                domain(epsilon, feature_bound, radius, kappa)),
            because=r"The rate of Theorem 4.4 over the non-private one of order $1/\gamma$: $\gamma$ drops out."),
        Step("coverage_price", "Section 4, comparison with Zhu et al.",
            Inequality(feature_bound * c_epsilon / (GAMMA * b), feature_bound * c_epsilon / (GAMMA * a),
                (*domain(epsilon, feature_bound, radius), Gt(a, 0), Ge(b, a))),
            because=r"Less coverage, a larger bound: $a$ and $b$ are two values of $\kappa$."),
        Step("dimension", "Section 4, comparison with Zhu et al.",
            ByDefinition(feature_bound / (gamma * kappa),
                sqrt(d) * (2 + exp(-2 * sqrt(d) * radius) + exp(2 * sqrt(d) * radius)) / kappa,
                (*domain(d, kappa, radius), Eq(feature_bound, sqrt(d)))),
            because=r"The factor $\sqrt{d}$ is there. Yet $\gamma$ depends on $L$ too and is exponentially small in "
            r"$\sqrt{d} B$, in the bounds of both papers."),
        Step("bounded_features", "Section 4, comparison with Zhu et al.",
            Inequality(d / (4 * feature_bound), feature_bound / kappa,
                (*domain(d, feature_bound, kappa), Le(kappa, 4 * feature_bound**2 / d))),
            because=r"Assumption 4.3 implies $\kappa \le 4 L^2/d$, so that for fixed $L$ the bound grows at least like $d$, not "
            r"like $\sqrt{d}$."),
    )
