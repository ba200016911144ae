"""A statement about vectors in a fixed small dimension: relations between the entries, in which points are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sympy import Expr, ImmutableMatrix, Integer, MatrixSymbol, Rational, Symbol
from sympy.matrices.expressions import MatrixExpr

from boundcheck.symbolic.inner_products import dimensions_of, nodes, symbols_of
from boundcheck.symbolic.statement import Conjunction, Statement

from ..kernel import gram
from ..kernel.configurations import Configuration, Values, admissible, violated
from ..kernel.gram import Problem, Terms
from ..kernel.points import Point
from ..kernel.reading import Reading, reading
from ..kernel.results import Inapplicable
from ..kernel.sequent import Sequent
from .falsify import Falsifier
from .refuting import admissible_point, hunters_of, proposed

# Of the first dimension and of the others; of the only one.
_SIZES: tuple[tuple[int, ...], ...] = ((1, 1), (2, 2), (1, 2), (2, 3), (3, 2))
_ONE: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,))


class _Entries(Values):
    """Values whose entries are letters, but for what an equation determines."""

    def __init__(self, problem: Problem, sizes: dict[Symbol, Expr], dense: bool):
        super().__init__(dict(sizes), {})
        self.dense, self.problem = dense, problem
        self.terms = _solved(problem)
        self.defined = _defined(problem)

    def matrix(self, expr: Any) -> ImmutableMatrix:
        if isinstance(expr, MatrixSymbol) and expr.name not in self.matrices:
            self.matrices[expr.name] = self._value(expr)
        return super().matrix(expr)

    def _value(self, letter: MatrixSymbol) -> ImmutableMatrix:
        if letter.name in self.terms:
            return self._sum(self.terms[letter.name], letter.shape)
        if letter in self.defined:
            return self.matrix(self.defined[letter])
        rows, columns = map(self.size, letter.shape)
        symmetric = letter.name in self.problem.symmetric

        def entry(i: int, j: int) -> Expr:
            if symmetric and i != j and not self.dense:
                return Integer(0)
            i, j = sorted((i, j)) if symmetric else (i, j)
            place = f"{i + 1}" if columns == 1 else f"{i + 1}.{j + 1}"
            return Symbol(f"{letter.name}.{place}", real=True)

        return ImmutableMatrix(rows, columns, [entry(i, j) for i in range(rows) for j in range(columns)])

    def _sum(self, terms: Terms, shape: Any) -> ImmutableMatrix:
        found = ImmutableMatrix.zeros(*map(self.size, shape))
        letters = self.problem.matrices
        for word, c in terms.items():
            part = None
            for name, how in word:
                M = self.matrix(letters[name]) if name in letters else ImmutableMatrix.ones(self._ones(name), 1)
                M = M.T if how == "T" else self._power(M, -1) if how == "-" else M
                part = M if part is None else part * M
            found += self.number(c) * part
        return found

    def _ones(self, name: str) -> int:
        return next(self.size(n) for n in dimensions_of(self.problem.sides) if name == f"1|{n}")


def _solved(problem: Problem) -> dict[str, Terms]:
    """Return what the equations between vectors determine."""
    forms = gram.Forms(problem)
    for s in problem.equations:
        names = forms.solvable(forms.gap(s)) if s.lhs.shape[1] == 1 else []
        own = [e.name for e in (s.lhs, s.rhs) if isinstance(e, MatrixSymbol) and e.name in names]
        if names:
            forms.solve(forms.gap(s), (own or names)[0])
    return forms.values


def _defined(problem: Problem) -> dict[MatrixSymbol, MatrixExpr]:
    """Return the matrices that an equation defines by others."""
    found: dict[MatrixSymbol, MatrixExpr] = {}
    for s in problem.equations:
        for letter, value in ((s.lhs, s.rhs), (s.rhs, s.lhs)):
            if s.lhs.shape[1] == 1 or not isinstance(letter, MatrixSymbol) or letter in found:
                continue
            behind = {e for e in nodes(value) if isinstance(e, MatrixSymbol)}
            while (
                more := {e for m in behind if m in found for e in nodes(found[m]) if isinstance(e, MatrixSymbol)}
                - behind
            ):
                behind |= more
            if letter not in behind:
                found[letter] = value
                break
    return found


@dataclass(frozen=True)
class Instance:
    """A problem in fixed dimensions; `dense` has matrices that are not diagonal."""

    problem: Problem
    sizes: tuple[tuple[Symbol, int], ...]
    dense: bool = False

    @cached_property
    def entries(self) -> _Entries:
        """The entries of every vector and matrix."""
        found = _Entries(self.problem, {n: Integer(k) for n, k in self.sizes}, self.dense)
        for letter in self.problem.matrices.values():
            found.matrix(letter)
        return found

    @cached_property
    def read(self) -> Reading:
        """What is claimed of the entries, and under which hypotheses."""
        e = self.entries
        claims = tuple(e.relation(s) for s in self.problem.claims)
        given = [e.relation(s) for s in self.problem.given]
        for s in self.problem.orders:
            left, right = e.matrix(s.lhs), e.matrix(s.rhs)
            gap = right - left
            if gap.is_diagonal():
                given += [Statement(0, s.relation, gap[i, i]) for i in range(gap.rows)]
            else:
                given += e.entries(s)
        for s in self.problem.equations:
            given += [h for h in e.entries(s) if (h.lhs - h.rhs).expand() != 0]
        given = [h for h in dict.fromkeys(given) if h.free_symbols or not _plainly_true(h)]
        return reading(Conjunction(claims) if len(claims) > 1 else claims[0], tuple(given))

    def configuration(self, point: Point) -> Configuration | None:
        """Return the values that a point of the entries gives everything; None where one is not rational."""
        e = self.entries
        letters = {s for M in e.matrices.values() for s in M.free_symbols} | set(symbols_of(self.problem.sides))
        values = {s: Rational(x.numerator, x.denominator) for s in letters for x in (_value(s, point),)}
        values |= {n: Integer(k) for n, k in self.sizes}
        matrices = {}
        for name in self.problem.matrices:
            rows = e.matrices[name].xreplace(values).tolist()
            if not all(isinstance(x, Rational) for row in rows for x in row):
                return None
            matrices[name] = tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in rows)
        numbers = {s.name: Fraction(int(values[s].p), int(values[s].q)) for s in symbols_of(self.problem.sides)}
        return Configuration(numbers | {n.name: Fraction(k) for n, k in self.sizes}, matrices)


def _value(s: Symbol, point: Point) -> Fraction:
    """Return a letter's value; of one that no relation mentions, 1, and 0 off the diagonal of a matrix."""
    if s.name in point:
        return point[s.name]
    _, _, place = s.name.partition(".")
    return Fraction(0 if "." in place and len(set(place.split("."))) == 2 else 1)


