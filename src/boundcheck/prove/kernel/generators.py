"""Variables of a field and the polynomials over them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import sympy
from flint import fmpq, fmpq_mpoly_ctx
from sympy import Integer

SIZE = 26
DEGREE = 40
TERMS = 600
CONTEXT = fmpq_mpoly_ctx.get([f"v{i}" for i in range(SIZE)], "degrevlex")
GENS = CONTEXT.gens()
ONE = CONTEXT.constant(1)
ZERO = CONTEXT.constant(0)
Pair = tuple[Any, Any]


class Rescale(Exception):
    """An exponential needs a finer generator: start again with it."""

    def __init__(self, key: str, step: fmpq):
        super().__init__(key)
        self.key, self.step = key, step


@dataclass(frozen=True)
class Generator:
    """What a variable stands for: "symbol", "exp" of step·num/den, "log" of num/den, "root" of order q, or "pi".

    Those of `boundcheck.prove.kernel.special` are functions at num/den, `step` the order of a derivative.
    """

    kind: str
    expr: Any = None
    num: Any = None
    den: Any = None
    step: Any = None


def primitive(poly: Any) -> tuple[fmpq, Any]:
    """Return content and primitive part, integer coefficients and a positive leading one."""
    coefficients = poly.coeffs()
    lcm = math.lcm(*(int(c.q) for c in coefficients))
    gcd = math.gcd(*(int((c * lcm).p) for c in coefficients))
    content = fmpq(gcd, lcm) * (1 if coefficients[0] > 0 else -1)
    return content, poly * (1 / content)


def factors(poly: Any) -> tuple[fmpq, list[tuple[Any, int]]]:
    """Return content and irreducible primitive factors with their multiplicities."""
    content, parts = poly.factor()
    result = []
    for part, power in parts:
        extra, part = primitive(part)
        content *= extra ** int(power)
        result.append((part, int(power)))
    return content, sorted(result, key=lambda item: str(item[0]))


def used(poly: Any) -> set[int]:
    """Return the indices of the generators that occur."""
    return {i for i, degree in enumerate(poly.degrees()) if degree > 0}  # those of 0 are negative


def common(a: fmpq, b: fmpq) -> fmpq:
    return fmpq(math.gcd(int(a.p) * int(b.q), int(b.p) * int(a.q)), int(a.q) * int(b.q))


def primes(value: fmpq) -> list[tuple[int, int]]:
    """Return a positive rational as powers of primes; parts too long to factor stay whole."""
    result: list[tuple[int, int]] = []
    for number, sign in ((int(value.p), 1), (int(value.q), -1)):
        if number > 1:
            found = sympy.factorint(Integer(number), limit=10_000)
            result += [(int(p), sign * int(k)) for p, k in sorted(found.items())]
    return result
