"""Intermediate claims worth asking for: bounds on the divergence of two probabilities, signs of a side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sympy import Expr, Max, Symbol, log, sqrt

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.functions import bernoulli_kl

from ..kernel import boxes, rules
from ..kernel.results import Inapplicable
from ..kernel.sequent import Sequent
from .attempt import Attempt, Node


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
    limits = boxes.bounds(sequent)
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
