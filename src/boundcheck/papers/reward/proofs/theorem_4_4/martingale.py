"""Appendix B, steps 3 and 4: the martingale, and the induction that the page leaves to its source."""

from sympy import Eq, Ge, Gt, IndexedBase, Le, Max, Sum, exp, log, sqrt, symbols

from boundcheck.claims import Assumption, Cited, Fault, Identity, Inequality, Repair, Step

from ...notation import delta, n
from .letters import RATE, WHERE, G, lam, mean, now, t

INDEPENDENT_SAMPLES = Assumption("independent_samples", "the samples are independent and identically distributed")

A, C, X, b, loglog, price, s, v, x, u_1, u_2 = symbols("A C X b loglog price s v x u_1 u_2", real=True)
(i, many), p, u = symbols("i s", integer=True), IndexedBase("p", real=True), IndexedBase("u", real=True)


def martingale():
    return (
        Step("conditional_mean", WHERE + "step 3",
            Identity(Sum(p[i] * (mean - u[i]), (i, 1, many)), mean * Sum(p[i], (i, 1, many)) - Sum(p[i] * u[i], (i, 1, many)), (Ge(many, 1),)),
            display=r"\mathbb{E}[Z_i \mid \mathcal{F}_{i - 1}] = 0",
            form="reduction", because="For a gradient with values $u_i$, of probabilities $p_i$ that add up to 1 and with their mean: the right side is "
            "0. Along any direction.", assumes=INDEPENDENT_SAMPLES),
        Step("noise_bound", WHERE + "step 3",
            Inequality((mean - x) ** 2, 4 * G**2, (Ge(mean, -G), Le(mean, G), Ge(x, -G), Le(x, G), Gt(G, 0))),
            display=r"\|\hat{z}_i\| \le 2 G",
            form="reduction", because="Along one direction: $x$ is the gradient, mean its conditional mean."),
        Step("conditional_variance", WHERE + "step 3",
            Inequality((x * u_1 + v * u_2) ** 2, 4 * G**2 * (u_1**2 + u_2**2), (Le(x**2 + v**2, 4 * G**2),)),
            display=r"\operatorname{Var}[Z_i \mid \mathcal{F}_{i - 1}] \le 4 G^2 \|\theta_i - \theta^*\|^2",
            form="reduction", because="The variance is at most the mean square, and the square of an inner product at most the product of the "
            "squares. In the plane: $(x, v)$ is the centred gradient, $(u_1, u_2)$ the error of the iterate."),
        Step("variance", WHERE + "step 3, condition (i)",
            Inequality((t - 1) ** 2 * v, 4 * G**2 * (t - 1) ** 2 * now, (Le(v, 4 * G**2 * now), Ge(now, 0))),
            because="The summand $i = t$: $v$ is the conditional variance, now the squared error. Both sides are then "
            "summed over $i$."),
        Step("distance", WHERE + "step 3, (a)",
            Inequality(x, G / lam, (*RATE, Le(lam * x**2, mean), Le(mean, G * x), Gt(x, 0))),
            display=r"\|\theta_t - \theta^*\| \le \frac{G}{\lambda}",
            form="translation", because="$x$ is the distance, where it is not 0, and mean the inner product that (9) bounds from below and "
            "Cauchy-Schwarz from above."),
        Step("uniform_bound", WHERE + "step 3, condition (ii)",
            Inequality(2 * G * (s - 1) * x, 2 * G**2 * (t - 1) / lam, (*RATE, Le(x, G / lam), Ge(x, 0), Le(s, t), Ge(s, 1))),
            because="$s$ stands for $i$, $x$ is the distance."),
        Step("freedman", WHERE + "before (11)",
            Cited(
                "Freedman's inequality: a martingale with differences at most $b$ exceeds $r$ while its conditional "
                r"variance is at most $v$ with probability at most $\exp(-r^2/(2 v + 2 b r/3))$",
                "Freedman (1975), of which Lemma 3 of Rakhlin et al. (2011) is a union over dyadic variances",
            )),
        Step("freedman_exponent", "the lemma that (11) applies",
            Inequality(X, (2 * s * sqrt(X)) ** 2 / (2 * s**2 + 2 * b * (2 * s * sqrt(X)) / 3),
                       (Ge(X, 1), Gt(b, 0), Ge(s, b * sqrt(X)))),
            because=r"At $r = 2 s \sqrt{X}$, where $s^2$ bounds the variance and $s \ge b \sqrt{X}$, the probability is at most $\exp(-X)$."),
        Step("eq_11", "Eq. (11)",
            Cited("for a martingale whose differences are at most $b$, the printed bound with $2 b$ in place of the last factors, for all $t$ up "
                  "to $n$ at once", "Rakhlin et al. (2011), Lemma 3"),
            display=r"\sum_{i = 2}^t (i - 1) Z_i \le 8 G \max\{\ldots\} \sqrt{\log(\log n/\delta)} \quad (t \le n)",
            because="The lemma wants one $b$ for all $t$ up to $n$, while (ii) grows with $t$: for a bound that holds for all $t$ it is applied "
            "to every dyadic range of $t$, at twice the bound, which the explicit version does."),
        Step("eq_11_constants", "Eq. (11), factor 8",
            Inequality(2 * Max(2 * 2 * G * sqrt(v), 2 * G**2 * (t - 1) / lam * sqrt(X)) * sqrt(X),
                8 * G * Max(sqrt(v), G * (t - 1) / lam * sqrt(X)) * sqrt(X),
                (*RATE, Ge(v, 0), Ge(t, 2), Ge(X, 1))),
            because=r"Lemma 3 of Rakhlin et al. at the variance and the bound of (i) and (ii), with $X = \ln(\ln n/\delta)$ and "
            "$v$ the sum under the root."),
    )


