"""Section 6's conjecture and the order of privacy and corruption, on needles."""

from dataclasses import dataclass

import numpy as np

from boundcheck.claims import Lab, Separation
from boundcheck.rlhf.bandits.bandit import draw
from boundcheck.rlhf.bandits.estimates import c, label_mean

from ..notation import LETTERS, epsilon, zeta
from . import needles


@dataclass(frozen=True)
class Constants:
    """Least squares over all constants of [-1, 1], whose minimiser is the clipped mean; all bad labels are 1."""

    order: str

    def sample(self, rng, repeats, *, n, epsilon, alpha, centre, **_):
        """Squared errors."""
        mean = label_mean(self.order, np.array([centre]), np.ones(1), alpha=alpha, epsilon=epsilon)
        counts = draw(rng, repeats, n=int(n), law=np.ones(1), first_wins=(1 + mean) / 2)
        found = np.clip(c(epsilon) * (2 * counts.ones[:, 0] / n - 1), -1, 1)
        return {"error": (found - centre) ** 2}


def lab(order):
    """Noise, corruption, and both, where the cut at 4 plays no part; and corruption after the coin, where the orders differ most."""
    late = (needles.BENCH.regime("late", needles.Regression(order), n=1e12, epsilon=0.1, alpha=1e-3, centre=-0.9),)
    return Lab(needles.regimes(order)[:4], late if order == "ltc" else ())


def separation():
    """Least squares over constants, under LTC against CTL, as privacy grows."""
    point = {"n": 1e13, "members": 2, "alpha": 1e-3, "zeta": 0.05, "centre": -0.5}
    return Separation(
        **LETTERS.along(epsilon, point, over=(2, 0.05)),  # as far as the price of privacy is more than a third
        easier=Constants("ctl"),
        harder=Constants("ltc"),
        failure=zeta,
        point=point,
    )
