"""Theorem 5.4 put to the test: regimes, mutants, sweeps, and the separation of LTC from CTL."""

from functools import partial

from sympy import Add, Integer, Rational, log, sqrt

from boundcheck.claims import Mutant, Regime, Scaling, Separation, Sweep
from boundcheck.rlhf.estimators import DebiasedMLE, weighted_norm_error
from boundcheck.rlhf.worlds import Sphere, WeakDirection

from .. import claim_e_1, claim_e_2
from ..instances import experiment
from ..notation import alpha, alpha_1, alpha_2, c_epsilon, covariance_norm, d, delta, epsilon, gamma, lam, n, radius
from ..quantities import CORRUPTION, NOISE_WIDTHS

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


def _noise_limited(variant, *, dimension=20, failure=0.05, estimator=None, **changes):
    """Noise alone, near the largest curvature and with strong privacy: the noise term is nearly attained."""
    values = {"n": 10**8, "d": dimension, "epsilon": 0.2, "radius": 0.5, "lam": 1e-12, "delta": failure}
    method = {} if estimator is None else {"estimator": estimator}
    return Regime(
        "noise",
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


RIDGE = 2 * radius * sqrt(lam)


def _assembled(variant, *, noise=1, corruption=1, ridge=RIDGE, width=None, t=None, dimension=d, instead=None):
    """The explicit version with one ingredient changed; `instead` is another corruption term."""
    widths = NOISE_WIDTHS[variant] if width is None else (width,)
    failure = delta / len(NOISE_WIDTHS[variant]) if t is None else None
    tail = Add(*(claim_e_1.explicit(w / 2, failure if t is None else t) for w in widths)).subs(d, dimension)
    corrupted = Add(*(claim_e_2.bound(cost, share) for share, cost in CORRUPTION[variant]))
    term = corrupted / gamma if instead is None else instead
    return noise * tail / gamma + corruption * term + ridge


def mutants(variant, explicit):
    """False variants of the explicit version and of the method, each with the regime in which it must die."""
    noise, block, ridge = _noise_limited(variant), _corruption_limited(variant), _ridge_limited(variant)
    rare = _noise_limited(variant, dimension=4, failure=0.005)
    shares = {"alpha": alpha**2, "alpha_1": alpha_1**2, "alpha_2": alpha_2**2}
    linear = explicit(variant).subs({s: shares[s.name] for s in (alpha, alpha_1, alpha_2)})
    rows = [
        Mutant("noise halved", "a factor 2 dropped from the noise term", noise, _assembled(variant, noise=Rational(1, 2))),
        Mutant("c dropped", "privacy costs nothing", noise, _assembled(variant, width=Integer(1))),
        Mutant("root c", "c(epsilon) under the root", noise, _assembled(variant, width=sqrt(c_epsilon))),
        Mutant("epsilon for c", "epsilon in place of 1/epsilon", noise, _assembled(variant, width=epsilon)),
        Mutant("gamma dropped, noise", "noise term without 1/gamma", noise, _assembled(variant, noise=gamma)),
        Mutant("d dropped", "dimension 0 in the noise term", noise, _assembled(variant, dimension=0)),
        Mutant("1/n for root", "noise at the rate 1/n", noise, explicit(variant).subs(n, n**2)),
        Mutant("delta dropped", "no price for confidence", rare, _assembled(variant, t=1)),
        Mutant("alpha for root", "alpha in place of its root", block, linear),
        Mutant("corruption dropped", "no corruption term", block, _assembled(variant, corruption=0)),
        Mutant("gamma dropped, corruption", "no 1/gamma", block, _assembled(variant, corruption=gamma)),
        Mutant("ridge dropped", "no ridge term", ridge, _assembled(variant, ridge=0)),
        Mutant("2 dropped", "B' sqrt(lambda) in place of its double", ridge, _assembled(variant, ridge=radius * sqrt(lam))),
        Mutant("labels left biased", "the estimator takes private labels at face value", _biased(variant)),
        Mutant("ball ignored", "the estimator minimises over a ball a thousand times as large",
            _noise_limited(variant, estimator=DebiasedMLE(cap=500.0), n=10**3, epsilon=0.1)),
    ]
    if variant == "ltc":
        rows.append(Mutant("CTL bound for LTC", "sqrt(alpha) in place of c sqrt(alpha)", _ordered("ltc"), explicit("ctl")))
    if variant == "clc":
        uncharged = explicit("clc").subs(alpha_2, alpha_2 / c_epsilon**2)
        rows.append(Mutant("late corruption uncharged", "sqrt(alpha_2) without c", _ordered("clc"), uncharged))
    return tuple(rows)


def crossed_block():
    """A block along which the adversary of LTC just carries the logits across a small ball: c alpha / tanh(B'/2) of the samples."""
    return Regime("crossed block", run("ltc", WeakDirection(weight=0.00833), "opposite", "directional"),
                  point("ltc", corrupted=5e-4, covariance_norm=1.0, n=10**12, d=2, epsilon=0.5, radius=0.5, lam=1e-12, delta=0.05), True)


def sharper_mutants(sharper_corruption):
    """False variants of the version beyond the page, under LTC: most of its corruption term, which is nearly attained."""
    exact = sharper_corruption(c_epsilon * alpha)
    changed = partial(_assembled, "ltc", instead=exact)
    block, noise, ridge = crossed_block(), _noise_limited("ltc"), _ridge_limited("ltc")
    rare = _noise_limited("ltc", dimension=4, failure=0.005)
    return (
        Mutant("c dropped, corruption", "c(epsilon) not even under the root", block, changed(instead=sharper_corruption(alpha))),
        Mutant("gamma dropped, corruption", "no 1/gamma under the root", block, changed(corruption=sqrt(gamma))),
        Mutant("radius for diameter", "B' for 2 B' under the root", block, changed(corruption=sqrt(Rational(1, 2)))),
        Mutant("alpha for root", "the root dropped", block, changed(instead=exact**2)),
        Mutant("corruption dropped", "no corruption term", block, changed(corruption=0)),
        Mutant("noise halved", "a factor 2 dropped from the noise term", noise, changed(noise=Rational(1, 2))),
        Mutant("c dropped, noise", "privacy costs nothing without corruption", noise, changed(width=Integer(1))),
        Mutant("root c", "c(epsilon) under the root of the noise as well", noise, changed(width=sqrt(c_epsilon))),
        Mutant("gamma dropped, noise", "noise term without 1/gamma", noise, changed(noise=gamma)),
        Mutant("d dropped", "dimension 0 in the noise term", noise, changed(dimension=0)),
        Mutant("1/n for root", "noise at the rate 1/n", noise, changed().subs(n, n**2)),
        Mutant("delta dropped", "no price for confidence", rare, changed(t=1)),
        Mutant("ridge dropped", "no ridge term", ridge, changed(ridge=0)),
        Mutant("labels left biased", "the estimator takes private labels at face value", _biased("ltc")),
    )


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
