"""The letters of the paper: the project's word in code, the paper's letter in print."""

import sympy
from sympy import Ge, Gt, Le, Lt, Rational

from boundcheck.claims import Parameter


def _symbol(name: str) -> sympy.Symbol:
    return sympy.Symbol(name, real=True)


n, epsilon, beta, bound, tau, delta = map(_symbol, ("n", "epsilon", "beta", "bound", "tau", "delta"))
keep, size, coverage, concentrability = map(_symbol, ("keep", "size", "coverage", "concentrability"))
rounds, lam, dimension = map(_symbol, ("rounds", "lam", "dimension"))

HALF = Rational(1, 2)

PARAMETERS = {
    "n": Parameter("n", "n", "n", "sample size", (Ge(n, 1),), (1e2, 1e12), integer=True),
    "epsilon": Parameter("epsilon", r"\epsilon", "epsilon", "label privacy", (Gt(epsilon, 0),), (0.05, 10)),
    "beta": Parameter("beta", r"\beta", "beta", "inverse temperature of the objective", (Gt(beta, 0),), (0.05, 50)),
    "bound": Parameter("bound", "B", "B", "rewards lie in [0, B]", (Gt(bound, 0),), (0.1, 10)),
    "tau": Parameter("tau", r"\tau", "tau", "width of the net", (Gt(tau, 0), Lt(tau, 1)), (1e-9, 0.1)),
    "delta": Parameter("delta", r"\delta", "delta", "failure probability", (Gt(delta, 0), Lt(delta, 1)), (1e-3, 0.5)),
    "keep": Parameter(
        "keep", r"\alpha", "alpha", "probability that randomized response keeps a label", (Gt(keep, HALF), Lt(keep, 1)),
        (0.51, 0.999),
    ),
    "size": Parameter(
        "size", r"\mathcal{N}_{\mathcal{F}}", "cal(N)_cal(F)", "members of the class, or of its net", (Ge(size, 1),), (2, 1e6)
    ),
    "coverage": Parameter(
        "coverage", r"D_{\pi^*}^2", "D_(pi^*)^2", "single-policy concentrability", (Ge(coverage, 0),), (1, 1e4)
    ),
    "concentrability": Parameter(
        "concentrability", "C^*", "C^*", "largest density ratio of the best policy", (Ge(concentrability, 1),), (2, 1e4)
    ),
    "rounds": Parameter("rounds", "T", "T", "rounds of the online loop", (Ge(rounds, 1),), (10, 1e8), integer=True),
    "lam": Parameter("lam", r"\lambda", "lambda", "exploration scale", (Gt(lam, 0),), (1e-3, 1)),
    "dimension": Parameter(
        "dimension", r"d_{\mathcal{F}}", "d_cal(F)", "pair eluder dimension", (Ge(dimension, 0),), (1, 1e4)
    ),
}  # fmt: skip

# Privacy as in its experiments and wider, rewards of the range to which its own are clipped.
WORKING = (Le(delta, HALF), Ge(n, 2), Le(lam, 1), Le(epsilon, 10), Le(bound, 10))

LETTERS = {name: parameter.typst for name, parameter in PARAMETERS.items()}


def domain(*names: str) -> tuple[sympy.Basic, ...]:
    """The printed domains of the parameters `names`, as hypotheses."""
    return tuple(condition for name in names for condition in PARAMETERS[name].domain)
