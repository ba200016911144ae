"""Theorem 3.2 put to the test: regimes, mutants, sweeps, and the instance that no constant before the noise survives."""

import sympy
from sympy import Ge, Integer, Le, Rational, log, sqrt

from boundcheck.claims import Axis, Choice, Collapse, Inequality, Mutant, Regime, Scaling, Sweep
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE

from ..instances import likelihood
from ..notation import LOW_PRIVACY, c_epsilon, covariance_norm, d, delta, epsilon, feature_bound, gamma, lam, n, radius
from ..quantities import FLATTEST

C, p = sympy.symbols("C p", real=True)
TYPICAL = {"n": 10**9, "d": 10, "epsilon": 1.5, "radius": 0.7, "feature_bound": 0.5, "lam": 1e-9, "delta": 0.05,
           "covariance_norm": 0.1}

REGIMES = (
    Regime("biting", likelihood("one_hot", "random"), TYPICAL, biting=True),
    Regime(
        "very private", likelihood("pairs", "half"),
        {**TYPICAL, "epsilon": 0.1, "radius": 0.09, "n": 10**12, "lam": 1e-12, "covariance_norm": 1 / 9}, biting=True,
    ),
    Regime(
        "curved", likelihood("one_direction", "boundary"),
        {**TYPICAL, "d": 2, "epsilon": 4.2, "radius": 4.0, "n": 10**9, "covariance_norm": 1.0}, biting=True,
    ),
    Regime(
        "small sample", likelihood("one_hot_random", "boundary"),
        {**TYPICAL, "n": 60, "d": 3, "lam": 0.01, "covariance_norm": 1 / 3},
    ),
    Regime(
        "weak direction", likelihood("weak_direction", "opposite"),
        {**TYPICAL, "d": 4, "n": 10**6, "epsilon": 3.0, "radius": 2.0, "covariance_norm": 0.5},
    ),
)

ANY_EPSILON = c_epsilon / (4 * gamma * FLATTEST**2)
ANY_EPSILON_CONSTANT = Integer(35)  # 16 times 35/16, the step whole_every_epsilon
PRIVATE_REGIMES = (
    Regime(
        "high privacy", likelihood("one_hot", "boundary"),
        {**TYPICAL, "epsilon": 0.2, "radius": 1.5, "n": 10**12, "d": 4, "covariance_norm": 0.25}, biting=True,
    ),
    Regime(
        "half way", likelihood("pairs", "random"),
        {**TYPICAL, "epsilon": 1.0, "radius": 2.0, "n": 10**11, "d": 5, "covariance_norm": 0.25}, biting=True,
    ),
    Regime(
        "small", likelihood("one_hot_random", "half"),
        {**TYPICAL, "epsilon": 0.5, "radius": 3.0, "n": 500, "d": 3, "covariance_norm": 1 / 3},
    ),
)

# 4LB + 1/2 is twice the radius and a half here.
CONVEX_REGIMES = (
    Regime("biting", likelihood("one_hot", "random"), {**TYPICAL, "radius": 0.5, "n": 10**7}, biting=True),
    Regime("at the edge", likelihood("one_direction", "boundary"),
           {**TYPICAL, "d": 2, "epsilon": 4.5, "radius": 2.0, "n": 10**7, "covariance_norm": 1.0}, biting=True),
    Regime("small sample", likelihood("one_hot_random", "boundary"),
           {**TYPICAL, "n": 60, "d": 3, "lam": 0.01, "radius": 0.5, "covariance_norm": 1 / 3}),
)

# One label, which is 0 with probability at least 1/4: the estimate is then the antipode of the truth.
COLLAPSE = Collapse(
    "with one label, row e_1, the truth on the sphere of radius B = 1, where its logit is positive, and epsilon = ln 3 the "
    "estimate is the antipode of the truth with probability above 1/4; its error is at least 2 sqrt(lambda) B, and lambda may be "
    "as large as 10^6 C^2",
    C,
    {n: Integer(1), d: Integer(2), epsilon: log(3), radius: Integer(1), feature_bound: Rational(1, 2),
     delta: Rational(1, 10), lam: 10**6 * C**2},
    # the distance 2 B of the ends of the ball, in the ridge part of the norm
    Inequality(2000 * C, 2 * sqrt(10**6 * C**2), (Ge(C, 1),)),
    likelihood("one_hot", "boundary"),
    # the coin alone turns a label with probability 1/4, whatever the probability of a one
    likely=Inequality(Rational(1, 4), Rational(3, 4) * p + Rational(1, 4) * (1 - p), (Ge(p, 0), Le(p, 1))),
    beside=sqrt(lam) * radius,
    more={"covariance_norm": 0.5},
)


def searched(*, features, truth, **_):
    """The experiment at a point of the search."""
    return likelihood(features, truth)


