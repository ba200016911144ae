"""Claims that fall into parts without a common letter: of A >= a >= 0 and B >= b >= 0 follows AB >= ab."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
from sympy import Add, Expr, Mul, Rational, S, Symbol, factor

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.evaluate import number

from ..kernel.sequent import Sequent
from .attempt import Attempt, Goal, Node
from .falsify import Grid

# With A >= k a, AB - ab is (A - k a) B + k a (B - b/k), in which each part is a product that `clear` takes apart. The
# k is guessed at simple points; that neither part is negative is for the rules to show.

_LONGEST = 250  # operations of a claim that is looked at
_FEWEST = 3  # letters
_CLOSE = 10**-9


def by_separation(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Separate factors, or summands, that have no letter in common."""
    for parts in separations(goal.sequent):
        node = search.step(goal.sequent, {"rule": "addends", "parts": [encode(part) for part in parts]}, depth)
        if node is not None:
            return node
    return None


def separations(sequent: Sequent) -> Iterator[list[Expr]]:
    """Yield ways to write a claim as a sum of parts that come of disjoint letters."""
    claim = sequent.claim
    if claim.relation not in (">=", ">") or len(claim.expr.free_symbols) < _FEWEST:
        return
    if not isinstance(claim.expr, Add) or claim.expr.count_ops() > _LONGEST:
        return
    yield from _of_sum(sequent)
    for term in claim.expr.args:
        if term.could_extract_minus_sign() or len(_apart([f.free_symbols for f in Mul.make_args(term)])) < 2:
            continue
        rest = factor(term - claim.expr)
        if rest != 0:
            yield from _of_product(sequent, Mul.make_args(term), Mul.make_args(rest))


def _of_sum(sequent: Sequent) -> Iterator[list[Expr]]:
    terms = sequent.claim.expr.args
    groups = _apart([term.free_symbols for term in terms])
    if len(groups) < 2:
        return
    parts = [Add(*(t for t in terms if t.free_symbols & letters)) for letters in groups]
    left = Add(*(t for t in terms if not t.free_symbols))
    found = []
    for part, letters in zip(parts[:-1], groups, strict=False):
        least = _least(sequent, part, S.One, letters)
        if least is None:
            return
        found.append(part - least)
        left += least
    yield [*found, parts[-1] + left]


def _of_product(sequent: Sequent, above: tuple[Expr, ...], below: tuple[Expr, ...]) -> Iterator[list[Expr]]:
    """Yield the parts of ``above - below``, both as factors, for the letters of each group against all others."""
    groups = _apart([f.free_symbols for f in (*above, *below)])
    if len(groups) < 2:
        return
    for letters in groups:
        (big, other), (small, rest) = (_divided(factors, letters) for factors in (above, below))
        times = _least(sequent, big, small, letters)
        if times is not None and times > 0:
            first, second = (big - times * small) * other, times * small * (other - rest / times)
            yield from ([first, second], [second, first]) if sequent.claim.relation == ">" else ([first, second],)


def _divided(factors: tuple[Expr, ...], letters: frozenset[Symbol]) -> tuple[Expr, Expr]:
    """The product of the factors that have one of the letters, and that of the others."""
    return Mul(*(f for f in factors if f.free_symbols & letters)), Mul(
        *(f for f in factors if not f.free_symbols & letters)
    )


def _apart(sets: list[set[Any]]) -> list[frozenset[Symbol]]:
    """The letters, those together that stand together in a set or are linked by sets."""
    groups: list[set[Symbol]] = []
    for letters in filter(None, sets):
        joined = [g for g in groups if g & letters]
        groups = [g for g in groups if not g & letters] + [letters.union(*joined)]
    return sorted(map(frozenset, groups), key=lambda g: sorted(map(str, g)))


def _least(sequent: Sequent, big: Expr, small: Expr, letters: frozenset[Symbol]) -> Rational | None:
    """The least value of ``big/small`` at simple points where `small` is positive, None where there is no such point."""
    own = tuple(h for h in sequent.given if h.expr.free_symbols <= letters)
    table = Grid(own, sorted(letters, key=str), frozenset()).table
    if not table or not len(next(iter(table.values()))):
        return None
    with np.errstate(all="ignore"):
        top, bottom = np.broadcast_arrays(*(np.asarray(number(e, table), float) for e in (big, small)))
        ratio = top / bottom
    ratio = ratio[np.isfinite(ratio) & (bottom > _CLOSE)]
    if not len(ratio):
        return None
    value = Fraction(float(ratio.min()))
    near = value.limit_denominator(1000)
    found = near if abs(near - value) <= _CLOSE * (1 + abs(value)) else Fraction(floor(value * 1000), 1000)
    return Rational(found.numerator, found.denominator)
