"""The lab of Theorem 5.7: regimes, false methods, sweeps and the search, for the Euclidean error under coverage."""

import math
from dataclasses import replace
from functools import partial

from sympy import log

from boundcheck.claims import Axis, Choice
from boundcheck.rlhf.estimators import l2_error

from ..notation import LETTERS, alpha, d, delta, epsilon, n, radius, xi
from ..orders import LTC
from .estimation import estimation
from .rows import left_biased, moved, row, separated
from .worlds import experiment

QUIET = {"n": 10**9, "d": 16, "epsilon": 0.05, "radius": 0.2}
# In two dimensions: a weak direction inside the subspace, everything else along the vector of ones.
WEAK = {"d": 2, "xi": 0.01}
SWEPT = {"n": 10**9, "d": 8}
NOISE, SPOILED, PLANE = "one_hot half none", "one_hot half directional", {"d": 2, "xi": 0.5}

# Where worst cases are searched for: rows e_1 to e_m, equally likely, or a weak direction of the weight xi in the plane.
AXES = (
    Axis("room", 1.0, 1e10, "log"),
    Axis("rows", 2, 8, "integer"),
    Axis("weight", 0.01, 0.5, "log"),
    LETTERS.axis(epsilon),
    LETTERS.axis(radius),
    LETTERS.axis(delta, 0.05, 0.5),
    Choice("features", ("flat", "weak")),
    Choice("truth", ("zero", "boundary", "opposite")),
    Choice("adversary", ("none", "directional")),
)


def whole(size):
    """The least whole number of at most nine significant digits from `size` on: it does not hang on the last bit of a float."""
    least = math.ceil(size)
    unit = 10 ** max(0, len(str(least)) - 9)
    return -(-least // unit) * unit


def follow(*, features, rows, weight, room, delta, **_):
    """The dimension and the least eigenvalue of the features, and `room` times the least n."""
    dimension, least = (rows, 1 / rows) if features == "flat" else (2, weight)
    return {"d": dimension, "xi": least, "n": whole(room * 8 * math.log(dimension / delta) / least)}


def _searched(order, *, features, truth, adversary, **point):
    shares = tuple(point[share.name] for share in order.shares)
    named = "one_hot_random" if features == "flat" else features
    return experiment(order, f"{named} {truth} {adversary}", error=l2_error, shares=shares)


def search(order):
    """The fields of a bound that say where its worst case is looked for."""
    axes = AXES + tuple(LETTERS.axis(share, 1e-8, 0.45) for share in order.shares)
    return {"search": axes, "instance": partial(_searched, order), "fixed": {"lam": 1e-9}, "follow": follow}


LAB = estimation(
    l2_error,
    usual={"d": 5, "epsilon": 1.0, "radius": 1.0, "lam": 1e-9, "delta": 0.05},
    spectrum=xi.name,
    regimes=(
        row("biting", "one_hot_random random worst", biting=True, n=10**7, corrupted=1e-4),
        row("private", "one_hot_random random worst", biting=True, n=10**9, epsilon=0.1, corrupted=1e-5),
        row("weak direction", "weak opposite directional", biting=True, n=10**9, corrupted=1e-5, **WEAK),
        row("small", "one_hot_random random worst", n=2_000, corrupted=0.02),
        row("least n", "one_hot_random boundary worst", n=185, corrupted=0.05),
    ),
    probes=(
        row("noise", "one_hot zero none", **QUIET),
        row("noise, very private", "one_hot zero none", **QUIET | {"epsilon": 0.002, "n": 10**13}),
        row("noise, many dimensions", "one_hot zero none", **QUIET | {"d": 64}),
        # All corruption in the weak direction, the truth where the curvature is least.
        row("block", "weak opposite directional", n=10**12, epsilon=4.0, radius=3.0, corrupted=1e-4, late=0.0, **WEAK),
        row("late corruption", "weak opposite directional", only=(LTC,), n=10**12, epsilon=0.05, radius=2.0, corrupted=1e-5, **WEAK),
    ),
    mutants=(left_biased("biased", "the estimator takes private labels at face value", "one_hot random none", n=10**9),),
    sweeps=(
        moved(n, NOISE, epsilon=2.0, **SWEPT),
        moved(epsilon, NOISE, **SWEPT | {"n": 10**10}),
        moved(d, NOISE, name=r"$1/\xi$ (flat spectrum)", scale=1 / xi, follow={xi.name: 1 / d}, **SWEPT | {"n": 10**10}),
        moved(alpha, SPOILED, **PLANE | {"n": 10**12}),
        moved(xi, "weak half directional", name=r"$1/\xi$ (one weak direction)", over=(0.5, 0.01),  # the least of two is half at most
             
              note=r"the corruption term needs its $1/\xi$", corrupted=1e-4, **PLANE | {"n": 10**12}),
        moved(radius, "one_direction boundary none", epsilon=0.5,
              note="randomized response keeps the label noise from shrinking", **PLANE | {"n": 10**10}),
        moved(delta, NOISE, name=r"$1 + \ln(1/\delta)$", scale=1 + log(1 / delta), **SWEPT | {"d": 30}),
    ),
    pair=separated(SPOILED, n=10**10, corrupted=0.005, radius=2.0, **PLANE),
    search=search,
)

HALF = {"delta": 0.5}
BITING, PRIVATE, DIRECTION, *_ = LAB.regimes

# The printed rate, without the 1, for delta up to 1/2: at that end, where it is smallest against the explicit version and a
# false version must fail on more than half of the data sets, and at a usual delta.
AT_HALF = replace(
    LAB,
    regimes=(BITING.at(**HALF), PRIVATE.at(**HALF), DIRECTION.at(**HALF), replace(PRIVATE, name=r"private (small $\delta$)")),
    probes=tuple(probe.at(**HALF) for probe in LAB.probes),
    mutants=tuple(mutant.at(**HALF) for mutant in LAB.mutants),
)

# Of the instance that refutes the literal reading: nobody corrupts, so every order is the same.
FAIR_COINS = row("fair coins", "one_hot zero none")

# Section 7: how the errors of LTC grow with coverage.
TOLERANT = {"n": 10**12, "epsilon": 0.5, "corrupted": 1e-4, **PLANE}
UNDER_LTC = replace(LAB, search=None, sweeps=(
    moved(epsilon, SPOILED, name=r"$c(\varepsilon)$ (LTC with coverage)", **TOLERANT),
    moved(alpha, SPOILED, name=r"$\alpha$ (LTC with coverage)", **TOLERANT),
    moved(epsilon, SPOILED, name=r"$c(\varepsilon)$ (no corruption)", **TOLERANT | {"corrupted": 0.0, "n": 10**9}),
)).under(LTC)  # fmt: skip
