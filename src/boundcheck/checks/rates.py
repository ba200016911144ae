"""Whether two printed rates have the same exponents in every parameter: read off far out, not typed in."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import mpmath
import sympy
from sympy import Symbol

from boundcheck.claims import Identity, Inequality, Letter

NEAR, FAR = 20, 40  # decimal exponents between which a ratio may not move
BEYOND = 200  # of the other parameters: a term that they multiply dominates
MOVED = 0.1  # of the ratio's logarithm; a factor log(x) moves by log 2
DIGITS = 260
GENERIC = ("3/7", "5/11", "7/3", "11/5", "13/9")


def same_rate(
    one: Any, other: Any, definitions: Mapping[Symbol, sympy.Expr], parameters: Sequence[Letter]
) -> bool | None:
    """Whether the rates of two statements differ by a bounded factor, each parameter far out; None if it cannot be told.

    The ratio is evaluated as one parameter tends to 0 or to infinity, where its domain reaches so far, while the others
    stay or one of them is further out still, so that each term dominates somewhere. Finite ends of a domain are
    matters of the range, not of the rate.
    """
    ratio = ratio_of(one, other)
    if ratio is None:
        return None
    ratio = ratio.xreplace(dict(definitions))
    letters = sorted(ratio.free_symbols, key=str)
    if not letters:
        return True
    given = (*getattr(one, "given", ()), *getattr(other, "given", ()))
    ends = {s: list(_ends(s, parameters, given)) for s in letters}
    known = [{"sigmoid": lambda x: 1 / (1 + mpmath.exp(-x))}, "mpmath"]
    evaluate = sympy.lambdify(letters, ratio, modules=known, cse=True)
    seen = 0
    with mpmath.workdps(DIGITS):
        base = {s: _generic(s, place, parameters) for place, s in enumerate(letters)}
        for moved in letters:
            beside = [{}, *({s: _at(end, BEYOND)} for s in letters if s != moved for end in ends[s])]
            for end, rest in itertools.product(ends[moved], beside):
                values = [
                    _log(evaluate, [{**base, **rest, moved: _at(end, size)}[s] for s in letters]) for size in (NEAR, FAR)
                ]
                if None in values:
                    continue
                seen += 1
                if abs(values[1] - values[0]) > MOVED:
                    return False
    return True if seen else None


def ratio_of(one: Any, other: Any) -> sympy.Expr | None:
    """The rate of one statement over that of another of the same shape."""
    if type(one) is not type(other):
        return None
    if isinstance(one, Inequality | Identity):
        if one.lhs == other.lhs:
            return one.rhs / other.rhs
        if one.rhs == other.rhs:
            return other.lhs / one.lhs
        return (one.rhs * other.lhs) / (other.rhs * one.lhs)
    for name in ("printed", "bound"):
        mine, theirs = getattr(one, name, None), getattr(other, name, None)
        if isinstance(mine, sympy.Expr) and isinstance(theirs, sympy.Expr):
            return mine / theirs
    return None


def _ends(symbol: Symbol, parameters: Sequence[Letter], given: Sequence[Any]) -> Iterator[int]:
    """The far ends of a letter: -1 for 0, 1 for infinity, where its domain reaches there."""
    conditions = [c for p in parameters if p.name == symbol.name for c in p.domain]
    conditions += [c for c in given if {s.name for s in getattr(c, "free_symbols", ())} == {symbol.name}]
    for end in (-1, 1):
        at = sympy.Rational(10) ** (end * 12)
        if all(c.subs({s: at for s in c.free_symbols if s.name == symbol.name}) != sympy.false for c in conditions):
            yield end


def _at(end: int, size: int) -> Any:
    return mpmath.mpf(10) ** (end * size)


def _generic(symbol: Symbol, place: int, parameters: Sequence[Letter]) -> Any:
    """A value in the middle of a letter's typical range."""
    share = sympy.Rational(GENERIC[place % len(GENERIC)])
    for parameter in parameters:
        if parameter.name == symbol.name:
            low, high = parameter.typical
            return mpmath.mpf(low) + (mpmath.mpf(high) - mpmath.mpf(low)) * mpmath.mpf(str(sympy.N(share / 3, DIGITS)))
    return mpmath.mpf(str(sympy.N(share, DIGITS)))


def _log(evaluate: Any, point: list[Any]) -> Any:
    """The logarithm of the ratio's size, or None where it has none."""
    try:
        value = abs(evaluate(*point))
        found = mpmath.log(value) if value else None
    except (ZeroDivisionError, OverflowError, ValueError, TypeError, MemoryError):
        return None
    return found if found is not None and mpmath.isfinite(found) else None
