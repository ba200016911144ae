"""Convex functions, and inequalities between vectors of any dimension."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boundcheck.calculus import (
    IDENTITY,
    Function,
    Index,
    Inner,
    Moment,
    Norm,
    always,
    fact,
    law,
    le,
    lemma,
    letter,
    vector,
    vectors,
)

from .entry import Entry, at, derived, lt
from .models import Space

L, m, n, s = map(letter, ("L", "m", "n", "s"))
i = Index("i", n)
f = Function("f")
x, y, u, w = (vector(name, "a vector") for name in "xyuw")


@dataclass(frozen=True)
class Quadratic:
    """``curvature x^2/2 + slope x`` of one variable, with what it is."""

    curvature: Any
    slope: Any = 0

    def value(self, x: Any) -> Any:
        return self.curvature * x**2 / 2 + self.slope * x

    def gradient(self, x: Any) -> tuple[Any, ...]:
        return (self.curvature * x + self.slope,)

    @property
    def properties(self) -> Mapping[tuple[str, str], Callable[..., bool]]:
        return {
            ("f", "convex"): lambda: self.curvature >= 0,
            ("f", "smooth"): lambda constant: abs(self.curvature) <= constant,
            ("f", "strongly convex"): lambda constant: self.curvature >= constant,
        }


def line(function: Quadratic, **points: Any) -> Space:
    """One outcome: a function of one variable, and points."""
    return Space(
        {0: 1},
        {name: lambda _, p=p: (p,) for name, p in points.items()},
        functions={"f": (function.value, function.gradient)},
        properties=function.properties,
    )


def plane(**points: tuple[Any, Any]) -> Space:
    """One outcome, with vectors of the plane."""
    return Space({0: 1}, {name: lambda _, p=p: p for name, p in points.items()})


@lemma("Nesterov (2018), Lemma 1.2.3", title="descent inequality of a smooth function")
def smooth(f: Any, L: Any, x: Any, y: Any) -> Any:
    """A function with an L-Lipschitz gradient lies below its tangent at x plus L/2 times the squared distance."""
    return [law(f, "smooth", L)], always(le(f.at(y), f.at(x) + Inner(f.grad(x), y - x) + L / 2 * Inner(y - x, y - x)))


POINTS = {"f": f, "x": x, "y": y}
SMOOTH = Entry(
    smooth,
    {**POINTS, "L": L},
    (at(line(Quadratic(1), x=1, y=2), L=1), at(line(Quadratic(1), x=2, y=-1), L=1)),
    {"smooth": at(line(Quadratic(3), x=0, y=1), L=1)},
)


@lemma("Nesterov (2018), Section 2.1.1", title="first-order inequality of a convex function")
def convex(f: Any, x: Any, y: Any) -> Any:
    """A differentiable convex function lies above its tangents."""
    return [law(f, "convex")], always(le(f.at(x) + Inner(f.grad(x), y - x), f.at(y)))


CONVEX = Entry(
    convex,
    POINTS,
    (at(line(Quadratic(0, 1), x=1, y=2)), at(line(Quadratic(0, 1), x=-1, y=-2))),
    {"convex": at(line(Quadratic(-1), x=0, y=1))},
)


@lemma("Nesterov (2018), Section 2.1.3", title="first-order inequality of a strongly convex function")
def strongly_convex(f: Any, m: Any, x: Any, y: Any) -> Any:
    """A strongly convex function lies above its tangents by m/2 times the squared distance."""
    return [law(f, "strongly convex", m)], always(
        le(f.at(x) + Inner(f.grad(x), y - x) + m / 2 * Inner(y - x, y - x), f.at(y))
    )


STRONGLY_CONVEX = Entry(
    strongly_convex,
    {**POINTS, "m": m},
    (at(line(Quadratic(1), x=1, y=2), m=1), at(line(Quadratic(1), x=2, y=-1), m=1)),
    {"strongly convex": at(line(Quadratic(1), x=0, y=1), m=2)},
)


@lemma("Nesterov (2018), Theorem 2.1.5", title="co-coercivity of the gradient")
def cocoercive(f: Any, L: Any, x: Any, y: Any) -> Any:
    """The squared change of a smooth convex function's gradient is at most L times its pairing with the step."""
    change = f.grad(x) - f.grad(y)
    needs = [law(f, "convex"), law(f, "smooth", L)]
    return needs, always(le(Inner(change, change), L * Inner(change, x - y)))


