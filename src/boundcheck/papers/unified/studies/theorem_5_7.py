"""Theorem 5.7 put to the test: regimes, mutants, sweeps, and the separation of LTC from CTL."""

import math
from dataclasses import replace
from functools import partial

from sympy import log

from boundcheck.claims import Axis, Choice, Mutant, Regime, Scaling, Separation, Sweep
from boundcheck.rlhf.estimators import DebiasedMLE, l2_error
from boundcheck.rlhf.worlds import WeakDirection

from ..instances import experiment, whole
from ..notation import alpha, c_epsilon, d, delta, gamma, n, xi

run = partial(experiment, error=l2_error)

# The instance that refutes the literal reading: nobody corrupts, so every variant is the same.
INSTANCE = run("ctl", "one_hot", "zero", "none")

# In two dimensions: a weak direction inside the subspace, everything else along the vector of ones.
WEAK = WeakDirection(weight=0.01)


def point(variant, *, corrupted, late=None, **values):
    """A point with the share of corruption under the names that the variant uses; CLC has half of it late."""
    values = {"lam": 1e-9, **values}
    if variant != "clc":
        return {"alpha": corrupted, **values}
    after = corrupted / 2 if late is None else late
    return {"alpha_1": corrupted - after, "alpha_2": after, **values}


def regimes(variant):
    """Where the explicit version must hold."""
    at = partial(point, variant)
    typical = {"n": 10**7, "d": 5, "epsilon": 1.0, "corrupted": 1e-3, "radius": 1.0, "delta": 0.05, "xi": 0.2}
    return (
        Regime("biting", run(variant, "one_hot_random", "random", "worst"), at(**{**typical, "corrupted": 1e-4}), True),
        Regime(
            "private",
            run(variant, "one_hot_random", "random", "worst"),
            at(**{**typical, "n": 10**9, "epsilon": 0.1, "corrupted": 1e-5}),
            True,
        ),
        Regime(
            "weak direction",
            run(variant, WEAK, "opposite", "directional"),
            at(**{**typical, "d": 2, "xi": 0.01, "n": 10**9, "corrupted": 1e-5}),
            True,
        ),
        Regime(
            "small", run(variant, "one_hot_random", "random", "worst"), at(**{**typical, "n": 2_000, "corrupted": 0.02})
        ),
        Regime(
            "least n",
            run(variant, "one_hot_random", "boundary", "worst"),
            at(**{**typical, "n": 185, "corrupted": 0.05}),
        ),
    )


def _noise(variant, name="noise", **changes):
    values = {"n": 10**9, "d": 16, "epsilon": 0.05, "radius": 0.2, "delta": 0.05, "xi": 1 / 16, **changes}
    method = values.pop("estimator", None)
    more = {} if method is None else {"estimator": method}
    return Regime(name, run(variant, "one_hot", "zero", "none", **more), point(variant, corrupted=0.0, **values))


def _block(variant, **changes):
    """All corruption in the weak direction, the truth where the curvature is least."""
    values = {
        "n": 10**12,
        "d": 2,
        "epsilon": 4.0,
        "radius": 3.0,
        "delta": 0.05,
        "xi": 0.01,
        "corrupted": 1e-4,
        "late": 0.0,
        **changes,
    }
    return Regime("block", run(variant, WEAK, "opposite", "directional"), point(variant, **values))


def probes(variant):
    """Where one term of the explicit version is nearly attained."""
    late = Regime("late corruption", run("ltc", WEAK, "opposite", "directional"),
                  point("ltc", corrupted=1e-5, n=10**12, d=2, epsilon=0.05, radius=2.0, delta=0.05, xi=0.01))
    return (
        _noise(variant),
        _noise(variant, "noise, very private", epsilon=0.002, n=10**13),
        _noise(variant, "noise, many dimensions", d=64, xi=1 / 64),
        _block(variant),
        *([late] if variant == "ltc" else []),
    )


def mutants(variant):
    """A method without what makes the bound true."""
    biased = Regime("biased", run(variant, "one_hot", "random", "none", estimator=DebiasedMLE(debias=False)),
                    point(variant, corrupted=0.0, n=10**9, d=5, epsilon=1.0, radius=1.0, delta=0.05, xi=0.2))
    return (Mutant("labels left biased", "the estimator takes private labels at face value", biased),)


def _at_half(regime):
    """The same at delta = 1/2, where the rate without the 1 is smallest against the explicit version."""
    return replace(regime, point={**regime.point, "delta": 0.5})


def moderate_regimes(variant):
    """Where the printed rate is tested for delta up to 1/2: at that end, and at a usual delta."""
    biting, private, weak, *_ = regimes(variant)
    return (_at_half(biting), _at_half(private), _at_half(weak), replace(private, name="private (small delta)"))


def moderate_probes(variant):
    """The probes once more, at delta = 1/2: a false version must then fail on more than half of the data sets."""
    return tuple(map(_at_half, probes(variant)))


