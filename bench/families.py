"""Inequalities whose truth turns on a constant, drawn at random: the constant is exact, or off by up to two per cent."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sympy import Abs, E, Expr, Max, Rational, Sum, Symbol, cosh, erf, erfc, exp, factorial, gamma, log, pi, sqrt

from boundcheck.symbolic import Statement, bernoulli_kl, sigmoid

x, y, a, p, q = (Symbol(letter, real=True) for letter in "xyapq")
n, t = (Symbol(letter, integer=True, positive=True) for letter in "nt")
UNIT = (Statement(p, ">", 0), Statement(p, "<", 1))
BOTH = (*UNIT, Statement(q, ">", 0), Statement(q, "<", 1))
TAIL, DENSITY = erfc(x / sqrt(2)) / 2, exp(-(x**2) / 2) / sqrt(2 * pi)
ENTROPY = -p * log(p) - (1 - p) * log(1 - p)
Row = tuple[Callable[[Expr], Expr], Callable[[Expr], Expr], tuple]


def _above(u: Expr) -> tuple:
    return (Statement(u, ">", 0),)


# smaller side, larger side, hypotheses, as functions of a positive weight w
ROWS: list[Row] = [
    (lambda w: log(w * x), lambda w: w * x / E, _above(x)),
    (lambda w: x * exp(-w * x), lambda w: 1 / (E * w), ()),
    (lambda w: cosh(w * x), lambda w: exp(w**2 * x**2 / 2), ()),
    (lambda w: exp(x), lambda w: 1 + x + (E - 2) * x**2, (Statement(x, "<=", 1),)),
    (lambda w: 2 * (p - q) ** 2, lambda w: bernoulli_kl(p, q), BOTH),
    (lambda w: bernoulli_kl(p, q), lambda w: (p - q) ** 2 / (q * (1 - q)), BOTH),
    (lambda w: ENTROPY, lambda w: 2 * log(2) * sqrt(p * (1 - p)), UNIT),
    (lambda w: w * ENTROPY, lambda w: w * log(2), UNIT),
    (lambda w: Abs(sigmoid(x) - sigmoid(y)), lambda w: Abs(x - y) / 4, ()),
    (lambda w: Max(x, y), lambda w: log(exp(w * x) + exp(w * y)) / w, ()),
    (lambda w: log(exp(w * x) + exp(w * y)) / w, lambda w: Max(x, y) + log(2) / w, ()),
    (lambda w: 1 + n * x, lambda w: (1 + x) ** n, (Statement(x, ">=", -1),)),
    (lambda w: 1 - (1 - p) ** n, lambda w: n * p, UNIT),
    (lambda w: (1 - w * p / (w + 1)) ** n, lambda w: exp(-w * n * p / (w + 1)), UNIT),
    (lambda w: Sum(1 / sqrt(t), (t, 1, n)), lambda w: 2 * sqrt(n), ()),
    (lambda w: Sum(1 / t, (t, 1, n)), lambda w: 1 + log(n), ()),
    (lambda w: Sum(p**t, (t, 0, n)), lambda w: 1 / (1 - p), UNIT),
    (lambda w: log(n + 1), lambda w: Sum(1 / t, (t, 1, n)), ()),
    (lambda w: TAIL, lambda w: DENSITY / x, _above(x)),
    (lambda w: DENSITY * x / (1 + x**2), lambda w: TAIL, _above(x)),
    (lambda w: TAIL, lambda w: exp(-(x**2) / 2) / 2, (Statement(x, ">=", 0),)),
    (lambda w: erf(w * x), lambda w: 2 * w * x / sqrt(pi), (Statement(x, ">=", 0),)),
    (lambda w: sqrt(2 * pi * n) * (n / E) ** n, lambda w: factorial(n), ()),
    (lambda w: factorial(n), lambda w: E * sqrt(n) * (n / E) ** n, ()),
    (lambda w: gamma(x + Rational(1, 2)), lambda w: sqrt(x) * gamma(x), _above(x)),
    (lambda w: x * y, lambda w: w * x**2 / 2 + y**2 / (2 * w), ()),
    (lambda w: x**p * y ** (1 - p), lambda w: p * x + (1 - p) * y, (*UNIT, *_above(x), *_above(y))),
    (lambda w: (x + y) ** p, lambda w: x**p + y**p, (*UNIT, *_above(x), *_above(y))),
    (lambda w: 3 * w * (x * y * a), lambda w: w * (x**3 + y**3 + a**3), (*_above(x), *_above(y), *_above(a))),
    (lambda w: w / (x + Rational(1, 2)), lambda w: w * log(1 + 1 / x), _above(x)),
]


def drawn(seed: int) -> Statement:
    """Return the statement of a seed."""
    rng = random.Random(f"family {seed}")
    small, large, given = rng.choice(ROWS)
    w = Rational(rng.randint(1, 12), rng.choice([1, 2, 3, 5]))
    off = Rational(rng.choice([0, 0, 0, 1, 2, 5, 10, 20, -1, -5, -20]), 1000)
    left: Any = (1 + off) * small(w) if off else small(w)
    if rng.random() < 0.2:
        return Statement(large(w), ">=", left, given)
    return Statement(left, rng.choice(["<=", "<=", "<"]), large(w), given)
