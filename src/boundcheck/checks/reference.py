"""The use of another result: substitution, and its conditions proved on this domain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy
from sympy import Symbol

from boundcheck.claims import By, Evidence, Identity, Inequality, Outcome
from boundcheck.symbolic import Statement

from . import inequality
from .context import Context
from .granted import is_given, is_proved, sides_of
from .row import DECIDED, Row
from .used_result import letter_names, letters_of, not_whole, substitution, used_by_it

Comparison = tuple[str, Identity | Inequality]

_TOTAL = (
    sympy.exp,
    sympy.Abs,
    sympy.Max,
    sympy.Min,
    sympy.tanh,
    sympy.sinh,
    sympy.cosh,
    sympy.sin,
    sympy.cos,
    sympy.atan,
)

_KINDS: dict[str, Any] = {"<=": Inequality, "<": Inequality, "==": Identity}


def check(by: By, context: Context) -> Evidence:
    """Prove what the result asks for, and that the display follows from the instance.

    `PROVED` says that the result applies here as the page uses it; whether it is true itself is said where it stands.
    """
    found = used_by_it(by, context)
    if found is None:
        return Evidence(Outcome.UNDECIDED, f"no step or used claim is called {by.source!r}; naming one would decide it")
    unknown = sorted(set(by.letters) - {s.name for s in letters_of(found)} - {p.name for p in found.parameters})
    if unknown:
        said = f"{by.called} has no letter {', '.join(unknown)}; naming one that it has would decide it"
        return Evidence(Outcome.UNDECIDED, said)
    if open_ := list(not_whole(by, found, context)):
        said = f"{by.words}: whether {', '.join(open_)} is a whole number was not tried; a Letter of it would decide it"
        return Evidence(Outcome.UNDECIDED, said)
    if by.says is not None and not isinstance(found.statement, Identity | Inequality):
        said = f"{by.called} is no formula from which a display could be proved; without `says` it would be decided"
        return Evidence(Outcome.UNDECIDED, said)
    settled = [(words, inequality.check(shape, context)) for words, shape in comparisons(by, context)]
    if len(_beside(by.given)) < len(by.given):
        settled = [(words, _open(e) if e.outcome is Outcome.REFUTED else e) for words, e in settled]
    unread = [(words, evidence) for words, evidence in settled if "statement" not in evidence.data]
    if unread:
        return Evidence(Outcome.UNDECIDED, f"{unread[0][0]}: {unread[0][1].summary}")
    many = f"{len(settled)} condition" + ("" if len(settled) == 1 else "s")
    summary, outcome, witness = f"{by.words}; {many} proved", Outcome.PROVED, None
    if settled:
        words, worst = min(settled, key=lambda pair: pair[1].outcome.value)
        outcome, witness = worst.outcome, worst.witness
        if outcome is not Outcome.PROVED:
            summary = f"{by.words}: {words}: {worst.summary}"
    return Evidence(
        outcome,
        summary,
        method="substitution",
        certificate={
            "engine": "substitution",
            "comparisons": [{"what": words, "certificate": e.certificate} for words, e in settled],
        },
        witness=witness,
        data={"statements": [e.data["statement"] for _, e in settled]},
    )


def comparisons(by: By, context: Context) -> Iterator[Comparison]:
    """What has to be true, with its words.

    Each condition of the result at the values of its letters, what its letters assume of themselves among them; that the
    sides of the display have a value, which an instance among the hypotheses would grant; then the display.
    """
    found = used_by_it(by, context)
    if found is None:
        return
    put = substitution(by, found, context)
    known = {str(condition) for condition in (*by.given, *(c for p in context.parameters for c in p.domain))}
    asked = dict.fromkeys(getattr(found.statement, "given", ()))
    asked |= dict.fromkeys(c for p in found.parameters if p.symbol.name in letter_names(by, found) for c in p.domain)
    for condition in asked:
        for lesser, relation, greater in sides_of(condition):
            low, high = (put(side) for side in (lesser, greater))
            if relation not in _KINDS or (str(condition) in known and not by.letters):
                continue
            if is_given(low, relation, high, by.given, context) or is_proved(low, relation, high, by.given, context):
                continue
            strict = {"strict": True} if relation == "<" else {}
            yield f"its condition {condition}", _KINDS[relation](low, high, _beside(by.given), **strict)
    for letter in sorted(letters_of(found), key=str):
        for words, low, relation, high in _assumed(letter, put(letter)):
            yield f"that {letter} is {words}", _KINDS[relation](low, high, _beside(by.given), strict=relation == "<")
    if not isinstance(found.statement, Identity | Inequality):
        return
    lhs, rhs = put(found.statement.lhs), put(found.statement.rhs)
    shown = (lhs, rhs) if by.says is None else tuple(context.expand(side) for side in (by.says.lhs, by.says.rhs))
    beside = (*_beside(by.given), *(c for c in getattr(by.says, "given", ()) if c not in by.given))
    for side in dict.fromkeys(shown):
        if not _has_value_everywhere(side):
            yield f"that {side} has a value", Identity(side, side, _of_letters(side, beside))
    if by.says is None:
        return
    if (lhs, rhs) == tuple(context.expand(side) for side in (by.says.lhs, by.says.rhs)):
        return
    instance = Statement(lhs, found.statement.relation, rhs)
    kind = type(by.says)
    rest = {"strict": by.says.strict} if kind is Inequality else {}
    yield "the display follows from it", kind(by.says.lhs, by.says.rhs, (*by.given, *by.says.given, instance), **rest)


def _assumed(letter: Symbol, value: sympy.Expr) -> Iterator[tuple[str, sympy.Expr, str, sympy.Expr]]:
    """What a letter of the result assumes of itself, where it stands for something that may lack it."""
    zero = sympy.Integer(0)
    for words, holds, sides in (
        ("positive", "is_positive", (zero, "<", value)),
        ("negative", "is_negative", (value, "<", zero)),
        ("not negative", "is_nonnegative", (zero, "<=", value)),
        ("not positive", "is_nonpositive", (value, "<=", zero)),
    ):
        if getattr(letter, holds) and not getattr(value, holds):
            yield words, *sides
            return


def _of_letters(side: sympy.Expr, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The conditions, without those on letters with an index where an expression has none; fewer say no less of its value."""
    if side.atoms(sympy.Indexed):
        return given
    return tuple(c for c in given if not c.atoms(sympy.Indexed))


def _has_value_everywhere(side: sympy.Expr) -> bool:
    """Whether an expression has no part that could lack a value: a root, a logarithm, a denominator, a function with a domain."""
    powers = all(p.exp.is_Integer and p.exp.is_nonnegative for p in side.atoms(sympy.Pow) if p.base is not sympy.E)
    return powers and not any(not isinstance(f, _TOTAL) for f in side.atoms(sympy.Function))


def _beside(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The conditions here that the provers take as hypotheses: all but those on sums of unknown length, which they do not read."""
    return tuple(
        c for c in given if all(isinstance(end, sympy.Integer) for s in c.atoms(sympy.Sum) for end in s.limits[0][1:])
    )


def _open(found: Evidence) -> Evidence:
    """A refutation without all of the conditions, which is none."""
    words = "tried: the provers, without the conditions on sums of unknown length, which they do not read"
    return replace(found, outcome=Outcome.UNDECIDED, summary=words, witness=None, certificate=None)


ROWS = (Row(By, check, DECIDED, comparisons=comparisons, may_be_empty=True),)
