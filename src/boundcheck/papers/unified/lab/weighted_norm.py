"""The lab of Theorem 5.4: regimes, false methods, sweeps and the search, for the error in the norm of the data."""

from functools import partial

from sympy import sqrt

from boundcheck.claims import Choice
from boundcheck.rlhf.estimators import DebiasedMLE, weighted_norm_error

from ..notation import LETTERS, alpha, covariance_norm, d, delta, epsilon, lam, n, radius
from ..orders import CLC, LTC
from .estimation import estimation
from .rows import left_biased, moved, row, separated
from .worlds import SEARCHED, experiment

TRIVIAL = 2 * radius * sqrt(covariance_norm + lam)  # the diameter of the ball
TYPICAL = {"n": 10**7, "lam": 1e-6, "corrupted": 1e-4}
# Noise alone, near the largest curvature and with strong privacy: the noise term is nearly attained.
QUIET = {"n": 10**8, "d": 20, "epsilon": 0.2, "radius": 0.5}
FLAT = {"d": 2, "covariance_norm": 1.0}
SWEPT = {"n": 10**9, "d": 10, "lam": 1e-14}
NOISE, STEEP = "one_hot half none", "one_direction boundary none"

# Where worst cases are searched for: the printed domains, cut where replicates would cost too much.
AXES = (
    LETTERS.axis(n, low=1),
    LETTERS.axis(d, high=12),
    LETTERS.axis(epsilon),
    LETTERS.axis(radius, low=0.05),  # in small balls the constant is nearly attained
    LETTERS.axis(lam, high=1e6),
    LETTERS.axis(delta, low=0.05),
    Choice("features", SEARCHED),
    Choice("truth", ("zero", "boundary", "opposite", "random")),
    Choice("adversary", ("none", "directional", "gradient", "worst")),
)


def _searched(order, *, features, truth, adversary, **point):
    shares = tuple(point[share.name] for share in order.shares)
    return experiment(order, f"{features} {truth} {adversary}", error=weighted_norm_error, shares=shares)


def search(order):
    """The fields of a bound that say where its worst case is looked for."""
    axes = AXES + tuple(LETTERS.axis(share, 1e-14, 0.45) for share in order.shares)
    return {"search": axes, "instance": partial(_searched, order), "fixed": {covariance_norm.name: 1.0}}


def _curvature(epsilon, note):
    name = rf"$1/\gamma$ at $\varepsilon = {epsilon:g}$"
    return moved(radius, STEEP, name=name, note=note, epsilon=epsilon, **SWEPT | FLAT | {"n": 10**10})


LAB = estimation(
    weighted_norm_error,
    usual={"d": 10, "epsilon": 1.0, "radius": 1.0, "lam": 1e-12, "delta": 0.05},
    spectrum=covariance_norm.name,
    regimes=(
        row("biting", "one_hot random worst", biting=True, **TYPICAL),
        row("very private", "pairs half worst", biting=True, **TYPICAL | {"n": 10**9, "epsilon": 0.1, "corrupted": 1e-6, "covariance_norm": 1 / 9}),
        row("curved", "one_direction boundary directional", biting=True, **TYPICAL | FLAT | {"radius": 4.0, "n": 10**9, "corrupted": 1e-6}),
        row("worst block", "worst_block opposite gradient", **TYPICAL | {"d": 2, "radius": 1.5, "corrupted": 0.02, "covariance_norm": 0.02}),
        row("small sample", "one_hot boundary worst", n=60, d=3, lam=0.01, corrupted=0.1),
        row("continuous features", "sphere random leverage", n=400, d=5, corrupted=0.05, lam=0.01),
    ),
    probes=(
        row("noise", "one_hot zero none", **QUIET),
        row(r"noise, small $\delta$", "one_hot zero none", **QUIET | {"d": 4, "delta": 0.005}),
        # All corruption in one weak direction, the truth at the far end of the ball: the error is the diameter.
        row("worst block", "worst_block opposite gradient",
            corrupted=0.01, late=0.0, covariance_norm=0.01, n=10**10, d=2, epsilon=4.0, radius=2.5),
        # One label and a huge ridge weight: the estimate is often the antipode of the truth.
        row("one label", STEEP, n=1, epsilon=8.0, radius=0.5, lam=1e6, **FLAT),
        # Labels corrupted after privatisation only, on a covered design: the corruption is worth c(epsilon) labels.
        row("late corruption", "one_direction opposite directional", only=(LTC, CLC),
            corrupted=0.01, late=0.01, n=10**10, epsilon=0.1, radius=2.0, **FLAT),
    ),
    mutants=(
        left_biased("noise (truth near the boundary)", "the estimator takes private labels at face value", "one_hot random none", n=10**8),
        row("noise, large ball", "one_hot zero none", estimator=DebiasedMLE(cap=500.0),
            words="ball ignored: the estimator minimises over a ball a thousand times as large", **QUIET | {"n": 10**3, "epsilon": 0.1}),
    ),
    sweeps=(
        moved(n, NOISE, epsilon=4.0, **SWEPT),
        moved(d, NOISE, follow={covariance_norm.name: 1 / d}, **SWEPT),
        moved(epsilon, NOISE, **SWEPT),
        moved(alpha, "one_direction half gradient", name=r"$\alpha$ (covered)",
              note="with coverage the error is linear in the share, as Theorem 5.7 has it", **SWEPT | FLAT | {"n": 10**12}),
        moved(alpha, "worst_block opposite gradient", name=r"$\alpha$ (worst block)",
              note=r"the error is the diameter of the ball on a block of weight $\alpha$: the exponent of $\alpha$ is needed, which says nothing about $1/\gamma$",
              epsilon=4.0, **SWEPT | FLAT | {"n": 10**10}),
        _curvature(0.5, "randomized response keeps the label noise from shrinking with the curvature"),
        _curvature(8.0, "almost plain labels are less noisy where the curvature is small"),
        # From where the ridge outweighs the one label that there is.
        moved(lam, STEEP, over=(1e5, 1e8), epsilon=8.0, radius=0.5, **SWEPT | FLAT | {"n": 1}),
        moved(delta, NOISE, **SWEPT | {"d": 20}),
    ),
    # On a covered design: one direction with the truth in the middle.
    pair=separated("one_direction zero gradient",
        note="LTC over CTL on a covered design, where the error is linear in the share; on worst designs the factor is at most of "
        r"the order of the root of $c(\varepsilon)$, as the sharper version has it", n=10**10, corrupted=0.005, radius=4.0, **FLAT),
    search=search,
)

# A block along which the adversary of LTC just carries the logits across a small ball: c alpha / tanh(B'/2) of the samples.
CROSSED = row("crossed block", "crossed_block opposite directional", biting=True, corrupted=5e-4, n=10**12, epsilon=0.5, radius=0.5, **FLAT)
