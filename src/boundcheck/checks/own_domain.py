"""What the parameters of a claim say of the letters of a statement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from boundcheck.symbolic import Statement

from .context import Context


@dataclass(frozen=True)
class Domain:
    """What the parameters of a claim say of the letters of a statement: conditions, and which letters are integers."""

    conditions: tuple[Any, ...]
    integers: tuple[sympy.Symbol, ...]

    @property
    def words(self) -> str:
        """For a summary."""
        return ", ".join([*map(str, self.conditions), *(f"{symbol} an integer" for symbol in self.integers)])

    def excludes(self, point: Mapping[str, str]) -> bool:
        """Whether a point of exact values lies outside, or may do so for all values of a letter that it lacks."""
        values = {name: sympy.sympify(value) for name, value in point.items()}
        if any(values[s.name].is_integer is False for s in self.integers if s.name in values):
            return True
        for condition in self.conditions:
            known = {s: values[s.name] for s in condition.free_symbols if s.name in values}
            left = condition.subs(known)
            if left == sympy.false or left.free_symbols:  # a letter that the point lacks may shut it out
                return True
        return False

    def added_to(self, statement: Statement) -> Statement:
        """The statement on this domain."""
        whole = {symbol: sympy.Symbol(symbol.name, integer=True) for symbol in self.integers}
        given = (*statement.given, *self.conditions)
        return Statement(
            statement.lhs.xreplace(whole),
            statement.relation,
            statement.rhs.xreplace(whole),
            tuple(_put(condition, whole) for condition in given),
        )


def linked(names: set[str], conditions: Iterable[Any]) -> set[sympy.Symbol]:
    """The letters of the conditions that speak of the letters `names`, of these letters, and so on."""
    told = [condition.free_symbols for condition in conditions if hasattr(condition, "free_symbols")]
    found: set[sympy.Symbol] = set()
    while True:
        known = names | {s.name for s in found}
        more = {s for symbols in told if {s.name for s in symbols} & known for s in symbols} - found
        if not more:
            return found
        found |= more


def domain_of(statement: Statement, context: Context) -> Domain:
    """What the claim's parameters say of the letters of `statement` beyond its own conditions."""
    letters = {s.name: s for e in (statement.lhs, statement.rhs, *statement.given) for s in e.free_symbols}
    conditions: list[Any] = []
    integers: list[sympy.Symbol] = []
    stated = [context.expand(written) for parameter in context.parameters for written in parameter.domain]
    letters |= {s.name: s for s in linked(set(letters), stated) if s.name not in letters}
    for parameter in context.parameters:
        mine = letters.get(parameter.name)
        if mine is not None and parameter.integer and not mine.is_integer:
            integers.append(mine)
        for written in parameter.domain:
            condition = context.expand(written)
            names = {symbol.name for symbol in getattr(condition, "free_symbols", ())}
            if not names or not names <= letters.keys():
                continue
            condition = condition.xreplace({symbol: letters[symbol.name] for symbol in condition.free_symbols})
            if condition not in (sympy.true, *statement.given, *conditions):
                conditions.append(condition)
    return Domain(tuple(conditions), tuple(integers))


def _put(condition: Any, letters: Mapping[Any, Any]) -> Any:
    """A condition in other letters; one of a proved formula is a statement."""
    if isinstance(condition, Statement):
        return Statement(condition.lhs.xreplace(letters), condition.relation, condition.rhs.xreplace(letters))
    return condition.xreplace(letters)
