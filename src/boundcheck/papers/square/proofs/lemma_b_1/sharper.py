r"""A second proof, without Freedman: the root of the error is at most twice the shift of the mean, plus noise.

With ``r`` the root of the error, ``e`` its version on the sample and ``b`` the bias of a de-biased label, a member that
beats the truth has ``e <= 2 b + c sqrt(8 L/n)``, and ``r <= e + sqrt(8 L/n)``. So alpha enters the error squared.
"""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, exp, log, sqrt

from boundcheck.claims import Identity, Inequality, Step

from ...notation import alpha, c_epsilon, domain, epsilon, functions, n, zeta
from ...quantities import NAMES, ORDERS, SHIFT
from .letters import BAD, L, bad, s

m, t, a, v, x, r, e, b, w, q, k, lam = sympy.symbols("m t a v x r e b w q k lambda", real=True)
OURS = "second proof, in the derivation"
CONSTANT = {"ctl": 72, "ltc": 80, "central": 256}


def tails():
    """Two exponential moments and what they say."""
    return (
        Step("coin_moment", OURS,
            Inequality((1 + m) / 2 * exp(t * (1 - m)) + (1 - m) / 2 * exp(-t * (1 + m)), exp(t**2 / 2), (Ge(m, -1), Le(m, 1))),
            form="reduction", display=r"\mathbb{E} e^{t (z' - m)} \le e^{t^2/2}", because="A label of +1 or $-1$ with mean $m$; Hoeffding's lemma."),
        Step("noise_tail", OURS,
            Identity(-a * c_epsilon * sqrt(2 * L * v) + a**2 * c_epsilon**2 * v / 2, -L,
                (Gt(L, 0), Gt(v, 0), Eq(a, sqrt(2 * L / v) / c_epsilon), *domain(epsilon))),
            form="reduction", display=r"\mathbb{P}\left[ \sum_i d_i (c(\varepsilon) z'_i - \mathbb{E}) \ge c(\varepsilon) \sqrt{2 \Lambda \sum_i d_i^2} \right] \le e^{-\Lambda}",
            because="Chernoff's bound at the best exponent; $v$ is the sum of the squares of $d = h - h^*$ on the sample."),
        Step("square_moment", OURS, Inequality(exp(-x), 1 - x + x**2 / 2, (Ge(x, 0),)),
            because=r"For $x = a$ $d^2$; with $d^4 \le 4 d^2$ the moment is at most $\exp(-a r^2 + 2 a^2 r^2)$."),
        Step("fourth_power", OURS, Inequality((x - s) ** 4, 4 * (x - s) ** 2, (Ge(x, -1), Le(x, 1), Ge(s, -1), Le(s, 1)))),
        Step("square_tail", OURS,
            Identity(-a * r * sqrt(8 * L * n) + 2 * a**2 * n * r**2, -L,
                (Gt(L, 0), Gt(r, 0), Gt(n, 0), Eq(a, sqrt(L / (2 * n)) / r))),
            form="reduction", display=r"\mathbb{P}\left[ \sum_i (r^2 - d_i^2) \ge r \sqrt{8 \Lambda n} \right] \le e^{-\Lambda}",
            because="Chernoff's bound again, for how far the sample may fall short of the population."),
    )  # fmt: skip


def shifts():
    """By how much bad labels move the mean of a de-biased label."""
    clean = {"ctl": s, "ltc": s / c_epsilon, "central": s}
    seen = {"ctl": (1 - alpha) * s + alpha * bad, "central": (1 - alpha) * s + alpha * bad,
            "ltc": c_epsilon * ((1 - alpha) * clean["ltc"] + alpha * bad)}  # fmt: skip
    return tuple(
        Step(f"shift_{order}", OURS,
            Inequality((seen[order] - s) ** 2, SHIFT[order] ** 2, (*domain(alpha, epsilon), Ge(s, -1), Le(s, 1), *BAD)),
            display=r"|\mathbb{E}[c(\varepsilon) z' \mid u] - h^*(u)| \le b \quad \text{(ORDER)}".replace("ORDER", NAMES[order]),
            because=r"$s$ is the mean of the truth, and bad labels may have any mean in $[-1, 1]$: a share $\alpha$ of them moves what is seen.")
        for order in ORDERS
    )  # fmt: skip


