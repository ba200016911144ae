"""Where randomized response on users' labels is looked at, under coverage of the sample or of the population."""

from functools import partial

import numpy as np
import sympy
from sympy import Ge, Integer, Le, Rational, log, sqrt

from boundcheck.claims import Bench, Collapse, Inequality, Lab, Separation
from boundcheck.rlhf.estimators.debiased import DebiasedMLE
from boundcheck.rlhf.estimators.losses import subspace_basis

from ..notation import LETTERS, alpha, c_m, d, epsilon, feature_bound, kappa, m, n, radius
from .users import FEATURES, UserResponse

TYPICAL = {"n": 10**7, "m": 10, "d": 5, "epsilon": 1.0, "alpha": 0.05, "radius": 1.0, "feature_bound": 0.5}
LINE = {"d": 2}
FLAT = {"n": 10**9, "radius": 0.3}
FAR = {**LINE, "radius": 10.0, "epsilon": 100.0}


def least_eigenvalue(features, d, feature_bound):
    """Of the second moment of the rows, 2L times as long, on the vectors of coordinate sum 0."""
    rows, weights = FEATURES[features].atoms(n=1, d=int(d))
    inside = rows @ subspace_basis(int(d))
    return float(np.round(np.linalg.eigvalsh((inside * weights[:, None]).T @ inside)[0], 12)) * (2 * feature_bound) ** 2


def eigenvalue_of(least, run, *, d, feature_bound, **_):
    """The entry called `least`: the least eigenvalue of the features, which goes with the dimension and the length of the rows."""
    return {least: least_eigenvalue(run.features, d, feature_bound)}


of_sample, of_population = (Bench(LETTERS, TYPICAL, follow=partial(eigenvalue_of, least)) for least in ("eigenvalue", "kappa"))


def mutants(bench, **values):
    """False methods, at a point with `values`."""

    def wrong(name, words, **options):
        return bench.false(name, words, UserResponse("one_direction", "boundary", estimator=DebiasedMLE(**options)), **LINE, **values)

    return (
        wrong("face value", "private labels taken for plain ones", debias=False),
        wrong("halved scale", r"half of $c(\varepsilon/m)$ in the loss", scale=0.5),
        wrong("labels turned", "zeros and ones exchanged", scale=-1.0),
        wrong("half the ball", "minimised over half the ball", cap=0.5),
    )


SAMPLE = Lab(
    regimes=(
        of_sample.regime("one label each", UserResponse("one_hot", "random"), biting=True, n=10**6, m=1, epsilon=3.0),
        of_sample.regime("ten labels", UserResponse("one_hot", "zero"), biting=True),
        of_sample.regime("pairs, fifty labels", UserResponse("pairs", "half"), biting=True, n=9 * 10**6, m=50, d=10, radius=0.5),
        of_sample.regime("curved", UserResponse("one_direction", "boundary"), biting=True, **LINE, n=10**6, m=20, epsilon=4.0, feature_bound=1.0),
        of_sample.regime("three thousand labels", UserResponse("one_hot", "zero"), biting=True, n=10**8, m=3000, d=3, radius=0.7),
        of_sample.regime("too private to say anything", UserResponse("one_hot", "boundary"), n=1800, m=50, epsilon=3.0),
    ),
    probes=(
        of_sample.regime("ten labels, zero", UserResponse("one_direction", "zero"), **LINE, radius=0.2),
        of_sample.regime("curved far out", UserResponse("one_direction", "boundary"), **FAR, n=10**9),
        of_sample.regime("flat", UserResponse("one_hot", "zero"), **FLAT, d=20),
        of_sample.regime("many dimensions", UserResponse("one_hot", "zero"), **FLAT, d=40),
    ),
    mutants=mutants(of_sample, n=10**8, m=20, epsilon=4.0),
)

POPULATION = Lab(
    regimes=(
        of_population.regime("biting", UserResponse("one_hot_random", "random"), biting=True, n=10**8),
        of_population.regime("longer features", UserResponse("one_hot_random", "zero"), biting=True, n=10**8, feature_bound=2.0, radius=0.25),
        of_population.regime("pairs, fifty labels", UserResponse("pairs_random", "half"), biting=True, n=10**9, m=50, d=10),
        of_population.regime("three thousand labels", UserResponse("one_direction", "zero"), biting=True, **LINE, n=10**9, m=3000, radius=0.5),
        of_population.regime("ten labels in all", UserResponse("one_hot_random", "boundary"), n=2, m=5),
    ),
    probes=(
        of_population.regime("fair coins", UserResponse("one_direction", "zero"), **LINE, n=10**8),
        of_population.regime("curved far out", UserResponse("one_direction", "boundary"), **FAR, n=10**10),
        of_population.regime("very weak", UserResponse("one_hot_random", "zero"), d=40, n=10**11),
        of_population.regime("long features", UserResponse("one_direction", "zero"), **LINE, n=10**8, feature_bound=50.0, radius=0.02),
    ),
    mutants=mutants(of_population, n=10**8),
)

C, q = sympy.symbols("C q", real=True)

# One label: the loss is monotone, so that the estimate is the end of the ball on the side of the private label.
ONE_LABEL = POPULATION.first(
    Collapse(
        r"with one label, $L = 100 C$, $B = 1/(2L)$, $\varepsilon = \ln 3$ and the truth on the sphere, the estimate is the antipode of the "
        "truth with probability above 1/4; its error is $1/L$, and the printed rate is less than $5/L^2$",
        C,
        {n: Integer(1), m: Integer(1), d: Integer(2), epsilon: log(3), alpha: Rational(1, 10), feature_bound: 100 * C, radius: 1 / (200 * C), kappa: 40000 * C**2},
        Inequality(1 / (100 * C), 2 * (1 / (200 * C)), (Ge(C, 1),)),
        UserResponse("one_direction", "boundary"),
        likely=Inequality(Rational(1, 4), Rational(3, 4) * q + Rational(1, 4) * (1 - q), (Ge(q, 0), Le(q, 1))),
    )
)

EVERY, ONE = UserResponse("one_hot", "zero"), UserResponse("one_hot", "zero", answered=1)
EVEN = {**TYPICAL, "n": 10**9, "d": 4, "eigenvalue": 0.25, "kappa": 0.25}
EVENLY = Bench(LETTERS, EVEN, EVERY)
SWEEPS = (EVENLY.sweep(m), EVENLY.sweep(n), EVENLY.sweep(epsilon, n=10**10, name=r"$c(\varepsilon/m)$"))


def all_against_one(factor):
    """All m labels of a user against one of them, as m grows; `factor` is the price of one label."""
    point = {name: value for name, value in EVEN.items() if name != "m"}
    return Separation(
        **LETTERS.along(m, point, over=(2, 3000)),  # one label is one label
        easier=ONE,
        harder=EVERY,
        of="rate",
        printed=c_m / (sqrt(m) * factor),
        failure=alpha,
        point=point,
        note=r"the ratio is the error with all $m$ labels at $\varepsilon/m$ over that with one label at $\varepsilon$, at $\varepsilon = 1$",
    )
