"""Proof trees for all goals of a statement, as they stand or in another scale, and the answer that they make."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Symbol, log

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.exact_values import Undefined

from ..kernel import certificates, clock, rules
from ..kernel.points import Point
from ..kernel.reading import Reading
from ..kernel.results import Inapplicable, Proved, Unknown
from ..kernel.sequent import Sequent
from .falsify import Falsifier
from .inside import admissible_point
from .portfolio import Search
from .vertices import cornered

_FIRST, LOOK = 0.3, 0.6  # seconds for a first look, as written and in another scale
_EMPTY = "no point was found that satisfies the hypotheses for certain"


def searched(
    read: Reading, seconds: float, tried: list[str], *, backwards: bool = False
) -> tuple[list[dict] | None, list[str]]:
    """Return a proof tree for each goal, or None and what is left; `backwards` looks for that of the last goal first."""
    with clock.limited(1.8 * seconds + 10):  # two short looks before the long one, each with a pause of its own
        trees, left = _searched(read.sequents[::-1] if backwards else read.sequents, seconds, tried)
    return trees[::-1] if backwards and trees is not None else trees, left


def mended(read: Reading, at_hand: Sequence[dict], seconds: float, tried: list[str]) -> tuple[list[dict] | None, list[str]]:
    """As `searched`, with trees of a statement like this one, of which those stay that fit; in one scale only.

    Where another scale is of use the trees at hand have it.
    """
    trees: list[dict] = []
    known = at_hand if len(at_hand) == len(read.sequents) else [{}] * len(read.sequents)
    with clock.limited(seconds + 10):
        for sequent, tree in zip(read.sequents, known, strict=True):
            if not fits(sequent, tree):
                search = Search(sequent, seconds)
                found = search.run()
                tried += [t for t in search.tried if t not in tried]
                if found is None:
                    return None, [f"open: {sequent.claim}", *(f"box: {b}" for b in search.residual[:4])]
                tree = found
            trees.append(tree)
    return trees, []


def fits(sequent: Sequent, tree: dict) -> bool:
    """Whether a tree proves a goal, rule by rule."""
    try:
        rules.verify(sequent, tree)
    except (Inapplicable, Undefined, KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
        return False
    return True


def _searched(sequents: Sequence[Sequent], seconds: float, tried: list[str]) -> tuple[list[dict] | None, list[str]]:
    trees: list[dict] = []
    for sequent in sequents:
        search = Search(sequent, min(seconds, _FIRST) if written(sequent) else seconds)
        tree = search.run()
        tried += [t for t in search.tried if t not in tried]
        if tree is None and written(sequent):
            # corner to corner takes a long search; another scale, where it helps at all, helps soon
            tree = rescaled(sequent, min(seconds, _FIRST if cornered(search.floats, sequent) else LOOK), tried)
            if tree is None and seconds > _FIRST:
                search = Search(sequent, seconds)
                tree = search.run() or rescaled(sequent, seconds, tried)
        if tree is None:
            return None, [f"open: {sequent.claim}", *(f"box: {b}" for b in search.residual[:4])]
        trees.append(tree)
    return trees, []


def written(sequent: Sequent) -> list[Symbol]:
    """Return the symbols that occur under logarithms alone or with a factor; terms of a sequence are none."""
    logs = sequent.claim.expr.atoms(log)
    inside = {(x, node) for node in logs for x in node.args[0].free_symbols if "[" not in x.name}
    return sorted({x for x, n in inside if any(x not in (n.args[0] * by).free_symbols for by in (x, 1 / x))}, key=str)


def rescaled(sequent: Sequent, seconds: float, tried: list[str]) -> dict | None:
    """Return a proof in which one of these symbols is written exp(-y)."""
    for x in written(sequent):
        node = {"rule": "rescale", "var": encode(x)}
        try:
            positive, moved = rules.apply(sequent, node)
        except Inapplicable:
            continue
        below, search = Search(positive, min(seconds, 1.0)).run(), Search(moved, seconds)
        tree = search.run() if below is not None else None
        tried += [t for t in ("rescale", *search.tried) if t not in tried]
        if tree is not None:
            return {**node, "then": [below, tree]}
    return None


def settled_by(read: Reading, trees: list[dict], hunter: Falsifier | None, tried: list[str]) -> Proved | Unknown:
    """Return what proof trees, verified by the caller, make of a statement whose domain has to have a point."""
    point = admissible_point(read, hunter)
    return Unknown(tuple(tried), (_EMPTY,)) if point is None else proved(read, trees, point, tried)


def proved(read: Reading, trees: list[dict], point: Point, tried: list[str]) -> Proved:
    """Return the answer that proof trees of all goals, and a point of the domain, make."""
    engine = "+".join(engines(trees)) or "given"
    certificate = certificates.proof(read, trees, point)
    return Proved(engine, certificates.trust(trees), certificate, tuple(tried))


def engines(trees: list[dict]) -> list[str]:
    """Return the names of the rules in proof trees."""
    return sorted(set().union(*(rules.names(t) for t in trees)) - {"given"})
