"""What there is to know of a shape beside its words: how it is tested, what its test can say, how a record of it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from boundcheck.claims import Claim, Evidence, Outcome

from .context import Context
from .settling import Known

DECIDED = ("PROVED", "REFUTED", "UNDECIDED")  # what provers say
TESTED = ("SUPPORTED", "REFUTED", "UNDECIDED")  # what samples and exact tables say


def itself(statement: Any) -> Any:
    """What is put to the test of most shapes."""
    return statement


def no_sample(statement: Any, context: Context) -> Evidence:
    """A sampled statement for results that rest on it, where nothing of it can be had without samples."""
    return Evidence(Outcome.SUPPORTED, "no sample was drawn here")


def nothing(statement: Any, evidence: Evidence, context: Context) -> None:
    """Of most shapes: nobody looks whether they are empty."""


@dataclass(frozen=True)
class Row:
    """A shape, and everything about it that differs from other shapes; a new shape is one module with one row.

    Parameters
    ----------
    shape : type
        A word of `boundcheck.claims`.
    check : callable
        ``(statement, context) -> Evidence``.
    outcomes : tuple of str
        That the check can give.
    sampled : bool
        Whether it draws samples, and so takes a share of the error probability.
    without_samples : callable
        As `check`, of a sampled shape, for results that rest on it.
    scalar : bool
        Whether it is a relation that the provers read; `checked` of a record is the statement itself.
    exact : bool
        Whether no outcome but an open one stands without a certificate.
    behind : callable
        ``statement -> statement``: what is put to the test of a quote or of a definition.
    comparisons : callable, optional
        ``(statement, context) -> (words, shape) ...`` into which it falls.
    may_be_empty : bool
        Whether no comparison at all proves it.
    recorded : callable, optional
        ``(statement, settled, context) -> bool``: whether a record is of this statement, for a shape of its own kind.
    again : callable, optional
        ``(statement, settled, context) -> Evidence | None``: exact evaluation today, None where samples or a search stand
        behind the outcome.
    evaluated : bool
        Whether a refutation without a certificate is evaluated again where the claim is installed.
    no_constant : bool
        Whether its refutation is a proof that no constant will do.
    turned : bool
        Whether it says that a line is false, so that a counterexample proves it.
    empty : callable
        ``(statement, evidence, context) -> Evidence | None``: the proof that it says nothing.
    limit : callable, optional
        ``(statement, claim) -> (conditions, limit)`` that a step has to give to settle it.
    constant : callable, optional
        ``(key, statement, part, claim, steps) -> (place, difference) ...`` of the constant in a record.
    """

    shape: type
    check: Callable[[Any, Context], Evidence]
    outcomes: tuple[str, ...]
    sampled: bool = False
    without_samples: Callable[[Any, Context], Evidence] = no_sample
    scalar: bool = False
    exact: bool = False
    behind: Callable[[Any], Any] = itself
    comparisons: Callable[[Any, Context], Iterable[tuple[str, Any]]] | None = None
    may_be_empty: bool = False
    recorded: Callable[[Any, Mapping[str, Any], Context], bool] | None = None
    again: Callable[[Any, Mapping[str, Any], Context], Evidence | None] | None = None
    evaluated: bool = False
    no_constant: bool = False
    turned: bool = False
    empty: Callable[[Any, Evidence, Context], Evidence | None] = nothing
    limit: Callable[[Any, Claim], tuple[Any, Any]] | None = None
    constant: Callable[[str, Any, Mapping[str, Any], Claim, Known], Iterable[tuple[str, str]]] | None = None


def evaluated(shape: type, check: Callable[[Any, Context], Evidence]) -> Row:
    """The row of a shape whose check is an exact evaluation."""

    def again(statement: Any, settled: Mapping[str, Any], context: Context) -> Evidence:
        return check(statement, context)

    return Row(shape, check, TESTED, again=again, evaluated=True)
