"""A run: its circumstances, what of a claim is put to the test, and how the risk of an error is shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.rows import row_of
from boundcheck.claims import Claim, Headline, PartVerdict, Severity, StepVerdict
from boundcheck.settle.severity import LITERAL

Alone = tuple[tuple[PartVerdict, ...], tuple[StepVerdict, ...]]
Standing = tuple[Headline, Severity]


@dataclass(frozen=True)
class Run:
    """The circumstances of one invocation: everything a verdict depends on besides the claim.

    `ahead` hears which results are used before they are needed; `elsewhere` gives the parts and steps of one, as
    `unsampled_alone` does, where a worker has settled them. `draws` hears of a claim, and `hands_out` of its settled
    steps too; `part` gives a part of it by its key, as `part_of` does, where a worker has settled it. `standing` gives
    how a used result fares where that is known from before, and `keeps_standing` hears it where it was settled.
    """

    budget: str
    seed: int
    error_probability: float
    cells: Callable[..., Any]
    search: Callable[..., Any]
    fill: Callable[..., Any] = lambda blocks: None
    announce: Callable[[str], None] = lambda words: None
    repeats: int | None = None
    ahead: Callable[[Mapping[str, Claim]], None] = lambda used: None
    elsewhere: Callable[[str], Alone | None] = lambda name: None
    draws: Callable[[str, Claim], None] = lambda claim_id, claim: None
    hands_out: Callable[[str, Claim, Sequence[StepVerdict]], None] = lambda claim_id, claim, steps: None
    part: Callable[[str, str], PartVerdict | None] = lambda claim_id, part: None
    standing: Callable[[str, Claim], Standing | None] = lambda name, claim: None
    keeps_standing: Callable[[str, Claim, Standing], None] = lambda name, claim, standing: None


def statements(claim: Claim) -> Iterator[tuple[str, str, Any]]:
    """``(part, reading, statement)`` for every part under each of its readings."""
    for name, statement in claim.parts.items():
        if isinstance(statement, Mapping):
            for reading, under in statement.items():
                yield name, reading, under
        else:
            yield name, LITERAL, statement


def share_of_risk(claim: Claim, error_probability: float) -> float:
    """What each sampled part may spend, by the union bound."""
    return error_probability / max(sampled_parts(claim), 1)


def sampled_parts(claim: Claim) -> int:
    """How many statements of `claim` are put to samples, each under each of its readings."""
    return len(sampled_statements(claim))


def sampled_statements(claim: Claim) -> list[tuple[str, str, Any]]:
    """Those of the `statements` of a claim that are put to samples."""
    return [which for which in statements(claim) if row_of(which[2]).sampled]


def context_of(claim_id: str, name: str, owner: Claim, run: Run, risk: float) -> Context:
    """What the check of one statement is handed."""
    return Context(
        claim=claim_id,
        name=name,
        budget=BUDGETS[run.budget].with_repeats(run.repeats),
        seed=run.seed,
        risk=risk,
        run=run.cells,
        search=run.search,
        definitions=owner.definitions,
        parameters=tuple(owner.parameters),
    )


def key(name: str, reading: str) -> str:
    """How a part is called under one of its readings."""
    return name if reading == LITERAL else f"{name}@{reading}"
