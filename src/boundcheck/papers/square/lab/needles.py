"""Least squares on classes of needles: where its error is looked at, per order of privacy and corruption."""

from boundcheck.claims import Bench, Lab, Mutant

from ..notation import LETTERS, alpha, epsilon, n
from .regression import Regression

PLAIN = {"members": 2, "zeta": 0.05, "alpha": 0.0, "centre": 0.0}
# Where bad labels pull hardest: the truth near -1, all bad labels 1.
CORRUPTED = {
    "ctl": {"n": 1e12, "epsilon": 1.0, "alpha": 0.01, "centre": -0.999},
    "ltc": {"n": 1e12, "epsilon": 1.0, "alpha": 0.01, "centre": -0.99},
    "central": {"n": 1e11, "epsilon": 1.0, "alpha": 0.01, "centre": -0.999},
}
NOISY = {
    "ctl": {"n": 1e9, "epsilon": 0.1, "members": 200},
    "ltc": {"n": 1e9, "epsilon": 0.1, "members": 200},
    "central": {"n": 1e9, "epsilon": 0.02, "members": 200},
}


BENCH = Bench(LETTERS, PLAIN)


def regimes(order):
    """Noise, corruption, both, and a small sample."""
    both = {**CORRUPTED[order], "alpha": 1e-3, "n": 1e7, "centre": -0.5}
    return (
        BENCH.regime("noise", Regression(order), biting=True, **NOISY[order]),
        BENCH.regime("corruption", Regression(order), biting=True, **CORRUPTED[order]),
        BENCH.regime("both", Regression(order), biting=True, **both),
        BENCH.regime("two members", Regression(order), n=1e8, epsilon=1.0),
        BENCH.regime("small sample", Regression(order), n=500, epsilon=2.0, alpha=0.02),
    )


def probes(order):
    """Where the truth is rare, privacy dear, or corruption comes after the coin."""
    very = {**NOISY[order], "epsilon": 1e-4, "n": 1e10} if order == "central" else {**NOISY[order], "epsilon": 0.01, "n": 1e11}
    found = [BENCH.regime("very private", Regression(order), **very)]
    if order == "ctl":
        found.append(BENCH.regime("needles", Regression(order), **{**NOISY[order], "members": 1_500, "scale": 0.75, "zeta": 0.3}))
    if order == "ltc":
        found.append(BENCH.regime("late", Regression(order), n=1e12, epsilon=0.1, alpha=1e-3, centre=-0.9))
    return tuple(found)


def mutants(order):
    """Least squares without what makes the bound true."""
    if order == "central":
        return ()
    # The needle lies below the truth, where labels at face value put it.
    biased = BENCH.regime("biased", Regression(order, debias=False), n=1e10, epsilon=0.5, centre=0.9, scale=-3e3)
    return (Mutant("labels at face value", r"the factor $c(\varepsilon)$ is left out of the loss", biased),)


def _late(run):
    """Samples and privacy, and both powers that bad labels after the coin have."""
    noise = {"n": 1e9, "epsilon": 1.0}
    late = {"n": 1e13, "epsilon": 1.0, "alpha": 1e-3, "centre": -0.9}
    return (
        BENCH.sweep(n, run, **noise),
        BENCH.sweep(epsilon, run, **noise),
        BENCH.sweep(alpha, run, **late, note=r"the square of $\alpha$ is what is seen"),
        BENCH.sweep(epsilon, run, **late, name=r"$c(\varepsilon)$, corruption",
            note=r"the square of $c(\varepsilon) \alpha$ is what is seen, while it is small against $c(\varepsilon) \alpha$"),
    )  # fmt: skip


def _early(run):
    """Bad labels before the coin, whose price does not depend on privacy."""
    early = {"n": 1e14, "epsilon": 1.0, "alpha": 1e-3, "centre": -0.9}
    return (
        BENCH.sweep(alpha, run, **early, note=r"the square of $\alpha$ is what is seen"),
        BENCH.sweep(epsilon, run, **early | {"n": 1e18}, note=r"before the coin a bad label costs the same at every $\varepsilon$"),
    )


def _in_the_center(run):
    """Bad labels, and privacy where the mechanism costs more than the noise."""
    return (
        BENCH.sweep(alpha, run, n=1e14, epsilon=1.0, alpha=1e-3, centre=-0.9,
            note=r"the square of $\alpha$ is what is seen"),
        BENCH.sweep(epsilon, run, n=1e11, scale=1 / epsilon, over=(1e-2, 1e-5)),
    )  # fmt: skip


def lab(order):
    """All of it for an order; LTC is the one in which every parameter of the local model plays a part."""
    sweeps = {"ltc": _late, "ctl": _early, "central": _in_the_center}[order](Regression(order))
    return Lab(regimes(order), probes(order), mutants(order), sweeps=sweeps)
