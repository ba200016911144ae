"""What every check is handed: budgets, seeds, its share of the error probability, and who runs the cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy

from boundcheck.claims import Claim, Letter, Step, StepVerdict
from boundcheck.symbolic import Statement


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
        known = dict(self.definitions)
        if isinstance(expression, Statement):
            lhs, rhs = expression.lhs.xreplace(known), expression.rhs.xreplace(known)
            return Statement(lhs, expression.relation, rhs, tuple(map(self.expand, expression.given)))
        return expression.xreplace(known)
