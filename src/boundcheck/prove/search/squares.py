"""Polynomials as sums of squares of two monomials each, and of products of letters that are not negative.

A diagonally dominant sum of squares is found by linear arithmetic over the rationals; that it is the claim, and that no
square is negative, is for the rules to show.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import Any

import z3
from sympy import Add, Expr, Poly, PolynomialError, Rational, S, Symbol

from boundcheck.symbolic.encode import encode

from ..kernel.sequent import Atom, Sequent
from .attempt import Attempt, Goal, Node, after_clearing

_LETTERS, _DEGREE, _TERMS, _CANDIDATES = 4, 8, 40, 700
_WEIGHTS = ((1, 1), (1, -1), (1, 2), (1, -2), (2, 1), (2, -1))
_LIMIT = 200_000  # of the solver's counter
Monomial = tuple[int, ...]


def by_squares(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Write a polynomial as a sum of squares."""
    rest = goal.cleared
    parts = written(rest) if rest not in search.unsquared else None
    search.unsquared.add(rest)
    if parts is None or len(parts) < 2:
        return None
    return after_clearing(search.step(rest, {"rule": "addends", "parts": [encode(part) for part in parts]}, 0))


def written(rest: Sequent) -> list[Expr] | None:
    """Return parts, each of which is plainly not negative, that add up to the claim."""
    letters = sorted(rest.claim.expr.free_symbols, key=str)
    if rest.claim.relation != ">=" or not 2 <= len(letters) <= _LETTERS:
        return None
    try:
        poly = Poly(rest.claim.expr, *letters)
    except PolynomialError:
        return None
    wanted = {m: c for m, c in poly.terms()}
    if not 3 <= len(wanted) <= _TERMS or poly.total_degree() > _DEGREE or not _rational(wanted):
        return None
    known = [i for i, x in enumerate(letters) if {Atom(x, ">"), Atom(x, ">=")} & set(rest.given)]
    candidates = list(itertools.islice(_candidates(wanted, known), _CANDIDATES))
    weights = _solved(wanted, candidates)
    if weights is None:
        return None
    return [
        w * _product(letters, m) * _square(letters, pair) for w, (m, pair) in zip(weights, candidates, strict=True) if w
    ]


def _rational(wanted: dict[Monomial, Any]) -> bool:
    return all(isinstance(c, Rational) for c in wanted.values())


def _candidates(wanted: dict[Monomial, Any], known: list[int]) -> Any:
    """Yield a product of letters that are not negative, and one or two monomials with their numbers."""
    degrees = {sum(m) for m in wanted}
    highest = [max(m[i] for m in wanted) for i in range(len(next(iter(wanted))))]
    for factor in _factors(len(highest), known):
        rest = (total - sum(factor) for total in degrees)
        halves = sorted({left // 2 for left in rest if left >= 0 and left % 2 == 0})
        inside = [h for degree in halves for h in _monomials(len(factor), degree) if _fits(h, factor, highest)]
        for h in inside:
            yield factor, ((1, h),)
        for g, h in itertools.combinations(inside, 2):
            for one, other in _WEIGHTS:
                yield factor, ((one, g), (other, h))


def _fits(half: Monomial, factor: Monomial, highest: list[int]) -> bool:
    """Whether the square of a monomial, times the factor, has no letter to a power above those of the claim."""
    return all(2 * e + f <= top for e, f, top in zip(half, factor, highest, strict=True))


def _factors(count: int, known: list[int]) -> list[Monomial]:
    """Return the products of at most two different letters known not to be negative, that of none of them first."""
    chosen = itertools.chain.from_iterable(itertools.combinations(known, k) for k in range(3))
    return [tuple(int(i in some) for i in range(count)) for some in chosen]


def _monomials(count: int, degree: int) -> list[Monomial]:
    if count == 1:
        return [(degree,)]
    return [(first, *others) for first in range(degree, -1, -1) for others in _monomials(count - 1, degree - first)]


def _expanded(factor: Monomial, pair: tuple) -> dict[Monomial, int]:
    found: dict[Monomial, int] = defaultdict(int)
    for (a, g), (b, h) in itertools.product(pair, repeat=2):
        found[tuple(f + x + y for f, x, y in zip(factor, g, h, strict=True))] += a * b
    return found


def _solved(wanted: dict[Monomial, Any], candidates: list) -> list[Rational] | None:
    """Return weights that are not negative with which the candidates add up to what is wanted."""
    rows: dict[Monomial, list] = {m: [] for m in wanted}
    weights = [z3.Real(f"w{i}") for i in range(len(candidates))]
    for w, (factor, pair) in zip(weights, candidates, strict=True):
        for m, c in _expanded(factor, pair).items():
            rows.setdefault(m, []).append(c * w)
    if any(m not in wanted and not row for m, row in rows.items()) or any(not rows[m] for m in wanted):
        return None
    solver = z3.SolverFor("QF_LRA")
    solver.set("rlimit", _LIMIT)
    solver.add([w >= 0 for w in weights])
    for m, row in rows.items():
        c = wanted.get(m, S.Zero)
        solver.add(z3.Sum(row) == z3.RealVal(f"{c.p}/{c.q}"))
    if solver.check() != z3.sat:
        return None
    found = solver.model()
    values = [found.eval(w, model_completion=True) for w in weights]
    return [Rational(v.numerator_as_long(), v.denominator_as_long()) for v in values]


def _product(letters: list[Symbol], powers: Monomial) -> Expr:
    product: Expr = S.One
    for x, k in zip(letters, powers, strict=True):
        product *= x**k
    return product


def _square(letters: list[Symbol], pair: tuple) -> Expr:
    return Add(*(a * _product(letters, m) for a, m in pair)) ** 2
