"""What a check is handed, and what there is to know of a shape besides its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy

from boundcheck.claims import Claim, Letter, Step
from boundcheck.symbolic.plain_letters import replaced
from boundcheck.verdict import Evidence, Outcome, StepVerdict
from boundcheck.verdict.facts import NoSample

from .settling import Known

# What every check is handed: budgets, seeds, its share of the error probability, and who runs the cells.


@dataclass(frozen=True)
class Budget:
    """How much is spent on a claim.

    Parameters
    ----------
    repeats : int
        Replicates per regime of a probabilistic bound.
    sweep_repeats : int
        Replicates per point of a sweep.
    evaluations : int
        Points that a worst-case search may look at.
    search_repeats : int
        Replicates per point of a search.
    seconds : float
        Last safety of one proof; the engines count resources, not time.
    dropping : float
        Effort, as in `boundcheck.prove.prove`, of a proof without one of the hypotheses; 0 looks at the proof at hand.
    """

    name: str
    repeats: int
    sweep_repeats: int
    evaluations: int
    search_repeats: int
    seconds: float
    dropping: float = 0.0

    def with_repeats(self, repeats: int | None) -> Budget:
        """The same budget with so many replicates in every regime and at every point of a sweep."""
        return self if repeats is None else replace(self, repeats=repeats, sweep_repeats=repeats)


BUDGETS = {
    "quick": Budget("quick", 1_000, 1_000, 64, 100, 20.0),
    "standard": Budget("standard", 4_000, 4_000, 192, 200, 60.0, 0.1),
    "deep": Budget("deep", 40_000, 20_000, 8_192, 400, 240.0, 1.0),
}

LEAST_REPEATS = 2  # of one regime: fewer have no spread
MOST_REPEATS = 10**7  # of one regime: their errors fit into memory


@dataclass(frozen=True)
class Context:
    """One statement's circumstances.

    Parameters
    ----------
    claim, name : str
        Who asks. The claim and the part, without the reading, are part of every seed.
    risk : float
        The share of the run's error probability that this statement may spend.
    definitions : mapping of Symbol to Expr
    run : callable
        ``cells -> {cell: Replicates}``, bound to seed, executor and store.
    search : callable
        ``(objective, space, evaluations) -> SearchResult``.
    parameters : tuple of Letter
        Of the claim; their domains are the stated domain.
    steps : tuple of (Step, StepVerdict)
        The claim's own steps as far as they are settled.
    used : mapping of str to Claim
        The claims that it uses, by id.
    """

    claim: str
    name: str
    budget: Budget
    seed: int
    risk: float
    run: Callable[[Sequence[Any]], Mapping[Any, Any]]
    search: Callable[..., Any]
    definitions: Mapping[sympy.Symbol, sympy.Expr] = field(default_factory=dict)
    parameters: tuple[Letter, ...] = ()
    steps: tuple[tuple[Step, StepVerdict], ...] = ()
    used: Mapping[str, Claim] = field(default_factory=dict)

    @property
    def part(self) -> str:
        """The part whatever its reading: readings of a part are put to the same samples where they ask for the same ones."""
        return self.name.partition("@")[0]

    def expand(self, expression: Any) -> Any:
        """`expression` with the claim's abbreviating letters replaced by what they stand for."""
        return replaced(expression, dict(self.definitions))


# What there is to know of a shape beside its words: how it is tested, what its test can say, how a record of it is read.

DECIDED = ("PROVED", "REFUTED", "UNDECIDED")  # what provers say
TESTED = ("SUPPORTED", "REFUTED", "UNDECIDED")  # what samples and exact tables say


def itself(statement: Any) -> Any:
    """What is put to the test of most shapes."""
    return statement


def no_sample(statement: Any, context: Context) -> Evidence:
    """A sampled statement for results that rest on it, where nothing of it can be had without samples."""
    return Evidence(Outcome.SUPPORTED, NoSample())


def nothing(statement: Any, evidence: Evidence, context: Context) -> None:
    """Of most shapes: nobody looks whether they are empty."""


def nothing_certified(settled: Mapping[str, Any]) -> None:
    """Of most shapes: no certificate stands in the evidence."""


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
    retold : callable, optional
        ``(statement, settled, context) -> Evidence | None``: of a sampled shape, what its check says of the counts and
        quantiles of a record; a `ValueError` says that they are not of this statement.
    evaluated : tuple of str
        The outcomes that rest on an evaluation, which is made again where the claim is installed.
    of_record : callable, optional
        ``settled -> (place, fault) ...`` of the certificates that stand in its evidence, None where there are none.
    no_constant : bool
        Whether its refutation is a proof that no constant will do.
    turned : bool
        Whether it says that a line is false, so that a counterexample proves it.
    empty : callable
        ``(statement, evidence, context) -> Evidence | None``: the proof that it says nothing.
    stated : callable, optional
        ``(statement, claim) -> conditions`` from which those of a step have to follow, where they are not the stated domain.
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
    retold: Callable[[Any, Mapping[str, Any], Context], Evidence | None] | None = None
    evaluated: tuple[str, ...] = ()
    of_record: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]] | None] = nothing_certified
    no_constant: bool = False
    turned: bool = False
    empty: Callable[[Any, Evidence, Context], Evidence | None] = nothing
    stated: Callable[[Any, Claim], Sequence[Any]] | None = None
    constant: Callable[[str, Any, Mapping[str, Any], Claim, Known], Iterable[tuple[str, str]]] | None = None


def evaluated(
    shape: type,
    check: Callable[[Any, Context], Evidence],
    of_record: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]] | None] = nothing_certified,
) -> Row:
    """The row of a shape whose check is an exact evaluation."""

    def again(statement: Any, settled: Mapping[str, Any], context: Context) -> Evidence:
        return check(statement, context)

    return Row(shape, check, TESTED, again=again, evaluated=TESTED, of_record=of_record)
