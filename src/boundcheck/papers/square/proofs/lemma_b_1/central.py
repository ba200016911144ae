"""The page's proof for cDP: the exponential mechanism in place of the minimiser."""

from sympy import Add, E, Eq, Ge, Gt, Integer, Le, Mul, exp, log

from boundcheck.claims import Fault, Identity, Inequality, Repair, Step

from ...notation import alpha, domain, epsilon, functions, n, zeta
from .letters import (
    BAD,
    FUNCTIONS,
    M_2,
    ORDER,
    PLACE,
    SLIPS,
    L,
    M,
    T,
    U,
    X,
    bad,
    expected,
    first,
    h,
    law,
    other,
    plain,
    raw,
    s,
    second,
    sign,
    step,
    t_one,
    top,
    y,
    y_bar,
)

CDP = PLACE + ", cDP"
# Of lines that are false for a constant alone.
MAYBE_ORDER = "a sign of order, which the copy at hand has elsewhere in this proof and may have lost here"
FACTOR = 32 * (E - 2)
SUMS = (Ge(X, 0), Ge(L, 0))
LAWS = (Ge(law, 0), Le(law, 1), Ge(other, 0), Le(other, 1), Ge(first, 0), Ge(second, 0))


def expectation():
    """Moments of the excess loss, and the line that leaves the corrupted part."""
    square = plain((h - s) ** 2, (h + s - 2 * y_bar) ** 2)
    loss = (h - y_bar) ** 2 - (s - y_bar) ** 2
    whole, standard = (h - s) * (h + s - 2 * y_bar), (h - s) * (h + s - 2 * y)
    many = (Gt(n, 1), *FUNCTIONS)
    return (
        Step("cdp_excess_loss", CDP, Identity(loss**2, plain((h - s) ** 2, (h + s - y_bar) ** 2), (sign(y_bar),)),
            form="reduction", display=r"\mathbb{E}[(U_i^h)^2] = \mathbb{E}[(h(u_i) - h^*(u_i))^2 (h(u_i) + h^*(u_i) - \bar{y}'_i)^2]",
            because="Sample by sample, then in expectation.",
            repair=Repair(Identity(loss**2, square, (sign(y_bar),)),
                "2 before the label"),
            misprint="the next display, and the same line for CTL", fault=SLIPS),
        Step("cdp_second_moment", CDP, Inequality(square, 16 * (h - s) ** 2, (*FUNCTIONS, sign(y_bar))),
            form="interpretation", display=r"\mathbb{E}[(U_i^h)^2] \le C \mathbb{E}[(h(u_i) - h^*(u_i))^2]", because="With the constant 16; sample by sample."),
        Step("cdp_terms", CDP, Identity(whole, plain(h - s, 2 * raw - 2 * y_bar) + standard, (Eq(raw * (1 - raw), 0), Eq(y, 2 * raw - 1))),
            form="reduction", display=r"\mathbb{E}[U_i^h] = \mathbb{E}[(h - h^*)(2 y_i - 2 \bar{y}'_i)] + \mathbb{E}[(h - h^*)(h + h^* - 2 y'_i)]",
            because="$y_i$ is the label of 0 and 1, and $y'_i = 2 y_i - 1$. The brace under the second expectation repeats the name of the first.",
            repair=Repair(Identity(whole, plain(h - s, 2 * y - 2 * y_bar) + standard), "$y'_i$ for $y_i$, and the name of the standard part under the second brace"),
            misprint="the line before, the line after, and the same line for CTL", fault=SLIPS),
        Step("cdp_mean_of_excess", CDP,
            Identity((h - s) ** 2 + (h - s) * 2 * (s - y_bar), (h - s) * 2 * (s - y_bar) + n * (h - s) ** 2, many),
            form="reduction", display=r"\mathbb{E}[U_i^h] = \mathcal{T}_{\mathrm{corruption}} + \sum_i \mathbb{E}[(h(u_i) - h^*(u_i))^2]",
            because="One sample on the left, $n$ equal terms in the sum on the right.",
            repair=Repair(Identity(expected((h - s) * (h + s - 2 * y + 2 * y - 2 * y_bar), s, y),
                (h - s) * 2 * (s - y_bar) + (h - s) ** 2, FUNCTIONS),
                "without the sum", r"\mathbb{E}[U_i^h] = \mathcal{T}_{\mathrm{corruption}} + \mathbb{E}[(h(u_i) - h^*(u_i))^2]"),
            misprint="the same line for CTL", fault=SLIPS),
    )  # fmt: skip


