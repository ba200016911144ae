"""Multipliers: numbers that make a sum of products of facts a contradiction, found by a solver, exact, and checked elsewhere."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import z3
from flint import fmpq, fmpq_mpoly_ctx
from scipy import sparse
from scipy.optimize import linprog

from boundcheck import checker
from boundcheck.checker import Atom, Context, Poly, Term

_PRODUCTS = 400  # looked at
_MONOMIALS = 60  # of one of them


@dataclass(frozen=True)
class Known:
    """A polynomial with a sign, and the row by which an object names it."""

    poly: Poly
    relation: str
    row: tuple

    @property
    def key(self) -> tuple:
        return checker.key_of(self.poly), self.relation


@dataclass(frozen=True)
class Item:
    """A candidate of the sum: a product of facts, or a multiple of an equation."""

    poly: Poly
    relation: str
    kind: str
    rows: tuple
    by: Term = -1


def facts_for(group: checker.Group, context: Context, claim: Atom, whole: frozenset[str]) -> Iterator[Known]:
    """The negated claim, the hypotheses, and what is true of the functions in them."""
    poly, r = context.cleared(checker.negation(claim))
    found = [Known(poly, r, ("not",))]
    for i, a in enumerate(group.known):
        try:
            poly, r = context.cleared(a)
        except checker.Wrong:
            continue
        if r == "!=":
            poly, r = checker.multiply(poly, poly), ">"
        found.append(Known(poly, r, ("h", i)))
        found += _rounded(*context.cleared(a, strip=False), i, whole)
    yield from found
    seen = {f.key for f in found}
    grown = (*_grown(group, context, claim), *_ordered(group, context))
    for fact in (*_parts(group, context, claim), *grown, *_of_generators(context, found, grown)):
        if fact.key not in seen and fact.poly and set(fact.poly) != {()}:
            seen.add(fact.key)
            yield fact


def _rounded(poly: Poly, r: str, i: int, whole: frozenset[str]) -> list[Known]:
    try:
        moved = checker.rounded(poly, r, whole)
    except checker.Wrong:
        return []
    return [Known(moved, ">=", ("round", i))] if moved != poly or r == ">" else []


def _parts(group: checker.Group, context: Context, claim: Atom) -> Iterator[Known]:
    nodes: set[Term] = set()
    stack = [a[1] for a in (*group.known, claim)]
    while stack:
        t = stack.pop()
        if checker.TERMS[t][0] in ("abs", "min", "max"):
            nodes.add(t)
        stack += checker.children(t)
    for t in sorted(nodes):
        head, *args = checker.TERMS[t]
        for i in range(2 if head == "abs" else len(args)):
            if head == "abs":
                a = (">=", checker.minus(t, args[0] if i == 0 else checker.negative(args[0])))
            else:
                gap = checker.minus(t, args[i])
                a = (">=", gap if head == "max" else checker.negative(gap))
            yield Known(*context.cleared(a), ("part", t, i))


def _grown(group: checker.Group, context: Context, claim: Atom) -> Iterator[Known]:
    """Exponentials of hypotheses, or of products of two, that are linear in exponents or in logarithms."""
    exponents: dict[tuple, set] = {}
    for num, den in context.memo.values():
        for m in (m for p in (num, *(dict(k) for k, _ in den)) for m in p):
            for i, k in m:
                if checker.GENERATORS[i][0] == "exp" and not checker.GENERATORS[i][2]:
                    exponents.setdefault(checker.GENERATORS[i][1], set()).add(abs(Fraction(k)))
    linear = []
    for i, (relation, t) in [*enumerate(group.known), (-1, checker.negation(claim))]:
        if relation != "!=":
            num, den = context.normal(t)
            if not den and len(num) < 6:
                linear.append((i, relation, t, num))
    for i, (relation, t) in list(enumerate(group.known))[-6:]:
        if relation != "!=" and context.normal(t)[1]:
            moved = checker.minus(checker.term("exp", t), checker.number(1))
            yield from (k for k in _known(context, (relation, moved), ("grow", "1", i)) if len(k.poly) < 6)
    single = [((i,), r, t, num) for i, r, t, num in linear]
    weak = [(i, r, t, num) for i, r, t, num in linear if r != "=="]
    pairs = itertools.combinations(weak, 2) if exponents else ()
    double = (((i, j), "", checker.times(t, u), checker.multiply(a, b)) for (i, _, t, a), (j, _, u, b) in pairs)
    for places, _, t, num in itertools.chain(single, double):
        moving = [m for m in num if m]
        if not moving or not all(m in exponents or _is_log(m) for m in moving):
            continue
        if len(places) > 1 and not all(m in exponents for m in moving):
            continue
        wanted = {k / abs(num[m]) for m in moving for k in exponents.get(m, ())} or {1 / abs(num[moving[0]]), Fraction(1)}
        for c in sorted(wanted)[:4]:
            moved = checker.minus(checker.term("exp", checker.times(checker.number(c), t)), checker.number(1))
            relations = {r for i, r, _, _ in linear if i in places}
            relation = ">=" if ">=" in relations else relations.pop()
            yield from _known(context, (relation, moved), ("grow", str(c), *places))


def _ordered(group: checker.Group, context: Context) -> Iterator[Known]:
    """Logarithms of both sides of a bound on one positive term by another, where there are logarithms."""
    if not any(checker.GENERATORS[i][0] == "log" for num, _ in context.memo.values() for m in num for i, _ in m):
        return
    for i, (relation, t) in enumerate(group.known):
        num, den = context.normal(t)
        if relation not in (">", ">=") or den or len(num) != 2:
            continue
        low = [(m, c) for m, c in num.items() if c < 0]
        if len(low) == 1 and all(context.monomial_signs(m) == checker.PLUS for m in num):
            v = term_of({low[0][0]: -low[0][1]})
            gap = checker.minus(checker.term("log", checker.plus(v, t)), checker.term("log", v))
            yield from _known(context, (relation, gap), ("order", i, v))


def _is_log(m: tuple) -> bool:
    return len(m) == 1 and m[0][1] == 1 and checker.GENERATORS[m[0][0]][0] == "log"


def _of_generators(context: Context, found: list[Known], grown: Iterable[Known]) -> Iterator[Known]:
    """Signs, bounds on numbers, tangents to exponentials and logarithms."""
    for m in sorted({m for f in (*found, *grown) for m in map(_numeric, f.poly) if m}):
        yield from _number(context, m)
    reached = {i for f in found for m in f.poly for i, _ in m}
    while more := {j for i in reached if checker.GENERATORS[i][0] == "root" for j in checker.inside(i)} - reached:
        reached |= more  # a square of a root has what is under it
    places = sorted(reached)
    exponents: dict[int, set] = {}
    for f in found:
        for m in f.poly:
            for i, k in m:
                exponents.setdefault(i, set()).add(k)
    logs, plain = [], []
    for i in places:
        kind, *rest = checker.GENERATORS[i]
        t = term_of_generator(i)
        signs = context.generator_signs(i)
        if signs in (checker.PLUS, checker.WEAK):
            relation = ">" if signs == checker.PLUS else ">="
            yield Known(checker.single(i), relation, ("sees", relation, t))
        if checker.is_number(i):
            continue
        if kind == "exp" and not rest[1]:
            plain.append((i, t))
            for k in sorted(exponents.get(i, (1,)), key=lambda k: (abs(k), k))[:2]:
                for scale in (k, -k):
                    u = checker.times(checker.number(scale), term_of({rest[0]: Fraction(1)}))
                    yield from _tangent(context, u)
        elif kind == "log":
            logs.append(term_of(dict(rest[0])))
    constant = [i for i in places if checker.is_number(i) and checker.GENERATORS[i][0] == "log"]
    numbers = [term_of(dict(checker.GENERATORS[i][1])) for i in constant]
    ratios = [*logs]
    ratios += [checker.times(a, checker.power(b, -1)) for a, b in itertools.permutations(logs, 2)][:12]
    ratios += [checker.times(a, b) for a, b in itertools.combinations(logs, 2)][:6]
    ratios += [checker.times(a, checker.power(c, s)) for a in logs for c in numbers for s in (1, -1)][:8]
    for u in ratios:
        for r in (u, checker.power(u, -1)):
            gap = checker.minus(checker.minus(r, checker.number(1)), checker.term("log", r))
            if context.settles((">", r)):
                yield from _known(context, (">=", gap), ("log", r))
    if 1 < len(plain) < 4:
        for (i, _), (j, _) in itertools.permutations(plain, 2):
            a, b = (term_of({checker.GENERATORS[k][1]: Fraction(1)}) for k in (i, j))
            u = checker.minus(a, b)
            yield from _tangent(context, u)


def _tangent(context: Context, u: Term) -> Iterator[Known]:
    gap = checker.minus(checker.term("exp", u), checker.plus(checker.number(1), u))
    yield from _known(context, (">=", gap), ("exp", u))


def _known(context: Context, a: Atom, row: tuple) -> Iterator[Known]:
    try:
        yield Known(*context.cleared(a), row)
    except checker.Wrong:
        return


def _numeric(m: checker.Monomial) -> checker.Monomial:
    """Return the part of a monomial that is a number."""
    return tuple(pair for pair in m if checker.is_number(pair[0]))


def _number(context: Context, m: checker.Monomial) -> Iterator[Known]:
    checker.Interval.bits, t = 64, term_of({m: Fraction(1)})
    try:
        found = checker.number_interval({m: Fraction(1)})
    except (checker.Unsure, checker.Undefined):
        return
    low, high = (Fraction(end, 1 << 20) for end in found.in_units(-20))
    for a in ((">", checker.minus(t, checker.number(low))), (">", checker.minus(checker.number(high), t))):
        if context.settles(a):
            yield Known(*context.cleared(a), ("sees", *a))


def term_of(poly: Poly) -> Term:
    """Return a term that a polynomial stands for."""
    terms = []
    for m, c in sorted(poly.items()):
        factors = [checker.number(c)] if c != 1 or not m else []
        for i, k in m:
            t = term_of_generator(i)
            if checker.GENERATORS[i][0] == "exp" and k != 1:
                t = checker.term("exp", checker.times(checker.number(k), checker.TERMS[t][1]))
            factors.append(t if k == 1 or checker.GENERATORS[i][0] == "exp" else checker.power(t, k))
        terms.append(checker.times(*factors))
    return checker.plus(*terms) if terms else checker.number(0)


def term_of_generator(i: int) -> Term:
    """Return the term that a generator stands for."""
    kind, *rest = checker.GENERATORS[i]
    if kind == "x":
        return checker.letter(rest[0])
    if kind == "pi":
        return checker.term("pi")
    if kind == "some":
        return int(rest[0])
    if kind == "of":
        head, exponent, key, den = rest
        t = checker.times(term_of(dict(key)), *(checker.power(term_of(dict(k)), -j) for k, j in den))
        return checker.power(t, exponent) if head == "^" else checker.term(head, t)
    if kind == "exp":
        below = [checker.power(term_of(dict(key)), -k) for key, k in rest[1]]
        return checker.term("exp", checker.times(term_of({rest[0]: Fraction(1)}), *below))
    if kind in ("min", "max"):
        parts = ((num, [checker.power(term_of(dict(key)), -k) for key, k in den]) for num, den in rest[0])
        return checker.term(kind, *(checker.times(term_of(dict(num)), *below) for num, below in parts))
    if kind == "root":
        return checker.power(term_of(dict(rest[1])), Fraction(1, rest[0]))
    return checker.term(kind, term_of(dict(rest[0])))


def alone(near: list[Known]) -> list[Item]:
    """Return facts as they are."""
    first = [Item(f.poly, f.relation, "sum", (f.row,)) for f in near if f.relation != "=="]
    return first + [Item(f.poly, "==", "equations", (f.row,), checker.number(1)) for f in near if f.relation == "=="]


def levels(near: list[Known], context: Context, roots: list[Poly]) -> Iterator[list[Item]]:
    """Facts with multiples that share monomials with the claim, and squares; with products of two, of three."""
    first, goal = alone(near), near[0]
    squares = [Known(checker.multiply(p, p), ">=", ("square", term_of(p))) for p in roots if len(p) < 12]
    second = first + [Item(f.poly, f.relation, "sum", (f.row,)) for f in squares]
    targets = sorted({m for f in (goal, *near[:12]) for m in f.poly}) if goal.relation == "==" else list(goal.poly)
    second += _multiples([*near, *squares], targets, context, 2 * _PRODUCTS)
    yield second
    signed = [f for f in near if f.relation != "=="]
    if goal in signed and len(goal.poly) < 16:
        # the claim times its own monomials, itself, and the roots in it; then what has monomials in common with these
        generators = {i for m in goal.poly for i, _ in m}
        by = [*goal.poly, *(((i, 1),) for i in sorted(generators) if checker.GENERATORS[i][0] == "root")]
        own = [item for m in dict.fromkeys(by) if m and (item := times(goal, m, context)) is not None]
        own += _products([(goal, goal)], 1)
        more = dict.fromkeys(m for item in (*own, *second[len(first) : len(first) + 60]) for m in item.poly)
        wanted = [m for m in more if m not in goal.poly][:60]
        inside = [{i for i, _ in m} for m in wanted]
        crossed = [f for f in squares if any(c < 0 and any({i for i, _ in m} <= s for s in inside) for m, c in f.poly.items())]
        second += own + _multiples([goal, *near, *crossed[:24]], wanted, context, 4 * _PRODUCTS)
        yield second
    pairs = [(goal, f) for f in signed] if goal in signed else []
    pairs += [p for p in itertools.combinations_with_replacement(signed, 2) if goal not in p]
    third = second + _products(pairs, _PRODUCTS)
    yield third
    small = sorted(signed, key=lambda f: (len(f.poly), sum(len(m) for m in f.poly)))[:14]
    triples = [(goal, a, b) for a, b in itertools.combinations_with_replacement(small, 2)] if goal in signed else []
    yield third + _products([*triples, *itertools.combinations_with_replacement(small[:7], 3)], _PRODUCTS)


def roots_in(near: list[Known]) -> list[Poly]:
    """Return polynomials whose squares may be in the claim, or in it with multiples of facts."""
    goal = near[0]
    found = {checker.key_of(p): p for rest in (goal.poly, *itertools.islice(_without(goal, near), 6)) for p in _roots(rest, near)}
    return list(found.values())


def _multiples(facts: list[Known], targets: list[tuple], context: Context, most: int) -> list[Item]:
    """Facts times monomials that are not negative, such that a monomial of the product is among those wanted."""
    found: list[Item] = []
    for f in facts:
        multipliers = dict.fromkeys(
            checker.joined(target, tuple((i, -k) for i, k in m)) for target in targets for m in list(f.poly)[:8]
        )
        allowed = (by for by in multipliers if by and not any(k < 0 and checker.GENERATORS[i][0] != "exp" for i, k in by))
        simplest = sorted(allowed, key=lambda by: (len(by), sum(abs(k) for _, k in by), by))[:24]
        found += [item for by in simplest if (item := times(f, by, context)) is not None]
        if len(found) > most:
            break
    return found


def _without(goal: Known, near: list[Known]) -> Iterator[Poly]:
    """Yield the negated claim plus multiples of facts that rid it of a generator in which both are linear."""
    for f in near[1:12]:
        for m, c in f.poly.items():
            if len(m) != 1 or m[0][1] != 1 or len(f.poly) < 2 or f.relation == "==":
                continue
            i = m[0][0]
            if any(i in dict(n) for n in f.poly if n != m) or any(dict(n).get(i, 1) != 1 for n in goal.poly):
                continue
            by = {checker.joined(n, ((i, -1),)): -d / c for n, d in goal.poly.items() if i in dict(n)}
            try:
                rest = checker.add(goal.poly, checker.multiply(by, f.poly)) if by else {}
            except checker.Wrong:
                continue
            if rest:
                yield rest


def _of_numbers(f: Known) -> bool:
    return f.row[0] == "sees" and all(checker.is_number(i) for m in f.poly for i, _ in m)


def times(f: Known, by: tuple, context: Context, *others: Known) -> Item | None:
    """Return the product of facts and a monomial; None where the monomial's sign is not known."""
    t = term_of({by: Fraction(1)})
    if _of_numbers(f) and any(checker.is_number(i) for i, _ in by):
        return None
    try:
        poly = checker.multiply(f.poly, {by: Fraction(1)})
        for other in others:
            poly = checker.multiply(poly, other.poly)
    except checker.Wrong:
        return None
    if f.relation == "==":
        return None if others else Item(poly, "==", "equations", (f.row,), t)
    signs = context.monomial_signs(by)
    if not signs <= checker.WEAK or len(poly) > _MONOMIALS:
        return None
    relation = ">" if signs == checker.PLUS else ">="
    strict = {f.relation, relation, *(other.relation for other in others)} == {">"}
    return Item(poly, ">" if strict else ">=", "sum", (f.row, ("sees", relation, t), *(other.row for other in others)))


