r"""Adversaries that see rows, labels and truth, and change at most :math:`\lfloor\alpha n\rfloor` labels.

All are called ``(rng, data, *, alpha, epsilon, lam, **_)``. `epsilon` is the privacy that the labels at
hand already have: ``inf`` before randomized response. The gradient meant is then that of the loss which
de-biases these labels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.mechanisms.flips import changed, random_flips, steepest_flips
from boundcheck.rlhf.preferences import Preferences, allowance

Adversary = Callable[..., Preferences]


@dataclass(frozen=True)
class NoCorruption:
    """Leaves every label alone."""

    def __call__(self, rng: np.random.Generator, data: Preferences, **_: Any) -> Preferences:
        """Return `data`."""
        return data


@dataclass(frozen=True)
class RandomFlips:
    """Turns round the labels of a uniformly random set of samples: what carelessness does."""

    def __call__(self, rng: np.random.Generator, data: Preferences, *, alpha: float, **_: Any) -> Preferences:
        """Return the corrupted data."""
        return changed(data, random_flips(rng, data, allowance(alpha, data.n)))


@dataclass(frozen=True)
class Directional:
    """Pushes the labels along one fixed direction, whatever the sample says.

    Parameters
    ----------
    direction : tuple of float, optional
        Direction in feature space; against the truth if absent (where the truth is 0, the first coordinate).
    """

    direction: tuple[float, ...] | None = None

    def __call__(self, rng: np.random.Generator, data: Preferences, *, alpha: float, **_: Any) -> Preferences:
        """Return the corrupted data."""
        if self.direction is not None:
            direction = np.asarray(self.direction, dtype=float)
        else:
            first = np.eye(1, data.x.shape[-1])[0]
            direction = np.where(np.any(data.theta != 0, axis=-1, keepdims=True), -data.theta, first)
        return changed(data, steepest_flips(data, data.logits(direction), allowance(alpha, data.n)))
