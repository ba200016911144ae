"""Identities and inequalities: proved on the whole domain, or refuted at a certified point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy

from boundcheck.claims import Evidence, Identity, Inequality, Outcome
from boundcheck.claims.at_point import at
from boundcheck.prove import Proved, Refuted, cause, prove
from boundcheck.symbolic import Statement

from .context import BUDGETS, Budget, Context
from .row import DECIDED, Row
from .settling import follows, proved


def statement_of(shape: Identity | Inequality, context: Context) -> Statement:
    """What the provers receive: the printed sides with abbreviating letters replaced."""
    return Statement(
        context.expand(shape.lhs),
        shape.relation,
        context.expand(shape.rhs),
        tuple(context.expand(condition) for condition in shape.given),
    )


# What a reader needs to know of the provers' rules; the certificate has them all.
ENGINES = {
    "clear": "normal form, signs",
    "polynomial": "real arithmetic (Z3)",
    "monotone": "monotonicity",
    "concave": "concavity",
    "balls": "ball arithmetic (Arb)",
    "falsify": "certified point",
}


ONE_EXPRESSION = "both sides are one expression"  # nothing was left to prove

# For a statement that stays open; what each method met is in the record.
WOULD_TAKE = "It would take one of: a variable set to a number, steps in between, "
NARROWER, LONGER = "a narrower domain in `given`", "a longer search, --budget deep"


def would_take(budget: Budget) -> str:
    """What an open statement takes; a longer search only where there is one."""
    most = max(known.seconds for known in BUDGETS.values())
    return WOULD_TAKE + (f"{NARROWER}, or {LONGER}" if budget.seconds < most else f"or {NARROWER}")


def engines_in_words(engine: str) -> str:
    """The engines of a proof in words."""
    rules = engine.split("+")
    return ", ".join(words for rule, words in ENGINES.items() if rule in rules) or "its hypotheses"


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


def _put(condition: Any, letters: Mapping[Any, Any]) -> Any:
    """A condition in other letters; one of a proved formula is a statement."""
    if isinstance(condition, Statement):
        return Statement(condition.lhs.xreplace(letters), condition.relation, condition.rhs.xreplace(letters))
    return condition.xreplace(letters)


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


def check(shape: Identity | Inequality, context: Context) -> Evidence:
    """Settle a scalar statement by the provers; a point outside the domains of the claim's parameters refutes nothing.

    Where no more than such a point was found, the provers are asked again, with these domains among the conditions.
    """
    try:
        statement = statement_of(shape, context)
        found = _settled(statement, context)
        domain = domain_of(statement, context)
        outside = found.witness is not None and domain.excludes(found.witness["point"])
        if not outside and not (found.outcome is Outcome.UNDECIDED and domain.words):
            return found
        again = _settled(domain.added_to(statement), context)
    except (ValueError, TypeError) as error:
        # The provers read exact expressions of a fixed language; anything else is open, never true.
        return Evidence(Outcome.UNDECIDED, f"tried: nothing, the provers cannot read it ({error})")
    lead = "true" if again.outcome is Outcome.PROVED else again.summary
    return replace(
        again, summary=f"{lead}, with the stated domain {domain.words}", data={**again.data, "domain": domain.words}
    )


def from_steps(shape: Identity | Inequality, found: Evidence, context: Context) -> Evidence:
    """`found`, unless it is open and the claim's proved steps, as hypotheses, prove the statement."""
    if found.outcome is not Outcome.UNDECIDED:
        return found
    labels = [step.label for step, _ in context.steps]
    try:
        statement, used = with_steps(shape, labels, context)
        if not used:
            return found
        again = _settled(statement, context)
    except (ValueError, TypeError):
        return found
    if again.outcome is not Outcome.PROVED:
        return found
    many = "step" if len(used) == 1 else "steps"
    summary = f"true on the whole stated domain by the proved {many} {', '.join(used)}"
    return replace(again, summary=summary, data={**again.data, "from_steps": used})


def with_steps(
    shape: Identity | Inequality, labels: Iterable[str], context: Context
) -> tuple[Statement, list[str]]:
    """A statement on its stated domain with proved steps among its hypotheses, and the labels of these.

    A step may be used where its own conditions follow from the stated domain and it speaks of the statement's letters alone.
    """
    bare = statement_of(shape, context)
    statement = domain_of(bare, context).added_to(bare)
    letters = statement.free_symbols
    mine = {symbol.name: symbol for symbol in letters}
    wanted, used, hypotheses = set(labels), [], []
    for step, settled in context.steps:
        said = proved(step, settled)
        if step.label not in wanted or said is None or said.lhs == said.rhs:
            continue
        own = statement_of(said, context)
        if not {s.name for s in own.free_symbols} <= mine.keys():
            continue
        put = {s: mine[s.name] for s in own.free_symbols}
        if all(follows(condition, statement.given) for condition in own.given):
            used.append(step.label)
            hypotheses.append(Statement(own.lhs.xreplace(put), own.relation, own.rhs.xreplace(put)))
    given = (*statement.given, *hypotheses)
    return Statement(statement.lhs, statement.relation, statement.rhs, given), used


def _settled(statement: Statement, context: Context) -> Evidence:
    result = prove(statement, seconds=context.budget.seconds)
    if isinstance(result, Proved):
        return Evidence(
            Outcome.PROVED,
            "true on the whole stated domain",
            method=ONE_EXPRESSION if statement.lhs == statement.rhs else engines_in_words(result.engine),
            certificate=result.certificate,
            data={"trusted": list(result.trusted), "statement": statement},
        )
    if isinstance(result, Refuted):
        where = at(result.witness)
        return Evidence(
            Outcome.REFUTED,
            f"false {where}",
            method=engines_in_words(result.engine),
            certificate=result.certificate,
            witness={"point": dict(result.witness), "lhs": result.lhs, "rhs": result.rhs, "text": where},
            data={"trusted": list(result.trusted), "statement": statement},
            bare=True,
        )
    many = f"{len(result.tried)} method" + ("" if len(result.tried) == 1 else "s")
    tried = f"tried: {many}, of which none decides it. {would_take(context.budget)}"
    return Evidence(
        Outcome.UNDECIDED,
        cause(statement) or tried,
        data={"tried": list(result.tried), "left": list(result.left), "statement": statement},
    )


ROWS = tuple(Row(shape, check, DECIDED, scalar=True, exact=True) for shape in (Identity, Inequality))
