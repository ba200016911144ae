"""A small study world for the checks: normal errors of a known size."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from boundcheck.checks.context import Budget, Context
from boundcheck.study import run, search

BUDGET = Budget("test", 2_000, 1_000, 24, 100, 10.0)


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


@pytest.fixture
def context():
    """Risk 1e-3: each test below errs with at most that probability at another seed; the seed is fixed."""

    def make(name="part", **changes):
        settings = {"seed": 7}
        return Context(
            "test/claim", name, BUDGET, 7, 1e-3, partial(run, **settings), partial(search, **settings), **changes
        )

    return make
