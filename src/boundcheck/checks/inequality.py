"""Identities and inequalities: proved on the whole domain, or refuted at a certified point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boundcheck.claims import Evidence, Identity, Inequality, Outcome
from boundcheck.claims.at_point import at
from boundcheck.prove import Proved, Refuted, cause, prove
from boundcheck.symbolic import Statement

from .context import BUDGETS, Budget, Context
from .own_domain import domain_of
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


def with_steps(shape: Identity | Inequality, labels: Iterable[str], context: Context) -> tuple[Statement, list[str]]:
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
