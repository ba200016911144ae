"""The letters of the paper: the project's word in code, the paper's letter in print."""

from functools import partial

from sympy import Rational, Symbol, exp, tanh

from boundcheck.claims import Letter, Notation

real = partial(Symbol, real=True)
HALF = Rational(1, 2)

# Where the probability of keeping a label is any; elsewhere it is that of randomized response.
# A rate speaks of a limit: n is swept from where members of a class differ by less than B, and B from where e^B is most of cosh(B).
ANY_KEEP = Notation((
    Letter(n := real("n"), "sample size", n >= 1, (1e2, 1e12), working=n >= 2, integer=True, swept=(1e5, 1e12)),
    Letter(epsilon := real("epsilon"), "label privacy", epsilon > 0, (0.05, 10), working=epsilon <= 10, scale=1 / tanh(epsilon / 2)),
    Letter(beta := real("beta"), "inverse temperature of the objective", beta > 0, (0.05, 50)),
    Letter(bound := real("bound"), "rewards lie in $[0, B]$", bound > 0, (0.1, 10), "B", working=bound <= 10, scale=exp(bound), swept=(2, 10)),
    Letter(tau := real("tau"), "width of the net", (tau > 0, tau < 1), (1e-9, 0.1)),
    Letter(delta := real("delta"), "failure probability", (delta > 0, delta < 1), (1e-3, 0.5), working=delta <= HALF),
    Letter(keep := real("keep"), "probability that randomized response keeps a label", (keep > HALF, keep < 1), (0.51, 0.999), r"\alpha"),
    Letter(size := real("size"), "members of the class, or of its net", size >= 1, (2, 1e6), r"\mathcal{N}_{\mathcal{F}}"),
    Letter(coverage := real("coverage"), "single-policy concentrability", coverage >= 0, (1, 1e4), r"D_{\pi^*}^2"),
    Letter(concentrability := real("concentrability"), "largest density ratio of the best policy", concentrability >= 1, (2, 1e4), "C^*"),
    Letter(rounds := real("rounds"), "rounds of the online loop", rounds >= 1, (10, 1e8), "T", integer=True),
    Letter(lam := real("lam"), "exploration scale", lam > 0, (1e-3, 1), r"\lambda", working=lam <= 1),
    Letter(dimension := real("dimension"), "pair eluder dimension", dimension >= 0, (1, 1e4), r"d_{\mathcal{F}}"),
))
LETTERS = ANY_KEEP | Letter(keep, "probability that randomized response keeps a label", latex=r"\alpha", equals=(KEEP := exp(epsilon) / (exp(epsilon) + 1)))  # Eq. (7)
domain = ANY_KEEP.domain
