"""What a point of randomized response says of its features, against singular values of the rows."""

import numpy as np
import pytest

from boundcheck.papers.aup.lab import response
from boundcheck.papers.aup.lab.users import FEATURES


def every(lab):
    return [*lab.regimes, *lab.probes, *(mutant.regime for mutant in lab.mutants)]


def least(features, point):
    """The least squared singular value, on vectors of coordinate sum 0, of rows of the point's length."""
    d = int(point["d"])
    rows, weights = features.atoms(n=1, d=d)
    centred = np.eye(d) - 1 / d  # the direction of ones is sent to 0, and left out
    found = np.linalg.svd(2 * point["feature_bound"] * (rows * np.sqrt(weights)[:, None]) @ centred, compute_uv=False)
    return np.sort(found)[::-1][d - 2] ** 2


@pytest.mark.parametrize(("lab", "letter"), [(response.SAMPLE, "eigenvalue"), (response.POPULATION, "kappa")])
def test_the_least_eigenvalue_of_every_point(lab, letter):
    for regime in every(lab):
        found = least(FEATURES[regime.experiment.features], regime.point)
        assert regime.point[letter] == pytest.approx(found, rel=1e-9), regime.name


def test_one_lab_names_the_sample_and_the_other_the_population():
    assert all("kappa" not in regime.point for regime in every(response.SAMPLE))
    assert all("eigenvalue" not in regime.point for regime in every(response.POPULATION))


def test_longer_features_are_covered_better():
    point = {"d": 5, "feature_bound": 0.5}
    assert least(FEATURES["one_hot"], {**point, "feature_bound": 1.0}) == pytest.approx(4 * least(FEATURES["one_hot"], point))
