"""The methods that Theorem 4 is compared with, on the same users at the same privacy: rows of norm 1, which is L = 1/2."""

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import sympy
from sympy import Min, Rational, exp, log, sqrt

from boundcheck.rlhf.estimators.debiased import debiased_mle
from boundcheck.rlhf.estimators.losses import logistic_fit
from boundcheck.rlhf.mechanisms.responses import keep_probability
from boundcheck.rlhf.preferences import Preferences
from boundcheck.rlhf.users.release import (
    gaussian_scale,
    noisy_descent,
    one_shot,
    two_rounds,
    two_rounds_unclipped,
    user_batch,
)
from boundcheck.symbolic import number

from ..notation import LETTERS, d, delta, epsilon, feature_bound, gamma, kappa, m, n, radius
from ..notation import steps as descent_steps
from ..proofs.descent import NOISE

L, B = feature_bound, radius

# Of (epsilon, delta)-privacy by one Gaussian release: noise over sensitivity.
MULTIPLIER = (sqrt(log(1 / delta) + epsilon) + sqrt(log(1 / delta))) / (sqrt(2) * epsilon)
SLIP = 1 / (n * m)  # probability that anything below fails
TAIL = sqrt(2 * log(4 / SLIP))



def one_release(multiplier):
    """Mean error of one release with so much noise, at most."""
    return (L / sqrt(n * m) + 2 * L * multiplier * sqrt(d - 1) / n) / (gamma * kappa)


def second_release(multiplier, clip):
    """Mean error of the second of two releases, at most, where nobody is clipped."""
    return (L / sqrt(n * m) + 2 * sqrt(2) * multiplier * clip * sqrt(d - 1) / n) / (gamma * kappa)


ONE_SHOT = one_release(MULTIPLIER)
FIRST_ROUND = (L * (1 + TAIL) / sqrt(n * m) + 2 * sqrt(2) * L * MULTIPLIER * (sqrt(d - 1) + TAIL) / n) / (gamma * kappa)
CLIP = L * (1 + sqrt(2 * log(2 * n / SLIP))) / sqrt(m) + L**2 * Min(FIRST_ROUND, 2 * B)
UNCLIPPED = second_release(MULTIPLIER, CLIP)
TWO_ROUNDS = UNCLIPPED + 2 * B * SLIP


def threshold(steps):
    """tau_i of Theorem 4 after so many iterations."""
    return 4 * L * log(n * d * m * exp(epsilon) * steps / delta) / sqrt(m)


def removal_noise(steps):
    """Noise per step of line 15 of Algorithm 2, with the multiplier of Lemma 1 turned round: 1/epsilon' in place of epsilon'."""
    turned = 4 * sqrt(2 * steps * log(2 / delta)) / epsilon
    return sqrt(8 * log(exp(epsilon) * steps / delta)) * threshold(steps) * turned / n


def kindest_noise(steps):
    """The least that threshold allows: the mean of concentrated gradients moves by 2 tau/n, accounted as tightly as `MULTIPLIER`."""
    return 2 * threshold(steps) / n * sqrt(steps) * MULTIPLIER


def mended_noise(steps):
    """What is proved enough for the concentration test: full batches, all labels of a user replaced, see Theorem 3."""
    return NOISE.subs(descent_steps, steps) * threshold(steps) / n


STEPS = 200
NOISES = {"descent": removal_noise, "kindest descent": kindest_noise, "descent without minus": removal_noise, "mended descent": mended_noise}