def _roots(claim: Poly, near: list[Known]) -> list[Poly]:
    """Return polynomials whose squares may be in the claim: completed squares, sums and differences of generators."""
    found: list[Poly] = []
    rest = {m: -c for m, c in claim.items()}  # the claim is negated
    for _ in range(4):
        whole = {m for m in rest if all(Fraction(k) % 2 == 0 or checker.GENERATORS[i][0] == "exp" for i, k in m)}
        pivots = sorted((m for m in whole if rest[m] > 0), key=lambda m: (-len(rest), m))
        best = None
        for m in pivots[:8]:
            half = tuple((i, plain_exponent(Fraction(k) / 2)) for i, k in m)
            inverse = tuple((i, -k) for i, k in half)
            p: Poly = {half: Fraction(1)}
            for n, c in rest.items():
                other = checker.joined(n, inverse)
                if n != m and not any(k < 0 and checker.GENERATORS[i][0] != "exp" for i, k in other) and other != half:
                    p = checker.add(p, {other: c / rest[m] / 2})
            if len(p) > 1:
                found.append(p)
                best = best or (p, rest[m])
        if best is None:
            break
        try:
            rest = checker.add(rest, checker.multiply(best[0], best[0]), -best[1])
        except checker.Wrong:
            break
    own = {i for m in claim for i, _ in m}
    ranked = {i: (checker.GENERATORS[i][0] != "root", i not in own, i) for f in near for m in f.poly for i, _ in m}
    letters = [checker.single(i) for i in sorted(ranked, key=ranked.__getitem__)[:10]]
    found += letters
    found += [checker.add(a, b, s) for a, b in itertools.combinations(letters, 2) for s in (1, -1)]
    return found + [checker.add(a, checker.UNIT, s) for a in letters for s in (1, -1)]


