"""An independent checker of proofs and refutations: the standard library alone, nothing of boundcheck, no solver, no search.

``python -m boundcheck.checker RECORD.json [OBJECTS.json]`` says of every proof and every refutation of a record whether it is
checked, and why not. A refutation is a point, which the record has. A proof is a tree of sequents, which a file of proof objects
has (`boundcheck.prove.objects` writes one).

A sequent reads: for all values of the letters, integers where they are declared so and reals elsewhere, the claim holds wherever
all hypotheses do. Every term has a value there: of a logarithm, a root or a quotient outside of its domain nothing is known
but that it is some number, the same for the same arguments. That the terms of a statement are inside of their domains are claims
of their own, which have to be proved like the others.

Terms are numbers, letters, sums, products, powers, exponentials, logarithms, absolute values, minima, maxima; all other functions
are abbreviations. Under given hypotheses a term has a normal form: a fraction of polynomials in atoms (letters, exponentials,
logarithms, roots), where a law is used only if its conditions follow from the hypotheses. Rules derive sequents from sequents;
each is a function below, and its text says why it is sound.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

Term = int  # a row of TERMS
Atom = tuple[str, Term]  # (relation, term): the term compared with 0 by >=, >, == or !=
Monomial = tuple  # of pairs (generator, exponent), sorted
Poly = dict  # of Monomial to Fraction
Signs = frozenset  # of -1, 0 and 1: what a number may be

ANY, PLUS, WEAK, MINUS, ZERO = (Signs(s) for s in ((-1, 0, 1), (1,), (0, 1), (-1,), (0,)))
OF = {">": PLUS, ">=": WEAK, "==": ZERO, "!=": Signs((-1, 1))}
UNIT: Poly = {(): Fraction(1)}
MOST = 4000  # monomials of a polynomial
DEEPEST = 200  # nodes above each other


class Wrong(Exception):
    """What is said does not follow, or is not understood."""


# ------------------------------------------------------------------------------------------------------------------ terms

TERMS: list[tuple] = []
_rows: dict[tuple, Term] = {}
FUNCTIONS = ("exp", "log", "abs")
SEVERAL = ("+", "*", "min", "max")


def term(*row: Any) -> Term:
    """Return the number of a row ``(head, ...)``, a new one for a new row."""
    if row not in _rows:
        _rows[row] = len(TERMS)
        TERMS.append(row)
    return _rows[row]


def number(value: Any) -> Term:
    return term("q", Fraction(value))


def letter(name: str) -> Term:
    return term("x", name)


def plus(*args: Term) -> Term:
    return args[0] if len(args) == 1 else term("+", *args)


def times(*args: Term) -> Term:
    return args[0] if len(args) == 1 else term("*", *args)


def negative(t: Term) -> Term:
    return times(number(-1), t)


def minus(s: Term, t: Term) -> Term:
    return plus(s, negative(t))


def power(t: Term, exponent: Any) -> Term:
    return term("^", t, number(exponent))


def children(t: Term) -> tuple[Term, ...]:
    """Return the arguments of a term that are terms."""
    row = TERMS[t]
    return () if row[0] in ("q", "x", "b", "pi") else row[2:] if row[0] == "at" else row[1:]


def again(t: Term, args: tuple[Term, ...]) -> Term:
    """Return the term with other arguments."""
    row = TERMS[t]
    return term(*row[: len(row) - len(args)], *args)


@cache
def letters(t: Term) -> frozenset[str]:
    """Return the names of the letters of a term."""
    row = TERMS[t]
    return frozenset((row[1],)) if row[0] == "x" else frozenset().union(*map(letters, children(t)))


def put(t: Term, values: dict[Term, Term], memo: dict | None = None) -> Term:
    """Return a term with letters replaced by terms without bound variables."""
    memo = {} if memo is None else memo
    if t in values:
        return values[t]
    if t not in memo:
        args = children(t)
        memo[t] = again(t, tuple(put(a, values, memo) for a in args)) if args else t
    return memo[t]


def instance(t: Term, value: Term, depth: int = 0) -> Term:
    """Return the body of a sum with a term in place of its index, de Bruijn's number `depth`."""
    row = TERMS[t]
    if row[0] == "b":
        return value if row[1] == depth else t
    if row[0] == "sum":
        body, low, high = row[1:]
        return term("sum", instance(body, value, depth + 1), instance(low, value, depth), instance(high, value, depth))
    args = children(t)
    return again(t, tuple(instance(a, value, depth) for a in args)) if args else t


@cache
def rational(t: Term) -> Fraction | None:
    """Return the value of a term of numbers, where it is built by sums, products and whole powers."""
    head, *args = TERMS[t]
    if head == "q":
        return args[0]
    if head not in ("+", "*", "^"):
        return None
    values = [v for a in args if (v := rational(a)) is not None]
    if len(values) < len(args):
        return None
    if head == "+":
        return sum(values, Fraction(0))
    if head == "*":
        return math.prod(values, start=Fraction(1))
    base, exponent = values
    if exponent.denominator != 1 or abs(exponent) > 2000 or (base == 0 and exponent < 0):
        return None
    return base**exponent.numerator


def is_whole(t: Term, whole: frozenset[str]) -> bool:
    """Whether a term is an integer because the letters in it are."""
    head, *args = TERMS[t]
    if head == "q":
        return args[0].denominator == 1
    if head == "x":
        return args[0] in whole
    if head in ("+", "*", "abs", "min", "max"):
        return all(is_whole(a, whole) for a in args)
    exponent = rational(args[1]) if head == "^" else None
    return exponent is not None and exponent.denominator == 1 and exponent >= 0 and is_whole(args[0], whole)


def conditions(t: Term, whole: frozenset[str], found: list[Atom] | None = None, seen: set | None = None) -> list[Atom]:
    """Return what makes a term and all of its parts real numbers, inner parts first."""
    found, seen = ([], set()) if found is None or seen is None else (found, seen)
    if t in seen:
        return found
    seen.add(t)
    for a in children(t):
        conditions(a, whole, found, seen)
    head, *args = TERMS[t]
    needed: Atom | None = None
    if head == "log":
        needed = (">", args[0])
    elif head == "sum" or head == "at":
        raise Wrong("a sum over a symbolic range")
    elif head == "^":
        exponent = rational(args[1])
        if exponent is None:
            # 0 to the power 0 is 1; other powers with whole exponents ask for a base that is not 0, or an exponent above -1
            needed = (">", args[0])
            if is_whole(args[1], whole):
                needed = (">", term("max", power(args[0], 2), plus(args[1], number(1))))
        elif exponent.denominator == 1:
            needed = ("!=", args[0]) if exponent < 0 else None
        else:
            needed = (">=" if exponent > 0 else ">", args[0])
    if needed is not None and needed not in found:
        value = rational(needed[1])
        if value is None or sign_of(value) not in OF[needed[0]]:
            found.append(needed)
    return found


def sign_of(value: Any) -> int:
    return (value > 0) - (value < 0)


@cache
def derivative(t: Term, x: str) -> Term:
    """Return the derivative by a letter, by the textbook rules."""
    head, *args = TERMS[t]
    if x not in letters(t):
        return number(0)
    if head == "x":
        return number(1)
    if head == "+":
        return plus(*(derivative(a, x) for a in args))
    if head == "*":
        moving = [i for i, a in enumerate(args) if x in letters(a)]
        return plus(*(times(*args[:i], derivative(args[i], x), *args[i + 1 :]) for i in moving))
    if head == "exp":
        return times(t, derivative(args[0], x))
    if head == "log":
        return times(derivative(args[0], x), power(args[0], -1))
    if head == "^":
        base, exponent = args
        value = rational(exponent)
        if value is not None:
            return times(number(value), power(base, value - 1), derivative(base, x))
        inner = plus(
            times(derivative(exponent, x), term("log", base)), times(exponent, derivative(base, x), power(base, -1))
        )
        return times(t, inner)
    raise Wrong(f"{head} is not differentiable")


# ------------------------------------------------------------------------------------------- statements as a record has them


class Statement:
    """A printed statement: hypotheses and goal as relations between terms, and the letters that are integers."""

    def __init__(self, encoded: list):
        self.whole: set[str] = set()
        self.facts: dict[str, set[str]] = {}
        self.counted: list[tuple] = []  # that sums are not empty
        self.always: list[tuple] = []  # from which that is shown: hypotheses on every term say nothing where there is none
        self.within: list[tuple] = []  # that an index is in its range
        self.ranges: list[tuple[str, Term, Term]] = []  # of the indices of sums, by the names that a record gives them
        head, *rest = encoded
        own: list = []
        if head == "and":
            self.goal: tuple = ("and", [self._relation(part, own) for part in rest])
        elif head == "iff":
            left, right = ([self._relation(part, own) for part in side] for side in rest)
            self.goal = ("iff", left, right)
        else:
            self.goal = ("and", [self._relation(encoded, own)])
        self.given = own
        for name, words in sorted(self.facts.items()):
            for word, relation in WORDS.items():
                if word in words:
                    self.given.append((relation, letter(name), number(0)))
        self.goal, self.given = self._written_out()

    def _relation(self, data: list, given: list) -> tuple:
        head, left, right, *conditions_ = data
        if head not in ("<=", "<", ">=", ">", "==", "!="):
            raise Wrong(f"{head!r} is no relation")
        pair = (head, self.term(left, ()), self.term(right, ()))
        for c in conditions_:
            parts = c[1:] if c[0] == "and" else [c]
            given += [self._relation(part, given) for part in parts]
        return pair

    def term(self, data: list, bound: tuple[str, ...]) -> Term:
        """Return the term that a record encodes; functions that are abbreviations are written out."""
        head, *rest = data
        if head == "q":
            return number(rest[0])
        if head == "s":
            name = rest[0]
            if name in bound:
                return term("b", bound.index(name))
            if "integer" in rest[1:]:
                self.whole.add(name)
            self.facts.setdefault(name, set()).update(rest[1:])
            return letter(name)
        if head == "at":
            return term("at", rest[0], self.term(rest[1], bound))
        if head == "sum":
            body, index, *ends = rest
            low, high = (self.term(end, bound) for end in ends)
            self.ranges.append((index[1], low, high))
            return term("sum", self.term(body, (index[1], *bound)), low, high)
        return built(head, [self.term(item, bound) for item in rest])

    def _written_out(self) -> tuple[tuple, list]:
        goal = (self.goal[0], *([spread_all(r) for r in side] for side in self.goal[1:]))
        return goal, [spread_all(r) for r in self.given]

    def relations(self) -> list[tuple]:
        return [r for side in self.goal[1:] for r in side]

    def letters(self) -> frozenset[str]:
        return frozenset().union(*(letters(t) for r in (*self.relations(), *self.given) for t in r[1:]))


