"""That no locally private method does without c(epsilon), by Le Cam's two points at logits of order c(epsilon)/sqrt(n)."""

import sympy
from sympy import Eq, Ge, Le, Lt, exp, log, sqrt

from boundcheck.claims import By, Cited, Identity, Inequality, Step
from boundcheck.minimax.private_labels import divergence, leaning
from boundcheck.symbolic import sigmoid

from ...notation import c_epsilon, domain, epsilon, n

a, b, c, h, x, y = sympy.symbols("a b c h x y", real=True)
one = sympy.Symbol("one", real=True)

WHERE = "Section 4, comparison with Cai et al., 'what we pay'"
LETTERS = {"one": "K_1"}
BOUND = c_epsilon / (2 * sqrt(n))
LOGIT = c_epsilon / sqrt(n)  # the logit is this or its negative
FROM_THE_INSTANCE = sympy.Mul(LOGIT, 1 - LOGIT * sqrt(n) / (2 * c_epsilon), evaluate=False)


def every_method():
    """From one channel to every method."""
    return (
        Step("garbled", WHERE,
            Identity(sigmoid(epsilon) * (exp(epsilon) * a - b) / (exp(epsilon) - 1) + (1 - sigmoid(epsilon)) * (exp(epsilon) * b - a) / (exp(epsilon) - 1), a,
                domain(epsilon)),
            because="a and b are the probabilities of an output of a locally private channel under the two labels: it is randomized response, followed by a channel "
            "with the fractions in front."),
        Step("garbling_is_a_law", WHERE,
            Inequality(sympy.Integer(0), (exp(epsilon) * a - b) / (exp(epsilon) - 1), (*domain(epsilon), Le(b, exp(epsilon) * a))),
            because="The channel is private, so that neither fraction is negative."),
        Step("contracted", WHERE, Inequality(log((c + x) / (c - x)), log((1 + x) / (1 - x)) / c, (Ge(c, 1), Ge(x, 0), Lt(x, 1))),
            because="x is 2 σ(h) - 1, so that the logarithm on the right is h: after randomized response the log-odds are at most h/c."),
        Step("one_label", WHERE,
            Inequality(divergence(x, c), h**2 / (2 * c**2), (Ge(c, 1), Ge(h, 0), Eq(x, leaning(h)))),
            display='KL <= h^2/(2 c(epsilon)^2) quad "per private label"', because="The rewards differ by h or by -h."),
        Step("labels", WHERE,
            By("one_label", letters={"c": c_epsilon, "x": leaning(LOGIT), "h": LOGIT}, given=domain(epsilon, n),
               says=Inequality(divergence(leaning(LOGIT), c_epsilon), LOGIT**2 / (2 * c_epsilon**2))),
            because="At h = c(ε)/sqrt(n), where the right side is 1/(2n)."),
        Step("two_laws", WHERE,
            Cited("the larger mean distance from two points 2h apart is at least h (1 - TV), and TV is at most the root of half the divergence", "Le Cam; Pinsker"),
            display="max EE abs(t - theta) >= h (1 - sqrt(n/2 K_1))"),
        Step("two_points", WHERE,
            Inequality(h / 2, h * (1 - sqrt(n * one / 2)), (Le(one, 1 / (2 * n)), Ge(one, 0), Ge(n, 1), Ge(h, 0))),
            display="h/2 <= h (1 - sqrt(n/2 K_1))", because="K_1 is the divergence of one private label."),
        Step("positive", WHERE, Inequality(sympy.Integer(0), divergence(x, c), (Ge(c, 1), Ge(x, 0), Lt(x, 1)))),
        Step("positive_labels", WHERE,
            By("positive", letters={"x": leaning(LOGIT), "c": c_epsilon}, given=domain(epsilon, n),
               says=Inequality(sympy.Integer(0), divergence(leaning(LOGIT), c_epsilon)))),
        Step("needed_factor", WHERE,
            By("two_points", letters={"h": LOGIT, "one": divergence(leaning(LOGIT), c_epsilon)}, given=domain(epsilon, n),
               says=Inequality(BOUND, LOGIT * (1 - sqrt(n * divergence(leaning(LOGIT), c_epsilon) / 2)))),
            display="c(epsilon)/(2 sqrt(n)) <= c(epsilon)/sqrt(n) (1 - sqrt(n/2 K_1))",
            because="The multiplicative factor is what the local model costs, for every n, every ε and every method that sees private labels alone, and not a weakness of the two estimators. "
            "Where the learner sees the labels themselves, one noisy release costs an additive term."),
        Step("from_the_instance", WHERE, Identity(BOUND, FROM_THE_INSTANCE, domain(epsilon, n)),
            display="c(epsilon)/(2 sqrt(n)) = h (1 - h sqrt(n)/(2 c(epsilon))), quad h = c(epsilon)/sqrt(n)",
            because="With h^2/(2 c(ε)^2) for the divergence of one label, as above: what two logits give by Le Cam's and Pinsker's inequalities.", settles=("every_method",)),
    )
