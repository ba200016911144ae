"""The lab of Lemma H.1, and random rows alone: neither labels nor a parameter ball play a part."""

from dataclasses import dataclass
from typing import Any

from boundcheck.claims import Axis, Choice, Experiment, Lab, Regime
from boundcheck.rlhf.estimators.distances import RelativeDeviation, no_estimate
from boundcheck.rlhf.mechanisms import NoCorruption
from boundcheck.rlhf.worlds import LinearWorld, OneHot, Pairs, ScatteredAtoms, Zero

from ..notation import LETTERS, delta, lam, n


@dataclass(frozen=True)
class Rows:
    """Rows of `features` with labels that are fair coins, so that a point needs to name no more than the rows do."""

    features: Any

    def sample(self, rng, repeats, **point):
        """Draw a batch of data sets."""
        return LinearWorld(self.features, Zero()).sample(rng, repeats, **{**point, "radius": 1.0})


def experiment(features, error):
    """The `error` of a covariance: an error that needs no estimate."""
    return Experiment(Rows(features), NoCorruption(), no_estimate, error(features))


def deviation(name, features, n, d, lam, delta=0.05, biting=False):
    """A regime of the relative deviation of random rows."""
    return Regime(name, experiment(features, RelativeDeviation), {"n": n, "d": d, "lam": lam, "delta": delta}, biting)


# At n = 1000, d = 10, delta = 0.05 the lemma's ridge is 0.033.
REGIMES = (
    deviation("biting", OneHot(), 10**5, 10, 0.033, biting=True),
    deviation("at the least ridge", OneHot(), 1_000, 10, 0.033),
    deviation("differences", Pairs(), 2_000, 6, 0.016),
    deviation("scattered", ScatteredAtoms(40), 500, 4, 0.056),
    deviation("decaying", OneHot(spectrum=2.0), 10**4, 12, 0.005),
)

PROBES = (
    deviation("sharp", OneHot(), 10**4, 2, 1e-2),
    deviation("wide", OneHot(), 10**4, 24, 1e-2),
    deviation("weak direction", OneHot(spectrum=(0.99, 0.01)), 2_000, 2, 0.01, 0.01),
)

# Where worst cases are searched for; "rare" are the rows e_1 and e_2, one of them with a weight that is searched as well.
SEARCH = (
    LETTERS.axis(n, 2, 1e6),
    Axis("dimension", 2, 12, "integer"),
    Axis("weight", 1e-4, 0.5, "log"),
    LETTERS.axis(lam, low=1e-4),
    LETTERS.axis(delta, 0.05, 0.5),
    Choice("kind", ("rare", "one_hot", "pairs", "decaying", "scattered")),
)
KINDS = {"one_hot": OneHot(), "pairs": Pairs(), "decaying": OneHot(spectrum=2.0), "scattered": ScatteredAtoms(40)}


def follow(*, kind, dimension, **_):
    """The dimension of the features."""
    return {"d": 2 if kind == "rare" else dimension}


def searched(*, kind, weight, **_):
    """The experiment at a point of the search."""
    return experiment(OneHot(spectrum=(1 - weight, weight)) if kind == "rare" else KINDS[kind], RelativeDeviation)


LAB = Lab(REGIMES, PROBES, search=SEARCH, instance=searched, follow=follow)