WORDS = {"positive": ">", "nonnegative": ">=", "negative": "<", "nonpositive": "<=", "nonzero": "!="}


def built(head: str, args: list[Term]) -> Term:
    """Return a function of terms, one that is an abbreviation written out."""
    if head in SEVERAL and args:
        return args[0] if len(args) == 1 else term(head, *args)
    if head == "^" and len(args) == 2:
        if TERMS[args[0]] == ("exp", number(1)):
            return term("exp", args[1])
        return term("^", *args)
    if head == "pi" and not args:
        return term("pi")
    if head == "e" and not args:
        return term("exp", number(1))
    if len(args) != 1:
        raise Wrong(f"{head!r} is not understood")
    (u,) = args
    if head in FUNCTIONS:
        return term(head, u)
    up, down = term("exp", u), term("exp", negative(u))
    if head == "sigmoid":
        return power(plus(number(1), down), -1)
    if head == "sinh":
        return times(number(Fraction(1, 2)), minus(up, down))
    if head == "cosh":
        return times(number(Fraction(1, 2)), plus(up, down))
    if head == "tanh":
        return times(minus(up, down), power(plus(up, down), -1))
    if head == "coth":
        return times(plus(up, down), power(minus(up, down), -1))
    raise Wrong(f"{head!r} is not understood")


def spread_all(r: tuple) -> tuple:
    return (r[0], *(spread(t) for t in r[1:]))


@cache
def spread(t: Term) -> Term:
    """Return a term with sums over numeric ranges written out and ``x[2]`` made a letter."""
    head, *rest = TERMS[t]
    if head == "sum":
        low, high = rational(rest[1]), rational(rest[2])
        if low is None or high is None:
            return t
        if low.denominator != 1 or high.denominator != 1 or high < low - 1 or high - low > 1000:
            raise Wrong("the range of a sum")
        terms = [spread(instance(rest[0], number(k))) for k in range(int(low), int(high) + 1)]
        return plus(*terms) if terms else number(0)
    if head == "at":
        place = rational(rest[1])
        return t if place is None or place.denominator != 1 else letter(f"{rest[0]}[{place}]")
    args = children(t)
    return again(t, tuple(map(spread, args))) if args else t


# ------------------------------------------------------------------------------------------- intervals with dyadic ends


class Undefined(Exception):
    """A term certainly has no value at a point."""


class Unsure(Exception):
    """The precision does not tell."""


MOST_DIGITS = 40  # of the larger end, in those of the smaller one


