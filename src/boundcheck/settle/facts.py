"""What severity is computed from, beyond outcomes: which step settles a part, and how its readings lie to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from boundcheck.checks import working
from boundcheck.checks.context import Context
from boundcheck.checks.rates import same_rate
from boundcheck.checks.rows import row_of
from boundcheck.checks.settling import Known, beyond, by_step, stated_domain
from boundcheck.claims import Claim, Outcome, PartVerdict

from .reasons import formula_of
from .severity import LITERAL


def literal_of(claim: Claim, name: str) -> Any:
    """The statement of a part as printed."""
    part = claim.parts[name]
    return part[claim.readings[0].name] if isinstance(part, Mapping) else part


def with_facts(part: PartVerdict, statement: Any, claim: Claim, context: Context) -> PartVerdict:
    """`part` with the step that settles it, and its relation to the literal version and to the working range."""
    literal, ranged = literal_of(claim, part.name), claim.source.paper.working
    outcome = part.evidence.outcome
    found = replace(
        part,
        shape=type(statement).__name__,
        formula=formula_of(statement),
        settled_by=settled_by(statement, part.key, claim, context.steps, part.evidence.data),
        empty=row_of(statement).empty(statement, part.evidence, context),
    )
    if statement is not literal and part.reading != LITERAL:
        return replace(found, **beside(literal, statement, claim))
    if outcome is Outcome.REFUTED and ranged and row_of(statement).scalar:
        return replace(found, working=working.on_range(statement, ranged, context))
    return found


def beside(literal: Any, statement: Any, claim: Claim) -> dict[str, Any]:
    """How another version of a part lies to the literal one: on the working range, and in its rate."""
    ranged = claim.source.paper.working
    return {
        "within": working.same_on_range(literal, statement, ranged, claim.definitions, claim.parameters),
        "same_rate": same_rate(literal, statement, claim.definitions, claim.parameters),
    }


def settled_by(statement: Any, key: str, claim: Claim, steps: Known, data: Mapping[str, Any]) -> str:
    """The label of the step that settles a part on its whole stated domain; empty without one."""
    found = by_step(statement, key, claim.definitions, steps, claim.parameters, data.get("instance") or ())
    if found is None:
        return ""
    step, said = found
    given: Sequence[Any] = stated_domain(statement, claim.parameters)
    limit: Any = None
    row = row_of(statement)
    if row.limit is not None:
        given, limit = row.limit(statement, claim)
    return step.label if not beyond(said, given, claim.parameters, limit, claim.definitions) else ""
