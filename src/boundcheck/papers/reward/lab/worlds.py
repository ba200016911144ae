"""Rows by name, so that a search can choose among them. Rows have norm at most 1, which is L = 1/2; another L scales them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.worlds import FiniteFeatures, OneDirection, OneHot, Pairs, WeakDirection


@dataclass(frozen=True)
class Covered(FiniteFeatures):
    """(1, -1)/sqrt 2 with probability `kappa`, else (1, 1)/sqrt 2: coverage is exactly kappa at L = 1/2. ``d = 2``."""

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """Rows and weights."""
        return np.array([[1.0, -1.0], [1.0, 1.0]]) * np.sqrt(0.5), np.array([point["kappa"], 1 - point["kappa"]])

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """The weak direction."""
        return np.array([1.0, -1.0]) * np.sqrt(0.5)


FEATURES: dict[str, Any] = {
    "one_hot": OneHot(fixed_design=True),
    "one_hot_random": OneHot(),
    "one_hot_decaying": OneHot(spectrum=1.0),
    "pairs": Pairs(),
    "one_direction": OneDirection(),
    "weak_direction": WeakDirection(weight=0.05),
    "hidden_direction": WeakDirection(weight=1e-4),
    "covered": Covered(),
}


def eigenvalues(features: Any, d: float) -> np.ndarray:
    """Of the second moment of the rows, in rising order; twelve digits."""
    rows, weights = features.atoms(n=1, d=int(d), kappa=0.5)
    return np.round(np.linalg.eigvalsh((rows * weights[:, None]).T @ rows), 12)