class Interval:
    """Real numbers between ``low * 2**unit`` and ``high * 2**unit``; every operation rounds outwards, to `bits` digits of the
    smaller end."""

    bits = 64
    __slots__ = ("high", "low", "unit")

    def __init__(self, low: int, high: int, unit: int):
        sizes = [end.bit_length() for end in (low, high) if end]
        if sizes and (spare := max(min(sizes) - self.bits, max(sizes) - MOST_DIGITS * self.bits)) > 0:
            low, high, unit = low >> spare, -(-high >> spare), unit + spare
        self.low, self.high, self.unit = low, high, unit

    @classmethod
    def of(cls, value: Fraction, other: Fraction | None = None) -> Interval:
        ends = (value, value if other is None else other)
        places = cls.bits + 1 + max(end.denominator.bit_length() - end.numerator.bit_length() for end in ends)
        up, down = max(places, 0), max(-places, 0)
        low, high = ((end.numerator << up, end.denominator << down) for end in ends)
        return cls(low[0] // low[1], -(-high[0] // high[1]), -places)

    def in_units(self, unit: int) -> tuple[int, int]:
        """Return both ends in other units, rounded outwards."""
        places = self.unit - unit
        if places >= 0:
            return self.low << places, self.high << places
        return self.low >> -places, -(-self.high >> -places)

    def __add__(self, other: Interval) -> Interval:
        unit = _common(self, other)
        (a, b), (c, d) = self.in_units(unit), other.in_units(unit)
        return Interval(a + c, b + d, unit)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low, self.unit)

    def __mul__(self, other: Interval) -> Interval:
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends), self.unit + other.unit)

    def inverse(self) -> Interval:
        if self.low <= 0 <= self.high:
            raise Undefined("a quotient by 0") if self.low == 0 == self.high else Unsure("a quotient by what may be 0")
        places = self.bits + 1 + max(self.low.bit_length(), self.high.bit_length())
        return Interval((1 << places) // self.high, -(-(1 << places) // self.low), -self.unit - places)

    def signs(self) -> Signs:
        return Signs(s for s in (-1, 0, 1) if (self.low < 0, self.low <= 0 <= self.high, self.high > 0)[s + 1])

    def size(self) -> Interval:
        """Return the absolute values."""
        return Interval(max(0, self.low, -self.high), max(-self.low, self.high), self.unit)

    def whole_power(self, k: int) -> Interval:
        if k < 0:
            return self.whole_power(-k).inverse()
        result, base = Interval.of(Fraction(1)), self.size() if k % 2 == 0 else self
        while k:
            if k & 1:
                result = result * base
            k >>= 1
            base = base * base if k else base
        return result

    def root(self, q: int) -> Interval:
        if self.high < 0:
            raise Undefined("a root of something negative")
        if self.low < 0:
            raise Unsure("a root of what may be negative")
        places = self.bits * q + self.unit % q
        low, high = _whole_root(self.low << places, q), _whole_root(self.high << places, q)
        return Interval(low, high + 1, (self.unit - places) // q)

    def exp(self) -> Interval:
        return _between(_exp(self.low, self.unit, self.bits)[0], _exp(self.high, self.unit, self.bits)[1])

    def log(self) -> Interval:
        if self.high <= 0:
            raise Undefined("a logarithm of something not positive")
        if self.low <= 0:
            raise Unsure("a logarithm of what may be 0")
        return _between(_log(self.low, self.unit, self.bits)[0], _log(self.high, self.unit, self.bits)[1])


def _common(*ones: Interval) -> int:
    """Return units in which all can be written: the finest, unless that is far below the largest number."""
    seen = [one for one in ones if one.low or one.high] or ones
    top = max(max(one.low.bit_length(), one.high.bit_length()) + one.unit for one in seen)
    return max(min(one.unit for one in seen), top - MOST_DIGITS * Interval.bits)


def _between(low: tuple[int, int], high: tuple[int, int]) -> Interval:
    """Return what lies between two numbers, each with its unit."""
    ends = Interval(low[0], low[0], low[1]), Interval(high[0], high[0], high[1])
    unit = _common(*ends)
    return Interval(ends[0].in_units(unit)[0], ends[1].in_units(unit)[1], unit)


def _whole_root(n: int, q: int) -> int:
    """Return the integer part of a root."""
    if q == 2:
        return math.isqrt(n)
    low, high = 0, 1 << (n.bit_length() // q + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**q <= n else (low, middle)
    return low


Ends = tuple[tuple[int, int], tuple[int, int]]  # a number below and one above, each with its unit


@lru_cache(maxsize=20_000)
def _exp(x: int, unit: int, bits: int) -> Ends:
    """Bounds on the exponential of ``x * 2**unit``: a power of 2, and Taylor's polynomial, squared 8 times, of what is left."""
    if x == 0:
        return (1, 0), (1, 0)
    if x.bit_length() + unit > 64:
        raise Unsure("an exponential far out")
    work = bits + 40 + max(0, x.bit_length() + unit)
    low, high = (x << work + unit, x << work + unit) if work + unit >= 0 else (x >> -work - unit, -(-x >> -work - unit))
    two = [2 * end for end in _area_tangent(1, 3, work)]  # log 2 is twice the area tangent of 1/3
    k = low // two[1] - 1  # what is left is above 0 and below 3
    low, high = low - max(k * end for end in two), high - min(k * end for end in two)
    below, above = _series(low >> 8, work)[0], _series((high >> 8) + 1, work)[1]
    for _ in range(8):
        below, above = below * below >> work, -(-above * above >> work)
    return (below, k - work), (above, k - work)


def _series(y: int, work: int) -> tuple[int, int]:
    """Bounds on the exponential of ``y * 2**-work``, of a number from 0 to 1/50, in units of ``2**-work``."""
    low, high, down, up, i = 0, 0, 1 << work, 1 << work, 0
    while up > 1:  # the terms from below and from above
        low, high, i = low + down, high + up, i + 1
        down, up = (down * y >> work) // i, -(-up * y >> work)
        up = -(-up // i)
    return low, high + 4  # the terms that are left are less than twice the next one


@lru_cache(maxsize=20_000)
def _log(x: int, unit: int, bits: int) -> Ends:
    """Bounds on the logarithm of ``x * 2**unit``: a power of 2 apart, twice the area tangent of (m - 1)/(m + 1)."""
    size = x.bit_length()
    k = size + unit  # m = x / 2**size is from 1/2 to 1
    work = bits + 40 + abs(k).bit_length()
    low, high = _area_tangent(x - (1 << size), x + (1 << size), work)
    third = _area_tangent(1, 3, work)  # half the logarithm of 2
    low, high = low + min(k * end for end in third), high + max(k * end for end in third)
    return (low, 1 - work), (high, 1 - work)


@lru_cache(maxsize=20_000)
def _area_tangent(top: int, bottom: int, work: int) -> tuple[int, int]:
    """Bounds on z + z^3/3 + z^5/5 + ... for z = top/bottom, |z| at most 1/3; in units of ``2**-work``."""
    sign = -1 if top < 0 else 1
    z = (abs(top) << work) // bottom
    low, high, down, up, i = 0, 0, z, z + 1, 1
    while up > 1:
        low, high, i = low + down // i, high + -(-up // i), i + 2
        down, up = (down * z >> work) * z >> work, -(-(-(-(up * (z + 1)) >> work) * (z + 1)) >> work)
    high += 4
    return (low, high) if sign > 0 else (-high, -low)


def pi_interval() -> Interval:
    """Machin: pi/4 = 4 arctan(1/5) - arctan(1/239)."""
    work = Interval.bits + 16

    def arctan(n: int) -> tuple[int, int]:
        total, part, i, error = 0, (1 << work) // n, 1, 0
        while part:
            total += part // i if i % 4 == 1 else -(part // i)
            part, i, error = part // (n * n), i + 2, error + 3
        return total - error - 2, total + error + 2

    a, b = arctan(5), arctan(239)
    return Interval(4 * (4 * a[0] - b[1]), 4 * (4 * a[1] - b[0]), -work)


def value(t: Term, at: dict[str, Any], whole: frozenset[str], memo: dict | None = None) -> Any:
    """Return the value of a term, a Fraction where it is exact and an Interval elsewhere.

    Raises
    ------
    Undefined, Unsure
    """
    memo = {} if memo is None else memo
    if t not in memo:
        memo[t] = _value(t, at, whole, memo)
    return memo[t]


def _value(t: Term, at: dict[str, Any], whole: frozenset[str], memo: dict) -> Any:
    head, *args = TERMS[t]
    if head == "q":
        return args[0]
    if head == "x":
        if args[0] not in at:
            raise Wrong(f"the point has no {args[0]}")
        return at[args[0]]
    if head == "pi":
        return pi_interval()
    if head == "sum":
        low, high = (value(a, at, whole, memo) for a in args[1:])
        if not isinstance(low, Fraction) or not isinstance(high, Fraction):
            raise Unsure("the ends of a sum")
        if low.denominator != 1 or high.denominator != 1:
            raise Undefined("the ends of a sum are no integers")
        if high < low - 1 or high - low > 2000:
            raise Wrong("the range of a sum")
        parts = [value(instance(args[0], number(k)), at, whole) for k in range(int(low), int(high) + 1)]
        return _total(parts)
    if head == "at":
        place = value(args[1], at, whole, memo)
        if not isinstance(place, Fraction) or place.denominator != 1:
            raise Unsure("the place of a term")
        names = (f"{args[0]}[{place}]", *(f"{args[0]}[{index}]" for index, v in at.items() if v == place))
        found = next((name for name in names if name in at), None)
        if found is None:
            raise Wrong(f"the point has no {names[0]}")
        return at[found]
    values = [value(a, at, whole, memo) for a in args]
    if head == "+":
        return _total(values)
    if head == "*":
        if all(isinstance(v, Fraction) for v in values):
            return math.prod(values, start=Fraction(1))
        product = as_interval(values[0])
        for v in values[1:]:
            product = product * as_interval(v)
        return product
    if head == "^":
        return _power_value(values[0], values[1], rational(args[1]) is not None or is_whole(args[1], whole))
    u = values[0]
    if head == "abs":
        if isinstance(u, Fraction):
            return abs(u)
        return u.size()
    if head in ("min", "max"):
        choose = min if head == "min" else max
        if all(isinstance(v, Fraction) for v in values):
            return choose(values)
        ends = [as_interval(v) for v in values]
        unit = _common(*ends)
        lows, highs = zip(*(end.in_units(unit) for end in ends), strict=True)
        return Interval(choose(lows), choose(highs), unit)
    if isinstance(u, Fraction):
        if head == "exp" and u == 0:
            return Fraction(1)
        if head == "log" and u == 1:
            return Fraction(0)
    return as_interval(u).exp() if head == "exp" else as_interval(u).log()


def _total(values: list) -> Any:
    if all(isinstance(v, Fraction) for v in values):
        return sum(values, Fraction(0))
    total = as_interval(values[0])
    for v in values[1:]:
        total = total + as_interval(v)
    return total


def _power_value(base: Any, exponent: Any, fixed: bool) -> Any:
    """A power whose exponent is a number, or an integer by the kind of its letters (`fixed`); others ask for a positive base."""
    if fixed and isinstance(exponent, Fraction):
        p, q = exponent.numerator, exponent.denominator
        if isinstance(base, Fraction):
            if (base == 0 and p < 0) or (base < 0 and q > 1):
                raise Undefined("a power")
            if base == 0 or abs(p) * (base.numerator.bit_length() + base.denominator.bit_length()) < 100_000:
                raised = base**p
                top, bottom = _whole_root(raised.numerator, q), _whole_root(raised.denominator, q)
                if q == 1 or (top**q == raised.numerator and bottom**q == raised.denominator):
                    return Fraction(top, bottom) if q > 1 else raised
        if abs(p) > 5000 or q > 50:
            raise Unsure("a large exponent")
        root = as_interval(base) if q == 1 else as_interval(base).root(q)
        return root.whole_power(p)
    return (as_interval(exponent) * as_interval(base).log()).exp()


def as_interval(value: Any) -> Interval:
    return Interval.of(value) if isinstance(value, Fraction) else value


PRECISIONS = (64, 192, 640, 2560)


def holds(relation: tuple, at: dict[str, Fraction], whole: frozenset[str]) -> bool | None:
    """Whether a printed relation holds at an exact point; None if it cannot be told. Undefined where a side has no value."""
    head, left, right = relation
    defined = False
    for Interval.bits in PRECISIONS:
        memo: dict = {}
        try:
            gap = _total([value(left, at, whole, memo), value(negative(right), at, whole, memo)])
        except Unsure:
            continue
        defined = True
        signs = Signs((sign_of(gap),)) if isinstance(gap, Fraction) else gap.signs()
        if len(signs) == 1:
            (s,) = signs
            return {"<=": s <= 0, "<": s < 0, ">=": s >= 0, ">": s > 0, "==": s == 0, "!=": s != 0}[head]
    if defined:
        swap = {letter(name): number(v) for name, v in at.items()}
        try:
            num, _ = Context(()).normal(put(minus(left, right), swap))
        except Wrong:
            return None
        if not num:
            return head in ("<=", ">=", "==")
    return None


# ------------------------------------------------------------------------------------------- polynomials over generators

GENERATORS: list[tuple] = []  # what they stand for: ("x", name), ("exp", monomial, denominator), ("log", P), ("root", q, P), ...
_places: dict[tuple, int] = {}


def generator(*key: Any) -> int:
    if key not in _places:
        _places[key] = len(GENERATORS)
        GENERATORS.append(key)
    return _places[key]


def key_of(poly: Poly) -> tuple:
    return tuple(sorted(poly.items()))


def single(place: int, exponent: Any = 1) -> Poly:
    return {((place, exponent),): Fraction(1)}


def add(a: Poly, b: Poly, factor: Any = 1) -> Poly:
    result = dict(a)
    for m, c in b.items():
        total = result.get(m, 0) + factor * c
        if total:
            result[m] = total
        else:
            result.pop(m, None)
    return result


@lru_cache(maxsize=200_000)
def joined(m: Monomial, n: Monomial) -> Monomial:
    exponents = dict(m)
    for place, k in n:
        total = exponents.get(place, 0) + k
        if total:
            exponents[place] = total
        else:
            del exponents[place]
    return tuple(sorted(exponents.items()))


def multiply(a: Poly, b: Poly) -> Poly:
    """Return the product; the q-th power of a q-th root is what it is the root of: never something negative."""
    if len(a) * len(b) > 40 * MOST:
        raise Wrong("a polynomial grows too large")
    result: Poly = {}
    again_: list[tuple[Monomial, Fraction]] = []
    for m, c in a.items():
        for n, d in b.items():
            p = joined(m, n)
            if any(GENERATORS[i][0] == "root" and k >= GENERATORS[i][1] for i, k in p):
                again_.append((p, c * d))
                continue
            total = result.get(p, 0) + c * d
            if total:
                result[p] = total
            else:
                result.pop(p, None)
    for p, c in again_:
        result = add(result, _reduced(p), c)
    if len(result) > MOST:
        raise Wrong("a polynomial grows too large")
    return result


@lru_cache(maxsize=50_000)
def _reduced_items(p: Monomial) -> tuple:
    poly = dict(UNIT)
    for i, k in p:
        if GENERATORS[i][0] == "root" and k >= GENERATORS[i][1]:
            _, q, under = GENERATORS[i]
            poly = multiply(poly, raised(dict(under), k // q))
            k %= q
        if k:
            poly = multiply(poly, single(i, k))
    return tuple(poly.items())


def _reduced(p: Monomial) -> Poly:
    return dict(_reduced_items(p))


def raised(poly: Poly, k: int) -> Poly:
    if k > 60:
        raise Wrong("a large exponent")
    result = dict(UNIT)
    for _ in range(k):
        result = multiply(result, poly)
    return result


def split(poly: Poly) -> tuple[Fraction, Monomial, Poly]:
    """Return a number, a monomial and a primitive polynomial whose product is `poly`."""
    if not poly:
        return Fraction(0), (), {}
    lowest: dict[int, Any] | None = None
    for m in poly:
        own = dict(m)
        if lowest is None:
            lowest = own
            continue
        for i in {*lowest, *own}:
            lowest[i] = min(lowest.get(i, 0), own.get(i, 0))
    content = tuple(sorted((i, k) for i, k in (lowest or {}).items() if k))
    if content:
        inverse = tuple((i, -k) for i, k in content)
        poly = {joined(m, inverse): c for m, c in poly.items()}
    lcm = math.lcm(*(c.denominator for c in poly.values()))
    gcd = math.gcd(*(int(c * lcm) for c in poly.values()))
    number_ = Fraction(gcd, lcm) * sign_of(poly[max(poly)])
    return number_, content, {m: c / number_ for m, c in poly.items()}


def divided(num: Poly, by: Poly) -> Poly | None:
    """Return the exact quotient of two polynomials without negative exponents, or None."""
    places = sorted({i for p in (num, by) for m in p for i, _ in m})

    def rank(m: Monomial) -> tuple:
        own = dict(m)
        return tuple(own.get(i, 0) for i in places)

    lead = max(by, key=rank)
    lead_rank, lead_c = rank(lead), by[lead]
    rest = {rank(m): c for m, c in num.items()}
    other = [(rank(m), c) for m, c in by.items()]
    quotient: Poly = {}
    for _ in range(MOST):
        if not rest:
            return quotient
        top = max(rest)
        step = tuple(a - b for a, b in zip(top, lead_rank, strict=True))
        if min(step, default=0) < 0:
            return None
        c = rest[top] / lead_c
        quotient[tuple((i, k) for i, k in zip(places, step, strict=True) if k)] = c
        for r, d in other:
            place = tuple(a + b for a, b in zip(r, step, strict=True))
            total = rest.get(place, 0) - c * d
            if total:
                rest[place] = total
            else:
                rest.pop(place, None)
    return None


def primes(n: int) -> list[tuple[int, int]]:
    """Return an integer above 0 as a product of powers, of primes as far as they are small."""
    found = []
    for p in range(2, 2000):
        k = 0
        while n % p == 0:
            n, k = n // p, k + 1
        if k:
            found.append((p, k))
        if p * p > n:
            break
    return found + ([(n, 1)] if n > 1 else [])


def sign_product(a: Signs, b: Signs) -> Signs:
    return Signs(s * t for s in a for t in b)


def sign_sum(a: Signs, b: Signs) -> Signs:
    found: set[int] = set()
    for s in a:
        for t in b:
            found |= {s, t, 0} if s * t < 0 else {s or t}
    return Signs(found)


def sign_power(a: Signs, k: Any) -> Signs:
    """Of a base to an exponent other than 0; a fraction only for exponentials."""
    return a if isinstance(k, Fraction) and k.denominator > 1 else Signs(s if k % 2 else s * s for s in a)


Frac = tuple[Poly, tuple]  # numerator, and denominator as pairs (key of a primitive polynomial or of one generator, power)


class Context:
    """What follows at once from hypotheses: signs of polynomials, and the normal forms of terms that use them.

    All that is said here holds at every point at which the hypotheses hold. A logarithm, a root or a quotient whose
    argument is not seen to be in its domain is a generator of its own, of which nothing is known.
    """

    def __init__(self, given: tuple[Atom, ...], hints: tuple[Term, ...] = ()):
        self.memo: dict[Term, Frac] = {}
        self.bounds: dict[tuple, list] = {}  # of a polynomial without constant: lower, strict, upper, strict
        self.apart: set[tuple] = set()  # primitive polynomials that are not 0
        self.known: dict[tuple, Signs] = {}
        self.hints: list[Poly] = []
        self.absurd = False  # a hypothesis never holds: everything follows
        self.depth = 0
        order = sorted(given, key=lambda a: (size(a[1]), a))
        for _ in range(2):  # the second time with all signs at hand
            for a in order:
                self.learn(a)
            self.memo.clear()
            self.known.clear()
        for t in hints:
            _, _, poly = split(self.normal(t)[0])
            if len(poly) > 1 and poly not in self.hints:
                self.hints.append(poly)
        for a in order if self.hints else ():
            self.memo.clear()
            self.known.clear()
            self.learn(a)
        self.memo.clear()
        self.known.clear()

    # ---- signs

    def learn(self, a: Atom) -> None:
        """Take a hypothesis."""
        poly, relation = self.cleared(a)
        if not self.signs(poly) & OF[relation]:
            self.absurd = True
        if poly:
            self.learn_poly(poly, relation)

    def learn_poly(self, poly: Poly, relation: str) -> None:
        poly = self.stripped(poly)
        c, content, primitive = split(poly)
        if relation == "!=":
            self.apart.add(key_of(primitive))
            self.apart |= {key_of(single(i)) for i, _ in content}
            return
        for hint in self.hints if len(primitive) > 1 else ():
            signs = self.signs(hint)
            while signs in (PLUS, MINUS) and (quotient := divided(primitive, hint)) is not None:
                poly = multiply(quotient, {content: c if signs == PLUS else -c})
                c, content, primitive = split(poly)
                self.learn_poly(poly, relation)
        self._bound(poly, relation, 1)

    def _bound(self, poly: Poly, relation: str, sign: int) -> None:
        constant = poly.get((), Fraction(0))
        moving = {m: c for m, c in poly.items() if m != ()}
        if not moving:
            return
        scale, key = _scaled(moving)
        scale *= sign
        end, strict = -constant * sign / scale, relation == ">"
        entry = self.bounds.setdefault(key, [None, False, None, False])
        if (scale > 0 or relation == "==") and (entry[0] is None or (end, strict) > (entry[0], entry[1])):
            entry[0], entry[1] = end, strict
        if (scale < 0 or relation == "==") and (entry[2] is None or (-end, strict) > (-entry[2], entry[3])):
            entry[2], entry[3] = end, strict
        self.known.clear()

    def cleared(self, a: Atom, strip: bool = True) -> tuple[Poly, str]:
        """Return a polynomial with the same relation to 0 as a term."""
        relation, t = a
        num, den = self.normal(t)
        for key, k in den:
            if k % 2:
                signs = self.signs(dict(key))
                if signs == MINUS:
                    num = {m: -c for m, c in num.items()}
                elif signs != PLUS and relation in (">", ">="):
                    num = multiply(num, dict(key))
        return self.stripped(num) if strip else num, relation

    def stripped(self, poly: Poly) -> Poly:
        """Return a polynomial of the same sign, without the generators in front of it that are not 0 and of known sign."""
        lowest = split(poly)[1] if poly else ()
        for i, k in lowest:
            signs = sign_power(self.generator_signs(i), k)
            if signs in (PLUS, MINUS):
                sign = 1 if signs == PLUS else -1
                poly = {joined(m, ((i, -k),)): sign * c for m, c in poly.items()}
        return poly

    def settles(self, a: Atom) -> bool:
        """Whether an atom is seen to hold."""
        poly, relation = self.cleared(a)
        return self.absurd or self.signs(poly) <= OF[relation]

    def signs(self, poly: Poly) -> Signs:
        """Return the signs that a polynomial may have."""
        if not poly:
            return ZERO
        c, content, primitive = split(poly)
        found = sign_product(Signs((sign_of(c),)), self.monomial_signs(content))
        return sign_product(found, self.primitive_signs(primitive)) & self._bounded(poly) or ANY

    def monomial_signs(self, m: Monomial) -> Signs:
        found = PLUS
        for i, k in m:
            found = sign_product(found, sign_power(self.generator_signs(i), k))
        return found

    def primitive_signs(self, poly: Poly) -> Signs:
        if poly == UNIT:
            return PLUS
        key = key_of(poly)
        if key in self.known:
            return self.known[key]
        self.known[key] = ANY  # while it is looked at
        found = self._bounded(poly)
        if key in self.apart:
            found -= ZERO
        if len(found) > 1:
            total = ZERO
            for m, c in poly.items():
                total = sign_sum(total, sign_product(Signs((sign_of(c),)), self.monomial_signs(m)))
            found &= total
        for hint in self.hints if len(found) > 1 else ():
            rest, k = poly, 0
            while (quotient := divided(rest, hint)) is not None and (k or hint != poly):
                rest, k = quotient, k + 1
            if k:
                found &= sign_product(sign_power(self.primitive_signs(hint), k), self.signs(rest))
        if len(found) > 1 and all(is_number(i) for m in poly for i, _ in m):
            found &= number_signs(poly)
        self.known[key] = found or ANY
        return self.known[key]

    def _bounded(self, poly: Poly) -> Signs:
        constant = poly.get((), Fraction(0))
        moving = {m: c for m, c in poly.items() if m != ()}
        if not moving:
            return Signs((sign_of(constant),))
        scale, key = _scaled(moving)
        entry = self.bounds.get(key)
        if not entry:
            return ANY
        low, low_strict, high, high_strict = entry
        found = set(ANY)
        for end, strict, below in ((low, low_strict, True), (high, high_strict, False)):
            if end is None:
                continue
            s = sign_of(end * scale + constant)
            outward = sign_of(scale) if below else -sign_of(scale)  # the polynomial is at least, or at most, its value at the end
            if s == outward:
                found &= {s}
            elif s == 0:
                found &= {outward} if strict else {0, outward}
        return Signs(found)

    def generator_signs(self, i: int) -> Signs:
        kind, *rest = GENERATORS[i]
        if kind in ("exp", "pi"):
            return PLUS
        found = self._bounded(single(i))
        if key_of(single(i)) in self.apart:
            found -= ZERO
        if len(found) > 1 and self.depth < 6:
            self.depth += 1
            if kind == "root":
                found &= Signs(s for s in self.signs(dict(rest[1])) if s >= 0) or WEAK
            elif kind == "abs":
                found &= Signs(s * s for s in self.signs(dict(rest[0])))
            elif kind == "log":
                found &= self.signs(add(dict(rest[0]), UNIT, -1))
            self.depth -= 1
        return found or ANY

    # ---- normal forms

    def normal(self, t: Term) -> Frac:
        """Return numerator and denominator."""
        if t not in self.memo:
            self.memo[t] = self._normal(t)
        return self.memo[t]

    def _normal(self, t: Term) -> Frac:
        head, *args = TERMS[t]
        if head == "q":
            return ({(): args[0]} if args[0] else {}), ()
        if head == "x":
            return single(generator("x", args[0])), ()
        if head == "pi":
            return single(generator("pi")), ()
        if head == "+":
            return self.sum([self.normal(a) for a in args])
        if head == "*":
            num, den = dict(UNIT), ()
            for a in args:
                n, d = self.normal(a)
                num, den = multiply(num, n), den + d
            return self.simple(num, den)
        if head == "^":
            exponent = rational(args[1])
            if exponent is not None:
                return self.power(self.normal(args[0]), exponent) or self.unknown(t)
            base = self.log(self.normal(args[0]))
            if base is None:
                return self.unknown(t)
            u, v = self.normal(args[1])
            return self.exp(self.simple(multiply(base[0], u), base[1] + v))
        if head == "exp":
            return self.exp(self.normal(args[0]))
        if head == "log":
            return self.log(self.normal(args[0])) or self.unknown(t)
        if head == "abs":
            num, den = self.normal(args[0])
            signs = self.fraction_signs((num, den))
            if signs <= WEAK:
                return num, den
            if signs <= Signs((-1, 0)):
                return add({}, num, -1), den
            c, content, poly = split(num)
            if not den and not content:
                return {((generator("abs", key_of(poly)), 1),): abs(c)}, ()
            return self.unknown(t)
        if head in ("min", "max"):
            return self.extreme(head, [self.normal(a) for a in args])
        return self.unknown(t)

    def extreme(self, head: str, parts: list[Frac]) -> Frac:
        """Return a minimum or maximum: without the parts that are not below, or above, the others."""
        sign = 1 if head == "max" else -1
        found: list[tuple] = []
        for num, den in parts:
            nested: tuple = GENERATORS[next(iter(num))[0][0]] if len(num) == 1 and not den and next(iter(num)) else (None, None)
            flat = nested[1] if nested[0] == head and num == single(generator(*nested)) else ((key_of(num), den),)
            found += [part for part in flat if part not in found]
        while len(found) > 1:
            for part in found:
                others = tuple(sorted(other for other in found if other != part))
                rest = others[0] if len(others) == 1 else (key_of(single(generator(head, others))), ())
                gap = self.fraction_signs(self.sum([(dict(rest[0]), rest[1]), self.negated((dict(part[0]), part[1]))]))
                if Signs(sign * s for s in gap) <= WEAK:  # the others reach as far
                    found.remove(part)
                    break
                if Signs(-sign * s for s in gap) <= WEAK:
                    found = [part]
                    break
            else:
                return single(generator(head, tuple(sorted(found)))), ()
        return dict(found[0][0]), found[0][1]

    def unknown(self, t: Term) -> Frac:
        """Return a generator of which nothing is known but what term it is, or what function of what."""
        head, *args = TERMS[t]
        exponent = rational(args[1]) if head == "^" else None
        if head in ("log", "abs") or exponent is not None:
            num, den = self.normal(args[0])
            return single(generator("of", head, exponent, key_of(num), den)), ()
        return single(generator("some", t)), ()

    def negated(self, f: Frac) -> Frac:
        return {m: -c for m, c in f[0].items()}, f[1]

    def sum(self, parts: list[Frac]) -> Frac:
        common: dict[tuple, int] = {}
        for _, den in parts:
            for key, k in den:
                common[key] = max(common.get(key, 0), k)
        total: Poly = {}
        for num, den in parts:
            own = dict(den)
            for key, k in common.items():
                if k > own.get(key, 0):
                    num = multiply(num, raised(dict(key), k - own.get(key, 0)))
            total = add(total, num)
        return self.simple(total, tuple(common.items()))

    def simple(self, num: Poly, den: tuple) -> Frac:
        """Return a fraction with like factors of the denominator together, those cancelled that divide the numerator."""
        if not num:
            return {}, ()
        powers: dict[tuple, int] = {}
        for key, k in den:
            powers[key] = powers.get(key, 0) + k
        for key in list(powers):
            poly = dict(key)
            while powers[key]:
                if len(poly) == 1:
                    ((m, _),) = poly.items()
                    ((i, _),) = m
                    if not all(dict(n).get(i, 0) >= 1 for n in num):
                        break
                    num = {joined(n, ((i, -1),)): c for n, c in num.items()}
                else:
                    c, content, primitive = split(num)
                    if len(primitive) < len(poly):
                        break
                    quotient = divided(primitive, poly)
                    if quotient is None:
                        break
                    num = multiply(quotient, {content: c})
                powers[key] -= 1
        return num, tuple(sorted((key, k) for key, k in powers.items() if k))

    def fraction_signs(self, f: Frac) -> Signs:
        found = self.signs(f[0])
        for key, k in f[1]:
            found = sign_product(found, sign_power(self.signs(dict(key)), k))
        return found

    def parts(self, f: Frac) -> tuple[Fraction, list[tuple[Poly, Any]]]:
        """Return a number and polynomials with exponents whose product is the fraction; hints split what they divide."""
        c, content, poly = split(f[0])
        found: list[tuple[Poly, Any]] = [(single(i), k) for i, k in content]
        for key, k in f[1]:
            found.append((dict(key), -k))
        if poly != UNIT:
            found.append((poly, 1))
        result: list[tuple[Poly, Any]] = []
        for poly, k in found:
            for hint in self.hints if len(poly) > 1 else ():
                while (quotient := divided(poly, hint)) is not None:
                    extra, more, poly = split(quotient)
                    c *= extra**k
                    result.append((hint, k))
                    result += [(single(i), e * k) for i, e in more]
            if poly != UNIT:
                result.append((poly, k))
        return c, result

    def power(self, f: Frac, exponent: Fraction) -> Frac | None:
        """Return a power; None where the base is not seen to have it."""
        p, q = exponent.numerator, exponent.denominator
        if abs(p) > 60:
            raise Wrong("a large exponent")
        if q == 1 and p >= 0:
            num = dict(UNIT)
            for _ in range(p):
                num = multiply(num, f[0])
            return self.simple(num, tuple((key, k * p) for key, k in f[1]))
        if q == 1:
            inverse = self.inverse(f)
            return None if inverse is None else self.power(inverse, Fraction(-p))
        root = self.root(f, q, p < 0)
        return None if root is None else self.power(root, Fraction(p))

    def inverse(self, f: Frac) -> Frac | None:
        """Return one over a fraction that is not 0; None where that is not seen."""
        if 0 in self.signs(f[0]):
            return None
        c, found = self.parts((f[0], ()))
        num: Poly = {(): 1 / c}
        den: list = []
        for poly, k in found:
            if len(poly) == 1:
                ((m, _),) = poly.items()
                ((i, _),) = m
                kind = GENERATORS[i][0]
                if kind == "exp":
                    num = multiply(num, single(i, -k))
                    continue
                if kind == "root":  # 1/r is r^(q - 1) over what it is the root of
                    _, q, under = GENERATORS[i]
                    inner = self.inverse((dict(under), ()))
                    if inner is None:
                        return None
                    for _ in range(int(k)):
                        num = multiply(multiply(num, single(i, q - 1)), inner[0])
                        den += inner[1]
                    continue
            if 0 in self.signs(poly):
                return None
            den.append((key_of(poly), int(k)))
        for key, k in f[1]:
            num = multiply(num, raised(dict(key), k))
        return self.simple(num, tuple(den))

    def root(self, f: Frac, q: int, strictly: bool) -> Frac | None:
        """Return the q-th root of a fraction that is not negative; None where that is not seen."""
        if q > 12 or not self.fraction_signs(f) <= (PLUS if strictly else WEAK):
            return None
        if not f[0]:
            return {}, ()
        c, found = self.parts(f)
        factors: list[tuple[Poly, Any]] = []
        for poly, k in found:
            signs = self.signs(poly)
            if signs == MINUS:
                poly, c = add({}, poly, -1), c * (-1) ** abs(int(k))
            elif not signs <= WEAK:
                # not of known sign in parts: as a whole it is not negative
                if f[1]:
                    return None
                c, content, rest = split(f[0])
                factors = [(multiply({content: Fraction(sign_of(c))}, rest), 1)]
                c = abs(c)
                break
            factors.append((poly, k))
        if c < 0:
            return None
        num, den = dict(UNIT), []
        numbers = [(p, k) for p, k in primes(c.numerator)] + [(p, -k) for p, k in primes(c.denominator)]
        for poly, k in [({(): Fraction(p)}, k) for p, k in numbers] + factors:
            if len(poly) == 1 and poly.keys() != {()}:
                ((m, _),) = poly.items()
                if len(m) == 1 and GENERATORS[m[0][0]][0] == "exp":
                    num = multiply(num, single(m[0][0], Fraction(k) / q))
                    continue
            k = int(k)
            whole, left = divmod(k, q)
            if left:
                num = multiply(num, single(generator("root", q, key_of(poly)), left))
            if whole > 0:
                num = multiply(num, raised(poly, whole))
            elif whole < 0:
                if poly.keys() == {()}:
                    num = multiply(num, {(): poly[()] ** whole})
                else:
                    den.append((key_of(poly), -whole))
        return self.simple(num, tuple(den))

    def log(self, f: Frac) -> Frac | None:
        """Return a logarithm, expanded over the factors that are positive; None where its argument is not seen to be."""
        if not self.fraction_signs(f) <= PLUS:
            return None
        c, found = self.parts(f)
        total: list[Frac] = []
        unknown: list[tuple[Poly, Any]] = []
        for poly, k in found:
            signs = self.signs(poly)
            if signs == MINUS:
                poly, c = add({}, poly, -1), c * (-1) ** abs(int(k))
            elif signs != PLUS:
                unknown.append((poly, k))
                continue
            total.append(self._log_of(poly, Fraction(k)))
        if unknown or c < 0:
            if f[1]:
                return None
            return single(generator("log", key_of(f[0]))), ()
        for p, k in [(p, k) for p, k in primes(c.numerator)] + [(p, -k) for p, k in primes(c.denominator)]:
            total.append(({((generator("log", key_of({(): Fraction(p)})), 1),): Fraction(k)}, ()))
        return self.sum(total) if total else ({}, ())

    def _log_of(self, poly: Poly, k: Fraction) -> Frac:
        if len(poly) == 1:
            ((m, _),) = poly.items()
            if len(m) == 1 and m[0][1] == 1:
                kind, *rest = GENERATORS[m[0][0]]
                if kind == "exp":
                    return self.simple({rest[0]: k}, rest[1])
                inner = self.log((dict(rest[1]), ())) if kind == "root" else None
                if inner is not None:
                    return {n: c * k / rest[0] for n, c in inner[0].items()}, inner[1]
        return {((generator("log", key_of(poly)), 1),): k}, ()

    def exp(self, f: Frac) -> Frac:
        """Return an exponential, a product of powers of one generator for each term of the exponent."""
        num: Frac = (dict(UNIT), ())
        for m, c in f[0].items():
            m, den = _cancelled(m, f[1])
            part = None
            if not den and len(m) == 1 and m[0][1] == 1 and GENERATORS[m[0][0]][0] == "log":
                # its argument is positive: only then there is such a generator
                part = self.power((dict(GENERATORS[m[0][0]][1]), ()), c)
            if part is not None:
                num = self.simple(multiply(num[0], part[0]), num[1] + part[1])
            else:
                exponent = c if c.denominator > 1 else int(c)
                num = self.simple(multiply(num[0], single(generator("exp", m, den), exponent)), num[1])
        return num


def _scaled(moving: Poly) -> tuple[Fraction, tuple]:
    """Return a number and the key of a polynomial with leading coefficient 1 whose product is the given one."""
    lead = moving[max(moving)]
    return lead, key_of({m: c / lead for m, c in moving.items()})


def _cancelled(m: Monomial, den: tuple) -> tuple[Monomial, tuple]:
    left = []
    for key, k in den:
        if len(key) == 1:
            (((i, _),), _) = key[0]
            own = dict(m).get(i, 0)
            taken = min(own, k) if isinstance(own, int) and own > 0 else 0
            if taken:
                m = joined(m, ((i, -taken),))
                k -= taken
        if k:
            left.append((key, k))
    return m, tuple(left)


@cache
def size(t: Term) -> int:
    return 1 + sum(map(size, children(t)))


@cache
def is_number(i: int) -> bool:
    """Whether a generator stands for a number."""
    kind = GENERATORS[i][0]
    return kind == "pi" or (kind in ("exp", "log", "root") and all(map(is_number, inside(i))))


def number_signs(poly: Poly) -> Signs:
    found = ANY
    for Interval.bits in PRECISIONS[:3]:
        try:
            found &= number_interval(poly).signs()
        except (Unsure, Undefined):
            continue
        if len(found) == 1:
            break
    return found


def number_interval(poly: Poly) -> Interval:
    """Return an interval around a polynomial in generators that stand for numbers."""
    total = Interval.of(Fraction(0))
    for m, c in poly.items():
        part = Interval.of(c)
        for i, k in m:
            part = part * _generator_interval(i, k)
        total = total + part
    return total


def _generator_interval(i: int, k: Any) -> Interval:
    kind, *rest = GENERATORS[i]
    if kind == "exp":
        inner = number_interval({rest[0]: Fraction(1)})
        for key, j in rest[1]:
            inner = inner * number_interval(dict(key)).whole_power(-j)
        return (inner * Interval.of(Fraction(k))).exp()
    base = pi_interval() if kind == "pi" else number_interval(dict(rest[-1]))
    base = base.log() if kind == "log" else base.root(rest[0]) if kind == "root" else base
    return base.whole_power(int(k))


# ------------------------------------------------------------------------------------------------------------------ proofs


class Group:
    """Points at which some hypotheses hold, and what is shown to hold at all of them."""

    def __init__(self, given: tuple[Atom, ...]):
        self.known = list(dict.fromkeys(given))
        self.look: Context | None = None

    def context(self, hints: tuple[Term, ...] = ()) -> Context:
        if hints:
            return Context(tuple(self.known), hints)
        if self.look is None:
            self.look = _context(tuple(self.known))
        return self.look

    def settles(self, a: Atom, hints: tuple[Term, ...] = ()) -> bool:
        if a in self.known:
            return True
        relation, t = a
        if relation == "==" and self.settles((">=", t), hints) and self.settles((">=", negative(t)), hints):
            return True
        return self.context(hints).settles(a)

    def take(self, a: Atom) -> None:
        if a not in self.known:
            self.known.append(a)
            self.look = None

    def use(self, node: Node) -> None:
        """Take the claim of a sequent whose hypotheses hold here."""
        if all(self.settles(h) for h in node.given):
            self.take(node.claim)

    def need(self, a: Atom, hints: tuple[Term, ...] = ()) -> None:
        if not self.settles(a, hints):
            raise Wrong(f"{a[0]} 0 is not shown of {shown(a[1])}")


@lru_cache(maxsize=2000)
def _context(given: tuple[Atom, ...]) -> Context:
    return Context(given)


class Node:
    """A sequent, the rule that gives it, and the sequents it is derived from."""

    def __init__(self, data: dict, terms: list[Term], depth: int = 0):
        if depth > DEEPEST:
            raise Wrong("the tree is too deep")
        self.data, self.terms = data, terms
        self.given = tuple(self.atom(a) for a in data["h"])
        self.claim = self.atom(data["c"])
        self.then = [Node(child, terms, depth + 1) for child in data.get("then", ())]
        self.hints = tuple(terms[i] for i in data.get("hints", ()))

    def atom(self, data: list) -> Atom:
        if data[0] not in OF:
            raise Wrong("an unknown relation")
        return data[0], self.term(data[1])

    def term(self, place: int) -> Term:
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(self.terms):
            raise Wrong("a term that is not in the table")
        return self.terms[place]

    def letter(self, place: int) -> str:
        row = TERMS[self.term(place)]
        if row[0] != "x":
            raise Wrong("a letter is expected")
        return str(row[1])


def check(node: Node, whole: frozenset[str]) -> list[str]:
    """Check a tree; return the leaves that nothing here decides, as reasons. Wrong where a step does not follow."""
    rule = RULES.get(node.data.get("by", ""))
    if rule is None:
        raise Wrong(f"the rule {node.data.get('by')!r} is unknown")
    return rule(node, whole)


def premises(node: Node, whole: frozenset[str], groups: list[Group]) -> list[str]:
    """Check the sequents above a node, and take their claims wherever their hypotheses hold."""
    open_: list[str] = []
    for child in node.then:
        open_ += check(child, whole)
        for group in groups:
            group.use(child)
    return open_


def derive(node: Node, whole: frozenset[str]) -> list[str]:
    """What is derived under some of the hypotheses holds under all of them; sums of products of facts may be added to it."""
    group = Group(node.given)
    open_ = premises(node, whole, [group])
    for step in node.data.get("steps", ()):
        group.take(combined(node, step, group.context(node.hints), group, whole))
    group.need(node.claim, node.hints)
    return open_


def combined(node: Node, step: dict, context: Context, group: Group, whole: frozenset[str]) -> Atom:
    """Return an atom whose negation contradicts what is known.

    Positive numbers times products of facts, and terms times equations, sum to a number below 0, or to 0 with a strict product.
    """
    claim = node.atom(step["fact"])
    facts = [fact(node, row, group, context, claim, whole) for row in step["facts"]]
    total: Poly = {}
    strict = False
    for coefficient, places in step.get("sum", ()):
        c, product, all_strict = Fraction(coefficient), dict(UNIT), True
        if c <= 0:
            raise Wrong("a multiplier that is not positive")
        for place in places:
            poly, relation = facts[place]
            if relation not in (">", ">="):
                raise Wrong("not an inequality")
            product, all_strict = multiply(product, poly), all_strict and relation == ">"
        strict = strict or all_strict
        total = add(total, product, c)
    for by, place in step.get("equations", ()):
        poly, relation = facts[place]
        num, den = context.normal(node.term(by))
        if relation != "==" or den:
            raise Wrong("not a multiple of an equation")
        total = add(total, multiply(num, poly))
    end = total.get((), Fraction(0))
    if set(total) - {()} or end > 0 or (end == 0 and not strict):
        raise Wrong("the multipliers give no contradiction")
    return claim


def fact(node: Node, row: list, group: Group, context: Context, claim: Atom, whole: frozenset[str]) -> tuple[Poly, str]:
    """Return a polynomial and its relation to 0."""
    kind, *rest = row
    if kind == "not":
        return context.cleared(negation(claim))
    if kind == "h":
        poly, relation = context.cleared(group.known[rest[0]])
        return (multiply(poly, poly), ">") if relation == "!=" else (poly, relation)
    if kind == "sees":
        a = node.atom(rest)
        if not context.settles(a):
            raise Wrong("a fact that is not seen")
        return context.cleared(a, strip=False)
    if kind == "square":
        num, den = context.normal(node.term(rest[0]))
        if den:
            raise Wrong("a square of a fraction")
        return multiply(num, num), ">="
    if kind == "exp":  # exp(t) >= 1 + t
        t = node.term(rest[0])
        return context.cleared((">=", minus(term("exp", t), plus(number(1), t))))
    if kind == "log":  # log(t) <= t - 1
        t = node.term(rest[0])
        if not context.settles((">", t)):
            raise Wrong("a logarithm of what may not be positive")
        return context.cleared((">=", minus(minus(t, number(1)), term("log", t))))
    if kind == "order":  # t >= 0 gives log(v + t) >= log(v), v positive
        (relation, t), v = group.known[rest[0]], node.term(rest[1])
        if relation not in (">", ">=") or not context.settles((">", v)):
            raise Wrong("logarithms keep the order of positive numbers")
        return context.cleared((relation, minus(term("log", plus(v, t)), term("log", v))))
    if kind == "grow":  # t >= 0 gives exp(c t) >= 1; of two facts, for their product
        c, *places = rest
        atoms = [group.known[i] if i >= 0 else negation(claim) for i in places]
        relations = {r for r, _ in atoms}
        if Fraction(c) <= 0 or not atoms or (relations - {">", ">="} and (relations != {"=="} or len(atoms) > 1)):
            raise Wrong("exponentials keep the order")
        relation = ">=" if ">=" in relations else atoms[0][0]
        return context.cleared((relation, minus(term("exp", times(number(c), *(t for _, t in atoms))), number(1))))
    if kind == "part":  # |u| >= u, |u| >= -u, max >= each, min <= each
        t = node.term(rest[0])
        head, *args = TERMS[t]
        if head == "abs":
            return context.cleared((">=", minus(t, args[0] if rest[1] == 0 else negative(args[0]))))
        if head not in ("min", "max"):
            raise Wrong("nothing to take apart")
        gap = minus(t, args[rest[1]])
        return context.cleared((">=", gap if head == "max" else negative(gap)))
    if kind == "round":  # a bound on an integer
        poly, relation = context.cleared(group.known[rest[0]], strip=False)
        return rounded(poly, relation, whole), ">="
    raise Wrong("a fact of an unknown kind")


def negation(a: Atom) -> Atom:
    relation, t = a
    if relation == "==":
        raise Wrong("an equation has no single negation")
    return {">=": (">", negative(t)), ">": (">=", negative(t)), "!=": ("==", t)}[relation]


def rounded(poly: Poly, relation: str, whole: frozenset[str]) -> Poly:
    """Return a linear inequality between integers, its end moved to the next integer."""
    moving = {m: c for m, c in poly.items() if m != ()}
    for m in moving:
        if len(m) != 1 or m[0][1] != 1 or GENERATORS[m[0][0]][0] != "x" or GENERATORS[m[0][0]][1] not in whole:
            raise Wrong("not a sum of integers")
    if relation not in (">", ">=") or not moving:
        raise Wrong("not a bound")
    lcm = math.lcm(*(c.denominator for c in moving.values()))
    gcd = math.gcd(*(int(c * lcm) for c in moving.values()))
    scale = Fraction(lcm, gcd)
    end = -poly.get((), Fraction(0)) * scale  # the sum is at least this, or above it
    least = math.floor(end) + 1 if relation == ">" else math.ceil(end)
    return add({m: c * scale for m, c in moving.items()}, {(): Fraction(-least)} if least else {})


def cases(node: Node, whole: frozenset[str]) -> list[str]:
    """A term is positive, negative or 0; or not negative, or not positive."""
    t = node.term(node.data["on"])
    weak = node.data.get("weak", False)
    pairs = [(">=", t), (">=", negative(t))] if weak else [(">", t), (">", negative(t)), ("==", t)]
    groups = [Group((*node.given, a)) for a in pairs]
    open_ = premises(node, whole, groups)
    for group in groups:
        group.need(node.claim, (*node.hints, t))
    return open_


def equal(node: Node, whole: frozenset[str]) -> list[str]:
    """A letter that the hypotheses make equal to a term without it is replaced by the term."""
    x, t = node.term(node.data["var"]), node.term(node.data["value"])
    if node.letter(node.data["var"]) in letters(t):
        raise Wrong("the letter stands in what replaces it")
    main = Group(node.given)
    swap = {x: t}
    group = Group(tuple((r, put(h, swap)) for r, h in node.given))
    open_ = premises(node, whole, [main, group])
    main.need(("==", minus(x, t)))
    group.need((node.claim[0], put(node.claim[1], swap)), node.hints)
    return open_


def special(node: Node, whole: frozenset[str]) -> list[str]:
    """What holds for all values of letters holds for those that terms have."""
    *sides, last = node.then
    swap = {node.term(x): node.term(t) for x, t in node.data["map"]}
    moved = {node.letter(x) for x, _ in node.data["map"]}
    group = Group(node.given)
    open_: list[str] = []
    for child in sides:
        open_ += check(child, whole)
        group.use(child)
    open_ += check(last, whole - moved)
    for r, h in last.given:
        group.need((r, put(h, swap)), node.hints)
    group.take((last.claim[0], put(last.claim[1], swap)))
    group.need(node.claim, node.hints)
    return open_


def along(node: Node, x: str) -> tuple[Atom, ...]:
    """Return the hypotheses that are affine in a letter, or without it: where they hold at two points, they do in between."""
    still = tuple(a for a in node.given if x not in letters(a[1]))
    context = Context(still)  # holds for all values of the letter
    place = generator("x", x)
    kept = list(still)
    for r, t in node.given:
        if x in letters(t) and r != "!=":
            num, den = context.normal(t)
            if free(den, x) and all(free_or_linear(m, place, x) for m in num):
                kept.append((r, t))
    return tuple(kept)


def free(den: tuple, x: str) -> bool:
    return not any(x in named(i) for key, _ in den for m, _ in key for i, _ in m)


def free_or_linear(m: Monomial, place: int, x: str) -> bool:
    return all((i == place and k == 1) or x not in named(i) for i, k in m)


@cache
def named(i: int) -> frozenset[str]:
    """Return the letters in what a generator stands for."""
    kind, *rest = GENERATORS[i]
    if kind == "x":
        return frozenset(rest)
    return letters(rest[0]) if kind == "some" else frozenset().union(*map(named, inside(i)))


@cache
def inside(i: int) -> tuple[int, ...]:
    """Return the generators in what a generator is a function of."""
    kind, *rest = GENERATORS[i]
    if kind == "exp":
        return (*(j for j, _ in rest[0]), *(j for key, _ in rest[1] for m, _ in key for j, _ in m))
    if kind == "of":
        return tuple(j for key in (rest[2], *(k for k, _ in rest[3])) for m, _ in key for j, _ in m)
    if kind in ("min", "max"):
        return tuple(j for num, den in rest[0] for key in (num, *(k for k, _ in den)) for m, _ in key for j, _ in m)
    return tuple(j for m, _ in rest[-1] for j, _ in m) if kind in ("log", "root", "abs") else ()


def at_end(group: Group, base: tuple[Atom, ...], x: str, f: Atom, end: Term) -> None:
    """Ask that the weak forms of the hypotheses and the claim hold at an end, and that the claim has a value there."""
    swap = {letter(x): end}
    for r, t in base:
        if x in letters(t):
            group.need(("==" if r == "==" else ">=", put(t, swap)))
    for r, t in conditions(f[1], frozenset()):
        group.need((r, put(t, swap)))
    group.need((f[0], put(f[1], swap)))


def smooth(group: Group, t: Term, x: str) -> None:
    """Ask for what makes a term differentiable in a letter."""
    for r, c in conditions(t, frozenset()):
        group.need((">" if r == ">=" and x in letters(c) else r, c))


def monotone(node: Node, whole: frozenset[str]) -> list[str]:
    """The claim holds at a point, and its term does not fall from there to any admissible value of the letter.

    The hypotheses that are affine in the letter hold in between, where they hold weakly at the point. The term is continuous on
    the way, the point included, and differentiable after it.
    """
    x, end, f = node.letter(node.data["var"]), node.term(node.data["at"]), node.claim
    strictly = bool(node.data.get("strict", False))
    if f[0] not in (">", ">=") or x in letters(end):
        raise Wrong("an inequality, and a point that stays")
    base = along(node, x)
    away = minus(letter(x), end)
    groups = [Group(base), Group((*base, (">", away))), Group((*base, (">", negative(away))))]
    main = Group(node.given)
    open_ = premises(node, whole - {x}, [*groups, main])
    if strictly:
        main.need(("!=", away))
    at_end(groups[0], base, x, (">=" if strictly else f[0], f[1]), end)
    slope = derivative(f[1], x)
    for group, t in ((groups[1], slope), (groups[2], negative(slope))):
        smooth(group, f[1], x)
        group.need((">" if strictly else ">=", t), node.hints)
    return open_


def concave(node: Node, whole: frozenset[str]) -> list[str]:
    """The claim holds at both ends of an interval around the letter, on which its term is continuous, and concave inside."""
    x, f = node.letter(node.data["var"]), node.claim
    low, high = node.term(node.data["low"]), node.term(node.data["high"])
    if f[0] not in (">", ">=") or x in letters(low) | letters(high):
        raise Wrong("an inequality, and ends that stay")
    base = along(node, x)
    inside = ((">", minus(letter(x), low)), (">", minus(high, letter(x))))
    around, between = Group(base), Group((*base, *inside))
    open_ = premises(node, whole - {x}, [around, between])
    around.need((">=", inside[0][1]))
    around.need((">=", inside[1][1]))
    for end in (low, high):
        at_end(around, base, x, f, end)
    smooth(between, f[1], x)
    between.need((">=", negative(derivative(derivative(f[1], x), x))), node.hints)
    return open_


def boxes(node: Node, whole: frozenset[str]) -> list[str]:
    """Intervals settle every box of a subdivision: the claim is certain there, or a hypothesis certainly false."""
    judge = Boxes(node)
    stack = [judge.domain]
    Interval.bits = 64
    for mark in node.data["tree"]:
        box = stack.pop()
        if mark == "+":
            if not judge.settled(box):
                raise Wrong("a box that is not settled")
        else:
            stack += reversed(halves(box, int(mark)))
    if stack:
        raise Wrong("the boxes do not cover the domain")
    return []


def halves(box: tuple, i: int) -> tuple[tuple, tuple]:
    low, high = box[i]
    middle = (low + high) / 2
    return (*box[:i], (low, middle), *box[i + 1 :]), (*box[:i], (middle, high), *box[i + 1 :])


class Boxes:
    """Whether intervals settle boxes of a sequent with a compact domain."""

    def __init__(self, node: Node):
        self.given, self.claim = node.given, node.claim
        self.names = sorted(letters(node.claim[1]))
        if self.claim[0] == "==" or not self.names:
            raise Wrong("intervals do not settle an equation")
        context = _context(tuple(dict.fromkeys(node.given)))
        self.domain: tuple = ()
        for name in self.names:
            entry = context.bounds.get(key_of(single(generator("x", name))))
            if not entry or entry[0] is None or entry[2] is None:
                raise Wrong(f"{name} has no bounds")
            self.domain += ((entry[0], entry[2]),)
        try:
            self.slopes = [derivative(self.claim[1], name) for name in self.names]
        except Wrong:
            self.slopes = []
        self.tests = [a for a in self.given if a[0] != "!=" and letters(a[1]) <= set(self.names)]

    def settled(self, box: tuple) -> bool:
        if any(low > high for low, high in box):
            return True
        at = {n: low if low == high else Interval.of(low, high) for n, (low, high) in zip(self.names, box, strict=True)}
        memo: dict = {}
        found = self.signs(self.claim[1], at, memo)
        if found <= OF[self.claim[0]]:
            return True
        if any(not self.signs(t, at, memo) & OF[r] for r, t in self.tests):
            return True
        return bool(self.slopes) and self.claim[0] != "!=" and self.by_slopes(box, at, memo)

    def signs(self, t: Term, at: dict, memo: dict) -> Signs:
        try:
            v = value(t, at, frozenset(), memo)
        except (Undefined, Unsure):
            return ANY
        return Signs((sign_of(v),)) if isinstance(v, Fraction) else v.signs()

    def by_slopes(self, box: tuple, at: dict, memo: dict) -> bool:
        """The value in the middle and the slopes (the claim's term being defined on the whole box)."""
        try:
            value(self.claim[1], at, frozenset(), memo)
            middle = {n: (low + high) / 2 for n, (low, high) in zip(self.names, box, strict=True)}
            total = as_interval(value(self.claim[1], middle, frozenset()))
            for name, slope in zip(self.names, self.slopes, strict=True):
                gap = as_interval(at[name]) + -Interval.of(middle[name])
                total = total + as_interval(value(slope, at, frozenset(), memo)) * gap
        except (Undefined, Unsure):
            return False
        return total.low > 0


def solver(node: Node, whole: frozenset[str]) -> list[str]:
    """A leaf that only a solver has closed: not checked here."""
    return [f"{node.data.get('why', 'a leaf')} is closed by a solver alone"]


RULES = {r.__name__: r for r in (derive, cases, equal, special, monotone, concave, boxes, solver)}


def shown(t: Term, deep: int = 0) -> str:
    """Return a term in words for a message."""
    head, *rest = TERMS[t]
    if head in ("q", "x"):
        return str(rest[0])
    args = children(t)
    return "..." if deep > 5 else f"{head}({', '.join(shown(a, deep + 1) for a in args)})"


# ------------------------------------------------------------------------------------------------------------------ records


def read_terms(rows: list) -> list[Term]:
    """Return the terms of an object's table; a row has a head and places of earlier rows."""
    found: list[Term] = []
    for head, *rest in rows:
        if head == "q":
            found.append(number(rest[0]))
        elif head == "x":
            found.append(letter(str(rest[0])))
        else:
            if any(not 0 <= i < len(found) for i in rest) or (head != "pi" and not rest):
                raise Wrong("a term of terms that come later")
            if head not in (*SEVERAL, *FUNCTIONS, "^", "pi") or (head in FUNCTIONS and len(rest) != 1):
                raise Wrong(f"{head!r} is not understood")
            if head == "^" and len(rest) != 2:
                raise Wrong("a power of more than two terms")
            found.append(term(head, *(found[i] for i in rest)))
    return found


def mark(encoded: list) -> str:
    """Return the name of a statement: SHA-256 of its encoding."""
    return hashlib.sha256(json.dumps(encoded, separators=(",", ":")).encode()).hexdigest()


def lettered(t: Term, whole: frozenset[str]) -> Term:
    """Return a term in which ``x[i]`` is a letter: what holds for all values of such letters holds for the terms of a family."""
    head, *rest = TERMS[t]
    if head == "at":
        if not is_whole(rest[1], whole):
            raise Wrong("a term at a place that may be no integer")
        return letter(f"{rest[0]}[{shown(rest[1])}]")
    args = children(t)
    return again(t, tuple(lettered(a, whole) for a in args)) if args and head != "sum" else t


def averaged(t: Term, statement: Statement, inside: dict[str, tuple]) -> Term:
    """Return a term with one summand, as often as there are, in place of each sum: the term is its mean over the indices.

    The sums stand in it linearly, times what has no index. Kept are the ends by the names of the indices.
    """
    head, *args = TERMS[t]
    if head == "sum":
        body, low, high = args
        names = [name for name, *ends in statement.ranges if ends == [low, high]]
        if not names or any(inside.get(name, (low, high)) != (low, high) for name in names[:1]):
            raise Wrong("two ranges of one index")
        inside[names[0]] = low, high
        return times(plus(high, negative(low), number(1)), instance(body, letter(names[0])))
    if head == "+":
        return plus(*(averaged(a, statement, inside) for a in args))
    if head == "*" and sum(map(has_sum, args)) == 1:
        return times(*(averaged(a, statement, inside) for a in args))
    if has_sum(t):
        raise Wrong("a sum over a symbolic range that is no part of a sum")
    return t


@cache
def has_sum(t: Term) -> bool:
    return TERMS[t][0] == "sum" or any(map(has_sum, children(t)))


@cache
def outside(t: Term, of: str) -> frozenset[str]:
    """Return the letters of a term outside of sums, or of the places of terms of families."""
    if TERMS[t][0] == of:
        return frozenset()
    return letters(t) if TERMS[t][0] == "x" else frozenset().union(*(outside(a, of) for a in children(t)))


def lettered_statement(encoded: list) -> Statement:
    """Return a statement with letters for the terms of families, as proofs have them, and with summands in place of sums."""
    statement = Statement(encoded)
    inside: dict[str, tuple] = {}
    if any(has_sum(t) for r in statement.relations() for t in r[1:]):
        if statement.goal[0] != "and" or any(r[0] == "!=" for r in statement.relations()):
            raise Wrong("a sum over a symbolic range in such a goal")
        fixed = frozenset().union(
            *(outside(t, "sum") for r in statement.relations() for t in r[1:]),
            *(outside(t, "at") for r in statement.given for t in r[1:]),
        )
        moved = [(r[0], *(averaged(t, statement, inside) for t in r[1:])) for r in statement.goal[1]]
        statement.goal = ("and", moved)
        if inside.keys() & (fixed | {name for ends in inside.values() for end in ends for name in letters(end)}):
            raise Wrong("an index outside of its sum")
    if any(has_sum(t) for r in statement.given for t in r[1:]):
        raise Wrong("a sum over a symbolic range in a hypothesis")
    statement.counted = [(">=", high, low) for low, high in inside.values()]  # no sum is empty
    for name, (low, high) in inside.items():
        if not is_whole(low, frozenset(statement.whole)) or not is_whole(high, frozenset(statement.whole)):
            raise Wrong("the ends of a sum")
        statement.within += [(">=", letter(name), low), (">=", high, letter(name))]
    statement.whole |= inside.keys()
    whole = frozenset(statement.whole)
    indices = {name for name, *_ in statement.ranges}
    each = [bool(indices & frozenset().union(*map(letters, r[1:]))) for r in statement.given]
    statement.given = [(r[0], *(lettered(t, whole) for t in r[1:])) for r in statement.given]
    statement.always = [r for r, of_a_term in zip(statement.given, each, strict=True) if not of_a_term]
    goal = statement.goal
    statement.goal = (goal[0], *([(r[0], *(lettered(t, whole) for t in r[1:])) for r in side] for side in goal[1:]))
    return statement


def domain_of(statement: Statement) -> tuple[Atom, ...]:
    """Return the hypotheses of a statement as atoms: that they are defined, and that they hold."""
    return hypotheses(statement.given, frozenset(statement.whole))


def hypotheses(given: list[tuple], whole: frozenset[str]) -> tuple[Atom, ...]:
    """Return relations as atoms: that they are defined, and that they hold."""
    found: list[Atom] = []
    for r in given:
        found += [*_conditions_of(r, whole), as_atom(r)]
    return tuple(dict.fromkeys(found))


def _conditions_of(r: tuple, whole: frozenset[str]) -> list[Atom]:
    found: list[Atom] = []
    seen: set = set()
    for side in r[1:]:
        conditions(side, whole, found, seen)
    return found


def as_atom(r: tuple) -> Atom:
    head, left, right = r
    if head in ("<=", "<"):
        return {"<=": ">=", "<": ">"}[head], minus(right, left)
    return head, minus(left, right)


def proof(encoded: list, data: dict) -> list[str]:
    """Check the proof of a statement; return what is left to a solver. Wrong where it is no proof."""
    statement = lettered_statement(encoded)
    whole = frozenset(statement.whole)
    terms = read_terms(data["terms"])
    base = domain_of(statement)
    point = {str(n): Fraction(str(v)) for n, v in data["satisfiable"].items()}
    satisfied = lettered_statement(encoded)
    unfolded(satisfied, satisfied.letters() - point.keys())
    if not all(_holds_for_certain(r, point, whole) for r in satisfied.given):
        raise Wrong("the hypotheses are not shown to be satisfiable")
    if any(point.get(n, Fraction(0)).denominator != 1 for n in whole):
        raise Wrong("an integer letter has a value that is none")
    for r in statement.counted:
        Group(hypotheses(statement.always, whole)).need(as_atom(r))
    base += tuple(as_atom(r) for r in statement.within)
    goals = [Node(each, terms) for each in data["goals"]]
    group = Group(base)
    groups = [group]
    if statement.goal[0] == "iff":
        left, right = statement.goal[1:]
        groups += [Group((*base, *map(as_atom, side))) for side in (left, right)]
    open_: list[str] = []
    for goal in goals:
        open_ += check(goal, whole)
        for each in groups:
            each.use(goal)
    for r in statement.relations():
        for c in _conditions_of(r, whole):
            group.need(c)
            for each in groups:
                each.take(c)
        for each, goal in zip(groups * len(goals), [g for g in goals for _ in groups], strict=True):
            each.use(goal)
    if statement.goal[0] == "iff":
        for each, side in ((groups[1], right), (groups[2], left)):
            for r in side:
                each.need(as_atom(r))
        return open_
    for r in statement.goal[1]:
        group.need(as_atom(r))
    return open_


def _holds_for_certain(r: tuple, point: dict, whole: frozenset[str]) -> bool:
    try:
        return holds(r, point, whole) is True
    except Undefined:
        return False


def unfolded(statement: Statement, names: frozenset[str]) -> None:
    """Use up hypotheses ``c == t`` and ``c^k == t`` for letters that a point leaves out: c is what it has to be."""
    for name in sorted(names - statement.whole):
        defined(statement, name)


def defined(statement: Statement, name: str) -> Term | None:
    """Replace a letter by the term that a hypothesis makes it, and return the term."""
    for i, (head, left, right) in enumerate(statement.given):
        found = _defined_by(letter(name), left, right, statement) if head == "==" else None
        if found is not None:
            swap = {letter(name): found}
            kept = ("==", found, found)  # it has a value wherever the hypothesis holds
            others = [r for j, r in enumerate(statement.given) if j != i]
            statement.given = [kept, *((r[0], put(r[1], swap), put(r[2], swap)) for r in others)]
            moved = ([(r[0], put(r[1], swap), put(r[2], swap)) for r in side] for side in statement.goal[1:])
            statement.goal = (statement.goal[0], *moved)
            return found
    return None


def _defined_by(x: Term, left: Term, right: Term, statement: Statement) -> Term | None:
    for one, other in ((left, right), (right, left)):
        if letters(x) <= letters(other):
            continue
        if one == x:
            return other
        head, *args = TERMS[one]
        k = rational(args[1]) if head == "^" and args[0] == x else None
        if k is not None and k.denominator == 1 and k > 0 and _not_negative(x, statement):
            return power(other, 1 / k)
    return None


def _not_negative(x: Term, statement: Statement) -> bool:
    zero = number(0)
    above = {(">=", x, zero), (">", x, zero), ("<=", zero, x), ("<", zero, x)}
    return any(r in above for r in statement.given)


def refutation(encoded: list, certificate: dict) -> None:
    """Check that a point satisfies the hypotheses and violates the goal, or gives it no value; Wrong where it does not."""
    statement = Statement(encoded)
    whole = frozenset(statement.whole)
    point = {str(n): Fraction(str(v)) for n, v in certificate["point"].items()}
    if any(point[n].denominator != 1 for n in whole if n in point):
        raise Wrong("an integer letter has a value that is none")
    for index, low, high in statement.ranges:  # a hypothesis on x[i] is one on every term
        if index in point and not all(value(end, point, whole) == point[index] for end in (low, high)):
            raise Wrong("the hypotheses on the terms of a sum of more than one")
    unfolded(statement, statement.letters() - point.keys())
    for r in statement.given:
        if not _holds_for_certain(r, point, whole):
            raise Wrong("a hypothesis is not shown to hold at the point")
    try:
        answers = [[holds(r, point, whole) for r in side] for side in statement.goal[1:]]
    except Undefined:
        if certificate["kind"] == "undefined":
            return
        raise Wrong("a side has no value at the point") from None
    if certificate["kind"] == "undefined":
        raise Wrong("the statement has a value at the point")
    truths = [False if False in side else None if None in side else True for side in answers]
    false = truths[0] is False if len(truths) == 1 else None not in truths and truths[0] != truths[1]
    if not false:
        raise Wrong("the statement is not shown to fail at the point")


def certificates(record: Any, place: str = "") -> list[tuple[str, list, dict]]:
    """Return place, statement and certificate of all proofs and refutations of a record."""
    found: list[tuple[str, list, dict]] = []
    if isinstance(record, list):
        for i, item in enumerate(record):
            name = item.get("label", item.get("what", i)) if isinstance(item, dict) else i
            found += certificates(item, f"{place}/{name}")
    if not isinstance(record, dict):
        return found
    certificate, statement = record.get("certificate"), record.get("checked") or []
    if isinstance(certificate, dict) and certificate.get("kind") and statement:
        found.append((place, statement, certificate))
    if isinstance(certificate, dict) and certificate.get("comparisons"):
        for encoded, each in zip(record.get("checked_parts") or (), certificate["comparisons"], strict=False):
            if isinstance(each.get("certificate"), dict) and each["certificate"].get("kind"):
                found.append((f"{place}, {each['what']}", encoded, each["certificate"]))
    for trial in record.get("trials") or () if statement else ():
        if isinstance(trial.get("certificate"), dict):
            kept = [h for i, h in enumerate(statement[3:]) if i not in trial["left_out"]]
            found.append((f"{place}, without {trial.get('alt', trial['left_out'])}", statement[:3] + kept, trial["certificate"]))
    for key, item in record.items():
        if key not in ("certificate", "checked", "checked_parts", "trials"):
            found += certificates(item, f"{place}/{key}" if place else key)
    return found


def verdict(encoded: list, certificate: dict, objects: dict) -> str:
    """Return "" where a certificate is checked, else why it is not."""
    try:
        if certificate["kind"] != "proof":
            refutation(encoded, certificate)
            return ""
        if mark(encoded) not in objects:
            return "there is no proof object"
        return "; ".join(dict.fromkeys(proof(encoded, objects[mark(encoded)])))
    except (Wrong, Unsure, Undefined) as wrong:
        return str(wrong)
    except (KeyError, TypeError, ValueError, IndexError, ArithmeticError, AttributeError, RecursionError) as wrong:
        return f"not understood: {type(wrong).__name__} {wrong}"


def main(arguments: list[str]) -> int:
    """Print a line for each certificate of a record; return 0 where all are checked."""
    if not arguments:
        print(__doc__)
        return 2
    record = json.loads(Path(arguments[0]).read_text())
    objects = json.loads(Path(arguments[1]).read_text()) if len(arguments) > 1 else {}
    left = 0
    for place, encoded, certificate in certificates(record):
        why = verdict(encoded, certificate, objects)
        left += bool(why)
        print(f"{'NOT checked' if why else 'checked'}  {certificate['kind']}  {place}{'  (' + why + ')' if why else ''}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.exit(main(sys.argv[1:]))
