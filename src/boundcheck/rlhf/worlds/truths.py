r"""True parameters: in the ball and with :math:`\langle 1, \theta\rangle = 0`, exactly, in floating point too."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np


def on_grid(theta: np.ndarray, *, radius: float) -> np.ndarray:
    r"""Nearest parameters whose coordinates sum to exactly zero and whose norm is at most `radius`.

    Coordinates become multiples of a power of two small against the radius; sums of such numbers carry no
    rounding error, so the last coordinate can be set to minus the sum of the others.

    Parameters
    ----------
    theta : ndarray of shape (..., d)
    radius : float, ``> 0``

    Returns
    -------
    theta : ndarray of shape (..., d)
    """
    d = theta.shape[-1]
    theta = theta - theta.mean(axis=-1, keepdims=True)
    norm = np.sqrt((theta**2).sum(axis=-1, keepdims=True))
    # The grid moves a point by less than d steps: a shell of relative width d * 2**-39 keeps it inside.
    theta = theta * np.minimum(1.0, radius * (1 - d * 2.0**-39) / np.maximum(norm, 1e-300))
    step = 2.0 ** (math.floor(math.log2(radius)) - 40)
    theta = np.round(theta / step) * step
    theta[..., -1] = -theta[..., :-1].sum(axis=-1)
    return theta + 0.0  # no negative zeros


@dataclass(frozen=True)
class RandomDirection:
    """A fresh uniform direction of the subspace for every data set, of norm ``fraction * radius``.

    Parameters
    ----------
    fraction : float in ``[0, 1]``
    """

    fraction: float

    def draw(self, rng: np.random.Generator, repeats: int, *, features: Any, d: int, radius: float) -> np.ndarray:
        """Parameters of shape ``(R, d)``."""
        theta = rng.standard_normal((repeats, d))
        return _scaled(theta, self.fraction * radius, radius)


@dataclass(frozen=True)
class Aligned:
    """The projection of a feature direction on the subspace, of norm ``fraction * radius``; the same for all.

    Parameters
    ----------
    fraction : float in ``[-1, 1]``
    index : int, ``>= 0``
        Number of the feature direction; 0 is the weak one of ``WeakDirection``.
    """

    fraction: float
    index: int = 0

    def draw(self, rng: np.random.Generator, repeats: int, *, features: Any, d: int, radius: float) -> np.ndarray:
        """Parameter of shape ``(d,)``."""
        return _scaled(features.direction(self.index, d=d), self.fraction * radius, radius)


@dataclass(frozen=True)
class Zero:
    """Labels that are fair coins."""

    def draw(self, rng: np.random.Generator, repeats: int, *, features: Any, d: int, radius: float) -> np.ndarray:
        """Parameter of shape ``(d,)``."""
        return np.zeros(d)


def _scaled(theta: np.ndarray, norm: float, radius: float) -> np.ndarray:
    theta = theta - theta.mean(axis=-1, keepdims=True)
    size = np.sqrt((theta**2).sum(axis=-1, keepdims=True))
    # A direction along the all-ones vector has no part in the subspace; only 0 is left.
    unit = np.where(size > 1e-12, theta / np.maximum(size, 1e-300), 0.0)
    return on_grid(norm * unit, radius=radius)


# By name, so that a row of a lab and a search can choose among them.
TRUTHS: dict[str, Any] = {
    "zero": Zero(),
    "boundary": Aligned(1.0),
    "opposite": Aligned(-1.0),
    "half": Aligned(0.5),
    "random": RandomDirection(0.9),
}
