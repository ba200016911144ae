"""Multipliers for the few facts that a contradiction needs: a solver says which, a linear program with many products finds them.

Of thirty facts a contradiction mostly needs three or four. With so few, products of three facts, many monomials and the squares
that fit are small enough for one linear program. Nothing here is believed: the checker sums up what is found.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

from boundcheck import checker
from boundcheck.checker import Atom, Context, Monomial, Poly, Term, Wrong

from ..kernel import solving
from .multipliers import (
    Item,
    Known,
    alone,
    facts_for,
    levels,
    nearby,
    plain_exponent,
    roots_in,
    solved,
    term_of,
    term_of_generator,
    times,
)

_MOST = 15  # facts of a core
_DEGREE = 10  # of a monomial that multiplies a fact
_EFFORT = 1_000_000  # of the solver for one question, most take a hundredth of it
_BEHIND = 3_000  # milliseconds, a clock behind that count
_ITEMS = 5000  # in a linear program


# Which facts.


class _Script:
    """Polynomials over generators in SMT-LIB's syntax: exponentials to their least root, negative exponents cleared."""

    def __init__(self, polys: list[Poly]):
        self.lcm: dict[int, int] = {}
        for m in (m for p in polys for m in p):
            for i, k in m:
                self.lcm[i] = math.lcm(self.lcm.get(i, 1), Fraction(k).denominator)

    def poly(self, poly: Poly) -> str:
        """Return a term with the sign of a polynomial, generators with negative exponents being positive."""
        lowest: dict[int, Any] = {}
        for i, k in (pair for m in poly for pair in m):
            lowest[i] = min(lowest.get(i, 0), k)
        terms = []
        for m, c in poly.items():
            exponents = {i: -k for i, k in lowest.items() if k < 0}
            for i, k in m:
                exponents[i] = exponents.get(i, 0) + k
            powers_ = " ".join(f"g{i}" for i, k in exponents.items() for _ in range(int(k * self.lcm[i])))
            number = f"(/ {abs(c.numerator)} {c.denominator})"
            terms.append(f"(* {f'(- {number})' if c < 0 else number} 1 {powers_})")
        return f"(+ 0 0 {' '.join(terms)})"

    def fact(self, poly: Poly, relation: str) -> str:
        """Return a relation between a polynomial and 0."""
        return f"({'=' if relation == '==' else relation} {self.poly(poly)} 0)"

    def of_generators(self) -> Iterator[str]:
        """Yield what is true of exponentials and roots."""
        for i in self.lcm:
            kind, *rest = checker.GENERATORS[i]
            if kind in ("exp", "pi"):
                yield f"(> g{i} 0)"
            elif kind == "root" and all(j in self.lcm for m, _ in rest[1] for j, _ in m):
                yield f"(>= g{i} 0)"
                yield f"(= (* {' '.join([f'g{i}'] * rest[0])}) {self.poly(dict(rest[1]))})"

    def text(self, facts: Iterable[str]) -> str:
        """Return a whole script."""
        lines = [f"(declare-const g{i} Real)" for i in self.lcm]
        return "\n".join([*lines, *(f"(assert {fact})" for fact in (*self.of_generators(), *facts))])


