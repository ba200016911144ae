"""Numbers of this room: written exactly, evaluated as rationals or balls, probabilities of counts, and answers made of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, fmpq, fmpz

from boundcheck.symbolic.balls import as_arb, ball

# Numbers of this room: written exactly, evaluated as rationals or balls, rounded outward at the end.

BITS = 192  # working precision; a replay takes twice as many
_DIGITS = 10**24  # certified ends are kept to this many parts of one


def exact(value: Any, name: str = "number") -> sympy.Expr:
    """Return an int, Fraction, text such as "3/7" or SymPy constant as a SymPy constant.

    Raises
    ------
    TypeError
        For a float, or for a letter: what is certified has to be written exactly.
    """
    if isinstance(value, (float, sympy.Float)):
        raise TypeError(f"{name} {value!r}: a float is not exact; write Fraction(1, 10) or '1/10'")
    if isinstance(value, (str, Fraction)):
        part = Fraction(value)
        return sympy.Rational(part.numerator, part.denominator)
    found = sympy.sympify(value)
    if not isinstance(found, sympy.Expr) or found.free_symbols or found.has(sympy.Float):
        raise TypeError(f"{name} {value!r}: must be an exact constant; write a number for every letter")
    return found


def value_of(number: sympy.Expr) -> Any:
    """The exact rational, or a ball at the working precision."""
    return ball(number, {})


def number_of(name: str, value: Any, *, above: int | None = None, least: int | None = None) -> sympy.Expr:
    """An exact number in its range; `above` is a strict end, `least` one that may be attained."""
    found = exact(value, name)
    there = value_of(found)
    if above is not None and not there > above:
        raise ValueError(f"{name} {value}: must be above {above}")
    if least is not None and not there >= least:
        raise ValueError(f"{name} {value}: must be at least {least}")
    return found


def whole(name: str, value: Any, least: int = 0) -> int:
    """A count, at least `least`."""
    if type(value) is not int or value < least:
        raise ValueError(f"{name} {value!r}: must be a whole number, {least} or more")
    return value


def only(name: str, value: Any, *kinds: type) -> Any:
    """A value of one of these kinds."""
    if not isinstance(value, kinds):
        names = " or ".join("nothing" if kind is type(None) else kind.__name__ for kind in kinds)
        raise TypeError(f"{name} {value!r}: must be {names}")
    return value


def total(values: Iterable[Any]) -> Any:
    """The sum, exact where every term is."""
    rational, inexact = fmpq(0), None
    for item in values:
        if isinstance(item, fmpq):
            rational += item
        else:
            inexact = item if inexact is None else inexact + item
    return rational if inexact is None else inexact + arb(rational)


def smaller(a: Any, b: Any) -> Any:
    """The smaller of two numbers, exact where both are."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return min(a, b)
    return as_arb(a).min(as_arb(b))


def larger(a: Any, b: Any) -> Any:
    """The larger of two numbers, exact where both are."""
    return -smaller(-a, -b)


def times(a: Any, b: Any) -> Any:
    """The product; an exact 0 stays exact."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a * b
    if (isinstance(a, fmpq) and a == 0) or (isinstance(b, fmpq) and b == 0):
        return fmpq(0)
    return as_arb(a) * as_arb(b)


def below(x: Any) -> Fraction:
    """A rational at most `x`, `x` itself where it is a short rational."""
    if isinstance(x, fmpq):
        kept = Fraction(int(x.p), int(x.q))
        return kept if kept.denominator <= _DIGITS else Fraction(kept.numerator * _DIGITS // kept.denominator, _DIGITS)
    end = (x * _DIGITS).lower().floor().unique_fmpz()
    if end is None:
        raise ArithmeticError(f"{x}: the precision does not bound it")
    return Fraction(int(end), _DIGITS)


def above(x: Any) -> Fraction:
    """A rational at least `x`."""
    return -below(-x)


# Probabilities of counts: binomial and multinomial ones, exact where they stay small.

_EXACT_DRAWS = 80  # up to here probabilities of rational laws stay rational


def binomials(row: list[Any], n: int, low: int, high: int) -> Iterator[Any]:
    """The probabilities of low, ..., high ones in n draws."""
    q, p = row
    rational = isinstance(p, fmpq) and isinstance(q, fmpq)
    if rational and (n <= _EXACT_DRAWS or p == 0 or q == 0):
        for k in range(low, high + 1):
            if p == 0 or q == 0:
                yield fmpq(int(k == (0 if p == 0 else n)))
            else:
                yield p**k * q ** (n - k) * fmpq(math.comb(n, k))
        return
    p, q = as_arb(p), as_arb(q)
    odds = p / q
    size = arb(fmpz(n + 1)).lgamma() - arb(fmpz(low + 1)).lgamma() - arb(fmpz(n - low + 1)).lgamma()
    current = (size + low * p.log() + (n - low) * q.log()).exp()
    for k in range(low, high + 1):
        yield current
        current = current * odds * (n - k) / (k + 1)


def compositions(n: int, parts: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every way of n = k_1 + ... + k_parts, with its multinomial coefficient."""
    if parts == 1:
        yield 1, (n,)
        return
    for first in range(n + 1):
        for ways, rest in compositions(n - first, parts - 1):
            yield math.comb(n, first) * ways, (first, *rest)


def way_probability(ways: int, parts: tuple[int, ...], row: list[Any]) -> Any:
    result: Any = fmpq(ways)
    for k, p in zip(parts, row, strict=True):
        if k:
            result = times(result, p ** (k if isinstance(p, fmpq) else fmpz(k)))
    return result


# What the instruments of this room answer.


@dataclass(frozen=True)
class LowerBound:
    """Every procedure has risk `value` or more on some member of the family.

    Attributes
    ----------
    value : Fraction
        Certified: rounded down from a rational or a ball.
    method : str
    rests_on : str
        The inequality that bounds the testing error, in words.
    parts : dict of str to Fraction
        Certified ends on the way, for the reader.
    certificate : dict
        Plain JSON data for `replay`.
    """

    value: Fraction
    method: str
    rests_on: str
    parts: dict[str, Fraction]
    certificate: dict = field(repr=False)

    def __str__(self) -> str:
        return f"risk >= {float(self.value):.6g} by {self.method}"


@dataclass(frozen=True)
class RiskBracket:
    """A risk lies in ``[low, high]``; equal ends where it is a rational that was summed exactly."""

    low: Fraction
    high: Fraction
    method: str
    certificate: dict = field(repr=False)

    def __str__(self) -> str:
        return f"{float(self.low):.6g} <= {self.method} <= {float(self.high):.6g}"


@dataclass(frozen=True)
class Replayed:
    """Outcome of evaluating a certificate once more, at twice the precision and without any search."""

    ok: bool
    reason: str

    def __bool__(self) -> bool:
        raise TypeError("ask .ok, and show .reason")
