"""Self-play with exact steps: a bound of the duality gap with every constant, in place of the one that the page imports.

With F = D_chi2 + D_KL to the reference, gains g^t = l-hat(., pi^t) in [-1, 1] and pi^1 = pi_ref, for every p

    sum_t <g^t, p - pi^t>  <=  beta (T + 1/eta) F(p) - beta sum_t F(pi^(t+1)) + T eta/(4 beta).
"""

from dataclasses import replace

import sympy
from sympy import Add, Eq, Ge, Gt, Le, Rational, log, sqrt

from boundcheck.claims import Assumption, Identity, Inequality, Step

from ..notation import beta, domain, eta, rounds

EXACT_STEPS = Assumption("exact_steps", "each policy solves its step exactly, against the whole current policy, in a class with all policies")
ANTISYMMETRIC = Assumption("antisymmetric", r"$\ell(a, b) = -\ell(b, a)$, also for the model")

OURS = "derivation, exact steps"
SPECIAL = "exact policy steps against the whole current policy; the display has a regression and drawn opponents as well"
u, v, w, q, g, lam, x, y, d = sympy.symbols("u v w q g lambda x y d", real=True)
C, e, own, gain, F_p, F_next, B_p, B_now, B_next, B_move = sympy.symbols(
    "C e own gain F_p F_next B_p B_now B_next B_move", real=True
)
chi, kl, worst, subopt, error = sympy.symbols("chi kl worst subopt error", real=True)

LETTERS = {
    "q": r"\pi_{\mathrm{ref}}",
    "own": r"\mathcal{C}^{\pi^t}", "gain": "G", "F_p": "F(p)", "F_next": r"F(\pi^{t + 1})", "B_now": r"B(p, \pi^t)",
    "B_next": r"B(p, \pi^{t + 1})", "B_move": r"B(\pi^{t + 1}, \pi^t)", "chi": r"D_{\chi^2}", "kl": r"D_{\mathrm{KL}}", "worst": "M", "subopt": "S",
    "error": "E",
}  # fmt: skip


def phi(ratio):
    """The link function, Eq. (4)."""
    return ratio + log(ratio)


def divergence(ratio):
    """The integrand of D_chi2 + D_KL at a ratio, per unit of the reference."""
    return (ratio - 1) ** 2 / 2 + ratio * log(ratio)


def bregman(one, other):
    """Its Bregman divergence; the slope is phi up to a constant."""
    return divergence(one) - divergence(other) - phi(other) * (one - other)


def geometry():
    """The regulariser: its divergence, three points, strong convexity."""
    ratios = (Gt(u, 0), Gt(v, 0), Gt(w, 0))
    three = bregman(u, v) - bregman(u, w) - bregman(w, v)
    return (
        Step("first_order", OURS,
            Identity((g - beta * phi(w) - beta / eta * (phi(w) - phi(v))) / beta, lam / beta,
                (*domain(beta, eta), *ratios, Eq(beta * (1 + 1 / eta) * phi(w), g + beta / eta * phi(v) - lam))),
            because=r"Eq. (8) at the exact step: $w$ is the ratio of the next policy, $v$ of the current one, $\lambda$ the normaliser.", assumes=EXACT_STEPS),
        Step("three_points", OURS, Identity(three, (phi(w) - phi(v)) * (u - w), ratios),
            form="reduction", display=r"B(p, \pi^t) - B(p, \pi^{t + 1}) - B(\pi^{t + 1}, \pi^t) = \langle\nabla F(\pi^{t + 1}) - \nabla F(\pi^t), p - \pi^{t + 1}\rangle",
            because="Action by action, per unit of the reference; the divergence without its half would not fit the link function."),
        Step("chi_part_is_convex", OURS, Inequality((x + y) ** 2, x**2 / q + y**2 / (1 - q), (Gt(q, 0), Ge(1 - q, 0), Le(q, Rational(99, 100)))),
            form="reduction", display=r"\sum_a d_a^2/\pi_{\mathrm{ref}}(a) \ge \|d\|_1^2",
            because=r"Two groups of actions, those that gain and those that lose; Cauchy-Schwarz. So the $\chi^2$ part of $B$ is at least half the square of the norm."),
        Step("kl_part_is_convex", OURS, Inequality(2 * (x - y) ** 2, x * log(x / y) + (1 - x) * log((1 - x) / (1 - y)),
                (Gt(x, 0), Gt(1 - x, 0), Gt(y, 0), Gt(1 - y, 0))),
            form="reduction", display=r"D_{\mathrm{KL}} \ge \|d\|_1^2/2", because="Pinsker's inequality for the two groups, whose probabilities move by half the norm."),
    )  # fmt: skip


