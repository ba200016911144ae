"""The error of the implicit rewards of the policies that Square chi-PO returns."""

from dataclasses import dataclass

from boundcheck.claims import Bench, Lab, Mutant

from ..notation import LETTERS, n, reward_bound
from .alignment import Alignment

PLAIN = {"members": 2, "zeta": 0.05, "alpha": 0.0, "epsilon": 1.0, "reward_bound": 0.25, "range_bound": 0.25, "coverage": 2.0, "beta": 0.05}


@dataclass(frozen=True)
class Error:
    """The error of the chosen reward, over pairs from the reference policy, clipped at 2R."""

    order: str
    kind: str = "flip"
    method: str = "square"

    def sample(self, rng, repeats, **point):
        """Squared errors; the alignment chooses, and says which reward by its gap."""
        return Alignment(self.order, self.kind, self.method, measure="reward").sample(rng, repeats, **point)


BENCH = Bench(LETTERS, PLAIN)  # beta plays no part in the error


def regimes(order):
    """Noise, corruption, steep logits, strong privacy."""
    return (
        BENCH.regime("noise", Error(order), n=1e10, biting=True),
        BENCH.regime("corruption", Error(order), n=1e13, epsilon=2.0, alpha=1e-3, biting=True),
        BENCH.regime("steep", Error(order, "far"), n=1e15, reward_bound=4.0, range_bound=4.0, coverage=1e4, biting=True),
        BENCH.regime("private", Error(order), n=1e13, epsilon=0.05, biting=True),
    )


def probes(order):
    """Where bad labels or steep logits cost most."""
    return (
        BENCH.regime("corrupt", Error(order), n=1e13, epsilon=2.0, alpha=1e-3),
        BENCH.regime("steeper", Error(order, "far"), n=1e15, reward_bound=8.0, range_bound=8.0, coverage=1e7),
    )


def mutants(order):
    """The alignment without what makes the bound true."""
    turned = BENCH.regime("turned", Error(order, method="turned"), n=1e13, scale=1e3)
    return (Mutant("labels turned", "the likelihood of the opposite labels", turned),)


def lab(order):
    """All of it for an order; the sweeps are those of CTL."""
    sweeps = (
        BENCH.sweep(reward_bound, Error("ctl", "far"), n=1e18, coverage=1e4, name="$e^R$",
            note="$e^{2R}$ is what is seen", follow={"range_bound": reward_bound}),
        BENCH.sweep(n, Error("ctl")),
    )  # fmt: skip
    return Lab(regimes(order), probes(order), mutants(order), sweeps=sweeps)
