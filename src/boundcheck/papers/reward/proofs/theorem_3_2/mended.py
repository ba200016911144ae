"""The proof that carries Theorem 3.2, and its constant."""

from sympy import Ge, Gt, Integer, Le, Lt, diff, exp, log, sqrt, symbols

from boundcheck.claims import Assumption, Cited, Identity, Inequality, Step
from boundcheck.symbolic import sigmoid

from ...notation import c_epsilon, d, delta, domain, epsilon, feature_bound, gamma, lam, n, radius
from ...quantities import FLATTEST, private_logit, private_probability, z
from .letters import BOUNDS, DELTA_NORM, EPSILON, REACH

LOW_PRIVACY = Assumption("low_privacy", r"$\varepsilon > 2L B$",
    r"the likelihood need not be concave for $\varepsilon$ below $4L B$; the bound holds for every $\varepsilon$ with another factor")

C, D, a, b, f, k, m, r, s, t, x, lower, share = symbols("C D a b f k m r s t x lower share", real=True)
f_0, f_1, mean, noise, rank, sup, w_0, w_1 = symbols("f_0 f_1 mean noise rank sup w_0 w_1", real=True)

WAVES = "the mended proof, "


def mended():
    p = private_probability(1)
    variance = private_probability(1) * private_probability(0)
    derivative = diff(sigmoid(z), z)
    loss = log(1 + exp(x))
    return (
        Step("private_variance", WAVES + "1",
            Identity(
                variance, exp(epsilon) / (1 + exp(epsilon)) ** 2 + derivative / c_epsilon**2, EPSILON
            ),
            because="The variance of a private label is that of the coin plus the shrunk one of the label; $z$ is the logit at "
            "the truth or at any other parameter."),
        Step("private_slope", WAVES + "2", Identity(diff(p, z), derivative / c_epsilon, EPSILON),
            because="The left side is the derivative of the probability of a private label 1. That of the private logit $w$ is "
            "this over the variance of the private label."),
        Step("slope_above", WAVES + "3", Inequality(derivative / c_epsilon, variance / c_epsilon, EPSILON),
            because=r"That is, $w' \le 1/c(\varepsilon)$."),
        Step("slope_below", WAVES + "3",
            Inequality(variance / (2 * c_epsilon), derivative / c_epsilon, (*EPSILON, Ge(z, -epsilon), Le(z, epsilon))),
            because=r"That is, $w' \ge 1/(2 c(\varepsilon))$ wherever the logit is at most $\varepsilon$ in absolute value: "
            r"this is where $\varepsilon \ge 2L B$ enters.", assumes=LOW_PRIVACY),
        Step("slope_everywhere", WAVES + r"3, for the reading every $\varepsilon$",
            Inequality(lower / (share + lower * t), s / (share + s * t), (Gt(lower, 0), Le(lower, s), Gt(share, 0), Ge(t, 0))),
            because=r"$s$ is the curvature $\sigma'$ at $z$, lower is $\gamma$, share the variance of the coin, "
            r"$t = 1/c(\varepsilon)^2$. The left side is $m$: for every $\varepsilon w'$ is at least $m/c(\varepsilon)$, "
            "so that $m$ takes the place of 1/2 below."),
        Step("price_everywhere", WAVES + r"3, for the reading every $\varepsilon$",
            Inequality(1 / (4 * FLATTEST**2), exp(4 * feature_bound * radius), (*BOUNDS, *EPSILON)),
            display=r"\frac{1}{4 m^2} \le e^{4 L B}",
            form="translation", because=r"What the reading pays beyond $c(\varepsilon)/\gamma$: at worst, where $\varepsilon$ is small, one exponential factor."),
        Step("same_price", WAVES + r"3, from $\varepsilon = 2L B$ on",
            Inequality((t + s) ** 2 / 4, Integer(1), (Ge(t, 0), Le(t, 1), Ge(s, 0), Le(s, 1))),
            display=r"\frac{1}{4 m^2} \le 1 \quad (\varepsilon \ge 2 L B)",
            form="reduction", because=r"$t = 1/c(\varepsilon)^2$ is at most 1, and $s = \sigma'(\varepsilon)/\gamma$ is too, since $\gamma = \sigma'(2L B)$ and $\sigma'$ falls: $1/m = t + s$ is at most 2."),
        Step("logit_shrinks", WAVES + "4", Inequality(private_logit(z), z, (*EPSILON, Ge(z, 0))),
            because="Private logits stay in $[-2L B, 2L B]$ too."),
        Step("log_partition", WAVES + "5",
            Inequality(gamma / 2 * (w_1 - w_0) ** 2,
                loss.subs(x, w_1) - loss.subs(x, w_0) - diff(loss, x).subs(x, w_0) * (w_1 - w_0),
                (*BOUNDS, Ge(w_0, -REACH), Le(w_0, REACH), Ge(w_1, -REACH), Le(w_1, REACH))),
            because=r"In the private logits $w$ the loss is that of logistic regression, convex for every $\varepsilon$."),
        Step("basic_inequality", WAVES + "5",
            Inequality(gamma / 2 * r, noise, (Le(gamma / 2 * r, f_1 - f_0 - mean), Le(f_1 - f_0, mean + noise))),
            because="$r$ is the mean square of the difference of the private logits at the estimate and at the truth; $f_0$ and $f_1$ are "
            r"the means of $\ln(1 + e^w)$ at the truth and at the estimate, mean that of its derivative at the truth times the "
            "difference, noise that of (private label - its probability) times the difference. The loss of the estimate is at "
            "most that of the truth."),
        Step("basic_in_theta", WAVES + "5",
            Inequality(lower / (8 * k**2) * r, noise,
                (Le(lower / 2 * share, noise), Ge(share, r / (4 * k**2)), Gt(lower, 0), Ge(r, 0), Ge(k, 1))),
            because=r"$r$ is now the squared norm of $\Delta$ in $\Sigma$, share the mean square of the difference of the "
            r"private logits, lower is $\gamma$, $k$ is $c(\varepsilon)$: by `slope_below`."),
        Step("symmetrisation", WAVES + "6",
            Cited(
                "the mean of the supremum of sums of centred independent terms is at most twice that of the sums with "
                "random signs; for labels shifted to 1/2 and $-1/2$ at most once",
                "Boucheron, Lugosi and Massart (2013), Lemma 11.4",
            )),
        Step("contraction", WAVES + "6",
            Cited(
                "random signs on Lipschitz images have a supremum no larger in the mean than the Lipschitz constant "
                "times that on the arguments",
                "Ledoux and Talagrand (1991), Theorem 4.12; Boucheron, Lugosi and Massart (2013), Theorem 11.6",
            )),
        Step("mean_supremum", WAVES + "6", Inequality(rank / n, d / n, (Le(rank, d), Ge(n, 1))),
            display=r"\mathbb{E} \left\| \frac{1}{n} \sum_i \xi_i x_i \right\|_{\Sigma_{\mathcal{D}}^+}^2 \le \frac{d}{n}",
            form="translation", because=r"The left side is the rank of $\Sigma$ over $n$; the $\xi$ are the random signs, and the norm is that "
            r"of the pseudo-inverse of $\Sigma$."),
        Step("concentration", WAVES + "7",
            Cited(
                "for independent variables in [0, 1], a convex 1-Lipschitz function exceeds its mean by $t$ with probability at "
                    r"most $\exp(-t^2/2)$",
                "Boucheron, Lugosi and Massart (2013), Theorem 6.10",
            )),
        Step("shell", WAVES + "8",
            Inequality(r, 16 * k / lower * sup,
                (Le(lower / (8 * k**2) * r**2, 2 * r * sup / k), Gt(r, 0), Ge(sup, 0), Gt(lower, 0), Ge(k, 1))),
            because=r"For a $\Delta$ of norm between $r$ and $2r$: $2 r \mathrm{sup}/k$ bounds the noise over the ball of radius "
            r"$2r$, with $\mathrm{sup} = (\sqrt{d} + \sqrt{2 t})/\sqrt{n}$; lower is $\gamma$, $k$ is $c(\varepsilon)$."),
        Step("shell_everywhere", WAVES + r"8, for the reading every $\varepsilon$",
            Inequality(r, 4 * k / (lower * m**2) * sup,
                (Le(lower / 2 * share, 2 * r * sup / k), Ge(share, m**2 * r**2 / k**2), Gt(r, 0), Ge(sup, 0), Gt(lower, 0),
                 Gt(m, 0), Ge(k, 1))),
            because="The same with the $m$ of `slope_everywhere` in place of 1/2; share is the mean square of the difference "
            "of the private logits."),
        Step("shells_grow", WAVES + "8",
            Inequality(sqrt(d) + sqrt(2 * s**2 * t), s * (sqrt(d) + sqrt(2 * t)), (Ge(s, 1), Ge(d, 0), Ge(t, 0))),
            because="With $s = 2^{k - 1}$: in shell $k$, where the norm is from $2^{k - 1} r$ to $2^k r$, the exponent $t$ "
            "may be $4^{k - 1}$ times as large."),
        Step("shells_sum", WAVES + "8", Inequality(1 / (exp(log(2 / delta)) - 1), delta, domain(delta)),
            because=r"The left side is the sum of $\exp(-k t)$ over $k \ge 1$ at $t = \ln(2/\delta)$, which is at least "
            r"that of $\exp(-4^{k - 1} t)$: the probability that some shell fails."),
        Step("norms", WAVES + "9",
            Inequality(sqrt(s + lam * r), sqrt(s) + 2 * sqrt(lam) * radius,
                (Ge(s, 0), Ge(r, 0), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0))),
            display=DELTA_NORM + r" \le \|\Delta\|_{\Sigma_{\mathcal{D}}} + 2 \sqrt{\lambda} B", form="translation"),
        Step("ridge_constant", WAVES + "9",
            Inequality(C * f + k * s, 2 * s, (Ge(C, 1), Gt(f, 0), Lt(k, 2), Ge(s, C * f / (2 - k)))),
            display=r"C F + C' \sqrt{\lambda} B \le 2 \sqrt{\lambda} B \quad (C' < 2, \lambda\text{ large})",
            form="translation", because=r"$s$ is $\sqrt{\lambda} B$, $f$ is the first term without $C$, $k$ is $C'$. Below 2 the bound falls, for large "
            r"$\lambda$, to the distance that a single label gives with probability above $\delta$ (the literal reading), so "
            "that $C' = 2$ is the least."),
    )
