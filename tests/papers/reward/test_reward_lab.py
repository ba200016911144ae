"""What a regime's point says of its features, against singular values of the rows."""

import numpy as np
import pytest

from boundcheck.papers.reward.lab import likelihood, stream
from boundcheck.papers.reward.lab.worlds import FEATURES


def every(*labs):
    return [regime for lab in labs for regime in (*lab.regimes, *lab.probes, *(mutant.regime for mutant in lab.mutants))]


def spectrum(features, point):
    """Squared singular values of the weighted rows, in falling order."""
    rows, weights = features.atoms(**{**point, "n": 1, "d": int(point["d"])})
    return np.linalg.svd(rows * np.sqrt(weights)[:, None], compute_uv=False) ** 2


@pytest.mark.parametrize("regime", every(likelihood.LOW_PRIVACY, likelihood.CONVEX, likelihood.HIGH_PRIVACY), ids=lambda r: r.name)
def test_the_trivial_bound_has_the_largest_eigenvalue_of_the_rows(regime):
    largest = spectrum(regime.experiment.world.features, regime.point)[0]
    assert regime.point["covariance_norm"] == pytest.approx(largest, abs=1e-11)


@pytest.mark.parametrize("regime", every(stream.SGD_RR), ids=lambda r: r.name)
def test_coverage_is_the_least_eigenvalue_at_the_length_of_the_features(regime):
    found = spectrum(regime.experiment.features, regime.point)
    least = found[-1] if len(found) == regime.point["d"] else 0.0
    assert regime.point["kappa"] == pytest.approx(least * (2 * regime.point["feature_bound"]) ** 2, abs=1e-11)


def test_another_design_has_another_spectrum():
    point = {"n": 1, "d": 4}
    assert spectrum(FEATURES["one_hot"], point)[0] == pytest.approx(0.25)
    assert spectrum(FEATURES["weak_direction"], point)[0] != pytest.approx(0.25)
