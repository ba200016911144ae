"""Tactics of calculus: slopes from a value at a point, concave letters, intermediate claims, boxes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np
from sympy import Expr, Max, Min, S, Symbol, erf, erfc, exp, gamma, log, loggamma, polygamma, sqrt

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.functions import bernoulli_kl

from ..kernel import field, points, rules
from ..kernel.calculus import affine_part, derivative, ending
from ..kernel.field import factors, used
from ..kernel.polynomial_form import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import NOT_REAL, Sequent, conditions
from .attempt import Attempt, Goal, Node
from .falsify import Floats

# Claims that are concave in a letter: they hold on an interval if they hold at its two ends.


def by_vertices(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Go to the ends of an interval of one of several letters, where the claim is concave in it."""
    claim = goal.sequent.claim.expr
    if not search.patient or search.transforms or len(claim.free_symbols) < 2:
        return None
    depth = max(depth, 2)
    for x in sorted(claim.free_symbols, key=str):
        if search.spent() or not bends_down(search.floats, goal.sequent, x):
            continue
        low, high = tight_ends(search.floats, goal.sequent, x)
        if not low or not high:
            continue
        if len(low) + len(high) > 2:
            return _by_bounds(search, goal.sequent, x, low, high, depth)
        found = between(search, goal.sequent, x, low[0], high[0], depth)
        if found is not None:
            return found
    return None


def by_concavity(search: Attempt, sequent: Sequent, x: Symbol, depth: int) -> Node | None:
    """Try the two ends of an interval."""
    if not all(ends(search.floats, sequent, x)) or not bends_down(search.floats, sequent, x):
        return None
    low, high = tight_ends(search.floats, sequent, x)
    for a in low[:2]:
        for b in high[:2] if not search.spent() else ():
            found = between(search, sequent, x, a, b, depth)
            if found is not None:
                return found
    return None


def cornered(floats: Floats, sequent: Sequent) -> bool:
    """Whether the claim has three letters or more, and seems concave in one of them between two bounds."""
    symbols = sorted(sequent.claim.expr.free_symbols, key=str)
    if len(symbols) < 3:
        return False
    bent = (x for x in symbols if bends_down(floats, sequent, x))
    return any(all(tight_ends(floats, sequent, x)) for x in bent)


def _by_bounds(
    search: Attempt, sequent: Sequent, x: Symbol, low: list[Expr], high: list[Expr], depth: int
) -> Node | None:
    """Split by which of two bounds of a letter is the tighter one."""
    mark = ("bounds", str(x))
    if search.changed.count(mark) > 1:
        return None
    lemma = x - Max(*low[:2]) if len(low) > 1 else Min(*high[:2]) - x
    with search.marked(mark):
        return search.step(sequent, {"rule": "cut", "lemma": encode(lemma), "relation": ">="}, depth)


def between(search: Attempt, sequent: Sequent, x: Symbol, low: Expr, high: Expr, depth: int) -> Node | None:
    """Try two ends of an interval, limits where there is no value."""
    values, limits = zip(*(value_at(sequent.claim.expr, x, end) for end in (low, high)), strict=True)
    if not all(search.floats.seems(sequent, value) for value in values):
        return None
    node: Node = {"rule": "concave", "var": encode(x), "low": encode(low), "high": encode(high)}
    if any(limits):
        node["limits"] = list(limits)
    return search.step(sequent, node, depth - 1)


def bends_down(floats: Floats, sequent: Sequent, x: Symbol) -> bool:
    """Whether the claim seems concave in a letter."""
    try:
        return floats.seems(sequent, -derivative(derivative(sequent.claim.expr, x), x))
    except Inapplicable:
        return False


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


def value_at(expr: Expr, x: Symbol, at: Expr) -> tuple[Expr, bool]:
    """Return the value at a point, and whether it is one of the continuous extension only."""
    value = _put(expr, x, at)
    if not value.has(*NOT_REAL):
        return value, False
    try:
        return ending(expr, x, at).value, True
    except Inapplicable:
        return value, False


@lru_cache(maxsize=4096)
def _put(expr: Expr, x: Symbol, at: Expr) -> Expr:
    return expr.xreplace({x: at})


# Proofs by slopes: a value at a point, and the sign of the slope on either side of it.

_SPECIAL = (erf, erfc, gamma, loggamma, polygamma)


