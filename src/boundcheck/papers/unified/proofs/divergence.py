"""That a private channel contracts the symmetric divergence, for any finite number of inputs and outputs."""

import sympy
from sympy import Eq, Ge, Gt, IndexedBase, Le, Sum, exp, log

from boundcheck.claims import By, Inequality, Step

from ..notation import domain, epsilon

x, y, least, worth, divergence, distance, total = sympy.symbols("x y least worth divergence distance total", real=True)
j, many = sympy.symbols("j many", integer=True)
above_, below_, h_, m_, w_, least_ = (IndexedBase(name, real=True) for name in ("above_", "below_", "h_", "m_", "w_", "least_"))
LETTERS = {
    "above_": "p^+", "below_": "p^-", "h_": "q", "w_": "m'", "least_": "q^-", "least": "q^-", "x": "m", "y": "m'", "worth": "w",
    "divergence": "D", "distance": r"\operatorname{TV}", "total": "Q", "many": "N",
}  # fmt: skip


def over(term):
    """The sum over inputs or outputs."""
    return Sum(term, (j, 1, many))


SYMMETRIC = over((m_[j] - w_[j]) * log(m_[j] / w_[j]))
EACH = (Gt(least_[j], 0), Ge(m_[j], least_[j]), Ge(w_[j], least_[j]), Le(m_[j] - w_[j], worth * least_[j]), Le(w_[j] - m_[j], worth * least_[j]), Ge(worth, 0))
PER_OUTPUT = Inequality((m_[j] - w_[j]) * log(m_[j] / w_[j]), worth**2 * least_[j])


def contraction(where):
    """From one output of the channel to all of them."""
    shown = r"D(M_1 \parallel M_2) + D(M_2 \parallel M_1) \le 4 (e^\varepsilon - 1)^2 \operatorname{TV}(P_1, P_2)^2"
    return (
        Step("shift_of_an_output", where,
            Inequality(over((above_[j] - below_[j]) * h_[j]), exp(epsilon) * least * over(above_[j]) - least * over(below_[j]),
                (*domain(epsilon), Ge(many, 1), Ge(above_[j], 0), Ge(below_[j], 0), Ge(h_[j], least), Le(h_[j], exp(epsilon) * least))),
            display=r"M_1(z) - M_2(z) \le (e^\varepsilon - 1) \min_x Q(z|x) \operatorname{TV}(P_1, P_2)", form="translation",
            because="For any number of inputs: $p^+$ and $p^-$ are the parts of $P_1 - P_2$, both of sum TV, $q$ is the probability of the output $z$ under each input, "
            r"at most $e^\varepsilon$ times the least, by privacy."),
        Step("log_ratio", where,
            Inequality((x - y) * log(x / y), worth**2 * least,
                (Gt(least, 0), Ge(x, least), Ge(y, least), Le(x - y, worth * least), Le(y - x, worth * least), Ge(worth, 0))),
            because=r"Per output, with its probabilities $m$ and $m'$ under $M_1$ and $M_2$, at least the least one; $w$ is $(e^\varepsilon - 1) \operatorname{TV}$."),
        Step("log_ratio_each", where,
            By("log_ratio", letters={"x": m_[j], "y": w_[j], "least": least_[j]}, given=EACH, says=PER_OUTPUT)),
        Step("outputs", where,
            Inequality(SYMMETRIC, worth**2 * over(least_[j]), (*EACH, Ge(many, 1), Le(PER_OUTPUT.lhs, PER_OUTPUT.rhs))),
            display=r"D(M_1 \parallel M_2) + D(M_2 \parallel M_1) = \sum_z (m - m') \ln(m/m') \le w^2 \sum_z q^-", form="translation", because="Summed over the outputs."),
        Step("all_outputs", where,
            Inequality(divergence, 4 * (exp(epsilon) - 1) ** 2 * distance**2,
                (Le(divergence, worth**2 * total), Le(total, 1), Eq(worth, (exp(epsilon) - 1) * distance))),
            because="The least probabilities of the outputs, added up, are at most 1: the factor 4 is not needed."),
        Step("divergence_contracts", where,
            By("all_outputs", letters={"divergence": SYMMETRIC, "total": over(least_[j])},
               given=(*EACH, Ge(many, 1), Le(over(least_[j]), 1), Eq(worth, (exp(epsilon) - 1) * distance)),
               says=Inequality(SYMMETRIC, 4 * (exp(epsilon) - 1) ** 2 * distance**2)),
            display=shown, form="translation",
            because=r"$D$ is the Kullback-Leibler divergence; an $\varepsilon$-private channel $Q$ takes the laws $P_1$, $P_2$ to $M_1$, $M_2$. Duchi et al. (2018), "
            "Theorem 1, which the page cites, for any finite number of inputs and outputs."),
    )
