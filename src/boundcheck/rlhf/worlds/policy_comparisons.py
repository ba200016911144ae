"""Preferences between the actions of a world of policies, drawn from its behaviour or near a tie."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boundcheck.rlhf.preferences import Preferences
from boundcheck.rlhf.worlds.features import FiniteFeatures, inside
from boundcheck.rlhf.worlds.linear import LinearWorld
from boundcheck.rlhf.worlds.policies import PolicyWorld
from boundcheck.rlhf.worlds.truths import on_grid


@dataclass(frozen=True)
class Comparisons(FiniteFeatures):
    r"""Rows :math:`\tfrac12(\phi(s,a) - \phi(s,a'))` with :math:`\rho(s)\pi_{\mathrm{sft}}(a|s)\pi_{\mathrm{sft}}(a'|s)`.

    The half brings the rows into the unit ball; the parameter is doubled in return, so that logits are the same. Rows
    that are zero, or equal up to sign, are merged; those up to sign by turning the label, which the counts allow
    because the logistic model is odd.

    Parameters
    ----------
    world : PolicyWorld

    Source
    ------
    Proposition 4.2 and Remark 5.2 (unified).
    """

    world: PolicyWorld
    fixed_design: bool = field(default=False, kw_only=True)

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """Half differences and their weights; the zero row, if any, last."""
        phi, rho, pi = self.world.phi, self.world.rho, self.world.behaviour
        if phi.shape[2] != d:
            raise ValueError(f"features have {phi.shape[2]} coordinates, d is {d}; they must agree")
        rows: dict[tuple, float] = {}
        nothing = 0.0
        for s, (first, second) in itertools.product(range(len(rho)), itertools.combinations(range(phi.shape[1]), 2)):
            row = (phi[s, first] - phi[s, second]) / 2
            weight = 2 * rho[s] * pi[s, first] * pi[s, second]
            if not row.any():
                nothing += weight
                continue
            lead = row[np.flatnonzero(row)[0]]
            key = tuple((row if lead > 0 else -row).tolist())
            rows[key] = rows.get(key, 0.0) + weight
        nothing += float((rho[:, None] * pi**2).sum())
        points = np.array([*rows, (0.0,) * d])
        weights = np.array([*rows.values(), nothing])
        return inside(points), weights / weights.sum()


@dataclass(frozen=True)
class PairedComparisons(FiniteFeatures):
    r"""Rows :math:`\tfrac12(\phi(s,a) - \phi(s,a'))` of listed pairs: the joint law of two actions that ``Comparisons`` lacks.

    Parameters
    ----------
    world : PolicyWorld
        Its own law of states and actions is not used.
    pairs : tuple of (state, first action, second action)
    weights : tuple of float, ``> 0``
    weak : str, optional
        Entry of the point that gives the least eigenvalue, for features :math:`L\phi`, where the first pair alone shows
        the weak direction at full length: its weight is that entry over :math:`4L^2`, and the others share the rest.

    Source
    ------
    Section 2 (reward).
    """

    world: PolicyWorld
    pairs: tuple[tuple[int, int, int], ...]
    weights: tuple[float, ...]
    weak: str = ""
    fixed_design: bool = field(default=False, kw_only=True)

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """Half differences and their weights."""
        phi, weights = self.world.phi, np.asarray(self.weights, dtype=float)
        if phi.shape[2] != d:
            raise ValueError(f"features have {phi.shape[2]} coordinates, d is {d}; they must agree")
        if self.weak:
            first = point[self.weak] / (2 * point["feature_bound"]) ** 2
            weights = np.r_[first, (1 - first) * weights[1:] / weights[1:].sum()]
        rows = np.array([(phi[s, a] - phi[s, b]) / 2 for s, a, b in self.pairs])
        return inside(rows), weights / weights.sum()


@dataclass(frozen=True)
class NearTie:
    r"""Comparisons in a finite world under a truth of a given length: a tie that the sample can hardly break.

    Suboptimality is piecewise constant in the estimate, so a fixed truth is either found or missed; to see a rate the
    truth has to be as long as the estimate is uncertain. The point carries its length as ``signal``, in the doubled
    parameters of ``Comparisons``.

    Parameters
    ----------
    world : PolicyWorld
    direction : tuple of d floats
        Of the truth; projected on the subspace.
    """

    world: PolicyWorld
    direction: tuple[float, ...]

    def sample(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, radius: float, signal: float, **point: float
    ) -> Preferences:
        """Draw a batch of raw data sets; see ``LinearWorld.sample``. ``signal`` is at most ``radius``."""
        world = LinearWorld(Comparisons(self.world), Towards(self.direction, min(signal, radius)))
        return world.sample(rng, repeats, n=n, d=d, radius=radius, **point)


@dataclass(frozen=True)
class Towards:
    """A truth of this direction and length."""

    towards: tuple[float, ...]
    length: float

    def draw(self, rng: np.random.Generator, repeats: int, *, features: Any, d: int, radius: float) -> np.ndarray:
        """Parameter of shape ``(d,)``."""
        theta = np.asarray(self.towards, dtype=float)
        theta = theta - theta.mean()
        return on_grid(theta * (self.length / np.sqrt(theta @ theta)), radius=radius)