def roots():
    """From the two tails to the root of the error."""
    return (
        Step("sample_root", OURS,
            Inequality(e, 2 * b + 2 * c_epsilon * sqrt(2 * L / n),
                (Ge(e, 0), Ge(b, 0), Gt(n, 0), Ge(L, 0), *domain(epsilon),
                    Le(n * e**2, 2 * b * n * e + 2 * c_epsilon * sqrt(2 * L / n) * n * e))),
            form="translation", display=r"\hat{r} \le 2 b + c(\varepsilon) \sqrt{8 \Lambda/n}",
            because="A member that is not worse than the truth on the sample; Cauchy-Schwarz for the bias. $e$ is the root of the mean square of $h - h^*$ on the sample."),
        Step("population_root", OURS,
            Inequality(r, e + w, (Le(r**2 - r * w, e**2), Ge(r, 0), Ge(e, 0), Ge(w, 0))),
            form="translation", display=r"r \le \hat{r} + \sqrt{8 \Lambda/n}", because=r"$w$ is the root of $8 \Lambda/n$."),
        Step("mechanism_root", OURS,
            Inequality(e, x + sqrt(q), (Le(e**2, x * e + q), Ge(e, 0), Ge(x, 0), Ge(q, 0))),
            form="translation", display=r"\hat{r} \le 2 b + \sqrt{8 \Lambda/n} + \sqrt{8 \Lambda/(n \varepsilon)}",
            because=r"The same for a draw of the mechanism, whose loss may be larger by $q = 8 \Lambda/(n \varepsilon)$ a sample; $x$ is the bound without it."),
        Step("never_above_four", OURS, Inequality((x - s) ** 2, Integer(4), (Ge(x, -1), Le(x, 1), Ge(s, -1), Le(s, 1)))),
    )  # fmt: skip


def constants():
    """The explicit version against the printed rate, with a constant."""
    given = (Ge(k, 1), Gt(lam, 0), Ge(w, 0), *domain(n, alpha))
    pair = (*given, Le(w**2, 16 * lam / n))
    triple = (*given, Le(w**2, 21 * lam / n), Gt(epsilon, 0), Ge(v, 0), Le(v**2, 1 / epsilon))
    letters = r"$\lambda$ is $\ln(|H|/\zeta)$; $k$ is $c(\varepsilon)$, at least 1; $w$ is the root of $8 \ln(2|H|/\zeta)/n$."
    return (
        Step("class_of_two", OURS, Inequality(log(2), log(functions / zeta), domain(functions, zeta))),
        Step("half_failure", OURS, Inequality(8 * (lam + log(2)), 16 * lam, (Ge(lam, log(2)),)),
            form="translation", display=r"8 \log(2 |\mathcal{H}|/\zeta) \le 16 \log(|\mathcal{H}|/\zeta)", because=r"$\lambda$ is $\ln(|H|/\zeta)$, at least $\ln 2$."),
        Step("third_failure", OURS, Inequality(8 * (lam + log(3)), 21 * lam, (Ge(lam, log(2)),)),
            form="translation", display=r"8 \log(3 |\mathcal{H}|/\zeta) \le 21 \log(|\mathcal{H}|/\zeta)", because="As before, with three events in place of two."),
        Step("privacy_factor", OURS, Inequality(Integer(1), c_epsilon, domain(epsilon))),
        Step("constant_ctl", OURS,
            Inequality((4 * alpha + (1 + k) * w) ** 2, CONSTANT["ctl"] * (k**2 * lam / n + alpha), pair), because=letters),
        Step("constant_ltc", OURS,
            Inequality((2 * (1 + k) * alpha + (1 + k) * w) ** 2, CONSTANT["ltc"] * (k**2 * lam / n + alpha * k), (*pair, Le(k * alpha, 1))),
            because=letters + r" Where $k \alpha$ is above 1 the error is at most $4 \le 4 k \alpha$."),
        Step("noise_and_mechanism", OURS, Inequality((2 * w + w * v) ** 2, sympy.Rational(23, 2) * w**2 + sympy.Rational(23, 15) * (w * v) ** 2),
            because="The form in which the explicit version has the two, with weights for which the constant stays the same."),
        Step("constant_central", OURS,
            Inequality((4 * alpha + 2 * w + w * v) ** 2, CONSTANT["central"] * (lam / n + lam / (n * epsilon) + alpha), triple),
            because=r"$w$ is the root of $8 \ln(3|H|/\zeta)/n$ and $v$ that of $1/\varepsilon$."),
    )  # fmt: skip
