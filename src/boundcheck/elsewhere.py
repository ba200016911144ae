"""Used results and parts settled by other processes, while this one goes on with the claim they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from boundcheck.claims import Claim, PartVerdict, StepVerdict
from boundcheck.loading import registry
from boundcheck.prove import kept_in
from boundcheck.settle.circumstances import Alone, Run, key, sampled_statements
from boundcheck.settle.first_cells import first_cells
from boundcheck.settle.settle import part_of
from boundcheck.settle.used_results import unsampled_alone
from boundcheck.study import Answers, Block, Store, blocks_of, fill, run, search, shard

WORTH = 40  # steps: fewer are proved in less time than a worker takes to start
SHARES = 8  # of the replicates for each worker, so that all end together
BLOCKS = 4  # in a share at least


@dataclass(frozen=True)
class Drawing:
    """What the samples of a claim depend on, besides the budget and the seed, and the file that keeps them.

    Parameters
    ----------
    error_probability : float in (0, 1)
    repeats : int or None
    store : Path
    code : str
    jobs : int, ``>= 2``
    """

    error_probability: float
    repeats: int | None
    store: Path
    code: str
    jobs: int


class Elsewhere:
    """What workers settle ahead of time; asked for by name, a result comes once.

    Parameters
    ----------
    executor : Executor or None
        Of processes, to which claims are known by their names; without one everything is settled here.
    budget : str
    seed : int
    proofs : Path, optional
        File in which the provers' answers are kept.
    drawing : Drawing, optional
        Without it no sample is drawn elsewhere before this process asks for it.
    """

    def __init__(
        self, executor: Executor | None, budget: str, seed: int, proofs: Path | None, drawing: Drawing | None = None
    ) -> None:
        self._executor = executor
        self._circumstances = budget, seed, proofs
        self._drawing = drawing
        self._futures: dict[str, Future[Alone]] = {}
        self._parts: dict[tuple[str, str], Future[PartVerdict]] = {}
        self._asked: set[str] = set()

    def begin(self, used: Mapping[str, Claim]) -> None:
        """Hand out the results that were not asked for before, if they are many enough; the longest ones first."""
        new = {name: len(claim.steps) for name, claim in used.items() if name not in self._asked}
        if self._executor is None or sum(new.values()) < WORTH:
            return
        self._asked |= new.keys()
        for name in sorted(new, key=lambda name: -new[name]):
            self._futures[name] = self._executor.submit(settled, name, *self._circumstances)

    def result(self, name: str) -> Alone | None:
        """Parts and steps of a result, or None where they are to be settled here: nobody did, or somebody failed."""
        future = self._futures.pop(name, None)
        if future is None or future.cancel():  # not begun: it is as well begun here
            return None
        try:
            return future.result()
        except Exception:
            return None


    def draw(self, claim_id: str, claim: Claim) -> None:
        """Hand out the replicates that the parts of a claim ask for first, while its steps are proved here."""
        if self._executor is None or self._drawing is None or not self._is_shared(claim_id, claim):
            return
        budget, seed, _ = self._circumstances
        shares = min(SHARES * self._drawing.jobs, len(_first_blocks(claim_id, budget, seed, self._drawing)) // BLOCKS)
        for i in range(shares):
            self._executor.submit(drawn, claim_id, i + 1, shares, budget, seed, self._drawing)

    def hand_out(self, claim_id: str, claim: Claim, steps: Sequence[StepVerdict]) -> None:
        """Hand out the parts that are put to samples, those with a worst case to be searched first."""
        if self._executor is None or self._drawing is None or not self._is_shared(claim_id, claim):
            return
        sampled = sorted(sampled_statements(claim), key=lambda which: getattr(which[2], "instance", None) is None)
        for part in (key(name, reading) for name, reading, _ in sampled):
            self._parts[claim_id, part] = self._executor.submit(
                part_settled, claim_id, part, tuple(steps), *self._circumstances, self._drawing
            )

    def part(self, claim_id: str, part: str) -> PartVerdict | None:
        """A part of a claim, or None where it is to be settled here: nobody did, or somebody failed."""
        future = self._parts.pop((claim_id, part), None)
        if future is None:
            return None
        try:
            return future.result()
        except Exception:
            return None

    def _is_shared(self, claim_id: str, claim: Claim) -> bool:
        """Whether workers know the claim by its name, and there is more than one part for them.

        Where very much is sampled, workers share the replicates of one part after the other instead.
        """
        known = claim_id in registry.ids() and registry.load(claim_id) is claim and self._circumstances[0] != "deep"
        return known and len(sampled_statements(claim)) > 1


def drawn(claim_id: str, i: int, of: int, budget: str, seed: int, drawing: Drawing) -> None:
    """Compute the `i`-th of `of` shares of a claim's first replicates into the store: the task of a worker."""
    with closing(Store(drawing.store)) as store:
        fill(shard(_first_blocks(claim_id, budget, seed, drawing), i, of), seed=seed, store=store, code=drawing.code)


@lru_cache(maxsize=1)
def _first_blocks(claim_id: str, budget: str, seed: int, drawing: Drawing) -> list[Block]:
    return blocks_of(first_cells(claim_id, registry.load(claim_id), _run(budget, seed, drawing)))


def part_settled(
    claim_id: str,
    part: str,
    steps: Sequence[StepVerdict],
    budget: str,
    seed: int,
    proofs: Path | None,
    drawing: Drawing,
) -> PartVerdict:
    """One part of a claim whose steps are settled: the task of a worker."""
    claim = registry.load(claim_id)
    (which,) = (it for it in sampled_statements(claim) if key(it[0], it[1]) == part)
    with ExitStack() as stack:
        if proofs is not None:
            stack.enter_context(kept_in(stack.enter_context(closing(Answers(proofs)))))
        store = stack.enter_context(closing(Store(drawing.store)))
        run_ = _run(budget, seed, drawing, store)
        return part_of(claim_id, claim, which, run_, used_by([claim]), steps)


def _run(budget: str, seed: int, drawing: Drawing, store: Store | None = None) -> Run:
    """The circumstances of a worker, which computes what it lacks itself."""
    bound: dict[str, Any] = {"seed": seed, "store": store, "code": drawing.code}
    cells, worst = (partial(run, **bound), partial(search, **bound)) if store is not None else (_nothing, _nothing)
    return Run(budget, seed, drawing.error_probability, cells=cells, search=worst, repeats=drawing.repeats)


def settled(name: str, budget: str, seed: int, proofs: Path | None) -> Alone:
    """Parts and steps of one result as far as they go without samples: the task of a worker."""
    claim = registry.load(name)
    used = used_by([claim]) | {name: claim}
    with ExitStack() as stack:
        if proofs is not None:
            stack.enter_context(kept_in(stack.enter_context(closing(Answers(proofs)))))
        return unsampled_alone(name, Run(budget, seed, 0.0, cells=_nothing, search=_nothing), used)


def used_by(claims: Iterable[Claim]) -> dict[str, Claim]:
    """The claims that `claims` name, by id, and those that they name in turn."""
    found: dict[str, Claim] = {}
    left = [name for claim in claims for name in claim.uses]
    while left:
        name = left.pop(0)
        if name not in found:
            found[name] = registry.load(name)
            left += found[name].uses
    return found


def _nothing(*asked: object, **more: object) -> None:
    raise RuntimeError("no sample is drawn for a result that is used")
