"""The sharper bound of Appendix C put to the test: where corruption does the most harm without coverage."""

from dataclasses import replace
from functools import partial

from boundcheck.claims import Mutant, Regime, Scaling, Sweep
from boundcheck.rlhf.estimators import DebiasedMLE, weighted_norm_error
from boundcheck.rlhf.worlds import WeakDirection

from ..instances import experiment
from ..notation import alpha_2, c_epsilon, delta
from ..quantities import C_EPSILON

run = partial(experiment, error=weighted_norm_error)

# The harm is largest where the adversary can just move the logits by as much as the ball allows.
BLOCK = WeakDirection(multiple=2.0)


def block(variant, corrupted):
    """The weak direction's block, twice what may be changed; under CLC no point has the share of all corruption."""
    return replace(BLOCK, weight=2 * corrupted, fixed_design=True) if variant == "clc" else BLOCK


def point(variant, *, corrupted, **values):
    """A point; under CLC all corruption is late."""
    values = {
        "n": 10**9,
        "d": 2,
        "epsilon": 1.0,
        "radius": 1.0,
        "lam": 1e-12,
        "delta": 0.05,
        "covariance_norm": 1.0,
        **values,
    }
    if variant == "clc":
        return {"alpha_1": 0.0, "alpha_2": corrupted, **values}
    return {"alpha": corrupted, **values}


def regimes(variant):
    """Where the explicit version must hold."""
    at = partial(point, variant)
    return (
        Regime(
            "biting", run(variant, "one_hot", "random", "worst"), at(corrupted=1e-5, d=10, covariance_norm=0.1), True
        ),
        Regime("worst block", run(variant, block(variant, 0.01), "opposite", "directional"), at(corrupted=0.01, n=10**10)),
        Regime(
            "private",
            run(variant, block(variant, 1e-5), "half", "directional"),
            at(corrupted=1e-5, epsilon=0.2, n=10**11, radius=2.0),
            True,
        ),
        Regime(
            "curved", run(variant, "one_direction", "opposite", "gradient"), at(corrupted=1e-5, radius=3.0, n=10**10)
        ),
        Regime(
            "small",
            run(variant, "one_hot", "boundary", "worst"),
            at(corrupted=0.1, n=60, d=3, lam=0.01, covariance_norm=1 / 3),
        ),
    )


def probes(variant):
    """Where one term of the sharper bound matters most."""
    return (
        Regime("noise", run(variant, "one_hot", "zero", "none"),
            point(variant, corrupted=0.0, n=10**9, d=20, epsilon=0.1, radius=0.5, covariance_norm=0.05)),
        Regime("block", run(variant, block(variant, 1e-4), "opposite", "directional"), point(variant, corrupted=1e-4, n=10**13, epsilon=4.0, radius=0.5)),
        Regime("noise, curved", run(variant, "one_hot", "random", "none"),
            point(variant, corrupted=0.0, n=10**12, d=20, radius=4.0, covariance_norm=0.05)),
    )


def mutants(variant):
    """A method without what makes the bound true."""
    biased = Regime("biased", run(variant, "one_hot", "random", "none", estimator=DebiasedMLE(debias=False)),
                    point(variant, corrupted=0.0, n=10**9, d=10, covariance_norm=0.1))
    return (Mutant("labels left biased", "private labels at face value", biased),)


def rates(sharper, explicit, trivial):
    """How LTC's error grows with c(epsilon) and alpha on the worst block: half the exponent that is printed."""
    base = point("clc", corrupted=1e-4, n=10**13, radius=1.0)
    harm = run("clc", BLOCK, "opposite", "directional")
    # A block of c alpha n samples: there the adversary just carries the logits across the ball.
    follow = {"alpha": C_EPSILON * alpha_2 / 2}
    return Scaling(
        printed=sharper("clc"),
        explicit=explicit("clc"),
        trivial=trivial,
        failure=delta,
        sweeps=(
            Sweep("c(epsilon) under LTC", "epsilon", (0.05, 0.1, 0.2, 0.4, 0.8), c_epsilon, "large", harm, {**base, "alpha_2": 1e-3},
                  follow=follow, note="Theorem 5.4 has the exponent 1 here"),
            Sweep("alpha under LTC", "alpha_2", (1e-5, 1e-4, 1e-3, 1e-2), alpha_2, "small", harm, {**base, "epsilon": 0.2}, follow=follow,
                  note="the simulated error follows the root, so without coverage a bound of the estimation error needs it"),
        ),
    )
