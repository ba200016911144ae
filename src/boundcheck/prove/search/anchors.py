"""Proofs by slopes: a value at a point, and the sign of the slope on either side of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, S, Symbol, erf, erfc, exp, gamma, log, loggamma, polygamma

from boundcheck.symbolic.encode import encode

from ..kernel import rules, special
from ..kernel.calculus import affine_part
from ..kernel.derivative import derivative
from ..kernel.generators import factors, used
from ..kernel.model import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import NOT_REAL, Sequent
from .attempt import Attempt, Goal, Node
from .plausible import Floats
from .vertices import by_concavity, ends, value_at

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
        if kind in ("log", "symbol", *special.KINDS) and m.signs.of(by):
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
