"""A statement with hypotheses left out: still true, false, or no longer defined."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from boundcheck.symbolic.evaluate import number
from boundcheck.symbolic.statement import Statement

from ..kernel import certificates, points, sums
from ..kernel.points import Point
from ..kernel.reading import Reading, reading
from ..kernel.results import Inapplicable, NotDefined, Proved, Refuted, Unknown
from . import samples
from .falsify import Falsifier
from .memory import remembered
from .refuting import hunters_of, refuted_at_a_point
from .trees import fits, mended, settled_by

_TRIED = 12  # points at which floats see no value


def without(statement: Statement, left_out: Iterable[int]) -> Statement:
    """Return `statement` without the hypotheses of these places."""
    places = frozenset(left_out)
    kept = tuple(h for place, h in enumerate(statement.given) if place not in places)
    return Statement(statement.lhs, statement.relation, statement.rhs, kept)


def dropped(
    statement: Statement, left_out: Iterable[int], trees: Sequence[dict] = (), *, seconds: float = 0.0
) -> Proved | Refuted | NotDefined | Unknown:
    """Ask whether a statement stays true without some of its hypotheses.

    A counterexample comes first, then a point at which the statement has no value any more, then the proof at hand,
    which may not have used the hypotheses, and last a search for another one.

    Parameters
    ----------
    statement : Statement
        True with all of its hypotheses.
    left_out : iterable of int
        Places in ``statement.given``.
    trees : sequence of dict
        The ``proofs`` of its certificate.
    seconds : float
        Effort of the search for another proof, as in `prove`; none by default.
    """
    places = sorted(left_out)
    weaker = without(statement, places)
    proof = hashlib.sha256(json.dumps(list(trees)).encode()).hexdigest()  # it may serve without the hypotheses, too
    asked = ("dropped", places, proof, seconds)
    return remembered(asked, weaker, (), lambda: _found(weaker, trees, seconds), open_too=True)


def _found(weaker: Statement, trees: Sequence[dict], seconds: float) -> Proved | Refuted | NotDefined | Unknown:
    """What a search answers."""
    try:
        read = reading(weaker)
    except Inapplicable as wrong:
        return Unknown(("reading",), (str(wrong),))
    tried = ["falsify"]
    hunters = hunters_of(read)
    answer = refuted_at_a_point(read, hunters, tried)
    if answer is not None:
        return answer
    hunter = hunters.get(read.domain) or Falsifier(read.domain, list(read.symbols), read.whole)
    point = next(_undefined(read, hunter), None)
    if point is not None:
        return NotDefined(certificates.written(point), certificates.no_value(read, point))
    at_hand = [_without_texts(tree) for tree in trees]
    if _verified(read, at_hand):
        return settled_by(read, at_hand, hunter, tried)
    tried.append("the proof at hand")
    if not seconds:
        return Unknown(tuple(tried), ())
    answer = refuted_at_a_point(read, hunters, tried, drawn=True)
    if answer is not None:
        return answer
    found, left = mended(read, at_hand, seconds, tried)
    return Unknown(tuple(tried), tuple(left)) if found is None else settled_by(read, found, hunter, tried)


def _undefined(read: Reading, hunter: Falsifier) -> Iterator[Point]:
    """Yield simple points of the domain at which the statement certainly has no value."""
    grid = hunter.grid
    if not len(grid):
        return
    try:
        with np.errstate(all="ignore"):
            gaps = [number(side.lhs, grid.table) - number(side.rhs, grid.table) for side in sums.parts(read.goal)]
    except (KeyError, ValueError):
        return
    value = np.broadcast_to(np.asarray(sum(gaps), float), (len(grid),))
    inside = np.broadcast_to(samples.holds(read.domain, grid.table), value.shape)  # the grid holds the border too
    nowhere, endless = np.flatnonzero(np.isnan(value) & inside), np.flatnonzero(np.isinf(value) & inside)
    for place in (*nowhere[:_TRIED], *endless[:_TRIED]):
        row = grid.row(place)
        if certificates.complete(read, row) and points.undefined(read.goal, read.given, row):
            yield row


def _without_texts(tree: dict) -> dict:
    """A tree without the solver's texts, which name every hypothesis: the rules write those of the weaker statement."""
    kept = {name: entry for name, entry in tree.items() if name not in ("smt2", "then")}
    return kept | ({"then": [_without_texts(child) for child in tree["then"]]} if "then" in tree else {})


def _verified(read: Reading, trees: Sequence[dict]) -> bool:
    """Whether the trees prove what `read` asks for, rule by rule."""
    if not trees or len(trees) != len(read.sequents):
        return False
    return all(fits(sequent, tree) for sequent, tree in zip(read.sequents, trees, strict=True))
