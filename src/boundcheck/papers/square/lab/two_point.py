"""Sums of independent two-point differences."""

from dataclasses import dataclass

from boundcheck.claims import Bench, Lab

from ..notation import LETTERS


@dataclass(frozen=True)
class TwoPoint:
    """Sums of n differences that are R with probability p and -R p/(1 - p) else; their second moment is variance."""

    def sample(self, rng, repeats, *, n, variance, bound_above, **_):
        """The sums, drawn as binomials."""
        p = variance / (variance + bound_above**2)
        ones = rng.binomial(int(n), p, size=repeats)
        return {"error": bound_above * ones - bound_above * p / (1 - p) * (n - ones)}


def best_eta(run, *, n, variance, bound_above, **_):
    """Eta at its optimum."""
    return {"eta": min((3.0 / (0.72 * n * variance)) ** 0.5, 1 / bound_above)}


BENCH = Bench(LETTERS, {"n": 1e6, "zeta": 0.05, "variance": 1.0, "bound_above": 1.0}, TwoPoint(), complete=best_eta)


LAB = Lab(
    regimes=(
        BENCH.regime("fair coins", biting=True),
        BENCH.regime("rare", biting=True, variance=1e-4, n=1e8),
        BENCH.regime("small sample", n=50, variance=0.5),
        BENCH.regime(r"largest $\eta$", n=1e4, variance=1e-4, eta=1.0, biting=True),
    ),
    probes=(BENCH.regime(r"large $\eta$", eta=1e-2), BENCH.regime(r"small $\eta$", eta=1e-4)),
)
