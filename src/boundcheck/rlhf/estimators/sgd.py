"""SGD-RR: one pass of projected gradient steps over private labels, for many data streams at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.losses import Fit, subspace_basis
from boundcheck.rlhf.preferences import Preferences

ROUNDING = 2.0**-44  # of a coordinate of a row of norm at most 1


@dataclass(frozen=True, eq=False)
class Stream:
    r"""Independent samples :math:`(x_t, \tilde y_t)` with private labels, in the order in which they arrive.

    The rows are finitely many. Each of the `R` streams is given by the state of its generator, so two estimators
    see the same samples, and nothing is stored.

    Parameters
    ----------
    rows : ndarray of shape (k, d)
    weights : ndarray of shape (k,), positive, of sum 1
    theta : ndarray of shape (d,)
        The true parameter.
    epsilon : float, ``> 0``
    samples : int
    state : ndarray of uint64, shape (R,)
    reversed : bool
        Whether the labels are turned round: a mistake that a study must be able to see.
    """

    rows: np.ndarray
    weights: np.ndarray
    theta: np.ndarray
    epsilon: float
    samples: int
    state: np.ndarray
    reversed: bool = False

    def kinds(self) -> tuple[np.ndarray, np.ndarray]:
        """Probabilities ``(k, 2)`` of the samples with label 0 and 1, and the labels ``(2,)`` without their bias."""
        one = 0.5 + 0.5 * np.tanh(0.5 * (self.rows @ self.theta))
        half = math.tanh(0.5 * self.epsilon)
        private = 0.5 + half * (one - 0.5)
        chances = self.weights[:, None] * np.stack([1 - private, private], axis=1)
        labels = np.array([0.5 - 0.5 / half, 0.5 + 0.5 / half])
        return chances, labels[::-1] if self.reversed else labels

    def run(
        self, step: float, power: float, radius: float, *, counted: bool = False, measured: bool = True
    ) -> tuple[np.ndarray, ...]:
        """Last parameters ``(d, R)``, largest ``t |theta_t - theta|^2`` ``(R,)`` and counts ``(2 k, R)``, none if not wanted."""
        from boundcheck.rlhf.estimators.walk import walk

        basis = subspace_basis(self.rows.shape[1])
        chances, labels = self.kinds()
        seen = self.rows @ basis
        seen[np.abs(seen) < ROUNDING] = 0.0  # a step of 1 / (gamma kappa) would make a direction of it
        x, y = np.repeat(seen, 2, axis=0), np.tile(labels, len(self.rows))
        chances, x, y, place = merged(chances.ravel(), x, y, apart=counted)
        repeats = len(self.state)
        theta, largest = np.zeros((basis.shape[1], repeats)), np.zeros(repeats if measured else 0)
        counts = np.zeros((len(x) if counted else 0, repeats), dtype=np.int64)
        edges = np.cumsum(chances) / chances.sum()
        edges[-1] = 2.0  # above every number that is drawn
        walk(
            self.state.copy(), edges, x, y, theta, basis.T @ self.theta, largest, counts,
            int(self.samples), float(step), float(power), float(radius),
        )  # fmt: skip
        return basis @ theta, largest, counts[place] if counted else counts

    def counts(self) -> Preferences:
        """The same samples without their order."""
        _, _, kinds = self.run(0.0, 0.0, 1.0, counted=True)
        zeros, ones = kinds[0::2].T, kinds[1::2].T
        return Preferences(x=self.rows, total=zeros + ones, ones=ones, theta=self.theta)


def merged(
    chances: np.ndarray, x: np.ndarray, y: np.ndarray, *, apart: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Samples with the same gradient as one: ``(x, y)`` and ``(-x, 1 - y)`` move the parameter alike."""
    if apart:
        return chances, x, y, np.arange(len(y))
    table: dict[tuple, list] = {}
    place = []
    for chance, row, label in zip(chances, x, y, strict=True):
        lead = next((v for v in row if v != 0), 0.0)
        row, label = (-row, 1 - label) if lead < 0 else (row, label)
        key = (*np.round(row, 12), round(label, 9)) if lead else (0.0,)
        entry = table.setdefault(key, [0.0, row if lead else 0 * row, label, len(table)])
        entry[0] += chance
        place.append(entry[3])
    entries = list(table.values())
    return (
        np.array([e[0] for e in entries]),
        np.array([e[1] for e in entries]),
        np.array([e[2] for e in entries]),
        np.array(place),
    )


