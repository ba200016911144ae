"""Stochastic gradient descent with step R/(G sqrt(T)) on a convex function: the mean gap over T rounds is at most R G/sqrt(T)."""

from dataclasses import dataclass

import numpy as np
from sympy import oo, sqrt, symbols

from boundcheck.calculus import (
    ORIGIN,
    Assumed,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Function,
    Index,
    Inner,
    Past,
    Summed,
    Total,
    World,
    always,
    eq,
    fact,
    law,
    le,
    quantity,
    vectors,
)
from boundcheck.claims import Claim, ExpectationBound, Letter, Regime, Simulation
from boundcheck.lemmas.martingales import mean_pairing, mean_square
from boundcheck.lemmas.optimisation import convex
from boundcheck.lemmas.regression import norm_bound
from boundcheck.lemmas.samples import mean_of_total

R, G, T = symbols("R G T", real=True)
k, t = Index("k", oo, 0), Index("T", oo)
step = R / (G * sqrt(t))
f = Function("f")
x = vectors("x", "iterate k, as a difference to the minimiser", (k, R, G, t), {Past("draws", k)})
g = vectors("g", "gradient drawn in round k", (k, R, G, t), {Past("draws", k + 1)})
PAST = frozenset({Past("draws", k)})
value, pairing, slope, square = f.at(x(k)), Inner(g(k), x(k)), Inner(f.grad(x(k)), x(k)), Inner(g(k), g(k))
gap = quantity("gap", "mean over the rounds of f above its minimum", (R, G, t), {"draws"})
LAWS = {
    "convex": law(f, "convex"),
    "unbiased": law(g(k), "mean", f.grad(x(k)), given=PAST),
    "second moment": law(g(k), "second moment", G**2, given=PAST),
    "start": law(x(0), "norm", R),
}
FINITE = {
    "far": Inner(x(k), x(k)), "far next": Inner(x(k + 1), x(k + 1)), "value": value, "pairing": pairing, "slope": slope,
    "square": square, "near": Inner(x(0), x(0)), "gap": gap, "sum": Total(value, k, t),
}  # fmt: skip


def finite(*labels):
    """The assumptions that these have expectations."""
    return tuple(f"{label} is integrable" for label in labels)


def far(round):
    """The expected squared distance to the minimiser."""
    return Expectation(Inner(x(round), x(round)))


@dataclass(frozen=True)
class Errors:
    """A slope of 0.6 G/sqrt(T) towards the minimiser, and draws of G and -G that have it as mean."""

    times: float = 1.0  # the step, in those of the theorem
    biased: bool = False

    def __call__(self, rng, repeats, *, R, G, T, **point):
        steep, bend = 0.6 * G / np.sqrt(T), R / 10
        place, gaps = np.full(repeats, R), np.zeros(repeats)
        for _ in range(T):
            size = np.abs(place)
            gaps += steep * np.where(size > bend, size - bend / 2, size**2 / (2 * bend))
            slope = steep * np.clip(place / bend, -1, 1)
            chance = 0 if self.biased else (1 + slope / G) / 2
            place = place - self.times * R / (G * np.sqrt(T)) * np.where(rng.random(repeats) < chance, G, -G)
        return gaps / T


def claim(rate=R * G / sqrt(T), without=(), times=1, biased=False):
    """The claim of this rate, without some of the laws, for steps of this many times the theorem's."""
    held = {label: one for label, one in LAWS.items() if label not in without}
    held |= {f"{label} is integrable": law(term, "integrable") for label, term in FINITE.items()}
    draws, eta = Errors(float(times), biased), times * step
    statement = always(le(Expectation(gap), rate.subs(T, t)))
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the setting") for label, one in held.items()} | {
            "step": Definition(x(k + 1), x(k) - eta * g(k)),
            "gap": Definition(gap, Total(value, k, t) / t - f.at(ORIGIN)),
        },
        facts=(
            fact("distance", eq(Inner(x(k + 1), x(k + 1)), Inner(x(k), x(k)) - 2 * eta * pairing + eta**2 * square), by="step"),
            fact("expected distance", Expected(), by=("distance", *finite("far", "far next", "pairing", "square"))),
            fact("paired", mean_pairing(g=g(k), v=x(k), mean=f.grad(x(k)), past=PAST), by=("unbiased", "pairing is integrable")),
            fact("noise", mean_square(g=g(k), v=G**2, past=PAST), by="second moment"),
            fact("tangent", convex(f=f, x=x(k), y=ORIGIN), by="convex"),
            fact("expected tangent", Expected(), le(Expectation(value) - Expectation(slope), f.at(ORIGIN)),
                 by=("tangent", *finite("value", "slope"))),
            fact("round", le(2 * eta * (Expectation(value) - f.at(ORIGIN)), far(k) - far(k + 1) + eta**2 * G**2),
                 by=("expected distance", "paired", "noise", "expected tangent")),
            fact("all rounds", Summed(k, t), by="round"),
            fact("start norm", norm_bound(v=x(0), radius=R), by="start"),
            fact("start square", le(Inner(x(0), x(0)), R**2), by="start norm"),
            fact("expected start", Expected(), le(far(0), R**2), by=("start square", *finite("near"))),
            fact("squared", le(0, Inner(x(k), x(k))), by=()),
            fact("expected square", Expected(), le(0, far(k)), by=("squared", *finite("far"))),
            fact("end", Choice(k, t), by="expected square"),
            fact("sum", mean_of_total(X=value, index=k, last=t), by="value is integrable"),
            fact("expected gap", Expected(), by=("gap", *finite("gap", "sum"))),
            fact("rate", statement, by=("all rounds", "expected start", "end", "sum", "expected gap")),
        ),
        statement=statement,
        error=gap,
        worlds=(World("noise", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    regime = Regime("noise", Simulation(draws), {"R": 1.0, "G": 1.0, "T": 25})
    return Claim(
        words="Stochastic gradients of second moment at most G^2 on a convex function, from the distance R",
        displays={"": (r"\frac{1}{T} \sum_k \mathbb{E} f(x_k) - f(x_*) \le {}", rate)},
        letters=(
            Letter(R, "distance of the start", R > 0, (0.1, 10)),
            Letter(G, "size of the gradients", G > 0, (0.1, 10)),
            Letter(T, "rounds", T >= 1, (10, 1000), integer=True),
        ),
        parts={"gap": ExpectationBound(rate, 3 * R * G, (regime,))},
        derivations={"gap": derivation},
    )


CLAIM = claim()
TWINS = {
    "1/8 for 1": claim(R * G / (8 * sqrt(T))),
    "1/T for its root": claim(R * G / T),
    "a step eight times as long": claim(times=8),
    "biased gradients": claim(without=("unbiased",), biased=True),
}
