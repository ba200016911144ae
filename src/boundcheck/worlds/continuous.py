"""Features with a density: every sample has its own row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np

from boundcheck.worlds.atoms import inside
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
        """Rows of norm at most 1 from normals ``(..., d)`` of total variance 1."""

    def draw(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, **point: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows of shape ``(R, n, d)``, or ``(n, d)`` if the design is shared; each occurs once."""
        normals = rng.standard_normal((n, d) if self.fixed_design else (repeats, n, d))
        normals *= np.sqrt(spectrum_in(d, self.spectrum))
        return self.shape(normals), np.broadcast_to(np.int64(1), (repeats, n))

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """Coordinate axis number `index` (modulo ``d``)."""
        return np.eye(d)[index % d]


@dataclass(frozen=True)
class Sphere(ContinuousFeatures):
    """Directions of centred normals, so rows of norm 1: uniform on the sphere if the spectrum is flat."""

    def shape(self, normals: np.ndarray) -> np.ndarray:
        """Normalise every row."""
        d = normals.shape[-1]
        normals *= (1 - (d + 8) * 2.0**-53) / np.sqrt(np.einsum("...i,...i->...", normals, normals))[
            ..., None
        ]
        return normals


@dataclass(frozen=True)
class GaussianClipped(ContinuousFeatures):
    """Centred normals of total variance 1, those outside the unit ball pulled back to its surface."""

    def shape(self, normals: np.ndarray) -> np.ndarray:
        """Pull back the long rows."""
        return inside(normals / np.maximum(1.0, np.sqrt((normals**2).sum(axis=-1, keepdims=True))))
