"""The error of the implicit rewards of the policies that Square chi-PO returns."""

from dataclasses import dataclass

from boundcheck.claims import Lab, Mutant, Regime

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


def regime(name, order, kind="flip", method="square", *, biting=False, **values):
    """A point; beta plays no part in the error."""
    return Regime(name, Error(order, kind, method), {**PLAIN, **values}, biting)


def regimes(order):
    """Noise, corruption, steep logits, strong privacy."""
    return (
        regime("noise", order, n=1e10, biting=True),
        regime("corruption", order, n=1e13, epsilon=2.0, alpha=1e-3, biting=True),
        regime("steep", order, "far", n=1e15, reward_bound=4.0, range_bound=4.0, coverage=1e4, biting=True),
        regime("private", order, n=1e13, epsilon=0.05, biting=True),
    )


def probes(order):
    """Where bad labels or steep logits cost most."""
    return (
        regime("corrupt", order, n=1e13, epsilon=2.0, alpha=1e-3),
        regime("steeper", order, "far", n=1e15, reward_bound=8.0, range_bound=8.0, coverage=1e7),
    )


def mutants(order):
    """The alignment without what makes the bound true."""
    turned = regime("turned", order, "flip", "turned", n=1e13, scale=1e3)
    return (Mutant("labels turned", "the likelihood of the opposite labels", turned),)


def lab(order):
    """All of it for an order; the sweeps are those of CTL."""
    steep = {**PLAIN, "n": 1e18, "coverage": 1e4}
    sweeps = (
        LETTERS.sweep(reward_bound, Error("ctl", "far"), steep, name="$e^R$",
            note="$e^{2R}$ is what is seen", follow={"range_bound": reward_bound}),
        LETTERS.sweep(n, Error("ctl"), PLAIN),
    )  # fmt: skip
    return Lab(regimes(order), probes(order), mutants(order), sweeps=sweeps)
