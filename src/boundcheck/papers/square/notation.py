"""The letters of the paper: the project's word in code, the paper's letter in print."""

from dataclasses import replace
from functools import partial

from sympy import Rational, Symbol, exp

from boundcheck.claims import Letter, Notation

real = partial(Symbol, real=True)
HALF = Rational(1, 2)

c_epsilon = real("c_epsilon")

# A rate speaks of a limit, and counts cost the same at every n: n is swept far beyond what is typical, coverage from where the best
# action is rare, shares where they are small against 1.
LETTERS = Notation((
    Letter(n := real("n"), "sample size", n >= 1, (1e2, 1e8), working=n >= 2, integer=True, swept=(1e7, 1e12)),
    Letter(members := real("members"), "size of the class", members >= 2, (2, 1e6), r"|\Pi|", integer=True),
    Letter(functions := real("functions"), "size of the preference class", functions >= 2, (2, 1e6), r"|\mathcal{L}|", integer=True),
    Letter(epsilon := real("epsilon"), "privacy", epsilon > 0, (0.05, 8), working=epsilon <= 10, scale=c_epsilon),
    Letter(alpha := real("alpha"), "share of bad labels", (alpha >= 0, alpha <= HALF), (0, 0.25), working=alpha <= Rational(1, 4), swept=(1e-2, 1e-4)),
    Letter(zeta := real("zeta"), "failure probability", (zeta > 0, zeta < 1), (1e-3, 0.3), working=zeta <= HALF),
    Letter(reward_bound := real("reward_bound"), "bound of the rewards", reward_bound > 0, (0.5, 6), r"R_{\mathrm{max}}", scale=exp(reward_bound)),
    Letter(range_bound := real("range_bound"), "bound of differences of implicit rewards", range_bound > 0, (0.5, 20), r"V_{\mathrm{max}}"),
    Letter(coverage := real("coverage"), "concentrability of the comparator", coverage >= 1, (1, 1e3), r"\mathcal{C}^{\pi^\star}", swept=(10, 1e4)),
    Letter(beta := real("beta"), "weight of the regulariser", beta > 0, (1e-5, 1)),
    Letter(eta := real("eta"), "step size", eta > 0, (1e-5, 1)),
    Letter(unlabeled := real("unlabeled"), "samples without labels", unlabeled >= 1, (1e2, 1e8), "m", integer=True),
    Letter(rounds := real("rounds"), "rounds of self-play", rounds >= 1, (1e1, 1e6), "T", integer=True),
    Letter(c_epsilon, "what randomized response costs", latex=r"c(\varepsilon)", equals=(C_EPSILON := (exp(epsilon) + 1) / (exp(epsilon) - 1))),  # Algorithm 1, line 3
))
OF_FUNCTIONS = replace(LETTERS["members"], latex=r"|\mathcal{H}|")  # the class of Lemmas 5.1 and B.1
domain = LETTERS.domain
