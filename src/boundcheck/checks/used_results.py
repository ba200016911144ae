"""Results that are used: substitution, conditions proved or granted on this domain, and lines of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy
from sympy import Symbol
from sympy.core.relational import Relational

from boundcheck.claims import By, Cited, Claim, Disputed, Identity, Inequality, InstanceInequality, Letter, Step
from boundcheck.symbolic import Statement
from boundcheck.verdict import Evidence, Outcome, facts

from . import formulas, instances
from .context import Compared, Context, Quote
from .settling import proved

# The result that is used: its statement in its own letters, and what they stand for here.

class UsedResult:
    """The statement of a result, in its own letters, and what its claim says of them."""

    def __init__(self, statement: Any, owner: Claim | None, context: Context) -> None:
        self.statement = statement
        self.definitions = dict(owner.definitions if owner is not None else context.definitions)
        self.parameters: tuple[Letter, ...] = owner.parameters if owner is not None else ()


def used_by_it(by: By, context: Context) -> UsedResult | None:
    """The result that is meant, or None; of a step that is false as printed its repair.

    It is one whose verdict is known here: a step before this line, a result that the claim uses, or a step of such a one. What
    nobody settles is no reason for anything.
    """
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
        if source not in _known_steps(context):
            return None
        return UsedResult(_formula(source.repair.statement if source.repair else source.statement), None, context)
    if not any(same_result(source, result) for result in context.used.values()):
        return None
    name, _, reading = by.part.partition("@")
    if (name or next(iter(source.parts), None)) not in source.parts or (not name and len(source.parts) > 1):
        return None
    part = source.parts[name or next(iter(source.parts))]
    if isinstance(part, Mapping):
        part = part.get(reading or next(iter(part)))
    return UsedResult(part, source, context)


def same_result(one: Claim, other: Claim) -> bool:
    """Whether two claims are one result; that its uses and its title are filled in makes it no other."""
    return one is other or (one.source, one.parts, one.steps) == (other.source, other.parts, other.steps)


def _known_steps(context: Context) -> list[Step]:
    return [*(step for step, _ in context.steps), *(step for result in context.used.values() for step in result.steps)]


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


# Conditions of a used result that hold here as they stand: they are among those given, or proved steps.

def is_given(low: sympy.Expr, relation: str, high: sympy.Expr, given: tuple[Any, ...], context: Context) -> bool:
    """Whether a condition of the result, in the letters of this claim, is one of the conditions here, word for word."""
    mine = (side for condition in given for side in sides_of(condition))
    return any(
        (context.expand(lesser), kind, context.expand(greater)) == (low, relation, high)
        for lesser, kind, greater in mine
    )


def is_proved(low: sympy.Expr, relation: str, high: sympy.Expr, given: tuple[Any, ...], context: Context) -> bool:
    """Whether a condition of the result, in the letters of this claim, is a proved step under conditions that hold here.

    These conditions are among those given, or proved steps themselves, which stand before the one that needs them.
    """
    here = {
        str(context.expand(condition)) for condition in (*given, *(c for p in context.parameters for c in p.domain))
    }

    def holds(condition: Any, before: int) -> bool:
        sides = (
            (context.expand(lesser), kind, context.expand(greater)) for lesser, kind, greater in sides_of(condition)
        )
        return str(context.expand(condition)) in here or all(stands(*each, before) for each in sides)

    def stands(low: sympy.Expr, relation: str, high: sympy.Expr, before: int) -> bool:
        for place, (step, settled) in enumerate(context.steps[:before]):
            found = proved(step, settled) if settled is not None else None
            if found is None or (context.expand(found.lhs), found.relation, context.expand(found.rhs)) != (
                low,
                relation,
                high,
            ):
                continue
            if all(holds(condition, place) for condition in found.given):
                return True
        return False

    return stands(low, relation, high, len(context.steps))


def sides_of(condition: Any) -> Iterator[tuple[sympy.Expr, str, sympy.Expr]]:
    """The comparisons of a condition, each as lesser, relation, greater."""
    if isinstance(condition, sympy.And):
        for each in condition.args:
            yield from sides_of(each)
    elif isinstance(condition, Relational) and condition.rel_op in ("<", "<=", ">", ">="):
        yield condition.lts, "<" if condition.rel_op in ("<", ">") else "<=", condition.gts
    elif isinstance(condition, Relational):
        yield condition.lhs, condition.rel_op, condition.rhs
    elif isinstance(condition, Statement):
        swapped = {">": "<", ">=": "<="}
        if condition.relation in swapped:
            yield condition.rhs, swapped[condition.relation], condition.lhs
        else:
            yield condition.lhs, condition.relation, condition.rhs


# The use of another result: substitution, and its conditions proved on this domain.

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
        return Evidence(Outcome.UNDECIDED, facts.NoSuchResult(by.called))
    unknown = sorted(set(by.letters) - {s.name for s in letters_of(found)} - {p.name for p in found.parameters})
    if unknown:
        return Evidence(Outcome.UNDECIDED, facts.NoSuchLetter(by.called, tuple(unknown)))
    if open_ := list(not_whole(by, found, context)):
        return Evidence(Outcome.UNDECIDED, facts.PerhapsNotWhole(by.words, tuple(open_)))
    if by.says is not None and not isinstance(found.statement, Identity | Inequality):
        return Evidence(Outcome.UNDECIDED, facts.NoFormula(by.called))
    settled = [(words, formulas.check(shape, context)) for words, shape in comparisons(by, context)]
    if len(_beside(by.given)) < len(by.given):
        settled = [(words, _open(e) if e.outcome is Outcome.REFUTED else e) for words, e in settled]
    unread = [(words, evidence) for words, evidence in settled if evidence.statement is None]
    if unread:
        return Evidence(Outcome.UNDECIDED, facts.About(unread[0][0], unread[0][1].fact))
    fact: facts.Fact = facts.Instance(by.words, len(settled))
    outcome, witness = Outcome.PROVED, None
    if settled:
        words, worst = min(settled, key=lambda pair: pair[1].outcome.value)
        outcome, witness = worst.outcome, worst.witness
        if outcome is not Outcome.PROVED:
            fact = facts.About(by.words, facts.About(words, worst.fact))
    return Evidence(
        outcome,
        fact,
        method="substitution",
        certificate={
            "engine": "substitution",
            "comparisons": [{"what": words, "certificate": e.certificate} for words, e in settled],
        },
        witness=witness,
        statements=tuple(e.statement for _, e in settled),
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
    return replace(found, outcome=Outcome.UNDECIDED, fact=facts.WithoutConditions(), witness=None, certificate=None)


# Lines of others: taken from a source, or quoted as wrong.

def check_cited(cited: Cited, context: Context) -> Evidence:
    """The citation is carried; its formula, where it has one, is looked at by the falsifiers."""
    method = f"cited: {cited.citation}"
    if cited.statement is None:
        return Evidence(Outcome.ASSUMED, facts.Words(cited.words), method=method)
    found = _looked_at(cited.statement, context)
    if found.outcome is Outcome.REFUTED:
        return replace(found, fact=facts.Quoted(found.fact, disputed=False))
    if found.outcome is Outcome.PROVED:
        return found
    method += "; no counterexample found"
    return Evidence(Outcome.ASSUMED, facts.Words(cited.words), method, found=found.found, statement=found.statement)


def check_disputed(disputed: Disputed, context: Context) -> Evidence:
    """A line that the paper calls wrong: the paper is right when it is false, and wrong when it is proved."""
    found = _looked_at(disputed.quote, context)
    if (found.certificate or {}).get("kind") == "undefined":  # it is not false there, it says nothing
        return replace(found, outcome=Outcome.UNDECIDED, fact=facts.Quoted(found.fact, disputed=True), witness=None)
    if found.outcome is Outcome.REFUTED:
        return replace(found, outcome=Outcome.PROVED, fact=facts.Quoted(found.fact, disputed=True))
    if found.outcome is Outcome.PROVED:
        return replace(found, outcome=Outcome.REFUTED, fact=facts.Quoted(found.fact, disputed=True))
    return replace(found, outcome=Outcome.UNDECIDED)


def _looked_at(statement: Any, context: Context) -> Evidence:
    check: Any = instances.check_instance if isinstance(statement, InstanceInequality) else formulas.check
    return check(statement, context)


def _quote(cited: Cited) -> Any:
    """The statement of a citation, where it has one."""
    return cited if cited.statement is None else cited.statement


class Instance(Compared):
    """An instance of a result may ask for nothing."""

    may_be_empty = True


class Citation(Quote):
    """A line of others, taken as it is unless it is refuted or proved."""

    outcomes = ("ASSUMED", "REFUTED", "PROVED")


class Dispute(Quote):
    """A line that the page calls wrong."""

    turned = True


CHECKS = (
    Instance(By, check, comparisons),
    Citation(Cited, check_cited, _quote),
    Dispute(Disputed, check_disputed, lambda disputed: disputed.quote),
)