@dataclass(frozen=True)
class Release:
    """One of the methods, on one-hot rows or on pairs, asked about evenly; d coordinates of sum 0.

    Parameters
    ----------
    method : {"plain", "one shot", "two rounds", "two rounds, clipped", "descent", "kindest descent", "descent without minus",
        "mended descent", "every label", "one label"}
    design : {"one-hot", "pairs"}
    truth : {"zero", "boundary"}
    """

    method: str
    design: str = "one-hot"
    truth: str = "boundary"

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, Any]:
        """Euclidean errors."""
        size, labels, dim = int(point["n"]), int(point["m"]), int(point["d"])
        x, theta = rows_of(self.design, dim), self._truth(dim, point["radius"])
        if self.method == "two rounds, clipped":
            batch = user_batch(rng, repeats, x, theta, users=size, labels=labels)
            fit, _ = two_rounds(rng, batch, clip=_at(CLIP, point), **_level(point))
            return _errors(fit, theta)
        data = _pooled(rng, repeats, x, theta, size, 1 if self.method == "one label" else labels)
        return _errors(self._fit(rng, data, size, labels, point), theta)

    def _truth(self, dim: int, length: float) -> np.ndarray:
        turned = np.arange(dim) - (dim - 1) / 2
        return np.asarray(turned / math.sqrt(float(turned @ turned)) * length * (self.truth == "boundary"))

    def _fit(self, rng: np.random.Generator, data: Preferences, size: int, labels: int, point: dict[str, Any]) -> Any:
        if self.method == "plain":
            return logistic_fit(data, data.ones, radius=point["radius"])
        if self.method == "one shot":
            return one_shot(rng, data, users=size, **_level(point))
        if self.method == "two rounds":
            return two_rounds_unclipped(rng, data, users=size, clip=_at(CLIP, point), **_level(point))
        if self.method in ("every label", "one label"):
            level = point["epsilon"] / (labels if self.method == "every label" else 1)
            keep = keep_probability(level)
            kept = rng.binomial(data.ones, keep) + rng.binomial(data.total - data.ones, 1 - keep)
            return debiased_mle(Preferences(data.x, data.total, kept, data.theta), epsilon=level, radius=point["radius"])
        noise = _at(_noise(self.method), point)
        sign = -1 if self.method == "descent without minus" else 1
        # Step 1/(smoothness of the loss): the least number of iterations settles, where the printed step needs (mn)^2 of them.
        return noisy_descent(rng, data, noise=noise, rate=4 * len(data.x) / 2, steps=STEPS, radius=point["radius"], sign=sign)


def rows_of(design: str, dim: int) -> np.ndarray:
    """Rows of norm 1: unit vectors, or differences of two of them."""
    if design == "one-hot":
        return np.eye(dim)
    first, second = np.triu_indices(dim, 1)
    rows = np.zeros((len(first), dim))
    rows[np.arange(len(first)), first], rows[np.arange(len(first)), second] = math.sqrt(0.5), -math.sqrt(0.5)
    return rows


def _pooled(rng: np.random.Generator, repeats: int, x: np.ndarray, theta: np.ndarray, users: int, labels: int) -> Preferences:
    """All labels in counts: rows are asked about evenly by all users together."""
    share = np.full(len(x), users * labels // len(x)) + (np.arange(len(x)) < users * labels % len(x))
    ones = rng.binomial(share, 0.5 + 0.5 * np.tanh(0.5 * (x @ theta)), size=(repeats, len(x)))
    return Preferences(x, np.broadcast_to(share, ones.shape), ones, theta)


def _level(point: dict[str, Any]) -> dict[str, float]:
    return {"scale": gaussian_scale(point["epsilon"], point["delta"]), "reach": 1.0, "radius": point["radius"]}


def _at(expression: sympy.Expr, point: dict[str, Any]) -> float:
    kept = {key: value for key, value in point.items() if not isinstance(value, str)}
    return float(number(_written(expression), {"feature_bound": Rational(1, 2), **kept}))


@cache
def _written(expression: sympy.Expr) -> sympy.Expr:
    return expression.xreplace(LETTERS.definitions)


@cache
def _noise(method: str) -> sympy.Expr:
    return NOISES[method](STEPS)


def _errors(fit: Any, theta: np.ndarray) -> dict[str, Any]:
    return {"error": np.sqrt(((fit.theta - theta) ** 2).sum(1)), "residual": fit.residual, "binds": fit.binds, "converged": fit.converged}
