"""Theorem 5.4 put to the test: regimes, mutants, sweeps, and the separation of LTC from CTL."""

from functools import partial

from sympy import log

from boundcheck.claims import Mutant, Regime, Scaling, Separation, Sweep
from boundcheck.rlhf.estimators import DebiasedMLE, weighted_norm_error
from boundcheck.rlhf.worlds import Sphere, WeakDirection

from ..instances import experiment
from ..notation import alpha, c_epsilon, covariance_norm, d, delta, gamma, lam, n

run = partial(experiment, error=weighted_norm_error)


def _searched(variant, *, features, truth, adversary, **point):
    if features == "worst_block" and variant == "clc":
        features = block(variant, point["alpha_1"], point["alpha_2"])
    return run(variant, features, truth, adversary)


INSTANCES = {variant: partial(_searched, variant) for variant in ("ctl", "ltc", "clc")}


def point(variant, *, corrupted, covariance_norm, late=None, **values):
    """A point with the share of corruption under the names that the variant uses.

    Under CLC `late` is the share corrupted after privatisation, half of the whole if absent.
    """
    if variant == "clc":
        after = corrupted / 2 if late is None else late
        shares = {"alpha_1": corrupted - after, "alpha_2": after}
    else:
        shares = {"alpha": corrupted}
    return {**shares, "covariance_norm": covariance_norm, **values}


def block(variant, *shares):
    """The worst block: as large as the share that is corrupted, the larger one under CLC."""
    return WeakDirection(weight=max(shares)) if variant == "clc" else "worst_block"


def regimes(variant):
    """Where the explicit version must hold: typical, very private, curved, worst block, small, continuous."""
    at = partial(point, variant)
    typical = {"n": 10**7, "d": 10, "epsilon": 1.0, "radius": 1.0, "lam": 1e-6, "delta": 0.05, "corrupted": 1e-4}
    return (
        Regime(
            "biting",
            run(variant, "one_hot", "random", "worst"),
            at(**typical, covariance_norm=1 / 10),
            biting=True,
        ),
        Regime(
            "very private",
            run(variant, "pairs", "half", "worst"),
            at(**{**typical, "n": 10**9, "epsilon": 0.1, "corrupted": 1e-6}, covariance_norm=1 / 9),
            biting=True,
        ),
        Regime(
            "curved",
            run(variant, "one_direction", "boundary", "directional"),
            at(**{**typical, "d": 2, "radius": 4.0, "n": 10**9, "corrupted": 1e-6}, covariance_norm=1.0),
            biting=True,
        ),
        Regime(
            "worst block",
            run(variant, block(variant, 0.01), "opposite", "gradient"),
            at(**{**typical, "d": 2, "radius": 1.5, "corrupted": 0.02}, covariance_norm=0.02),
        ),
        Regime(
            "small sample",
            run(variant, "one_hot", "boundary", "worst"),
            at(**{**typical, "n": 60, "d": 3, "lam": 0.01, "corrupted": 0.1}, covariance_norm=1 / 3),
        ),
        Regime(
            "continuous features",
            run(variant, Sphere(), "random", "leverage"),
            at(**{**typical, "n": 400, "d": 5, "corrupted": 0.05, "lam": 0.01}, covariance_norm=1 / 5),
        ),
    )


def _noise_limited(variant, name="noise", *, dimension=20, failure=0.05, estimator=None, **changes):
    """Noise alone, near the largest curvature and with strong privacy: the noise term is nearly attained."""
    values = {"n": 10**8, "d": dimension, "epsilon": 0.2, "radius": 0.5, "lam": 1e-12, "delta": failure}
    method = {} if estimator is None else {"estimator": estimator}
    return Regime(
        name,
        run(variant, "one_hot", "zero", "none", **method),
        point(variant, corrupted=0.0, covariance_norm=1 / dimension, **{**values, **changes}),
    )


def _corruption_limited(variant):
    """All corruption in one weak direction, the truth at the far end of the ball: the error is the diameter."""
    return Regime(
        "worst block",
        run(variant, block(variant, 0.01), "opposite", "gradient"),
        point(
            variant, corrupted=0.01, late=0.0, covariance_norm=0.01,
            n=10**10, d=2, epsilon=4.0, radius=2.5, lam=1e-12, delta=0.05,
        ),
    )


def _ridge_limited(variant):
    """One label and a huge ridge weight: the estimate is often the antipode of the truth."""
    return Regime(
        "one label",
        run(variant, "one_direction", "boundary", "none"),
        point(variant, corrupted=0.0, covariance_norm=1.0, n=1, d=2, epsilon=8.0, radius=0.5, lam=1e6, delta=0.05),
    )


def _ordered(variant):
    """Labels corrupted after privatisation only, on a covered design: the corruption is worth c(epsilon) labels."""
    return Regime(
        "late corruption",
        run(variant, "one_direction", "opposite", "directional"),
        point(variant, corrupted=0.01, late=0.01, covariance_norm=1.0, n=10**10, d=2, epsilon=0.1, radius=2.0, lam=1e-12, delta=0.05),
    )


