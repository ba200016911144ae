"""The pessimistic policy put to the test: what its confidence set hides from it, and worlds in which greed fails."""

import math

import numpy as np
from sympy import Gt, Symbol

from boundcheck.claims import Axis, Mutant, Parameter, Regime, Scaling, Sweep
from boundcheck.rlhf.estimators.logistic import subspace_basis
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE

from ..notation import c_epsilon, delta, gamma, lam, n
from .policies import DIRECTIONS, WORLDS, covariance, least, least_eigenvalue, pessimistic

SCALE = Parameter("scale_of_truth", r"\tau", "tau", "scale of the truth: its length over the length that the set "
                  "can hide, as far as the ball allows",
                  (Gt(Symbol("scale_of_truth", real=True), 0),), (0.01, 2))
# The truth is just short enough for the confidence set to hide its sign: the policy stays with the arm of value 0.
HIDDEN = 0.95
TYPICAL = {"n": 10**10, "d": 2, "epsilon": 1.5, "radius": 0.5, "feature_bound": 0.5, "lam": 1e-12, "delta": 0.05,
           "least": 0.5, "scale_of_truth": HIDDEN}
RIDGE = {**TYPICAL, "n": 10**16, "lam": 0.005}
STATES = {**TYPICAL, "n": 10**12, "d": 3, "least": least_eigenvalue("two_states"), "scale_of_truth": 0.1}

REGIMES = (
    Regime("hidden", pessimistic("square"), TYPICAL, biting=True),
    Regime("two states", pessimistic("two_states"), STATES, biting=True),
    Regime("ridge", pessimistic("square"), RIDGE, biting=True),
    Regime(
        "weak direction, pairs at random", pessimistic("square", fixed=False),
        {**TYPICAL, "n": 10**13, "least": 1e-4, "epsilon": 4.5, "radius": 4.0}, biting=True,
    ),
    Regime("stochastic policies", pessimistic("two_rooms", stochastic=True), TYPICAL, biting=True),
    Regime("greedy, radius 0", pessimistic("square", greedy=True), {**TYPICAL, "scale_of_truth": 0.01}, biting=True),
    Regime("small sample", pessimistic("square", fixed=False), {**TYPICAL, "n": 300, "lam": 0.01, "scale_of_truth": 1.0}),
)


def norm_of_best(world, point):
    """Norm of the best policy's mean feature in the inverse of the ridge covariance on the subspace, L = 1/2."""
    case, basis = WORLDS[world], subspace_basis(int(point["d"]))
    best = case.mean_features(case.greedy(np.array(DIRECTIONS[world]))) / 2 @ basis
    matrix = basis.T @ (covariance(world, least=point["least"]) + point["lam"] * np.eye(len(basis))) @ basis
    return math.sqrt(best @ np.linalg.solve(matrix, best))


def well_covered(name, world, *, greedy=False, biting=False, **values):
    """A regime of the bound that looks at the best policy alone; pairs are drawn at random."""
    at = {**TYPICAL, "d": len(DIRECTIONS[world]), **values}
    experiment = pessimistic(world, comparator=True, fixed=False, greedy=greedy)
    return Regime(name, experiment, {**at, "size": norm_of_best(world, at)}, biting)


# About a hundred comparisons show the third arm, none the direction of ones: the factor of the page is 10^8.
UNSEEN = {"n": 10**13, "lam": 1e-16, "least": 0.0, "scale_of_truth": 1e-6}
COMPARATOR_REGIMES = (
    well_covered("third arm hardly compared", "rare_third", biting=True, **UNSEEN),
    well_covered("hidden", "square", biting=True),
    well_covered("two states", "two_states", biting=True, n=10**12, least=STATES["least"], scale_of_truth=0.1),
    well_covered("small sample", "square", n=300, lam=0.01),
)


COMPARATOR_PROBES = (well_covered("weak direction", "square", n=10**14, least=1e-4, lam=1e-16),)
COMPARATOR_MUTANTS = (
    Mutant("greedy", "the policy that is greedy for the same estimate",
           well_covered("third arm hardly compared", "rare_third", greedy=True, **UNSEEN)),
)


def searched(**_):
    """The experiment at a point of the search."""
    return pessimistic("square")


# The printed domain epsilon > 2LB is kept by the ranges: 2LB is the radius here.
SEARCH = (
    Axis("n", 10**4, 10**14, "log_integer"),
    Axis("epsilon", 4.0, 8.0, "log"),
    Axis("radius", 0.05, 3.9, "log"),
    Axis("lam", 1e-12, 1.0, "log"),
    Axis("delta", 0.05, 0.3, "log"),
    Axis("least", 1e-4, 0.5, "log"),
    Axis("scale_of_truth", 0.1, 2.0, "log"),
)


def _at(name, experiment=None, **values):
    return Regime(name, experiment or pessimistic("square"), {**TYPICAL, **values})


# The policy pays the width of its own set.
PROBES = (
    _at("very private", epsilon=0.05, radius=0.04, n=10**13, lam=1e-16),
    _at("curved", epsilon=10.1, radius=10.0, n=10**13, lam=1e-16),
    _at("weak direction", least=1e-4, n=10**14, lam=1e-16),
)
MUTANTS = (
    Mutant("labels turned", "zeros and ones exchanged",
           _at("labels turned", pessimistic("square", estimator=PrivateMLE(reversed=True)), scale_of_truth=1e9)),
    Mutant("noisier", "labels privatised at a thousandth of the epsilon for which the radius is made",
           _at("noisier", pessimistic("square", noisier=1e3), scale_of_truth=4.0)),
)


def rates(printed, explicit, trivial):
    """The exponent in every parameter, of the policy that pays the width of its set."""
    hidden, quiet = pessimistic("square"), {**TYPICAL, "lam": 1e-18}
    small = {**quiet, "n": 10**14, "radius": 0.04}

    own = "the gap of the pessimistic policy is of the order of the width of its set"

    def sweep(name, moves, values, scale, towards, start, note=own):
        return Sweep(name, moves, values, scale, towards, hidden, start, note=note)

    return Scaling(
        printed=printed,
        explicit=explicit,
        trivial=trivial,
        failure=delta,
        sweeps=(
            sweep("n", "n", tuple(10.0**k for k in range(7, 14)), n, "large", quiet),
            sweep("c(epsilon)", "epsilon", (0.05, 0.1, 0.25, 0.6, 1.5, 4.0, 8.0), c_epsilon, "large", small,
                  "the printed factor diverges at epsilon = 2LB, here 0.04, where nothing happens to the width that is proved"),
            sweep("1/gamma", "radius", (2.0, 4.0, 6.0, 8.0), 1 / gamma, "large", {**quiet, "epsilon": 9.0, "n": 10**14}),
            sweep("least eigenvalue", "least", (1e-4, 1e-3, 1e-2, 1e-1), least, "small", {**quiet, "n": 10**14}),
            sweep("lambda", "lam", (1e-6, 1e-5, 1e-4, 1e-3), lam, "large", RIDGE),
        ),
    )