@dataclass(frozen=True)
class SGDRR:
    r"""Last iterate of :math:`\theta_{t+1} = \Pi(\theta_t - \eta_t\hat g_t)` with :math:`\eta_t = s\,t^{-p}/(\gamma\kappa)`.

    The projection is that on :math:`\{\langle1,\theta\rangle = 0, \|\theta\|\le B\}`, and
    :math:`\hat g_t = (\sigma(x_t^\top\theta_t) - c\,\tilde y_t + 1/(e^\varepsilon - 1))\,x_t`.

    Parameters
    ----------
    power : float
        0 is the step size of the theorem as printed, 1 that of its proof.
    scale : float
        Factor on the step size.
    cap : float
        Factor on the radius of the ball.

    Source
    ------
    Algorithm 1, Theorem 4.4 and Appendix B (reward).
    """

    power: float = 1.0
    scale: float = 1.0
    cap: float = 1.0

    def walk(
        self, stream: Stream, *, feature_bound: float, radius: float, kappa: float, measured: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """Last parameters ``(R, d)`` and, if `measured`, the largest ``t |theta_t - theta|^2`` over ``t <= n``, ``(R,)``."""
        reach = feature_bound * radius
        gamma = 1 / (2 + math.exp(-2 * reach) + math.exp(2 * reach))
        step = self.scale / (gamma * kappa)
        theta, largest, _ = stream.run(step, self.power, self.cap * radius, measured=measured)
        return theta.T, largest


@dataclass(frozen=True)
class StreamExperiment:
    """Samples one by one, randomized response, one pass, a distance: what `Experiment` is for data in counts.

    Parameters
    ----------
    features : object with ``atoms(n=, d=, **point)``
        Rows of norm at most 1, which become features of norm at most L: differences of norm at most 2L.
    truth : object with ``draw(rng, repeats, features=, d=, radius=)``
    estimator : SGDRR, or a callable of (Preferences, **point) that sees the same samples without their order
    uniform : bool
        Measure ``max_t sqrt(t/n) |theta_t - theta|``, which a bound of the shape ``b sqrt(n/t)`` for all t is about.
    reversed : bool
        Turn the private labels round.
    """

    features: Any
    truth: Any
    estimator: SGDRR | Callable[..., Fit]
    uniform: bool = False
    reversed: bool = False

    def stream(self, rng: np.random.Generator, repeats: int, **point: Any) -> Stream:
        """The samples at a point."""
        n, d, radius = int(point["n"]), int(point["d"]), float(point["radius"])
        rows, weights = self.features.atoms(**{**point, "n": n, "d": d})
        theta = self.truth.draw(rng, 1, features=self.features, d=d, radius=radius)
        state = rng.integers(0, 2**64, repeats, dtype=np.uint64)
        length = 2 * float(point["feature_bound"])
        return Stream(length * rows, weights, theta, float(point["epsilon"]), n, state, self.reversed)

    def describe(self, rng: np.random.Generator, **point: Any) -> dict[str, Any]:
        """The law of the rows and the truth."""
        stream = self.stream(rng, 1, **point)
        theta = stream.theta if stream.theta.ndim == 1 else stream.theta[0]
        return {"features": stream.rows, "weights": stream.weights, "logits": stream.rows @ theta, "theta": theta}

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, np.ndarray]:
        """Errors of `repeats` replicates."""
        stream = self.stream(rng, repeats, **point)
        if not isinstance(self.estimator, SGDRR):
            seen = stream.counts()
            fit = self.estimator(seen, **point)
            error = np.sqrt(((fit.theta - stream.theta) ** 2).sum(axis=1))
            return {"error": error, "residual": fit.residual, "binds": fit.binds, "converged": fit.converged}
        given = {name: float(point[name]) for name in ("feature_bound", "radius", "kappa")}
        theta, largest = self.estimator.walk(stream, **given, measured=self.uniform)
        error = np.sqrt(((theta - stream.theta) ** 2).sum(axis=1))
        if self.uniform:
            error = np.maximum(np.sqrt(largest / stream.samples), error)
        none = np.zeros(repeats)
        return {"error": error, "residual": none, "binds": none > 0, "converged": none == 0}
