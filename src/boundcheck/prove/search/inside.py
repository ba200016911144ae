"""A point of the domain of a statement, without which nothing is proved of it."""

from __future__ import annotations

from fractions import Fraction

from sympy import S

from ..kernel import certificates, points, rules
from ..kernel.points import Point
from ..kernel.reading import Reading
from ..kernel.sequent import Atom, Sequent
from . import samples
from .falsify import Falsifier


def hunter_of(read: Reading) -> Falsifier:
    """Return what looks for points of the whole domain."""
    return Falsifier(read.domain, list(read.symbols), read.whole)


def admissible_point(read: Reading, hunter: Falsifier | None) -> Point | None:
    """Return a certified point of the domain: of a grid, drawn at random, or as the solver proposes; None if none is found."""
    hunter = hunter or hunter_of(read)
    for row in map(hunter.grid.row, range(min(40, len(hunter.grid)))):
        if certificates.complete(read, row) and points.admissible(read.given, row):
            return row
    found = samples.draw(read.domain, list(read.symbols), read.whole, 64, 5)
    count = len(next(iter(found.values()))) if found else 0
    for i in range(min(count, 32)):
        for digits in (100, 10**6):
            row = {n: Fraction(float(v[i])).limit_denominator(digits) for n, v in found.items()}
            if certificates.complete(read, row) and points.admissible(read.given, row):
                return row
    for row in proposed(Sequent(read.domain, Atom(S.NegativeOne, ">=")), read):
        if certificates.complete(read, row) and points.admissible(read.given, row):
            return row
    return None


def proposed(sequent: Sequent, read: Reading) -> list[Point]:
    """Return roundings of a point that the solver proposes, for domains too thin to be met by chance."""
    found = rules.proposed(sequent)
    full = {s.name: found.get(s.name, Fraction(0)) for s in read.symbols}
    return [{n: v.limit_denominator(d) for n, v in full.items()} for d in (10, 1000, 10**6, 10**12)]
