"""Assumption 4.3: coverage of the state-action space, whether it is well defined."""

import math

import numpy as np
import sympy
from sympy import Ge, Gt, Le, sqrt

from boundcheck.claims import Claim, Definition, Identity, Inequality, Reading, Source, Step

from . import PAPER
from .faults import COVARIANCE
from .notation import LETTERS, d, domain, feature_bound, kappa

m = sympy.Symbol("m", real=True)
i, s, x = sympy.Symbol("i", integer=True), sympy.IndexedBase("s", real=True), sympy.IndexedBase("x", real=True)
trace, r = sympy.symbols("trace r", real=True)

# Small laws of x: rows with weights, as text so that a report can show them.
INSTANCES = (
    {"rows": "(1, 0), (0, 1)", "weights": "1/2, 1/2"},
    {"rows": "(1, 0), (-1, 0), (0, 1), (0, -1)", "weights": "1/4, 1/4, 1/4, 1/4"},
    {"rows": "(1, 1), (1, -1)", "weights": "1/4, 3/4"},
)


def _law(rows, weights):
    points = np.array(sympy.sympify(f"[{rows}]"), dtype=float)
    return points, np.array(sympy.sympify(f"[{weights}]"), dtype=float)


def as_shown(rows, weights):
    """Least eigenvalue of E[x]: not a square matrix in two dimensions, so there is none."""
    points, chances = _law(rows, weights)
    mean = chances @ points
    return float(mean[0]) if mean.size == 1 else math.nan


def second_moment(rows, weights):
    """Least eigenvalue of E[x x']."""
    points, chances = _law(rows, weights)
    return float(np.linalg.eigvalsh((points * chances[:, None]).T @ points)[0])


def centred(rows, weights):
    """Least eigenvalue of the covariance E[x x'] - E[x] E[x]'."""
    points, chances = _law(rows, weights)
    mean = chances @ points
    return float(np.linalg.eigvalsh((points * chances[:, None]).T @ points - np.outer(mean, mean))[0])


CLAIM = Claim(
    source=Source(PAPER, "Assumption 4.3", "Section 4", kind="assumption"),
    words=r"There is a $\kappa > 0$ such that the least eigenvalue of $\Sigma$ is at least $\kappa$. Of this assumption it is "
    r"checked that $\Sigma$ is a matrix that has one, which is the value in the tables below, and what follows from it. As "
    "printed,",
    displays={"": r"\Sigma = \mathbb{E}_{s \sim \rho, a^0, a^1 \sim \mu}[\phi(s, a^1) - \phi(s, a^0)]"},
    letters=LETTERS | {"trace": r"\operatorname{tr}(\Sigma)"},
    readings=(
        Reading("literal", r"$\Sigma$ is the mean of $x$, a vector", fault=COVARIANCE),
        Reading("second_moment",
            r"$\Sigma$ is $\mathbb{E}[x x^\top]$, the second moment",
            misprint=r"line (e) of (9), which uses $\mathbb{E}[x x^\top]$; the name covariance matrix; and the sample covariance of Section 3"),
        Reading("centred", r"$\Sigma$ is the covariance of $x$, which is at most $\mathbb{E}[x x^\top]$, so that the assumption is no weaker",
            support="the name, population covariance matrix"),
    ),
    parts={
        "covariance": {
            "literal": Definition("least eigenvalue of the mean", as_shown, INSTANCES),
            "second_moment": Definition("least eigenvalue of the second moment", second_moment, INSTANCES),
            "centred": Definition("least eigenvalue of the covariance", centred, INSTANCES),
        }
    },
    steps=(
        Step("used_in_9", "Eq. (9), line (e)",
            Inequality(kappa * sympy.Sum(x[i] ** 2, (i, 1, d)), sympy.Sum(s[i] * x[i] ** 2, (i, 1, d)), (Ge(s[i], kappa), Gt(kappa, 0), Ge(d, 1))),
            display=r"\kappa \|v\|^2 \le v^\top \mathbb{E}[x x^\top] v",
            form="reduction", because="In the eigenbasis of the second moment: $x_i$ are the coordinates of $v$, $s_i$ the eigenvalues."),
        Step("centred_is_stronger", "the other reading",
            Identity(r**2, m**2 + 2 * m * (r - m) + (r - m) ** 2),
            display=r"\mathbb{E}[(v^\top x)^2] = (\mathbb{E}[v^\top x])^2 + \operatorname{Var}(v^\top x)",
            form="reduction", because="For every outcome $r$ of $v' x$, $m$ being the mean: the middle term has the mean 0."),
        Step("depends_on_d", "Section 4, after Assumption 4.3",
            Inequality(kappa, 4 * feature_bound**2 / d,
                (*domain(d, feature_bound), Le(kappa * d, trace), Le(trace, r**2),
                 Le(r, 2 * feature_bound), Ge(r, 0))),
            because=r"$\kappa d$ is at most the trace, which is the mean of the squared norm of $x$; $r$ is the largest norm of $x$."),
        Step("price_in_d", "Section 4, comparison with Zhu et al.",
            Inequality(sqrt(d) / sqrt(kappa), 2 * feature_bound / kappa,
                (*domain(d, feature_bound, kappa), Le(kappa, 4 * feature_bound**2 / d))),
            because=r"The factor $L/\kappa$ of Theorem 4.4 is at least half the $\sqrt{d/\kappa}$ that a bound of order $\sqrt{d/n}$ "
            "in the norm of the data gives in the Euclidean norm."),
    ),
)