def _products(tuples: Iterable[tuple[Known, ...]], most: int) -> list[Item]:
    found = []
    for chosen in tuples:
        if math.prod(len(f.poly) for f in chosen) > 4 * _MONOMIALS or sum(map(_of_numbers, chosen)) > 1:
            continue  # a product of bounds on numbers is almost 0, and floats take it for 0
        poly: Poly = dict(checker.UNIT)
        try:
            for f in chosen:
                poly = checker.multiply(poly, f.poly)
        except checker.Wrong:
            continue
        if not poly or len(poly) > _MONOMIALS:
            continue
        strict = all(f.relation == ">" for f in chosen)
        found.append(Item(poly, ">" if strict else ">=", "sum", tuple(f.row for f in chosen)))
        if len(found) >= most:
            break
    return found


def nearby(facts: list[Known]) -> list[Known]:
    """Facts that share generators with the negated claim, directly or by another fact: those that do directly first."""
    own = [frozenset(i for m in f.poly for i, _ in m) for f in facts]
    own = [o.union(*(checker.inside(i) for i in o if checker.GENERATORS[i][0] == "root")) for o in own]
    reached = set(own[0]) or set().union(*own)
    found: list[int] = []
    while True:
        while inner := {j for i in reached for j in checker.inside(i)} - reached:
            reached |= inner
        new = [i for i, o in enumerate(own) if (i not in found and o & reached) or (not i and not found)]
        if not new:
            break
        found += sorted(new, key=lambda i: (len(own[i] - reached), i))
        reached = reached.union(*(own[i] for i in new))
    return [f for i in found if (f := facts[i]).poly and (not i or len(f.poly) <= _MONOMIALS)]


