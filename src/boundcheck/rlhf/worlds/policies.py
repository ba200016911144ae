"""Finite state-action worlds: policies, their feature means and second moments, relative condition numbers."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boundcheck.rlhf.preferences import Preferences
from boundcheck.rlhf.worlds.finite import FiniteFeatures, inside
from boundcheck.rlhf.worlds.linear import LinearWorld
from boundcheck.rlhf.worlds.truths import on_grid


@dataclass(frozen=True)
class PolicyWorld:
    r"""States, actions, features :math:`\phi(s,a)`, the law of the states and the policy that drew the data.

    Parameters
    ----------
    features : tuple of shape (S, A, d)
        Vectors of norm at most 1.
    states : tuple of S floats, ``> 0``, of sum 1
        The law :math:`\rho`.
    sft : tuple of shape (S, A)
        The policy that draws both actions of a comparison, independently; the papers do not say who does.

    Source
    ------
    Section 3 and Assumption 4.1 (unified).
    """

    features: tuple
    states: tuple[float, ...]
    sft: tuple

    @property
    def phi(self) -> np.ndarray:
        """Features, shape ``(S, A, d)``."""
        return np.asarray(self.features, dtype=float)

    @property
    def rho(self) -> np.ndarray:
        """Law of the states, shape ``(S,)``."""
        return np.asarray(self.states, dtype=float)

    @property
    def behaviour(self) -> np.ndarray:
        """The policy that drew the data, shape ``(S, A)``."""
        return np.asarray(self.sft, dtype=float)

    def mean_features(self, policy: np.ndarray) -> np.ndarray:
        r"""Feature mean :math:`E_{s\sim\rho,a\sim\pi}\phi(s,a)`, shape ``(..., d)`` for policies ``(..., S, A)``."""
        return np.einsum("...sa,s,sad->...d", policy, self.rho, self.phi)

    def second_moment(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        r"""Second moment :math:`\Sigma^{\mathrm{diff}}_{\pi_1,\pi_2}` of :math:`\phi(s,a)-\phi(s,a')`, shape ``(d, d)``.

        Source
        ------
        Eq. (7) (unified).
        """
        gaps = self.phi[:, :, None, :] - self.phi[:, None, :, :]
        weights = self.rho[:, None, None] * first[:, :, None] * second[:, None, :]
        return np.einsum("sab,sabi,sabj->ij", weights, gaps, gaps)

    def deterministic(self) -> np.ndarray:
        """All deterministic policies, shape ``(A**S, S, A)``."""
        states, actions, _ = self.phi.shape
        choices = np.array(list(itertools.product(range(actions), repeat=states)))
        return np.eye(actions)[choices]

    def greedy(self, theta: np.ndarray) -> np.ndarray:
        """The greedy policies of parameters ``(..., d)``, shape ``(..., S, A)``; the first action wins a tie.

        Source
        ------
        Algorithm 2 with eta = 0 (unified).
        """
        rewards = np.einsum("...d,sad->...sa", theta, self.phi)
        return np.eye(self.phi.shape[1])[rewards.argmax(axis=-1)]

    def log_linear(self, theta: np.ndarray) -> np.ndarray:
        r"""The policies :math:`\pi_\theta` of parameters ``(..., d)``, shape ``(..., S, A)``.

        Source
        ------
        Eq. (12) (unified).
        """
        scores = np.einsum("...d,sad->...sa", theta, self.phi)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return weights / weights.sum(axis=-1, keepdims=True)


def log_linear_world(features: tuple, states: tuple[float, ...], theta: tuple[float, ...]) -> PolicyWorld:
    r"""A world whose data come from the log-linear policy :math:`\pi_{\theta_{\mathrm{sft}}}`."""
    shape = np.asarray(features).shape[:2]
    blank = PolicyWorld(features, states, tuple(map(tuple, np.full(shape, 1 / shape[1]).tolist())))
    sft = blank.log_linear(np.asarray(theta, dtype=float))
    return PolicyWorld(features, states, tuple(map(tuple, sft.tolist())))


def condition_number(above: np.ndarray, below: np.ndarray) -> float:
    r"""Relative condition number :math:`\sup_w w^\top A w / w^\top B w` of two semidefinite matrices.

    Directions in which both forms vanish are left out; infinite where only the lower one vanishes.

    Source
    ------
    Eq. (8) (unified).
    """
    values, vectors = np.linalg.eigh(below)
    alive = values > 1e-12 * max(values.max(), 1e-300)
    dead = vectors[:, ~alive]
    if dead.size and np.abs(dead.T @ above @ dead).max() > 1e-12 * max(np.abs(above).max(), 1e-300):
        return float("inf")
    if not alive.any():
        return 0.0
    root = vectors[:, alive] / np.sqrt(values[alive])
    return float(np.linalg.eigvalsh(root.T @ above @ root)[-1])


def kappa(world: PolicyWorld, comparator: np.ndarray, reference: np.ndarray) -> float:
    r"""The relative condition number :math:`\kappa(\pi^\dagger, \pi_{\mathrm{ref}})` of Definition 4.3."""
    behaviour = world.second_moment(world.behaviour, world.behaviour)
    return condition_number(world.second_moment(comparator, reference), behaviour)


def kappa_class(world: PolicyWorld, radius: float, starts: int = 40, seed: int = 0) -> float:
    r"""Largest :math:`\kappa(\pi_\theta, \pi_\theta)` over :math:`\|\theta\| \le B`, ``<1, theta> = 0``, by search.

    Parameters
    ----------
    radius : float
        Bound of the class; large for the unbounded one.

    Source
    ------
    Proposition 4.6 (unified).
    """
    from scipy.optimize import minimize

    d = world.phi.shape[2]
    rng = np.random.default_rng(seed)

    def theta_of(u: np.ndarray) -> np.ndarray:
        centred = u - u.mean()
        size = np.sqrt(centred @ centred)
        return centred * (radius * np.tanh(size) / max(size, 1e-300))

    def loss(u: np.ndarray) -> float:
        policy = world.log_linear(theta_of(u))
        return -kappa(world, policy, policy)

    scouts = rng.standard_normal((starts, d)) * rng.random((starts, 1)) * 2
    best = sorted(scouts, key=loss)[:3]
    return max(-float(minimize(loss, u, method="Nelder-Mead", options={"maxfev": 150}).fun) for u in best)


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