COCOERCIVE = Entry(
    cocoercive,
    {**POINTS, "L": L},
    (at(line(Quadratic(1), x=1, y=3), L=1),),
    {
        "convex": at(line(Quadratic(-1), x=0, y=1), L=1),
        "smooth": at(line(Quadratic(3), x=0, y=1), L=1),
    },
)

# ---- vectors ---------------------------------------------------------------------------------------------------------

RIGHT = plane(u=(3, 4), w=(6, 8))
PAIR = {"u": u, "w": w}


@lemma("Cauchy and Schwarz", "proved here", title="Cauchy-Schwarz inequality")
def cauchy_schwarz(u: Any, w: Any) -> Any:
    """An inner product is at most the product of the norms."""
    return [], always(le(Inner(u, w), Norm(u) * Norm(w)))


CAUCHY_SCHWARZ = Entry(
    cauchy_schwarz, PAIR, (at(RIGHT),), {}, derived=derived(fact("bound", le(Inner(u, w), Norm(u) * Norm(w)), by=()))
)


@lemma("the triangle inequality", "proved here", title="triangle inequality")
def triangle(u: Any, w: Any, weight: Any = IDENTITY) -> Any:
    """The norm of a sum is at most the sum of the norms."""
    return [], always(le(Norm(u + w, weight), Norm(u, weight) + Norm(w, weight)))


@lemma("the triangle inequality", "proved here", title="triangle inequality of a difference")
def distance(u: Any, w: Any, weight: Any = IDENTITY) -> Any:
    """The norm of a difference is at most the sum of the norms."""
    return [], always(le(Norm(u - w, weight), Norm(u, weight) + Norm(w, weight)))


#: In any positive semidefinite form, as which a second moment stands for all of them.
FORM = Moment(vectors("x", "vector i", (i,))(i), i)
AXES = {"x": lambda _, k: (1, 0) if k == 1 else (0, 1)}


def of_a_sum(total: Any, side: int) -> tuple[Any, ...]:
    """The norm of a sum or a difference in the form, by its square."""
    both = Norm(u, FORM) + Norm(w, FORM)
    return (
        fact("pairing", le(side * Inner(u, w, FORM), Norm(u, FORM) * Norm(w, FORM)), by=()),
        fact("square", le(Norm(total, FORM) ** 2, both**2), by="pairing"),
        fact("signs", always(le(0, Norm(total, FORM)), le(0, Norm(u, FORM)), le(0, Norm(w, FORM))), by=()),
        fact("bound", le(Norm(total, FORM), both), by=("square", "signs")),
    )


TRIANGLE = Entry(
    triangle,
    {**PAIR, "weight": FORM},
    (at(replace(RIGHT, values={**RIGHT.values, **AXES}), n=2),),
    {},
    derived=derived(*of_a_sum(u + w, 1)),
)
OPPOSITE = plane(u=(3, 4), w=(-6, -8))
DISTANCE = Entry(
    distance,
    {**PAIR, "weight": FORM},
    (at(replace(OPPOSITE, values={**OPPOSITE.values, **AXES}), n=2),),
    {},
    derived=derived(*of_a_sum(u - w, -1)),
)


@lemma("Young", "proved here", title="Young's inequality")
def young(u: Any, w: Any, s: Any) -> Any:
    """Twice an inner product is at most s times one square plus the other over s."""
    return [always(lt(0, s))], always(le(2 * Inner(u, w), s * Inner(u, u) + Inner(w, w) / s))


YOUNG = Entry(
    young,
    {**PAIR, "s": s},
    (at(RIGHT, s=2),),
    {"0 < s": at(plane(u=(1, 0), w=(0, 1)), s=-1)},
    derived=derived(fact("bound", le(2 * Inner(u, w), s * Inner(u, u) + Inner(w, w) / s), by=())),
)


@lemma("the parallelogram", "proved here", title="squared norm of a sum by twice the squares")
def sum_of_squares(u: Any, w: Any) -> Any:
    """The square of a sum is at most twice the sum of the squares."""
    return [], always(le(Norm(u + w) ** 2, 2 * Norm(u) ** 2 + 2 * Norm(w) ** 2))


SUM_OF_SQUARES = Entry(
    sum_of_squares,
    PAIR,
    (at(plane(u=(3, 4), w=(3, 4))),),
    {},
    derived=derived(fact("bound", le(Norm(u + w) ** 2, 2 * Norm(u) ** 2 + 2 * Norm(w) ** 2), by=())),
)
