"""Features with finitely many distinct rows: simulated by counts, at a cost that does not depend on ``n``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class FiniteFeatures(ABC):
    """Distinct rows with weights.

    Parameters
    ----------
    fixed_design : bool
        Give every row its expected count (rounded to sum to ``n``) instead of a multinomial one.
    """

    fixed_design: bool = field(default=False, kw_only=True)

    @abstractmethod
    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """Rows ``(k, d)`` of norm at most 1, and their weights ``(k,)``, positive, of sum 1."""

    def draw(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, **point: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows of shape ``(k, d)`` and counts of shape ``(R, k)``."""
        rows, weights = self.atoms(n=n, d=d, **point)
        return rows, counts(rng, repeats, n, weights, self.fixed_design)

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """Unit vector along row number `index` (modulo their number)."""
        rows, _ = self.atoms(n=1, d=d, alpha=0.0)
        row = rows[index % len(rows)]
        return row / np.sqrt(row @ row)


def counts(rng: np.random.Generator, repeats: int, n: int, weights: np.ndarray, fixed: bool) -> np.ndarray:
    """How often each row occurs, shape ``(R, k)``: multinomial, or by largest remainders if `fixed`."""
    if not fixed:
        return rng.multinomial(n, weights, size=repeats)
    share = weights * n
    whole = np.floor(share).astype(np.int64)
    missing = n - int(whole.sum())
    whole[np.argsort(whole - share, kind="stable")[:missing]] += 1
    return np.broadcast_to(whole, (repeats, len(whole)))


def inside(rows: np.ndarray) -> np.ndarray:
    """The same rows with norm at most 1 in exact arithmetic: long ones are scaled just below it."""
    d = rows.shape[-1]
    norm = np.sqrt((rows**2).sum(axis=-1, keepdims=True))
    return np.where(norm > 1 - 1e-14, rows * ((1 - (d + 8) * 2.0**-53) / np.maximum(norm, 1e-300)), rows)


def subspace(d: int) -> np.ndarray:
    r"""Orthonormal rows ``(d - 1, d)`` of coordinate sum 0; the first is ``(1, -1, 0, ...)/sqrt 2``."""
    basis = np.zeros((max(d - 1, 0), d))
    for i in range(1, d):
        basis[i - 1, :i] = 1 / np.sqrt(i * (i + 1))
        basis[i - 1, i] = -i / np.sqrt(i * (i + 1))
    return basis
