"""Lemma H.3: the matrix Chernoff bound for the least eigenvalue."""

import sympy
from sympy import Ge, Gt, Lt, Rational, log, sqrt

from boundcheck.claims import Cited, Claim, Experiment, HighProbabilityBound, Inequality, Mutant, Regime, Source, Step
from boundcheck.estimators.covariance import EigenvalueShortfall, no_estimate
from boundcheck.mechanisms import Private
from boundcheck.worlds import LinearWorld, OneHot, ScatteredAtoms, Zero

from . import PAPER
from .notation import LETTERS, PARAMETERS, d, delta, domain, n, xi

share, mu, H, s = sympy.symbols("share mu H s", real=True)


def shortfall(dimension, failure, mean, longest):
    """One minus the fraction at which the tail equals `failure`."""
    return sqrt(2 * longest * log(dimension / failure) / mean)


BOUND = shortfall(d, delta, n * xi, 1)


def _run(features):
    return Experiment(LinearWorld(features, Zero()), Private(), no_estimate, EigenvalueShortfall(features))


def _point(n, d, xi, delta=0.05):
    return {"n": n, "d": d, "xi": xi, "delta": delta, "epsilon": 1.0, "radius": 1.0}


_MANY = Regime("many directions", _run(OneHot()), _point(10**4, 20, 1 / 20))
_RARE = Regime("rare direction", _run(OneHot(spectrum=(0.95, 0.05))), _point(10**4, 2, 0.05, 0.01))

CLAIM = Claim(
    source=Source(PAPER, "Lemma H.3", "Appendix H; Tropp (2015), Theorem 5.1.1"),
    title="Matrix Chernoff bound",
    words="For independent positive semidefinite X_i with largest eigenvalue at most H, Y their sum, and epsilon in (0, 1)",
    displays={"": 'PP{lambda_min (Y) <= epsilon mu_min} <= d exp(-(1 - epsilon)^2 mu_min/(2 H))'},
    parameters=tuple(PARAMETERS[name] for name in ("n", "d", "delta", "xi")),
    letters=LETTERS | {"share": "epsilon", "mu": "mu_min", "H": "H"},
    parts={
        "least_eigenvalue": HighProbabilityBound(
            printed=BOUND,
            explicit=BOUND,
            constant=sympy.Integer(1),
            trivial=sympy.Integer(1),
            failure=delta,
            regimes=(
                Regime("biting", _run(OneHot()), _point(10**4, 5, 1 / 5), biting=True),
                Regime("decaying", _run(OneHot(spectrum=1.0)), _point(10**4, 5, 0.08)),
                Regime("scattered", _run(ScatteredAtoms(40)), _point(10**3, 4, 0.15)),
                _MANY,
            ),
            mutants=(
                Mutant("H squared", "a factor 1/10 from features of norm 1/10", _MANY, BOUND / sqrt(10)),
                Mutant("1/n for root", "the rate 1/n", _MANY, BOUND**2 / 2),
                Mutant("xi for its root", "sqrt(xi) dropped", _MANY, BOUND * sqrt(xi)),
                Mutant("halved", "a factor 2 dropped", _RARE, BOUND / 2),
                Mutant("no d, no delta", "the logarithm dropped", _RARE, sqrt(2 / (n * xi))),
                Mutant("no d", "dimension dropped", Regime("no d", _MANY.experiment, {**_MANY.point, "delta": 0.3}),
                       sqrt(2 * log(1 / delta) / (n * xi))),
                Mutant("exponent 4", "(1 - epsilon)^2 to the power 2", _RARE, BOUND**Rational(3, 2)),
                Mutant("turned round", "sqrt of the inverse", _RARE, 1 / (BOUND * sqrt(n) * 10)),
            ),
        )
    },
    steps=(
        Step("master_tail", "Tropp (2015), Theorem 5.1.1",
            Cited(
                "P(lambda_min(Y) <= epsilon mu) <= d (e^-(1 - epsilon) / epsilon^epsilon)^(mu/H)",
                "Tropp (2015), Theorem 5.1.1, Eq. (5.1.5)",
            )),
        Step("exponent", "Lemma H.3",
            Inequality(-(1 - share) - share * log(share), -((1 - share) ** 2) / 2, (Gt(share, 0), Lt(share, 1))),
            display='e^(-(1 - epsilon))/epsilon^epsilon <= e^(-(1 - epsilon)^2 slash 2)',
            reduction="Logarithms of both sides."),
        Step("least_mean", "Lemma H.3",
            Inequality(sympy.exp(-((1 - share) ** 2) * s / (2 * H)), sympy.exp(-((1 - share) ** 2) * mu / (2 * H)),
                (Gt(H, 0), Gt(mu, 0), Ge(s, mu))),
            reduction="A lower bound mu of the mean's least eigenvalue may stand in its place."),
        Step("as_used", "Appendix E.5, after (25)",
            Inequality(log(d) - n * xi / 8, log(delta), (*domain("delta", "xi"), Ge(d, 1), Ge(n, 8 * log(d / delta) / xi))),
            display='n >= (8 ln(d slash delta))/xi quad => quad lambda_min (hat(Sigma)) >= xi/2 "with probability" 1 - delta',
            reduction="H = 1, mu = n xi, epsilon = 1/2, as logarithms; the whole of delta is spent."),
    ),
    not_covered=("the master tail bound is cited",),
)