def by_calculus(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Try values at points and signs of slopes."""
    for form, path in forms(goal):
        for x in sorted(form.claim.expr.free_symbols, key=str):
            if search.spent():
                return None
            for node in _monotone(search.floats, form, x):
                found = search.step(form, node, depth - 1)
                if found is not None:
                    return search.wrapped(goal.sequent, path, found)
                if search.spent():
                    return None
            found = by_concavity(search, form, x, depth) or _by_limit(search, form, x, depth)
            if found is not None:
                return search.wrapped(goal.sequent, path, found)
    return None


def _monotone(floats: Floats, form: Sequent, x: Symbol) -> Iterator[Node]:
    """Yield points from which the claim may grow, for a strict claim also those where it may be 0."""
    for at in anchors(floats, form, x):
        for strict in (False, True) if form.claim.relation == ">" else (False,):
            node: Node = {"rule": "monotone", "var": encode(x), "at": encode(at)}
            if strict:
                node["strict"] = True
            if value_at(form.claim.expr, x, at)[1]:
                node["limit"] = True
            yield node


def _by_limit(search: Attempt, sequent: Sequent, x: Symbol, depth: int) -> Node | None:
    """Try what the expression falls to as a letter grows."""
    if ends(search.floats, sequent, x)[1] or not sequent.claim.expr.has(*_SPECIAL):
        return None
    if not search.floats.seems(sequent, -derivative(sequent.claim.expr, x)):
        return None
    return search.step(sequent, {"rule": "far", "var": encode(x)}, depth - 1)


def forms(goal: Goal) -> Iterator[tuple[Sequent, list[Node]]]:
    """Yield the claim multiplied by positive things, with the rules that lead there."""
    rest, cleared = goal.cleared, [{"rule": "clear"}]
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
        if kind in ("log", "symbol", *field.KINDS) and m.signs.of(by):
            seen.add(str(by))
            yield from scaled(rest, m.expr(by) * m.signs.of(by), cleared)
    if kinds != {"exp"} and kinds != {"symbol"}:
        yield goal.sequent, []
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
        if not floats.seems(sequent, (x - at) * slope):  # before the value, which is the dearer of the two
            continue
        start = value_at(sequent.claim.expr, x, at)[0]
        if not floats.seems(sequent, start):
            continue
        value = floats.values(sequent, start)
        touching = value is not None and bool((np.abs(value[0]) <= 1e-9 * value[1] + 1e-12).all())
        good.append((not touching, len(good), at))
    return [at for _, _, at in sorted(good, key=lambda g: g[:2])][:3]


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


# Intermediate claims worth asking for: bounds on the divergence of two probabilities, signs of a side.


def by_cut(search: Attempt, sequent: Sequent, depth: int) -> Node | None:
    """Ask for something known in between; what follows with it is easy, or the claim is another one."""
    for nodes in divergences(sequent):
        node = through(search, sequent, nodes, depth)
        if node is not None:
            return node
    return None


def through(search: Attempt, sequent: Sequent, nodes: list[Node], depth: int) -> Node | None:
    """Return a proof by intermediate claims, one after the other."""
    if not nodes:
        return search.solve(sequent, depth)
    try:
        goals = rules.apply(sequent, nodes[0])
    except Inapplicable:
        return None
    if any(search.floats.implausible(goal) for goal in goals):
        return None
    search.note("cut")
    last = through(search, goals[-1], nodes[1:], depth)
    side = [search.solve(goal, 1) for goal in goals[:-1]] if last is not None else [None]
    return {**nodes[0], "then": [*side, last]} if None not in side else None


def lemma(expr: Expr, relation: str = ">=") -> Node:
    """Return the node of an intermediate claim."""
    return {"rule": "cut", "lemma": encode(expr), "relation": relation}


def divergences(sequent: Sequent) -> Iterator[list[Node]]:
    """Yield bounds on the divergences of two probabilities whose logarithms occur, one or two to be used together."""
    found = {n for a in (sequent.claim, *sequent.given) for n in a.expr.atoms(log)}
    limits = points.bounds(sequent)
    inside = sorted((s for s in _letters(sequent) if limits[s.name] == (0, 1)), key=str)
    for p, q in permutations(inside, 2):
        if not any(n.has(p) and n.has(q) for n in found) and not {log(p), log(q)} <= found:
            continue
        divergence, gap = bernoulli_kl(p, q), p - q
        yield [lemma(divergence - 2 * gap**2)]
        yield [lemma(divergence + log(1 - gap**2))]
        yield [lemma(gap**2 / (q * (1 - q)) - divergence)]
        yield [lemma(divergence - (sqrt(p) - sqrt(q)) ** 2 - (sqrt(1 - p) - sqrt(1 - q)) ** 2)]
        # from the concavity of the logarithm between the two: sharper than Pinsker's where both are small
        yield [lemma(2 * Max(p, q) * divergence - gap**2)]
        middle = (p + q) / 2
        if str(p) < str(q) and any(n.args[0].has(p + q, p / 2 + q / 2) for n in found):
            yield [lemma(bernoulli_kl(u, middle) - gap**2 / 2) for u in (p, q)]


def _letters(sequent: Sequent) -> set[Symbol]:
    return set().union(sequent.claim.expr.free_symbols, *(h.expr.free_symbols for h in sequent.given))


# Proofs by ball arithmetic, on boxes that cover the domain.

_FEW, _MANY = 60, 1500  # boxes


def in_boxes(search: Attempt, sequent: Sequent, limit: int) -> Node | None:
    """Return a proof by ball arithmetic, on at most `limit` boxes."""
    search.effort -= 1 + limit // 50
    search.note("balls")
    try:
        node, left = points.search(sequent, limit)
    except Inapplicable:
        return None
    search.residual = left or search.residual
    return node


def of_numbers(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Evaluate a claim without letters."""
    return in_boxes(search, goal.sequent, 1) if not goal.cleared.claim.expr.free_symbols else None


def in_few_boxes(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Cover the domain where the claim keeps a distance from 0."""
    return in_boxes(search, goal.sequent, _FEW) if search.floats.positive(goal.sequent) else None


def in_many_boxes(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Cover the domain by smaller boxes."""
    return in_boxes(search, goal.sequent, _MANY) if search.floats.positive(goal.sequent) else None


def without_field(search: Attempt, sequent: Sequent, depth: int) -> Node | None:
    """Return a proof of what has no polynomial form, or the wrong sign in it: balls and slopes need none."""
    if sequent.claim.relation == "==" or not search.floats.positive(sequent):
        return None
    node = in_boxes(search, sequent, _FEW)
    if node is None and depth >= 2:
        node = in_boxes(search, sequent, _MANY)
    return node
