"""The page's proof for CTL and LTC from Freedman's inequality on, with the constants that its signs of order leave out."""

from sympy import E, Eq, Ge, Gt, Integer, Le, log

from boundcheck.claims import Assumption, By, Identity, Inequality, Repair, Step

from ... import lemma_b_3
from ...notation import alpha, c_epsilon, domain, epsilon, functions, n, zeta
from .letters import (
    BAD,
    FACTOR,
    FUNCTIONS,
    M_1,
    M_2,
    NOISE,
    PLACE,
    SLIPS,
    L,
    M,
    T,
    U,
    X,
    bad,
    expected,
    h,
    plain,
    s,
    spread,
    step,
    t_one,
    y_tilde,
    z,
)

REALIZABLE = Assumption("realizable", "$h^*$ lies in the class")

CTL, LTC = PLACE + ", CTL", PLACE + ", LTC"
PRIVATE = domain(epsilon)
SUMS = (Ge(X, 0), Ge(L, 0), *PRIVATE)


def concentration():
    """Lemma B.3 at an explicit eta, and what follows for the sum of squares."""
    freedman = U + step * (E - 2) * 4 * (1 + c_epsilon) ** 2 * X + L / step
    return (
        Step("admissible_step", CTL, Inequality(8 * (1 + c_epsilon), FACTOR, PRIVATE),
            because=r"$\eta = 1/(8 (e - 2)(1 + c)^2)$ is at most one over the bound of $D$."),
        Step("freedman_at_step", CTL, Identity(freedman.subs(step, 1 / FACTOR), U + X / 2 + NOISE, PRIVATE),
            because=r"The right side of Lemma B.3 at that $\eta$, with the second moments summed: $X$ is the sum of $\mathbb{E}[(h - h^*)^2]$, $S_U$ that of $U$."),
        Step("freedman", CTL, By(lemma_b_3, letters={"eta": 1 / FACTOR, "bound_above": 8 * (1 + c_epsilon), "variance": 4 * (1 + c_epsilon) ** 2 * spread},
                given=(Gt(spread, 0), Le(spread, 4), *domain(n, zeta, epsilon))),
            display=r"\text{applying Lemma B.3 with a proper choice of } \eta",
            because=r"For the centred excess losses; $v$ is $\mathbb{E}[(h - h^*)^2]$, so that $X = n v$."),
        Step("freedman_ctl", CTL, Inequality(X + T, U + X / 2 + NOISE, (Eq(M, X + T), Le(M - U, X / 2 + NOISE), *SUMS)),
            display=r"\sum_i \mathbb{E}[(h - h^*)^2] + \sum_i \mathbb{E}[(h - h^*)(2 y'_i - 2 \bar{y}_i)] \le \sum_i U_i^h + \frac{1}{2} \sum_i \mathbb{E}[(h - h^*)^2] + C c(\varepsilon)^2 \log(1/\zeta)",
            form="interpretation", because="$T$ is the sum of the corrupted parts. The page has a sign of order here; the constant stands before the last term only."),
        Step("rearranged_ctl", CTL, Inequality(X, 2 * U + 2 * NOISE - 2 * T, (Le(X + T, U + X / 2 + NOISE), *SUMS)),
            display=r"\sum_i \mathbb{E}[(h - h^*)^2] \le 2 \sum_i U_i^h + C c(\varepsilon)^2 \log(1/\zeta) + 2 \sum_i \mathbb{E}[(h - h^*)(2 \bar{y}_i - 2 y'_i)]",
            form="interpretation", because="A sign of order would not allow this step by itself: with a constant of 2 or more before $X/2$ nothing is left."),
        Step("union_log", CTL, Identity(-log(zeta / functions), log(functions / zeta), (Gt(functions, 0), Gt(zeta, 0)))),
        Step("minimiser", CTL, Inequality(U, Integer(0), (Le(M_1, M_2), Eq(U, M_1 - M_2))),
            form="translation", display=r"\sum_i U_i^{\hat{h}} \le 0", because="$m_1$ and $m_2$ are the sums of squares of the minimiser and of $h^*$, which is in the class.", assumes=REALIZABLE),
        Step("corruption_ctl", CTL,
            Inequality(2 * (h - s) * alpha * (bad - s), 8 * alpha, (*domain(alpha), *FUNCTIONS, *BAD)),
            form="interpretation", display=r"\mathbb{E}[(\hat{h}(u_i) - h^*(u_i))(2 \bar{y}_i - 2 y'_i)] \le C \alpha",
            because="The mean of the bad label over $u$ is $b$; sample by sample."),
        Step("result_ctl", CTL,
            Inequality(X / n, 2 * FACTOR * L / n + 16 * alpha,
                (Le(X, 2 * U + 2 * NOISE - 2 * T), Le(U, 0), Le(-T, 8 * alpha * n), *SUMS, *domain(n, alpha))),
            form="interpretation", display=r"\mathbb{E}[(\hat{h}(u) - h^*(u))^2] \le C \left( c(\varepsilon)^2 \frac{\log(|\mathcal{H}|/\zeta)}{n} + \alpha \right)",
            because="Divided by $n$."),
    )  # fmt: skip