def mechanism():
    """Utility of the exponential mechanism, and the result."""
    complexity = log(functions / zeta)
    # One best member and one that is worse by t: the law of the mechanism.
    missed = exp(-epsilon * step / 8) / (1 + exp(-epsilon * step / 8))
    small = (Eq(functions, 2), Gt(zeta, 0), Le(zeta, 1), Gt(epsilon, 0))
    one = (Le(X / n, 2 * U / n + 2 * FACTOR * L / n + 2 * t_one), *SUMS, *domain(n), Ge(t_one, 0))
    return (
        Step("cdp_freedman", CDP, Inequality(X + T, U + X / 2 + FACTOR * L, (Eq(M, X + T), Le(M - U, X / 2 + FACTOR * L), *SUMS)),
            because=r"With $\eta = 1/(32 (e - 2))$, second moments at most 16 times the squares."),
        Step("cdp_rearranged", CDP, Inequality(X, 2 * U + 2 * FACTOR * L + 2 * t_one, one),
            form="interpretation", display=r"\sum_i \mathbb{E}[(h - h^*)^2] \le C \left( \sum_i U_i^h + \log(|\mathcal{H}|/\zeta) \right) + \mathbb{E}[(h - h^*)(2 (\bar{y}'_i - y'_i))]",
            because="$T_1$ is the corrupted part of one sample, the same for all.",
            repair=Repair(Inequality(X, 2 * U + 2 * FACTOR * L + 2 * n * t_one, one),
                "the sum over $i$ before the last expectation"),
            misprint="the same line for CTL", fault=SLIPS),
        Step("mechanism_labels", CDP, Identity((h - raw) ** 2, h**2 - 2 * h * y + 1, (Eq(raw * (1 - raw), 0), Eq(y, 2 * raw - 1))),
            because="One term on the left of the mechanism's line, with the label of 0 and 1, against one of the loss $L(h)$, multiplied out, whose labels are $-1$ and 1.",
            repair=Repair(Identity((h - y) ** 2, h**2 - 2 * h * y + 1, (Eq(raw * (1 - raw), 0), Eq(y, 2 * raw - 1))), "the label with its prime"),
            misprint="the right side of the same line, and the loss of the mechanism", doubt="a prime that the copy at hand may have lost",
            fault=Fault("b_1_mechanism_labels", "misprint", words="the labels on the left lack their prime")),
        Step("mechanism_utility", CDP,
            Inequality(missed, zeta, (*small, Gt(step, log(functions / zeta) / epsilon))),
            form="translation", display=r"\sum_i [\hat{h}(u_i) - \bar{y}_i]^2 \le \sum_i [h'(u_i) - \bar{y}'_i]^2 + \frac{\log(|\mathcal{H}|/\zeta)}{\varepsilon}",
            because=r"Two members, of which the second has a loss that is larger by $\eta$: the left side is the probability that the mechanism takes it, "
            r"and the line fails whenever it does and $\eta$ is above $\ln(|H|/\zeta)/\varepsilon$. Each of the $|H|$ members that are worse by more than $\eta$ has a probability of at most $\exp(-\varepsilon \eta/8)$.",
            repair=Repair(Inequality(functions * exp(-epsilon * step / 8), zeta,
                (Ge(functions, 1), Gt(zeta, 0), Gt(epsilon, 0), Ge(step, 8 * complexity / epsilon))),
                r"$8 \ln(|H|/\zeta)/\varepsilon$, or $\lesssim$",
                r"\sum_i [\hat{h}(u_i) - \bar{y}_i]^2 \lesssim \sum_i [h'(u_i) - \bar{y}'_i]^2 + \frac{\log(|\mathcal{H}|/\zeta)}{\varepsilon}"),
            misprint="the last line of the proof, where the same term stands under the sign of order", doubt=MAYBE_ORDER, fault=ORDER),
        Step("mechanism_excess", CDP,
            Inequality(U, 8 * L / epsilon, (Le(t_one, M_2 + 8 * L / epsilon), Le(M_2, M), Eq(U, t_one - M), Gt(epsilon, 0))),
            form="interpretation", display=r"\sum_i U_i^{\hat{h}} \le C \frac{\log(|\mathcal{H}|/\zeta)}{\varepsilon}",
            because="The least loss $m_2$ is at most that of $h^*$."),
        Step("corruption_cdp", CDP,
            Inequality(2 * (h - s) * alpha * (bad - s), 8 * alpha, (*domain(alpha), *FUNCTIONS, *BAD)),
            form="interpretation", display=r"\mathbb{E}[(\hat{h}(u_i) - h^*(u_i)) 2 (\bar{y}'_i - y'_i)] \le C \alpha", because="As for CTL."),
        Step("result_cdp", CDP,
            Inequality(X / n, 2 * FACTOR * L / n + 16 * L / (n * epsilon) + 16 * alpha,
                (Le(X, 2 * U + 2 * FACTOR * L - 2 * T), Le(U, 8 * L / epsilon), Le(-T, 8 * alpha * n), *SUMS, *domain(n, alpha, epsilon))),
            form="interpretation", display=r"\mathbb{E}[(\hat{h}(u) - h^*(u))^2] \le C \left( \frac{\log(|\mathcal{H}|/\zeta)}{n} + \frac{\log(|\mathcal{H}|/\zeta)}{n \varepsilon} + \alpha \right)",
            because=r"Over $n$: the mechanism leaves $U$ at most $8 L/\varepsilon$, and the corrupted part $-T$ is at most $8 \alpha n$."),
        Step("law_of_features", PLACE + ", last lines", Inequality(other * first + (1 - other) * second, top, (*LAWS, Le(law * first + (1 - law) * second, top))),
            because=r"The mean of the squared error under $\rho$, the law of the prompts, as the last lines for CTL, LTC and cDP have it, against the bound of the mean under $\rho'$, from which the features come; of two features.",
            repair=Repair(Inequality(law * first + (1 - law) * second, top, (*LAWS, Le(law * first + (1 - law) * second, top))), r"$\rho'$ for $\rho$"),
            misprint=r"the statement, which draws $u$ from $\rho'$", doubt="a prime that the copy at hand may have lost",
            fault=Fault("rho_for_rho_prime", "misprint", "Appendix B, proof, last lines; Appendix C, proof of Lemma C.2", r"$\rho$, the law of the prompts, stands for $\rho'$, the law of the features")),
        Step("rounded_labels", "Appendix B, first paragraph", Identity(Add((1 + s) / 2, Mul(-1, (1 - s) / 2, evaluate=False), evaluate=False), s, (Ge(s, -1), Le(s, 1))),
            because="A label $s$ of $[-1, 1]$ that is rounded to 1 with probability $(1 + s)/2$, and to $-1$ otherwise, keeps its mean; the lemma then applies to the rounded label."),
        Step("rounded_probability", "Appendix B, first paragraph", Inequality((1 + s) / 2, Integer(1), (Ge(s, -1), Le(s, 1)))),
    )  # fmt: skip
