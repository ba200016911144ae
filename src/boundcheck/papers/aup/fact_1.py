"""Fact 1: divergence of two logistic labels."""

import sympy
from sympy import Ge, exp, log

from boundcheck.claims import Claim, Fault, Identity, Inequality, Repair, Source, Step

from . import PAPER
from .notation import LETTERS

a, b, t = sympy.symbols("a b t", real=True)
P_A, P_B, P_T = 1 / (1 + exp(a)), 1 / (1 + exp(b)), 1 / (1 + exp(t))
ORDERED = (Ge(b, a),)
WHERE = "Fact 1, proof"
EXPONENT = Fault("fact_1_exponent", "misprint", "Fact 1, definition of p_a", "p_a is defined with e^t, and t occurs nowhere else")


def both_ways(first):
    """The two divergences, added, between labels of the probabilities `first` and ``p_b``."""
    return (first - P_B) * log(first / (1 - first) * ((1 - P_B) / P_B))


SHARPER = Step("a_quarter_is_enough", "derivation", Inequality((P_A - P_B) * (b - a), (a - b) ** 2 / 4, ORDERED),
    because="The logistic function has slope 1/4 at most: the constant of the fact is four times too large, and the lower bounds that rest on it may grow.")  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Fact 1", "Appendix C.5"),
    words="For p_a = 1/(1 + e^a) and p_b = 1/(1 + e^b)",
    displays={"": '"kl"(p_a || p_b) + "kl"(p_b || p_a) <= (a - b)^2'},
    letters=LETTERS,
    parts={"bound": Inequality((P_A - P_B) * (b - a), (a - b) ** 2)},
    steps=(
        Step("log_ratio", f"{WHERE}, first display", Identity(log(P_A / (1 - P_A) * ((1 - P_B) / P_B)), b - a),
            display="log(p_a/(1 - p_a) dot (1 - p_b)/p_b) = b - a",
            because="The two divergences add up to (p_a - p_b) times this logarithm."),
        Step("substituted", f"{WHERE}, second display", Identity(both_ways(P_T), (P_A - P_B) * (b - a)),
            display="(p_a - p_b) log(p_a/(1 - p_a) dot (1 - p_b)/p_b) = (1/(1 + e^a) - 1/(1 + e^b)) (b - a), quad p_a = 1/(1 + e^t)",
            because="With p_a as the fact defines it, from a letter t that is no a. Printed so in both texts that were read.",
            repair=Repair(Identity(both_ways(P_A), (P_A - P_B) * (b - a)), "e^a in place of e^t"),
            misprint="this display of the proof has e^a on its right side", fault=EXPONENT),
        Step("difference", f"{WHERE}, third display", Inequality(P_A - P_B, (exp(b) - exp(a)) / exp(b), ORDERED)),
        Step("quotient", f"{WHERE}, third display", Identity((exp(b) - exp(a)) / exp(b), 1 - exp(a - b))),
        Step("exponential", f"{WHERE}, 'Using the inequality'", Inequality(1 - exp(a - b), b - a, ORDERED)),
        SHARPER,
    ),
)  # fmt: skip