def one_round():
    """What one exact step gains against any comparator."""
    given = domain(beta, eta)
    return (
        Step("progress", OURS,
            Inequality(gain, beta * F_p - beta * F_next + beta / eta * (B_now - (1 + eta) * B_next - B_move),
                (Eq(gain, beta * (F_p - F_next - B_next) + beta / eta * (B_now - B_next - B_move)), *given)),
            form="reduction", display=r"\langle g^t, p - \pi^{t + 1}\rangle \le \beta F(p) - \beta F(\pi^{t + 1}) + \frac{\beta}{\eta} (B(p, \pi^t) - (1 + \eta) B(p, \pi^{t + 1}) - B(\pi^{t + 1}, \pi^t))",
            because="The first-order condition times $p$ minus the next policy, with the two identities before; an equality."),
        Step("movement", OURS, Inequality(d - beta / eta * d**2, eta / (4 * beta), given),
            form="reduction", display=r"\langle g^t, \pi^{t + 1} - \pi^t\rangle - \frac{\beta}{\eta} B(\pi^{t + 1}, \pi^t) \le \frac{\eta}{4 \beta}",
            because="$d$ is the norm of the difference of the two policies; gains lie in $[-1, 1]$, and $B$ is at least $d^2$."),
    )  # fmt: skip


def radius():
    """What a comparator in the ball costs, and the error of the preference model."""
    ball = (Ge(C, 1),)
    return (
        Step("kl_in_the_ball", OURS, Inequality(log(1 + 2 * C), Rational(11, 10) * C, ball),
            because=r"The KL divergence is at most the logarithm of 1 plus twice the $\chi^2$ divergence, which is at most $C$."),
        Step("ball", OURS, Inequality(chi + kl, Rational(21, 10) * C, (Le(chi, C), Le(kl, Rational(11, 10) * C))),
            form="reduction", display=r"F(p) \le 2.1 C", because=r"The $\chi^2$ divergence is at most $C$, that of Kullback and Leibler by the step before."),
        Step("model_error", OURS,
            Inequality(e * sqrt((1 + 2 * C) * own) - beta * (own - 1) / 2, (1 + 2 * C) * e**2 / (2 * beta) + beta / 2,
                (*ball, Ge(own, 1), Ge(e, 0), *domain(beta))),
            form="reduction", display=r"\mathbb{E}_{p, \pi^t} |\hat{\ell} - \ell^\star| - \beta F(\pi^t) \le (1 + 2 C) \frac{\operatorname{err}_{\mathrm{general}}^2}{2 \beta} + \frac{\beta}{2}",
            because="Cauchy-Schwarz under the change of law; the divergence of the policies pays for their coverage."),
        Step("average", OURS,
            Inequality(worst, Rational(21, 10) * C * beta * (1 + 1 / (eta * rounds)) + eta / (4 * beta) + error,
                (Le(worst * rounds, beta * (rounds + 1 / eta) * F_p + rounds * eta / (4 * beta) + rounds * error),
                    Le(F_p, Rational(21, 10) * C), *domain(beta, eta, rounds), *ball)),
            form="translation", display=r"\max_{p \in \Pi_C} \ell^\star(p, \hat{\pi}) \le 2.1 C \beta \left( 1 + \frac{1}{\eta T} \right) + \frac{\eta}{4 \beta} + (1 + 2 C) \frac{\operatorname{err}_{\mathrm{general}}^2}{2 \beta} + \frac{\beta}{2}",
            because="The rounds summed and divided by $T$; $E$ is the share of the model's error."),
        Step("gap_of_an_antisymmetric_game", OURS, Identity(Add(subopt + worst, subopt + worst, evaluate=False), 2 * (subopt + worst)),
            because=r"$\ell(a, b) = -\ell(b, a)$, so the least value against all is minus the largest.", assumes=ANTISYMMETRIC),
    )  # fmt: skip


def steps():
    """All steps of the version with constants."""
    found = (*geometry(), *one_round(), *radius())
    return tuple(replace(step, scope="special case", special=SPECIAL) for step in found)


