"""Why no constant saves Theorem D.3 at its T: all opponents that are drawn can be one action, and T is too small to forget it.

One prompt, three actions of reference probability 1/3: a gains 1 against b and loses 1/2 against b', which are even. While
b' is drawn, a falls and the two others stay equal, so that b' is drawn again with a probability of 1/3 at least. With
zeta = 3^-T that happens more often than it may, and the average policy is as bad as the reference. The printed T keeps the
right side at 3/sqrt(T).
"""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Rational, log, sqrt

from boundcheck.claims import Fault, Identity, Inequality, Step

from ..notation import beta, domain, eta
from .choices import OTHER, C
from .choices import beta as beta_letter
from .self_play import phi

WHERE = "Theorem D.3, what no constant saves"
g, B, T, H, P, k, x, y, d, u, v, q, w, p_1, p_2, p_3 = sympy.symbols("g B T H P k x y d u v q w p_1 p_2 p_3", real=True)
LETTERS = {
    "g": '"DG"(hat(pi))', "B": "cal(B)", "P": "log abs(Pi)", "x": "hat(pi)(a)", "y": "hat(pi)(b)", "d": "d", "u": "u_b", "v": "u_(b')", "q": "8^T", "w": "3^(-T)",
    "p_1": "p_1", "p_2": "p_2", "p_3": "p_3",
}  # fmt: skip
DRAWS = Fault("d_3_draws", "quantifier", where="Theorem D.3, T, beta and eta",
    words="T does not grow with log(1/zeta) as the draws of the opponents need it: for small zeta they are all alike with a probability above zeta")  # fmt: skip
STEP = beta * (1 + 1 / eta)
AVERAGE = (Ge(y, Rational(1, 3)), Le(y, Rational(1, 2)))
SIZES = (Ge(T, 1), Ge(H, T * log(3)), Ge(P, log(2)), Le(P, 3 * T))
LEAST = y - Rational(1, 20)  # the gap that is left, at pi-hat(a) = 1 - 2 y
ALLOWED = 1 / sqrt(T) + sqrt((H + P) / (T * H))  # the right side at C = 1, subopt at most 0
LITERAL = Inequality(g, k * B, (Eq(g, LEAST), *AVERAGE, Ge(k, 1), *SIZES, Eq(B, ALLOWED)))
# The sum of Theorem D.1 at the other choice; beta is at most twice the printed terms, whose logarithms are at least log 2.
MORE_ROUNDS = Inequality(g, 14 * k * B, (Le(g, OTHER.lhs), *OTHER.given, Le(C * beta_letter, 2 * B), Ge(k, 1)))


def draws():
    """The policies while one action is drawn, and how likely that is."""
    return (
        Step("even_pair", WHERE, Identity(beta / eta * (phi(u) - phi(v)) / STEP, Integer(0), (Gt(u, 0), Eq(v, u), *domain("beta", "eta"))),
            reduction="b and b' gain 0 against b', so (8) leaves their ratios equal."),
        Step("first_action_falls", WHERE, Inequality((beta / eta * d - Rational(1, 2)) / STEP, Integer(0), (Le(d, 0), *domain("beta", "eta"))),
            reduction="d is the difference of the links of a and b, 0 at the start; a gains -1/2 against b'. The link rises, so a is never more likely than b. Both steps hold for every beta and eta."),
        Step("at_least_a_third", WHERE, Inequality(Rational(1, 3), y, (Eq(x + 2 * y, 1), Le(x, y))),
            reduction="In every round, and so on the average."),
        Step("pairs_are_seen", WHERE, Inequality(3 * Rational(7, 9) ** 8, Rational(1, 2)),
            reduction="From m = 8 on the sample of prompts holds all three pairs of actions with probability 1/2; then the exact step is the only minimiser of (11)."),
        Step("more_often_than_it_may", WHERE, Inequality(w, 3 * w / 2, (Gt(w, 0),), strict=True),
            display="zeta = 3^(-T) < 1/2 dot 3^(-(T - 1))",
            reduction="The draws of T - 1 rounds shape the policies; b' comes up in all of them with probability 3^-(T - 1) at least. The labels play no part: two models that agree on what b' meets serve, one of them the true one."),
    )  # fmt: skip


def sides():
    """The gap that is left, and the right side at the printed choice."""
    value = Rational(9, 10) * (y - y / 2) - x / 20 + x / 40
    return (
        Step("remaining_gap", WHERE, Identity(2 * value, LEAST, (Eq(x, 1 - 2 * y),)),
            display='"DG"(hat(pi)) >= 2 ell^star (pi, hat(pi)) >= 1/3 - 1/20',
            reduction="Against the policy that plays a with probability 9/10 and the others with 1/20, which is in the class."),
        Step("ball_of_radius_one", WHERE, Inequality((3 * (p_1**2 + p_2**2 + p_3**2) - 1) / 2, Integer(1),
                (Ge(p_1, 0), Ge(p_2, 0), Ge(p_3, 0), Eq(p_1 + p_2 + p_3, 1))),
            reduction="The chi-square divergence of any policy from the reference is at most 1, so subopt is at most 0 at C = 1."),
        Step("policies_along_the_rounds", WHERE, Inequality(2 * (q - 1) / 7, q, (Ge(q, 8),)),
            reduction="Two policies to start from; after each, eight next ones: three draws and the mean, for two models. The class of the first T rounds has no more than 8^T."),
        Step("their_logarithm", WHERE, Inequality(T * log(8), 3 * T, (Ge(T, 1),))),
        Step("printed_rounds", WHERE, Inequality((H + P) / (T * H), 4 / T, SIZES),
            display='c(epsilon) sqrt(log(abs(cal(L)) abs(Pi) slash zeta)/n) <= 2/sqrt(T)',
            reduction="By the printed T, c(epsilon)^2/n is at most 1/(T H). For m at least T V^2 log(|Pi|/zeta)^2 the first term is at most 1/sqrt(T); alpha is 0."),
        Step("for_every_constant", WHERE, Inequality(3 * k / sqrt(T), Rational(1, 3) - Rational(1, 20), (Ge(k, 1), Ge(T, 145 * k**2)), strict=True),
            reduction="For every constant k the theorem fails from T = 145 k^2 on, for zeta = 3^-T. For a zeta that is fixed beforehand the example says nothing."),
    )  # fmt: skip


def steps():
    """The example, and that it serves for every constant."""
    return (*draws(), *sides())
