"""A small study world for the checks: normal errors of a known size."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Noise:
    """|N(0, size^2 / n)|, every `broken`-th replicate unsound."""

    size: float = 1.0
    power: float = -0.5
    broken: int = 0
    raises: bool = False

    def sample(self, rng, repeats, *, n, **_):
        if self.raises:
            raise RuntimeError("singular matrix")
        error = np.abs(rng.standard_normal(repeats)) * self.size * n**self.power
        converged = np.ones(repeats, bool) if not self.broken else np.arange(repeats) % self.broken > 0
        return {"error": error, "residual": np.zeros(repeats), "binds": ~converged, "converged": converged}
