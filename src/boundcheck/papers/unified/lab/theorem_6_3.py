"""Theorem 6.3 put to the test: log-linear policies in finite worlds."""

import math
from functools import partial

import numpy as np
from sympy import log

from boundcheck.claims import Axis, Choice, Experiment, Mutant, Regime, Scaling, Sweep
from boundcheck.rlhf.estimators import DebiasedMLE, debiased_mle
from boundcheck.rlhf.estimators.pessimism import LogLinearSuboptimality
from boundcheck.rlhf.worlds.policies import NearTie

from ..notation import alpha, ball, beta, c_epsilon, d, delta, gamma, n
from ..orders import CTL, LTC
from .policy_worlds import POLICY_WORLDS, SQRT_HALF
from .worlds import ADVERSARIES

# The parameter of pi_sft in each world; the truth points along (1, -1).
SFT = {
    "half_arms": (0.0, 0.0),
    "half_arms_rare": (-5.6, 5.6),
    "far_arms": (-0.25 * SQRT_HALF, 0.25 * SQRT_HALF),
    "far_arms_rare": (-4.0 * SQRT_HALF, 4.0 * SQRT_HALF),
}
# Two groups of actions: a quarter over p (1 - p), p the share of the first group under pi_sft.
KAPPA = {world: float(0.25 / POLICY_WORLDS[world].behaviour[0].prod()) for world in SFT}


def _instance(rng, repeats, late, *, n, epsilon, alpha, ball, beta, **point):
    """Suboptimality of DPO in the refuting instance, whose adversary moves the logit from 4 beta to 3 beta if alpha n lets it."""
    far, near, sft = (1 / (1 + np.exp(-logit)) for logit in (4 * beta * ball, 3 * beta * ball, 2))
    keep = 1 / (1 + np.exp(-epsilon))
    compared = rng.binomial(n, 2 * sft * (1 - sft), repeats)  # pairs of two different actions
    ones = rng.binomial(compared, far)
    wanted = near if late else near - np.exp(-4 * beta)
    target = compared * (1 - keep + (2 * keep - 1) * wanted if late else wanted)

    def private(plain):
        return rng.binomial(plain, keep) + rng.binomial(compared - plain, 1 - keep)

    before = private(ones) if late else ones
    changed = before - np.clip(np.ceil(before - target), 0, np.floor(alpha * n)).astype(np.int64)
    after = changed if late else private(changed)
    share = (after / compared - (1 - keep)) / (2 * keep - 1)
    share = np.clip(share, 1 - far, far)  # logits lie in the class
    return 4 * beta * (sft - 1 / (1 + np.exp(2 - np.log(share / (1 - share)) / beta)))


def instance_ctl(rng, repeats, **point):
    """Plain labels are changed, and the coins are tossed afterwards."""
    return _instance(rng, repeats, False, **point)


def instance_ltc(rng, repeats, **point):
    """Private labels are changed."""
    return _instance(rng, repeats, True, **point)


INSTANCES = {CTL: instance_ctl, LTC: instance_ltc}


def run(order, world, adversary="worst", estimator=debiased_mle):
    """Algorithm 1 on comparisons of a finite world, and its log-linear policy."""
    case = POLICY_WORLDS[world]
    error = LogLinearSuboptimality(case, SFT[world])
    return Experiment(NearTie(case, (1.0, -1.0)), order.mechanism(ADVERSARIES[adversary]), estimator, error)


def point(world, *, far=False, length=1.0, **values):
    """A point at the least ridge. The truth is `length` times the largest; the estimator's ball is just large enough."""
    values = {"n": 10**9, "epsilon": 1.0, "alpha": 0.0, "ball": 1.0, "beta": 1.0, "delta": 0.05, "d": 2, **values}
    reach = 2 * values["beta"] * values["ball"] * (2 if far else 1)
    values |= {"kappa": KAPPA[world], "radius": reach, "signal": length * reach}
    values["lam"] = 22 * math.log(4 * 2 / values["delta"]) / values["n"] * (1 + 1e-9)
    return values


# Where worst cases are searched for. B is `stretch` times the norm of the parameter of pi_sft (a quarter where that is 0), beta
# B is `reach`, the ridge `room` times the least, and the truth `length` times the longest in the ball.
SEARCH = (
    Axis("n", 100, 10**14, "log_integer"),
    Axis("epsilon", 0.05, 8.0, "log"),
    Axis("alpha", 1e-10, 0.45, "log"),
    Axis("reach", 0.02, 3.0, "log"),
    Axis("stretch", 1.0, 8.0, "log"),
    Axis("delta", 0.05, 0.5, "log"),
    Axis("room", 1.0, 1e6, "log"),
    Axis("length", 0.05, 1.0, "log"),
    Choice("adversary", ("none", "directional")),
)
WORLDS = {False: ("half_arms", "half_arms_rare"), True: ("far_arms", "far_arms_rare")}  # by whether B bounds both norms
ROUNDED = 1 + 1e-12


def follow(far, *, world, n, delta, reach, stretch, room, length, **_):
    """What a point of the search lacks: its world's kappa, B, beta, the ridge, and the lengths of the truth and of the ball."""
    norm = math.hypot(*SFT[world])
    ball = stretch * (norm * ROUNDED or 0.25)
    beta = reach / ball
    # doubled parameters: theta* lies beyond the centre, theta_sft on the other side of it
    longest = 2 * beta * (ball + norm if far else ball)
    return {
        "d": 2, "kappa": KAPPA[world], "ball": ball, "beta": beta, "lam": room * 22 * math.log(8 / delta) / n * (1 + 1e-9),
        "radius": 2 * reach * (2 if far else 1), "signal": length * longest,
    }


