"""Fact 1: divergence of two logistic labels."""

import sympy
from sympy import Eq, Ge, Gt, Lt, exp, log

from boundcheck.claims import Claim, Fault, Identity, Inequality, KeyFinding, Reading, Repair, Source, Step

from . import PAPER
from .notation import LETTERS

a, b, p, q, t, there, back = sympy.symbols("a b p q t there back", real=True)
P_A, P_B, P_T = 1 / (1 + exp(a)), 1 / (1 + exp(b)), 1 / (1 + exp(t))
ORDERED = (Ge(b, a),)
WHERE = "Fact 1, proof"
EXPONENT = Fault("fact_1_exponent", "misprint", "Fact 1, definition of $p_a$", "$p_a$ is defined with $e^t$, and $t$ occurs nowhere else")


def divergence(first, second):
    """Of a label of probability `first` from one of probability `second`, in nats."""
    return first * log(first / second) + (1 - first) * log((1 - first) / (1 - second))


def bound(first):
    """The statement, where ``p_a`` is `first`."""
    return Inequality(there + back, (a - b) ** 2, (Eq(there, divergence(first, P_B)), Eq(back, divergence(P_B, first))))


def both_ways(first):
    """The two divergences, added, between labels of the probabilities `first` and ``p_b``."""
    return (first - P_B) * log(first / (1 - first) * ((1 - P_B) / P_B))


SHARPER = Step("a_quarter_is_enough", "derivation", Inequality((P_A - P_B) * (b - a), (a - b) ** 2 / 4, ORDERED),
    because="The logistic function has slope 1/4 at most: the constant of the fact is four times too large, and the lower bounds that rest on it may grow.")  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Fact 1", "Appendix C.5", kind="fact"),
    words="For $p_a = 1/(1 + e^a)$ and $p_b = 1/(1 + e^b)$",
    displays={"": r"\operatorname{kl}(p_a \| p_b) + \operatorname{kl}(p_b \| p_a) \le (a - b)^2"},
    letters=LETTERS | {"there": r"\operatorname{kl}(p_a \| p_b)", "back": r"\operatorname{kl}(p_b \| p_a)"},
    readings=(
        Reading("literal", "$p_a$ is $1/(1 + e^t)$, as it is printed, for any $t$", fault=EXPONENT),
        Reading("exponent", "$p_a$ is $1/(1 + e^a)$", misprint="the second display of the proof has $e^a$"),
    ),
    parts={"bound": {"literal": bound(P_T), "exponent": bound(P_A)}},
    steps=(
        Step("sum_of_both", f"{WHERE}, first display", Identity(divergence(p, q) + divergence(q, p), (p - q) * log(p / (1 - p) * ((1 - q) / q)), (Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1))),
            because="For any two labels, of probabilities $p$ and $q$."),
        Step("log_ratio", f"{WHERE}, first display", Identity(log(P_A / (1 - P_A) * ((1 - P_B) / P_B)), b - a),
            display=r"\log\left( \frac{p_a}{1 - p_a} \cdot \frac{1 - p_b}{p_b} \right) = b - a", form="translation",
            because="The two divergences add up to $(p_a - p_b)$ times this logarithm."),
        Step("substituted", f"{WHERE}, second display", Identity(both_ways(P_T), (P_A - P_B) * (b - a)),
            display=r"(p_a - p_b) \log\left( \frac{p_a}{1 - p_a} \cdot \frac{1 - p_b}{p_b} \right) = \left( \frac{1}{1 + e^a} - \frac{1}{1 + e^b} \right) (b - a), \quad p_a = \frac{1}{1 + e^t}", form="translation",
            because="With $p_a$ as the fact defines it, from a letter $t$ that is no $a$. Printed so in both texts that were read.",
            repair=Repair(Identity(both_ways(P_A), (P_A - P_B) * (b - a)), "$e^a$ in place of $e^t$"),
            misprint="this display of the proof has $e^a$ on its right side", fault=EXPONENT),
        Step("difference", f"{WHERE}, third display", Inequality(P_A - P_B, (exp(b) - exp(a)) / exp(b), ORDERED)),
        Step("quotient", f"{WHERE}, third display", Identity((exp(b) - exp(a)) / exp(b), 1 - exp(a - b))),
        Step("exponential", f"{WHERE}, 'Using the inequality'", Inequality(1 - exp(a - b), b - a, ORDERED)),
        SHARPER,
    ),
    findings=(
        KeyFinding("$(a - b)^2/4$ in place of $(a - b)^2$", ("a_quarter_is_enough",), weight="better"),
    ),
)  # fmt: skip
