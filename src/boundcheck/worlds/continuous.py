"""Features with a density: every sample has its own row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np

from boundcheck.worlds.spectra import spectrum_in


@dataclass(frozen=True)
class ContinuousFeatures(ABC):
    """Rows made from independent normals with the given spectrum.

    Parameters
    ----------
    spectrum : tuple of float, or float
        Variances of the normals along the coordinate axes, or the exponent of a power law (see ``spectrum_in``);
        flat by default.
    fixed_design : bool
        Draw one design and share it between all data sets of the batch (which then form one cluster).
    """

    spectrum: tuple[float, ...] | float = 0.0
    fixed_design: bool = field(default=False, kw_only=True)

    @abstractmethod
    def shape(self, normals: np.ndarray) -> np.ndarray:
        """Rows of norm at most 1 from normals ``(..., d, n)`` of total variance 1, which may be overwritten."""

    def draw(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, **point: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows of shape ``(R, n, d)``, or ``(n, d)`` if the design is shared; each occurs once.

        Coordinates come first in memory, which is what a loop over rows wants. The normals are those of SFC64,
        NumPy's fastest generator, seeded by `rng`.
        """
        fast = np.random.Generator(np.random.SFC64(rng.integers(0, 2**63, size=4)))
        normals = fast.standard_normal((1 if self.fixed_design else repeats, d, n))
        normals *= np.sqrt(spectrum_in(d, self.spectrum))[:, None]
        x = np.swapaxes(self.shape(normals), 1, 2)
        return x[0] if self.fixed_design else x, np.broadcast_to(np.int64(1), (repeats, n))

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """Coordinate axis number `index` (modulo ``d``)."""
        return np.eye(d)[index % d]


@dataclass(frozen=True)
class Sphere(ContinuousFeatures):
    """Directions of centred normals, so rows of norm 1: uniform on the sphere if the spectrum is flat."""

    def shape(self, normals: np.ndarray) -> np.ndarray:
        """Normalise every row."""
        squares = np.einsum("...dn,...dn->...n", normals, normals)
        normals *= ((1 - (normals.shape[-2] + 8) * 2.0**-53) / np.sqrt(squares))[..., None, :]
        return normals


@dataclass(frozen=True)
class GaussianClipped(ContinuousFeatures):
    """Centred normals of total variance 1, those outside the unit ball pulled back to its surface."""

    def shape(self, normals: np.ndarray) -> np.ndarray:
        """Pull back the long rows."""
        length = np.sqrt(np.einsum("...dn,...dn->...n", normals, normals))
        normals *= ((1 - (normals.shape[-2] + 8) * 2.0**-53) / np.maximum(1.0, length))[..., None, :]
        return normals
