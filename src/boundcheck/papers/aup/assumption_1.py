"""Assumption 1: boundedness."""

from fractions import Fraction

import sympy
from sympy import Ge, Le, exp

from boundcheck.claims import Claim, Definition, Fault, Identity, Inequality, Repair, Source, Step

from . import PAPER
from .faults import FEATURES, a, b
from .notation import LETTERS, domain, feature_bound, gamma, radius

c, t, x, y = sympy.symbols("c t x y", real=True)
LOGIT = 2 * feature_bound * radius
NAMED = Fault("assumption_1_letter", "misprint", "Assumption 1 (b)", "the constant that bounds the features is called $B$, which bounds the parameters")


def members(points):
    """How many of the listed parameters lie in the set with B = 1."""
    return sum(sum(theta) == 0 and sum(value**2 for value in theta) <= 1 for theta in points)


F = Fraction
CLAIM = Claim(
    source=Source(PAPER, "Assumption 1", "Section 4.1", kind="assumption"),
    words="The parameter has coordinates of sum 0 and norm at most $B$, features have norm at most $L$",
    displays={"": r"\Theta_B = \{\theta \in \mathbb{R}^d \mid \langle\mathbf{1}, \theta\rangle = 0, \|\theta\| \le B\}"},
    letters=LETTERS | {"a": r"\phi(s, a^1)", "b": r"\phi(s, a^0)", "t": r"\theta^\top x", "x": "r_1", "y": "r_0"},
    parts={
        "parameter_set": Definition("members of the set among listed points", members,
            ({"points": ((F(1, 2), F(-1, 2)), (F(1), F(1)))}, {"points": ((F(0), F(0)), (F(3, 5), F(-3, 5)), (F(1, 2), F(-1, 2)))})),
    },
    steps=(
        Step("named_constant", "Assumption 1 (b), 'for some constant B'", Inequality((a - b) ** 2, (2 * radius) ** 2, FEATURES),
            display=r"\|\phi(s, a)\| \le L\text{ for some constant } B", form="reduction",
            because="With features of norm at most $L$, what the constant that is named bounds: differences of two, on a line.",
            repair=Repair(Inequality((a - b) ** 2, (2 * feature_bound) ** 2, FEATURES), "for some constant $L$"), misprint=r"the inequality before these words has $L$, and $\gamma$ in Theorem 1 has $L$ beside $B$", fault=NAMED),
        Step("differences", "Assumption 1 (b)", Inequality((a - b) ** 2, (2 * feature_bound) ** 2, (*domain(feature_bound), Le(a**2, feature_bound**2), Le(b**2, feature_bound**2))),
            display=r"\|x\| \le 2 L", form="special case", because="On a line, where it is attained. Remark 1 and C.5 have $L$."),
        Step("logits", "Assumption 1", Inequality(t**2, LOGIT**2, (*domain(feature_bound, radius), Le(t, 2 * feature_bound * c), Ge(t, -2 * feature_bound * c), Ge(c, 0), Le(c, radius))),
            because="Cauchy-Schwarz; $c$ is the norm of the parameter."),
        Step("gamma_positive", "Theorem 1", Inequality(sympy.Integer(0), gamma, domain(feature_bound, radius), strict=True)),
        Step("gamma_at_most_a_quarter", "Theorem 1", Inequality(gamma, sympy.Rational(1, 4), domain(feature_bound, radius))),
        Step("identifiability", "Assumption 1 (a), 'ensures identifiability'",
            Identity(exp(x + c) / (exp(x + c) + exp(y + c)), exp(x) / (exp(x) + exp(y))),
            because="For features that are indicators of arms, rewards shifted by $c$ give the same labels; sum 0 fixes the shift. For features in general the "
            "condition is neither needed nor enough: labels identify the parameter if the covariance is positive on the subspace."),
    ),
)  # fmt: skip
