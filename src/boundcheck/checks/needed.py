"""Which hypotheses a proved statement needs: each is left out, and the provers are asked again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boundcheck.claims import Evidence, Identity, Inequality, Outcome, Trial
from boundcheck.prove import NotDefined, Proved, Refuted, dropped
from boundcheck.symbolic import Statement

from .context import Context


def trials(shape: Any, evidence: Evidence, context: Context) -> tuple[Trial, ...]:
    """Leave out each hypothesis of a proved scalar statement, and then all at once that it does not need.

    Parameters
    ----------
    shape
        Any statement; only identities and inequalities with hypotheses are tried.
    evidence : Evidence
        What its check said.
    context : Context

    Returns
    -------
    trials : tuple of Trial
        In the order of ``shape.given``; one more, with several places, if several hypotheses can go one at a time.
    """
    statement = evidence.data.get("statement")
    if not isinstance(shape, Identity | Inequality) or not isinstance(statement, Statement):
        return ()
    if evidence.outcome is not Outcome.PROVED or evidence.certificate is None:
        return ()
    trees = evidence.certificate.get("proofs", ())
    effort = context.budget.dropping
    found = [_trial(statement, (place,), trees, effort) for place in range(len(shape.given))]
    free = tuple(place for trial in found for place in trial.left_out if trial.finding == "NOT_NEEDED")
    if len(free) > 1:
        found.append(_trial(statement, free, trees, effort))
    return tuple(found)


def _trial(statement: Statement, places: tuple[int, ...], trees: Sequence[dict], effort: float) -> Trial:
    try:
        answer = dropped(statement, places, trees, seconds=effort)
    except (ValueError, TypeError):  # what is left is no statement that the provers read
        return Trial(places, "OPEN")
    if isinstance(answer, Proved):
        return Trial(places, "NOT_NEEDED", certificate=answer.certificate, trusted=answer.trusted)
    if isinstance(answer, Refuted):
        witness = {"point": dict(answer.witness), "lhs": answer.lhs, "rhs": answer.rhs}
        return Trial(places, "NEEDED", witness, answer.certificate, answer.trusted)
    if isinstance(answer, NotDefined):
        return Trial(places, "UNDEFINED", {"point": dict(answer.point)}, answer.certificate)
    return Trial(places, "OPEN")
