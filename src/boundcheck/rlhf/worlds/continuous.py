"""Features with a density: every sample has its own row."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np

from boundcheck.rlhf.worlds.spectra import spectrum_in

#: Coordinates in a batch from which on loading the compiler pays.
COMPILED_FROM = 20_000


@dataclass(frozen=True)
class ContinuousFeatures(ABC):
    """Rows made from independent normals with the given spectrum.

    Parameters
    ----------
    spectrum : tuple of float, or float
        Variances of the normals along the coordinate axes, or the exponent of a power law (see
        ``spectrum_in``); flat by default.
    fixed_design : bool
        Draw one design and share it between all data sets of the batch (which then form one cluster).
    """

    spectrum: tuple[float, ...] | float = 0.0
    fixed_design: bool = field(default=False, kw_only=True)

    @property
    @abstractmethod
    def clip(self) -> bool:
        """Whether rows inside the unit ball keep their length; the others are brought to its surface."""

    def draw(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, **point: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows of shape ``(R, n, d)``, or ``(n, d)`` if the design is shared; each occurs once.

        Coordinates come first in memory, which is what a loop over rows wants. The random numbers are those
        of SFC64, NumPy's fastest generator, seeded by `rng`.
        """
        fast = np.random.Generator(np.random.SFC64(rng.integers(0, 2**63, size=4)))
        shape = (1 if self.fixed_design else repeats, d, n)
        deviations = np.sqrt(spectrum_in(d, self.spectrum))
        if math.prod(shape) >= COMPILED_FROM:
            rows = _compiled(fast, shape, deviations, self.clip)
        else:
            rows = fast.standard_normal(shape) * deviations[:, None]
            length = np.sqrt((rows**2).sum(axis=1, keepdims=True))
            rows *= (1 - (d + 8) * 2.0**-53) / (np.maximum(length, 1.0) if self.clip else length)
        x = np.swapaxes(rows, 1, 2)
        return x[0] if self.fixed_design else x, np.broadcast_to(np.int64(1), (repeats, n))

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """Coordinate axis number `index` (modulo ``d``)."""
        return np.eye(d)[index % d]


def _compiled(fast: np.random.Generator, shape: tuple[int, int, int], deviations: np.ndarray, clip: bool) -> np.ndarray:
    """Rows ``(R, d, n)``, made in pieces that stay in the second cache."""
    from boundcheck.rlhf.worlds.draws import rows_from_uniforms

    repeats, d, n = shape
    even = d + d % 2
    columns = min(n, max(128, 32768 // even))
    group = max(1, 32768 // (even * columns))
    uniforms = np.empty((group, even, columns))
    deviations = np.resize(deviations, even)
    rows = np.empty(shape)
    for first in range(0, repeats, group):
        for start in range(0, n, columns):
            fast.random(out=uniforms)
            rows_from_uniforms(uniforms, deviations, clip, rows, first, start)
    return rows


@dataclass(frozen=True)
class Sphere(ContinuousFeatures):
    """Directions of centred normals, so rows of norm 1: uniform on the sphere if the spectrum is flat."""

    @property
    def clip(self) -> bool:
        """No: every row is brought to norm 1."""
        return False


@dataclass(frozen=True)
class GaussianClipped(ContinuousFeatures):
    """Centred normals of total variance 1, those outside the unit ball pulled back to its surface."""

    @property
    def clip(self) -> bool:
        """Yes."""
        return True
