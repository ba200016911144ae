"""One attempt at a sequent: what it may still spend, what it has tried, and which goals it gave up."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import exp, log

from ..kernel import rules, smt
from ..kernel.results import Inapplicable
from ..kernel.sequent import Sequent
from .falsify import Floats

Node = dict[str, Any]
_PATIENCE = 1  # seconds from which on a search goes from corner to corner
# Seconds of the processor for each of the effort, and some more: a short look is to end by its counts also where the processor
# is several times slower, or the search would take another way there.
_GRACE, _PAUSE = 1, 4
_DEEPEST = 34  # rules below each other


@dataclass(frozen=True)
class Goal:
    """An inequality to show.

    Attributes
    ----------
    sequent : Sequent
        As it stands.
    cleared : Sequent
        What the rule `clear` leaves of it: a polynomial in its letters and functions, without denominators.
    """

    sequent: Sequent
    cleared: Sequent

    @cached_property
    def curved(self) -> bool:
        """Whether the claim has logarithms or exponentials."""
        return bool(self.sequent.claim.expr.has(log, exp))


def after_clearing(node: Node | None) -> Node | None:
    """Return the proof of a goal from one of the cleared goal."""
    return {"rule": "clear", "then": [node]} if node is not None else None


class Attempt(ABC):
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

    @abstractmethod
    def settle(self, sequent: Sequent, depth: int) -> Node | None:
        """Return a proof tree of a sequent; `Inapplicable` or a ValueError where time or understanding ends."""

    def left(self) -> float:
        """Seconds of the processor that are left."""
        return self.deadline - time.thread_time()

    def spent(self) -> bool:
        """Whether the effort allowed is used up."""
        return self.effort <= 0 or smt.is_up()

    def note(self, name: str) -> None:
        """Remember that a rule was tried."""
        if name not in self.tried:
            self.tried.append(name)

    def solve(self, sequent: Sequent, depth: int) -> Node | None:
        """Return a proof tree of a sequent within `depth` further steps of calculus."""
        key = (sequent, depth)
        if self.failed.get(key) or self.spent() or self.level >= _DEEPEST:
            return None
        self.level += 1
        try:
            node = self.settle(sequent, depth)
        except (Inapplicable, ValueError):  # out of time, or of what is understood: nothing is shown
            node = None
        finally:
            self.level -= 1
        if node is None:
            self.failed[key] = True
        return node

    def applies(self, sequent: Sequent, rule: str) -> bool:
        """Whether a rule without parameters has something to do."""
        try:
            rules.apply(sequent, {"rule": rule})
        except Inapplicable:
            return False
        return True

    def step(self, sequent: Sequent, node: Node, depth: int) -> Node | None:
        """Apply a rule and solve what it leaves."""
        self.effort -= node["rule"] != "given"
        self.note(node["rule"] + (f" {node['variant']}" if "variant" in node else ""))
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

    @contextmanager
    def marked(self, mark: tuple) -> Iterator[None]:
        """Remember, on the way to the goals below, something that is not to be done there again."""
        self.changed.append(mark)
        try:
            yield
        finally:
            self.changed.pop()

    def is_new(self, node: Node) -> bool:
        """Whether a change of letters was not made on the way to the sequent at hand."""
        return _mark(node) not in self.changed

    def once(self, sequent: Sequent, node: Node, depth: int) -> Node | None:
        """Apply a change of letters that is not to be made twice on the way to one goal."""
        if not self.is_new(node):
            return None
        try:
            goals = rules.apply(sequent, node)
        except Inapplicable:
            return None
        self.effort -= 1
        self.note(node["rule"])
        side = [self.solve(goal, 0) for goal in goals[:-1]]
        if None in side:
            return None
        with self.marked(_mark(node)):
            before, self.floats = self.floats, self._points_of(goals[-1])
            try:
                last = None if self.floats.implausible(goals[-1]) else self.solve(goals[-1], depth)
            finally:
                self.floats = before
        return {**node, "then": [*side, last]} if last is not None else None

    def _points_of(self, sequent: Sequent) -> Floats:
        """Return points of the domain of a sequent whose letters were changed."""
        if sequent not in self.drawn:
            self.drawn[sequent] = Floats(sequent)
        return self.drawn[sequent]


def _mark(node: Node) -> tuple[str, str]:
    return node["rule"], str(node.get("var", node.get("letters")))
