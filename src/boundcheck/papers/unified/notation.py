"""The letters of the paper: the project's word in code, the paper's letter in print."""

from functools import partial

from sympy import Rational, Symbol, exp, log

from boundcheck.claims import Letter, Notation

real = partial(Symbol, real=True)
HALF = Rational(1, 2)
SHARES = (1e-2, 1e-4)

c_epsilon, gamma = real("c_epsilon"), real("gamma")

# A rate speaks of a limit, and counts cost the same at every n: n is swept far beyond what is typical. Dimensions are swept from
# where they, and not ln(1/delta), are the larger part; shares from where noise is the smaller one; delta down to where a thousand
# replicates still show a quantile.
LETTERS = Notation((
    Letter(n := real("n"), "sample size", n >= 1, (1e2, 1e7), working=n >= 2, integer=True, swept=(1e5, 1e12)),
    Letter(d := real("d"), "dimension of the features", d >= 1, (2, 50), integer=True, swept=(8, 50)),
    Letter(epsilon := real("epsilon"), "label privacy", epsilon > 0, (0.05, 8), working=epsilon <= 10, scale=c_epsilon),
    Letter(alpha := real("alpha"), "share of corrupted labels", (alpha >= 0, alpha < HALF), (0, 0.49), working=alpha <= Rational(1, 4), swept=SHARES),
    Letter(alpha_1 := real("alpha_1"), "share corrupted before privatisation", (alpha_1 >= 0, alpha_1 < HALF), (0, 0.49), swept=SHARES),
    Letter(alpha_2 := real("alpha_2"), "share corrupted after privatisation", (alpha_2 >= 0, alpha_2 < HALF), (0, 0.49), swept=SHARES),
    Letter(delta := real("delta"), "failure probability", (delta > 0, delta < 1), (1e-3, 0.3), working=delta <= HALF, scale=log(1 / delta), swept=(0.2, 0.01)),
    Letter(lam := real("lam"), "ridge weight of the norm", lam > 0, (1e-8, 10), r"\lambda", working=lam <= 1),
    Letter(radius := real("radius"), "radius of the parameter ball", radius > 0, (0.1, 6), "B'", scale=1 / gamma),
    Letter(ball := real("ball"), "bound of the norm of the parameter", ball > 0, (0.1, 3), "B", scale=1 / gamma),
    Letter(beta := real("beta"), "weight of the regulariser", beta > 0, (0.01, 10)),
    Letter(kappa := real("kappa"), "relative condition number", kappa >= 0, (0, 1e3)),
    Letter(xi := real("xi"), "least eigenvalue of the covariance", (xi > 0, xi <= 1), (0.01, 1), scale=1 / xi),
    Letter(
        covariance_norm := real("covariance_norm"), "largest eigenvalue of the covariance; it enters the trivial bound only", (covariance_norm >= 0, covariance_norm <= 1),
        (0.01, 1), r"\|\hat{\Sigma}\|",
    ),
    Letter(gamma, "least slope of the logistic function", equals=(GAMMA := 1 / (2 + exp(-radius) + exp(radius)))),  # Theorem 5.4
    Letter(c_epsilon, "what randomized response costs", latex=r"c(\varepsilon)", equals=(C_EPSILON := (exp(epsilon) + 1) / (exp(epsilon) - 1))),  # Algorithm 1
))
domain = LETTERS.domain

# Section 6: differences of parameters of norm B reach 2B.
TWICE_THE_BALL = LETTERS | Letter(gamma, "least slope of the logistic function", equals=GAMMA.subs(radius, 2 * ball))
