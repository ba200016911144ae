"""Features and truths: exactly in their balls and subspaces, with the promised laws, the same for the same seed."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import beta, kstest

from boundcheck.rlhf.worlds import (
    Aligned,
    Atoms,
    GaussianClipped,
    LinearWorld,
    OneDirection,
    OneHot,
    Pairs,
    RandomDirection,
    ScatteredAtoms,
    Sphere,
    WeakDirection,
    Zero,
)
from boundcheck.rlhf.worlds.features import COMPILED_FROM

POINT = {"n": 100, "d": 5, "radius": 0.7, "alpha": 0.06}
FEATURES = [
    Sphere(),
    Sphere((5.0, 1.0, 1.0, 0.5, 0.0)),
    Sphere(2.0, fixed_design=True),
    GaussianClipped(),
    GaussianClipped(1.0),
    OneHot(),
    OneHot(1.5, fixed_design=True),
    Pairs(),
    OneDirection(),
    WeakDirection(),
    WeakDirection(0.01),
    WeakDirection(multiple=2.0, fixed_design=True),
    ScatteredAtoms(50),
    Atoms(((0.6, 0.8, 0, 0, 0), (0.1, 0.2, 0.3, 0.4, 0.5)), (2, 1)),
]


def exact_square(row):
    return sum((Fraction(v) ** 2 for v in row.tolist()), Fraction(0))


@pytest.mark.parametrize("features", FEATURES, ids=str)
@pytest.mark.parametrize("repeats", [3, 60])
def test_rows_lie_in_the_unit_ball_exactly(features, repeats):
    x, total = features.draw(np.random.default_rng(0), repeats, **POINT)
    rows = x.reshape(-1, 5)[:3000]
    assert max(exact_square(row) for row in rows) <= 1
    assert (total.sum(axis=1) == 100).all()
    assert (total >= 0).all()
    assert total.shape == (repeats, x.shape[-2])


def test_the_exact_check_sees_one_unit_in_the_last_place():
    assert exact_square(np.array([1 + 2.0**-52, 0.0])) > 1
    assert exact_square(np.full(3, 1 / np.sqrt(3)) * (1 + 2.0**-52)) > 1


@pytest.mark.parametrize("features", FEATURES, ids=str)
@pytest.mark.parametrize("truth", [RandomDirection(1.0), Aligned(1.0), Aligned(-0.5, index=1), Zero()], ids=str)
@pytest.mark.parametrize("radius", [0.7, 8.0])
def test_truths_lie_in_the_ball_and_the_subspace_exactly(features, truth, radius):
    data = LinearWorld(features, truth).sample(np.random.default_rng(1), 20, **{**POINT, "radius": radius})
    for theta in np.atleast_2d(data.theta):
        assert sum((Fraction(v) for v in theta.tolist()), Fraction(0)) == 0
        assert exact_square(theta) <= Fraction(radius) ** 2
    assert sum(map(Fraction, [0.1, 0.2, -0.3])) != 0  # floats whose printed sum is zero


def test_truths_have_the_norm_they_were_asked_for():
    for truth in (RandomDirection(0.5), Aligned(-0.5)):
        data = LinearWorld(WeakDirection(), truth).sample(np.random.default_rng(1), 20, **POINT)
        assert np.linalg.norm(np.atleast_2d(data.theta), axis=1) == pytest.approx(0.35, rel=1e-9)
    assert data.theta @ [1, -1, 0, 0, 0] == pytest.approx(-0.35 * np.sqrt(2), rel=1e-9)


@pytest.mark.parametrize("features", FEATURES, ids=str)
def test_worlds_travel_and_repeat(features):
    world = LinearWorld(features, RandomDirection(0.5))
    copy = pickle.loads(pickle.dumps(world))
    assert copy == world
    assert repr(copy) == repr(world)
    assert hash(copy) == hash(world)
    one, two = (w.sample(np.random.default_rng(4), 30, **POINT) for w in (world, copy))
    assert one.x.tobytes() == two.x.tobytes()
    assert one.ones.tobytes() == two.ones.tobytes()
    assert world.sample(np.random.default_rng(5), 30, **POINT).ones.tobytes() != one.ones.tobytes()


def test_the_block_has_as_many_rows_as_the_adversary_may_change():
    for multiple, block in ((1.0, 6), (2.0, 12)):
        for fixed in (True, False):
            features = WeakDirection(multiple=multiple, fixed_design=fixed)
            x, total = features.draw(np.random.default_rng(0), 8, **POINT)
            assert (total[:, 0] == block).all()
            assert abs(x[1:] @ x[0]).max() < 1e-12
    assert len(np.unique(WeakDirection(0.06).draw(np.random.default_rng(0), 50, **POINT)[1][:, 0])) > 5


@pytest.mark.parametrize("spectrum", [0.0, 2.0, (4.0, 3.0, 2.0, 1.0, 0.0)])
def test_one_hot_has_any_diagonal_covariance(spectrum):
    point = {**POINT, "n": 10**6}
    data = LinearWorld(OneHot(spectrum, fixed_design=True), Zero()).sample(np.random.default_rng(0), 2, **point)
    powers = np.arange(1.0, 6) ** -2.0
    expected = {0.0: np.full(5, 0.2), 2.0: powers / powers.sum()}.get(spectrum, np.array([4, 3, 2, 1, 0]) / 10)
    assert data.covariance()[0] == pytest.approx(np.diag(expected), abs=1e-6)


def test_spectra_that_make_no_sense_are_refused():
    for features in (OneHot((1.0, 2.0)), Sphere((1.0,) * 4), OneHot((1.0, -1.0, 1.0, 1.0, 1.0)), Sphere((0.0,) * 5)):
        with pytest.raises(ValueError, match=r"eigenvalue|spectrum"):
            features.draw(np.random.default_rng(0), 2, **POINT)
    with pytest.raises(ValueError, match="longer than 1"):
        Atoms(((1.0, 0.1),), (1.0,))


@pytest.mark.parametrize("n", [200, 4000])  # interpreted, compiled
@pytest.mark.parametrize("index", [0, 4])
def test_coordinates_of_the_sphere_have_their_law(n, index):
    # Kolmogorov-Smirnov at 1e-4; the square of a coordinate of a uniform direction is Beta(1/2, (d-1)/2).
    x, _ = Sphere().draw(np.random.default_rng(8), 3, n=n, d=5)
    assert (x.size >= COMPILED_FROM) == (n == 4000)
    assert kstest(x[:, :, index].ravel() ** 2, beta(0.5, 2).cdf).pvalue > 1e-4
    assert kstest(x[:, :, index].ravel() ** 2, beta(0.5, 1.0).cdf).pvalue < 1e-4  # two dimensions less
    assert abs(np.sign(x[:, :, index]).mean()) < 4 / np.sqrt(3 * n)


@pytest.mark.parametrize("n", [200, 4000])
def test_rows_have_the_covariance_they_were_asked_for(n):
    # Clipping hardly acts here (variances sum to 1 only in expectation), so compare eigenvectors' order and symmetry.
    x, _ = GaussianClipped((8.0, 4.0, 2.0, 1.0, 1.0)).draw(np.random.default_rng(3), 6, n=n, d=5)
    second = np.einsum("rni,rnj->ij", x, x) / (6 * n)
    assert (np.diff(np.diag(second)) < 0.02).all()
    assert abs(second - np.diag(np.diag(second))).max() < 5 * 0.3 / np.sqrt(6 * n)
    assert np.diag(second)[0] > 3 * np.diag(second)[3]


def test_labels_follow_the_model():
    # 5 sigma for each of 20 atoms: false alarm below 2e-5.
    world = LinearWorld(ScatteredAtoms(20), Aligned(1.0))
    data = world.sample(np.random.default_rng(2), 1, n=10**8, d=5, radius=2.0)
    likely = 1 / (1 + np.exp(-data.x @ data.theta))
    share = data.ones[0] / data.total[0]
    sigma = np.sqrt(likely * (1 - likely) / data.total[0])
    assert (abs(share - likely) < 5 * sigma).all()
    assert not (abs(share - 1 / (1 + np.exp(-1.01 * data.x @ data.theta))) < 5 * sigma).all()


def test_counts_do_not_need_memory_for_samples():
    data = LinearWorld(ScatteredAtoms(50), RandomDirection(0.5)).sample(
        np.random.default_rng(0), 10, n=4 * 10**9, d=5, radius=1.0
    )
    assert data.n == 4 * 10**9
    assert data.total.nbytes + data.ones.nbytes + data.x.nbytes < 20_000
