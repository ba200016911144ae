"""The greedy policy of SGD-RR from end to end, for truths as short as the iterate is uncertain; where it is looked at."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Rational

from boundcheck.claims import Axis, Lab, Mutant, Regime
from boundcheck.rlhf.estimators.pessimism import greedy_gap, sphere_gap
from boundcheck.rlhf.estimators.sgd import SGDRR, StreamExperiment
from boundcheck.rlhf.worlds.policy_comparisons import Towards

from ..notation import LETTERS, delta, epsilon, feature_bound, kappa, n, radius
from .policy_worlds import DIRECTIONS, WORLDS, comparisons, least_eigenvalue

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


def at(name, world="square", estimator=SGD_RR, *, turned=False, biting=False, **values):
    """A regime of the gap."""
    return Regime(name, Greedy(world, estimator, turned), {**TYPICAL, "d": len(DIRECTIONS[world]), **values}, biting)


def wrong(name, words, estimator=SGD_RR, **options):
    """A false method, for a truth as long as the ball allows."""
    return Mutant(name, words, at(name, "square", estimator, scale_of_truth=LONG, **options))


def searched(**_):
    """The experiment at a point of the search."""
    return Greedy("square")


def sweeps():
    """One parameter moved, for truths as short as the iterate is uncertain; every step is simulated, which ends the range of n."""
    short = r"the truth is as long as one standard deviation of the iterate, and the better action is missed more often than $\delta$"
    scaled = {"kappa": 2 * feature_bound**2, "radius": Rational(3, 4) / feature_bound}

    def sweep(letter, world="square", *, name="", over=(), note=short, follow=None, **start):
        point = {**TYPICAL, **MANY, "d": len(DIRECTIONS[world]), **start}
        return LETTERS.sweep(letter, Greedy(world), point, name=name, over=over, note=note, follow=follow)

    return (
        sweep(n, over=(20, 2e5), radius=0.7),
        sweep(n, "sphere", name="n, all directions, fixed truth", over=(1e3, 1e5), **FIXED, radius=0.7,
              note="for a fixed truth the gap is quadratic in the error"),
        sweep(epsilon, n=30_000),
        sweep(radius, n=20_000, epsilon=4.0),
        sweep(kappa, n=30_000, epsilon=4.0),
        sweep(feature_bound, name=r"L at $\kappa = 2 L^2$ and fixed LB", n=10_000, follow=scaled,
              note="with coverage in proportion to $L^2$ the gap does not depend on $L$"),
    )


OF_SGD_RR = Lab(
    regimes=(
        at("biting", biting=True, **MANY),
        at("two states", "two_states", **SHORT, **STATES),
        at("private", **SHORT, epsilon=0.5),
        at("curved", **SHORT, radius=4.0),
        at("weakly covered", **SHORT, kappa=0.01),
        at("long features", **SHORT, feature_bound=4.0, radius=3 / 16, kappa=32.0),
        at("all directions, fixed truth", "sphere", **SHORT, **FIXED),
        at("small sample", n=20),
    ),
    probes=(
        at("very private", epsilon=1e-3),
        at("very curved", n=30_000, radius=10.0),
        at("weak direction", n=30_000, kappa=1e-5),
        at("very long features", n=30_000, feature_bound=400.0, radius=3 / 1600, kappa=320_000.0),
        at("plain labels"),
    ),
    mutants=(
        wrong("constant step", "the constant step size that the theorem prints", SGDRR(power=0.0)),
        wrong("$1/t^3$ step", "steps of order $1/t^3$, too short to move the iterate far", SGDRR(power=3.0)),
        wrong("labels turned", "zeros and ones exchanged", turned=True),
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
