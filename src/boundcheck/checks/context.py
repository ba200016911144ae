"""What a check is handed, and what a shape is: its check, and how a record of it is read."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar

import sympy

from boundcheck.claims import Claim, Letter, Step
from boundcheck.symbolic.plain_letters import replaced
from boundcheck.verdict import Evidence, Outcome, StepVerdict
from boundcheck.verdict.facts import NoSample
from boundcheck.verdict.shapes import Derivation
from boundcheck.verdict.statements import Settled

from .settling import Known, stated_domain

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
    drawing : float
        Seconds in which a second look at what samples left open has to be drawn; 0 for none.
    """

    name: str
    repeats: int
    sweep_repeats: int
    evaluations: int
    search_repeats: int
    seconds: float
    dropping: float = 0.0
    drawing: float = 0.0

    def with_repeats(self, repeats: int | None) -> Budget:
        """The same budget with so many replicates in every regime and at every point of a sweep."""
        return self if repeats is None else replace(self, repeats=repeats, sweep_repeats=repeats, drawing=0.0)


BUDGETS = {
    "quick": Budget("quick", 1_000, 1_000, 64, 100, 20.0, 0.0, 3.0),
    "standard": Budget("standard", 4_000, 4_000, 192, 200, 60.0, 0.1, 30.0),
    "deep": Budget("deep", 40_000, 20_000, 8_192, 400, 240.0, 1.0, 120.0),
}

LEAST_REPEATS = 2  # of one regime: fewer have no spread
MOST_REPEATS = 10**7  # of one regime: their errors fit into memory
AGAIN = 0.25  # the part of a statement's share of the error probability that a second look spends


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
    letters : mapping of str to str
        How letters are printed.
    derived : mapping of (str, str) to Future
        What becomes of the derivation of a claim's part, where a worker checks it.
    again : bool
        Whether it is a second look, whose samples are others than those of the first.
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
    letters: Mapping[str, str] = field(default_factory=dict)
    derived: Mapping[tuple[str, str], Future[Derivation | None]] = field(default_factory=dict)
    again: bool = False

    def second(self, repeats: int) -> Context:
        """The circumstances of a second look with so many replicates in every regime, at `AGAIN` of the error probability.

        Of a share that is split over every interval that a first look reports at most four fifths are for ends that can
        refute, so that both looks together refute what is true with no more than the share.
        """
        budget = self.budget if repeats == self.budget.repeats else self.budget.with_repeats(repeats)
        return replace(self, budget=budget, risk=AGAIN * self.risk, again=True)

    @property
    def part(self) -> str:
        """The part whatever its reading: readings of a part are put to the same samples where they ask for the same ones."""
        return self.name.partition("@")[0]

    def expand(self, expression: Any) -> Any:
        """`expression` with the claim's abbreviating letters replaced by what they stand for."""
        written = tuple(self.definitions.items())
        return _expanded(expression, written) if isinstance(expression, sympy.Basic) else replaced(expression, dict(written))


@lru_cache(maxsize=20_000, typed=True)
def _expanded(expression: sympy.Basic, written: tuple[tuple[Any, Any], ...]) -> Any:
    """The same of an expression: a bound is asked for at every point of its regimes, corners and sweeps."""
    return replaced(expression, dict(written))


# A shape: how a statement of one class is tested, what its test can say, and how a record of it is held against today's claim.

TESTED = ("SUPPORTED", "REFUTED", "UNDECIDED")  # what samples and exact tables say
Certified = Iterable[tuple[str, str]]  # places, and what is wrong there; empty where a certificate replays


