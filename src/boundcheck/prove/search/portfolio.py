"""The search for a proof tree: cheap rules first, floats to prune, counts instead of clocks."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sympy import Expr, Max, Min, Pow, Rational, S, Symbol, erf, erfc, exp, gamma, log, loggamma, polygamma

from boundcheck.symbolic.encode import decode, encode

from ..kernel import boxes, clock, rules
from ..kernel.derivative import derivative
from ..kernel.generators import factors
from ..kernel.model import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import Atom, Sequent, branch_node, conditions
from . import addends, cuts, moves, squares, substitutes
from .plausible import Floats

Node = dict[str, Any]
_SPECIAL = (erf, erfc, gamma, loggamma, polygamma)
_QUICK, _LONG = 20_000, 600_000  # of the solver's counter; algebraic numbers cost far more than it counts
_PATIENCE = 1  # seconds from which on a search goes from corner to corner
# Seconds of the processor for each of the effort, and some more: a short look is to end by its counts also where the processor
# is several times slower, or the search would take another way there.
_GRACE, _PAUSE = 1, 4
_DEEPEST, _TRANSFORMS = 34, 3  # rules below each other; comparisons of logarithms or squares among them
_SPLITS = [Rational(1, 4), S.Half, S.One, Rational(2), Rational(4), Rational(10)]


class Search:
    """One attempt at a sequent; `tried` collects the rules that were used in vain or not."""

    def __init__(self, sequent: Sequent, seconds: float):
        self.sequent = sequent
        self.effort = max(20, int(seconds * 100))  # rule applications
        self.deadline = time.thread_time() + _GRACE * seconds + _PAUSE  # for what the counts do not see
        self.patient = seconds >= _PATIENCE
        self.level = 0
        self.transforms = 0
        self.drawn: dict[Sequent, Floats] = {}
        self.changed: list[tuple] = []  # letters changed on the way to the sequent at hand
        self.tried: list[str] = []
        self.failed: dict[tuple[Sequent, int], bool] = {}
        self.unsquared: set[Sequent] = set()
        self.residual: list[str] = []
        self.floats = Floats(sequent)

    def run(self) -> Node | None:
        """Return a proof tree, or None; deeper searches only after shallower ones failed."""
        with clock.limited(self.deadline - time.thread_time()):
            for depth in range(5):
                node = self.solve(self.sequent, depth) or (self.by_cut(self.sequent, depth) if depth < 2 else None)
                if node is not None:
                    return node
                if self.spent():
                    break
        return None

    def spent(self) -> bool:
        """Whether the effort allowed is used up."""
        return self.effort <= 0 or clock.is_up()

    def step(self, sequent: Sequent, node: Node, depth: int) -> Node | None:
        """Apply a rule and solve what it leaves."""
        self.effort -= node["rule"] != "given"
        name = node["rule"] + (f" {node['variant']}" if "variant" in node else "")
        if name not in self.tried:
            self.tried.append(name)
        try:
            goals = rules.apply(sequent, node)
        except Inapplicable:
            return None
        if any(self.floats.implausible(goal) for goal in goals):
            return None
        children = []
        for goal in goals:
            child = self.solve(goal, depth)
            if child is None:
                return None
            children.append(child)
        return {**node, "then": children} if children else node

    def solve(self, sequent: Sequent, depth: int) -> Node | None:
        """Return a proof tree of a sequent within `depth` further steps of calculus."""
        key = (sequent, depth)
        if self.failed.get(key) or self.spent():
            return None
        if self.level >= _DEEPEST:
            return None
        self.level += 1
        try:
            node = self._solve(sequent, depth)
        except (Inapplicable, ValueError):  # out of time, or of what is understood: nothing is shown
            node = None
        finally:
            self.level -= 1
        if node is None:
            self.failed[key] = True
        return node

    def _solve(self, sequent: Sequent, depth: int) -> Node | None:
        relation = sequent.claim.relation
        node = self.step(sequent, {"rule": "given"}, depth)
        if node is not None:
            return node
        if branch_node(sequent) is not None:
            return self.step(sequent, {"rule": "cases"}, depth)
        for rule in ("substitute", "tidy"):
            if self.applies(sequent, rule):
                # what was used up may have been all that excluded the others
                return self.step(sequent, {"rule": rule}, depth) or self.contradictory(sequent)
        node = self.contradictory(sequent)
        if node is not None or self.floats.implausible(sequent):
            return node
        try:
            outcome = model(sequent).split()
        except Inapplicable:
            return self.without_field(sequent, depth)
        if outcome is None:
            return {"rule": "clear"}
        if relation == "==":
            return self.quick(sequent) or (self.step(sequent, {"rule": "sides"}, depth) if depth else None)
        if relation == "!=":
            for sign in (1, -1):
                node = self.step(sequent, {"rule": "apart", "sign": sign}, 0)
                if node is not None:
                    return node
            return self.quick(sequent)
        rest = Sequent(sequent.given, Atom(model(sequent).expr(outcome[0]), relation)).assume(
            *(Atom(model(sequent).expr(f), r) for f, r in outcome[1])
        )
        return self.attempt(sequent, rest, depth)

    def without_field(self, sequent: Sequent, depth: int) -> Node | None:
        """Return a proof of what has no polynomial form, or the wrong sign in it: balls and slopes need none."""
        if sequent.claim.relation == "==" or not self.floats.positive(sequent):
            return None
        node = self.in_boxes(sequent, 60)
        if node is None and depth >= 2:
            node = self.in_boxes(sequent, 1500)
        return node

    def applies(self, sequent: Sequent, rule: str) -> bool:
        """Whether a rule without parameters has something to do."""
        try:
            rules.apply(sequent, {"rule": rule})
        except Inapplicable:
            return False
        return True

    def attempt(self, sequent: Sequent, rest: Sequent, depth: int) -> Node | None:
        """Try the engines on an inequality; `rest` is the sequent after `clear`."""
        node = self.quick(sequent)
        if node is None and not rest.claim.expr.free_symbols:
            node = self.in_boxes(sequent, 1)
        if node is None:
            node = self.by_stirling(sequent, depth)
        if node is None:
            node = self.by_addends(sequent, depth)
        curved = sequent.claim.expr.has(log, exp)
        if node is None and depth and curved and self.patient and not self.transforms:
            node = self.by_vertices(sequent, max(depth, 2))
        if node is None:
            node = self.by_equation(sequent, depth)
        if node is None and depth and substitutes.natural(sequent):
            node = self.by_units(sequent, depth) or self.by_reciprocal(sequent, depth)
        if node is None and depth:
            node = self.by_contraposition(sequent, depth)
        if node is None and not curved:
            node = self.by_lift(sequent, depth)
        if node is None and depth:
            node = self.by_squares(rest)
            node = {"rule": "clear", "then": [node]} if node is not None else None
        if node is None and depth:
            node = self.by_order(rest, depth)
            node = {"rule": "clear", "then": [node]} if node is not None else None
        if node is None and depth:
            node = self.by_hypothesis(sequent, depth)
        if node is None:
            node = self.by_factor(rest, depth)
            node = {"rule": "clear", "then": [node]} if node is not None else None
        if node is None and self.floats.positive(sequent):
            node = self.in_boxes(sequent, 60)
        if node is None:
            node = self.by_transform(sequent, moves.comparisons(self.floats, sequent, rest), depth)
        if node is None and depth:
            node = self.by_calculus(sequent, rest, depth)
        if node is None and depth:
            node = self.by_transform(sequent, moves.products(self.floats, sequent, rest), depth)
        if node is None and curved:
            node = self.by_lift(sequent, depth)
        if node is None and depth:
            node = self.by_reciprocal(sequent, depth)
        if node is None and depth >= 2:
            node = self.one_variable(sequent, depth)
        if node is None and depth >= 2:
            node = self.polynomial(sequent, ("full", "wide"), _LONG) or self.polynomial(sequent, ("light",), _LONG)
        if node is None and depth and any(a.expr.has(log) for a in (sequent.claim, *sequent.given)):
            node = self.polynomial(sequent, ("tangents",), _LONG if depth >= 2 else _QUICK)
        if node is None and depth >= 2 and self.floats.positive(sequent):
            node = self.in_boxes(sequent, 1500)
        return node

    def quick(self, sequent: Sequent) -> Node | None:
        """Return what the solver settles at once."""
        has_logs = any(a.expr.has(log) for a in (sequent.claim, *sequent.given))
        return self.polynomial(sequent, ("logs", "sums", "full") if has_logs else ("light", "full"), _QUICK)

    def polynomial(self, sequent: Sequent, variants: tuple[str, ...], rlimit: int) -> Node | None:
        """Return a proof by the solver in one of the variants."""
        for variant in variants:
            node = self.step(sequent, {"rule": "polynomial", "variant": variant, "rlimit": rlimit}, 0)
            if node is not None:
                return node
        return None

    def contradictory(self, sequent: Sequent) -> Node | None:
        """Return a proof that no point satisfies the hypotheses, if floats find none."""
        if not self.floats.empty(sequent):
            return None
        constant = sequent.claims(S.NegativeOne, ">=")
        node = self.polynomial(constant, ("light", "full"), _QUICK)
        return {"rule": "contradiction", "then": [node]} if node is not None else None

    def in_boxes(self, sequent: Sequent, limit: int) -> Node | None:
        """Return a proof by ball arithmetic."""
        self.effort -= 1 + limit // 50
        if "balls" not in self.tried:
            self.tried.append("balls")
        try:
            node, left = boxes.search(sequent, limit)
        except Inapplicable:
            return None
        self.residual = left or self.residual
        return node

    def by_addends(self, sequent: Sequent, depth: int) -> Node | None:
        """Pay for the negative terms of a sum one by one."""
        for parts in addends.partitions(self.floats, sequent):
            node = self.step(sequent, {"rule": "addends", "parts": [encode(part) for part in parts]}, depth)
            if node is not None:
                return node
        return None

    def by_hypothesis(self, sequent: Sequent, depth: int) -> Node | None:
        """Split where a product among the hypotheses has a factor that may vanish."""
        m = model(sequent)
        for poly, relation in m.signs.facts:
            parts = factors(poly)[1] if relation in (">=", "==") else []
            for f, _ in parts if len(parts) > 1 else ():
                on = m.expr(f)
                if m.signs.not_negative(f) and not m.signs.of(f) and not conditions(on):
                    return self.step(sequent, {"rule": "sign", "on": encode(on)}, depth)
        return None

    def once(self, sequent: Sequent, node: Node, depth: int) -> Node | None:
        """Apply a change of letters that is not to be made twice on the way to one goal."""
        mark = (node["rule"], str(node.get("var", node.get("letters"))))
        if mark in self.changed:
            return None
        try:
            goals = rules.apply(sequent, node)
        except Inapplicable:
            return None
        self.effort -= 1
        if node["rule"] not in self.tried:
            self.tried.append(node["rule"])
        side = [self.solve(goal, 0) for goal in goals[:-1]]
        if None in side:
            return None
        self.changed.append(mark)
        before, self.floats = self.floats, self.points_of(goals[-1])
        try:
            last = None if self.floats.implausible(goals[-1]) else self.solve(goals[-1], depth)
        finally:
            self.changed.pop()
            self.floats = before
        return {**node, "then": [*side, last]} if last is not None else None

    def points_of(self, sequent: Sequent) -> Floats:
        """Return points of the domain of a sequent whose letters were changed."""
        if sequent not in self.drawn:
            self.drawn[sequent] = Floats(sequent)
        return self.drawn[sequent]

    def by_lift(self, sequent: Sequent, depth: int) -> Node | None:
        """Write letters as powers where their roots occur."""
        for node in substitutes.lifts(self.floats, sequent):
            if (node["rule"], str(node["var"])) not in self.changed:
                return self.once(sequent, node, depth)
        return None

    def by_squares(self, rest: Sequent) -> Node | None:
        """Write a polynomial as a sum of squares."""
        parts = squares.written(rest) if rest not in self.unsquared else None
        self.unsquared.add(rest)
        if parts is None or len(parts) < 2:
            return None
        return self.step(rest, {"rule": "addends", "parts": [encode(part) for part in parts]}, 0)

    def by_order(self, rest: Sequent, depth: int) -> Node | None:
        """Put letters in order and write them as sums of distances."""
        names = substitutes.polynomial_letters(rest)
        if len(names) < 2 or any(mark[0] == "order" for mark in self.changed):
            return None
        for node, chosen in substitutes.orders(rest, names):
            self.changed.append(("order",))
            try:
                (inside,) = rules.apply(rest, node)
                if "order" not in self.tried:
                    self.tried.append("order")
                found = self.chain(inside, substitutes.distances(chosen, node["rotate"]), depth)
            finally:
                self.changed.pop()
            return {**node, "then": [found]} if found is not None else None
        return None

    def chain(self, sequent: Sequent, nodes: list[Node], depth: int) -> Node | None:
        """Apply shifts one after the other, then close what is left by signs of coefficients or the solver."""
        if not nodes:
            return self.spread(sequent, 3 if depth > 1 else 1)
        try:
            goals = rules.apply(sequent, nodes[0])
        except Inapplicable:
            return None
        side = [self.solve(goal, 0) for goal in goals[:-1]]
        last = self.chain(goals[-1], nodes[1:], depth) if None not in side else None
        return {**nodes[0], "then": [*side, last]} if last is not None else None

    def spread(self, sequent: Sequent, turns: int) -> Node | None:
        """Close a polynomial claim in letters that are not negative, splitting by their order where coefficients differ."""
        self.effort -= 1
        node = self.step(sequent, {"rule": "clear"}, -1) or self.quick(sequent)
        return node

    def by_equation(self, sequent: Sequent, depth: int) -> Node | None:
        """Use up an equation that determines a letter."""
        for node in substitutes.solved(sequent):
            if (node["rule"], str(node["var"])) not in self.changed:
                return self.once(sequent, node, depth)
        return None

    def by_units(self, sequent: Sequent, depth: int) -> Node | None:
        """Measure letters in the one that divides them under exponentials."""
        for node in substitutes.units(sequent):
            if (node["rule"], str(node["var"])) not in self.changed:
                return self.once(sequent, node, depth)
        return None

    def by_contraposition(self, sequent: Sequent, depth: int) -> Node | None:
        """Turn a simple claim and a hypothesis with functions of its letters round."""
        claim = sequent.claim.expr
        if ("contrapose", "") in self.changed or claim.has(log, exp, Pow) or len(claim.free_symbols) != 2:
            return None
        for i, h in enumerate(sequent.given):
            if h.relation in (">=", ">") and h.expr.free_symbols >= claim.free_symbols and h.expr.has(log, exp, Pow):
                self.changed.append(("contrapose", ""))
                try:
                    node = self.step(sequent, {"rule": "contrapose", "hypothesis": i}, depth)
                finally:
                    self.changed.pop()
                if node is not None:
                    return node
        return None

    def by_reciprocal(self, sequent: Sequent, depth: int) -> Node | None:
        """Look at a letter without an upper bound from its other end."""
        for node in substitutes.unbounded(self.floats, sequent):
            natural = substitutes.natural(sequent)
            if len(sequent.claim.expr.free_symbols) == 1:
                found = self.once(sequent, node, depth if natural else depth - 1)
                if found is not None:
                    return found
        return None

    def by_factor(self, rest: Sequent, depth: int) -> Node | None:
        """Split on the sign of one factor of a product."""
        try:
            parts = factors(model(rest).num)[1]
        except Inapplicable:
            return None
        unsettled = [i for i, (f, _) in enumerate(parts) if not model(rest).signs.of(f)]
        if len(unsettled) < 2:
            return None
        order = sorted(unsettled, key=lambda i: (len(parts[i][0]), i))
        return self.step(rest, {"rule": "factor", "index": order[0]}, depth)

    def by_transform(self, sequent: Sequent, ways: Iterable[tuple], depth: int) -> Node | None:
        """Compare squares or logarithms of two sides."""
        if self.transforms >= _TRANSFORMS:
            return None
        self.transforms += 1
        try:
            for goal, path, node in ways:
                found = self.step(goal, node, depth) or self.by_side(goal, node, depth)
                if found is not None:
                    return self.wrapped(sequent, path, found)
            return None
        finally:
            self.transforms -= 1

    def by_side(self, sequent: Sequent, node: Node, depth: int) -> Node | None:
        """Split by the sign of the smaller side where that is not known: below 0 there is nothing to compare."""
        right = decode(node["right"])
        mark = ("side", str(right))
        if not depth or mark in self.changed or conditions(right) or self.floats.seems(sequent, right):
            return None
        self.changed.append(mark)
        try:
            return self.step(sequent, {"rule": "sign", "on": node["right"]}, depth)
        finally:
            self.changed.pop()

    def by_cut(self, sequent: Sequent, depth: int) -> Node | None:
        """Ask for something known in between; what follows with it is easy, or the claim is another one."""
        for nodes in cuts.divergences(sequent):
            node = self.through(sequent, nodes, depth)
            if node is not None:
                return node
        return None

    def through(self, sequent: Sequent, nodes: list[Node], depth: int) -> Node | None:
        """Return a proof by intermediate claims, one after the other."""
        if not nodes:
            return self.solve(sequent, depth)
        try:
            goals = rules.apply(sequent, nodes[0])
        except Inapplicable:
            return None
        if any(self.floats.implausible(goal) for goal in goals):
            return None
        if "cut" not in self.tried:
            self.tried.append("cut")
        last = self.through(goals[-1], nodes[1:], depth)
        side = [self.solve(goal, 1) for goal in goals[:-1]] if last is not None else [None]
        return {**nodes[0], "then": [*side, last]} if None not in side else None

    def wrapped(self, sequent: Sequent, path: list[Node], final: Node) -> Node | None:
        """Return the tree of `path` ending in `final`."""
        if not path:
            return final
        try:
            goals = rules.apply(sequent, path[0])
        except Inapplicable:
            return None
        side = [self.solve(goal, 0) for goal in goals[:-1]]
        last = self.wrapped(goals[-1], path[1:], final)
        return {**path[0], "then": [*side, last]} if last is not None and None not in side else None

    def by_calculus(self, sequent: Sequent, rest: Sequent, depth: int) -> Node | None:
        """Try values at points and signs of slopes."""
        for form, path in moves.forms(sequent, rest):
            for x in sorted(form.claim.expr.free_symbols, key=str):
                if self.spent():
                    return None
                for at in moves.anchors(self.floats, form, x):
                    for strict in (False, True) if form.claim.relation == ">" else (False,):
                        node: Node = {"rule": "monotone", "var": encode(x), "at": encode(at)}
                        if strict:
                            node["strict"] = True
                        if moves.value_at(form.claim.expr, x, at)[1]:
                            node["limit"] = True
                        found = self.step(form, node, depth - 1)
                        if found is not None:
                            return self.wrapped(sequent, path, found)
                        if self.spent():
                            return None
                found = self.by_concavity(form, x, depth) or self.by_limit(form, x, depth)
                if found is not None:
                    return self.wrapped(sequent, path, found)
        return None

    def by_concavity(self, sequent: Sequent, x: Symbol, depth: int) -> Node | None:
        """Try the two ends of an interval."""
        if not all(moves.ends(self.floats, sequent, x)) or not self.bends_down(sequent, x):
            return None
        low, high = moves.tight_ends(self.floats, sequent, x)
        for a in low[:2]:
            for b in high[:2] if not self.spent() else ():
                found = self.between(sequent, x, a, b, depth)
                if found is not None:
                    return found
        return None

    def by_vertices(self, sequent: Sequent, depth: int) -> Node | None:
        """Go to the ends of an interval of one of several letters, where the claim is concave in it."""
        if len(sequent.claim.expr.free_symbols) < 2:
            return None
        for x in sorted(sequent.claim.expr.free_symbols, key=str):
            if self.spent() or not self.bends_down(sequent, x):
                continue
            low, high = moves.tight_ends(self.floats, sequent, x)
            if not low or not high:
                continue
            if len(low) + len(high) > 2:
                return self.by_bounds(sequent, x, low, high, depth)
            found = self.between(sequent, x, low[0], high[0], depth)
            if found is not None:
                return found
        return None

    def cornered(self) -> bool:
        """Whether the claim has three letters or more, and seems concave in one of them between two bounds."""
        symbols = sorted(self.sequent.claim.expr.free_symbols, key=str)
        if len(symbols) < 3:
            return False
        bent = (x for x in symbols if self.bends_down(self.sequent, x))
        return any(all(moves.tight_ends(self.floats, self.sequent, x)) for x in bent)

    def by_bounds(self, sequent: Sequent, x: Symbol, low: list[Expr], high: list[Expr], depth: int) -> Node | None:
        """Split by which of two bounds of a letter is the tighter one."""
        if self.changed.count(("bounds", str(x))) > 1:
            return None
        lemma = x - Max(*low[:2]) if len(low) > 1 else Min(*high[:2]) - x
        self.changed.append(("bounds", str(x)))
        try:
            return self.step(sequent, {"rule": "cut", "lemma": encode(lemma), "relation": ">="}, depth)
        finally:
            self.changed.pop()

    def between(self, sequent: Sequent, x: Symbol, low: Expr, high: Expr, depth: int) -> Node | None:
        """Try two ends of an interval, limits where there is no value."""
        values, limits = zip(*(moves.value_at(sequent.claim.expr, x, end) for end in (low, high)), strict=True)
        if not all(self.floats.seems(sequent, value) for value in values):
            return None
        node: Node = {"rule": "concave", "var": encode(x), "low": encode(low), "high": encode(high)}
        if any(limits):
            node["limits"] = list(limits)
        return self.step(sequent, node, depth - 1)

    def bends_down(self, sequent: Sequent, x: Symbol) -> bool:
        """Whether the claim seems concave in a letter."""
        try:
            return self.floats.seems(sequent, -derivative(derivative(sequent.claim.expr, x), x))
        except Inapplicable:
            return False

    def by_limit(self, sequent: Sequent, x: Symbol, depth: int) -> Node | None:
        """Try what the expression falls to as a letter grows."""
        if moves.ends(self.floats, sequent, x)[1] or not sequent.claim.expr.has(*_SPECIAL):
            return None
        if not self.floats.seems(sequent, -derivative(sequent.claim.expr, x)):
            return None
        return self.step(sequent, {"rule": "far", "var": encode(x)}, depth - 1)

    def by_stirling(self, sequent: Sequent, depth: int) -> Node | None:
        """Put Stirling's series in the place of logarithms of gamma functions."""
        if sequent.claim.expr.has(gamma, loggamma):
            for terms in (0, 1, 2):
                node = self.step(sequent, {"rule": "stirling", "terms": terms}, depth)
                if node is not None:
                    return node
        return None

    def one_variable(self, sequent: Sequent, depth: int) -> Node | None:
        """Cut a line into a piece near an end, a compact middle and a tail."""
        symbols = sequent.claim.expr.free_symbols
        if len(symbols) != 1:
            return None
        (x,) = symbols
        low, high = boxes.bounds(sequent)[x.name]
        for at in _SPLITS + [-c for c in _SPLITS]:
            if (low is None or float(at) > float(low.p) / float(low.q)) and (
                high is None or float(at) < float(high.p) / float(high.q)
            ):
                found = self.step(sequent, {"rule": "split", "var": encode(x), "at": encode(at)}, depth - 1)
                if found is not None:
                    return found
        return None
