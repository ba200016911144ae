"""Fact 1: divergence of two logistic labels, both ways added."""

import sympy
from sympy import Ge, exp, log

from boundcheck.claims import Claim, Identity, Inequality, Source, Step

from . import PAPER

a, b = sympy.symbols("a b", real=True)
P_A, P_B = 1 / (1 + exp(a)), 1 / (1 + exp(b))
ORDERED = (Ge(b, a),)
WHERE = "Fact 1, proof"

SHARPER = Step("a_quarter_is_enough", "derivation", Inequality((P_A - P_B) * (b - a), (a - b) ** 2 / 4, ORDERED),
    reduction="The logistic function has slope 1/4 at most: the constant of the fact is four times too large, and the lower bounds that rest on it may grow.")  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Fact 1", "Appendix C.5"),
    title="Divergence of two logistic labels",
    words="For p_a = 1/(1 + e^a) and p_b = 1/(1 + e^b)",
    displays={"": '"kl"(p_a || p_b) + "kl"(p_b || p_a) <= (a - b)^2'},
    letters={"a": "a", "b": "b"},
    parts={"bound": Inequality((P_A - P_B) * (b - a), (a - b) ** 2)},
    steps=(
        Step("log_ratio", f"{WHERE}, first display", Identity(log(P_A / (1 - P_A) * ((1 - P_B) / P_B)), b - a),
            display="log(p_a/(1 - p_a) dot (1 - p_b)/p_b) = b - a",
            reduction="The two divergences add up to (p_a - p_b) times this logarithm. The converted text has e^t in p_a, and so has the other conversion; t is a."),
        Step("difference", f"{WHERE}, third display", Inequality(P_A - P_B, (exp(b) - exp(a)) / exp(b), ORDERED)),
        Step("quotient", f"{WHERE}, third display", Identity((exp(b) - exp(a)) / exp(b), 1 - exp(a - b))),
        Step("exponential", f"{WHERE}, 'Using the inequality'", Inequality(1 - exp(a - b), b - a, ORDERED)),
        SHARPER,
    ),
)  # fmt: skip
