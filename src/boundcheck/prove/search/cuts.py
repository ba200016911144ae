"""Intermediate claims worth asking for: bounds on the divergence of two probabilities, signs of a side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from sympy import Expr, Symbol, log, sqrt

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.functions import bernoulli_kl

from ..kernel import boxes
from ..kernel.sequent import Sequent

Node = dict[str, Any]


def lemma(expr: Expr, relation: str = ">=") -> Node:
    """Return the node of an intermediate claim."""
    return {"rule": "cut", "lemma": encode(expr), "relation": relation}


def divergences(sequent: Sequent) -> Iterator[Node]:
    """Yield bounds on the divergences of two probabilities whose logarithms occur."""
    found = {n for a in (sequent.claim, *sequent.given) for n in a.expr.atoms(log)}
    limits = boxes.bounds(sequent)
    inside = sorted((s for s in _letters(sequent) if limits[s.name] == (0, 1)), key=str)
    for p, q in permutations(inside, 2):
        if not any(n.has(p) and n.has(q) for n in found) and not {log(p), log(q)} <= found:
            continue
        divergence, gap = bernoulli_kl(p, q), p - q
        yield lemma(divergence - 2 * gap**2)
        yield lemma(divergence + log(1 - gap**2))
        yield lemma(gap**2 / (q * (1 - q)) - divergence)
        yield lemma(divergence - (sqrt(p) - sqrt(q)) ** 2 - (sqrt(1 - p) - sqrt(1 - q)) ** 2)


def _letters(sequent: Sequent) -> set[Symbol]:
    return set().union(sequent.claim.expr.free_symbols, *(h.expr.free_symbols for h in sequent.given))