def moderate_mutants(variant):
    """The false method at delta = 1/2."""
    return tuple(replace(mutant, regime=_at_half(mutant.regime)) for mutant in mutants(variant))


# Where worst cases are searched for: rows e_1 to e_m, equally likely, or a weak direction of the weight xi in the plane.
SEARCH = (
    Axis("room", 1.0, 1e10, "log"),
    Axis("rows", 2, 8, "integer"),
    Axis("weight", 0.01, 0.5, "log"),
    Axis("epsilon", 0.05, 8.0, "log"),
    Axis("radius", 0.05, 4.0, "log"),
    Axis("delta", 0.05, 0.5, "log"),
    Choice("features", ("flat", "weak")),
    Choice("truth", ("zero", "boundary", "opposite")),
    Choice("adversary", ("none", "directional")),
)
SHARES = {"ctl": ("alpha",), "ltc": ("alpha",), "clc": ("alpha_1", "alpha_2")}


def follow(*, features, rows, weight, room, delta, **_):
    """The dimension and the least eigenvalue of the features, and `room` times the least n."""
    dimension, least = (rows, 1 / rows) if features == "flat" else (2, weight)
    return {"d": dimension, "xi": least, "n": whole(room * 8 * math.log(dimension / delta) / least)}


def _searched(variant, *, features, truth, adversary, **_):
    return run(variant, "one_hot_random" if features == "flat" else WeakBlock(), truth, adversary)


def searching(variant):
    """The fields of a bound that say where its worst case is looked for."""
    return {
        "search": SEARCH + tuple(Axis(share, 1e-8, 0.45, "log") for share in SHARES[variant]),
        "instance": partial(_searched, variant),
        "fixed": {"lam": 1e-9},
        "follow": follow,
    }


def rates(printed, explicit, trivial):
    """The exponents under CTL against the rate with 1 + ln(1/delta)."""
    base = {"n": 10**9, "d": 8, "epsilon": 1.0, "alpha": 0.0, "radius": 1.0, "delta": 0.05, "lam": 1e-9, "xi": 1 / 8}
    flat, noise = {**base, "d": 2, "xi": 0.5}, run("ctl", "one_hot", "half", "none")
    rate = printed("ctl", 1 + log(1 / delta))
    return Scaling(
        printed=rate,
        explicit=explicit("ctl"),
        trivial=trivial,
        failure=delta,
        sweeps=(
            Sweep("n", "n", tuple(10.0**k for k in range(5, 11)), n, "large", noise, {**base, "epsilon": 2.0}),
            Sweep("c(epsilon)", "epsilon", (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 8.0), c_epsilon, "large", noise, {**base, "n": 10**10}),
            Sweep("1/xi (flat spectrum)", "d", (4, 8, 16, 32), 1 / xi, "large", noise, {**base, "n": 10**10}, follow={xi.name: 1 / d}),
            Sweep("alpha", "alpha", (1e-4, 1e-3, 1e-2, 3e-2), alpha, "small", run("ctl", "one_hot", "half", "directional"), {**flat, "n": 10**12}),
            Sweep(
                "1/xi (one weak direction)", "xi", (0.3, 0.1, 0.03, 0.01), 1 / xi, "large",
                run("ctl", WeakBlock(), "half", "directional"), {**flat, "alpha": 1e-4, "n": 10**12},
                note="the corruption term needs its 1/xi",
            ),
            Sweep("1/gamma", "radius", (1.0, 2.0, 3.0, 4.0), 1 / gamma, "large", run("ctl", "one_direction", "boundary", "none"),
                  {**flat, "n": 10**10, "epsilon": 0.5}, note="randomized response keeps the label noise from shrinking"),
            Sweep("1 + ln(1/delta)", "delta", (0.2, 0.1, 0.05, 0.02, 0.01), 1 + log(1 / delta), "large", noise, {**base, "d": 30, "xi": 1 / 30}),
        ),
    )


class WeakBlock(WeakDirection):
    """The weak direction with the weight that the point names as the least eigenvalue."""

    def atoms(self, *, n, d, **point):
        return WeakDirection(weight=point["xi"]).atoms(n=n, d=d, **point)

    def draw(self, rng, repeats, *, n, d, **point):
        return WeakDirection(weight=point["xi"]).draw(rng, repeats, n=n, d=d, **point)

    def direction(self, index, *, d):
        return WEAK.direction(index, d=d)


def separation(printed):
    """LTC against CTL as privacy grows, all corruption against the truth."""
    confidence = 1 + log(1 / delta)
    return Separation(
        easier=run("ctl", "one_hot", "half", "directional"),
        harder=run("ltc", "one_hot", "half", "directional"),
        parameter="c(epsilon)",
        moves="epsilon",
        values=(0.1, 0.2, 0.4, 0.8, 1.6, 3.2),
        scale=c_epsilon,
        printed=printed("ltc", confidence) / printed("ctl", confidence),
        failure=delta,
        point={"n": 10**10, "d": 2, "alpha": 0.005, "radius": 2.0, "lam": 1e-9, "delta": 0.05, "xi": 0.5},
    )