def solved(items: list[Item], claim: Atom, seconds: float) -> dict[str, Any] | None:
    """Ask floats which items make a contradiction of linear inequalities in monomials, then for exact multipliers of those."""
    core = _support(items, seconds)
    if core is None:
        return None
    weights = _weights(core)
    if weights is None:
        return None
    rows: list[tuple] = []

    def place(row: tuple) -> int:
        if row not in rows:
            rows.append(row)
        return rows.index(row)

    found: dict[str, Any] = {"fact": claim, "facts": rows, "sum": [], "equations": []}
    for item, weight in zip(core, weights, strict=True):
        if not weight:
            continue
        if item.kind == "sum":
            found["sum"].append((str(weight), tuple(map(place, item.rows))))
        else:
            by = item.by if weight == 1 else checker.times(checker.number(weight), item.by)
            found["equations"].append((by, place(item.rows[0])))
    return {key: value for key, value in found.items() if value}


def _support(items: list[Item], seconds: float) -> list[Item] | None:
    """Return the items with a weight in a solution by floats; None where there is none."""
    rows: dict[tuple, int] = {}
    entries: list[tuple[float, int, int]] = []
    scales = []
    for j, item in enumerate(items):
        scale = float(max(map(abs, item.poly.values())))
        scales.append(scale)
        for m, c in item.poly.items():
            entries.append((float(c) / scale, rows.setdefault(m, len(rows)), j))
    constant = rows.get(())
    total = np.array([float(item.relation == ">") for item in items])
    matrix = sparse.csr_matrix(([e[0] for e in entries], ([e[1] for e in entries], [e[2] for e in entries])))
    ends = np.zeros(len(rows))
    keep = np.array([i for i in range(len(rows)) if i != constant], dtype=int)
    if constant is not None:
        total = total - matrix[constant].toarray()[0]
    above = None if constant is None else matrix[[constant]]
    found = linprog(
        np.ones(len(items)),
        A_ub=above,
        b_ub=None if above is None else [0.0],
        A_eq=sparse.vstack([matrix[keep], sparse.csr_matrix(total)]),
        b_eq=np.append(ends[keep], 1.0),
        bounds=[(None, None) if item.relation == "==" else (0, None) for item in items],
        method="highs",
        options={
            "time_limit": 10 * seconds,
            "maxiter": 20_000,
            "primal_feasibility_tolerance": 1e-10,
            "dual_feasibility_tolerance": 1e-10,
        },
    )
    if found.x is None or found.status != 0:
        return None
    return [item for item, w in zip(items, found.x, strict=True) if abs(w) > 1e-14]


