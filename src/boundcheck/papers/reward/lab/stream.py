"""SGD-RR: samples one by one, a step for each, the largest error in units of its rate over all t; where it is looked at."""

from functools import partial
from typing import Any

from sympy import Rational

from boundcheck.claims import Bench, Choice, Lab, Separation
from boundcheck.rlhf.estimators.private_likelihood import mle_rr
from boundcheck.rlhf.estimators.sgd import SGDRR, StreamExperiment
from boundcheck.rlhf.worlds import TRUTHS

from ..notation import LETTERS, delta, epsilon, feature_bound, kappa, n, radius
from .worlds import FEATURES, eigenvalues

# LB = 3/4 is where the bound is smallest against the diameter, for given coverage over L^2.
TYPICAL = {"n": 120_000, "d": 2, "epsilon": 8.0, "radius": 1.5, "feature_bound": 0.5, "delta": 0.05}


def stream(features, truth, *, estimator=None, **options) -> Any:
    """SGD-RR with the step size of the proof, or another estimator on the same samples."""
    return StreamExperiment(FEATURES[features], TRUTHS[truth], estimator or SGDRR(), **options)


every_t = partial(stream, uniform=True)  # measured at all t at once


def covered(run, *, d, feature_bound, **_):
    """The coverage of the features, which goes with their dimension and length: their least eigenvalue times (2L)^2."""
    return {"kappa": float(eigenvalues(run.features, d)[0]) * (2 * feature_bound) ** 2}


BENCH = Bench(LETTERS, TYPICAL, follow=covered)


def wrong(name, words, *, turned=False, **options):
    """A false method: another step size or ball, or labels turned round."""
    return BENCH.false(name, words, every_t("one_hot", "boundary", estimator=SGDRR(**options), reversed=turned))


def searched(*, truth, **_):
    """The experiment at a point of the search."""
    return every_t("one_hot", truth)


def sweeps():
    """One parameter moved, of the error at t = n alone; every step is simulated, which ends the range of n."""
    fixed = {"kappa": 2 * feature_bound**2, "radius": Rational(3, 4) / feature_bound}
    half = Bench(LETTERS, {"kappa": 0.5, **TYPICAL}, stream("one_hot", "half"))
    return (
        half.sweep(n, name="$t$", over=(20, 2e5), radius=0.7),
        half.sweep(epsilon, n=30_000),
        half.sweep(radius, stream("one_hot", "boundary"), n=20_000, epsilon=4.0),
        half.sweep(kappa, stream("covered", "half"), n=20_000, epsilon=4.0),
        half.sweep(feature_bound, name=r"$L$ at $\kappa = 2 L^2$ and fixed $L B$", n=10_000, follow=fixed,
              note="with coverage in proportion to $L^2$ the error falls as $1/L$"),
    )


def against_likelihood():
    """The error of MLE-RR over that of SGD-RR on the same data, at LB = 3/2 and where both theorems apply."""
    point = {"n": 20_000, "d": 2, "radius": 3.0, "feature_bound": 0.5, "kappa": 0.5, "delta": 0.05}
    return Separation(
        **LETTERS.along(epsilon, point, scale=epsilon, over=(3.1, 8)),
        easier=stream("one_hot", "half"),
        harder=stream("one_hot", "half", estimator=mle_rr),
        failure=delta,
        point=point,
        note="the ratio is the error of MLE-RR over that of SGD-RR, at $n = 20{,}000$, $d = 2$, $L = 1/2$ and $B = 3$, where $L B = 3/2$",
    )


SGD_RR = Lab(
    regimes=(
        BENCH.regime("biting", every_t("one_hot", "half"), biting=True),
        BENCH.regime("biting, more private", every_t("one_hot", "boundary"), biting=True, n=130_000, epsilon=4.0),
        BENCH.regime("biting, long features", every_t("one_hot", "opposite"), biting=True, feature_bound=2.0, radius=0.375),
        BENCH.regime("private", every_t("one_hot", "boundary"), n=20_000, epsilon=0.5),
        BENCH.regime("curved", every_t("one_hot", "boundary"), n=20_000, radius=4.0),
        BENCH.regime("weakly covered", every_t("weak_direction", "boundary"), n=20_000, epsilon=2.0),
        BENCH.regime("small sample", every_t("one_hot", "opposite"), n=20, d=4),
    ),
    probes=(
        BENCH.regime("very private", every_t("one_hot", "boundary"), n=30_000, epsilon=1e-3),
        BENCH.regime("very curved", every_t("one_hot", "boundary"), n=30_000, radius=6.5),
        BENCH.regime("hidden direction", every_t("hidden_direction", "boundary"), n=30_000),
    ),
    mutants=(
        wrong("constant step", "the constant step size that the theorem prints", power=0.0),
        wrong("$1/t^3$ step", "steps of order $1/t^3$, too short to move the iterate far", power=3.0),
        wrong("small ball", "projected on a twentieth of the ball", cap=0.05),
        wrong("labels turned", "zeros and ones exchanged", turned=True),
    ),
    search=(
        LETTERS.axis(n, 4, 1e4),
        LETTERS.axis(epsilon),
        LETTERS.axis(radius),
        LETTERS.axis(delta, low=0.05),
        Choice("truth", ("zero", "boundary", "opposite")),
    ),
    instance=searched,
    fixed={"feature_bound": 0.5, "d": 2, "kappa": 0.5},
    sweeps=sweeps(),
)
