"""Sums of independent two-point differences."""

from dataclasses import dataclass

from boundcheck.claims import Lab, Regime


@dataclass(frozen=True)
class TwoPoint:
    """Sums of n differences that are R with probability p and -R p/(1 - p) else; their second moment is variance."""

    def sample(self, rng, repeats, *, n, variance, bound_above, **_):
        """The sums, drawn as binomials."""
        p = variance / (variance + bound_above**2)
        ones = rng.binomial(int(n), p, size=repeats)
        return {"error": bound_above * ones - bound_above * p / (1 - p) * (n - ones)}


def regime(name, *, biting=False, **values):
    """A point with eta at its optimum unless it is named."""
    values = {"n": 1e6, "zeta": 0.05, "variance": 1.0, "bound_above": 1.0, **values}
    best = (3.0 / (0.72 * values["n"] * values["variance"])) ** 0.5
    return Regime(name, TwoPoint(), {"eta": min(best, 1 / values["bound_above"]), **values}, biting)


LAB = Lab(
    regimes=(
        regime("fair coins", biting=True),
        regime("rare", biting=True, variance=1e-4, n=1e8),
        regime("small sample", n=50, variance=0.5),
        regime(r"largest $\eta$", n=1e4, variance=1e-4, eta=1.0, biting=True),
    ),
    probes=(regime(r"large $\eta$", eta=1e-2), regime(r"small $\eta$", eta=1e-4)),
)
