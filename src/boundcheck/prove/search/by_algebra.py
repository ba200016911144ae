"""Tactics of algebra: the solver, sums of squares, squares and logarithms of sides, terms that pay for others, cases, symmetry."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import z3
from sympy import Add, Dummy, Expr, Mul, Poly, PolynomialError, Pow, Rational, S, Symbol, exp, expand_mul, gamma, log

from boundcheck.symbolic.encode import decode, encode
from boundcheck.symbolic.evaluate import number

from ..kernel import points, rules, smt
from ..kernel.calculus import derivative
from ..kernel.field import factors, used
from ..kernel.polynomial_form import model, too_deep
from ..kernel.results import Inapplicable
from ..kernel.sequent import Atom, Sequent, conditions
from .attempt import Attempt, Goal, Node, after_clearing
from .falsify import Floats

# What the solver settles: a sequent as it stands, in polynomial facts about its functions.

_QUICK, _LONG = 20_000, 600_000  # of the solver's counter; algebraic numbers cost far more than it counts


def polynomial(search: Attempt, sequent: Sequent, variants: tuple[str, ...], rlimit: int) -> Node | None:
    """Return a proof by the solver in one of the variants."""
    for variant in variants:
        node = search.step(sequent, {"rule": "polynomial", "variant": variant, "rlimit": rlimit}, 0)
        if node is not None:
            return node
    return None


def quick(search: Attempt, sequent: Sequent) -> Node | None:
    """Return what the solver settles at once."""
    m = model(sequent)
    if too_deep(m.field, m.num):
        return None
    return polynomial(search, sequent, ("logs", "sums", "full") if _has_logs(sequent) else ("light", "full"), _QUICK)


def at_once(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Ask the solver for a moment."""
    return quick(search, goal.sequent)


