"""The whole gap at once, for any number of states, actions and coordinates, and its constant."""

from sympy import Ge, Gt, Le, sqrt, symbols

from boundcheck.claims import By, Inequality, Step, within_constant

from ... import theorem_3_2
from ...notation import feature_bound, lam
from ...quantities import least, size
from .words import (
    BEST,
    CONFIDENCE_SET,
    GAP,
    LONGEST,
    PESSIMISTIC,
    STATED,
    SUMS,
    WHERE,
    S,
    V,
    X,
    Y,
    f,
    i,
    m,
    over,
    pess_best,
    s,
    true_best,
    v,
)

F, w_norm = symbols("F W", real=True)


def every_direction(constant, bound):
    """Under coverage of every direction; `bound` is the page's, with this constant."""
    return (
        Step("coordinates", WHERE + ", at once",
            Inequality(SUMS["S"], f / size * over(v[i] ** 2 / s[i]) + size / (2 * f) * SUMS["X"] + size / (2 * f) * SUMS["Y"],
                (*PESSIMISTIC[:3], Gt(size, 0))),
            because="In an eigenbasis of $M$, with its eigenvalues $s_i$: $v$ is the mean feature of the best policy and size its norm in the inverse, $x$ the "
            "truth less the estimate, $y$ the estimate less the parameter of the set that is worst for the best policy."),
        Step("gap", WHERE + ", at once",
            Inequality(GAP, 2 * f * size,
                (Gt(f, 0), Gt(size, 0), Le(S, f / size * V + size / (2 * f) * X + size / (2 * f) * Y), Le(V, size**2), Le(X, f**2), Le(Y, f**2),
                 *PESSIMISTIC[5:7], Le(true_best - pess_best, S))),
            because="$S$ is the left side of the step before, $V$, $X$ and $Y$ are the sums on its right."),
        Step("every_direction", WHERE,
            Inequality(SUMS["S"],
                f / (feature_bound * sqrt(m)) * over(v[i] ** 2) + feature_bound / (2 * f * sqrt(m)) * SUMS["X"]
                + feature_bound / (2 * f * sqrt(m)) * SUMS["Y"],
                (*PESSIMISTIC[:2], *LONGEST[-4:-1])),
            because="The same with $L$ over the root of the least eigenvalue $m$ in place of the norm of $v$."),
        Step("gap_every_direction", WHERE,
            Inequality(GAP, 2 * f * feature_bound / sqrt(m),
                (Gt(f, 0), Gt(m, 0), Gt(feature_bound, 0),
                 Le(S, f / (feature_bound * sqrt(m)) * V + feature_bound / (2 * f * sqrt(m)) * X + feature_bound / (2 * f * sqrt(m)) * Y),
                 Le(V, feature_bound**2), Le(X, f**2), Le(Y, f**2), *PESSIMISTIC[5:7], Le(true_best - pess_best, S)))),
        Step("whole", WHERE,
            By("gap_every_direction", letters={**SUMS, "V": over(v[i] ** 2)}, given=LONGEST, says=Inequality(GAP, 2 * f * feature_bound / sqrt(m))),
            display=r"J(\pi^*) - J(\hat{\pi}_\Theta) \le 2 L f \|(\Sigma_{\mathcal{D}} + \lambda I)^{-1/2}\|",
            form="translation", because=r"For any number of states, actions and coordinates, wherever $\theta^*$ is in the set.",
            settles=("squared_gap",)),
        Step("radius", WHERE,
            By(next(step for step in theorem_3_2.CLAIM.steps if step.label == "whole"), given=STATED,
               says=Inequality(theorem_3_2.EXPLICIT, theorem_3_2.CONSTANT * theorem_3_2.PRINTED)),
            because="The radius that is proved is at most 35 times the printed one."),
        Step("times_norm", WHERE,
            Inequality(2 * f * w_norm, constant * F * w_norm, (Le(f, theorem_3_2.CONSTANT * F), Ge(w_norm, 0))),
            because="$W$ is $L$ over the root of the least eigenvalue, or the norm of the best policy's mean feature. No other event is needed than that "
            r"of Theorem 3.2: the failure probability is $\delta$."),
        Step("constant", WHERE,
            By("times_norm", letters={"f": theorem_3_2.EXPLICIT, "F": theorem_3_2.PRINTED, "W": feature_bound / sqrt(least + lam)},
               given=(*STATED, Ge(least, 0)), says=within_constant(bound)),
            because="The explicit version against the printed rate, both with the $f$ of Theorem 3.2.",
            settles=("end_to_end", "rates"), assumes=CONFIDENCE_SET),
    )


def best_policy(constant, bound):
    """Under coverage of the best policy alone."""
    return (
        Step("best_policy_alone", "improvement: coverage of the best policy",
            By("gap", letters={**SUMS, "V": over(v[i] ** 2 / s[i])}, given=BEST, says=Inequality(GAP, 2 * f * size)),
            display=r"J(\pi^*) - J(\hat{\pi}_\Theta) \le 2 f \|\mathbb{E}_{s \sim \rho} \phi(s, \pi^*(s))\|_{(\Sigma_{\mathcal{D}} + \lambda I)^{-1}}",
            form="translation", because="For any number of states, actions and coordinates: the chain speaks of the best policy only.",
            settles=("squared_gap@comparator",)),
        Step("constant_comparator", "improvement: coverage of the best policy",
            By("times_norm", letters={"f": theorem_3_2.EXPLICIT, "F": theorem_3_2.PRINTED, "W": size},
               given=(*STATED, Gt(size, 0)), says=within_constant(bound)),
            settles=("end_to_end@comparator",)),
    )
