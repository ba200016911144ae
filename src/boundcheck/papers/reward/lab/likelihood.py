"""MLE-RR: randomized response, the likelihood maximised over the ball, simulated by counts; where its error is looked at."""

from boundcheck.claims import Bench, Choice, Experiment, Lab
from boundcheck.rlhf.estimators.distances import weighted_norm_error
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE, mle_rr
from boundcheck.rlhf.mechanisms import Private
from boundcheck.rlhf.worlds import TRUTHS, LinearWorld

from ..notation import LETTERS, covariance_norm, d, delta, epsilon, lam, n, radius
from .worlds import FEATURES, eigenvalues

TYPICAL = {"n": 10**9, "d": 10, "epsilon": 1.5, "radius": 0.7, "feature_bound": 0.5, "lam": 1e-9, "delta": 0.05}
LINE = {"d": 2}
LABEL = {**LINE, "n": 1, "radius": 0.5, "lam": 1e9}
COINS = {"epsilon": 3e-4, "n": 2 * 10**17, "d": 8, "lam": 1e-14}


def likelihood(features, truth, *, estimator=mle_rr, error=weighted_norm_error):
    """MLE-RR on named features and truth."""
    return Experiment(LinearWorld(FEATURES[features], TRUTHS[truth]), Private(), estimator, error)


def largest(run, *, d, **_):
    """The largest eigenvalue of the covariance is that of the features."""
    return {covariance_norm.name: float(eigenvalues(run.world.features, d)[-1])}


BENCH = Bench(LETTERS, TYPICAL, complete=largest)


def mutants(**values):
    """Methods without what makes the bounds true, at a point with `values`."""

    def wrong(name, words, **options):
        return BENCH.false(name, words, likelihood("one_hot", "boundary", estimator=PrivateMLE(**options)), d=4, **values)

    return (
        wrong("face value", "private labels taken for plain ones", assumed=1e3),
        wrong(r"wrong $\varepsilon$", r"twice the $\varepsilon$ in the likelihood", assumed=2.0),
        wrong("half the ball", "maximised over half the ball", cap=0.5),
        wrong("labels turned", "zeros and ones exchanged", reversed=True),
    )


def searched(*, features, truth, **_):
    """The experiment at a point of the search."""
    return likelihood(features, truth)


# The printed domain epsilon > 2LB is kept by the ranges.
SEARCH = (
    LETTERS.axis(n, 1, 1e6),
    LETTERS.axis(d, high=8),
    LETTERS.axis(epsilon, low=4),
    LETTERS.axis(radius, high=3.9),
    LETTERS.axis(lam, high=1e6),
    LETTERS.axis(delta, low=0.05),
    Choice("features", ("one_hot", "one_hot_random", "pairs", "one_direction", "weak_direction")),
    Choice("truth", ("zero", "boundary", "opposite")),
)


def sweeps():
    """One parameter moved where noise alone is seen, but for lambda."""
    noise, steep = likelihood("one_hot", "zero"), likelihood("one_direction", "boundary")
    unhindered = r"the printed factor diverges at $\varepsilon = 2L B$, here 0.04, where nothing happens to the error"
    return (
        BENCH.sweep(n, noise, epsilon=4.0, lam=1e-14),
        BENCH.sweep(d, noise, lam=1e-14, follow={covariance_norm.name: 1 / d}),
        BENCH.sweep(epsilon, noise, note=unhindered, lam=1e-14, radius=0.04, n=10**12),
        BENCH.sweep(radius, steep, **LINE, epsilon=9.0, n=10**10,
              note="almost plain labels are less noisy where the curvature is small"),
        BENCH.sweep(lam, steep, over=(1e6, 1e9), **LABEL, epsilon=1.0),
        BENCH.sweep(delta, noise, lam=1e-14),
    )


# Above epsilon = 2LB, which is the radius here.
LOW_PRIVACY = Lab(
    regimes=(
        BENCH.regime("biting", likelihood("one_hot", "random"), biting=True),
        BENCH.regime("very private", likelihood("pairs", "half"), biting=True, epsilon=0.1, radius=0.09, n=10**12, lam=1e-12),
        BENCH.regime("curved", likelihood("one_direction", "boundary"), biting=True, **LINE, epsilon=4.2, radius=4.0),
        BENCH.regime("small sample", likelihood("one_hot_random", "boundary"), n=60, d=3, lam=0.01),
        BENCH.regime("weak direction", likelihood("weak_direction", "opposite"), d=4, n=10**6, epsilon=3.0, radius=2.0),
    ),
    probes=(
        BENCH.regime("very private", likelihood("one_hot", "zero"), **COINS, radius=2.9e-4),
        BENCH.regime("very curved", likelihood("one_direction", "boundary"), **LINE, epsilon=10.1, radius=10.0, n=10**8),
        BENCH.regime("one label", likelihood("one_direction", "boundary"), **LABEL, epsilon=1.0),
    ),
    mutants=mutants(n=10**10), search=SEARCH, instance=searched,
    fixed={covariance_norm.name: 1.0, "feature_bound": 0.5},
    sweeps=sweeps(),
)  # fmt: skip

# From epsilon = 4LB + 1/2 on, twice the radius and a half here.
CONVEX = Lab(
    regimes=(
        BENCH.regime("biting", likelihood("one_hot", "random"), biting=True, radius=0.5, n=10**7),
        BENCH.regime("at the edge", likelihood("one_direction", "boundary"), biting=True, **LINE, epsilon=4.5, radius=2.0, n=10**7),
        BENCH.regime("small sample", likelihood("one_hot_random", "boundary"), n=60, d=3, lam=0.01, radius=0.5),
    ),
    probes=(
        BENCH.regime("very private", likelihood("one_hot", "zero"), d=8, n=10**12, lam=1e-14, epsilon=0.51, radius=2e-3),
        BENCH.regime("very curved", likelihood("one_direction", "boundary"), **LINE, epsilon=20.6, radius=10.0),
        BENCH.regime("one label", likelihood("one_direction", "boundary"), **LABEL, epsilon=1.6),
    ),
    mutants=LOW_PRIVACY.mutants,
)

# Below epsilon = 2LB.
HIGH_PRIVACY = Lab(
    regimes=(
        BENCH.regime("high privacy", likelihood("one_hot", "boundary"), biting=True, epsilon=0.2, radius=1.5, n=10**12, d=4),
        BENCH.regime("half way", likelihood("pairs", "random"), biting=True, epsilon=1.0, radius=2.0, n=10**11, d=5),
        BENCH.regime("small", likelihood("one_hot_random", "half"), epsilon=0.5, radius=3.0, n=500, d=3),
    ),
    probes=(
        BENCH.regime("nearly coins", likelihood("one_hot", "zero"), **COINS, radius=1e-3),
        BENCH.regime("curved and private", likelihood("one_direction", "boundary"), **LINE, epsilon=1.0, radius=7.0),
        BENCH.regime("one private label", likelihood("one_direction", "boundary"), **LABEL, epsilon=0.4),
    ),
    mutants=mutants(n=10**13, epsilon=0.5, radius=1.5),
)