def probes(variant):
    """Where one term of the explicit version is nearly attained."""
    rare = _noise_limited(variant, "noise, small delta", dimension=4, failure=0.005)
    return (_noise_limited(variant), rare, _corruption_limited(variant), _ridge_limited(variant), *([] if variant == "ctl" else [_ordered(variant)]))


def mutants(variant):
    """Methods without what makes the bound true."""
    far = _noise_limited(variant, "noise, large ball", estimator=DebiasedMLE(cap=500.0), n=10**3, epsilon=0.1)
    return (
        Mutant("labels left biased", "the estimator takes private labels at face value", _biased(variant)),
        Mutant("ball ignored", "the estimator minimises over a ball a thousand times as large", far),
    )


def crossed_block():
    """A block along which the adversary of LTC just carries the logits across a small ball: c alpha / tanh(B'/2) of the samples."""
    return Regime("crossed block", run("ltc", WeakDirection(weight=0.00833), "opposite", "directional"),
                  point("ltc", corrupted=5e-4, covariance_norm=1.0, n=10**12, d=2, epsilon=0.5, radius=0.5, lam=1e-12, delta=0.05), True)


def _biased(variant):
    """Noise alone, the truth away from zero, so that bias towards zero shows."""
    return Regime(
        "noise (truth near the boundary)",
        run(variant, "one_hot", "random", "none", estimator=DebiasedMLE(debias=False)),
        point(variant, corrupted=0.0, covariance_norm=0.1, n=10**8, d=10, epsilon=1.0, radius=1.0, lam=1e-12, delta=0.05),
    )


def rates(printed, explicit, trivial):
    """The exponent in every parameter, under CTL; the printed exponent is that of the printed rate."""
    base = {
        "n": 10**9, "d": 10, "epsilon": 1.0, "alpha": 0.0, "radius": 1.0, "lam": 1e-14, "delta": 0.05, "covariance_norm": 0.1,
    }
    flat, noise = {**base, "d": 2, "covariance_norm": 1.0}, run("ctl", "one_hot", "half", "none")
    steep = run("ctl", "one_direction", "boundary", "none")
    curvatures = tuple(
        Sweep(
            f"1/gamma at epsilon = {at:g}", "radius", (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), 1 / gamma, "large", steep,
            {**flat, "epsilon": at, "n": 10**10},
            note="randomized response keeps the label noise from shrinking with the curvature" if at < 2 else
            "almost plain labels are less noisy where the curvature is small",
        )
        for at in (0.5, 8.0)
    )
    return Scaling(
        printed=printed("ctl"),
        explicit=explicit("ctl"),
        trivial=trivial,
        failure=delta,
        sweeps=(
            Sweep("n", "n", tuple(10.0**k for k in range(3, 11)), n, "large", noise, {**base, "epsilon": 4.0}),
            Sweep("d", "d", (8, 16, 32, 64), d, "large", noise, base, follow={covariance_norm.name: 1 / d}),
            Sweep("c(epsilon)", "epsilon", (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 8.0), c_epsilon, "large", noise, base),
            Sweep(
                "alpha (covered)", "alpha", (0.003, 0.01, 0.03, 0.1), alpha, "small",
                run("ctl", "one_direction", "half", "gradient"), flat,
                note="with coverage the error is linear in the share, as Theorem 5.7 has it",
            ),
            Sweep(
                "alpha (worst block)", "alpha", (1e-4, 1e-3, 1e-2, 1e-1), alpha, "small",
                run("ctl", "worst_block", "opposite", "gradient"), {**flat, "epsilon": 4.0, "n": 10**10},
                note="the error is the diameter of the ball on a block of weight alpha: the exponent of alpha is "
                "needed, which says nothing about 1/gamma",
            ),
            *curvatures,
            Sweep(
                "lambda", "lam", (1e5, 1e6, 1e7, 1e8), lam, "large",
                run("ctl", "one_direction", "boundary", "none"), {**flat, "n": 1, "epsilon": 8.0, "radius": 0.5},
            ),
            Sweep("ln(1/delta)", "delta", (0.2, 0.1, 0.05, 0.02, 0.01), log(1 / delta), "large", noise, {**base, "d": 20, "covariance_norm": 0.05}),
        ),
    )


def separation(printed):
    """LTC against CTL as privacy grows, on a covered design: one direction with the truth in the middle."""
    return Separation(
        easier=run("ctl", "one_direction", "zero", "gradient"),
        harder=run("ltc", "one_direction", "zero", "gradient"),
        parameter="c(epsilon)",
        note="LTC over CTL on a covered design, where the error is linear in the share; on worst designs the factor is at most of "
        "the order of the root of c(epsilon), as the sharper version has it",
        moves="epsilon",
        values=(0.1, 0.2, 0.4, 0.8, 1.6, 3.2),
        scale=c_epsilon,
        printed=printed("ltc") / printed("ctl"),
        failure=delta,
        point={"n": 10**10, "d": 2, "alpha": 0.005, "radius": 4.0, "lam": 1e-12, "delta": 0.05, "covariance_norm": 1.0},
    )
