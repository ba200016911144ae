"""Where the pessimistic policy is looked at: what its confidence set hides from it, and worlds in which greed fails."""

from dataclasses import replace
from functools import partial

from boundcheck.claims import Axis, Bench, Lab, Mutant
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE

from ..notation import LETTERS, delta, epsilon, lam, n, radius
from ..quantities import SMALLEST, least
from .pessimistic import norm_of_best, pessimistic
from .policy_worlds import dimension, least_eigenvalue

WITH_LEAST = LETTERS | SMALLEST

# The truth is just short enough for the confidence set to hide its sign: the policy stays with the arm of value 0.
TYPICAL = {"n": 10**10, "d": 2, "epsilon": 1.5, "radius": 0.5, "feature_bound": 0.5, "lam": 1e-12, "delta": 0.05,
           "least": 0.5, "scale_of_truth": 0.95}  # fmt: skip
RIDGE = {"n": 10**16, "lam": 0.005}
STATES = {"n": 10**12, "least": least_eigenvalue("two_states"), "scale_of_truth": 0.1}
SMALL = {"n": 300, "lam": 0.01}
WEAK = {"least": 1e-4, "n": 10**14, "lam": 1e-16}
# About a hundred comparisons show the third arm, none the direction of ones: the factor of the page is 10^8.
UNSEEN = {"n": 10**13, "lam": 1e-16, "least": 0.0, "scale_of_truth": 1e-6}


def well_covered(run, **point):
    """What the bound that looks at the best policy alone has besides."""
    own = dimension(run)
    return {**own, "size": norm_of_best(run.world, {**point, **own})}


SQUARE = pessimistic("square")
BENCH = Bench(WITH_LEAST, TYPICAL, SQUARE, complete=dimension)  # of the gap under the page's factor
BEST = Bench(WITH_LEAST, TYPICAL, complete=well_covered)
of_best = partial(pessimistic, comparator=True, fixed=False)  # pairs are drawn at random


def searched(**_):
    """The experiment at a point of the search."""
    return pessimistic("square")


def sweeps():
    """One parameter moved; the policy pays the width of its own set."""
    own = "the gap of the pessimistic policy is of the order of the width of its set"
    unhindered = r"the printed factor diverges at $\varepsilon = 2L B$, here 0.04, where nothing happens to the width that is proved"
    light = replace(BENCH, usual={**TYPICAL, "lam": 1e-18})
    return (
        light.sweep(n, note=own),
        light.sweep(epsilon, note=unhindered, n=10**14, radius=0.04),
        light.sweep(radius, note=own, n=10**14, epsilon=9.0),
        light.sweep(least, note=own, name="least eigenvalue", n=10**14),
        light.sweep(lam, note=own, over=(1e-6, 1e-3), **RIDGE),
    )


EVERY_DIRECTION = Lab(
    regimes=(
        BENCH.regime("hidden", biting=True),
        BENCH.regime("two states", pessimistic("two_states"), biting=True, **STATES),
        BENCH.regime("ridge", biting=True, **RIDGE),
        BENCH.regime("weak direction, pairs at random", pessimistic("square", fixed=False), biting=True, n=10**13, least=1e-4, epsilon=4.5, radius=4.0),
        BENCH.regime("stochastic policies", pessimistic("two_rooms", stochastic=True), biting=True),
        BENCH.regime("greedy, radius 0", pessimistic("square", greedy=True), biting=True, scale_of_truth=0.01),
        BENCH.regime("small sample", pessimistic("square", fixed=False), **SMALL, scale_of_truth=1.0),
    ),
    probes=(
        BENCH.regime("very private", epsilon=0.05, radius=0.04, n=10**13, lam=1e-16),
        BENCH.regime("curved", epsilon=10.1, radius=10.0, n=10**13, lam=1e-16),
        BENCH.regime("weak direction", **WEAK),
    ),
    mutants=(
        BENCH.false("labels turned", "zeros and ones exchanged", pessimistic("square", estimator=PrivateMLE(reversed=True)), scale_of_truth=1e9),
        BENCH.false("noisier", r"labels privatised at a thousandth of the $\varepsilon$ for which the radius is made",
                    pessimistic("square", noisier=1e3), scale_of_truth=4.0),
    ),
    # The printed domain epsilon > 2LB is kept by the ranges: 2LB is the radius here.
    search=(
        WITH_LEAST.axis(n, low=1e4),
        WITH_LEAST.axis(epsilon, low=4),
        WITH_LEAST.axis(radius, high=3.9),
        WITH_LEAST.axis(lam, 1e-12, 1),
        WITH_LEAST.axis(delta, low=0.05),
        WITH_LEAST.axis(least),
        Axis("scale_of_truth", 0.1, 2.0, "log"),
    ),
    instance=searched,
    fixed={"feature_bound": 0.5, "d": 2},
    sweeps=sweeps(),
)  # fmt: skip

BEST_POLICY = Lab(
    regimes=(
        BEST.regime("third arm hardly compared", of_best("rare_third"), biting=True, **UNSEEN),
        BEST.regime("hidden", of_best("square"), biting=True),
        BEST.regime("two states", of_best("two_states"), biting=True, **STATES),
        BEST.regime("small sample", of_best("square"), **SMALL),
    ),
    probes=(BEST.regime("weak direction", of_best("square"), **WEAK),),
    mutants=(
        Mutant("greedy", "the policy that is greedy for the same estimate",
               BEST.regime("third arm hardly compared", of_best("rare_third", greedy=True), **UNSEEN)),
    ),
)  # fmt: skip
