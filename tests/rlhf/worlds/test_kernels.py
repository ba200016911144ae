"""The compiled normals against their formula, in the corners too."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kstest

from boundcheck.rlhf.worlds.draws import rows_from_uniforms


def rows(uniforms, scale, clip, d):
    out = np.full((1, d, uniforms.shape[2]), np.nan)
    rows_from_uniforms(uniforms, np.asarray(scale), clip, out, 0, 0)
    return out[0]


def corners():
    rng = np.random.default_rng(0)
    one = np.r_[0.0, 1 - 2.0**-53, 2.0**-53, 0.5, 0.2928932188134524, rng.random(700)]
    two = np.r_[0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1 - 2.0**-53, rng.random(696)]
    return one, two


def test_box_muller_against_numpy():
    # A small scale keeps every row inside the unit ball, where clipping leaves it alone.
    one, two = corners()
    got = rows(np.stack([one, two])[None], [0.1, 0.05], True, 2)
    length, angle = np.sqrt(-2 * np.log1p(-one)), 2 * np.pi * two
    wanted = np.stack([0.1 * length * np.cos(angle), 0.05 * length * np.sin(angle)])
    assert got == pytest.approx(wanted, abs=1e-15)
    assert not np.allclose(got, wanted[::-1], atol=1e-3)


def test_rows_are_brought_to_the_sphere():
    uniforms = np.random.default_rng(1).random((1, 4, 705))
    free = rows(uniforms, [1e-3] * 4, True, 3) * 1e3
    wanted = free / np.sqrt((free**2).sum(axis=0))
    assert rows(uniforms, [1.0] * 4, False, 3) == pytest.approx(wanted, abs=1e-14)
    assert rows(uniforms, [1.0] * 4, True, 3) == pytest.approx(
        free / np.maximum(1, np.sqrt((free**2).sum(axis=0))), abs=1e-13
    )


def test_normals_are_normal_and_uncorrelated():
    # Kolmogorov-Smirnov at 1e-4 twice, correlations at 5 sigma: false alarm below 3e-4.
    uniforms = np.random.Generator(np.random.SFC64(2)).random((1, 2, 100_000))
    normals = rows(uniforms.copy(), [1e-3, 1e-3], True, 2) * 1e3
    for row in normals:
        assert kstest(row, "norm").pvalue > 1e-4
    assert kstest(normals[0] * 1.02, "norm").pvalue < 1e-2
    assert abs(np.corrcoef(normals)[0, 1]) < 5 / np.sqrt(100_000)
    assert abs(np.corrcoef(normals**2)[0, 1]) < 5 / np.sqrt(100_000)
