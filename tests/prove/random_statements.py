"""Statements drawn at random: sums, products, exponentials, logarithms, roots, corners; true, false and undefined."""

import random

from sympy import Abs, Add, Integer, Max, Min, Mul, Pow, Rational, cosh, exp, log, sqrt, symbols, tanh

from boundcheck.symbolic import Statement, sigmoid

NAMES = symbols("x y z", real=True)
FLIPPED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!="}


def expression(rng, names, depth):
    """Return a random tree; nothing guarantees that it is defined anywhere."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(
            [*names, *names, Integer(rng.randint(-3, 3)), Rational(rng.randint(-5, 5), rng.randint(1, 4))]
        )
    kind = rng.choice(
        ["+", "+", "*", "*", "/", "^", "exp", "log", "sqrt", "abs", "min", "max", "tanh", "sigmoid", "cosh"]
    )
    first = expression(rng, names, depth - 1)
    if kind in ("+", "*", "/", "min", "max"):
        second = expression(rng, names, depth - 1)
        if kind == "/":
            return Mul(first, Pow(second, -1, evaluate=False), evaluate=False)
        build = {"+": Add, "*": Mul, "min": Min, "max": Max}[kind]
        return build(first, second, evaluate=False)
    if kind == "^":
        return Pow(first, rng.choice([2, 3, -2]), evaluate=False)
    return {"exp": exp, "log": log, "sqrt": sqrt, "abs": Abs, "tanh": tanh, "sigmoid": sigmoid, "cosh": cosh}[kind](
        first, evaluate=False
    )


def known(rng, names):
    """Return a gap that is nonnegative for a reason, where it is defined."""
    u, v = expression(rng, names, 1), expression(rng, names, 1)
    return rng.choice(
        [
            (u - v) ** 2,
            exp(u) - 1 - u,
            u**2 + v**2 - 2 * u * v,
            Abs(u) + Abs(v) - Abs(u + v),
            (exp(u) + exp(v)) / 2 - exp((u + v) / 2),
            Max(u, v, evaluate=False) - Min(u, v, evaluate=False),
            cosh(u) - 1,
            Rational(1, 4) - sigmoid(u) * (1 - sigmoid(u)),
            Abs(u - v) / 4 - Abs(sigmoid(u) - sigmoid(v)),
            sqrt(u**2 + v**2) - Abs(u),
        ]
    )


def statement(seed):
    """Return the random statement of a seed; what SymPy refuses to build is drawn again."""
    rng = random.Random(seed)
    while True:
        try:
            return _draw(rng)
        except (ValueError, TypeError, ArithmeticError):
            continue


def _draw(rng):
    names = NAMES[: rng.choice([1, 1, 2, 2, 3])]
    given = []
    for name in names:
        kind = rng.random()
        if kind < 0.3:
            given.append(Statement(name, rng.choice([">", ">="]), rng.randint(-1, 2)))
        elif kind < 0.6:
            low = rng.randint(-3, 1)
            given += [Statement(name, ">=", low), Statement(name, "<=", low + rng.randint(0, 3))]
    if rng.random() < 0.15:
        given.append(Statement(expression(rng, names, 1), ">=", expression(rng, names, 1)))
    shape = rng.random()
    if shape < 0.5:
        left, right = expression(rng, names, 2), expression(rng, names, 2)
    elif shape < 0.8:
        left, right = Integer(0), known(rng, names)
    else:  # nearly true: a corner is taken away
        left, right = Rational(rng.choice([0, 1, -1]), rng.choice([100, 1000])), known(rng, names)
    return Statement(left, rng.choice(["<=", "<=", "<=", "<", ">="]), right, tuple(given))


def reverse(s):
    """Return the opposite of a statement, where both are defined."""
    return Statement(s.lhs, FLIPPED[s.relation], s.rhs, s.given)
