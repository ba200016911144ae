"""Random rows alone, for statements about covariances: neither labels nor a parameter ball play a part."""

from dataclasses import dataclass
from typing import Any

from boundcheck.claims import Experiment
from boundcheck.rlhf.estimators.covariance import no_estimate
from boundcheck.rlhf.mechanisms import NoCorruption
from boundcheck.rlhf.worlds import LinearWorld, Zero


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
