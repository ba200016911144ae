"""The letters of the paper: the project's word in code, the paper's letter in print."""

from dataclasses import replace

import sympy
from sympy import Ge, Gt, Lt, exp

from boundcheck.claims import Parameter


def _symbol(name: str) -> sympy.Symbol:
    return sympy.Symbol(name, real=True)


n, d, epsilon, delta, lam, kappa, K = map(_symbol, ("n", "d", "epsilon", "delta", "lam", "kappa", "K"))
radius, feature_bound = map(_symbol, ("radius", "feature_bound"))

# Letters that abbreviate; their meaning stands in quantities.DEFINITIONS.
gamma, c_epsilon = map(_symbol, ("gamma", "c_epsilon"))

# Largest eigenvalue of the covariance; enters the trivial bound only.
covariance_norm = _symbol("covariance_norm")

PARAMETERS = {
    "n": Parameter("n", "n", "n", "sample size", (Ge(n, 1),), (1e2, 1e7), integer=True),
    "d": Parameter("d", "d", "d", "dimension of the features", (Ge(d, 1),), (2, 50), integer=True),
    "epsilon": Parameter("epsilon", r"\varepsilon", "epsilon", "label privacy", (Gt(epsilon, 0),), (0.05, 8)),
    "delta": Parameter(
        "delta", r"\delta", "delta", "failure probability", (Gt(delta, 0), Lt(delta, 1)), (1e-3, 0.3)
    ),
    "lam": Parameter("lam", r"\lambda", "lambda", "ridge weight of the norm", (Gt(lam, 0),), (1e-8, 10)),
    "radius": Parameter("radius", "B", "B", "radius of the parameter ball", (Gt(radius, 0),), (0.1, 6)),
    "feature_bound": Parameter(
        "feature_bound", "L", "L", "bound of the features", (Gt(feature_bound, 0),), (0.5, 10)
    ),
    "kappa": Parameter("kappa", r"\kappa", "kappa", "coverage", (Gt(kappa, 0),), (0.001, 1)),
    "covariance_norm": Parameter(
        "covariance_norm", r"\|\Sigma_D\|", "norm(Sigma_cal(D))",
        "largest eigenvalue of the sample covariance, in the trivial bound only", (Ge(covariance_norm, 0),), (0.01, 1),
    ),
    "K": Parameter("K", "K", "K", "actions that are compared", (Ge(K, 2),), (2, 10), integer=True),
}
LOW_PRIVACY = (Gt(epsilon, 2 * feature_bound * radius),)  # Theorem 3.2
LOW_PRIVACY_EPSILON = replace(PARAMETERS["epsilon"], meaning="label privacy, above 2LB")  # a domain speaks of one letter
SMALL_DELTA = (Gt(delta, 0), Lt(delta, exp(-1)))  # Theorem 4.4

LETTERS = {
    "gamma": "gamma",
    "c_epsilon": "c(epsilon)",
    **{name: parameter.typst for name, parameter in PARAMETERS.items()},
}


def domain(*names: str) -> tuple[sympy.Basic, ...]:
    """The printed domains of the parameters `names`, as hypotheses."""
    return tuple(condition for name in names for condition in PARAMETERS[name].domain)