@dataclass(frozen=True)
class Check(ABC):
    """How the statements of one class of `boundcheck.claims` are tested; a new shape is one module with one of these.

    Parameters
    ----------
    shape : type
    check : callable
        ``(statement, context) -> Evidence``.
    """

    shape: type
    check: Callable[[Any, Context], Evidence]
    outcomes: ClassVar[tuple[str, ...]] = ("PROVED", "REFUTED", "UNDECIDED")  # that the check can give
    evaluated: ClassVar[tuple[str, ...]] = ()  # those that rest on an evaluation, which is made again where the claim is installed
    no_constant: ClassVar[bool] = False  # whether its refutation is a proof that no constant will do
    turned: ClassVar[bool] = False  # whether it says that a line is false, so that a counterexample proves it
    may_be_empty: ClassVar[bool] = False  # whether no comparison at all proves it

    def behind(self, statement: Any) -> Any:
        """What is put to the test: of a quote or a definition another statement."""
        return statement

    def without_samples(self, statement: Any, context: Context) -> Evidence:
        """What is to be had without samples, for results that rest on it."""
        return self.check(statement, context)

    def empty(self, statement: Any, evidence: Evidence, context: Context) -> Evidence | None:
        """The proof that the statement says nothing."""
        return None

    def stated(self, statement: Any, claim: Claim) -> Sequence[Any]:
        """The conditions from which those of a step have to follow that settles it."""
        return stated_domain(statement, claim.parameters)

    def again(self, statement: Any, settled: Settled, context: Context) -> Evidence | None:
        """Exact evaluation today of what a record has; None where samples, a search or provers stand behind the outcome."""
        return None

    def is_of(self, statement: Any, settled: Settled, context: Context) -> bool:
        """Whether a record is of this statement, where what was put to the provers is found in a way of its own."""
        return True

    def retold(self, statement: Any, settled: Any, context: Context) -> Evidence | None:
        """What the check says of the numbers or certificates of a record; a `ValueError` where they are of another one."""
        return None

    def certified(self, settled: Any) -> Certified | None:
        """The certificates that stand in the evidence of a record, replayed; None where there are none."""
        return None

    def constant(self, key: str, statement: Any, part: Any, claim: Claim, steps: Known) -> Certified:
        """Where the constant of a record is not the one that the claim and its settled steps give."""
        return ()


class Formula(Check):
    """A relation that the provers read; `checked` of a record is the statement itself."""


@dataclass(frozen=True)
class Compared(Check):
    """A statement that falls into comparisons, which the provers read: ``(statement, context) -> (words, formula) ...``."""

    comparisons: Callable[[Any, Context], Iterable[tuple[str, Any]]]


@dataclass(frozen=True)
class Quote(Check):
    """Another statement stands behind it: ``statement -> statement``."""

    quoted: Callable[[Any], Any]

    def behind(self, statement: Any) -> Any:
        return self.quoted(statement)


class Evaluated(Check):
    """An exact evaluation, as of a table."""

    outcomes = evaluated = TESTED

    def again(self, statement: Any, settled: Settled, context: Context) -> Evidence | None:
        return self.check(statement, context)


def _none(evidence: Evidence) -> float:
    return 0.0


@dataclass(frozen=True)
class Sampled(Check):
    """It draws samples, and so takes a share of the error probability; `of_record` as `Check.retold`.

    `deciding` says with how many replicates of a regime a second look would tell more: 0 for none, inf for all there is time for.
    """

    of_record: Callable[[Any, Any, Context], Evidence | None]
    deciding: Callable[[Evidence], float] = _none
    outcomes = TESTED

    def without_samples(self, statement: Any, context: Context) -> Evidence:
        return Evidence(Outcome.SUPPORTED, NoSample())

    def retold(self, statement: Any, settled: Any, context: Context) -> Evidence | None:
        return self.of_record(statement, settled, _as_drawn(settled, context))


def _as_drawn(settled: Any, context: Context) -> Context:
    """The circumstances in which a record was drawn: of a second look, where it has more replicates than a first one."""
    kept = (settled, "slack"), (settled.evidence, "means"), (settled.evidence, "least"), (settled.evidence, "audits")
    rows = [row for found, name in kept for row in getattr(found, name, None) or ()]
    most = max((row.repeats if hasattr(row, "repeats") else 2 * row.runs for row in rows), default=0)
    return context.second(most) if most > context.budget.repeats and context.budget.drawing else context
