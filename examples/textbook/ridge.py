"""Ridge regression on a fixed design: its error in the norm of the data, from noise and shrinkage."""

from dataclasses import dataclass

import numpy as np
from sympy import log, sqrt, symbols

from boundcheck.calculus import (
    IDENTITY,
    Assumed,
    Derivation,
    Family,
    Index,
    Inner,
    Moment,
    Norm,
    World,
    event,
    fact,
    family,
    law,
    le,
    mean_vector,
    vector,
    vectors,
)
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.lemmas.matrices import noise_norm
from boundcheck.lemmas.regression import EVERYWHERE, RidgeLoss, norm_bound, stationary

n, d, lam, sigma, r, delta = symbols("n d lambda sigma r delta", real=True)
i = Index("i", n)
FIXED = frozenset({"design"})
x = vectors("x", "row i", (i, d), FIXED)(i)
truth = vector("theta", "the parameter")
e = family("e", "noise of row i", (i, sigma), FIXED | {"noise"})(i)
Delta = vector("Delta", "estimate minus truth", (n, d, lam, sigma), FIXED | {"noise"})
LOSS = RidgeLoss(Inner(x, truth) + e, x, i, lam)
A, noise = Moment(x, i) + lam * IDENTITY, mean_vector(e, x, i)
error, size = Norm(Delta, A), Norm(noise, A.inverse)
LAWS = {
    "minimiser": law(truth + Delta, "minimiser", LOSS, EVERYWHERE),
    "truth": law(truth, "norm", r),
    "dimension": law(x, "dimension", d),
    "independent": law(Family(e, i), "independent", given=FIXED),
    "mean": law(e, "mean", 0, given=FIXED),
    "tail": law(e, "sub-Gaussian", sigma**2, given=FIXED),
}


@dataclass(frozen=True)
class Errors:
    """Rows along the axes in turn, each of length root d, so that their second moment is I; the truth along all of them."""

    shared: bool = False

    def __call__(self, rng, repeats, *, n, d, r, **point):
        lam, sigma = point["lambda"], point["sigma"]
        own = rng.standard_normal((repeats, 1 if self.shared else d)) * sigma / np.sqrt(d if self.shared else n)
        return np.sqrt(1 + lam) * np.linalg.norm((own * np.ones(d) - lam * r / np.sqrt(d)) / (1 + lam), axis=1)


def width(dimension=d, ridge=r * sqrt(lam), samples=n):
    """What noise and shrinkage add up to."""
    t = log(1 / delta)
    return sigma * sqrt((dimension + 2 * sqrt(dimension * t) + 2 * t) / samples) + ridge


WIDTH = width()


def claim(width=WIDTH, without=(), draws=Errors(), error=error):
    """The claim of this width, without some of the laws."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    statement = event(le(error, width), failure=delta, given=FIXED)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()},
        facts=(
            fact("normal equation", stationary(loss=LOSS, hat=truth + Delta, other=Delta), by="minimiser"),
            fact("length", norm_bound(v=truth, radius=r), by="truth"),
            fact("shrinkage", le(-lam * Inner(truth, Delta), r * sqrt(lam) * Norm(Delta, A)), by="length"),
            fact("pairing", le(Inner(noise, Delta), size * Norm(Delta, A)), by=()),
            fact("square", le(Norm(Delta, A) ** 2, (size + r * sqrt(lam)) * Norm(Delta, A)),
                 by=("normal equation", "shrinkage", "pairing")),
            fact("solved", le(Norm(Delta, A), size + r * sqrt(lam)), by="square"),
            fact("noise", noise_norm(eta=e, x=x, index=i, sigma=sigma, d=d, lam=lam, delta=delta, given=FIXED),
                 by=("independent", "mean", "tail", "dimension")),
            fact("bound", statement, by=("solved", "noise")),
        ),
        statement=statement,
        error=error,
        worlds=(World("axes", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    point = {"n": 4000, "d": 20, "lambda": 0.01, "sigma": 1.0, "r": 1.0, "delta": 0.05}
    regimes = tuple(
        Regime(f"lambda = {ridge}", Simulation(draws), {**point, "lambda": ridge}, biting=ridge < 0.1) for ridge in (1e-6, 0.5)
    )
    return Claim(
        words="The ridge estimate of a linear model with sub-Gaussian noise, on a fixed design",
        displays={"": (r"\|\hat{\theta} - \theta\|_{\hat{\Sigma} + \lambda I} \le {}", width)},
        letters=(
            Letter(n, "rows", n >= 1, (10, 1e6), integer=True),
            Letter(d, "dimension", d >= 1, (1, 100), integer=True),
            Letter(lam, "ridge", lam > 0, (1e-6, 1)),
            Letter(sigma, "noise", sigma > 0, (0.1, 10)),
            Letter(r, "norm of the truth", r > 0, (0.1, 10)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.01, 0.1)),
        ),
        parts={"bound": HighProbabilityBound.of(width, failure=delta, trivial=r * sqrt(1 + lam), regimes=regimes)},
        derivations={"bound": derivation},
    )


CLAIM = claim()
TWINS = {
    "no dimension": claim(width(dimension=1)),
    "no shrinkage": claim(width(ridge=0)),
    "lambda for its root": claim(width(ridge=r * lam / 2)),
    "4 n for n": claim(width(samples=4 * n)),
    "noise that is not independent": claim(without=("independent",), draws=Errors(shared=True)),
    "the truth in no ball": claim(width(ridge=r * sqrt(lam) / 9), without=("truth",)),
}
