"""Candidate changes of letters: powers that take roots away, an order of letters, distances, reciprocals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from sympy import Add, Expr, Pow, Rational, S, Symbol, exp, log

from boundcheck.symbolic.encode import encode

from ..kernel import boxes, rules
from ..kernel.generators import GENS, used
from ..kernel.model import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import Sequent
from .plausible import Floats

Node = dict[str, Any]
_POWER = 12


def lifts(floats: Floats, sequent: Sequent) -> Iterator[Node]:
    """Yield a power for each letter whose roots the claim contains."""
    wanted: dict[Symbol, int] = {}
    kept: set[Symbol] = set()
    for node in sequent.claim.expr.atoms(Pow):
        if not isinstance(node.exp, Rational) or node.exp.is_Integer:
            continue
        letters, ok = _monomial(node.base)
        if not ok:
            kept |= node.base.free_symbols  # its roots would only grow
        for x in letters:
            wanted[x] = math.lcm(wanted.get(x, 1), int(node.exp.q))
    for x, k in sorted(wanted.items(), key=str):
        if k <= _POWER and x not in kept and floats.seems(sequent, x):
            node = {"rule": "lift", "var": encode(x), "power": k}
            if any(h.expr == x and h.relation == ">" for h in sequent.given):
                node["strict"] = True
            yield node


def _monomial(base: Expr) -> tuple[set[Symbol], bool]:
    found: set[Symbol] = set()
    for factor in base.as_ordered_factors():
        inner = factor.base if isinstance(factor, Pow) and factor.exp.is_Integer else factor
        if isinstance(inner, Symbol):
            found.add(inner)
        elif inner.free_symbols:
            return set(), False
    return found, bool(found)


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


def units(sequent: Sequent) -> list[Node]:
    """Return stretches that take a letter out of the exponents that it divides: other letters are measured in it."""
    found: dict[Symbol, set[Symbol]] = {}
    for node in sequent.claim.expr.atoms(exp):
        top, bottom = node.args[0].as_numer_denom()
        if isinstance(bottom, Symbol) and top.free_symbols and not top.has(bottom):
            found.setdefault(bottom, set()).update(top.free_symbols)
    if len(found) != 1:
        return []
    ((by, letters),) = found.items()
    return [{"rule": "stretch", "var": encode(x), "by": encode(by)} for x in sorted(letters, key=str)]


def unbounded(floats: Floats, sequent: Sequent) -> Iterator[Node]:
    """Yield the reciprocal of a positive letter that has no upper bound and whose claim fades far out."""
    limits = boxes.bounds(sequent)
    for x in sorted(sequent.claim.expr.free_symbols, key=str):
        low, high = limits[x.name]
        if low is None or low < 0 or high is not None:
            continue
        yield {"rule": "invert", "var": encode(x)}


def solved(sequent: Sequent) -> Iterator[Node]:
    """Yield letters that an equation among the hypotheses determines as fractions of the others."""
    for h in sequent.given:
        if h.relation != "==" or not h.expr.free_symbols:
            continue
        try:
            m = model(sequent.claims(h.expr, "=="))
        except Inapplicable:
            continue
        for i in sorted(used(m.num)):
            x = m.field.generators[i].expr
            if not isinstance(x, Symbol) or m.num.degrees()[i] != 1:
                continue
            lead = m.num.derivative(i)
            by = -m.expr(m.num - lead * GENS[i]) / m.expr(lead)
            if not by.has(x):
                yield {"rule": "replace", "var": encode(x), "by": encode(by)}


def natural(sequent: Sequent) -> bool:
    """Whether reciprocals stand inside of functions."""
    nodes = (f for f in sequent.claim.expr.atoms(exp, log))
    return any(p.exp.is_negative and isinstance(p.base, Symbol) for f in nodes for p in f.args[0].atoms(Pow))


def touches(floats: Floats, sequent: Sequent) -> Iterator[tuple[Symbol, Expr]]:
    """Yield letters and values at which the claim is an equality whatever the others are."""
    for x in sorted(sequent.claim.expr.free_symbols, key=str):
        others = sequent.claim.expr.free_symbols - {x}
        for at in (S.Zero, S.One, *sorted(others, key=str)):
            value = sequent.claim.expr.xreplace({x: at})
            found = floats.values(sequent, value) if not value.has(S.NaN, S.ComplexInfinity) else None
            if found is not None and found[0].size and bool((np.abs(found[0]) <= 1e-12 * found[1] + 1e-300).all()):
                yield x, Add(x, -at)
