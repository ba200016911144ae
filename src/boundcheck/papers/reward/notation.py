"""The letters of the paper: the project's word in code, the paper's letter in print."""

from dataclasses import replace
from functools import partial

from sympy import Rational, Symbol, exp, log

from boundcheck.claims import Letter, Notation

real = partial(Symbol, real=True)

c_epsilon, gamma = real("c_epsilon"), real("gamma")

# A rate speaks of a limit, and counts cost the same at every n: n is swept far beyond what is typical. Dimensions are swept from
# where they, and not ln(1/delta), are the larger part; delta down to where a thousand replicates still show a quantile.
LETTERS = Notation((
    Letter(n := real("n"), "sample size", n >= 1, (1e2, 1e7), working=n >= 2, integer=True, swept=(1e5, 1e12)),
    Letter(d := real("d"), "dimension of the features", d >= 1, (2, 50), integer=True, swept=(8, 50)),
    Letter(epsilon := real("epsilon"), "label privacy", epsilon > 0, (0.05, 8), working=epsilon <= 10, scale=c_epsilon),
    Letter(delta := real("delta"), "failure probability", (delta > 0, delta < 1), (1e-3, 0.3), working=delta <= Rational(1, 2), scale=log(1 / delta), swept=(0.2, 0.01)),
    Letter(lam := real("lam"), "ridge weight of the norm", lam > 0, (1e-8, 10), r"\lambda", working=lam <= 1),
    Letter(radius := real("radius"), "radius of the parameter ball", radius > 0, (0.1, 6), "B", scale=1 / gamma),
    Letter(feature_bound := real("feature_bound"), "bound of the features", feature_bound > 0, (0.5, 10), "L"),
    Letter(kappa := real("kappa"), "coverage", kappa > 0, (0.001, 1), swept=(0.3, 0.01)),
    Letter(covariance_norm := real("covariance_norm"), "largest eigenvalue of the sample covariance, in the trivial bound only", covariance_norm >= 0, (0.01, 1), r"\|\Sigma_{\mathcal{D}}\|"),
    Letter(K := real("K"), "actions that are compared", K >= 2, (2, 10), integer=True),
    Letter(gamma, "least slope of the logistic function", equals=(GAMMA := 1 / (2 + exp(-2 * feature_bound * radius) + exp(2 * feature_bound * radius)))),  # Theorem 4.4
    Letter(c_epsilon, "what randomized response costs", latex=r"c(\varepsilon)", equals=(C_EPSILON := (exp(epsilon) + 1) / (exp(epsilon) - 1))),  # line 6 of Algorithm 1
))
domain = LETTERS.domain

LOW_PRIVACY = (epsilon > 2 * feature_bound * radius,)  # Theorem 3.2
ABOVE_2LB = replace(LETTERS["epsilon"], meaning="label privacy, above $2L B$")  # a domain speaks of one letter
SMALL_DELTA = (delta > 0, delta < exp(-1))  # Theorem 4.4