def after_privacy():
    """LTC: bad labels after the coin."""
    whole = (h - s) * (h + s - 2 * c_epsilon * z)
    private = (h - s) * (-2 * c_epsilon * y_tilde + h + s)
    seen, clean = (1 - alpha) * s / c_epsilon + alpha * bad, s / c_epsilon
    one = (Le(X / n, 2 * U / n + 2 * NOISE / n + 2 * t_one), *SUMS, *domain(n), Ge(t_one, 0))
    return (
        Step("ltc_terms", LTC,
            Identity(whole, plain(h - s, -2 * c_epsilon * (z - y_tilde)) + private, PRIVATE),
            form="reduction", display=r"\mathbb{E}[U_i^h] = \mathcal{T}_{\mathrm{corruption}} + \mathcal{T}_{\mathrm{privacy}}", because="The label before its corruption is added and taken away."),
        Step("ltc_privacy_term", LTC, Identity(expected(private, s / c_epsilon, y_tilde), (h - s) ** 2, PRIVATE),
            form="reduction", display=r"\mathcal{T}_{\mathrm{privacy}} = \mathbb{E}[(h(u_i) - h^*(u_i))^2]",
            because=r"The mean over a private label, whose own mean is $h^*$ over $c(\varepsilon)$."),
        Step("ltc_freedman", LTC, Inequality(X + T, U + X / 2 + NOISE, (Eq(M, X + T), Le(M - U, X / 2 + NOISE), *SUMS)),
            form="interpretation", display=r"\sum_i \mathbb{E}[(h - h^*)^2] + \sum_i \mathbb{E}[(h - h^*)(-2 c(\varepsilon)(z'_i - \tilde{y}_i))] \le \sum_i U_i^h + \frac{1}{2} \sum_i \mathbb{E}[(h - h^*)^2] + C c(\varepsilon)^2 \log(1/\zeta)",
            because="$T$ is the sum of the corrupted parts."),
        Step("ltc_rearranged", LTC, Inequality(X, 2 * U + 2 * NOISE + 2 * t_one, one),
            form="interpretation", display=r"\sum_i \mathbb{E}[(h - h^*)^2] \le C \left( \sum_i U_i^h + c(\varepsilon)^2 \log(1/\zeta) \right) + \mathbb{E}[(h - h^*)(2 c(\varepsilon)(z'_i - \tilde{y}_i))]",
            because="$T_1$ is the corrupted part of one sample, the same for all; without a sum in front a share of $1/n$ of the corruption is meant to pay for all of it.",
            repair=Repair(Inequality(X, 2 * U + 2 * NOISE + 2 * n * t_one, one),
                "the sum over $i$ before the last expectation"),
            misprint="the same line for CTL, and the display before", fault=SLIPS),
        Step("corruption_ltc", LTC,
            Inequality(2 * c_epsilon * (h - s) * (seen - clean), 4 * (1 + c_epsilon) * alpha,
                (*domain(alpha, epsilon), *FUNCTIONS, *BAD)),
            form="interpretation", display=r"\mathbb{E}[(h(u_i) - h^*(u_i)) 2 c(\varepsilon)(z'_i - \tilde{y}_i)] \le C \alpha c(\varepsilon)",
            because=r"The additional factor $c(\varepsilon)$ of the page: $4(1 + c)$ is at most $8c$."),
        Step("result_ltc", LTC,
            Inequality(X / n, 2 * FACTOR * L / n + 8 * (1 + c_epsilon) * alpha,
                (Le(X, 2 * U + 2 * NOISE - 2 * T), Le(U, 0), Le(-T, 4 * (1 + c_epsilon) * alpha * n), *SUMS, *domain(n, alpha))),
            form="interpretation", display=r"\mathbb{E}[(\hat{h}(u) - h^*(u))^2] \le C \left( c(\varepsilon)^2 \frac{\log(|\mathcal{H}|/\zeta)}{n} + \alpha c(\varepsilon) \right)",
            because=r"Over $n$: least squares makes $U$ at most 0, and the corrupted part $-T$ is at most $4 (1 + c) \alpha n$."),
    )  # fmt: skip
