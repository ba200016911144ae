"""The greedy policy of SGD-RR from end to end, for truths as short as the iterate is uncertain; where it is looked at."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sympy import Rational

from boundcheck.claims import Axis, Bench, Lab
from boundcheck.rlhf.estimators.pessimism import greedy_gap, sphere_gap
from boundcheck.rlhf.estimators.sgd import SGDRR, StreamExperiment
from boundcheck.rlhf.worlds.policy_comparisons import Towards

from ..notation import LETTERS, delta, epsilon, feature_bound, kappa, n, radius
from .policy_worlds import DIRECTIONS, WORLDS, comparisons, dimension, least_eigenvalue

SGD_RR = SGDRR()  # the step size of the proof


def spread(*, n, epsilon, radius, feature_bound, kappa, **_):
    """Standard deviation of the last iterate along a direction of coverage kappa, at a truth near 0 and for large n."""
    reach = feature_bound * radius
    gamma = 1 / (2 + math.exp(-2 * reach) + math.exp(2 * reach))
    return 1 / math.tanh(epsilon / 2) / (2 * gamma * math.sqrt(kappa * (1 / (2 * gamma) - 1) * n))


@dataclass(frozen=True)
class Greedy:
    """SGD-RR on the comparisons one by one, and the policy that is greedy for its last iterate.

    The truth is ``scale_of_truth`` times as long as the iterate is uncertain, and no longer than the ball allows.

    Parameters
    ----------
    world : str
    estimator : SGDRR
    reversed : bool
        The private labels are turned round.
    """

    world: str
    estimator: SGDRR = SGD_RR
    reversed: bool = False

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, np.ndarray]:
        """Gaps of `repeats` runs."""
        truth = Towards(DIRECTIONS[self.world], min(point["scale_of_truth"] * spread(**point), point["radius"]))
        rows = comparisons(self.world, "kappa", False)
        stream = StreamExperiment(rows, truth, self.estimator, reversed=self.reversed).stream(rng, repeats, **point)
        given = {name: float(point[name]) for name in ("feature_bound", "radius", "kappa")}
        theta, _ = self.estimator.walk(stream, **given, measured=False)
        length = given["feature_bound"]
        if self.world == "sphere":
            gap = sphere_gap(theta, stream.theta, feature_bound=length)
        else:
            gap = greedy_gap(WORLDS[self.world], theta, stream.theta, feature_bound=length)
        none = np.zeros(repeats)
        return {"error": gap, "residual": none, "binds": none > 0, "converged": none == 0}


# LB = 3/4 is where the bound is smallest against 2LB, for given coverage over L^2.
TYPICAL = {"n": 120_000, "d": 2, "epsilon": 8.0, "radius": 1.5, "feature_bound": 0.5, "kappa": 0.5, "delta": 0.05,
           "scale_of_truth": 1.0}  # fmt: skip
MANY, SHORT, LONG = {"n": 400_000}, {"n": 20_000}, 1e9  # a truth of the length LONG is cut at the ball
STATES = {"kappa": least_eigenvalue("two_states"), "scale_of_truth": 0.2}
FIXED = {"kappa": least_eigenvalue("sphere"), "scale_of_truth": LONG}  # a third


BENCH = Bench(LETTERS, TYPICAL, Greedy("square"), complete=dimension)


def searched(**_):
    """The experiment at a point of the search."""
    return Greedy("square")


def sweeps():
    """One parameter moved, for truths as short as the iterate is uncertain; every step is simulated, which ends the range of n."""
    short = r"the truth is as long as one standard deviation of the iterate, and the better action is missed more often than $\delta$"
    scaled = {"kappa": 2 * feature_bound**2, "radius": Rational(3, 4) / feature_bound}
    many = replace(BENCH, usual={**TYPICAL, **MANY})
    return (
        many.sweep(n, note=short, over=(20, 2e5), radius=0.7),
        many.sweep(n, Greedy("sphere"), name="$n$ (all directions, fixed truth)", over=(1e3, 1e5), **FIXED, radius=0.7,
              note="for a fixed truth the gap is quadratic in the error"),
        many.sweep(epsilon, note=short, n=30_000),
        many.sweep(radius, note=short, n=20_000, epsilon=4.0),
        many.sweep(kappa, note=short, n=30_000, epsilon=4.0),
        many.sweep(feature_bound, name=r"$L$ at $\kappa = 2 L^2$ and fixed $L B$", n=10_000, follow=scaled,
              note="with coverage in proportion to $L^2$ the gap does not depend on $L$"),
    )


OF_SGD_RR = Lab(
    regimes=(
        BENCH.regime("biting", biting=True, **MANY),
        BENCH.regime("two states", Greedy("two_states"), **SHORT, **STATES),
        BENCH.regime("private", **SHORT, epsilon=0.5),
        BENCH.regime("curved", **SHORT, radius=4.0),
        BENCH.regime("weakly covered", **SHORT, kappa=0.01),
        BENCH.regime("long features", **SHORT, feature_bound=4.0, radius=3 / 16, kappa=32.0),
        BENCH.regime("all directions, fixed truth", Greedy("sphere"), **SHORT, **FIXED),
        BENCH.regime("small sample", n=20),
    ),
    probes=(
        BENCH.regime("very private", epsilon=1e-3),
        BENCH.regime("very curved", n=30_000, radius=10.0),
        BENCH.regime("weak direction", n=30_000, kappa=1e-5),
        BENCH.regime("very long features", n=30_000, feature_bound=400.0, radius=3 / 1600, kappa=320_000.0),
        BENCH.regime("plain labels"),
    ),
    mutants=(
        BENCH.false("constant step", "the constant step size that the theorem prints", Greedy("square", SGDRR(power=0.0)), scale_of_truth=LONG),
        BENCH.false("$1/t^3$ step", "steps of order $1/t^3$, too short to move the iterate far", Greedy("square", SGDRR(power=3.0)), scale_of_truth=LONG),
        BENCH.false("labels turned", "zeros and ones exchanged", Greedy("square", reversed=True), scale_of_truth=LONG),
    ),
    search=(
        LETTERS.axis(n, 4, 1e4),
        LETTERS.axis(epsilon),
        LETTERS.axis(radius),
        LETTERS.axis(kappa, 0.01, 0.5),
        LETTERS.axis(delta, 0.01, 0.1),
        Axis("scale_of_truth", 0.1, 1.0, "log"),  # so that the arm is missed more often than delta allows
    ),
    instance=searched,
    fixed={"feature_bound": 0.5, "d": 2},
    sweeps=sweeps(),
)
