"""Used results settled by other processes, while this one goes on with the claim that rests on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from pathlib import Path

from boundcheck.claims import Claim
from boundcheck.loading import registry
from boundcheck.prove import kept_in
from boundcheck.settle.circumstances import Alone, Run
from boundcheck.settle.used_results import unsampled_alone
from boundcheck.study import Answers

WORTH = 40  # steps: fewer are proved in less time than a worker takes to start


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
    """

    def __init__(self, executor: Executor | None, budget: str, seed: int, proofs: Path | None) -> None:
        self._executor = executor
        self._circumstances = budget, seed, proofs
        self._futures: dict[str, Future[Alone]] = {}
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
