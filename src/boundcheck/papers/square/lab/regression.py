"""Least squares and the exponential mechanism on a finite class, with the worst laws of bad labels.

Gaps between the members of a class are set from the point, so that a wrong member wins with a probability just above
the failure probability that is allowed; ``scale`` shrinks them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from boundcheck.rlhf.bandits.bandit import Counts, draw
from boundcheck.rlhf.bandits.estimates import ClassLeastSquares, c, label_mean
from boundcheck.rlhf.bandits.policies import RATE, ExponentialMechanism

LIKELY = 4.0  # a wrong member wins so many times as often as allowed


def visible_shift(order: str, centre: float, bad: float, *, alpha: float, epsilon: float) -> float:
    """By how much bad labels move the mean of a de-biased label."""
    mean = label_mean(order, np.array([centre]), np.array([bad]), alpha=alpha, epsilon=epsilon)[0]
    return float(mean * (1.0 if order == "central" else c(epsilon)) - centre)


def beatable(order: str, centre: float, *, n: float, rows: int, alpha: float, epsilon: float, zeta: float) -> float:
    """The gap of a member of `rows` that beats the truth with probability ``LIKELY * zeta`` on one of them."""
    width = 1.0 if order == "central" else c(epsilon)
    z = norm.isf(min(LIKELY * zeta, 0.5) / rows)
    deviation = width**2 - (centre + visible_shift(order, centre, 1.0, alpha=alpha, epsilon=epsilon)) ** 2
    noise = z * math.sqrt(max(deviation, 0.0) * rows / n)
    drawn = 0.0
    if order == "central":
        drawn = math.sqrt(8 * rows * math.log(rows / (LIKELY * zeta)) / (n * epsilon))
    shift = visible_shift(order, centre, 1.0, alpha=alpha, epsilon=epsilon)
    return max(2 * (shift + noise), shift + math.hypot(shift, drawn))


def chosen(
    rng: np.random.Generator, order: str, counts: Counts, functions: np.ndarray, worst: np.ndarray, epsilon: float, *, debias: bool
) -> np.ndarray:
    """The member that the algorithm of the order returns, per data set."""
    if order == "central":
        return ExponentialMechanism()(rng, counts, functions, epsilon=epsilon)
    return ClassLeastSquares(debias)(counts, functions, worst, epsilon=epsilon)


@dataclass(frozen=True)
class Regression:
    """Needles: as many rows as wrong members, each of which leaves the truth on a row of its own.

    All bad labels are 1 and the truth is `centre` everywhere, so that the bad labels pull upwards. The losses of the
    needles need one row each, which makes large classes cheap.

    Parameters
    ----------
    order : {"ctl", "ltc", "central"}
    debias : bool
        Without it labels are taken at face value.
    """

    order: str
    debias: bool = True

    def sample(self, rng, repeats, *, n, members, epsilon, alpha, zeta, centre, scale=1.0, **_):
        """Squared errors of the chosen members."""
        rows = int(members) - 1
        gap = scale * beatable(self.order, centre, n=n, rows=rows, alpha=alpha, epsilon=epsilon, zeta=zeta)
        gap = min(gap, 1.0 - centre)
        mean = label_mean(self.order, np.full(rows, centre), np.ones(rows), alpha=alpha, epsilon=epsilon)
        counts = draw(rng, repeats, n=int(n), law=np.full(rows, 1 / rows), first_wins=np.clip((1 + mean) / 2, 0, 1))
        excess = needle_losses(counts, centre, gap, 1.0 if self.order == "central" or not self.debias else c(epsilon))
        return {"error": np.where(self.leaves(rng, excess, epsilon), gap**2 / rows, 0.0)}

    def leaves(self, rng, excess, epsilon):
        """Whether a needle is returned, per data set."""
        if self.order != "central":
            return excess.min(axis=1) <= 0
        weights = np.exp(np.clip(-epsilon / RATE * excess, -700, 500)).sum(axis=1)
        return rng.random(len(weights)) * (1 + weights) < weights


def needle_losses(counts: Counts, centre: float, gap: float, width: float) -> np.ndarray:
    """Loss of every needle less that of the truth, shape ``(R, k)``."""
    noise = width * (2.0 * counts.ones - counts.total) - counts.total * centre
    return counts.total * gap**2 - 2 * gap * noise
