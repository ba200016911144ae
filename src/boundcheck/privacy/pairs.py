"""Pairs of laws that stand for all neighbouring data sets, and one step's loss on a grid, rounded to either side."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from .exact import ball, lower, upper
from .finite_laws import FinitePair

# Which two data sets count as neighbours: whose data moves, and how.


class Unit(Enum):
    """Whose data differs between neighbouring data sets."""

    RECORD = "one record"
    LABEL = "the label of one record"
    USER = "all records of one user"
    USER_LABELS = "all labels of one user"


class Change(Enum):
    """How it differs.

    A mechanism that bounds the norm of one unit's contribution by 1 moves by at most 1 when the unit is added or
    removed, and by at most 2 when it is replaced.
    """

    ADDED = "added"
    REMOVED = "removed"
    ADDED_OR_REMOVED = "added or removed"
    REPLACED = "replaced"


def answered(mechanism: Any, change: Change) -> Change:
    """The change by whose name a mechanism answers for `change`.

    Raises
    ------
    ValueError
        It answers for none that covers it. What protects a unit that is replaced need not hide that one is there.
    """
    answers = getattr(mechanism, "answers", None)
    if answers is None:
        name = type(mechanism).__name__
        raise ValueError(
            f"adjacency: {name} does not say which changes its pair is for; give it answers = (Change.{change.name},) "
            "once its pair is right for that"
        )
    both = (change, Change.ADDED_OR_REMOVED) if change in (Change.ADDED, Change.REMOVED) else (change,)
    for known in both:
        if known in answers:
            return known
    words = ", ".join(f"one unit {stated.value}" for stated in answers) or "nothing"
    raise ValueError(
        f"adjacency: {mechanism} answers for {words}, and not for one {change.value}; ask about what it answers for, or say "
        "of it what it does there"
    )


@dataclass(frozen=True)
class Adjacency:
    """Neighbouring data sets differ by `change` of one `unit`.

    Attributes
    ----------
    unit : Unit
    change : Change
        Labels can only be replaced: the record that carries them stays.
    """

    unit: Unit
    change: Change

    def __post_init__(self):
        if self.unit in (Unit.LABEL, Unit.USER_LABELS) and self.change is not Change.REPLACED:
            raise ValueError(f"adjacency: {self.unit.value} can only be replaced, not {self.change.value}")

    def __str__(self) -> str:
        return f"{self.unit.value} {self.change.value}"


RECORD_ADDED_OR_REMOVED = Adjacency(Unit.RECORD, Change.ADDED_OR_REMOVED)
RECORD_REPLACED = Adjacency(Unit.RECORD, Change.REPLACED)
LABEL_REPLACED = Adjacency(Unit.LABEL, Change.REPLACED)
USER_ADDED_OR_REMOVED = Adjacency(Unit.USER, Change.ADDED_OR_REMOVED)
USER_REPLACED = Adjacency(Unit.USER, Change.REPLACED)
USER_LABELS_REPLACED = Adjacency(Unit.USER_LABELS, Change.REPLACED)


# Pairs of laws that stand for all neighbouring data sets: the subsampled Gaussian, and Laplace noise.
#
# A pair (P, Q) *dominates* a mechanism if for every pair of neighbours no test tells them better apart than P from Q:
# :math:`\sup_S P(S) - e^\varepsilon Q(S)` is at least as large, for every real epsilon. Dominating pairs multiply
# under adaptive composition (Zhu, Dong and Wang, AISTATS 2022, Theorem 10). A pair that some neighbours attain gives
# lower bounds by itself.
#
# The Poisson-subsampled Gaussian with contributions of norm at most 1 is dominated, and attained in one dimension, by
#
# .. math:: P = (1-q) N(0, \sigma^2) + q N(a, \sigma^2), \quad Q = (1-q) N(0, \sigma^2) + q N(-b, \sigma^2)
#
# with (a, b) = (1, 0) for a unit removed, (0, 1) for one added, (1, 1) for one replaced. For a threshold
# :math:`e^\varepsilon \ge 1` and any set S, the mixtures with contributions v and v' have
# :math:`P(S) - e^\varepsilon Q(S) = q A(S) - (1-q)(e^\varepsilon - 1) R(S) - q e^\varepsilon B(S)`; among sets of given A(S)
# a half-space makes R(S) and B(S) smallest (Neyman and Pearson), and smaller the farther R and B are from A, which is
# at most 1 and 2. Both are attained at once by v = 1, v' = -1. Below 1, exchange P and Q.

Floats = NDArray[np.floating[Any]]


class LinePair(Protocol):
    """Two laws on the line whose privacy loss ``log dP/dQ`` does not decrease with the outcome."""

    attained: bool

    def threshold(self, epsilon: Fraction) -> arb | float:
        """The x with ``{loss > epsilon} = {X > x}``, or minus or plus infinity."""

    def above(self, x: arb) -> tuple[arb, arb]:
        """``P(X > x)`` and ``Q(X > x)``."""

    def loss(self, x: Floats) -> Floats:
        """The loss in floats, for planning."""

    def density(self, x: Floats) -> Floats:
        """The density of P in floats, for planning."""

    def middle(self, mass: float) -> tuple[float, float]:
        """Two outcomes outside of which P has at most about `mass` on either side."""


@dataclass(frozen=True)
class GaussianPair:
    """The Poisson-subsampled Gaussian, contributions of norm at most 1 and noise of the given variance.

    Attributes
    ----------
    variance : Fraction, ``> 0``
    sampling : Fraction in (0, 1]
    right, left : int, 0 or 1
        The a and b of the module's formula.
    """

    variance: Fraction
    sampling: Fraction
    right: int
    left: int
    attained = True

    def threshold(self, epsilon: Fraction) -> arb | float:
        q, square = ball(self.sampling), ball(self.variance)
        grown = ball(epsilon).exp()
        if self.right and self.left:
            # c y^2 - (1-q)(e^eps - 1) y - c e^eps = 0 with y = exp(x / sigma^2), in the form without cancellation
            c, b = q * (-1 / (2 * square)).exp(), (1 - q) * (grown - 1)
            root = (b * b + 4 * c * c * grown).sqrt()
            ratio = (b + root) / (2 * c) if b > 0 else 2 * c * grown / (root - b)
            return square * ratio.log()
        rest = (grown if self.right else 1 / grown) - ball(1 - self.sampling)
        if rest <= 0:
            return -math.inf if self.right else math.inf
        if not rest > 0:
            raise ArithmeticError("the precision does not tell on which side of log(1 - q) the loss lies")
        return (square * (rest / q).log() + ball(Fraction(1, 2))) * (1 if self.right else -1)

    def above(self, x: arb) -> tuple[arb, arb]:
        q, scale = ball(self.sampling), (2 * ball(self.variance)).sqrt()
        centre = (x / scale).erfc() / 2
        p = (1 - q) * centre + q * ((x - 1) / scale).erfc() / 2 if self.right else centre
        return p, (1 - q) * centre + q * ((x + 1) / scale).erfc() / 2 if self.left else centre

    def loss(self, x: Floats) -> Floats:
        q, square = float(self.sampling), float(self.variance)
        top: Any = _log_mixture(q, (2 * x - 1) / (2 * square)) if self.right else 0.0
        bottom: Any = _log_mixture(q, (-2 * x - 1) / (2 * square)) if self.left else 0.0
        return np.asarray(top - bottom)

    def density(self, x: Floats) -> Floats:
        q, s = float(self.sampling), math.sqrt(self.variance)
        centre = np.exp(-0.5 * (x / s) ** 2)
        mixed = (1 - q) * centre + q * np.exp(-0.5 * ((x - 1) / s) ** 2) if self.right else centre
        return mixed / (s * math.sqrt(2 * math.pi))

    def middle(self, mass: float) -> tuple[float, float]:
        from scipy.special import ndtri_exp

        q, s = float(self.sampling), math.sqrt(self.variance)
        far = -s * float(ndtri_exp(math.log(mass / 2)))
        shifted = 1 - s * float(ndtri_exp(min(math.log(mass / 2 / q), -0.7))) if self.right else far
        return -far, max(far, shifted)


@dataclass(frozen=True)
class LaplacePair:
    """Laplace noise on a number of which each unit of a Poisson sample contributes from -1 to 1.

    Attributes
    ----------
    scale : Fraction, ``> 0``
        In units of one contribution.
    sampling : Fraction in (0, 1]
    right, left : int, 0 or 1
        The a and b of the module's formula, with Laplace laws in place of normal ones: these are log-concave too, so that
        half-lines are the best tests here as well.
    """

    scale: Fraction
    sampling: Fraction = Fraction(1)
    right: int = 1
    left: int = 0
    attained = True

    @property
    def most(self) -> Fraction | None:
        """The largest loss, where all units are in the sample."""
        return 1 / self.scale if self.sampling == 1 and self.right + self.left == 1 else None

    def threshold(self, epsilon: Fraction) -> arb | float:
        # with l = (2x - 1) / scale between the places of two Laplace laws, and constant outside, the loss is log(1 - q + q e^l)
        if self.right and self.left:
            return self._between(epsilon) if epsilon >= 0 else _minus(self._between(-epsilon))
        side = 1 if self.right else -1
        if self.sampling == 1:
            inner: Fraction | arb = side * epsilon * self.scale
        else:
            rest = ball(side * epsilon).exp() - ball(1 - self.sampling)
            if rest <= 0:
                return -math.inf * side
            if not rest > 0:
                raise ArithmeticError("the precision does not tell on which side of log(1 - q) the loss lies")
            inner = (rest / ball(self.sampling)).log() * ball(self.scale)
        if inner >= 1 or inner <= -1:
            # the loss rises with the outcome: above its largest value nothing exceeds it, from its least one on all does
            return (math.inf if inner >= 1 else -math.inf) * side
        if not (inner < 1 and inner > -1):
            raise ArithmeticError("the precision does not tell whether the loss is the largest that there is")
        return ball(inner) / 2 + ball(Fraction(1, 2)) if side > 0 else -ball(inner) / 2 - ball(Fraction(1, 2))

    def _between(self, epsilon: Fraction) -> arb | float:
        """Of laws at 1 and -1, for epsilon at least 0: then x is at least 0."""
        if self.sampling == 1:
            if epsilon * self.scale >= 2:
                return math.inf
            return ball(epsilon * self.scale / 2)
        q, scale = ball(self.sampling), ball(self.scale)
        x = (((ball(epsilon).exp() * (1 - q + q * (-1 / scale).exp()) - (1 - q)) / q).log() * scale + 1) / 2
        if x >= 1:
            return math.inf
        if not x < 1:
            raise ArithmeticError("the precision does not tell whether the loss is the largest that there is")
        return x

    def above(self, x: arb) -> tuple[arb, arb]:
        q, centre = ball(self.sampling), self._tail(x)
        p = (1 - q) * centre + q * self._tail(x - 1) if self.right else centre
        return p, (1 - q) * centre + q * self._tail(x + 1) if self.left else centre

    def _tail(self, x: arb) -> arb:
        half = (-abs(x) / ball(self.scale)).exp() / 2
        return half if x >= 0 else 1 - half if x < 0 else half.union(1 - half)

    def loss(self, x: Floats) -> Floats:
        q, scale = float(self.sampling), float(self.scale)
        top: Any = _log_mixture(q, np.clip(2 * x - 1, -1, 1) / scale) if self.right else 0.0
        bottom: Any = _log_mixture(q, np.clip(-2 * x - 1, -1, 1) / scale) if self.left else 0.0
        return np.asarray(top - bottom)

    def density(self, x: Floats) -> Floats:
        q, scale = float(self.sampling), float(self.scale)
        centre = np.exp(-np.abs(x) / scale)
        mixed = (1 - q) * centre + q * np.exp(-np.abs(x - 1) / scale) if self.right else centre
        return mixed / (2 * scale)

    def middle(self, mass: float) -> tuple[float, float]:
        far = -float(self.scale) * math.log(2 * min(mass, 0.5))
        return min((1 if self.sampling == 1 and self.right else 0) - far, -1 - 1e-9), 1 + far


def _minus(x: arb | float) -> arb | float:
    return -x


def _log_mixture(q: float, exponent: Any) -> Any:
    """``log(1 - q + q e^exponent)``."""
    return np.logaddexp(np.log1p(-q) if q < 1 else -np.inf, math.log(q) + exponent)


# One step's privacy loss on a grid, rounded up and rounded down, every mass on the safe side of its ball.
#
# Up: what lies between two grid points is spread to both ends with the masses of P and Q kept, so that the profile is
# the chord of the true one (connect the dots). Down: outcomes are binned and a bin gets a grid point below its own loss
# ``log P(bin)/Q(bin)``, which is what a real test on binned outcomes sees. The first can only help the adversary, the
# second can only hurt; both err by O(h**2) a step.
#
# Source
# ------
# Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, PoPETs 2022 (4), Theorem 3.5, for the chord.

BITS = 192
_LINE_BITS = 128  # of laws on the line, whose masses are differences of tails: 1e-38 is far below any delta


@dataclass(frozen=True, eq=False)
class StepLaw:
    """Masses under P of the losses ``offset + (start + i) h``.

    Attributes
    ----------
    start : int
    masses : ndarray of shape (k,), ``>= 0``
        Upper bounds where rounded up, lower bounds where rounded down.
    offset : float
    infinite : float
        Mass of the loss plus infinity; only where rounded up.
    """

    start: int
    masses: Floats
    offset: float = 0.0
    infinite: float = 0.0

    def losses(self, h: float) -> Floats:
        return self.offset + h * np.arange(self.start, self.start + len(self.masses))


def rounded_up(pair: LinePair, h: float, places: Sequence[int]) -> StepLaw:
    """The loss spread to the grid points ``places * h``; what is above is infinite, what is below is the first of them."""
    first = places[0]
    masses = np.zeros(places[-1] - first + 1)
    with ctx.workprec(_LINE_BITS):
        step = Fraction(h)
        at = [step * i for i in places]
        kept = [_above(pair, pair.threshold(loss)) for loss in at]
        masses[0] = upper(1 - kept[0][0])
        shrinks: dict[int, arb] = {}
        for i, (low, high) in enumerate(itertools.pairwise(places)):
            p, q = kept[i][0] - kept[i + 1][0], kept[i][1] - kept[i + 1][1]
            if p != 0 or q != 0:
                gap = high - low
                shrink = shrinks.get(gap)
                if shrink is None:
                    shrink = shrinks[gap] = 1 - (-ball(step * gap)).exp()
                right = (
                    p - q * ball(at[i]).exp()
                ) / shrink  # masses p = left + right, q e^low = left + right e^(low - high)
                masses[low - first] += max(0.0, upper(p - right))
                masses[high - first] += max(0.0, upper(right))
        infinite = max(0.0, upper(kept[-1][0]))
    return StepLaw(first, _a_little_more(masses), infinite=infinite)


def rounded_down(pair: LinePair, h: float, edges: Floats, tilt: float, shift: float = 0.0) -> StepLaw:
    """The loss of a bin of outcomes, lowered to a shifted grid.

    Parameters
    ----------
    edges : ndarray of increasing floats
        Outcomes between which bins lie; what is outside is dropped.
    tilt : float
        Weights ``exp(tilt * loss)`` for the choice of the grid's shift; any is valid.
    shift : float
        Where the grid about lies.
    """
    with ctx.workprec(_LINE_BITS):
        kept = [pair.above(arb(float(x))) for x in edges]
        masses, levels = np.zeros(len(edges) - 1), np.full(len(edges) - 1, -math.inf)
        for i in range(len(edges) - 1):
            p, q = kept[i][0] - kept[i + 1][0], kept[i][1] - kept[i + 1][1]
            if p > 0:
                masses[i] = max(0.0, lower(p))
                levels[i] = lower((p / q).log()) if q > 0 else -math.inf
    return floored(masses, levels, h, tilt, shift)


def floored(masses: Floats, levels: Floats, h: float, tilt: float, near: float = 0.0) -> StepLaw:
    """Lower each atom to the next point of a shifted grid, with the shift near `near` that loses least."""
    there = (masses > 0) & np.isfinite(levels)
    masses, levels = masses[there], levels[there]
    unit = h / 2**20
    excess = (levels - near) / h - np.round((levels - near) / h)
    weights = masses * np.exp(tilt * (levels - levels.max()))
    order = np.argsort(excess, kind="stable")
    along = np.cumsum(weights[order]) / weights.sum()
    places = np.searchsorted(along, [0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1])
    tried = [near / h + float(excess[order[min(i, len(order) - 1)]]) for i in places]
    shifts = [math.floor(shift * 2**20) - 1 for shift in tried]
    best = min(shifts, key=lambda s: (float(np.sum(weights * (levels - _floor(levels, h, s * unit)[1]))), s))
    index, _ = _floor(levels, h, best * unit)
    start = int(index.min())
    on_grid = np.asarray(np.bincount(index - start, weights=masses), dtype=np.float64)
    return StepLaw(start, _a_little_less(on_grid), offset=best * unit)


def _floor(levels: Floats, h: float, offset: float) -> tuple[NDArray[np.int64], Floats]:
    index: NDArray[np.int64] = np.floor((levels - offset) / h).astype(np.int64)
    index -= offset + index * h > levels  # the division was rounded; the product and the sum are exact here
    return index, offset + index * h


def finite_up(pair: FinitePair, h: float) -> StepLaw:
    """Each atom spread to the two grid points around its loss, with the masses of P and Q kept."""
    spread: dict[int, float] = {}
    infinite = 0.0
    with ctx.workprec(BITS):
        step = ball(Fraction(h))
        shrink = 1 - (-step).exp()
        for p, loss in zip(pair.p, pair.losses(), strict=True):
            if isinstance(loss, float):
                infinite += upper(ball(p)) if loss == math.inf else 0.0
                continue
            index = math.floor(lower(loss) / h)
            while Fraction(lower(loss)) < index * Fraction(h):
                index -= 1
            right = ball(p) * (1 - (ball(index * Fraction(h)) - loss).exp()) / shrink
            if not loss <= ball((index + 1) * Fraction(h)):
                index += 1  # at this point, or hardly beside it: what is above it, if anything, goes to the next one
                right = ball(p) * (1 - (ball(index * Fraction(h)) - loss).exp()) / shrink
            for place, mass in ((index, ball(p) - right), (index + 1, right)):
                spread[place] = spread.get(place, 0.0) + max(0.0, upper(mass))
    first = min(spread)
    masses = np.zeros(max(spread) - first + 1)
    for place, total in spread.items():
        masses[place - first] = total
    return StepLaw(first, _a_little_more(masses), infinite=infinite * (1 + 1e-15))


def finite_down(pair: FinitePair, h: float, tilt: float) -> StepLaw:
    """Each atom lowered to the next point of the shifted grid that loses least."""
    with ctx.workprec(BITS):
        losses = pair.losses()
        infinite = sum(max(0.0, lower(ball(p))) for p, loss in zip(pair.p, losses, strict=True) if loss == math.inf)
        atoms = [
            (max(0.0, lower(ball(p))), lower(loss))
            for p, loss in zip(pair.p, losses, strict=True)
            if isinstance(loss, arb)
        ]
    law = floored(np.array([p for p, _ in atoms]), np.array([level for _, level in atoms]), h, tilt, atoms[-1][1] % h)
    return StepLaw(law.start, law.masses, law.offset, infinite * (1 - 1e-12))


def _above(pair: LinePair, x: arb | float) -> tuple[arb, arb]:
    if isinstance(x, float):
        return (arb(0), arb(0)) if x > 0 else (arb(1), arb(1))
    return pair.above(x)


def _a_little_more(masses: Floats) -> Floats:
    return np.where(masses > 0, np.nextafter(masses * (1 + 1e-15), np.inf), 0.0)  # the sums above were rounded


def _a_little_less(masses: Floats) -> Floats:
    return masses * (1 - 1e-12)  # bincount adds up to thousands of floats


# Bins of outcomes whose losses lie close to a grid, found in floats: any bins are valid, these lose little.

_ROUNDS = 8  # of Newton steps on the edges of bins
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


def bin_edges(pair: LinePair, h: float, places: Sequence[int], low: float, high: float) -> tuple[Floats, float]:
    """Outcomes in [low, high] such that the bins' own losses ``log P(bin)/Q(bin)`` lie close to a shifted grid.

    Found in floats by damped Newton steps on all edges and the shift at once; any edges are valid, these lose little.

    Parameters
    ----------
    places : increasing integers
        Multiples of h between which the bins' losses lie to begin with: in the middle of each gap, a gap being an odd
        number of h wide.

    Returns
    -------
    edges : ndarray
    shift : float
        The bins' losses are near ``shift + k h``.
    """
    between = h * np.asarray(places, dtype=float)
    points = (between[1:] + between[:-1]) / 2
    edges = _inverse(pair, between, low, high)
    there = np.diff(edges) > 0
    edges, points = np.append(edges[:-1][there], edges[-1]), points[there]
    shift = 0.0
    for _ in range(_ROUNDS if len(points) > 1 else 0):
        step, move = _newton(pair, edges, points + shift)
        edges, shift = edges + step, shift + float(np.clip(move, -h / 4, h / 4))
    return edges, shift + h / 2


def _newton(pair: LinePair, edges: Floats, points: Floats) -> tuple[Floats, float]:
    """A step towards bins with the losses `points` and a move of all points, the steps shortest in bins' widths."""
    from scipy.linalg import solveh_banded

    width = np.diff(edges)
    total, miss = _bin_losses(pair, edges, points)
    density, loss = pair.density(edges), pair.loss(edges)
    room = np.minimum(np.append(width, np.inf), np.append(np.inf, width))
    room[[0, -1]] = 0.0  # the ends stay
    with np.errstate(all="ignore"):
        right = room[1:] * density[1:] / total * -np.expm1(points + miss - loss[1:])
        left = room[:-1] * density[:-1] / total * np.expm1(points + miss - loss[:-1])
    left[-1] = right[-1] = miss[-1] = 0.0  # cut off by the end
    left, right, miss = (np.where(np.isfinite(a), a, 0.0) for a in (left, right, miss))
    diagonal = left**2 + right**2
    bands = np.array([np.append(0.0, right[:-1] * left[1:]), diagonal * (1 + 1e-9) + 1e-300])
    counted = np.where(diagonal > 0, 1.0, 0.0)
    of_miss, of_one = solveh_banded(bands, np.stack([miss * counted, counted], axis=1)).T
    move = float(np.sum(counted * of_miss)) / max(float(np.sum(counted * of_one)), 1e-300)
    force = move * of_one - of_miss
    step = np.append(left * force, 0.0) + np.append(0.0, right * force)
    return room * np.clip(step, -0.3, 0.3), move


def _inverse(pair: LinePair, losses: Floats, low: float, high: float) -> Floats:
    """Outcomes with the given losses, clipped to [low, high]; by bisection on all at once."""
    a, b = np.full_like(losses, low), np.full_like(losses, high)
    for _ in range(60):
        middle = (a + b) / 2
        right = pair.loss(middle) < losses
        a, b = np.where(right, middle, a), np.where(right, b, middle)
    return b


def _bin_losses(pair: LinePair, edges: Floats, points: Floats) -> tuple[Floats, Floats]:
    """The bins' masses, and by how much ``log P(bin)/Q(bin)`` exceeds the bin's point, by Gauss's rule."""
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    x = middle[:, None] + half[:, None] * _NODES
    weights = half[:, None] * pair.density(x) * _WEIGHTS
    total = weights.sum(1)
    with np.errstate(all="ignore"):
        return total, -np.log1p((weights * np.expm1(points[:, None] - pair.loss(x))).sum(1) / total)
