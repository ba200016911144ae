"""The portfolio: what is tried on an inequality, cheap rules first, and the proof trees for all goals of a statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sympy import Symbol, log

from boundcheck.symbolic.balls import Undefined
from boundcheck.symbolic.encode import encode

from ..kernel import certificates, rules, smt
from ..kernel.points import Point
from ..kernel.polynomial_form import model
from ..kernel.reading import Reading
from ..kernel.results import Inapplicable, Proved, Unknown
from ..kernel.sequent import Atom, Sequent, branch_node
from .attempt import Attempt, Goal, Node
from .by_algebra import (
    at_once,
    by_addends,
    by_comparison,
    by_contraposition,
    by_factor,
    by_hypothesis,
    by_order,
    by_products,
    by_squares,
    by_tangents,
    contradictory,
    in_one_variable,
    in_time,
    quick,
)
from .by_calculus import (
    by_calculus,
    by_cut,
    by_vertices,
    cornered,
    in_few_boxes,
    in_many_boxes,
    of_numbers,
    without_field,
)
from .by_separation import by_separation
from .by_substitution import by_equation, by_lift, by_reciprocal, by_stirling, by_units
from .falsify import Falsifier
from .refuting import admissible_point

# The portfolio: what is tried on an inequality, cheap rules first; floats prune, counts end it instead of clocks.

_DEEPENED, _CUT = 5, 2  # rounds, each a step of calculus deeper; those that end with a cut


@dataclass(frozen=True)
class Tactic:
    """One way to prove an inequality.

    Attributes
    ----------
    tried : callable
        Takes the attempt, the goal and the steps of calculus that are left, and returns a proof tree or None.
    depth : int
        Steps of calculus that must be left.
    curved : bool or None
        Whether it is for claims with logarithms or exponentials, for those without, or for all.
    """

    tried: Callable[[Attempt, Goal, int], Node | None]
    depth: int = 0
    curved: bool | None = None

    def fits(self, goal: Goal, depth: int) -> bool:
        """Whether it is for such a goal."""
        return depth >= self.depth and (self.curved is None or self.curved == goal.curved)


PORTFOLIO = (
    Tactic(at_once),
    Tactic(of_numbers),
    Tactic(by_stirling),
    Tactic(by_addends),
    Tactic(by_vertices, depth=1, curved=True),
    Tactic(by_equation),
    Tactic(by_separation, depth=1),
    Tactic(by_units, depth=1),
    Tactic(by_contraposition, depth=1),
    Tactic(by_lift, curved=False),
    Tactic(by_squares, depth=1),
    Tactic(by_order, depth=1),
    Tactic(by_hypothesis, depth=1),
    Tactic(by_factor),
    Tactic(in_few_boxes),
    Tactic(by_comparison),
    Tactic(by_calculus, depth=1),
    Tactic(by_products, depth=1),
    Tactic(by_lift, curved=True),
    Tactic(by_reciprocal, depth=1),
    Tactic(in_one_variable, depth=2),
    Tactic(in_time, depth=2),
    Tactic(by_tangents, depth=1),
    Tactic(in_many_boxes, depth=2),
)


class Search(Attempt):
    """An attempt with the whole portfolio."""

    def run(self) -> Node | None:
        """Return a proof tree, or None; deeper searches only after shallower ones failed."""
        with smt.limited(self.left()):
            for depth in range(_DEEPENED):
                node = self.solve(self.sequent, depth)
                if node is None and depth < _CUT:
                    node = by_cut(self, self.sequent, depth)
                if node is not None:
                    return node
                if self.spent():
                    break
        return None

    def settle(self, sequent: Sequent, depth: int) -> Node | None:
        """Bring a sequent into its simplest form, then try the portfolio on it."""
        node = self.step(sequent, {"rule": "given"}, depth)
        if node is not None:
            return node
        if branch_node(sequent) is not None:
            return self.step(sequent, {"rule": "cases"}, depth)
        for rule in ("substitute", "tidy"):
            if self.applies(sequent, rule):
                # what was used up may have been all that excluded the others
                return self.step(sequent, {"rule": rule}, depth) or contradictory(self, sequent)
        node = contradictory(self, sequent)
        if node is not None or self.floats.implausible(sequent):
            return node
        try:
            outcome = model(sequent).split()
        except Inapplicable:
            return without_field(self, sequent, depth)
        if outcome is None:
            return {"rule": "clear"}
        if sequent.claim.relation == "==":
            return quick(self, sequent) or (self.step(sequent, {"rule": "sides"}, depth) if depth else None)
        if sequent.claim.relation == "!=":
            return self._apart(sequent) or quick(self, sequent)
        return self._tried(Goal(sequent, _cleared(sequent, *outcome)), depth)

    def _apart(self, sequent: Sequent) -> Node | None:
        """Show that something is not 0 by showing that it is above, or below."""
        for sign in (1, -1):
            node = self.step(sequent, {"rule": "apart", "sign": sign}, 0)
            if node is not None:
                return node
        return None

    def _tried(self, goal: Goal, depth: int) -> Node | None:
        """Try the tactics one after the other."""
        for tactic in PORTFOLIO:
            node = tactic.tried(self, goal, depth) if tactic.fits(goal, depth) else None
            if node is not None:
                return node
        return None


def _cleared(sequent: Sequent, claim: object, facts: list) -> Sequent:
    """Return what the rule `clear` leaves: a polynomial claim, and what is known of its factors."""
    m, relation = model(sequent), sequent.claim.relation
    return Sequent(sequent.given, Atom(m.expr(claim), relation)).assume(*(Atom(m.expr(f), r) for f, r in facts))


# Proof trees for all goals of a statement, as they stand or in another scale, and the answer that they make.

_FIRST, LOOK = 0.3, 0.6  # seconds for a first look, as written and in another scale
_EMPTY = "no point was found that satisfies the hypotheses for certain"


def searched(
    read: Reading, seconds: float, tried: list[str], *, backwards: bool = False
) -> tuple[list[dict] | None, list[str]]:
    """Return a proof tree for each goal, or None and what is left; `backwards` looks for that of the last goal first."""
    with smt.limited(1.8 * seconds + 10):  # two short looks before the long one, each with a pause of its own
        trees, left = _searched(read.sequents[::-1] if backwards else read.sequents, seconds, tried)
    return trees[::-1] if backwards and trees is not None else trees, left


def mended(read: Reading, at_hand: Sequence[dict], seconds: float, tried: list[str]) -> tuple[list[dict] | None, list[str]]:
    """As `searched`, with trees of a statement like this one, of which those stay that fit; in one scale only.

    Where another scale is of use the trees at hand have it.
    """
    trees: list[dict] = []
    known = at_hand if len(at_hand) == len(read.sequents) else [{}] * len(read.sequents)
    with smt.limited(seconds + 10):
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
    certificate = certificates.proof(read, trees, point)
    return Proved(certificates.engine(certificate), certificates.trust(trees), certificate, tuple(tried))
