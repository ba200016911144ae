"""Lines of others: taken from a source, or quoted as wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boundcheck.claims import Cited, Disputed, Evidence, InstanceInequality, Outcome

from . import inequality, instance
from .context import Context
from .row import DECIDED, Row


def check_cited(cited: Cited, context: Context) -> Evidence:
    """The citation is carried; its formula, where it has one, is looked at by the falsifiers."""
    method = f"cited: {cited.citation}"
    if cited.statement is None:
        return Evidence(Outcome.ASSUMED, cited.words, method=method)
    found = _looked_at(cited.statement, context)
    if found.outcome is Outcome.REFUTED:
        return replace(found, summary=f"the quote is {_lowered(found.summary)}", bare=False)
    if found.outcome is Outcome.PROVED:
        return found
    return Evidence(Outcome.ASSUMED, cited.words, method=f"{method}; no counterexample found", data=found.data)


def check_disputed(disputed: Disputed, context: Context) -> Evidence:
    """A line that the paper calls wrong: the paper is right when it is false, and wrong when it is proved."""
    found = _looked_at(disputed.quote, context)
    if found.outcome is Outcome.REFUTED:
        return replace(found, outcome=Outcome.PROVED, summary=f"the quoted line is {_lowered(found.summary)}", bare=False)
    if found.outcome is Outcome.PROVED:
        return replace(found, outcome=Outcome.REFUTED, summary=f"the quoted line is {_lowered(found.summary)}", bare=False)
    return replace(found, outcome=Outcome.UNDECIDED)


def _looked_at(statement: Any, context: Context) -> Evidence:
    check: Any = instance.check if isinstance(statement, InstanceInequality) else inequality.check
    return check(statement, context)


def _lowered(summary: str) -> str:
    return summary[:1].lower() + summary[1:]


def _quote(cited: Cited) -> Any:
    """The statement of a citation, where it has one."""
    return cited if cited.statement is None else cited.statement


ROWS = (
    Row(Cited, check_cited, ("ASSUMED", "REFUTED", "PROVED"), behind=_quote),
    Row(Disputed, check_disputed, DECIDED, behind=lambda disputed: disputed.quote, turned=True),
)
