"""Gradient descent with step 1/L on a smooth convex function: after k steps the gap is at most L R^2/(2 k)."""

from dataclasses import dataclass

import numpy as np
from sympy import Rational, oo, symbols

from boundcheck.calculus import (
    ORIGIN,
    Assumed,
    Choice,
    Definition,
    Derivation,
    Function,
    Index,
    Induction,
    Inner,
    World,
    always,
    fact,
    family,
    law,
    le,
    vectors,
)
from boundcheck.claims import Claim, ExpectationBound, Letter, Regime, Simulation
from boundcheck.lemmas.optimisation import convex, smooth
from boundcheck.lemmas.regression import norm_bound

L, R, K = symbols("L R k", real=True)
j, k = Index("j", oo, 0), Index("k", oo)
f = Function("f")
x = vectors("x", "iterate j, as a difference to the minimiser", (j, L))
gap = family("gap", "f at iterate j above its minimum", (j, L))
far = family("far", "squared distance of iterate j to the minimiser", (j, L))
LAWS = {"smooth": law(f, "smooth", L), "convex": law(f, "convex"), "start": law(x(0), "norm", R)}


@dataclass(frozen=True)
class Slowest:
    """``L x^2/(4 k + 2)``, which is nearly the worst for k steps; or ``L x^2/2``, at which a longer step shows."""

    times: float = 1.0

    def __call__(self, rng, repeats, *, L, R, k, **point):
        """Steps of this many times 1/L from the distance R."""
        curvature = np.full(repeats, L / (2 * k + 1) if self.times == 1 else L)
        place = R * (1 - self.times / L * curvature) ** k
        return curvature * place**2 / 2


def on_a_hill(rng, repeats, *, L, **point):
    """``L (1 - cos x)`` from pi on, where its slope is 0."""
    return np.full(repeats, 2 * L)


def claim(rate=L * R**2 / (2 * K), laws=tuple(LAWS), times=1, draws=None):
    """The claim of this rate, from these laws, for steps of this many times 1/L."""
    held = {label: LAWS[label] for label in laws}
    draws = draws or Slowest(float(times))
    slope = f.grad(x(j))
    statement = always(le(gap(k), rate.subs(K, k)))
    made = {
        "step": Definition(x(j + 1), x(j) - times / L * slope),
        "gap": Definition(gap(j), f.at(x(j)) - f.at(ORIGIN)),
        "far": Definition(far(j), Inner(x(j), x(j))),
    }
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | made,
        facts=(
            fact("gap next", Choice(j, j + 1), by="gap"),
            fact("far next", Choice(j, j + 1), by="far"),
            fact("far at first", Choice(j, 0), by="far"),
            fact("upper", smooth(f=f, L=L, x=x(j), y=x(j + 1)), by="smooth"),
            fact("descent", le(gap(j + 1), gap(j) - Inner(slope, slope) / (2 * L)), by=("upper", "step", "gap", "gap next")),
            fact("tangent", convex(f=f, x=x(j), y=ORIGIN), by="convex"),
            fact("monotone", le(gap(j + 1), gap(j)), by="descent"),
            fact("progress", le(2 * gap(j + 1), L * (far(j) - far(j + 1))),
                 by=("descent", "tangent", "step", "gap", "far", "far next")),
            fact("potential", Induction(j), le(2 * j * gap(j) + L * far(j), L * far(0)), by=("monotone", "progress")),
            fact("squared", le(0, far(j)), by="far"),
            fact("start norm", norm_bound(v=x(0), radius=R), by="start"),
            fact("start square", le(far(0), R**2), by=("start norm", "far at first")),
            fact("all rounds", le(2 * j * gap(j), L * R**2), by=("potential", "squared", "start square")),
            fact("after k", Choice(j, k), by="all rounds"),
            fact("rate", statement, by="after k"),
        ),
        statement=statement,
        error=gap(k),
        worlds=(World("quadratics", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    regimes = tuple(Regime(f"{count} steps", Simulation(draws), {"L": 1.0, "R": 4.0, "k": count}) for count in (1, 10))
    return Claim(
        words="Gradient descent with the step $1/L$ on a convex function whose gradient is Lipschitz with the constant $L$",
        displays={"": (r"f(x_k) - f(x_*) \le {}", rate)},
        letters=(
            Letter(L, "smoothness", L > 0, (0.1, 10)),
            Letter(R, "distance of the start", R > 0, (0.1, 10)),
            Letter(K, "steps", K >= 1, (1, 100), integer=True),
        ),
        parts={"gap": ExpectationBound(rate, L * R**2 / 2, regimes)},
        derivations={"gap": derivation},
    )


CLAIM = claim()
TWINS = {
    "1/20 for 1/2": claim(L * R**2 / (20 * K)),
    "k squared": claim(L * R**2 / (8 * K**2)),
    "without the distance": claim(L / (2 * K)),
    "a longer step": claim(times=Rational(199, 100)),
    "not convex": claim(laws=("smooth", "start"), draws=on_a_hill),
}