def _searched(order, *, world, adversary, **_):
    return run(order, world, adversary)


def searching(order, far):
    """The fields of a bound that say where its worst case is looked for."""
    space = (*SEARCH, Choice("world", WORLDS[far]))
    return {"search": space, "instance": partial(_searched, order), "follow": partial(follow, far)}


def regimes(order):
    """Where the explicit version must hold, all logits at most beta B."""
    return (
        Regime("biting", run(order, "half_arms"), point("half_arms", n=10**8, alpha=1e-5), True),
        Regime(
            "private", run(order, "half_arms"), point("half_arms", n=10**10, epsilon=0.1, alpha=1e-8, beta=0.5), True
        ),
        Regime(
            "rare arm",
            run(order, "half_arms_rare"),
            point("half_arms_rare", n=10**10, alpha=1e-6, ball=8.0, beta=0.05),
        ),
        Regime("corrupted", run(order, "half_arms"), point("half_arms", n=10**6, alpha=0.02)),
        Regime("small", run(order, "half_arms"), point("half_arms", n=3_000, alpha=0.02)),
    )


def far_regimes(order):
    """The same where both parameters are at the ends of the ball and differences of features have norm 2."""
    return (
        Regime("biting", run(order, "far_arms"), point("far_arms", far=True, ball=0.25, n=10**9, alpha=1e-6), True),
        Regime("corrupted", run(order, "far_arms"), point("far_arms", far=True, ball=0.25, n=10**7, alpha=0.01)),
        Regime("small", run(order, "far_arms"), point("far_arms", far=True, ball=0.25, n=5_000, alpha=0.02)),
        Regime("private", run(order, "far_arms"),
               point("far_arms", far=True, ball=0.25, n=10**10, epsilon=0.1, alpha=1e-8), True),
        Regime("curved", run(order, "far_arms"), point("far_arms", far=True, ball=0.25, n=10**11, alpha=1e-8, beta=6.0), True),
        # Half of the largest truth: the best policy is even where pi_sft is nearly sure.
        Regime("rare arm", run(order, "far_arms_rare"),
               point("far_arms_rare", far=True, length=0.5, ball=4.0, beta=0.05, n=10**11, alpha=1e-8)),
    )


BIASED = DebiasedMLE(debias=False)
LEFT_BIASED = "private labels at face value"


def _against(order, name, world="half_arms", adversary="none", estimator=debiased_mle, **values):
    return Regime(name, run(order, world, adversary, estimator), point(world, **values))


def probes(order):
    """Where one letter of the explicit version matters most."""
    return (
        _against(order, "noise", n=10**12, epsilon=0.05, beta=0.3),
        _against(order, "noise, very private", n=10**15, epsilon=0.002, beta=0.3),
        _against(order, "noise, curved", n=10**13, epsilon=0.2, beta=6.0, ball=1.0),
        _against(order, "corruption", adversary="directional", n=10**14, epsilon=4.0, alpha=0.003, beta=1.0),
        _against(order, "rare noise", "half_arms_rare", n=10**13, epsilon=0.1, ball=8.0, beta=0.05),
    )


def mutants(order):
    """A method without what makes the bound true."""
    return (Mutant("labels left biased", LEFT_BIASED, _against(order, "biased", n=10**10, beta=2.0, estimator=BIASED)),)


def _far(order, name, world="far_arms", **values):
    return _against(order, name, world, far=True, **{"ball": 0.25, **values})


def _far_curved(order):
    return _far(order, "noise, curved", n=10**14, epsilon=0.2, beta=10.0)


def far_probes(order):
    """Where one letter of the mended version matters most."""
    return (
        _far(order, "noise", n=10**12, epsilon=0.05),
        _far(order, "noise, very private", n=10**15, epsilon=0.002),
        _far_curved(order),
        _far(order, "corruption", adversary="directional", n=10**14, epsilon=4.0, alpha=0.003),
        _far(order, "rare noise", "far_arms_rare", n=10**13, epsilon=0.1, ball=4.0, beta=0.05, length=0.5),
    )


def far_mutants(order, nearby):
    """A false method, and `nearby`, the printed version with gamma at beta B, and its factor."""
    return (
        Mutant("gamma at beta B", "the printed gamma, which refutes the literal reading", _far_curved(order), nearby),
        Mutant("labels left biased", LEFT_BIASED, _far(order, "biased", n=10**10, beta=6.0, estimator=BIASED)),
    )


def rates(printed, explicit, trivial):
    """The exponents under CTL."""
    noisy, base = run(CTL, "half_arms", "none"), point("half_arms", n=10**10, beta=0.5)
    follow = {"lam": 22 * log(4 * d / delta) / n}
    curved = {"radius": 2 * beta * ball, "signal": 2 * beta * ball}
    return Scaling(
        printed=printed,
        explicit=explicit,
        trivial=trivial,
        failure=delta,
        sweeps=(
            Sweep("n", "n", tuple(10.0**k for k in range(6, 12)), n, "large", noisy, {**base, "epsilon": 2.0}, follow=follow),
            Sweep("c(epsilon)", "epsilon", (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 8.0), c_epsilon, "large", noisy, {**base, "n": 10**11, "beta": 0.02, "radius": 0.04, "signal": 0.04}, follow=follow),
            Sweep("alpha", "alpha", (1e-4, 1e-3, 3e-3, 1e-2), alpha, "small", run(CTL, "half_arms", "directional"), {**base, "n": 10**12}, follow=follow,
                  note="these worlds have coverage, where the error is linear in the share"),
            Sweep("1/gamma", "beta", (2.0, 3.0, 4.0, 5.0), 1 / gamma, "large", noisy, {**base, "n": 10**13, "epsilon": 0.5}, follow=follow | curved),
        ),
    )
