"""Stochastic gradient descent on a convex function: the expected gap, on average over T rounds, is at most R G/sqrt(T)."""

from sympy import Symbol, oo, sqrt

from .. import (
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
    letter,
    vectors,
)
from .lemmas import convex, mean_pairing, mean_square, norm_bound

R, G, eta = map(letter, ("R", "G", "eta"))
T = Symbol("T", integer=True)
DOMAIN = (R > 0, G > 0, T >= 1, eq(eta, R / (G * sqrt(T))))
k = Index("k", oo, 0)
f = Function("f")
x = vectors("x", "iterate k, as a difference to the minimiser", (k, eta), {Past("draws", k)})
g = vectors("g", "gradient drawn in round k", (k, eta), {Past("draws", k + 1)})
PAST = frozenset({Past("draws", k)})
value, pairing, slope = f.at(x(k)), Inner(g(k), x(k)), Inner(f.grad(x(k)), x(k))
LAWS = {
    "convex": law(f, "convex"),
    "unbiased": law(g(k), "mean", f.grad(x(k)), given=PAST),
    "second moment": law(g(k), "second moment", G**2, given=PAST),
    "start": law(x(0), "norm", R),
}
FINITE = {
    f"{label} is integrable": law(term, "integrable")
    for label, term in {
        "far": Inner(x(k), x(k)), "far next": Inner(x(k + 1), x(k + 1)), "value": value, "pairing": pairing, "slope": slope,
        "square": Inner(g(k), g(k)), "start": Inner(x(0), x(0)),
    }.items()
}  # fmt: skip


def finite(*labels):
    """The assumptions that these have expectations."""
    return tuple(f"{label} is integrable" for label in labels)


def far(round):
    """The expected squared distance to the minimiser."""
    return Expectation(Inner(x(round), x(round)))


GAP = Total(Expectation(value), k, T) / T - f.at(ORIGIN)
RATE = le(GAP, R * G / sqrt(T))

STOCHASTIC_DESCENT = Derivation(
    DOMAIN,
    {label: Assumed(one, "the setting") for label, one in (LAWS | FINITE).items()}
    | {"step": Definition(x(k + 1), x(k) - eta * g(k))},
    (
        fact("distance", eq(Inner(x(k + 1), x(k + 1)), Inner(x(k), x(k)) - 2 * eta * pairing + eta**2 * Inner(g(k), g(k))),
             by="step"),
        fact("expected distance", Expected(), by=("distance", *finite("far", "far next", "pairing", "square"))),
        fact("paired", mean_pairing(g=g(k), v=x(k), mean=f.grad(x(k)), past=PAST), by=("unbiased", "pairing is integrable")),
        fact("noise", mean_square(g=g(k), v=G**2, past=PAST), by="second moment"),
        fact("tangent", convex(f=f, x=x(k), y=ORIGIN), by="convex"),
        fact("expected tangent", Expected(), le(Expectation(value) - Expectation(slope), f.at(ORIGIN)),
             by=("tangent", *finite("value", "slope"))),
        fact("round", le(2 * eta * (Expectation(value) - f.at(ORIGIN)), far(k) - far(k + 1) + eta**2 * G**2),
             by=("expected distance", "paired", "noise", "expected tangent")),
        fact("all rounds", Summed(k, T), by="round"),
        fact("start norm", norm_bound(v=x(0), radius=R), by="start"),
        fact("start square", le(Inner(x(0), x(0)), R**2), by="start norm"),
        fact("expected start", Expected(), le(far(0), R**2), by=("start square", *finite("start"))),
        fact("squared", le(0, Inner(x(k), x(k))), by=()),
        fact("expected square", Expected(), le(0, far(k)), by=("squared", *finite("far"))),
        fact("end", Choice(k, T), by="expected square"),
        fact("rate", RATE, by=("all rounds", "expected start", "end")),
    ),
    always(RATE),
    GAP.atoms(Total).pop(),
    (World("bounded noise", tuple((LAWS | FINITE).values())),),
)  # fmt: skip
