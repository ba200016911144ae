"""The lab of Theorem 6.3: log-linear policies in finite worlds, near the truth and far from it."""

import math
from functools import partial

from boundcheck.claims import Axis, Choice
from boundcheck.rlhf.estimators.pessimism import LogLinearSuboptimality

from ..notation import LETTERS, alpha, ball, beta, delta, epsilon, gamma, n
from .policies import LEAST_RIDGE, Policies, least_ridge
from .policy_worlds import POLICY_WORLDS, SQRT_HALF
from .rows import left_biased, moved, row

# The parameter of pi_sft in each world; the truth points along (1, -1).
SFT = {
    "half_arms": (0.0, 0.0),
    "half_arms_rare": (-5.6, 5.6),
    "far_arms": (-0.25 * SQRT_HALF, 0.25 * SQRT_HALF),
    "far_arms_rare": (-4.0 * SQRT_HALF, 4.0 * SQRT_HALF),
}
# Two groups of actions: a quarter over p (1 - p), p the share of the first group under pi_sft.
KAPPA = {world: float(0.25 / POLICY_WORLDS[world].behaviour[0].prod()) for world in SFT}
WORLDS = {False: ("half_arms", "half_arms_rare"), True: ("far_arms", "far_arms_rare")}  # by whether B bounds both norms


def suboptimality(world):
    """Of the log-linear policy of Algorithm 1's estimate."""
    return LogLinearSuboptimality(POLICY_WORLDS[world], SFT[world])


POLICIES = Policies({world: (1.0, -1.0) for world in SFT}, suboptimality)


def complete(world, *, length=1.0, **values):
    """A point at the least ridge. The truth is `length` times the largest; the estimator's ball is just large enough."""
    reach = 2 * values["beta"] * values["ball"] * (2 if world in WORLDS[True] else 1)
    at = {**values, "d": 2, "kappa": KAPPA[world], "radius": reach, "signal": length * reach}
    return {**at, "lam": least_ridge(at)}


def follow(far, *, world, n, delta, reach, stretch, room, length, **_):
    """What a point of the search lacks. B is `stretch` times the norm of the parameter of pi_sft (a quarter where that is 0),
    beta B is `reach`, the ridge `room` times the least, and the truth `length` times the longest in the ball."""
    norm = math.hypot(*SFT[world])
    ball = stretch * (norm * (1 + 1e-12) or 0.25)
    beta = reach / ball
    # doubled parameters: theta* lies beyond the centre, theta_sft on the other side of it
    longest = 2 * beta * (ball + norm if far else ball)
    return {
        "d": 2, "kappa": KAPPA[world], "ball": ball, "beta": beta, "lam": least_ridge({"d": 2, "delta": delta, "n": n}, room),
        "radius": 2 * reach * (2 if far else 1), "signal": length * longest,
    }  # fmt: skip


AXES = (
    LETTERS.axis(n),
    LETTERS.axis(epsilon),
    LETTERS.axis(alpha, 1e-10, 0.45),
    Axis("reach", 0.02, 3.0, "log"),
    Axis("stretch", 1.0, 8.0, "log"),
    LETTERS.axis(delta, 0.05, 0.5),
    Axis("room", 1.0, 1e6, "log"),
    Axis("length", 0.05, 1.0, "log"),
    Choice("adversary", ("none", "directional")),
)
BIASED = "private labels at face value"
RARE = {"n": 10**13, "epsilon": 0.1, "beta": 0.05}
SWEPT = {"n": 10**10, "beta": 0.5}
LEAST = {"lam": LEAST_RIDGE}
CURVED = LEAST | {"radius": 2 * beta * ball, "signal": 2 * beta * ball}

# All logits at most beta B.
NEAR = POLICIES.rows(
    usual={"ball": 1.0, "beta": 1.0},
    complete=complete,
    regimes=(
        row("biting", "half_arms worst", biting=True, n=10**8, alpha=1e-5),
        row("private", "half_arms worst", biting=True, n=10**10, epsilon=0.1, alpha=1e-8, beta=0.5),
        row("rare arm", "half_arms_rare worst", n=10**10, alpha=1e-6, ball=8.0, beta=0.05),
        row("corrupted", "half_arms worst", n=10**6, alpha=0.02),
        row("small", "half_arms worst", n=3_000, alpha=0.02),
    ),
    probes=(
        row("noise", "half_arms none", n=10**12, epsilon=0.05, beta=0.3),
        row("noise, very private", "half_arms none", n=10**15, epsilon=0.002, beta=0.3),
        row("noise, curved", "half_arms none", n=10**13, epsilon=0.2, beta=6.0),
        row("corruption", "half_arms directional", n=10**14, epsilon=4.0, alpha=0.003),
        row("rare noise", "half_arms_rare none", ball=8.0, **RARE),
    ),
    mutants=(left_biased("biased", BIASED, "half_arms none", n=10**10, beta=2.0),),
    sweeps=(
        moved(n, "half_arms none", follow=LEAST, epsilon=2.0, **SWEPT),
        moved(epsilon, "half_arms none", follow=LEAST, n=10**11, beta=0.02),
        moved(alpha, "half_arms directional", follow=LEAST, **SWEPT | {"n": 10**12},
              note="these worlds have coverage, where the error is linear in the share"),
        moved(beta, "half_arms none", scale=1 / gamma, over=(2, 5), follow=CURVED, epsilon=0.5, **SWEPT | {"n": 10**13}),
    ),
    search=POLICIES.searching((*AXES, Choice("world", WORLDS[False])), partial(follow, False)),
)

NOISE_CURVED = {"n": 10**14, "epsilon": 0.2, "beta": 10.0}
# Both parameters at the ends of the ball, and differences of features of norm 2.
FAR_AWAY = POLICIES.rows(
    usual={"ball": 0.25, "beta": 1.0},
    complete=complete,
    regimes=(
        row("biting", "far_arms worst", biting=True, n=10**9, alpha=1e-6),
        row("corrupted", "far_arms worst", n=10**7, alpha=0.01),
        row("small", "far_arms worst", n=5_000, alpha=0.02),
        row("private", "far_arms worst", biting=True, n=10**10, epsilon=0.1, alpha=1e-8),
        row("curved", "far_arms worst", biting=True, n=10**11, alpha=1e-8, beta=6.0),
        # Half of the largest truth: the best policy is even where pi_sft is nearly sure.
        row("rare arm", "far_arms_rare worst", length=0.5, ball=4.0, beta=0.05, n=10**11, alpha=1e-8),
    ),
    probes=(
        row("noise", "far_arms none", n=10**12, epsilon=0.05),
        row("noise, very private", "far_arms none", n=10**15, epsilon=0.002),
        row("noise, curved", "far_arms none", **NOISE_CURVED),
        row("corruption", "far_arms directional", n=10**14, epsilon=4.0, alpha=0.003),
        row("rare noise", "far_arms_rare none", ball=4.0, length=0.5, **RARE),
    ),
    mutants=(
        row("noise, curved", "far_arms none", words=r"$\gamma$ at $\beta B$: the printed $\gamma$, which refutes the literal reading", **NOISE_CURVED),
        left_biased("biased", BIASED, "far_arms none", n=10**10, beta=6.0),
    ),
    search=POLICIES.searching((*AXES, Choice("world", WORLDS[True])), partial(follow, True)),
)
