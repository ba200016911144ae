"""Least squares over a finite class of constants, at every round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sympy
from sympy import log

from boundcheck.claims import Bench, Lab, Mutant

from ..notation import LETTERS, delta


@dataclass(frozen=True)
class Regression:
    r"""Least squares over the constants ``0, gap, 2 gap ...`` from labels in {-1, 1} of mean 0, at every round.

    Parameters
    ----------
    factor : float
        Factor on the mean that is fitted; other than 1 for a biased method.
    shift : float
        Added to it.
    """

    factor: float = 1.0
    shift: float = 0.0

    def sample(
        self, rng: np.random.Generator, repeats: int, *, rounds: int, size: int, gap: float, **_: float
    ) -> dict[str, np.ndarray]:
        """Largest in-sample squared error over the rounds."""
        steps = rng.integers(0, 2, size=(repeats, rounds), dtype=np.int8)
        when = np.arange(1, rounds + 1)
        mean = (2 * np.cumsum(steps, axis=1, dtype=np.int64) - when) / when
        chosen = np.clip(np.floor((self.factor * mean + self.shift) / gap + 0.5), 0, size - 1)
        return {"error": (when * (gap * chosen) ** 2).max(axis=1)}


EIGHT = {"size": 8, "gap": 0.05}
BENCH = Bench(LETTERS, {"rounds": 4000, "size": 2, "gap": 0.15, "delta": 0.05}, Regression())
REGIMES = (
    BENCH.regime("two members", biting=True),
    BENCH.regime("two members, far apart", biting=True, rounds=1000, gap=0.5, delta=0.1),
    BENCH.regime("eight members", biting=True, **EIGHT),
    BENCH.regime("close members", biting=True, size=40, gap=0.01),
)


def lab(printed, anytime) -> Lab:
    """All of it; false versions are made with `printed`, a bound as a function of the width and the confidence."""
    two, eight = REGIMES[0], REGIMES[2]
    bounds = {
        "a third": (two, printed(1, anytime) / 3),
        "a quarter of the variance": (two, printed(1, anytime) / 4),
        "standard deviation 1/3": (two, printed(sympy.Rational(1, 3), anytime)),
        "no confidence": (two, printed(1, 1 + 0 * anytime)),
        "a tenth": (eight, printed(1, anytime) / 10),
        "one member": (eight, printed(1, log(1 / delta) / 6)),
        "eight dropped": (eight, anytime),
    }
    methods = (
        BENCH.false("labels biased", "method: labels biased", Regression(shift=0.1)),
        BENCH.false("labels not rescaled", "method: labels not rescaled", Regression(factor=3.0), **EIGHT),
    )
    found = (Mutant(name, f"false: {name}", regime, false) for name, (regime, false) in bounds.items())
    return Lab(REGIMES, mutants=(*found, *methods))
