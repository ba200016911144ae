"""The portfolio: what is tried on an inequality, cheap rules first; floats prune, counts end it instead of clocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..kernel import clock
from ..kernel.model import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import Atom, Sequent, branch_node
from .addends import by_addends
from .anchors import by_calculus
from .attempt import Attempt, Goal, Node
from .cases import by_contraposition, by_factor, by_hypothesis, in_one_variable
from .cuts import by_cut
from .enclosures import in_few_boxes, in_many_boxes, of_numbers, without_field
from .sides import by_comparison, by_products
from .solver import at_once, by_tangents, contradictory, in_time, quick
from .squares import by_squares
from .stirling import by_stirling
from .substitutes import by_equation, by_lift, by_reciprocal, by_units
from .symmetry import by_order
from .vertices import by_vertices

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
        with clock.limited(self.left()):
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
