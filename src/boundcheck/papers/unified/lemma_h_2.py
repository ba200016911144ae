"""Lemma H.2: tail of a quadratic form in sub-Gaussian variables.

The paper cites Hsu, Kakade and Zhang (2012), Theorem 1. The proof is short, so it is checked here too.
"""

import sympy
from sympy import Ge, Gt, Le, Lt, log, sqrt

from boundcheck.claims import Assumption, Claim, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS

INDEPENDENT = Assumption("independent", "the coordinates of $x$ are independent, zero-mean and sub-Gaussian with a common parameter",
    "identical laws, which the printed lemma also asks for, are not used by any step")

s, t, trace, trace_square, norm = sympy.symbols("s t trace trace_square norm", real=True)
u, v, w, g, rho = sympy.symbols("u v w g rho", real=True)


def tail(parameter, trace, trace_square, norm, t):
    """What the quadratic form exceeds with probability at most ``exp(-t)``, as printed."""
    return parameter**2 * (trace + 2 * sqrt(trace_square * t) + 2 * norm * t)


# The exponent of Chernoff's bound at the choice u, and that choice.
CHOICE = sqrt(t) / (sqrt(trace_square) + 2 * norm * sqrt(t))
EXCESS = tail(1, 0, trace_square, norm, t)

PROOF = "Hsu et al. (2012), proof of Theorem 1"

CLAIM = Claim(
    source=Source(PAPER, "Lemma H.2", "Appendix H", kind="lemma"),
    words=r"For a vector $x$ of i.i.d. zero-mean sub-Gaussian coordinates with parameter $\sigma$, $\Sigma = A' A$ and "
    r"$t = \ln(1/\delta)$, with probability at least $1 - \delta$",
    displays={"": (r"x^\top \Sigma x \le {}", tail(sympy.Symbol("sigma", real=True), trace, trace_square, norm, t))},
    letters=LETTERS
    | {"trace": r"\operatorname{trace}(\Sigma)", "trace_square": r"\operatorname{trace}(\Sigma^2)", "norm": r"\|\Sigma\|"},
    parts={},
    steps=(
        Step("gaussian_decoupling", PROOF,
            Identity(g * v - g**2 / 2, v**2 / 2 - (g - v) ** 2 / 2),
            because=r"For standard normal $g$ the mean of $\exp(g v)$ is $\exp(v^2/2)$, by completing the square in the "
            "density; it turns exp of the form into the mean of exp of a linear function of $x$, which "
            "sub-Gaussianity bounds.", assumes=INDEPENDENT),
        Step("squared_normal_moment", PROOF,
            Identity(u * rho * g**2 - g**2 / 2, -(1 - 2 * u * rho) * g**2 / 2),
            because=r"The exponents in the mean of $\exp(u \rho g^2)$, which is $(1 - 2 u \rho)^{-1/2}$ by scaling $g$; "
            r"$\rho$ is an eigenvalue of $\Sigma$ and $\sigma$ is 1."),
        Step("log_moment", PROOF,
            Inequality(-log(1 - 2 * w) / 2, w + w**2 / (1 - 2 * w), (Ge(w, 0), Lt(w, sympy.Rational(1, 2)))),
            because=r"The logarithm of that mean, with $w = u \rho$."),
        Step("largest_eigenvalue", PROOF,
            Inequality(
                w**2 / (1 - 2 * w), w**2 / (1 - 2 * v), (Ge(w, 0), Le(w, v), Lt(v, sympy.Rational(1, 2)))
            ),
            because=r"Applied to $w = u \rho$ and $v = u$ times the largest eigenvalue of $\Sigma$."),
        Step("chernoff_choice", PROOF,
            Identity(CHOICE * EXCESS - CHOICE**2 * trace_square / (1 - 2 * CHOICE * norm), t,
                (Gt(t, 0), Gt(trace_square, 0), Ge(norm, 0))),
            because=r"At $u = \sqrt{t}/(\sqrt{\operatorname{trace}(\Sigma^2)} + 2 \|\Sigma\| \sqrt{t})$, $\sigma = 1$: "
            r"Markov's inequality for $\exp(u x' \Sigma x)$ gives the probability $\exp(-t)$, which is $\delta$."),
    ),
)
