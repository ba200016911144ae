"""Lemma C.3, from probabilities back to logits, and a version for one logit that lies further out."""

import sympy
from sympy import Ge, Gt, Le, exp

from boundcheck.claims import Identity, Inequality, Step
from boundcheck.symbolic import sigmoid

from .. import notation

R = notation.reward_bound
c, d, w, k, t, a, b, t_in = sympy.symbols("c d w k t a b t_in", real=True)
PROOF, OURS = "Lemma C.3, proof", "derivation, the version for one logit further out"
LETTERS = {"k": r"\sigma'(R)", "t_in": "t_0"}
SLOPE = exp(-R) + 2 + exp(R)
WITHIN = (Le(c, R), Ge(c, -R), Gt(R, 0))


def page():
    """The displays of the page, which asks for R >= 1 and does not need it."""
    return (
        Step("derivative", PROOF, Identity(exp(-c) / (1 + exp(-c)) ** 2, sigmoid(c) * (1 - sigmoid(c))),
            display=r"\sigma'(c) = \sigma(c)(1 - \sigma(c))", because="The derivative of $1/(1 + e^{-c})$ stands on the left."),
        Step("reciprocal", PROOF, Identity(1 / (sigmoid(c) * (1 - sigmoid(c))), exp(c) + 2 + exp(-c)),
            because="The ratio of the mean value theorem, at a point $c$ between $z$ and $z'$."),
        Step("least_slope", PROOF, Inequality(exp(R) / (1 + exp(R)) ** 2, sigmoid(c) * (1 - sigmoid(c)), WITHIN),
            form="translation", display=r"\sigma'(R) \le \sigma'(z)", because="The slope is even and falls away from 0."),
        Step("slope_at_the_ends", PROOF, Identity(sigmoid(-R) * (1 - sigmoid(-R)), exp(R) / (1 + exp(R)) ** 2),
            display=r"\sigma'(-R) = \frac{e^R}{(1 + e^R)^2}", because=r"The slope is $\sigma(1 - \sigma)$."),
        Step("slope_identity", PROOF, Identity((1 + exp(R)) ** 2 / exp(R), SLOPE)),
        Step("mean_value", "Lemma C.3", Inequality(1 / (sigmoid(c) * (1 - sigmoid(c))), SLOPE, WITHIN),
            form="reduction", display=r"|z - z'| \le (e^{-R} + 2 + e^R) |\sigma(z) - \sigma(z')|",
            because=r"By the mean value theorem the ratio of the two differences is $1/\sigma'(c)$ at a $c$ between $z$ and $z'$. $R \ge 1$ is not needed."),
    )  # fmt: skip


def further_out():
    """For |z'| <= R and |z| <= R + w the factor is (1 + w)(e^(-R) + 2 + e^R): w costs no exponential."""
    return (
        Step("rise_beyond", OURS,
            Inequality(exp(c) / (1 + exp(c)) ** 2 * (1 - exp(-d)), sigmoid(c + d) - sigmoid(c), (Ge(d, 0),)),
            because=r"From $c$ upwards by $d$ the logistic function rises by at least $\sigma'(c) (1 - e^{-d})$."),
        Step("linear_factor", OURS, Inequality(d, (1 + d) * (1 - exp(-d)), (Ge(d, 0),))),
        Step("outer_part", OURS,
            Inequality(d, (1 + w) * t / k, (Ge(d, 0), Le(d, w), Gt(k, 0), Le(d * k, (1 + d) * t), Ge(t, 0))),
            because="$t$ is the rise of the logistic function from $R$ to $R + d$."),
        Step("both_parts", OURS,
            Inequality(a + b, (1 + w) * (t + t_in) / k, (Gt(k, 0), Ge(w, 0), Ge(t_in, 0), Le(a, (1 + w) * t / k), Le(b, t_in / k))),
            form="reduction", display=r"|z - z'| \le (1 + w)(e^{-R} + 2 + e^R) |\sigma(z) - \sigma(z')| \quad \text{for } |z'| \le R, |z| \le R + w",
            because="$a$ is the part of $z - z'$ beyond $R$, $b$ the part within, where Lemma C.3 holds; $t$ and $t_0$ are the rises."),
        Step("one_exponential", OURS, Inequality((1 + R) * SLOPE, 4 * (1 + R) * exp(R), (Gt(R, 0),)),
            form="translation", display=r"(1 + R_{\mathrm{max}})(e^{-R_{\mathrm{max}}} + 2 + e^{R_{\mathrm{max}}}) \le 4 (1 + R_{\mathrm{max}}) e^{R_{\mathrm{max}}}", because="With $w = R$."),
        Step("below_the_printed", OURS, Inequality((1 + R) * SLOPE, 4 * exp(2 * R), (Gt(R, 0),)),
            because="With $w = R$, where the page has $e^{-2R} + 2 + e^{2R}$."),
    )  # fmt: skip


def steps():
    """All steps, the page's first."""
    return (*page(), *further_out())


