"""SGD-RR: samples one by one, a step for each, the largest error in units of its rate over all t; where it is looked at."""

from functools import partial
from typing import Any

from sympy import Rational

from boundcheck.claims import Choice, Lab, Mutant, Regime, Separation
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


def at(name, features, truth, *, biting=False, estimator=None, turned=False, **values):
    """A regime, measured at all t at once; the coverage is that of the features, the least eigenvalue times (2L)^2."""
    point, follow = {**TYPICAL, **values}, partial(covered, features)
    run = stream(features, truth, estimator=estimator, uniform=True, reversed=turned)
    return Regime(name, run, {**follow(**point), **point}, biting, follow)


def covered(features, *, d, feature_bound, **_):
    """The coverage of the features, which goes with their dimension and length."""
    return {"kappa": float(eigenvalues(features, d)[0]) * (2 * feature_bound) ** 2}


def wrong(name, words, *, turned=False, **options):
    """A false method: another step size or ball, or labels turned round."""
    return Mutant(name, words, at(name, "one_hot", "boundary", estimator=SGDRR(**options), turned=turned))


def searched(*, truth, **_):
    """The experiment at a point of the search."""
    return stream("one_hot", truth, uniform=True)


def sweeps():
    """One parameter moved, of the error at t = n alone; every step is simulated, which ends the range of n."""
    fixed = {"kappa": 2 * feature_bound**2, "radius": Rational(3, 4) / feature_bound}

    def sweep(letter, features="one_hot", truth="half", *, name="", over=(), note="", follow=None, **start):
        run, point = stream(features, truth), {"kappa": 0.5, **TYPICAL, **start}
        return LETTERS.sweep(letter, run, point, name=name, over=over, note=note, follow=follow)

    return (
        sweep(n, name="t", over=(20, 2e5), radius=0.7),
        sweep(epsilon, n=30_000),
        sweep(radius, truth="boundary", n=20_000, epsilon=4.0),
        sweep(kappa, "covered", n=20_000, epsilon=4.0),
        sweep(feature_bound, name=r"L at $\kappa = 2 L^2$ and fixed LB", n=10_000, follow=fixed,
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
        at("biting", "one_hot", "half", biting=True),
        at("biting, more private", "one_hot", "boundary", biting=True, n=130_000, epsilon=4.0),
        at("biting, long features", "one_hot", "opposite", biting=True, feature_bound=2.0, radius=0.375),
        at("private", "one_hot", "boundary", n=20_000, epsilon=0.5),
        at("curved", "one_hot", "boundary", n=20_000, radius=4.0),
        at("weakly covered", "weak_direction", "boundary", n=20_000, epsilon=2.0),
        at("small sample", "one_hot", "opposite", n=20, d=4),
    ),
    probes=(
        at("very private", "one_hot", "boundary", n=30_000, epsilon=1e-3),
        at("very curved", "one_hot", "boundary", n=30_000, radius=6.5),
        at("hidden direction", "hidden_direction", "boundary", n=30_000),
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
