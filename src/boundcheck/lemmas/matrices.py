"""Eigenvalues of empirical second moments, and noise in the norm that the data gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb
from sympy import Rational, exp, log, sqrt, sympify

from boundcheck.calculus import (
    IDENTITY,
    Family,
    Index,
    Law,
    Moment,
    Norm,
    always,
    event,
    family,
    law,
    le,
    lemma,
    letter,
    mean_vector,
    vectors,
)
from boundcheck.calculus.terms import Functional, Missing, Term, sources, within
from boundcheck.symbolic import Statement

from .concentration import HALF, POISSON, RARE, bennett_exponent
from .entry import Entry, at, lt
from .models import Space
from .tails import ChiSquare, Coins, Tails, as_ball, compared

n, d, mu, c, eta, lam, sigma, delta = map(letter, ("n", "d", "mu", "c", "eta", "lambda", "sigma", "delta"))
i = Index("i", n)
x = vectors("x", "vector i", (i,), {"data"})(i)
largest = "largest eigenvalue"


@lemma("Tropp (2015), Theorem 5.1.1", title="matrix Chernoff bound")
def matrix_chernoff(x: Any, index: Any, radius: Any, d: Any, mu: Any, eta: Any) -> Any:
    """The largest eigenvalue of the second moment of n independent vectors exceeds (1 + eta) mu with small probability."""
    needs = [
        law(Family(x, index), "independent"),
        law(x, "norm", radius),
        law(x, "dimension", d),
        law(x, "spectral second moment", mu),
        always(lt(0, eta)),
    ]
    tail = d * exp(-index.size * mu / radius**2 * bennett_exponent(eta))
    return needs, event(le(Functional(largest, Moment(x, index)), (1 + eta) * mu), failure=tail)


LINE = {"n": 10**12, "d": 1, "c": 1, "mu": RARE}
MATRIX_CHERNOFF = Entry(
    matrix_chernoff,
    {"x": x, "index": i, "radius": c, "d": d, "mu": mu, "eta": eta},
    (at(POISSON, **LINE, eta=Rational(1, 10)), at(POISSON, **LINE, eta=2)),
    {
        "independent": at(
            Space({0: HALF, 1: HALF}, {"x": lambda w, _: (w,), largest: lambda _, m: m[0, 0]}), n=50, d=1, c=1, mu=HALF, eta=HALF
        ),
        "norm": at(Coins(HALF, 0, 2), n=1000, d=1, c=1, mu=2, eta=Rational(1, 4)),
        "dimension": at(
            Space(
                {j: Rational(1, 4) for j in range(4)},
                {"x": lambda w, _: [int(j == w) for j in range(4)], largest: lambda _, m: max(m.eigenvals())},
            ),
            n=1, d=1, c=1, mu=Rational(1, 4), eta=Rational(29, 10),
        ),
        "spectral second moment": at(POISSON, **{**LINE, "mu": RARE / 2}, eta=Rational(1, 10)),
        "0 < eta": at(Coins(), n=100, d=1, c=1, mu=HALF, eta=-HALF),
    },
)  # fmt: skip

noise = family("e", "noise of sample i", (i,), {"data", "noise"})(i)


@dataclass(frozen=True)
class NormalNoise(Tails):
    """Normal noise of a standard deviation, at n = d vectors that are orthogonal, each of squared norm n."""

    deviation: Any = 1
    mean: Any = 0
    dimension: Any = None

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if isinstance(said.object, Family):
            return True
        true = {"mean": self.mean, "sub-Gaussian": sympify(self.deviation) ** 2, "dimension": numbers["n"]}[
            said.property
        ]
        return compared(
            Statement(sympify(true), "==" if said.property == "mean" else "<=", said.parameters[0]), numbers
        )

    def above(self, term: Term, z: arb, numbers: Mapping[str, Any]) -> arb:
        """The squared norm is, up to n (1 + lambda) over the variance, a chi-square number with n degrees of freedom."""
        scale = numbers["n"] * (1 + numbers["lambda"]) / sympify(self.deviation) ** 2
        return ChiSquare(numbers["n"]).above(term, z**2 * as_ball(scale), numbers) if z > 0 else arb(1)


@lemma("Hsu, Kakade and Zhang (2012), Theorem 1", title="tail of a quadratic form of sub-Gaussian noise")
def noise_norm(
    eta: Any, x: Any, index: Any, sigma: Any, d: Any, lam: Any, delta: Any, given: Any = frozenset({"data"})
) -> Any:
    """The mean of independent sub-Gaussian noise times fixed vectors, in the norm that these give, with a ridge."""
    t = log(1 / delta)
    if not within(sources(x), given):
        raise Missing(f"{x} is not fixed by the {', '.join(sorted(map(str, given)))}")
    needs = [
        law(Family(eta, index), "independent", given=given),
        law(eta, "mean", 0, given=given),
        law(eta, "sub-Gaussian", sigma**2, given=given),
        law(x, "dimension", d),
        always(lt(0, lam), lt(0, delta), lt(delta, 1), le(0, sigma)),
    ]
    bound = sigma * sqrt((d + 2 * sqrt(d * t) + 2 * t) / index.size)
    weight = (Moment(x, index) + lam * IDENTITY).inverse
    return needs, event(le(Norm(mean_vector(eta, x, index), weight), bound), failure=delta, given=given)


RIDGE = Rational(1, 10**9)
MUCH = {"n": 10**6, "d": 10**6, "sigma": 1, "lambda": RIDGE, "delta": exp(-100)}
FEW = {"n": 2, "d": 2, "sigma": 1, "lambda": RIDGE, "delta": exp(-5000)}
ONE = {"d": 1, "sigma": 1, "lambda": RIDGE, "delta": Rational(1, 10)}


def same(law: Any) -> Space:
    """On a line, at vectors that are all 1: one noise for all samples."""
    return Space(law, {"x": lambda *_: (1,), "e": lambda w, _: w}, {"data": lambda _: ()})


NOISE_NORM = Entry(
    noise_norm,
    {"eta": noise, "x": x, "index": i, "sigma": sigma, "d": d, "lam": lam, "delta": delta},
    (at(NormalNoise(), **MUCH), at(NormalNoise(), **FEW)),
    {
        "independent": at(same({-1: HALF, 1: HALF}), n=50, **ONE),
        "mean": at(same({1: 1}), n=50, **ONE),
        "sub-Gaussian": at(same({-5: HALF, 5: HALF}), n=1, **ONE),
        "dimension": at(NormalNoise(), n=50, **ONE),
        "0 < lambda": at(NormalNoise(), n=1, **{**ONE, "lambda": -Rational(9, 10)}),
        "0 < delta": at(NormalNoise(), n=1, **{**ONE, "delta": 0}),
        "delta < 1": at(NormalNoise(), n=1, **{**ONE, "delta": 3}),
        "0 <= sigma": at(NormalNoise(), n=1, **{**ONE, "sigma": -1}),
    },
)
