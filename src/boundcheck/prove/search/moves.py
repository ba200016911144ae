"""Candidate moves of the search: forms of a claim, points to start from, sides to compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Add, Expr, Pow, S, Symbol, exp, gamma, log

from boundcheck.symbolic.encode import encode

from ..kernel import rules, special
from ..kernel.calculus import affine_part
from ..kernel.derivative import derivative
from ..kernel.extension import ending
from ..kernel.generators import factors, used
from ..kernel.model import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import NOT_REAL, Sequent, conditions
from .plausible import Floats

Node = dict[str, Any]


def forms(sequent: Sequent, rest: Sequent) -> Iterator[tuple[Sequent, list[Node]]]:
    """Yield the claim multiplied by positive things, with the rules that lead there."""
    cleared: list[Node] = [{"rule": "clear"}]
    m = model(rest)
    tops = used(m.num)
    kinds = {m.field.generators[i].kind for i in tops}
    exps = {i for i in tops if m.field.generators[i].kind == "exp"}
    seen: set[str] = set()
    for i in sorted(tops, key=lambda i: (m.field.generators[i].kind != "log", i)):
        # what remains of a logarithm or a symbol after division has an elementary slope
        by = leading(m.num, i)
        kind = m.field.generators[i].kind
        if by.is_constant() or str(by) in seen or (kind, bool(used(by) & exps)) in (("symbol", False), ("exp", True)):
            continue
        if kind in ("log", "symbol", *special.KINDS) and m.signs.of(by):
            seen.add(str(by))
            yield from scaled(rest, m.expr(by) * m.signs.of(by), cleared)
    if kinds != {"exp"} and kinds != {"symbol"}:
        yield sequent, []
    yield rest, cleared
    for i in sorted(tops):
        if m.field.generators[i].kind == "exp":
            degree = m.num.degrees()[i]
            for k in sorted({degree, (degree + 1) // 2}):
                yield from scaled(rest, m.field.meaning(i) ** k, cleared)


def scaled(rest: Sequent, by: Expr, path: list[Node]) -> Iterator[tuple[Sequent, list[Node]]]:
    """Yield the claim divided by something positive."""
    node = {"rule": "scale", "by": encode(by)}
    try:
        yield rules.apply(rest, node)[-1], [*path, node]
    except (Inapplicable, ValueError):
        return


def leading(poly: Any, i: int) -> Any:
    """Return the coefficient of the highest power of generator `i`."""
    for _ in range(poly.degrees()[i]):
        poly = poly.derivative(i)
    return poly


def ends(floats: Floats, sequent: Sequent, x: Symbol) -> tuple[list[Expr], list[Expr]]:
    """Return lower and upper bounds that single hypotheses put on a symbol."""
    low, high = [], []
    for h in sequent.given:
        parts = affine_part(h.expr, x) if h.expr.has(x) and h.relation != "!=" else None
        if parts is None:
            continue
        end = (-parts[1] / parts[0]).cancel() if parts[1] != 0 else S.Zero
        found = floats.values(sequent, parts[0])
        if found is None or not found[0].size or len(conditions(end)) > 2:
            continue
        if (found[0] > 0).all():
            low.append(end)
        elif (found[0] < 0).all():
            high.append(end)
    return list(dict.fromkeys(low)), list(dict.fromkeys(high))


def anchors(floats: Floats, sequent: Sequent, x: Symbol) -> list[Expr]:
    """Return points at which the claim seems to hold and from which it seems to grow."""
    low, high = ends(floats, sequent, x)
    others = sorted((sequent.claim.expr.free_symbols - {x}), key=str)
    guesses = [S.Zero, *others, *low, *high, S.One, S.Half, *(1 - y for y in others), *(-y for y in others)]
    slope = derivative(sequent.claim.expr, x)
    guesses += stationary(slope, x)
    guesses += numerators(sequent, slope, x)
    good: list[tuple[bool, int, Expr]] = []
    for at in dict.fromkeys(guesses):
        start = value_at(sequent.claim.expr, x, at)[0]
        if not floats.seems(sequent, start) or not floats.seems(sequent, (x - at) * slope):
            continue
        value = floats.values(sequent, start)
        touching = value is not None and bool((np.abs(value[0]) <= 1e-9 * value[1] + 1e-12).all())
        good.append((not touching, len(good), at))
    return [at for _, _, at in sorted(good, key=lambda g: g[:2])][:3]


def value_at(expr: Expr, x: Symbol, at: Expr) -> tuple[Expr, bool]:
    """Return the value at a point, and whether it is one of the continuous extension only."""
    value = expr.xreplace({x: at})
    if not value.has(*NOT_REAL):
        return value, False
    try:
        return ending(expr, x, at).value, True
    except Inapplicable:
        return value, False


def stationary(slope: Expr, x: Symbol) -> list[Expr]:
    """Return where a slope vanishes, if it is affine in log(x), in exp(x) or in x alone."""
    found: list[Expr] = []
    slot = Symbol("stationary", real=True)
    for node, inverse in ((log(x), exp), (exp(x), log), (x, lambda v: v)):
        opened = slope.xreplace({node: slot})
        if opened.has(x) or not opened.has(slot):
            continue
        parts = affine_part(opened, slot)
        if parts is not None and parts[0] != 0:
            found.append(inverse(-parts[1] / parts[0]))
    return [at for at in found if not at.has(*NOT_REAL)]


def numerators(sequent: Sequent, slope: Expr, x: Symbol) -> list[Expr]:
    """Return where a factor of the slope's numerator vanishes, if it is affine in log(x), in exp(x), in x or in a root."""
    try:
        m = model(sequent.claims(slope, ">="))
        parts = factors(m.num)[1] if m.num != 0 else []
    except Inapplicable:
        return []
    found: list[Expr] = []
    for f, _ in parts:
        if len(f) <= 12 and not m.signs.of(f):
            found += [at for at in stationary(m.expr(f), x) if at not in found]
    return found[:4]


