"""Where the pessimistic policy is looked at: what its confidence set hides from it, and worlds in which greed fails."""

from boundcheck.claims import Axis, Lab, Mutant, Regime
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE

from ..notation import LETTERS, delta, epsilon, lam, n, radius
from ..quantities import SMALLEST, least
from .pessimistic import norm_of_best, pessimistic
from .policy_worlds import DIRECTIONS, least_eigenvalue

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


def at(name, world="square", *, biting=False, method=None, **values):
    """A regime of the gap under the page's factor."""
    return Regime(name, pessimistic(world, **(method or {})), {**TYPICAL, "d": len(DIRECTIONS[world]), **values}, biting)


def well_covered(name, world, *, biting=False, greedy=False, **values):
    """A regime of the bound that looks at the best policy alone; pairs are drawn at random."""
    point = {**TYPICAL, "d": len(DIRECTIONS[world]), **values}
    experiment = pessimistic(world, comparator=True, fixed=False, greedy=greedy)
    return Regime(name, experiment, {**point, "size": norm_of_best(world, point)}, biting)


def searched(**_):
    """The experiment at a point of the search."""
    return pessimistic("square")


def sweeps():
    """One parameter moved; the policy pays the width of its own set."""
    own = "the gap of the pessimistic policy is of the order of the width of its set"
    unhindered = r"the printed factor diverges at $\varepsilon = 2L B$, here 0.04, where nothing happens to the width that is proved"

    def sweep(letter, *, name="", over=(), note=own, **start):
        return WITH_LEAST.sweep(letter, pessimistic("square"), {**TYPICAL, "lam": 1e-18, **start}, name=name, over=over, note=note)

    return (
        sweep(n),
        sweep(epsilon, note=unhindered, n=10**14, radius=0.04),
        sweep(radius, n=10**14, epsilon=9.0),
        sweep(least, name="least eigenvalue", n=10**14),
        sweep(lam, over=(1e-6, 1e-3), **RIDGE),
    )


EVERY_DIRECTION = Lab(
    regimes=(
        at("hidden", biting=True),
        at("two states", "two_states", biting=True, **STATES),
        at("ridge", biting=True, **RIDGE),
        at("weak direction, pairs at random", biting=True, method={"fixed": False}, n=10**13, least=1e-4, epsilon=4.5, radius=4.0),
        at("stochastic policies", "two_rooms", biting=True, method={"stochastic": True}),
        at("greedy, radius 0", biting=True, method={"greedy": True}, scale_of_truth=0.01),
        at("small sample", method={"fixed": False}, **SMALL, scale_of_truth=1.0),
    ),
    probes=(
        at("very private", epsilon=0.05, radius=0.04, n=10**13, lam=1e-16),
        at("curved", epsilon=10.1, radius=10.0, n=10**13, lam=1e-16),
        at("weak direction", **WEAK),
    ),
    mutants=(
        Mutant("labels turned", "zeros and ones exchanged",
               at("labels turned", method={"estimator": PrivateMLE(reversed=True)}, scale_of_truth=1e9)),
        Mutant("noisier", r"labels privatised at a thousandth of the $\varepsilon$ for which the radius is made",
               at("noisier", method={"noisier": 1e3}, scale_of_truth=4.0)),
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
        well_covered("third arm hardly compared", "rare_third", biting=True, **UNSEEN),
        well_covered("hidden", "square", biting=True),
        well_covered("two states", "two_states", biting=True, **STATES),
        well_covered("small sample", "square", **SMALL),
    ),
    probes=(well_covered("weak direction", "square", **WEAK),),
    mutants=(
        Mutant("greedy", "the policy that is greedy for the same estimate",
               well_covered("third arm hardly compared", "rare_third", greedy=True, **UNSEEN)),
    ),
)  # fmt: skip
