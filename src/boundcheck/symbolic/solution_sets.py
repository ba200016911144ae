"""Where along one letter a relation holds, as a set, from values and derivatives over intervals."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy
from flint import arb, ctx, fmpq, fmpz

from . import balls as special
from .balls import FUNCTIONS, Undefined, Unsure, as_arb, ball, rational, root_power
from .functions import sigmoid

# Values and derivatives of an expression while one letter runs through an interval, by their lower and upper ends.
#
# Both ends are kept apart: a ball, with one centre and one radius, is too coarse for an interval that spans decades. The
# derivative is carried times the letter (``x f'``) and, where the function is not 0, over the function as well
# (``x f'/f``): a product adds the latter up, so that a power of the letter has it exactly, however wide the interval is.

MOST_TERMS = 200  # of a sum that is taken term by term
MONOTONE = (sympy.exp, sympy.log, sympy.sinh, sympy.tanh, sigmoid, sympy.erf, sympy.erfc)


class Ends:
    """The numbers between two ends, each of which is a ball of its own."""

    def __init__(self, *ends: arb):
        low, high = ends[0].lower(), ends[0].upper()
        for end in ends[1:]:
            low, high = min(low, end.lower()), max(high, end.upper())
        if not (low.is_finite() and high.is_finite()):
            raise Unsure("out of range")
        self.low, self.high = low, high

    def __add__(self, other: Ends) -> Ends:
        return Ends(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Ends:
        return Ends(-self.high, -self.low)

    def __mul__(self, other: Ends) -> Ends:
        return Ends(*(a * b for a in (self.low, self.high) for b in (other.low, other.high)))

    def inverse(self) -> Ends:
        if self.low == 0 == self.high:
            raise Undefined("division by 0")
        if not self.of_one_sign:
            raise Unsure("sign of a denominator")
        return Ends(1 / self.low, 1 / self.high)

    def union(self, other: Ends) -> Ends:
        return Ends(self.low, self.high, other.low, other.high)

    @property
    def of_one_sign(self) -> bool:
        return bool(self.low > 0 or self.high < 0)

    def under(self, function: Callable[[arb], Any]) -> Ends:
        """The image under a function that never turns."""
        return Ends(as_arb(function(self.low)), as_arb(function(self.high)))


Moves = tuple[Ends, "Ends | None"]  # x f', and x f'/f where f is not 0


class OverInterval:
    """An expression's nodes while the letter `name` runs from `low` to `high`, each of them computed once.

    Parameters
    ----------
    name : str
    low, high : exact number
    at : mapping of str to exact number
        What the other letters are.

    Raises
    ------
    Undefined
        Nowhere in the interval there is a value.
    Unsure
        The interval is too wide to tell.
    """

    def __init__(self, name: str, low: Any, high: Any, at: Mapping[str, Any]):
        self.at = {other: rational(value) for other, value in at.items()}
        self.name, self.letter = name, Ends(as_arb(rational(low)), as_arb(rational(high)))
        self.values: dict[Any, Ends] = {}
        self.moves: dict[Any, Moves] = {}

    def value(self, node: Any) -> Ends:
        """Where the values of `node` lie."""
        if node not in self.values:
            self.values[node] = self._value(node)
        return self.values[node]

    def change(self, node: Any) -> Ends:
        """Where the derivative lies, times the letter if that is positive.

        At a corner, of a maximum or an absolute value, both one-sided ones are enclosed, so that one sign still means
        that the expression moves one way.
        """
        return self._moves(node)[0]

    def _fixed(self, node: Any) -> bool:
        return all(symbol.name != self.name for symbol in node.free_symbols)

    def _value(self, node: Any) -> Ends:
        if self._fixed(node):
            return Ends(as_arb(ball(node, self.at)))
        if isinstance(node, sympy.Symbol):
            return self.letter
        if isinstance(node, sympy.Add):
            return _sum(self.value(a) for a in node.args)
        if isinstance(node, sympy.Mul):
            return reduce(lambda a, b: a * b, [self.value(a) for a in node.args])
        if isinstance(node, sympy.Pow):
            return self._power(node)
        if isinstance(node, sympy.Min | sympy.Max):
            found = [self.value(a) for a in node.args]
            pick: Callable = min if isinstance(node, sympy.Min) else max
            return Ends(pick(f.low for f in found), pick(f.high for f in found))
        if isinstance(node, sympy.Sum):
            return _sum(self.value(term) for term in _terms(node))
        if isinstance(node, sympy.polygamma):
            order = node.args[0]
            if not (order.is_Integer and 0 <= order <= special.HIGHEST):
                raise ValueError(f"{node}: the order is a small number")
            inner = _positive(self.value(node.args[1]))
            return inner.under(lambda u: special.polygamma(int(order), u))
        return self._function(node)

    def _function(self, node: Any) -> Ends:
        apply = FUNCTIONS.get(type(node))
        if apply is None:
            raise ValueError(f"{node}: {type(node).__name__} is not understood")
        inner = self.value(node.args[0])
        if isinstance(node, sympy.log):
            inner = _positive(inner)
        if isinstance(node, sympy.Abs | sympy.cosh) and not inner.of_one_sign:
            return Ends(as_arb(apply(arb(0))), as_arb(apply(inner.low)), as_arb(apply(inner.high)))
        if isinstance(node, MONOTONE) or (isinstance(node, sympy.Abs | sympy.cosh | sympy.coth) and inner.of_one_sign):
            return inner.under(apply)
        return Ends(as_arb(apply(inner.low.union(inner.high))))

    def _power(self, node: sympy.Pow) -> Ends:
        base, exponent = self.value(node.base), node.exp
        if exponent.is_Integer:
            return _integer_power(base, int(exponent))
        if exponent.is_Rational:
            base = _positive(base) if exponent < 0 else _nonnegative(base)
            size = rational(abs(exponent))
            root = base.under(lambda u: root_power(u, size))
            return root.inverse() if exponent < 0 else root
        steps = self.value(exponent) * _positive(base).under(lambda u: u.log())
        return steps.under(lambda u: u.exp())

    def _moves(self, node: Any) -> Moves:
        if node not in self.moves:
            self.moves[node] = self._computed(node)
        return self.moves[node]

    def _computed(self, node: Any) -> Moves:
        if self._fixed(node):
            return Ends(arb(0)), Ends(arb(0))
        if isinstance(node, sympy.Symbol):
            if self.letter.low > 0:
                return self.letter, Ends(arb(1))
            return Ends(arb(1)), self.letter.inverse() if self.letter.of_one_sign else None
        if isinstance(node, sympy.Add):
            return self._with_share(node, _sum(self.change(a) for a in node.args))
        if isinstance(node, sympy.Mul):
            return self._product(node)
        if isinstance(node, sympy.Pow):
            return self._power_moves(node)
        if isinstance(node, sympy.exp):
            inner = self.change(node.args[0])
            return self.value(node) * inner, inner
        if isinstance(node, sympy.log):
            return self._with_share(node, self._share(node.args[0]))
        if isinstance(node, sympy.Min | sympy.Max):
            return self._extreme(node)
        if isinstance(node, sympy.Abs):
            return self._size(node)
        if isinstance(node, sympy.Sum):
            return self._with_share(node, _sum(self.change(term) for term in _terms(node)))
        place = len(node.args)  # the letter stands in the last argument: polygamma's order is a number
        return self._with_share(node, self.value(node.fdiff(place)) * self.change(node.args[-1]))

    def _with_share(self, node: Any, found: Ends) -> Moves:
        size = self.value(node)
        return found, found * size.inverse() if size.of_one_sign else None

    def _share(self, node: Any) -> Ends:
        share = self._moves(node)[1]
        if share is None:
            raise Unsure(f"sign of {node}")
        return share

    def _product(self, node: sympy.Mul) -> Moves:
        moves = [self._moves(a) for a in node.args]
        shares = [share for _, share in moves if share is not None]
        if len(shares) == len(moves):
            share = _sum(shares)
            return self.value(node) * share, share
        sizes = [self.value(a) for a in node.args]
        parts = [
            reduce(lambda a, b: a * b, [moves[i][0], *(s for j, s in enumerate(sizes) if j != i)])
            for i in range(len(sizes))
        ]
        return self._with_share(node, _sum(parts))

    def _power_moves(self, node: sympy.Pow) -> Moves:
        base, exponent = node.args
        if self._fixed(exponent):
            move, share = self._moves(base)
            if share is not None:
                share = self.value(exponent) * share
                return self.value(node) * share, share
            return self._with_share(node, self.value(exponent) * self.value(base ** (exponent - 1)) * move)
        steps = self.change(exponent) * _positive(self.value(base)).under(lambda u: u.log())
        share = steps if self._fixed(base) else steps + self.value(exponent) * self._share(base)
        return self.value(node) * share, share

    def _extreme(self, node: Any) -> Moves:
        values = [(self.value(a), a) for a in node.args]
        if isinstance(node, sympy.Min):
            attained = [a for mine, a in values if all(mine.low <= other.high for other, _ in values)]
        else:
            attained = [a for mine, a in values if all(mine.high >= other.low for other, _ in values)]
        moves = [self._moves(a) for a in attained]
        shares = [share for _, share in moves if share is not None]
        together = reduce(Ends.union, [move for move, _ in moves])
        return together, reduce(Ends.union, shares) if len(shares) == len(moves) else None

    def _size(self, node: sympy.Abs) -> Moves:
        move, share = self._moves(node.args[0])
        inner = self.value(node.args[0])
        if inner.low >= 0:
            return move, share
        return (-move, share) if inner.high <= 0 else (move.union(-move), share)


def divided(node: Any, name: str) -> Any:
    """`node` with ``A/B`` as ``1 + c/B`` where ``A - B = c`` is free of the letter, which has the letter once.

    So ``(e^x + 1)/(e^x - 1)`` is enclosed however far x runs. Both have values at the same places.
    """
    if all(symbol.name != name for symbol in node.free_symbols):
        return node
    if isinstance(node, sympy.Mul) and (pair := _pair(node, name)) is not None:
        (above, p), (below, q) = pair
        times = min(p, q)
        rest = node / (above**times * below ** (-times))
        quotient = (1 + (above - below) / below) ** times
        return divided(rest, name) * quotient if rest != 1 else quotient
    if isinstance(node, sympy.Add | sympy.Mul | sympy.Pow):
        args = [divided(a, name) for a in node.args]
        return node if args == list(node.args) else node.func(*args, evaluate=False)
    return node


def _pair(node: sympy.Mul, name: str) -> tuple[tuple[Any, int], tuple[Any, int]] | None:
    """Two sums with the letter, one above and one below the line of a product, whose difference is free of it."""
    sums = [f.as_base_exp() for f in node.args]
    sums = [(base, int(exponent)) for base, exponent in sums if base.is_Add and exponent.is_Integer]
    for above, p in sums:
        for below, q in sums:
            if p > 0 > q and all(s.name != name for s in (above - below).free_symbols):
                return (above, p), (below, -q)
    return None


def _integer_power(base: Ends, n: int) -> Ends:
    if n < 0:
        return _integer_power(base, -n).inverse()
    found = base.under(lambda u: u ** fmpz(n))
    return found.union(Ends(arb(0))) if n % 2 == 0 and n and not base.of_one_sign else found


def _positive(inner: Ends) -> Ends:
    if inner.high <= 0:
        raise Undefined("a number that is not positive")
    if not inner.low > 0:
        raise Unsure("sign of a number that has to be positive")
    return inner


def _nonnegative(inner: Ends) -> Ends:
    if inner.high < 0:
        raise Undefined("a root of a negative number")
    if not inner.low >= 0:
        raise Unsure("sign below a root")
    return inner


def _terms(node: sympy.Sum) -> list[Any]:
    index, low, high = node.limits[0]
    if not (low.is_Integer and high.is_Integer and -1 <= high - low < MOST_TERMS):
        raise Unsure(f"{node}: the range")
    return [node.function.xreplace({index: sympy.Integer(k)}) for k in range(int(low), int(high) + 1)]


def _sum(found: Iterable[Ends]) -> Ends:
    return reduce(lambda a, b: a + b, found, Ends(arb(0)))


# Where along one letter a relation holds, as a set: proved piece by piece, and what could not be decided is named.

BITS = (256, 1024, 4096)  # of a point, one after the other; of an interval the first
PIECES = 1500  # intervals that are looked at before the rest is called undecided

Runs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Rungs:
    """The values of a letter between which is looked: `low` to `high`, each a number of `value`, which rises.

    Parameters
    ----------
    whole : bool
        The letter takes these values alone. Otherwise it takes every value between them as well.
    """

    low: int
    high: int
    value: Callable[[int], Fraction]
    whole: bool = True


@dataclass(frozen=True)
class SolutionSet:
    """Where a relation holds between two rungs.

    Parameters
    ----------
    inside : tuple of (int, int)
        First and last rung of each stretch on which it holds, in their order, proved.
    undecided : tuple of (int, int)
        Stretches of which nothing is proved. Everywhere else it fails, proved, but for one change of sign between the
        end of a stretch and the next rung where the letter takes values between them.
    rungs : Rungs
    """

    inside: Runs
    undecided: Runs
    rungs: Rungs

    @property
    def complete(self) -> bool:
        """Whether every rung is decided."""
        return not self.undecided

    def __and__(self, other: SolutionSet) -> SolutionSet:
        """Where both hold."""
        mine, theirs = self.inside + self.undecided, other.inside + other.undecided
        possible = _common(self.undecided, theirs) + _common(mine, other.undecided)
        step = 1 if self.rungs.whole else 0
        return SolutionSet(_joined(_common(self.inside, other.inside), step), _joined(possible, step), self.rungs)

    def holds(self, rung: int) -> bool:
        """Whether it holds there, proved."""
        return any(low <= rung <= high for low, high in self.inside)

    def open(self, rung: int) -> bool:
        """Whether nothing is proved there."""
        return not self.holds(rung) and any(low <= rung <= high for low, high in self.undecided)


def solution_set(
    relation: Any,
    name: str,
    rungs: Rungs,
    at: Mapping[str, Any] | None = None,
    *,
    one_way: bool = False,
    pieces: int = PIECES,
) -> SolutionSet:
    """Where `relation`, an inequality, holds on the rungs of the letter `name`.

    Intervals are halved until the difference of both sides has one sign on each, by its own enclosure or by that of its
    derivative and its signs at the ends: a change of sign is isolated where the derivative has one sign, and found by
    bisection only there. Where an expression has no value the relation does not hold.

    Parameters
    ----------
    relation : Relational
        ``<=``, ``<``, ``>=``, ``>`` or ``!=``, or several of them; its numbers are exact.
    name : str
    rungs : Rungs
    at : mapping of str to exact number, optional
        What the other letters are.
    one_way : bool
        It is proved elsewhere that the difference of both sides only rises, or only falls, along all of the rungs.
    pieces : int
        Intervals that are looked at; what is left then is `undecided`.
    """
    if relation in (sympy.true, sympy.false):
        return SolutionSet(((rungs.low, rungs.high),) if relation == sympy.true else (), (), rungs)
    if isinstance(relation, sympy.And):
        every = SolutionSet(((rungs.low, rungs.high),), (), rungs)
        for each in relation.args:
            every &= solution_set(each, name, rungs, at, one_way=one_way, pieces=pieces)
        return every
    if isinstance(relation, sympy.Ne):  # below, or above
        sides = [kind(relation.lhs, relation.rhs, evaluate=False) for kind in (sympy.Lt, sympy.Gt)]
        below, above = (solution_set(side, name, rungs, at, one_way=one_way, pieces=pieces) for side in sides)
        step = 1 if rungs.whole else 0
        return SolutionSet(_joined(below.inside + above.inside, step), _joined(below.undecided + above.undecided, step), rungs)
    if not isinstance(relation, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt):
        return SolutionSet((), ((rungs.low, rungs.high),), rungs)
    small, large = relation.lts, relation.gts
    search = _Search(small - large, name, rungs, at or {}, strict=isinstance(relation, sympy.Lt | sympy.Gt))
    found = search.one_way() if one_way else search.run(pieces)
    return SolutionSet(_runs(found, True, rungs.whole), _runs(found, None, rungs.whole), rungs)


class _Search:
    """Pieces ``(first, last, verdict)``, where the verdict is True, False or None for what is not decided."""

    def __init__(self, gap: sympy.Expr, name: str, rungs: Rungs, others: Mapping[str, Any], *, strict: bool):
        self.others = {other: rational(value) for other, value in others.items()}
        self.gap, self.name, self.rungs, self.strict = gap, name, rungs, strict
        self.written = divided(gap, name)  # what intervals are put into
        self.points: dict[int, bool | None] = {}
        self.found: list[tuple[int, int, bool | None]] = []

    def one_way(self) -> list[tuple[int, int, bool | None]]:
        low, high = self.rungs.low, self.rungs.high
        self.found = [(end, end, False) for end in dict.fromkeys((low, high)) if self._undefined(end)]
        without = {end for end, _, _ in self.found}  # a derivative inside says nothing of an end without a value
        low, high = low + (low in without), high - (high in without)
        if low <= high:
            self._moving_one_way(low, high)
        return sorted(self.found, key=lambda piece: piece[:2])

    def run(self, pieces: int) -> list[tuple[int, int, bool | None]]:
        heap = [(0.0, self.rungs.low, self.rungs.high)]
        while heap and pieces > 0:
            _, low, high = heapq.heappop(heap)
            pieces -= 1
            for first, last in self._settled(low, high):
                heapq.heappush(heap, (-self._width(first, last), first, last))
        self.found += [(low, high, None) for _, low, high in heap]
        return sorted(self.found, key=lambda piece: piece[:2])

    def _settled(self, low: int, high: int) -> list[tuple[int, int]]:
        """Decide a stretch, or return the stretches it falls into."""
        if low == high:
            self.found.append((low, low, self.at(low)))
            return []
        with ctx.workprec(BITS[0]):
            try:
                verdict, one_way = self._over(low, high)
            except Undefined:
                verdict, one_way = False, False
            except (Unsure, ValueError):  # the latter: outside of what intervals are understood for
                verdict, one_way = None, False
        if verdict is not None:
            self.found.append((low, high, verdict))
            return []
        if one_way:
            self._moving_one_way(low, high)
            return []
        if high - low == 1:
            if self.rungs.whole:
                self.found += [(low, low, self.at(low)), (high, high, self.at(high))]
            else:
                self.found.append((low, high, None))
            return []
        middle = self._middle(low, high)
        return [(low, middle), (middle + 1 if self.rungs.whole else middle, high)]

    def _over(self, low: int, high: int) -> tuple[bool | None, bool]:
        """The verdict on a whole stretch where its enclosure gives one, and otherwise whether the gap moves one way there."""
        within = OverInterval(self.name, self.rungs.value(low), self.rungs.value(high), self.others)
        size = within.value(self.written)
        if (verdict := self._verdict(size.low, size.high)) is not None:
            return verdict, False
        moved = within.change(self.written)
        return None, bool(moved.low >= 0 or moved.high <= 0)

    def _moving_one_way(self, low: int, high: int) -> None:
        """Find where the verdict changes on a stretch along which the gap does not turn: twice at most, by way of None."""
        stretches = [(low, high)]
        while stretches:
            low, high = stretches.pop()
            first, last = self.at(low), self.at(high)
            if first == last:
                self.found.append((low, high, first))
            elif high - low > 1:
                middle = (low + high) // 2
                stretches += [(low, middle), (middle, high)]
            else:
                self.found += [(low, low, first), (high, high, last)]
                if None in (first, last) and not self.rungs.whole:
                    self.found.append((low, high, None))

    def at(self, rung: int) -> bool | None:
        """The verdict at one rung."""
        if rung not in self.points:
            self.points[rung] = self._at(rational(self.rungs.value(rung)))
        return self.points[rung]

    def _undefined(self, rung: int) -> bool:
        try:
            ball(self.gap, {**self.others, self.name: rational(self.rungs.value(rung))})
        except Undefined:
            return True
        except (Unsure, ValueError):
            return False
        return False

    def _at(self, value: fmpq) -> bool | None:
        for bits in BITS:
            with ctx.workprec(bits):
                try:
                    size = ball(self.gap, {**self.others, self.name: value})
                    ends = (size.lower(), size.upper()) if isinstance(size, arb) else (size, size)
                except Undefined:
                    return False
                except (Unsure, ValueError):
                    continue
            if (verdict := self._verdict(*ends)) is not None:
                return verdict
        return None

    def _verdict(self, low: Any, high: Any) -> bool | None:
        """Whether the relation holds for every gap between two ends, for none, or for some."""
        if self.strict:
            return True if high < 0 else False if low >= 0 else None
        return True if high <= 0 else False if low > 0 else None

    def _middle(self, low: int, high: int) -> int:
        """Where a stretch is halved: in ratio, where the rungs are numbers of one sign."""
        if not self.rungs.whole:
            return (low + high) // 2
        if low > 0 and high > 2 * low:
            return math.isqrt(low * high)
        if high < 0 and low < 2 * high:
            return -math.isqrt(low * high) - 1
        return 0 if low < 0 < high else (low + high) // 2

    def _width(self, low: int, high: int) -> float:
        if not self.rungs.whole:
            return float(high - low)
        return math.log(max(abs(low), abs(high), 1)) - math.log(max(min(abs(low), abs(high)), 1)) + (high - low) / (high - low + 1)


def _runs(pieces: Iterable[tuple[int, int, bool | None]], verdict: bool | None, whole: bool) -> Runs:
    """The stretches of one verdict, joined where they meet; what is undecided gives way at a rung that is decided."""
    return _joined(((low, high) for low, high, said in pieces if said is verdict), step=1 if whole else 0)


def _joined(runs: Iterable[tuple[int, int]], step: int = 0) -> Runs:
    joined: list[tuple[int, int]] = []
    for low, high in sorted(runs):
        if joined and low <= joined[-1][1] + step:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return tuple(joined)


def _common(one: Runs, two: Runs) -> Runs:
    found = [(max(a, c), min(b, d)) for a, b in one for c, d in two]
    return tuple(sorted((low, high) for low, high in found if low <= high))
