"""The letters of the paper: the project's word in code, the paper's letter in print."""

import sympy
from sympy import Ge, Gt, Lt

from boundcheck.claims import Parameter


def _symbol(name: str) -> sympy.Symbol:
    return sympy.Symbol(name, real=True)


n, m, d, K, epsilon, alpha, delta = map(_symbol, ("n", "m", "d", "K", "epsilon", "alpha", "delta"))
feature_bound, radius, kappa, eigenvalue, tau, steps = map(
    _symbol, ("feature_bound", "radius", "kappa", "eigenvalue", "tau", "steps")
)

# Letters that abbreviate; their meaning stands in quantities.DEFINITIONS.
gamma, c_m = map(_symbol, ("gamma", "c_m"))

PARAMETERS = {
    "n": Parameter("n", "n", "n", "users", (Ge(n, 1),), (1e2, 1e7), integer=True),
    "m": Parameter("m", "m", "m", "labels of a user", (Ge(m, 1),), (1, 3e3), integer=True),
    "d": Parameter("d", "d", "d", "dimension of the features", (Ge(d, 2),), (2, 50), integer=True),
    "K": Parameter("K", "K", "K", "actions that are ranked", (Ge(K, 2),), (2, 12), integer=True),
    "epsilon": Parameter("epsilon", r"\varepsilon", "epsilon", "privacy of a user", (Gt(epsilon, 0),), (0.05, 10)),
    "alpha": Parameter("alpha", r"\alpha", "alpha", "failure probability", (Gt(alpha, 0), Lt(alpha, 1)), (1e-3, 0.3)),
    "delta": Parameter("delta", r"\delta", "delta", "failure of privacy", (Gt(delta, 0), Lt(delta, 1)), (1e-10, 0.1)),
    "feature_bound": Parameter("feature_bound", "L", "L", "bound of the features", (Gt(feature_bound, 0),), (0.1, 3)),
    "radius": Parameter("radius", "B", "B", "radius of the parameter ball", (Gt(radius, 0),), (0.1, 3)),
    "kappa": Parameter("kappa", r"\kappa", "kappa", "least eigenvalue of the population covariance", (Gt(kappa, 0),), (0.01, 1)),
    "eigenvalue": Parameter(
        "eigenvalue",
        r"\lambda_{\min}(\Sigma_{\mathcal{D}})",
        "lambda_min (Sigma_cal(D))",
        "least eigenvalue of the sample covariance where parameters live",
        (Gt(eigenvalue, 0),),
        (0.01, 1),
    ),
    "tau": Parameter("tau", r"\tau", "tau", "radius of concentration", (Gt(tau, 0),), (0.01, 10)),
    "steps": Parameter("steps", "T", "T", "iterations", (Ge(steps, 1),), (1, 1e5), integer=True),
}

LETTERS = {"gamma": "gamma", "c_m": "c(epsilon\\/m)", **{name: parameter.typst for name, parameter in PARAMETERS.items()}}


def domain(*names: str) -> tuple[sympy.Basic, ...]:
    """The printed domains of the parameters `names`, as hypotheses."""
    return tuple(condition for name in names for condition in PARAMETERS[name].domain)
