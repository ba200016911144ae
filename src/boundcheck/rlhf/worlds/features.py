"""Features: covariance spectra, laws with finitely many distinct rows, and laws with a density."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from boundcheck.rlhf.preferences import allowance

# Covariance spectra, given as numbers or as a power law that makes sense in every dimension.


def spectrum_in(d: int, spectrum: tuple[float, ...] | float) -> np.ndarray:
    r"""Eigenvalues of sum 1.

    Parameters
    ----------
    d : int
    spectrum : tuple of `d` floats, ``>= 0``, or float
        The eigenvalues up to a factor; or the exponent ``a`` of :math:`i^{-a}`, 0 for a flat spectrum.

    Returns
    -------
    eigenvalues : ndarray of shape (d,)
    """
    if isinstance(spectrum, tuple):
        values = np.asarray(spectrum, dtype=float)
        if values.shape != (d,):
            raise ValueError(f"spectrum has {values.size} eigenvalues, d is {d}; give one per dimension")
    else:
        values = np.arange(1.0, d + 1) ** -float(spectrum)
    if (values < 0).any() or not 0 < values.sum() < np.inf:
        raise ValueError("a spectrum has no negative eigenvalue and a positive, finite sum")
    return values / values.sum()


# Features with finitely many distinct rows: simulated by counts, at a cost that does not depend on ``n``.


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


# The kinds of features with finitely many distinct rows.


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


# Features with a density: every sample has its own row.

#: Coordinates in a batch from which on loading the compiler pays.
COMPILED_FROM = 20_000


@dataclass(frozen=True)
class ContinuousFeatures(ABC):
    """Rows made from independent normals with the given spectrum.

    Parameters
    ----------
    spectrum : tuple of float, or float
        Variances of the normals along the coordinate axes, or the exponent of a power law (see
        ``spectrum_in``); flat by default.
    fixed_design : bool
        Draw one design and share it between all data sets of the batch (which then form one cluster).
    """

    spectrum: tuple[float, ...] | float = 0.0
    fixed_design: bool = field(default=False, kw_only=True)

    @property
    @abstractmethod
    def clip(self) -> bool:
        """Whether rows inside the unit ball keep their length; the others are brought to its surface."""

    def draw(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, **point: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows of shape ``(R, n, d)``, or ``(n, d)`` if the design is shared; each occurs once.

        Coordinates come first in memory, which is what a loop over rows wants. The random numbers are those
        of SFC64, NumPy's fastest generator, seeded by `rng`.
        """
        fast = np.random.Generator(np.random.SFC64(rng.integers(0, 2**63, size=4)))
        shape = (1 if self.fixed_design else repeats, d, n)
        deviations = np.sqrt(spectrum_in(d, self.spectrum))
        if math.prod(shape) >= COMPILED_FROM:
            rows = _compiled(fast, shape, deviations, self.clip)
        else:
            rows = fast.standard_normal(shape) * deviations[:, None]
            length = np.sqrt((rows**2).sum(axis=1, keepdims=True))
            rows *= (1 - (d + 8) * 2.0**-53) / (np.maximum(length, 1.0) if self.clip else length)
        x = np.swapaxes(rows, 1, 2)
        return x[0] if self.fixed_design else x, np.broadcast_to(np.int64(1), (repeats, n))

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """Coordinate axis number `index` (modulo ``d``)."""
        return np.eye(d)[index % d]


def _compiled(fast: np.random.Generator, shape: tuple[int, int, int], deviations: np.ndarray, clip: bool) -> np.ndarray:
    """Rows ``(R, d, n)``, made in pieces that stay in the second cache."""
    from boundcheck.rlhf.worlds.draws import rows_from_uniforms

    repeats, d, n = shape
    even = d + d % 2
    columns = min(n, max(128, 32768 // even))
    group = max(1, 32768 // (even * columns))
    uniforms = np.empty((group, even, columns))
    deviations = np.resize(deviations, even)
    rows = np.empty(shape)
    for first in range(0, repeats, group):
        for start in range(0, n, columns):
            fast.random(out=uniforms)
            rows_from_uniforms(uniforms, deviations, clip, rows, first, start)
    return rows


@dataclass(frozen=True)
class Sphere(ContinuousFeatures):
    """Directions of centred normals, so rows of norm 1: uniform on the sphere if the spectrum is flat."""

    @property
    def clip(self) -> bool:
        """No: every row is brought to norm 1."""
        return False


@dataclass(frozen=True)
class GaussianClipped(ContinuousFeatures):
    """Centred normals of total variance 1, those outside the unit ball pulled back to its surface."""

    @property
    def clip(self) -> bool:
        """Yes."""
        return True
