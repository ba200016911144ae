"""McDiarmid's inequality from its parts: a function of independent labels that moves by at most so much with each.

With V_i what the label i adds to the conditional mean, and every s > 0,

    P(f - E f >= w)  <=  e^(-s w) E e^(s sum V_i)  <=  e^(-s w) (e^(s^2 c^2/8))^N  =  e^(-2 w^2/(N c^2))  at s = 4 w/(N c^2).
"""

import sympy
from sympy import Eq, Ge, Gt, Le, exp, log

from boundcheck.claims import Identity, Inequality, Step

weight, one, other, hit, slope, excess, level = sympy.symbols("weight one other hit slope excess level", real=True)
move, up, down, share, width = sympy.symbols("move up down share width", real=True)
LETTERS = {
    "weight": "P", "one": "f", "other": "f'", "hit": r"\mathbf{1}_A", "slope": "s", "excess": r"(f - \mathbb{E} f)", "level": "w",
    "move": "V_i", "up": "a_i", "down": "b_i", "share": "p_i", "width": "h",
}  # fmt: skip


def steps(where, most, count, assumes=()):
    """The tail of a function of `count` labels, independent as `assumes` says, that moves by at most `most` with each."""
    return (
        Step("one_label", where, Inequality(weight * (one - other), weight * most, (Ge(weight, 0), Le(one - other, most))),
            display=r"\max V_i - \min V_i \le c_i", form="reduction",
            because="Per value of the later labels, $P$ its probability; then summed: given the earlier labels what a label adds to the conditional mean lies in an interval of this length."),
        Step("chord", where,
            Inequality(exp(slope * move), ((move + down) * exp(slope * up) + (up - move) * exp(-slope * down)) / (up + down), (Gt(slope, 0), Ge(up, 0), Ge(down, 0), Gt(up + down, 0), Le(move, up), Ge(move, -down))),
            because="$V_i$ between $-b_i$ and $a_i$; then the mean, which is 0, is taken: $V_i$ drops out on the right."),
        Step("two_points", where, Inequality(log(1 - share + share * exp(width)) - width * share, width**2 / 8, (Ge(share, 0), Le(share, 1), Ge(width, 0))),
            display=r"\ln \mathbb{E} e^{s V_i} \le s^2 (a_i + b_i)^2/8", form="reduction", because="Hoeffding's lemma, $p_i = b_i/(a_i + b_i)$ and $h = s (a_i + b_i)$."),
        Step("tail", where, Inequality(hit, exp(slope * (excess - level)), (Ge(slope, 0), Eq(hit * (1 - hit), 0), Ge(hit * (excess - level), 0))),
            display=r"\mathrm{P}(f - \mathbb{E} f \ge w) \le e^{-s w} \mathbb{E} e^{s (f - \mathbb{E} f)}", form="reduction", because="Outcome by outcome; then the mean. That of the product is taken label by label, the last one first.", assumes=assumes),
        Step("best_slope", where,
            Identity(-slope * level + count * (slope * most) ** 2 / 8, -2 * level**2 / (count * most**2), (Gt(count, 0), Gt(most, 0), Gt(level, 0), Eq(slope, 4 * level / (count * most**2)))),
            because=r"So such a function exceeds its mean by $w$ with probability at most $\exp(-2 w^2/(N c^2))$ (McDiarmid 1989)."),
    )  # fmt: skip


