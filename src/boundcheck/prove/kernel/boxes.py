"""Branch and bound with Arb: a box is settled where the claim is certain, or a hypothesis certainly false."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq
from sympy import Abs, Expr, Max, Min, Symbol

from boundcheck.symbolic.balls import ball
from boundcheck.symbolic.exact_values import Undefined, Unsure, as_arb, precision

from . import clock
from .calculus import affine_part
from .derivative import derivative
from .results import Inapplicable
from .sequent import Sequent

BITS = 64
Box = tuple[tuple[fmpq, fmpq], ...]


def bounds(sequent: Sequent) -> dict[str, tuple[fmpq | None, fmpq | None]]:
    """Return rational bounds that single hypotheses put on single symbols."""
    symbols = sorted(
        set().union(sequent.claim.expr.free_symbols, *(h.expr.free_symbols for h in sequent.given)), key=str
    )
    found: dict[str, tuple[fmpq | None, fmpq | None]] = {s.name: (None, None) for s in symbols}
    for h in sequent.given:
        free = h.expr.free_symbols
        if len(free) != 1 or h.relation == "!=":
            continue
        (x,) = free
        parts = affine_part(h.expr, x)
        if parts is None:
            continue
        slope, intercept = parts
        if not slope.is_Rational or not intercept.is_Rational or slope == 0:
            continue
        end = -fmpq(int(intercept.p), int(intercept.q)) / fmpq(int(slope.p), int(slope.q))
        low, high = found[x.name]
        if slope > 0 or h.relation == "==":
            low = end if low is None else max(low, end)
        if slope < 0 or h.relation == "==":
            high = end if high is None else min(high, end)
        found[x.name] = low, high
    return found


class Judge:
    """Settles boxes of one sequent."""

    def __init__(self, sequent: Sequent):
        if sequent.claim.relation == "==":
            raise Inapplicable("balls do not settle an equality")
        self.sequent = sequent
        limits = bounds(sequent)
        wanted = sorted(sequent.claim.expr.free_symbols, key=str)
        self.names = [s.name for s in wanted]
        self.whole: Box = tuple(limits[name] for name in self.names)  # type: ignore[misc]
        if any(end is None for pair in self.whole for end in pair):
            raise Inapplicable("the domain is not a compact box")
        self.tests = [h for h in sequent.given if h.expr.free_symbols <= set(wanted) and h.relation != "!="]
        smooth = not sequent.claim.expr.has(Abs, Min, Max)
        self.slopes = [derivative(sequent.claim.expr, s) for s in wanted] if smooth else []

    def settled(self, box: Box) -> bool:
        """Whether ball arithmetic decides the box."""
        point = {name: _hull(low, high) for name, (low, high) in zip(self.names, box, strict=True)}
        strict = self.sequent.claim.relation != ">="
        value = _value(self.sequent.claim.expr, point, True)
        if value is not None and (value > 0 or (not strict and value >= 0)):
            return True
        if self.sequent.claim.relation == "!=" and value is not None and value < 0:
            return True
        if any(self._excluded(h, point) for h in self.tests):
            return True
        return bool(self.slopes) and self._by_slopes(box, point)

    def _excluded(self, h: Any, point: dict) -> bool:
        value = _value(h.expr, point, True)
        if value is None:
            return False
        return bool(value < 0 or (h.relation == ">" and value <= 0) or (h.relation == "==" and value > 0))

    def _by_slopes(self, box: Box, point: dict) -> bool:
        middle = {name: (low + high) / 2 for name, (low, high) in zip(self.names, box, strict=True)}
        total = _value(self.sequent.claim.expr, middle, False)
        if total is None or _value(self.sequent.claim.expr, point, False) is None:
            return False
        total = as_arb(total)
        for name, slope in zip(self.names, self.slopes, strict=True):
            value = _value(slope, point, False)
            if value is None:
                return False
            total += as_arb(value) * (as_arb(point[name]) - arb(middle[name]))
        return bool(total > 0)


def _hull(low: fmpq, high: fmpq) -> Any:
    return low if low == high else arb(low).union(arb(high))


def _value(expr: Expr, point: dict, inside: bool) -> Any:
    try:
        return ball(expr, point, inside=inside)
    except (Undefined, Unsure):
        return None


def halves(box: Box, i: int) -> tuple[Box, Box]:
    """Return the two halves of a box along its i-th side."""
    low, high = box[i]
    middle = (low + high) / 2
    return (*box[:i], (low, middle), *box[i + 1 :]), (*box[:i], (middle, high), *box[i + 1 :])


def search(sequent: Sequent, limit: int) -> tuple[dict[str, Any] | None, list[str]]:
    """Return a subdivision that settles the sequent, or None and some boxes that resist."""
    judge = Judge(sequent)
    count = 0
    tree: list[str] = []
    left: list[str] = []
    stack: list[tuple[Box, int]] = [(judge.whole, 0)]
    with precision(BITS):
        while stack:
            clock.check()
            box, depth = stack.pop()
            count += 1
            if any(low > high for low, high in box) or judge.settled(box):
                tree.append("+")
            elif count > limit or depth > 26 * max(1, len(box)) or not box:
                return None, [*left, _text(judge.names, box)]
            else:
                widths = [(high - low, -i) for i, (low, high) in enumerate(box)]
                i = -max(widths)[1]
                if widths[i][0] == 0:
                    return None, [_text(judge.names, box)]
                tree.append(str(i))
                first, second = halves(box, i)
                stack += [(second, depth + 1), (first, depth + 1)]
    return {"rule": "balls", "names": judge.names, "tree": "".join(tree)}, []


def check(sequent: Sequent, node: dict[str, Any]) -> None:
    """Check that a recorded subdivision settles the sequent."""
    judge = Judge(sequent)
    if node["names"] != judge.names:
        raise Inapplicable("the recorded box has other symbols")
    stack: list[Box] = [judge.whole]
    with precision(BITS):
        for letter in node["tree"]:
            box = stack.pop()
            if letter == "+":
                if not any(low > high for low, high in box) and not judge.settled(box):
                    raise Inapplicable(f"box {_text(judge.names, box)} is not settled")
            else:
                first, second = halves(box, int(letter))
                stack += [second, first]
    if stack:
        raise Inapplicable("the recorded boxes do not cover the domain")


def _text(names: list[str], box: Box) -> str:
    return ", ".join(f"{name} in [{low}, {high}]" for name, (low, high) in zip(names, box, strict=True))


__all__ = ["Judge", "Symbol", "bounds", "check", "halves", "search"]
