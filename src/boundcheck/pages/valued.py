"""Whether a formula has a value wherever its letters are declared to be: a divisor, a root, a logarithm, seen from ranges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from .tokens import Refused
from .trees import Fact, Tree, bracketed

# Where a formula lies; finite ends are exact.


class Range(NamedTuple):
    """From where to where a formula lies; whether its lower end is left out."""

    low: Any = -math.inf
    high: Any = math.inf
    above: bool = False

    @property
    def positive(self) -> bool:
        return self.low > 0 or (self.low == 0 and self.above)

    @property
    def nonnegative(self) -> bool:
        return self.low >= 0


REALS = Range()


def ranges(conditions: Iterable[Fact]) -> dict[str, Range]:
    """The ranges of letters that conditions between one and a number give."""
    found: dict[str, Range] = {}
    for one in conditions:
        if one.relation not in ("<=", "<"):
            continue
        strict = one.relation == "<"
        if one.right.op == "letter" and (low := _constant(one.left)) is not None:
            old = found.get(one.right.value, REALS)
            if low > old.low or (low == old.low and strict):
                found[one.right.value] = old._replace(low=low, above=strict)
        elif one.left.op == "letter" and (high := _constant(one.right)) is not None:
            old = found.get(one.left.value, REALS)
            found[one.left.value] = old._replace(high=min(old.high, high))
    return found


def _constant(tree: Tree) -> Any:
    """The number that a formula without letters is, or None."""
    if tree.op == "number":
        return Fraction(tree.value)
    if tree.op == "neg" and (inner := _constant(tree.parts[0])) is not None:
        return -inner
    if tree.op == "div":
        top, bottom = map(_constant, tree.parts)
        return None if top is None or not bottom else top / bottom
    return None


def refuse_without_value(tree: Tree, known: Mapping[str, Range]) -> Range:
    """Where a formula lies; `Refused` at the first part of it that is not seen to have a value."""
    if (number := _constant(tree)) is not None:
        return Range(number, number)
    parts = [refuse_without_value(part, known) for part in tree.parts]
    if tree.op == "letter":
        return known.get(tree.value, REALS)
    if tree.op == "constant":
        whole = 2 if tree.value == "e" else 3
        return Range(Fraction(whole), Fraction(whole + 1))
    if tree.op == "add":
        low = sum((part.low for part in parts), Fraction(0))
        return Range(low, sum((part.high for part in parts), Fraction(0)), any(part.above for part in parts))
    if tree.op == "neg":
        return Range(-parts[0].high, -parts[0].low)
    if tree.op == "mul" and all(part.nonnegative for part in parts):
        low, high = _product(part.low for part in parts), _product(part.high for part in parts)
        return Range(low, high, all(part.positive for part in parts))
    if tree.op == "div":
        top, bottom = parts
        _demand(bottom.positive, "a divisor", tree.parts[1])
        if top.nonnegative:
            low = Fraction(0) if math.isinf(bottom.high) else top.low / bottom.high
            return Range(low, top.high / bottom.low if bottom.low > 0 else math.inf, top.positive)
        return REALS
    if tree.op == "root":
        if tree.value % 2 == 0:
            _demand(parts[0].nonnegative, "a number under a root", tree.parts[0])
        return Range(Fraction(0), math.inf, parts[0].positive) if parts[0].nonnegative else REALS
    if tree.op == "pow":
        exponent = tree.parts[1]
        natural = exponent.op == "number" and exponent.value.denominator == 1 and exponent.value >= 0
        if not natural:
            _demand(parts[0].positive, "the base of a power", tree.parts[0])
        even = natural and exponent.value % 2 == 0
        signed = parts[0].nonnegative or even
        return Range(Fraction(0) if signed else -math.inf, math.inf, parts[0].positive)
    if tree.op == "log":
        _demand(parts[0].positive, "the argument of a logarithm", tree.parts[0])
        beyond = parts[0].low > 1 or (parts[0].low == 1 and parts[0].above)
        return Range(Fraction(0), math.inf, beyond) if parts[0].low >= 1 else REALS
    if tree.op == "exp" and parts[0].nonnegative:  # above its tangent at 0
        return Range(1 + parts[0].low, math.inf, parts[0].positive)
    if tree.op in ("exp", "cosh"):
        return Range(Fraction(0), math.inf, True)
    if tree.op in ("abs", "norm", "factorial"):
        return Range(Fraction(0))
    if tree.op == "coth":
        _demand(parts[0].positive, "the argument of coth", tree.parts[0])
    if tree.op in ("min", "max"):
        end = min if tree.op == "min" else max
        low = end(part.low for part in parts)
        return Range(low, end(part.high for part in parts), all(part.above or part.low > low for part in parts))
    return REALS


def _product(values: Iterable[Any]) -> Any:
    found: Any = Fraction(1)
    for value in values:
        found = Fraction(0) if 0 in (found, value) else found * value
    return found


def _demand(met: bool, what: str, tree: Tree) -> None:
    if not met:
        raise Refused(
            f"{what} that is not seen to be {'nonnegative' if 'root' in what else 'positive'}, {bracketed(tree)}",
            tree.at,
            way_out="declare ranges of its letters from which that is seen, as n \\ge 1 or \\delta \\in (0, 1)",
        )


__all__ = ["Range", "ranges", "refuse_without_value"]
