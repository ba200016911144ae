"""Gradient descent with step 1/L on a smooth convex function, towards a minimiser at the origin."""

from sympy import oo

from .. import (
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
    letter,
    vectors,
)
from .lemmas import convex, smooth

L = letter("L")
DOMAIN = (L > 0,)
k = Index("k", oo, 0)
f = Function("f")
x = vectors("x", "iterate k, as a difference to the minimiser", (k, L))
gap = family("gap", "f at iterate k above its minimum", (k, L))
far = family("far", "squared distance of iterate k to the minimiser", (k, L))
LAWS = {"smooth": law(f, "smooth", L), "convex": law(f, "convex")}
RATE = le(k * gap(k), L * far(0) / 2)

GRADIENT_DESCENT = Derivation(
    DOMAIN,
    {label: Assumed(one, "the setting") for label, one in LAWS.items()}
    | {
        "step": Definition(x(k + 1), x(k) - 1 / L * f.grad(x(k))),
        "gap": Definition(gap(k), f.at(x(k)) - f.at(ORIGIN)),
        "far": Definition(far(k), Inner(x(k), x(k))),
    },
    (
        fact("gap next", Choice(k, k + 1), by="gap"),
        fact("far next", Choice(k, k + 1), by="far"),
        fact("upper", smooth(f=f, L=L, x=x(k), y=x(k + 1)), by="smooth"),
        fact("descent", le(gap(k + 1), gap(k) - Inner(f.grad(x(k)), f.grad(x(k))) / (2 * L)),
             by=("upper", "step", "gap", "gap next")),
        fact("tangent", convex(f=f, x=x(k), y=ORIGIN), by="convex"),
        fact("monotone", le(gap(k + 1), gap(k)), by="descent"),
        fact("progress", le(2 * gap(k + 1), L * (far(k) - far(k + 1))),
             by=("descent", "tangent", "step", "gap", "far", "far next")),
        fact("potential", Induction(k), le(2 * k * gap(k) + L * far(k), L * far(0)), by=("monotone", "progress")),
        fact("squared", le(0, far(k)), by="far"),
        fact("rate", RATE, by=("potential", "squared")),
    ),
    always(RATE),
    gap(k),
    (World("quadratics", tuple(LAWS.values())),),
)  # fmt: skip
