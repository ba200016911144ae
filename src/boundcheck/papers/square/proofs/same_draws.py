"""Why no constant saves Theorem D.3 at its T: all opponents that are drawn can be one action, and T is too small to forget it.

One prompt, three actions of reference probability 1/3: a gains 1 against b and loses 1/2 against b', which are even. While
b' is drawn, a falls and the two others stay equal, so that b' is drawn again with a probability of 1/3 at least. With
zeta = 3^{-T} that happens more often than it may, and the average policy is as bad as the reference. The printed T keeps the
right side at 3/sqrt(T). The class is one that meets Assumption 4.2 in full: all policies with links at most 2/beta apart.
"""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Rational, log, sqrt

from boundcheck.claims import Fault, Identity, Inequality, Step

from ..notation import beta, domain, eta
from .choices import OTHER, A, C, size
from .choices import beta as beta_letter
from .self_play import phi

WHERE = "Theorem D.3, what no constant saves"
g, B, T, H, P, k, x, y, d, u, v, w, c, p_1, p_2, p_3 = sympy.symbols("g B T H P k x y d u v w c p_1 p_2 p_3", real=True)
LETTERS = {
    "g": r"\operatorname{DG}(\hat{\pi})", "B": r"\mathcal{B}", "P": r"\log |\Pi|", "x": r"\hat{\pi}(a)", "y": r"\hat{\pi}(b)", "u": "u_b", "v": "u_{b'}", "w": "3^{-T}", "c": r"c(\varepsilon)",

}  # fmt: skip
DRAWS = Fault("d_3_draws", "quantifier", where=r"Theorem D.3, $T$, $\beta$ and $\eta$",
    words=r"for $\zeta$ below $10^{-69}$ the printed $T$ is too small, since all sampled opponents can coincide with probability above $\zeta$ at $\zeta = 3^{-T}$")  # fmt: skip
STEP = beta * (1 + 1 / eta)
SIZES = (Ge(T, 145), Ge(H, T * log(3)), Ge(P, log(2)), Le(P, 3 * T))
LEAST = y - Rational(1, 20)  # the gap that is left, at pi-hat(a) = 1 - 2 y
ALLOWED = 1 / sqrt(T) + sqrt((H + P) / (T * H))  # the right side at C = 1, subopt at most 0
# The least gap that the average can have, and the largest covering number: every instance is worse than this point.
LITERAL = Inequality(g, k * B, (Eq(g, Rational(17, 60)), Eq(P, 3 * T), Ge(k, 1), *SIZES[:2], Eq(B, ALLOWED)))
# The sum of Theorem D.1 at the other choice; beta is at most twice the printed terms, whose logarithms are at least log 2.
MORE_ROUNDS = Inequality(g, 14 * k * B, (Le(g, OTHER.lhs), *OTHER.given, Le(C * beta_letter, 2 * B), Ge(k, 1)))


def draws():
    """The policies while one action is drawn, and how likely that is."""
    return (
        Step("even_pair", WHERE, Identity(beta / eta * (phi(u) - phi(v)) / STEP, Integer(0), (Gt(u, 0), Eq(v, u), *domain(beta, eta))),
            because="$b$ and $b'$ gain 0 against $b'$, so (8) leaves their ratios equal."),
        Step("first_action_falls", WHERE, Inequality((beta / eta * d - Rational(1, 2)) / STEP, Integer(0), (Le(d, 0), *domain(beta, eta))),
            because=r"$d$ is the difference of the links of $a$ and $b$, 0 at the start; a gains $-1/2$ against $b'$. The link rises, so $a$ is never more likely than $b$. Both steps hold for every $\beta$ and $\eta$."),
        Step("at_least_a_third", WHERE, Inequality(Rational(1, 3), y, (Eq(x + 2 * y, 1), Le(x, y))),
            because="In every round, and so on the average."),
        Step("pairs_are_seen", WHERE, Inequality(3 * Rational(7, 9) ** 8, Rational(1, 2)),
            because="From $m = 8$ on the sample of prompts holds all three pairs of actions with probability 1/2; then the exact step is the only minimiser of (11)."),
        Step("more_often_than_it_may", WHERE, Inequality(w, 3 * w / 2, (Gt(w, 0),), strict=True),
            because="The draws of $T - 1$ rounds shape the policies; $b'$ comes up in all of them with probability $3^{-(T - 1)}$ at least. The labels play no part: two models that agree on what $b'$ meets serve, one of them the true one."),
    )  # fmt: skip