def in_time(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Give the solver more time, and more facts; then more time with fewer of them."""
    return polynomial(search, goal.sequent, ("full", "wide", "light"), _LONG)


def by_tangents(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Put tangents in the place of logarithms."""
    if not _has_logs(goal.sequent):
        return None
    return polynomial(search, goal.sequent, ("tangents",), _LONG if depth >= 2 else _QUICK)


def contradictory(search: Attempt, sequent: Sequent) -> Node | None:
    """Return a proof that no point satisfies the hypotheses, if floats find none."""
    if not search.floats.empty(sequent):
        return None
    node = polynomial(search, sequent.claims(S.NegativeOne, ">="), ("light", "full"), _QUICK)
    return {"rule": "contradiction", "then": [node]} if node is not None else None


def _has_logs(sequent: Sequent) -> bool:
    return any(a.expr.has(log) for a in (sequent.claim, *sequent.given))


# Polynomials as sums of squares of two monomials each, and of products of letters that are not negative.
#
# A diagonally dominant sum of squares is found by linear arithmetic over the rationals; that it is the claim, and that no
# square is negative, is for the rules to show.

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
    solver.set("timeout", smt.milliseconds())
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


# Comparisons of the squares or the logarithms of two sides.

Way = tuple[Sequent, list[Node], Node]  # a form of the goal, the rules that lead there, the comparison
_TRANSFORMS = 3  # comparisons among rules below each other


def by_comparison(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Compare squares where a root stands alone, logarithms where a curved exponential does."""
    return _compared(search, goal, comparisons(search.floats, goal), depth)


def by_products(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Compare logarithms of two products."""
    return _compared(search, goal, products(search.floats, goal), depth)


def _compared(search: Attempt, goal: Goal, ways: Iterator[Way], depth: int) -> Node | None:
    if search.transforms >= _TRANSFORMS:
        return None
    search.transforms += 1
    try:
        for form, path, node in ways:
            found = search.step(form, node, depth) or _by_side(search, form, node, depth)
            if found is not None:
                return search.wrapped(goal.sequent, path, found)
        return None
    finally:
        search.transforms -= 1


def _by_side(search: Attempt, sequent: Sequent, node: Node, depth: int) -> Node | None:
    """Split by the sign of the smaller side where that is not known: below 0 there is nothing to compare."""
    right = decode(node["right"])
    mark = ("side", str(right))
    if not depth or mark in search.changed or conditions(right) or search.floats.seems(sequent, right):
        return None
    with search.marked(mark):
        return search.step(sequent, {"rule": "sign", "on": node["right"]}, depth)


def comparisons(floats: Floats, goal: Goal) -> Iterator[Way]:
    """Yield comparisons of squares where a root stands alone, of logarithms where a curved exponential does."""
    for form, path in _ways(goal):
        terms = Add.make_args(form.claim.expr)
        for rule, wanted in (("square", _has_root), ("logarithm", _has_curved)):
            chosen = [t for t in terms if wanted(t)]
            chosen = [t for t in chosen if t.free_symbols] or chosen  # a root of a number is one
            if chosen and len({_without_numbers(t) for t in chosen}) == 1:
                yield from _sides(floats, form, path, rule, chosen)


def products(floats: Floats, goal: Goal) -> Iterator[Way]:
    """Yield comparisons of logarithms where two products with exponentials or powers are compared.

    Such is the last line of a tail bound, ``P exp(-A) <= Q`` where ``A >= log(P/Q)``. That both sides are positive is
    for the rule to ask.
    """
    for form, path in _ways(goal):
        terms = Add.make_args(form.claim.expr)
        if len(terms) == 2 and any(map(_has_power, terms)) and sum(map(_has_curved, terms)) != 1:
            yield from _sides(floats, form, path, "logarithm", [terms[0]])


def _ways(goal: Goal) -> tuple[tuple[Sequent, list[Node]], ...]:
    return (goal.sequent, []), (goal.cleared, [{"rule": "clear"}])


def _sides(floats: Floats, form: Sequent, path: list[Node], rule: str, chosen: list[Expr]) -> Iterator[Way]:
    """Yield the comparison of the chosen terms with the others, the larger side on the left."""
    left = Add(*chosen)
    right = Add(*(-t for t in Add.make_args(form.claim.expr) if t not in chosen))
    if not floats.seems(form, left):
        left, right = -right, -left
    if right != 0:
        yield form, path, {"rule": rule, "left": encode(left), "right": encode(right)}


def _outside_logs(term: Expr) -> Iterator[Expr]:
    yield term
    if not isinstance(term, log):
        for arg in term.args:
            yield from _outside_logs(arg)


def _has_root(term: Expr) -> bool:
    nodes = (p for p in _outside_logs(term) if isinstance(p, Pow))
    return any(p.exp.is_Rational and not p.exp.is_Integer for p in nodes)


def _has_curved(term: Expr) -> bool:
    """Whether an exponential is not that of something linear."""
    for node in _outside_logs(term):
        if isinstance(node, Pow) and node.exp.free_symbols:
            return True
        inner = node.args[0] if isinstance(node, exp) else S.Zero
        if inner.has(log) or any(derivative(inner, x).has(x) for x in inner.free_symbols):
            return True
    return False


def _has_power(term: Expr) -> bool:
    """Whether a symbol stands in an exponent."""
    nodes = _outside_logs(term)
    return any(isinstance(node, (Pow, exp, gamma)) and bool(node.args[-1].free_symbols) for node in nodes)


def _without_numbers(term: Expr) -> Expr:
    return term.as_coeff_Mul()[1]


# Sums compared term by term: which positive term of a claim pays for which negative ones, as floats suggest.

MOST_TERMS, MOST_PARTS = 12, 3
SLACK = 1e-9  # relative, of a float


def by_addends(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Pay for the negative terms of a sum one by one."""
    for parts in partitions(search.floats, goal.sequent):
        node = search.step(goal.sequent, {"rule": "addends", "parts": [encode(part) for part in parts]}, depth)
        if node is not None:
            return node
    return None


def partitions(floats: Floats, sequent: Sequent) -> Iterator[list[Expr]]:
    """Yield ways to write the claim as a sum of two or more expressions, none of which floats see negative."""
    terms = Add.make_args(distributed(sequent.claim.expr))
    inside = floats.inside(sequent)
    if not 4 <= len(terms) <= MOST_TERMS or not inside:
        return
    try:
        with np.errstate(all="ignore"):
            rows = [np.asarray(number(term, inside), float) for term in terms]
    except (KeyError, ValueError, TypeError, OverflowError):
        return
    table = np.stack(np.broadcast_arrays(*rows)) if rows else np.zeros((0, 1))
    table = table.reshape(len(terms), -1)
    table = table[:, np.isfinite(table).all(axis=0)]
    if not table.shape[1]:
        return
    payers = [k for k in range(len(terms)) if (table[k] >= 0).all()]
    costs = [k for k in range(len(terms)) if k not in payers]
    if len(payers) < 2 or len(costs) < 2 or not all((table[k] <= 0).all() for k in costs):
        return
    for found, owners in enumerate(_assigned(table, payers, costs)):
        groups: dict[int, list[int]] = {}
        for cost, payer in owners.items():
            groups.setdefault(payer, [payer]).append(cost)
        if len(groups) > 1 or len(groups) < len(payers):
            idle = [k for k in payers if k not in groups]
            yield [Add(*(terms[k] for k in group)) for group in (*groups.values(), *([k] for k in idle))]
        if found + 1 == MOST_PARTS:
            return


def _assigned(table: Any, payers: list[int], costs: list[int]) -> Iterator[dict[int, int]]:
    """Yield a payer for each cost, none of which overspends at any point."""
    order = sorted(costs, key=lambda k: float(table[k].min()))

    def place(index: int, left: Any, owners: dict[int, int]) -> Iterator[dict[int, int]]:
        if index == len(order):
            yield dict(owners)
            return
        for row, payer in enumerate(payers):
            rest = left[row] + table[order[index]]
            if (rest >= -SLACK * table[payer]).all():
                kept = left[row].copy()
                left[row] = rest
                yield from place(index + 1, left, {**owners, order[index]: payer})
                left[row] = kept

    yield from place(0, table[payers].copy(), {})


def distributed(expr: Expr) -> Expr:
    """Multiply sums out, save those that occur twice: they are factors of whole groups of terms."""
    seen: Counter[Expr] = Counter()
    _count(expr, seen)
    kept = {node: Dummy(positive=True) for node, count in seen.items() if count > 1}
    return expand_mul(_swapped(expr, kept)).xreplace({stands: node for node, stands in kept.items()})


def _count(expr: Expr, seen: Counter[Expr]) -> None:
    for arg in expr.args if isinstance(expr, (Add, Mul, Pow)) else ():
        if isinstance(expr, Pow) and not expr.exp.is_Integer:
            return
        if isinstance(arg, Add) and isinstance(expr, (Mul, Pow)):
            seen[arg] += 1
        _count(arg, seen)


def _swapped(expr: Expr, kept: dict[Expr, Expr]) -> Expr:
    if expr in kept:
        return kept[expr]
    if isinstance(expr, (Add, Mul)) or (isinstance(expr, Pow) and expr.exp.is_Integer):
        return expr.func(*(_swapped(arg, kept) for arg in expr.args))
    return expr


# Proofs by cases: on the sign of a factor, on either side of a number; and the claim turned round with a hypothesis.

_SPLITS = [Rational(1, 4), S.Half, S.One, Rational(2), Rational(4), Rational(10)]


def by_hypothesis(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Split where a product among the hypotheses has a factor that may vanish."""
    m = model(goal.sequent)
    for poly, relation in m.signs.facts:
        parts = factors(poly)[1] if relation in (">=", "==") else []
        for f, _ in parts if len(parts) > 1 else ():
            on = m.expr(f)
            if m.signs.not_negative(f) and not m.signs.of(f) and not conditions(on):
                return search.step(goal.sequent, {"rule": "sign", "on": encode(on)}, depth)
    return None


def by_factor(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Split on the sign of one factor of a product."""
    try:
        parts = factors(model(goal.cleared).num)[1]
    except Inapplicable:
        return None
    unsettled = [i for i, (f, _) in enumerate(parts) if not model(goal.cleared).signs.of(f)]
    if len(unsettled) < 2:
        return None
    order = sorted(unsettled, key=lambda i: (len(parts[i][0]), i))
    return after_clearing(search.step(goal.cleared, {"rule": "factor", "index": order[0]}, depth))


def by_contraposition(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Turn a simple claim and a hypothesis with functions of its letters round."""
    claim, mark = goal.sequent.claim.expr, ("contrapose", "")
    if mark in search.changed or claim.has(log, exp, Pow) or len(claim.free_symbols) not in (1, 2):
        return None
    for i, h in enumerate(goal.sequent.given):
        if h.relation in (">=", ">") and h.expr.free_symbols >= claim.free_symbols and h.expr.has(log, exp, Pow):
            with search.marked(mark):
                node = search.step(goal.sequent, {"rule": "contrapose", "hypothesis": i}, depth)
            if node is not None:
                return node
    return None


def in_one_variable(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Cut a line into a piece near an end, a compact middle and a tail."""
    symbols = goal.sequent.claim.expr.free_symbols
    if len(symbols) != 1:
        return None
    (x,) = symbols
    low, high = points.bounds(goal.sequent)[x.name]
    for at in _SPLITS + [-c for c in _SPLITS]:
        if (low is None or float(at) > float(low.p) / float(low.q)) and (
            high is None or float(at) < float(high.p) / float(high.q)
        ):
            found = search.step(goal.sequent, {"rule": "split", "var": encode(x), "at": encode(at)}, depth - 1)
            if found is not None:
                return found
    return None


# Letters in order: where claim and hypotheses are symmetric, one order is enough, and letters become sums of distances.

_MARK = ("order",)


def by_order(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Put letters in order and write them as sums of distances."""
    names = polynomial_letters(goal.cleared)
    if len(names) < 2 or _MARK in search.changed:
        return None
    for node, chosen in orders(goal.cleared, names):
        with search.marked(_MARK):
            (inside,) = rules.apply(goal.cleared, node)
            search.note("order")
            found = chain(search, inside, distances(chosen, node["rotate"]), depth)
        return after_clearing({**node, "then": [found]} if found is not None else None)
    return None


def chain(search: Attempt, sequent: Sequent, nodes: list[Node], depth: int) -> Node | None:
    """Apply shifts one after the other, then close what is left by signs of coefficients or the solver."""
    if not nodes:
        search.effort -= 1
        return search.step(sequent, {"rule": "clear"}, -1) or quick(search, sequent)
    try:
        goals = rules.apply(sequent, nodes[0])
    except Inapplicable:
        return None
    side = [search.solve(goal, 0) for goal in goals[:-1]]
    last = chain(search, goals[-1], nodes[1:], depth) if None not in side else None
    return {**nodes[0], "then": [*side, last]} if last is not None else None


def polynomial_letters(sequent: Sequent) -> list[Symbol]:
    """Return the letters of a claim that is a polynomial in them, else nothing."""
    try:
        m = model(sequent)
    except Inapplicable:
        return []
    generators = [m.field.generators[i] for i in sorted(used(m.num))]
    if any(g.kind != "symbol" for g in generators):
        return []
    return sorted((g.expr for g in generators if isinstance(g.expr, Symbol)), key=str)


def orders(sequent: Sequent, letters: list[Symbol]) -> Iterator[tuple[Node, list[Symbol]]]:
    """Yield orders that the symmetry of claim and hypotheses allows, of as many letters as possible."""
    for size in range(min(4, len(letters)), 1, -1):
        for chosen in combinations(letters, size):
            for rotate in (False, True):
                if rotate and size == 2:
                    continue
                node = {"rule": "order", "letters": [encode(x) for x in chosen], "rotate": rotate}
                try:
                    rules.apply(sequent, node)
                except Inapplicable:
                    continue
                yield node, list(chosen)
                return


def distances(letters: list[Symbol], rotate: bool) -> list[Node]:
    """Return the shifts that make letters in order sums of distances."""
    if rotate:
        return [shifted(x, letters[0]) for x in letters[1:]]
    # from the far end: the letter before is still a letter of its own when it is added
    return [shifted(b, a) for a, b in reversed(list(pairwise(letters)))]


def shifted(x: Symbol, base: Expr) -> Node:
    """Return the shift of a letter by what bounds it below."""
    return {"rule": "shift", "var": encode(x), "base": encode(base)}
