"""Lemma H.1 put to the test: deviations of whitened covariances."""

from sympy import log, sqrt

from boundcheck.claims import Mutant, Regime
from boundcheck.rlhf.estimators.covariance import RelativeDeviation
from boundcheck.rlhf.worlds import OneHot, Pairs, ScatteredAtoms

from ..notation import d, delta, lam, n
from .rows import experiment


def run(features):
    """The deviation for random rows."""
    return experiment(features, RelativeDeviation)


def _point(n, d, lam, delta=0.05):
    return {"n": n, "d": d, "lam": lam, "delta": delta}


# At n = 1000, d = 10, delta = 0.05 the lemma's ridge is 0.033.
REGIMES = (
    Regime("biting", run(OneHot()), _point(10**5, 10, 0.033), biting=True),
    Regime("at the least ridge", run(OneHot()), _point(1_000, 10, 0.033)),
    Regime("differences", run(Pairs()), _point(2_000, 6, 0.016)),
    Regime("scattered", run(ScatteredAtoms(40)), _point(500, 4, 0.056)),
    Regime("decaying", run(OneHot(spectrum=2.0)), _point(10**4, 12, 0.005)),
)

_SHARP = Regime("sharp", run(OneHot()), _point(10**4, 2, 1e-2))
_WIDE = Regime("wide", run(OneHot()), _point(10**4, 24, 1e-2))
_RARE = Regime("weak direction", run(OneHot(spectrum=(0.99, 0.01))), _point(2_000, 2, 0.01, 0.01))


def mutants(deviation):
    """False variants, each with the regime in which it must die."""
    ratio = log(2 * d / delta) / (n * lam)
    return (
        Mutant("1/n for root", "deviations at the rate 1/n", _WIDE, ratio),
        Mutant("no ridge", "lambda dropped", _WIDE, deviation(ratio * lam)),
        Mutant(
            "ridge turned round", "lambda in place of 1/sqrt(lambda)", _WIDE, sqrt(2 * log(2 * d / delta) / n) * lam
        ),
        Mutant("a tenth", "a factor 10 dropped", _WIDE, deviation(ratio) / 10),
        Mutant(
            "no d, no delta", "1/4 in place of the logarithm", _WIDE, deviation(1 / (4 * n * lam))
        ),
        Mutant("a sixth", "a factor 6 dropped", _RARE, deviation(ratio) / 6),
        Mutant(
            "whitened norm 1",
            "the whitened norm taken as 1, and a factor 2 dropped",
            _SHARP,
            deviation(log(2 * d / delta) / n) / 2,
        ),
        Mutant("36-fold n", "n counted 36 times", _RARE, deviation(ratio / 36)),
    )