def core(facts: list[Known]) -> list[Known] | None:
    """Return few facts, the negated claim first, that contradict each other by a solver's word; None where none do."""
    polys = [f.poly for f in facts]
    under = {i for p in polys for m in p for i, _ in m if checker.GENERATORS[i][0] == "root"}
    while more := {j for i in under for j in checker.inside(i) if checker.GENERATORS[j][0] == "root"} - under:
        under |= more
    script = _Script([*polys, *(dict(checker.GENERATORS[i][2]) for i in under), *(checker.single(i) for i in under)])
    rows = [script.fact(f.poly, f.relation) for f in facts]

    def contradict(chosen: list[int], effort: int) -> bool:
        answer = solving.ask(script.text(rows[i] for i in chosen), effort, _BEHIND)
        return bool(answer["answer"] == "unsat")

    left = list(range(len(facts)))
    plain = [i for i in left if facts[i].row[0] in ("not", "h", "sees")]
    if contradict(plain, _EFFORT):
        left = plain
    elif len(plain) == len(left) or not contradict(left, _EFFORT):
        return None
    size = max(1, len(left) // 2)
    while size:  # halves, quarters, single ones, the last first
        end = len(left)
        while end > 0:
            dropped = left[max(0, end - size) : end]
            rest = [i for i in left if i not in dropped or not i]
            if len(rest) < len(left) and contradict(rest, _EFFORT // 5):
                left = rest
            end -= size
        size //= 2
    return [facts[i] for i in left]


# Which squares.


def powers(poly: Poly) -> list[tuple[Poly, int]]:
    """Return the irreducible factors with several terms of a polynomial, and their powers."""
    lcm: dict[int, int] = {}
    for i, k in (pair for m in poly for pair in m):
        lcm[i] = math.lcm(lcm.get(i, 1), Fraction(k).denominator)
    places = sorted(lcm)
    if not places:
        return []
    ring = fmpq_mpoly_ctx.get([f"v{i}" for i in range(len(places))], "lex")
    rows = {}
    for m, c in checker.split(poly)[2].items():
        own = dict(m)
        rows[tuple(int(own.get(i, 0) * lcm[i]) for i in places)] = fmpq(c.numerator, c.denominator)
    found = []
    for part, power in ring.from_dict(rows).factor()[1]:
        terms: Poly = {}
        for exponents, c in part.terms():
            pairs = ((i, plain_exponent(Fraction(int(e), lcm[i]))) for i, e in zip(places, exponents, strict=True) if e)
            terms[tuple(pairs)] = Fraction(int(c.p), int(c.q))
        if len(terms) > 1:
            found.append((terms, power))
    return found


def _completed(poly: Poly) -> Iterator[Poly]:
    """Yield 2 a x + b for every generator x in which a polynomial is a x^2 + b x + c."""
    for i in {i for m in poly for i, _ in m}:
        exponents = {dict(m).get(i, 0) for m in poly}
        top = max(exponents)
        half = plain_exponent(Fraction(top) / 2)
        if min(exponents) < 0 or not exponents <= {0, half, top} or half not in exponents:
            continue
        if checker.GENERATORS[i][0] != "exp" and not isinstance(half, int):
            continue
        found: Poly = {}
        for m, c in poly.items():
            k = dict(m).get(i, 0)
            rest = tuple(pair for pair in m if pair[0] != i)
            if k == top:
                found = checker.add(found, {checker.joined(rest, ((i, half),)): 2 * c})
            elif k == half:
                found = checker.add(found, {rest: c})
        yield found


def _crossed(poly: Poly) -> Iterator[Poly]:
    """Yield p u + q v where a monomial of the polynomial is w u v and another one w u^2: what completes a square there."""
    for n, a in poly.items():
        u = tuple((i, _half(i, k)) for i, k in n if _half(i, k))
        w = checker.joined(n, tuple((i, -2 * k) for i, k in u))
        below = checker.joined(u, w)
        for m, c in poly.items():
            v = checker.joined(m, tuple((i, -k) for i, k in below))
            if m == n or v == u or any(k < 0 and checker.GENERATORS[i][0] != "exp" for i, k in v):
                continue
            yield {u: 2 * a, v: c}
            for s in (1, -1):
                yield {u: Fraction(1), v: Fraction(s)}


def _split_cross(poly: Poly) -> Iterator[Poly]:
    """Yield p + q and p - q where a root or a letter stands in the polynomial once, and what it is multiplied by is p q."""
    for i in sorted({i for m in poly for i, k in m if k == 1}):
        by = {tuple(pair for pair in m if pair[0] != i): c for m, c in poly.items() if (i, 1) in m}
        _, content, rest = checker.split(by)
        parts = [p for p, k in powers(rest) for _ in range(k)]
        for j, k in content:
            times_ = max(1, int(k))
            parts += times_ * [checker.single(j, plain_exponent(Fraction(k) / times_))]
        if len(parts) > 5 or not parts:
            continue
        for chosen in itertools.product((False, True), repeat=len(parts)):
            p: Poly = dict(checker.UNIT)
            q = checker.single(i)
            try:
                for part, left in zip(parts, chosen, strict=True):
                    p, q = (checker.multiply(p, part), q) if left else (p, checker.multiply(q, part))
            except Wrong:
                continue
            yield from (checker.add(p, q, s) for s in (1, -1))


def _of_coefficients(poly: Poly) -> Iterator[Poly]:
    """Yield p where p^2 is what a generator is multiplied by."""
    for i in {i for m in poly for i, k in m if k == 1}:
        by = {tuple(pair for pair in m if pair[0] != i): c for m, c in poly.items() if (i, 1) in m}
        _, content, rest = checker.split(by)
        parts = powers(rest)
        if len(rest) > 1 and all(k % 2 == 0 for _, k in parts):
            root = {tuple((j, h) for j, k in content if (h := _half(j, k))): Fraction(1)}
            for p, k in parts:
                root = checker.multiply(root, checker.raised(p, k // 2))
            yield root


def _half(i: int, k: Any) -> Any:
    return plain_exponent(Fraction(k) / 2) if checker.GENERATORS[i][0] == "exp" else int(k) // 2 if k > 0 else 0


def _squares(facts: Iterable[Poly], roots: Iterable[Poly]) -> list[Known]:
    found: dict[tuple, Poly] = {}

    def put(p: Poly) -> None:
        p = checker.split(p)[2] if p else p
        if 1 < len(p) < 14:
            found.setdefault(checker.key_of(p), p)

    for poly in facts:
        for p, _ in powers(poly):
            put(p)
        near = (_crossed(poly), _split_cross(poly)) if len(poly) < 24 else ()
        for p in _of_coefficients(poly):
            found.setdefault(checker.key_of(p), p)
        for p in itertools.chain(_completed(poly), *near):
            put(p)
    for p in roots:
        put(p)
    rows = []
    for p in list(found.values())[:120]:
        try:
            rows.append(Known(checker.multiply(p, p), ">=", ("square", term_of(p))))
        except Wrong:
            continue
    return rows


# Which products.


class Products:
    """Items for linear programs: products of the facts of a core, of squares and of monomials."""

    def __init__(self, facts: list[Known], context: Context, roots: Iterable[Poly]):
        self.facts, self.context, self.goal = facts, context, facts[0]
        self.items: dict[tuple, Item] = {}
        generators = {i for f in facts for m in f.poly for i, _ in m}
        while more := {j for i in generators if checker.GENERATORS[i][0] == "root" for j in checker.inside(i)} - generators:
            generators |= more
        self.generators = sorted(generators)
        self.roots = list(roots)[:24]
        self.squares: list[Known] = []

    def put(self, item: Item | None) -> Iterator[Monomial]:
        """Take an item, and yield the monomials of a new one."""
        if item is None or not item.poly or len(item.poly) > 90 or len(self.items) > _ITEMS:
            return
        key = checker.key_of(item.poly), item.relation
        if key not in self.items:
            self.items[key] = item
            yield from item.poly

    def product(self, *facts: Known) -> Item | None:
        """Return the product of facts that are inequalities."""
        poly = checker.UNIT
        try:
            for f in facts:
                if f.relation == "==" or len(poly) * len(f.poly) > 400:
                    return None
                poly = checker.multiply(poly, f.poly)
        except Wrong:
            return None
        return Item(poly, ">" if all(f.relation == ">" for f in facts) else ">=", "sum", tuple(f.row for f in facts))

    def sign(self, i: int) -> Known | None:
        """Return that a generator is positive, or not negative, where that is seen."""
        signs = self.context.generator_signs(i)
        if not signs <= checker.WEAK:
            return None
        relation = ">" if signs == checker.PLUS else ">="
        return Known(checker.single(i), relation, ("sees", relation, term_of_generator(i)))

    def levels(self) -> Iterator[list[Item]]:
        """Yield more and more items."""
        wanted: dict[Monomial, None] = dict.fromkeys(self.goal.poly)
        for f in self.facts:
            kind = "equations" if f.relation == "==" else "sum"
            list(self.put(Item(f.poly, f.relation, kind, (f.row,), checker.number(1))))
        pairs = list(itertools.combinations_with_replacement(self.facts, 2))
        own = [m for m in self.goal.poly if m] if len(self.goal.poly) < 24 else []
        conjugate = [item for m in own if (item := times(self.goal, m, self.context)) is not None]
        signs = [known for i in self.generators if (known := self.sign(i)) is not None]
        two = [item for pair in pairs if (item := self.product(*pair)) is not None]
        self.squares = _squares((p for p in [f.poly for f in self.facts]), self.roots)
        for item in (*two, *conjugate, *(self.product(s) for s in self.squares)):
            for m in self.put(item):
                wanted.setdefault(m)
        for f, s in itertools.product(self.facts, self.squares):
            list(self.put(self.product(f, s)))
        yield list(self.items.values())
        mixed = [item.poly for item in (*two, *conjugate) if len(item.poly) < 24]
        self.squares += [s for s in _squares(mixed, ()) if s not in self.squares][:60]
        for a, b in pairs:
            for s in signs:
                list(self.put(self.product(a, b, s)))
        for s in self.squares:
            list(self.put(self.product(s)))
        for round_ in range(3):
            if not round_:
                for s in signs:
                    for m in self.put(self.product(self.goal, s)):
                        wanted.setdefault(m)
            new: dict[Monomial, None] = {}
            for f, by in self.matching(list(wanted)[: 60 + 40 * round_])[: 500 * (round_ + 1)]:
                new.update(dict.fromkeys(self.put(times(f, by, self.context))))
            yield list(self.items.values())
            wanted |= new
            for m, square in itertools.product(own[:6] if not round_ else (), self.squares[:60]):
                list(self.put(times(self.goal, m, self.context, square)))
            for a, b in pairs if not round_ else ():
                for c in (*self.facts, *self.squares[:12]):
                    list(self.put(self.product(a, b, c)))

    def matching(self, wanted: list[Monomial]) -> list[tuple[Known, Monomial]]:
        """Return facts and monomials whose product has one that is wanted, the simplest first."""
        found: dict[tuple[int, Monomial], Known] = {}
        hits: Counter[tuple[int, Monomial]] = Counter()
        for number, f in enumerate((*self.facts, *self.squares[:60])):
            for m in list(f.poly)[:8]:
                below = {i: k for i, k in m if checker.GENERATORS[i][0] != "exp"}
                inverse = tuple((i, -k) for i, k in m)
                for target in wanted:
                    own = dict(target)
                    if all(own.get(i, 0) >= k for i, k in below.items()) and (by := checker.joined(target, inverse)):
                        found[number, by] = f
                        hits[number, by] += 1
        weight = {key: sum(abs(k) for _, k in key[1]) for key in found}
        order = (key for key in found if weight[key] <= _DEGREE)
        return [(found[key], key[1]) for key in sorted(order, key=lambda key: (len(found[key].poly) - hits[key], weight[key]))]


def step(
    known: list[Atom], claim: Atom, whole: frozenset[str], seconds: float = 4.0, hints: tuple[Term, ...] = ()
) -> dict[str, Any] | None:
    """Return a step of an object that adds a claim to what is known, or None.

    Parameters
    ----------
    known : list of Atom
    claim : Atom
        No equation.
    whole : frozenset of str
        The letters that are integers.
    seconds : float
        For one linear program, at most about.
    hints : tuple of Term
        What is looked for as a factor.
    """
    group = checker.Group(tuple(known))
    context = group.context(hints)
    try:
        near = nearby(list(facts_for(group, context, claim, whole)))
    except Wrong:
        return None
    goal = near[0] if near else None
    if goal is None or goal.row != ("not",):
        negated, relation = context.cleared(checker.negation(claim))
        return {"fact": claim, "facts": [("not",)], "sum": [("1", (0,))]} if not negated and relation == ">" else None
    if found := solved(alone(near), claim, seconds):
        return found
    chosen, roots = core(near), roots_in(near)
    wider = levels(near, context, roots)
    few = Products(chosen, context, roots).levels() if chosen is not None and len(chosen) < _MOST else ()
    for items in itertools.chain(few, wider if chosen is not None else itertools.islice(wider, 1)):
        if found := solved(items, claim, seconds):
            return found
    return None
