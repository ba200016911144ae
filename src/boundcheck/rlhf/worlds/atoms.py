"""The kinds of features with finitely many distinct rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from boundcheck.rlhf.preferences import allowance
from boundcheck.rlhf.worlds.finite import FiniteFeatures, counts, inside, subspace
from boundcheck.rlhf.worlds.spectra import spectrum_in


@dataclass(frozen=True)
class OneHot(FiniteFeatures):
    r"""Rows :math:`e_1, \dots, e_d`; the covariance is diagonal with any spectrum of trace 1.

    Parameters
    ----------
    spectrum : tuple of float, or float
        Eigenvalues of the covariance, or the exponent of a power law (see ``spectrum_in``); flat by default.
    """

    spectrum: tuple[float, ...] | float = 0.0

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """The unit vectors and the spectrum."""
        return np.eye(d), spectrum_in(d, self.spectrum)


@dataclass(frozen=True)
class Pairs(FiniteFeatures):
    r"""Comparisons of `d` arms: rows :math:`(e_i - e_j)/\sqrt2`, ``i < j``, all equally likely."""

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """All pairs, uniform."""
        first, second = np.triu_indices(d, 1)
        rows = np.zeros((len(first), d))
        rows[np.arange(len(first)), first] = np.sqrt(0.5)
        rows[np.arange(len(first)), second] = -np.sqrt(0.5)
        return inside(rows), np.full(len(rows), 1 / len(rows))


@dataclass(frozen=True)
class OneDirection(FiniteFeatures):
    """Every row is ``(1, -1, 0, ...)/sqrt 2``: one effective dimension, closed forms. ``d >= 2``."""

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """One row."""
        return inside(subspace(d)[:1]), np.ones(1)


@dataclass(frozen=True)
class WeakDirection(FiniteFeatures):
    r"""A fraction of the rows along one direction, the rest spread over the orthogonal ones.

    With `weight` absent the block is measured by what the adversary may change. A block of that very size
    attains the corruption term :math:`\sqrt\alpha` if all its labels agree (a long truth along it,
    ``Aligned``). If they are fair coins only half of them can be changed to one side, and a block twice as
    large does more harm, :math:`\sqrt{\alpha/2}`. ``d >= 2``.

    Parameters
    ----------
    weight : float in ``[0, 1]``, optional
        Fraction of rows in the block.
    multiple : float, ``0 < multiple <= 2``
        Size of the block over the adversary's allowance, if `weight` is absent; the size is then not random.
    expected : float, optional
        Expected number of rows in the block, in place of `weight`: a direction that the data hardly show, for any ``n``.
    """

    weight: float | None = None
    multiple: float = 1.0
    expected: float | None = None

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """The weak direction first."""
        weight = self._share(n, point)
        basis = subspace(d)
        # In two dimensions nothing of the subspace is left, so the rest points where no parameter reaches.
        rest = basis[1:] if d > 2 else np.full((1, 2), np.sqrt(0.5))
        weights = np.r_[weight, np.full(len(rest), (1 - weight) / len(rest))]
        return inside(np.vstack([basis[:1], rest])), weights

    def _share(self, n: int, point: Mapping[str, float]) -> float:
        if self.expected is not None:
            return min(1.0, self.expected / n)
        return int(self.multiple * allowance(point["alpha"], n)) / n if self.weight is None else self.weight

    def draw(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, **point: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows of shape ``(d - 1, d)``, at least two, and counts of shape ``(R, k)``."""
        if self.weight is not None or self.expected is not None:
            return super().draw(rng, repeats, n=n, d=d, **point)
        rows, _ = self.atoms(n=n, d=d, **point)
        block = int(self.multiple * allowance(point["alpha"], n))
        rest = counts(rng, repeats, n - block, np.full(len(rows) - 1, 1 / (len(rows) - 1)), self.fixed_design)
        return rows, np.hstack([np.full((repeats, 1), block), rest])


@dataclass(frozen=True)
class Atoms(FiniteFeatures):
    """Given rows with given weights, as a search over worst cases proposes them.

    Parameters
    ----------
    points : sequence of rows of norm at most 1, all of length ``d``
    weights : sequence of float, ``>= 0``, rescaled to sum 1
    """

    points: tuple[tuple[float, ...], ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        points = np.asarray(self.points, dtype=float)
        weights = np.asarray(self.weights, dtype=float)
        if points.ndim != 2 or weights.shape != points.shape[:1]:
            raise ValueError(f"{points.shape} points and {weights.shape} weights; give one weight per row")
        if (points**2).sum(axis=1).max() > 1 + 1e-12:
            raise ValueError("a row is longer than 1; scale the points to the unit ball")
        object.__setattr__(self, "points", tuple(map(tuple, points.tolist())))
        object.__setattr__(self, "weights", tuple(weights.tolist()))

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """What was given."""
        rows = np.asarray(self.points)
        if rows.shape[1] != d:
            raise ValueError(f"points have {rows.shape[1]} coordinates, d is {d}; they must agree")
        weights = np.asarray(self.weights)
        return inside(rows), weights / weights.sum()


@dataclass(frozen=True)
class ScatteredAtoms(FiniteFeatures):
    """`number` equally likely rows on the unit sphere, the same ones for the same `seed` and ``d``."""

    number: int = 50
    seed: int = 0

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """Points of the sphere."""
        rows = np.random.default_rng([self.seed, d]).standard_normal((self.number, d))
        rows /= np.sqrt((rows**2).sum(axis=1, keepdims=True))
        return inside(rows), np.full(self.number, 1 / self.number)
