"""Lemma H.1 put to the test: deviations of whitened covariances."""

from boundcheck.claims import Axis, Choice, Regime
from boundcheck.rlhf.estimators.covariance import RelativeDeviation
from boundcheck.rlhf.worlds import OneHot, Pairs, ScatteredAtoms

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

PROBES = (
    Regime("sharp", run(OneHot()), _point(10**4, 2, 1e-2)),
    Regime("wide", run(OneHot()), _point(10**4, 24, 1e-2)),
    Regime("weak direction", run(OneHot(spectrum=(0.99, 0.01))), _point(2_000, 2, 0.01, 0.01)),
)

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