def comparisons(floats: Floats, sequent: Sequent, rest: Sequent) -> Iterator[tuple[Sequent, list[Node], Node]]:
    """Yield comparisons of squares where a root stands alone, of logarithms where a curved exponential does."""
    for goal, path in _ways(sequent, rest):
        terms = Add.make_args(goal.claim.expr)
        for rule, wanted in (("square", _has_root), ("logarithm", _has_curved)):
            chosen = [t for t in terms if wanted(t)]
            chosen = [t for t in chosen if t.free_symbols] or chosen  # a root of a number is one
            if chosen and len({_without_numbers(t) for t in chosen}) == 1:
                yield from _sides(floats, goal, path, rule, chosen)


def products(floats: Floats, sequent: Sequent, rest: Sequent) -> Iterator[tuple[Sequent, list[Node], Node]]:
    """Yield comparisons of logarithms where two products with exponentials or powers are compared.

    Such is the last line of a tail bound, ``P exp(-A) <= Q`` where ``A >= log(P/Q)``. That both sides are positive is
    for the rule to ask.
    """
    for goal, path in _ways(sequent, rest):
        terms = Add.make_args(goal.claim.expr)
        if len(terms) == 2 and any(map(_has_power, terms)) and sum(map(_has_curved, terms)) != 1:
            yield from _sides(floats, goal, path, "logarithm", [terms[0]])


def _ways(sequent: Sequent, rest: Sequent) -> tuple[tuple[Sequent, list[Node]], ...]:
    return (sequent, []), (rest, [{"rule": "clear"}])


def _sides(
    floats: Floats, goal: Sequent, path: list[Node], rule: str, chosen: list[Expr]
) -> Iterator[tuple[Sequent, list[Node], Node]]:
    """Yield the comparison of the chosen terms with the others, the larger side on the left."""
    left = Add(*chosen)
    right = Add(*(-t for t in Add.make_args(goal.claim.expr) if t not in chosen))
    if not floats.seems(goal, left):
        left, right = -right, -left
    if right != 0:
        yield goal, path, {"rule": rule, "left": encode(left), "right": encode(right)}


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


def tight_ends(floats: Floats, sequent: Sequent, x: Symbol) -> tuple[list[Expr], list[Expr]]:
    """Return the largest lower bound and the least upper one, or those that seem so somewhere.

    Bounds in letters of the claim come before others.
    """
    own = sequent.claim.expr.free_symbols
    found = []
    for bounds, sign in zip(ends(floats, sequent, x), (1, -1), strict=True):
        inside = [b for b in bounds if b.free_symbols <= own]
        found.append(_tightest(floats, sequent, inside or bounds, sign))
    return found[0], found[1]


def _tightest(floats: Floats, sequent: Sequent, bounds: list[Expr], sign: int) -> list[Expr]:
    found: list[Expr] = []
    for one in bounds[:5]:
        if any(floats.seems(sequent, sign * (other - one)) for other in found):
            continue
        found = [other for other in found if not floats.seems(sequent, sign * (one - other))] + [one]
    return found
