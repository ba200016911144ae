"""Lemma H.1 put to the test: deviations of whitened covariances."""

from sympy import log, sqrt

from boundcheck.claims import Axis, Choice, Mutant, Regime
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

# Where worst cases are searched for; "rare" are the rows e_1 and e_2, one of them with a weight that is searched as well.
SEARCH = (
    Axis("n", 2, 10**6, "log_integer"),
    Axis("dimension", 2, 12, "integer"),
    Axis("weight", 1e-4, 0.5, "log"),
    Axis("lam", 1e-4, 10.0, "log"),
    Axis("delta", 0.05, 0.5, "log"),
    Choice("kind", ("rare", "one_hot", "pairs", "decaying", "scattered")),
)
KINDS = {"one_hot": OneHot(), "pairs": Pairs(), "decaying": OneHot(spectrum=2.0), "scattered": ScatteredAtoms(40)}


def follow(*, kind, dimension, **_):
    """The dimension of the features."""
    return {"d": 2 if kind == "rare" else dimension}


def searched(*, kind, weight, **_):
    """The experiment at a point of the search."""
    return run(OneHot(spectrum=(1 - weight, weight)) if kind == "rare" else KINDS[kind])


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
