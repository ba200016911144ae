"""The linear Bradley-Terry world: features, a truth, and labels from the logistic model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boundcheck.rlhf.preferences import Preferences


class Features(Protocol):
    """Where the rows come from."""

    def draw(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, **point: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows ``(k, d)`` or ``(R, k, d)`` of norm at most 1, and how often each occurs, ``(R, k)``."""

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """Unit vector ``(d,)`` of the feature direction number `index`."""


class Truth(Protocol):
    """Where the true parameter comes from."""

    def draw(self, rng: np.random.Generator, repeats: int, *, features: Features, d: int, radius: float) -> np.ndarray:
        """Parameters ``(d,)`` or ``(R, d)`` in the ball and the subspace of Definition 5.1."""


@dataclass(frozen=True)
class LinearWorld:
    r"""Labels with :math:`P(y_i = 1 \mid x_i) = \sigma(\langle\theta_{\mathrm{true}}, x_i\rangle)`.

    Parameters
    ----------
    features : Features
        Finitely many distinct rows are simulated by counts, at a cost that does not depend on ``n``.
    truth : Truth

    Source
    ------
    Eq. (3) and Definition 5.1 (unified).
    """

    features: Features
    truth: Truth

    def sample(
        self, rng: np.random.Generator, repeats: int, *, n: int, d: int, radius: float, **point: float
    ) -> Preferences:
        """Draw a batch of raw data sets, labels neither private nor corrupted.

        Parameters
        ----------
        rng : numpy.random.Generator
        repeats : int, ``>= 1``
            Number of data sets. A batch of rows is quickest with about a million coordinates, ``repeats * n * d``;
            one of counts with a thousand data sets.
        n : int, ``>= 1``
            Samples per data set.
        d : int, ``>= 1``
        radius : float, ``> 0``
            Radius of the parameter ball.
        **point
            Whatever else the features read (`alpha` for a worst block).

        Returns
        -------
        data : Preferences
        """
        x, total = self.features.draw(rng, repeats, n=int(n), d=int(d), **point)
        theta = self.truth.draw(rng, repeats, features=self.features, d=int(d), radius=radius)
        raw = Preferences(x=x, total=total, ones=total, theta=theta)
        likely = raw.logits(theta)
        likely *= 0.5
        np.tanh(likely, out=likely)  # in place, since a batch of rows is large
        likely *= 0.5
        likely += 0.5
        likely = np.broadcast_to(likely, total.shape)
        ones = (rng.random(total.shape) < likely).astype(np.int64) if raw.row_by_row else rng.binomial(total, likely)
        return Preferences(x=x, total=total, ones=ones, theta=theta)