def _weights(core: list[Item]) -> list[Fraction] | None:
    """Return multipliers with which the items sum to -1, or to 0 with a strict one among them."""
    context = z3.Context()
    unknown = [z3.Real(f"w{i}", context) for i in range(len(core))]
    zero, one = z3.RealVal(0, context), z3.RealVal(1, context)
    rows: dict[tuple, list] = {}
    for w, item in zip(unknown, core, strict=True):
        for m, c in item.poly.items():
            rows.setdefault(m, []).append(z3.RealVal(str(c), context) * w)
    for strict in (False, True):
        solver = z3.SolverFor("QF_LRA", ctx=context)
        solver.set("rlimit", 2_000_000)
        solver.add(*(w >= zero for w, item in zip(unknown, core, strict=True) if item.relation != "=="))
        for m, parts in rows.items():
            if m:
                solver.add(z3.Sum(parts) == zero)
        constant = z3.Sum(rows.get((), [zero]))
        positive = [w for w, item in zip(unknown, core, strict=True) if item.relation == ">"]
        if strict and not positive:
            return None
        solver.add(*([constant <= zero, z3.Sum(positive) == one] if strict else [constant == -one]))
        if str(solver.check()) == "sat":
            found = solver.model()
            values = [found.eval(w, model_completion=True) for w in unknown]
            return [Fraction(v.numerator_as_long(), v.denominator_as_long()) for v in values]
    return None


