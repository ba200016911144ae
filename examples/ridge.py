"""Ridge regression's error bound on a fixed design: noise plus shrinkage, with every constant.

Run it: boundcheck examples/ridge.py
"""

from dataclasses import dataclass

import numpy as np
from sympy import Ge, Gt, Lt, log, sqrt, symbols

from boundcheck.claims import (
    Cited,
    Claim,
    HighProbabilityBound,
    Identity,
    Inequality,
    Letter,
    Mutant,
    Paper,
    Regime,
    Source,
    Step,
)

n, d, delta, lam, sigma, radius = symbols("n d delta lam sigma radius", real=True)
v, w, b, t = symbols("v w b t", real=True)


@dataclass(frozen=True)
class Ridge:
    """Rows are unit vectors in turn, so the covariance is I/d; the truth points along the first with norm `radius`."""

    penalised: bool = True

    def sample(self, rng, repeats, *, n, d, lam, sigma, radius, **point):
        """Errors of the estimate in the norm of the covariance plus lam."""
        weight = (n // d + (np.arange(d) < n % d)) / n  # the eigenvalues of the covariance
        truth = np.eye(d)[0] * radius
        products = weight * truth + sigma * np.sqrt(weight / n) * rng.standard_normal((repeats, d))
        estimate = products / (weight + lam * self.penalised)
        return {"error": np.sqrt(np.sum((weight + lam) * (estimate - truth) ** 2, axis=1))}


def noise(failure):
    """Laurent and Massart's tail of a chi-square variable with d degrees of freedom, as a root mean square."""
    return sigma * sqrt((d + 2 * sqrt(d * log(1 / failure)) + 2 * log(1 / failure)) / n)


POINT = {"n": 4_000, "d": 8, "lam": 0.001, "sigma": 1.0, "radius": 1.0, "delta": 0.05}
NOISY = Regime("noise", Ridge(), {**POINT, "lam": 1e-9, "radius": 1.0}, biting=True)
BIASED = Regime("shrinkage", Ridge(), {**POINT, "n": 80_000_000, "lam": 0.1, "radius": 1.0}, biting=True)
MIXED = Regime("both", Ridge(), POINT, biting=True)
TRIVIAL = radius * sqrt(1 / d + lam)  # the error of estimating 0

CLAIM = Claim(
    source=Source(Paper("own", "An example", year=2025), "Ridge regression", "examples/ridge.py"),
    title="error on a fixed design with Gaussian noise",
    words=r"For rows of norm at most 1, noise of variance $\sigma^2$ and a truth of norm at most $r$, with probability at "
    r"least $1 - \delta$ the error of ridge regression in the norm of the covariance plus $\lambda$ is at most",
    displays={"": noise(delta) + radius * sqrt(lam)},
    letters=(
        Letter(n, "sample size", n >= 1, (1e2, 1e6), integer=True),
        Letter(d, "dimension", d >= 1, (2, 50), integer=True),
        Letter(delta, "failure probability", (delta > 0, delta < 1), (1e-3, 0.3)),
        Letter(lam, "penalty", lam > 0, (1e-6, 10), r"\lambda"),
        Letter(sigma, "noise", sigma > 0, (0.1, 10)),
        Letter(radius, "norm of the truth", radius > 0, (0.1, 10), "r"),
    ),
    parts={
        "error": HighProbabilityBound.of(
            noise(delta) + radius * sqrt(lam),
            failure=delta,
            trivial=TRIVIAL,
            regimes=(NOISY, BIASED, MIXED),
            mutants=(
                Mutant("half the noise", "a factor 2 dropped", NOISY, noise(delta) / 2 + radius * sqrt(lam)),
                Mutant("no shrinkage", "the penalty costs nothing", BIASED, noise(delta)),
                Mutant("$d$ dropped", "noise in one dimension", NOISY, noise(delta).subs(d, 1) + radius * sqrt(lam)),
            ),
        )
    },
    steps=(
        Step(
            "split",
            "line 1",
            Identity(w / (v + lam) - b, (w - v * b) / (v + lam) - lam * b / (v + lam), (Ge(v, 0), Gt(lam, 0))),
            because="In the eigenbasis of the covariance: $v$ its eigenvalue, $b$ the truth, $w$ the mean of $x y$ there.",
        ),
        Step(
            "shrinkage",
            "line 2",
            Inequality((v + lam) * (lam * b / (v + lam)) ** 2, lam * b**2, (Ge(v, 0), Gt(lam, 0))),
            because=r"Per eigendirection; summed, the bias is at most $\lambda$ times the squared norm of the truth.",
        ),
        Step(
            "effective_dimension",
            "line 3",
            Inequality(v / (v + lam), 1, (Ge(v, 0), Gt(lam, 0))),
            because=r"The noise in that norm has the variance $\sigma^2/n$ times $v/(v + \lambda)$ in each of $d$ directions.",
        ),
        Step(
            "chi_square",
            "line 4",
            Cited(r"the tail of a $\chi^2$ variable", "Laurent and Massart (2000), Lemma 1"),
        ),
        Step(
            "rate",
            "line 5",
            Inequality(d + 2 * sqrt(d * t) + 2 * t, 3 * (d + t), (Ge(d, 1), Ge(t, 0))),
            because=r"With $t = \ln(1/\delta)$, so that the noise is at most $\sigma \sqrt{3 (d + t)/n}$.",
        ),
        Step(
            "tail",
            "line 6",
            Inequality(
                d + 2 * sqrt(d * log(1 / delta)) + 2 * log(1 / delta),
                n * ((b - radius * sqrt(lam)) / sigma) ** 2,
                (
                    Ge(b, noise(delta) + radius * sqrt(lam)),
                    *(Ge(n, 1), Ge(d, 1), Gt(delta, 0), Lt(delta, 1), Gt(lam, 0), Gt(sigma, 0), Gt(radius, 0)),
                ),
            ),
            because=r"From the bound on, an error $b$ leaves the noise at least what line 4 gives probability $\delta$ at most.",
            settles="error",
        ),
    ),
    not_covered=("rows that are not unit vectors are not simulated",),
)  # fmt: skip
