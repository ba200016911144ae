"""The letters of the paper: the project's word in code, the paper's letter in print."""

from functools import partial

from sympy import Rational, Symbol, exp

from boundcheck.claims import Letter, Notation

real = partial(Symbol, real=True)

c_m, gamma = real("c_m"), real("gamma")

# A rate speaks of a limit, and counts cost the same at every n: n is swept far beyond what is typical.
LETTERS = Notation((
    Letter(n := real("n"), "users", n >= 1, (1e2, 1e7), working=n >= 2, integer=True, swept=(1e5, 1e12)),
    Letter(m := real("m"), "labels of a user", m >= 1, (1, 3e3), working=m >= 1, integer=True),
    Letter(d := real("d"), "dimension of the features", d >= 2, (2, 50), working=d >= 2, integer=True),
    Letter(K := real("K"), "actions that are ranked", K >= 2, (2, 12), integer=True),
    Letter(epsilon := real("epsilon"), "privacy of a user", epsilon > 0, (0.05, 10), working=epsilon <= 10, scale=c_m),
    Letter(alpha := real("alpha"), "failure probability", (alpha > 0, alpha < 1), (1e-3, 0.3), working=alpha <= Rational(1, 2)),
    Letter(delta := real("delta"), "failure of privacy", (delta > 0, delta < 1), (1e-10, 0.1), working=delta <= Rational(1, 10)),
    Letter(feature_bound := real("feature_bound"), "bound of the features", feature_bound > 0, (0.1, 3), "L"),
    Letter(radius := real("radius"), "radius of the parameter ball", radius > 0, (0.1, 3), "B", scale=1 / gamma),
    Letter(kappa := real("kappa"), "least eigenvalue of the population covariance", kappa > 0, (0.01, 1)),
    Letter(eigenvalue := real("eigenvalue"), "least eigenvalue of the sample covariance where parameters live", eigenvalue > 0, (0.01, 1), r"\lambda_{\min}(\Sigma_{\mathcal{D}})"),
    Letter(tau := real("tau"), "radius of concentration", tau > 0, (0.01, 10)),
    Letter(steps := real("steps"), "iterations", steps >= 1, (1, 1e5), "T", integer=True),
    Letter(gamma, "least slope of the logistic function", equals=(GAMMA := 1 / (2 + exp(-2 * feature_bound * radius) + exp(2 * feature_bound * radius)))),  # Theorem 1
    Letter(c_m, "what randomized response of a user's labels costs", latex=r"c(\varepsilon/m)", equals=(C_M := (exp(epsilon / m) + 1) / (exp(epsilon / m) - 1))),
))
domain = LETTERS.domain
