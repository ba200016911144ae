"""The compiled loops are those of NumPy, bit for bit."""

import numpy as np
import pytest

from boundcheck.rlhf.estimators import ball


@pytest.fixture
def both(monkeypatch):
    """What a function of `ball` returns as it is, compiled, and without the compiler."""

    def run(function, *arguments):
        found = []
        for limit in (0, np.inf):
            monkeypatch.setattr(ball, "COMPILED_FROM", limit)
            found.append(function(*arguments))
        return found

    return run


def batch(m, repeats=64):
    rng = np.random.default_rng(m)
    rows = rng.normal(size=(repeats, m + 2, m)) * 10.0 ** rng.integers(-3, 3, size=(repeats, 1, 1))
    return np.ascontiguousarray(np.moveaxis(np.swapaxes(rows, 1, 2) @ rows, 0, -1)), rng.normal(size=(m, repeats))


@pytest.mark.parametrize("m", [1, 2, 5, 8])
def test_factors_and_solutions(both, m):
    matrix, right = batch(m)
    matrix[:, :, 0] = 0.0  # a pivot that the floor holds
    compiled, plain = both(ball.cholesky, matrix)
    lower = np.tril_indices(m)
    assert (compiled[lower] == plain[lower]).all()
    for solve in (ball.forward, ball.backward):
        one, other = both(solve, plain, right)
        assert (one == other).all()


@pytest.mark.parametrize("radius", [0.01, 1.0, np.inf])
def test_minimisers_on_the_ball(both, radius):
    compiled, plain = both(ball.minimise_on_ball, *batch(4), radius)
    assert (compiled == plain).all()


def test_what_is_no_number_stays_none(both):
    matrix, _ = batch(3)
    matrix[1, 1, 5] = np.nan
    compiled, plain = both(ball.cholesky, matrix)
    lower = np.tril_indices(3)
    assert np.array_equal(np.isnan(compiled[lower]), np.isnan(plain[lower]))
    assert np.isnan(compiled[1, 1, 5])