def factors(poly: Poly) -> list[Poly]:
    """Return the irreducible factors of a polynomial that have several terms; none where it has no other ones."""
    lcm: dict[int, int] = {}
    for m in poly:
        for i, k in m:
            lcm[i] = math.lcm(lcm.get(i, 1), Fraction(k).denominator)
    places = sorted(lcm)
    primitive = checker.split(poly)[2]
    if len(primitive) < 2 or not places:
        return []
    whole = [primitive] if checker.split(poly)[1] else []
    ring = fmpq_mpoly_ctx.get([f"v{i}" for i in range(len(places))], "lex")
    rows = {}
    for m, c in primitive.items():
        own = dict(m)
        rows[tuple(int(own.get(i, 0) * lcm[i]) for i in places)] = fmpq(c.numerator, c.denominator)
    _, parts = ring.from_dict(rows).factor()
    found = []
    for part, power in parts:
        if len(parts) == 1 and power == 1:
            return whole
        terms: Poly = {}
        for exponents, c in part.terms():
            m = ((i, plain_exponent(Fraction(int(e), lcm[i]))) for i, e in zip(places, exponents, strict=True) if e)
            terms[tuple(m)] = Fraction(int(c.p), int(c.q))
        if len(terms) > 1:
            found.append(terms)
    return found


def plain_exponent(k: Fraction) -> Any:
    return k if k.denominator > 1 else int(k)
