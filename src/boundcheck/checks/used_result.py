"""The result that is used: its statement in its own letters, and what they stand for here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy
from sympy import Symbol

from boundcheck.claims import By, Claim, Letter, Outcome, Step

from .context import Context


class UsedResult:
    """The statement of a result, in its own letters, and what its claim says of them."""

    def __init__(self, statement: Any, owner: Claim | None, context: Context) -> None:
        self.statement = statement
        self.definitions = dict(owner.definitions if owner is not None else context.definitions)
        self.parameters: tuple[Letter, ...] = owner.parameters if owner is not None else ()


def used_by_it(by: By, context: Context) -> UsedResult | None:
    """The result that is meant, or None; of a step that is false as printed its repair."""
    source = by.source
    if isinstance(source, str):
        for step, settled in context.steps:
            if step.label == source:
                false = settled.evidence.outcome is Outcome.REFUTED
                return UsedResult(
                    _formula(step.repair.statement if false and step.repair else step.statement), None, context
                )
        named = [c for name, c in context.used.items() if source in (name, name.rpartition("/")[2])]
        if not named:
            return None
        source = named[0]
    if isinstance(source, Step):
        return UsedResult(_formula(source.repair.statement if source.repair else source.statement), None, context)
    name, _, reading = by.part.partition("@")
    if (name or next(iter(source.parts), None)) not in source.parts or (not name and len(source.parts) > 1):
        return None
    part = source.parts[name or next(iter(source.parts))]
    if isinstance(part, Mapping):
        part = part.get(reading or next(iter(part)))
    return UsedResult(part, source, context)


def _formula(statement: Any) -> Any:
    """A statement; of an instance its display, under the conditions of both."""
    if not isinstance(statement, By) or statement.says is None:
        return statement
    return replace(
        statement.says, given=(*statement.given, *(c for c in statement.says.given if c not in statement.given))
    )


def letter_names(by: By, found: UsedResult) -> set[str]:
    return {s.name for s in letters_of(found)} | set(by.letters)


def letters_of(found: UsedResult) -> set[Symbol]:
    """The letters of a statement, with those that abbreviate and what they stand for."""
    fields = [getattr(found.statement, name) for name in getattr(found.statement, "__dataclass_fields__", ())]
    written = [e for field in fields for e in (field if isinstance(field, tuple) else (field,))]
    letters = {s for e in written if isinstance(e, sympy.Basic) for s in e.free_symbols if isinstance(s, Symbol)}
    more = {s for letter in letters if letter in found.definitions for s in found.definitions[letter].free_symbols}
    return letters | {s for s in more if isinstance(s, Symbol)}


def substitution(by: By, found: UsedResult, context: Context) -> Any:
    """An expression of the result in the letters of this claim."""
    values = {name: context.expand(value) for name, value in by.letters.items()}
    mine = {parameter.name: parameter.symbol for parameter in context.parameters}

    def in_own_letters(expression: sympy.Expr) -> sympy.Expr:
        expand = {s: e for s, e in found.definitions.items() if s.name not in values}
        whole = sympy.sympify(expression).xreplace(expand)
        at = {s: values.get(s.name, mine.get(s.name, s)) for s in whole.free_symbols}
        return context.expand(whole.xreplace(at))

    return in_own_letters


def not_whole(by: By, found: UsedResult, context: Context) -> Iterator[str]:
    """Values of letters that stand for whole numbers in the result, and are not known to be whole here."""
    whole = {p.symbol: Symbol(p.name, integer=True) for p in context.parameters if p.integer}
    for letter in letters_of(found):
        value = context.expand(by.letters.get(letter.name, letter))
        if letter.is_integer and not value.xreplace(whole).is_integer:
            yield str(value)
    for parameter in found.parameters:
        if not parameter.integer or parameter.name not in letter_names(by, found):
            continue
        value = context.expand(by.letters.get(parameter.name, parameter.symbol))
        if not value.xreplace(whole).is_integer:
            yield str(value)