# The printed domain epsilon > 2LB is kept by the ranges: 2LB is the radius here.
SEARCH = (
    Axis("n", 1, 10**6, "log_integer"),
    Axis("d", 2, 8, "integer"),
    Axis("epsilon", 4.0, 8.0, "log"),
    Axis("radius", 0.05, 3.9, "log"),
    Axis("lam", 1e-8, 1e6, "log"),
    Axis("delta", 0.05, 0.3, "log"),
    Choice("features", ("one_hot", "one_hot_random", "pairs", "one_direction", "weak_direction")),
    Choice("truth", ("zero", "boundary", "opposite")),
)


def _probe(name, features, truth, **values):
    return Regime(name, likelihood(features, truth), {**TYPICAL, **values})


COINS = {"epsilon": 3e-4, "n": 2 * 10**17, "d": 8, "lam": 1e-14, "covariance_norm": 0.125}
LINE = {"d": 2, "covariance_norm": 1.0}
LABEL = {**LINE, "n": 1, "radius": 0.5, "lam": 1e9}
PROBES = (
    _probe("very private", "one_hot", "zero", **COINS, radius=2.9e-4),
    _probe("very curved", "one_direction", "boundary", **LINE, epsilon=10.1, radius=10.0, n=10**8),
    _probe("one label", "one_direction", "boundary", **LABEL, epsilon=1.0),
)
CONVEX_PROBES = (
    _probe("very private", "one_hot", "zero", d=8, n=10**12, lam=1e-14, epsilon=0.51, radius=2e-3, covariance_norm=0.125),
    _probe("very curved", "one_direction", "boundary", **LINE, epsilon=20.6, radius=10.0, n=10**9),
    _probe("one label", "one_direction", "boundary", **LABEL, epsilon=1.6),
)
PRIVATE_PROBES = (
    _probe("nearly coins", "one_hot", "zero", **COINS, radius=1e-3),
    _probe("curved and private", "one_direction", "boundary", **LINE, epsilon=1.0, radius=7.0, n=10**9),
    _probe("one private label", "one_direction", "boundary", **LABEL, epsilon=0.4),
)


def mutants(**values):
    """Methods without what makes the bounds true, at a point with `values`."""
    at = {**TYPICAL, "d": 4, "covariance_norm": 0.25, **values}

    def wrong(name, words, **options):
        return Mutant(name, words, Regime(name, likelihood("one_hot", "boundary", estimator=PrivateMLE(**options)), at))

    return (
        wrong("face value", "private labels taken for plain ones", assumed=1e3),
        wrong("wrong epsilon", "twice the epsilon in the likelihood", assumed=2.0),
        wrong("half the ball", "maximised over half the ball", cap=0.5),
        wrong("labels turned", "zeros and ones exchanged", reversed=True),
    )


MUTANTS = mutants(n=10**10)
PRIVATE_MUTANTS = mutants(n=10**13, epsilon=0.5, radius=1.5)


def rates(printed, explicit, trivial, constant):
    """The exponent in every parameter; the printed one is that of the printed rate."""
    noise, steep = likelihood("one_hot", "zero"), likelihood("one_direction", "boundary")
    flat = {**TYPICAL, "d": 2, "covariance_norm": 1.0}
    small = {**TYPICAL, "lam": 1e-14, "radius": 0.04, "n": 10**12}
    return Scaling(
        printed=printed,
        explicit=explicit,
        trivial=trivial,
        failure=delta,
        sweeps=(
            Sweep("n", "n", tuple(10.0**k for k in range(4, 11)), n, "large", noise, {**TYPICAL, "epsilon": 4.0, "lam": 1e-14}),
            Sweep("d", "d", (6, 9, 13, 19), d, "large", noise, {**TYPICAL, "lam": 1e-14},
                  follow={covariance_norm.name: 1 / d}),
            Sweep(
                "c(epsilon)", "epsilon", (0.05, 0.1, 0.25, 0.6, 1.5, 4.0, 8.0), c_epsilon, "large", noise, small,
                note="the printed factor diverges at epsilon = 2LB, here 0.04, where nothing happens to the error",
            ),
            Sweep(
                "1/gamma", "radius", (2.0, 4.0, 6.0, 8.0), 1 / gamma, "large", steep, {**flat, "epsilon": 9.0, "n": 10**10},
                note="almost plain labels are less noisy where the curvature is small",
            ),
            Sweep("lambda", "lam", (1e6, 1e7, 1e8, 1e9), lam, "large", steep, {**flat, "n": 1, "epsilon": 1.0, "radius": 0.5}),
            Sweep("ln(1/delta)", "delta", (0.2, 0.1, 0.05, 0.02, 0.01), log(1 / delta), "large", noise,
                  {**TYPICAL, "lam": 1e-14}),
        ),
        given=LOW_PRIVACY,
        constant=Integer(constant),
    )
