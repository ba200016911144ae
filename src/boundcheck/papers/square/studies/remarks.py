"""Section 6's conjecture and the order of privacy and corruption, on needles."""

from dataclasses import dataclass

import numpy as np
from sympy import Integer, sqrt

from boundcheck.claims import Mutant, Separation
from boundcheck.rlhf.bandits.counts import draw
from boundcheck.rlhf.bandits.least_squares import c, label_mean

from ..notation import alpha, c_epsilon, n, zeta
from ..quantities import SHIFT, generalization, root_error, total
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


def regimes(order):
    """Noise, corruption, and both; the cut at 4 plays no part at these points."""
    return needles.regimes(order)[:4]


def mutants(order):
    """False versions of the two terms."""
    held = root_error(order)

    def changed(**terms):
        return total({**held, **terms}) ** 2

    corrupt = needles.regime("corruption", order, **needles.CORRUPTED[order])
    noise = needles.regime("noise", order, **needles.NOISY[order])
    late = needles.regime("late", order, n=1e12, epsilon=0.1, alpha=1e-3, centre=-0.9)
    rows = (
        Mutant("no corruption", "bad labels cost nothing", corrupt, changed(corruption=Integer(0))),
        Mutant("cube of alpha", "the cube of alpha, or more", corrupt, changed(corruption=held["corruption"] * sqrt(alpha))),
        Mutant("c dropped", "privacy costs nothing", noise, changed(noise=held["noise"] / c_epsilon)),
        Mutant("1/n^2", "the square of n", noise, changed(noise=held["noise"] / sqrt(n))),
    )
    if order == "ctl":
        return (*rows, Mutant("a third of the shift", "the constant before alpha squared is sixteen ninths", corrupt, changed(corruption=held["corruption"] / 3)))
    return (*rows, Mutant("c to the first power", "alpha squared times c(epsilon), as if the orders differed by one factor", late,
        changed(corruption=2 * SHIFT["ctl"] * sqrt(c_epsilon))))  # fmt: skip


def separation():
    """Least squares over constants, under LTC against CTL, as privacy grows."""
    return Separation(
        easier=Constants("ctl"),
        harder=Constants("ltc"),
        parameter="c(epsilon)",
        moves="epsilon",
        values=(0.05, 0.1, 0.2, 0.5, 1.0, 2.0),
        scale=c_epsilon,
        printed=total(generalization("ltc")) / total(generalization("ctl")),
        failure=zeta,
        point={"n": 1e13, "members": 2, "alpha": 1e-3, "zeta": 0.05, "centre": -0.5},
    )