def induction():
    return (
        Step("induction_start", WHERE + "step 4",
            Inequality(G**2 / lam**2, (624 * X + 1) * G**2 / (lam**2 * 2), (*RATE, Ge(X, 1))),
            because=r"At $t = 2$, and so at $t = 1$, by the bound $G/\lambda$ of the distance; $X = \ln(\ln n/\delta)$."),
        Step("induction_sum", WHERE + "step 4", Inequality((t - 1) ** 2 / t, t - 1, (Ge(t, 2),)),
            display=r"\sum_{i = 2}^t \frac{(i - 1)^2}{i} \le (t - 1) \frac{t}{2}",
            form="reduction", because="The summand $i = t$."),
        Step("induction_variance", WHERE + "step 4",
            Inequality(16 * sqrt(A * X / (2 * t * (t - 1))) + 1 / t, A / (t + 1), (Eq(A, 624 * X + 1), Ge(X, 1), Ge(t, 2))),
            because=r"From $t$ to $t + 1$, the first entry of the maximum in (11), both sides times $\lambda^2/G^2$."),
        Step("induction_bound", WHERE + "step 4", Inequality((16 * X + 1) / t, (624 * X + 1) / (t + 1), (Ge(X, 1), Ge(t, 2))),
            because="From $t$ to $t + 1$, the second entry of the maximum."),
        Step("last_equality", WHERE + "last display, equality",
            Inequality(624 * log(log(n) / delta) + 1, C * (log(log(n / delta)) + 1), (Ge(C, 1), Eq(n, 4), Eq(delta, exp(-(C**2))))),
            display=r"624 \log(\log(n)/\delta) + 1 \le C (\log(\log(n/\delta)) + 1)",
            because=r"The equality sign, with some $C$, is read as at most; $G^2 = 36 L^2 c(\varepsilon)^2$ is in $C$. As printed no $C$ will do: at "
            r"$n = 4$ and $\delta = \exp(-C^2)$ the left side is above $624 C^2$, the right one is $C (\ln(C^2 + \ln 4) + 1)$.",
            repair=Repair(Inequality(624 * (loglog + price) + 1, 624 * (loglog + price + 1), (Ge(price, 1), Ge(loglog, 0))),
                r"$\ln(\ln(n)/\delta)$ on the right, as in the line above and in the theorem; $\ln \ln n$ is at least 0 from $n = 3$ on",
                r"624 \log(\log(n)/\delta) + 1 \le C (\log(\log(n)/\delta) + 1)"),
            misprint=r"the line above, which has $\ln(\ln n/\delta)$, and the theorem, which has $\ln \ln(n) + \ln(1/\delta)$",
            fault=Fault("last_display_parenthesis", "misprint", words=r"the inner parenthesis closes after $\delta$ and not after $n$")),
        Step("to_the_theorem", "Theorem 4.4", Inequality(loglog + price + 1, 2 * (loglog + price), (Ge(price, 1), Ge(loglog, 0))),
            because="The last display's numerator against the theorem's, before the root is taken."),
        Step("output_iterate", "Algorithm 1, line 9; Section 4, after Theorem 4.4",
            Inequality(A / (t + 1), A / t, (Ge(A, 0), Ge(t, 1))),
            display=r"\|\theta_{n + 1} - \theta^*\|^2 \le A \frac{G^2}{\lambda^2 (n + 1)} \le A \frac{G^2}{\lambda^2 n}",
            form="reduction", because=r"The output is the iterate at $n + 1$, one beyond the $t \le n$ of the theorem; (11) at $t = n$ bounds "
            "it as well, since the induction goes from $t$ to $t + 1$."),
        Step("tilde_rate", "Section 4, after Theorem 4.4",
            Inequality(loglog + price, (1 + loglog) * price, (Ge(price, 1), Ge(loglog, 0))),
            because="What the tilde of the implied rate hides."),
    )
