"""The letters of the paper: the project's word in code, the paper's letter in print."""

from functools import partial

from sympy import Rational, Symbol, exp

from boundcheck.claims import Letter, Notation

real = partial(Symbol, real=True)
HALF = Rational(1, 2)

LETTERS = Notation((
    Letter(n := real("n"), "sample size", n >= 1, (1e2, 1e7), working=n >= 2, integer=True),
    Letter(d := real("d"), "dimension of the features", d >= 1, (2, 50), integer=True),
    Letter(epsilon := real("epsilon"), "label privacy", epsilon > 0, (0.05, 8), working=epsilon <= 10),
    Letter(alpha := real("alpha"), "share of corrupted labels", (alpha >= 0, alpha < HALF), (0, 0.49), working=alpha <= Rational(1, 4)),
    Letter(alpha_1 := real("alpha_1"), "share corrupted before privatisation", (alpha_1 >= 0, alpha_1 < HALF), (0, 0.49)),
    Letter(alpha_2 := real("alpha_2"), "share corrupted after privatisation", (alpha_2 >= 0, alpha_2 < HALF), (0, 0.49)),
    Letter(delta := real("delta"), "failure probability", (delta > 0, delta < 1), (1e-3, 0.3), working=delta <= HALF),
    Letter(lam := real("lam"), "ridge weight of the norm", lam > 0, (1e-8, 10), "lambda", working=lam <= 1),
    Letter(radius := real("radius"), "radius of the parameter ball", radius > 0, (0.1, 6), "B'"),
    Letter(ball := real("ball"), "bound of the norm of the parameter", ball > 0, (0.1, 3), "B"),
    Letter(beta := real("beta"), "weight of the regulariser", beta > 0, (0.01, 10)),
    Letter(kappa := real("kappa"), "relative condition number", kappa >= 0, (0, 1e3)),
    Letter(xi := real("xi"), "least eigenvalue of the covariance", (xi > 0, xi <= 1), (0.01, 1)),
    Letter(
        covariance_norm := real("covariance_norm"), "largest eigenvalue of the covariance; it enters the trivial bound only", (covariance_norm >= 0, covariance_norm <= 1),
        (0.01, 1), 'class("normal", bar.v.double) hat(Sigma) class("normal", bar.v.double)',
    ),
    Letter(gamma := real("gamma"), "least slope of the logistic function", equals=(GAMMA := 1 / (2 + exp(-radius) + exp(radius)))),  # Theorem 5.4
    Letter(c_epsilon := real("c_epsilon"), "what randomized response costs", typst="c(epsilon)", equals=(C_EPSILON := (exp(epsilon) + 1) / (exp(epsilon) - 1))),  # Algorithm 1
))
domain = LETTERS.domain

# Section 6: differences of parameters of norm B reach 2B.
TWICE_THE_BALL = LETTERS | Letter(gamma, "least slope of the logistic function", equals=GAMMA.subs(radius, 2 * ball))
