"""Comparisons of the squares or the logarithms of two sides."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Expr, Pow, S, exp, gamma, log

from boundcheck.symbolic.encode import decode, encode

from ..kernel.derivative import derivative
from ..kernel.sequent import Sequent, conditions
from .attempt import Attempt, Goal, Node
from .plausible import Floats

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