def sides():
    """The gap that is left, and the right side at the printed choice."""
    value = Rational(9, 10) * (y - y / 2) - x / 20 + x / 40
    return (
        Step("remaining_gap", WHERE, Identity(2 * value, LEAST, (Eq(x, 1 - 2 * y),)),
            because="Against the policy that plays a with probability 9/10 and the others with 1/20, which is in the class: its links are less than 6 apart."),
        Step("least_gap", WHERE, Inequality(Rational(17, 60), LEAST, (Ge(y, Rational(1, 3)),))),
        Step("ball_of_radius_one", WHERE, Inequality((3 * (p_1**2 + p_2**2 + p_3**2) - 1) / 2, Integer(1),
                (Ge(p_1, 0), Ge(p_2, 0), Ge(p_3, 0), Eq(p_1 + p_2 + p_3, 1))),
            because=r"The $\chi^2$ divergence of any policy from the reference is at most 1, so subopt is at most 0 at $C = 1$."),
        Step("printed_rounds", WHERE, Inequality((H + P) / (T * H), 4 / T, SIZES),
            because=r"By the printed $T$, $c(\varepsilon)^2/n$ is at most $1/(T H)$. For $m$ at least $T V^2 \ln(|\Pi|/\zeta)^2$ the first term is at most $1/\sqrt{T}$; $\alpha$ is 0."),
        Step("any_sample_size", WHERE, Inequality(T * log(3), size * (1 / T - A) / c**2, (Ge(T, 145), Ge(A, 0), Le(A, 1 / (2 * T)), Ge(c, 1), Ge(size, 2 * log(3) * c**2 * T**2))),
            because=r"The same $T$ and $\zeta$ are those of the page at every large $n$ and every $\varepsilon$: more models that agree on what $b'$ meets make up for more samples."),
        Step("how_small", WHERE, Inequality(3 ** (-T), Rational(1, 10**69), (Ge(T, 145),)), because="The failure probability of the example, which begins at $T = 145$."),
        Step("for_every_constant", WHERE, Inequality(3 * k / sqrt(T), Rational(1, 3) - Rational(1, 20), (Ge(k, 1), Ge(T, 145 * k**2)), strict=True),
            because=r"For every constant $k$ the theorem fails from $T = 145 k^2$ on, for $\zeta = 3^{-T}$. So $\zeta$ is fixed once $k$ is, however large $n$ is; of a $k$ that may depend on $\zeta$ the example says nothing."),
    )  # fmt: skip


def bounded_links():
    """The class: all policies with links at most 2/beta apart, which is 2 sqrt(T)."""
    far = (Ge(u, -2 * sqrt(T)), Le(u, 2 * sqrt(T)), Ge(v, -2 * sqrt(T)), Le(v, 2 * sqrt(T)), Ge(T, 145))
    return (
        Step("class_is_closed", "Assumption 4.2", Inequality(((d + eta / beta * v) / (1 + eta)) ** 2, 4 / beta**2, (*domain(beta, eta), Le(d**2, 4 / beta**2), Le(v**2, 4))),
            because="$d$ and $v$ are the differences of links and of gains of two actions, gains in $[-1, 1]$. With every policy the class holds the next one, for every model, and against a drawn opponent, too."),
        Step("implicit_rewards_are_bounded", "Assumption 4.3", Inequality((1 + T) / sqrt(T) * u - sqrt(T) * v, 4 * T + 2, far),
            form="reduction", display=r"|f_{\pi, \pi'}(x, a, b)| \le V_{\mathrm{max}}", because=r"(8) at the printed $\beta$ and $\eta$. So $V_{\max} = 4 T + 2$ serves, and $m$ of the order $T^5$ makes the first term small."),
        Step("covering_number", "Remark 3.6", Inequality(50 * log(T), 3 * T, (Ge(T, 145),)), because=r"A policy is two differences of links, each in an interval of length $4 \sqrt{T}$: with a mesh of $T^{-20}$, much finer than $1/m$, there are fewer than $T^{50}$."),
    )  # fmt: skip


def steps():
    """The example, its class, and that it serves for every constant."""
    return (*bounded_links(), *draws(), *sides())
