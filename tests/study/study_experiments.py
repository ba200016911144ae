"""Experiments that the tests of the engine run, in this process and in others."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Noise:
    """Errors of scale n^-1/2, through matrix products, whose last bits depend on BLAS threads."""

    size: int = 40

    def sample(self, rng, repeats, *, n):
        rows = rng.normal(size=(repeats, self.size, self.size))
        return {
            "error": np.abs((rows @ rows).mean(axis=(1, 2))) / n**0.5,
            "hit": rows[:, 0, 0] > 1,
            "steps": np.arange(repeats),
        }


@dataclass(frozen=True)
class Fragile:
    """Raises in the blocks whose first number exceeds `limit`."""

    limit: float

    def sample(self, rng, repeats):
        draws = rng.uniform(size=repeats)
        if draws[0] > self.limit:
            raise np.linalg.LinAlgError("Singular matrix")
        return {"error": draws}


@dataclass(frozen=True)
class Logged:
    """Notes each block that it finishes in the file BOUNDCHECK_TEST_LOG, and takes a while over it."""

    def sample(self, rng, repeats, *, index):
        time.sleep(float(os.environ.get("BOUNDCHECK_TEST_SECONDS", "0")))
        draws = rng.normal(size=repeats)
        log = os.environ.get("BOUNDCHECK_TEST_LOG")
        if log:
            with open(log, "ab", buffering=0) as stream:
                stream.write(f"{index} {draws[0]!r}\n".encode())
        return {"error": draws}


@dataclass(frozen=True)
class Killer:
    """Takes its worker down in the cell of the given index, `times` times (counted in a folder) or always."""

    folder: str
    index: int
    times: int = 10**9

    def sample(self, rng, repeats, *, index):
        if index == self.index:
            before = len(os.listdir(self.folder))
            if before < self.times:
                open(os.path.join(self.folder, str(before)), "w").close()
                os._exit(9)
        return {"error": rng.normal(size=repeats)}


@dataclass(frozen=True)
class Returns:
    """Returns whatever it holds."""

    what: Any

    def sample(self, rng, repeats):
        return self.what


@dataclass(frozen=True)
class Hungry:
    """Says that the machine is too small."""

    def sample(self, rng, repeats):
        raise MemoryError("too much")


@dataclass(frozen=True)
class Hill:
    """A smooth hill with its top at x = 0.3, n = 148, kind b."""

    def value(self, rng, *, x, n, kind):
        return float(-((x - 0.3) ** 2) - (np.log(n) - 5) ** 2 + (kind == "b"))


@dataclass(frozen=True)
class NoisyHill:
    """A quantile of noisy errors whose scale is largest at x = 1."""

    def value(self, rng, *, x):
        return float(np.quantile(np.abs(rng.normal(size=100)), 0.9) * (1 + x))


@dataclass(frozen=True)
class Cliff:
    """Raises on one side, is nan beyond, and largest where it is still defined."""

    def value(self, rng, *, x):
        if x > 0.9:
            raise np.linalg.LinAlgError("Singular matrix")
        return float("nan") if x > 0.8 else x
