"""Gradient descent with step 1/L on a strongly convex function: the gap shrinks by 1 - m/L in every step."""

from dataclasses import dataclass

import numpy as np
from sympy import Rational, exp, oo, symbols

from boundcheck.calculus import (
    ORIGIN,
    Assumed,
    Choice,
    Definition,
    Derivation,
    Function,
    Granted,
    Index,
    Induction,
    Inner,
    World,
    always,
    eq,
    fact,
    family,
    law,
    le,
    vectors,
)
from boundcheck.claims import Claim, ExpectationBound, Letter, Regime, Simulation
from boundcheck.lemmas.optimisation import smooth, strongly_convex

L, m, G, K = symbols("L m G k", real=True)
j, k = Index("j", oo, 0), Index("k", oo)
f = Function("f")
x = vectors("x", "iterate j, as a difference to the minimiser", (j, L, m))
gap = family("gap", "f at iterate j above its minimum", (j, L, m))
slope = f.grad(x(j))
LAWS = {"smooth": law(f, "smooth", L), "strongly convex": law(f, "strongly convex", m)}
START = {
    "start": Granted(always(le(gap(0), G)), "the setting: what G is"),
    "flat": Granted(always(eq(f.grad(ORIGIN), ORIGIN)), "the setting: the minimiser is at the origin"),
}


@dataclass(frozen=True)
class Quadratic:
    """``m x^2/2``, or with another curvature."""

    flatter: float = 1.0

    def __call__(self, rng, repeats, *, L, m, G, k, **point):
        return np.full(repeats, G * (1 - self.flatter * m / L) ** (2 * k))


def claim(rate=G * exp(-K * m / L), laws=tuple(LAWS), flatter=1.0):
    """The claim of this rate, from these laws."""
    held = {label: LAWS[label] for label in laws}
    draws = Quadratic(flatter)
    statement = always(le(gap(k), rate.subs(K, k)))
    made = {
        "step": Definition(x(j + 1), x(j) - 1 / L * slope),
        "gap": Definition(gap(j), f.at(x(j)) - f.at(ORIGIN)),
    }
    shrinks = rate.subs(K, j)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | made | START,
        facts=(
            fact("gap next", Choice(j, j + 1), by="gap"),
            fact("upper", smooth(f=f, L=L, x=x(j), y=x(j + 1)), by="smooth"),
            fact("descent", le(gap(j + 1), gap(j) - Inner(slope, slope) / (2 * L)), by=("upper", "step", "gap", "gap next")),
            fact("lower", strongly_convex(f=f, m=m, x=x(j), y=ORIGIN), by="strongly convex"),
            fact("steep", le(2 * m * gap(j), Inner(slope, slope)), by=("lower", "gap")),
            fact("above the minimum", strongly_convex(f=f, m=m, x=ORIGIN, y=x(j)), by="strongly convex"),
            fact("never negative", le(0, gap(j)), by=("above the minimum", "flat", "gap")),
            fact("round", le(gap(j + 1), (1 - m / L) * gap(j)), by=("descent", "steep")),
            fact("factor", le(1 - m / L, exp(-m / L)), by=()),
            fact("all rounds", Induction(j), le(gap(j), shrinks), by=("round", "factor", "never negative", "start")),
            fact("after k", Choice(j, k), by="all rounds"),
            fact("rate", statement, by="after k"),
        ),
        statement=statement,
        error=gap(k),
        worlds=(World("quadratics", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    regimes = tuple(Regime(f"{count} steps", Simulation(draws), {"L": 1.0, "m": 0.1, "G": 1.0, "k": count}) for count in (1, 10))
    return Claim(
        words="Gradient descent with the step $1/L$ on a function that is smooth with $L$ and strongly convex with $m$, "
        "from a gap $G$",
        displays={"": (r"f(x_k) - f(x_*) \le {}", rate)},
        letters=(
            Letter(L, "smoothness", L > 0, (0.1, 10)),
            Letter(m, "strong convexity", m > 0, (0.01, 1)),
            Letter(G, "gap at the start", G > 0, (0.1, 10)),
            Letter(K, "steps", K >= 1, (1, 100), integer=True),
        ),
        parts={"gap": ExpectationBound(rate, G, regimes)},
        derivations={"gap": derivation},
    )  # fmt: skip


CLAIM = claim()
TWINS = {
    "4 for 1 in the exponent": claim(G * exp(-4 * K * m / L)),
    "the root of the condition number": claim(G * exp(-K * (m / L) ** Rational(1, 2))),
    "k squared": claim(G * exp(-(K**2) * m / L)),
    "not strongly convex": claim(laws=("smooth",), flatter=0.1),
}
