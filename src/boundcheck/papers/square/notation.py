"""The letters of the paper: the project's word in code, the paper's letter in print."""

import sympy
from sympy import Ge, Gt, Le, Lt

from boundcheck.claims import Parameter


def _symbol(name: str) -> sympy.Symbol:
    return sympy.Symbol(name, real=True)


n, members, epsilon, alpha, zeta = map(_symbol, ("n", "members", "epsilon", "alpha", "zeta"))
reward_bound, range_bound, coverage, beta = map(_symbol, ("reward_bound", "range_bound", "coverage", "beta"))
functions, unlabeled, rounds, eta = map(_symbol, ("functions", "unlabeled", "rounds", "eta"))

# Letters that abbreviate; their meaning stands in quantities.DEFINITIONS.
c_epsilon = _symbol("c_epsilon")

HALF = sympy.Rational(1, 2)

PARAMETERS = {
    "n": Parameter("n", "n", "n", "sample size", (Ge(n, 1),), (1e2, 1e8), integer=True),
    "members": Parameter("members", r"|\Pi|", "abs(Pi)", "size of the class", (Ge(members, 2),), (2, 1e6), integer=True),
    "functions": Parameter(
        "functions", r"|\mathcal{L}|", "abs(cal(L))", "size of the preference class", (Ge(functions, 2),), (2, 1e6), integer=True
    ),
    "epsilon": Parameter("epsilon", r"\varepsilon", "epsilon", "privacy", (Gt(epsilon, 0),), (0.05, 8)),
    "alpha": Parameter("alpha", r"\alpha", "alpha", "share of bad labels", (Ge(alpha, 0), Le(alpha, HALF)), (0, 0.25)),
    "zeta": Parameter("zeta", r"\zeta", "zeta", "failure probability", (Gt(zeta, 0), Lt(zeta, 1)), (1e-3, 0.3)),
    "reward_bound": Parameter(
        "reward_bound", r"R_{\max}", 'R_"max"', "bound of the rewards", (Gt(reward_bound, 0),), (0.5, 6)
    ),
    "range_bound": Parameter(
        "range_bound", r"V_{\max}", 'V_"max"', "bound of differences of implicit rewards", (Gt(range_bound, 0),), (0.5, 20)
    ),
    "coverage": Parameter(
        "coverage", r"\mathcal{C}^{\pi^\star}", "cal(C)^(pi^star)", "concentrability of the comparator", (Ge(coverage, 1),), (1, 1e3)
    ),
    "beta": Parameter("beta", r"\beta", "beta", "weight of the regulariser", (Gt(beta, 0),), (1e-5, 1)),
    "eta": Parameter("eta", r"\eta", "eta", "step size", (Gt(eta, 0),), (1e-5, 1)),
    "unlabeled": Parameter("unlabeled", "m", "m", "samples without labels", (Ge(unlabeled, 1),), (1e2, 1e8), integer=True),
    "rounds": Parameter("rounds", "T", "T", "rounds of self-play", (Ge(rounds, 1),), (1e1, 1e6), integer=True),
}

LETTERS = {"c_epsilon": "c(epsilon)", **{name: parameter.typst for name, parameter in PARAMETERS.items()}}


def domain(*names: str) -> tuple[sympy.Basic, ...]:
    """The printed domains of the parameters `names`, as hypotheses."""
    return tuple(condition for name in names for condition in PARAMETERS[name].domain)
