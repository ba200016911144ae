"""The letters of the paper: the project's word in code, the paper's letter in print."""

import sympy
from sympy import Ge, Gt, Le, Lt

from boundcheck.claims import Parameter


def _symbol(name: str) -> sympy.Symbol:
    return sympy.Symbol(name, real=True)


n, d, epsilon, alpha, alpha_1, alpha_2 = map(_symbol, ("n", "d", "epsilon", "alpha", "alpha_1", "alpha_2"))
delta, lam, radius, xi = map(_symbol, ("delta", "lam", "radius", "xi"))
ball, beta, kappa = map(_symbol, ("ball", "beta", "kappa"))

# Letters that abbreviate; their meaning stands in quantities.DEFINITIONS.
gamma, c_epsilon = map(_symbol, ("gamma", "c_epsilon"))

# Largest eigenvalue of the covariance on the subspace where parameters live; enters the trivial bound only.
covariance_norm = _symbol("covariance_norm")

HALF = sympy.Rational(1, 2)

PARAMETERS = {
    "n": Parameter("n", "n", "n", "sample size", (Ge(n, 1),), (1e2, 1e7), integer=True),
    "d": Parameter("d", "d", "d", "dimension of the features", (Ge(d, 1),), (2, 50), integer=True),
    "epsilon": Parameter("epsilon", r"\varepsilon", "epsilon", "label privacy", (Gt(epsilon, 0),), (0.05, 8)),
    "alpha": Parameter(
        "alpha", r"\alpha", "alpha", "share of corrupted labels", (Ge(alpha, 0), Lt(alpha, HALF)), (0, 0.49)
    ),
    "alpha_1": Parameter(
        "alpha_1",
        r"\alpha_1",
        "alpha_1",
        "share corrupted before privatisation",
        (Ge(alpha_1, 0), Lt(alpha_1, HALF)),
        (0, 0.49),
    ),
    "alpha_2": Parameter(
        "alpha_2",
        r"\alpha_2",
        "alpha_2",
        "share corrupted after privatisation",
        (Ge(alpha_2, 0), Lt(alpha_2, HALF)),
        (0, 0.49),
    ),
    "delta": Parameter("delta", r"\delta", "delta", "failure probability", (Gt(delta, 0), Lt(delta, 1)), (1e-3, 0.3)),
    "lam": Parameter("lam", r"\lambda", "lambda", "ridge weight of the norm", (Gt(lam, 0),), (1e-8, 10)),
    "radius": Parameter("radius", "B'", "B'", "radius of the parameter ball", (Gt(radius, 0),), (0.1, 6)),
    "ball": Parameter("ball", "B", "B", "bound of the norm of the parameter", (Gt(ball, 0),), (0.1, 3)),
    "beta": Parameter("beta", r"\beta", "beta", "weight of the regulariser", (Gt(beta, 0),), (0.01, 10)),
    "kappa": Parameter("kappa", r"\kappa", "kappa", "relative condition number", (Ge(kappa, 0),), (0, 1e3)),
    "xi": Parameter("xi", r"\xi", "xi", "least eigenvalue of the covariance", (Gt(xi, 0), Le(xi, 1)), (0.01, 1)),
    "covariance_norm": Parameter(
        "covariance_norm",
        r"\lVert\hat\Sigma\rVert",
        'class("normal", bar.v.double) hat(Sigma) class("normal", bar.v.double)',
        "largest eigenvalue of the covariance; it enters the trivial bound only",
        (Ge(covariance_norm, 0), Le(covariance_norm, 1)),
        (0.01, 1),
    ),
}

LETTERS = {
    "gamma": "gamma",
    "c_epsilon": "c(epsilon)",
    **{name: parameter.typst for name, parameter in PARAMETERS.items()},
}


def domain(*names: str) -> tuple[sympy.Basic, ...]:
    """The printed domains of the parameters `names`, as hypotheses."""
    return tuple(condition for name in names for condition in PARAMETERS[name].domain)