def _plainly_true(h: Statement) -> bool:
    if not (h.lhs.is_Rational and h.rhs.is_Rational):
        return False
    gap = h.rhs - h.lhs
    return bool(
        {"<=": gap >= 0, "<": gap > 0, ">=": gap <= 0, ">": gap < 0, "==": gap == 0, "!=": gap != 0}[h.relation]
    )


def instances(problem: Problem) -> list[Instance]:
    """Return a problem in small dimensions, the smallest first, and with matrices that are not diagonal last."""
    letters = dimensions_of(problem.sides)
    found = [
        Instance(problem, tuple((n, size[min(k, len(size) - 1)]) for k, n in enumerate(letters)))
        for size in (_SIZES if len(letters) > 1 else _ONE)
    ]
    return [*found, Instance(problem, tuple((n, 2) for n in letters), dense=True)] if problem.symmetric else found


def admissible_configuration(places: list[Instance]) -> Configuration | None:
    """Return values at which the hypotheses certainly hold; None if none are found."""
    for instance in places:
        try:
            point = admissible_point(instance.read, None)
        except (Inapplicable, ValueError):
            continue
        at = instance.configuration(point) if point is not None else None
        if at is not None and admissible(instance.problem, at):
            return at
    return None


def counterexample(places: list[Instance], how: str) -> Configuration | None:
    """Return values at which the hypotheses hold and the claim does not, for certain; None if none are found.

    ``how`` is "simple", "drawn" at random, or "far", which takes longer; the first two look in the smallest dimensions, and
    at matrices that do not commute where there are two.
    """
    crossed = [p for p in places if p.dense and len(p.problem.symmetric) > 1 and how == "drawn"]
    for instance in places if how == "far" else [*places[:2], *crossed]:
        try:
            read = instance.read
        except (Inapplicable, ValueError):
            continue
        hunters = hunters_of(read)
        for hunt in read.hunts:
            hunter = hunters[hunt.given]
            at = _violating(instance, hunter, hunt.claim, _points(read, hunter, hunt, how))
            if at is not None:
                return at
    return None


def _points(read: Reading, hunter: Falsifier, hunt: Sequent, how: str) -> list[Point]:
    if how == "simple":
        return hunter.simple(hunt.claim)
    if how == "drawn":
        return hunter.drawn(hunt.claim)
    return hunter.hard(hunt.claim, thorough=False) + proposed(hunt, read)


def _violating(instance: Instance, hunter: Falsifier, claim: Any, found: list[Point]) -> Configuration | None:
    def values(point: Point) -> Configuration | None:
        at = instance.configuration(point)
        return at if at is not None and violated(instance.problem, at) is not None else None

    for point in found:
        if values(point) is not None:
            return values(hunter.simplest(claim, point, lambda trial: values(trial) is not None))
    return None


__all__ = ["Instance", "admissible_configuration", "counterexample", "instances"]
