"""Several claims of one run, each settled whole by one worker, so that none waits for the last part of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from boundcheck import job
from boundcheck.claims import Claim
from boundcheck.elsewhere import used_by
from boundcheck.loading import registry
from boundcheck.settle.circumstances import sampled_statements
from boundcheck.settle.used_results import of_used_result
from boundcheck.study import open_executor
from boundcheck.study.engines.executors import lost

STEP, SAMPLED = 0.3, 5.0  # seconds of one core, where no record tells more: of a step, and of a part that is sampled
WITHIN = 1.6  # how many times faster two workers settle one claim than one does, as measured; more workers gain little
PATIENCE = 0.5  # seconds between two words on how far the others are
Record = dict[str, Any]


def weight(claim: Claim, record: Mapping[str, Any] | None = None) -> float:
    """The seconds of one core that a claim takes: those of an earlier record, or a guess by what it consists of."""
    if record is not None:
        pieces = [*record["parts"].values(), *record["steps"]]
        known = sum(float(piece.get("seconds") or 0.0) for piece in pieces)
        if known > 0:
            return known
    return STEP * (1 + len(claim.steps)) + SAMPLED * len(sampled_statements(claim))


def in_turn(weights: Mapping[str, float], workers: int) -> list[str]:
    """The claims as they are begun: one worker takes the longest that is left, the others the next in the order of `weights`.

    So the first answers come soon, and at the end only short ones are left, which keep all workers busy to the last.
    """
    left = list(weights)
    free = [0.0] * workers  # when each worker has done what it began
    begun = []
    while left:
        who = min(range(workers), key=lambda worker: (free[worker], worker))
        name = max(left, key=lambda each: weights[each]) if who == 0 else left[0]
        left.remove(name)
        begun.append(name)
        free[who] += weights[name]
    return begun


def worth_it(weights: Mapping[str, float], settings: job.Settings) -> bool:
    """Whether claims side by side are done sooner than one after the other, each by all workers.

    Where very much is sampled, workers share the replicates of one part evenly, and are better at that.
    """
    several = len(weights) > 1 and settings.jobs > 1 and settings.engine in ("auto", "processes")
    if not several or settings.budget == "deep" or settings.store is None:
        return False
    whole = sum(weights.values())
    return max(max(weights.values()), whole / settings.jobs) < whole / WITHIN


@dataclass
class Abreast:
    """Claims that workers settle, asked for one by one in any order.

    Parameters
    ----------
    executor : Executor
        Of processes.
    settings : boundcheck.job.Settings
    weights : mapping of str to float
        The claims that workers know by name, in the order in which they will be asked for, and how long each takes.
    keep : callable
        Takes each record as soon as it is there, whoever asked for it.
    tell : callable
        Takes how many claims are settled, and which share of the work that was.
    """

    executor: Executor
    settings: job.Settings
    weights: Mapping[str, float]
    keep: Callable[[Record], object] = lambda record: None
    tell: Callable[[int, float], object] = lambda done, share: None
    _futures: dict[str, Future[Record]] = field(default_factory=dict)

    def begin(self) -> None:
        """Hand out the claims."""
        self._hand_out(in_turn(self.weights, self.settings.jobs))

    def record(self, claim_id: str) -> Record | None:
        """The record of a claim, or None where it is to be settled here: nobody did, or somebody failed."""
        future = self._futures.pop(claim_id, None)
        while future is not None and not future.done():
            self._tell()
            wait([future], timeout=PATIENCE)
        if future is None:
            return None
        try:
            return future.result()
        except Exception as error:  # settled here, the same error tells what it is about
            if lost(error):
                self._again()
            return None

    def _hand_out(self, names: Sequence[str]) -> None:
        used = {other for name in self.weights for other in registry.load(name).uses}
        for name in names:
            self._futures[name] = self.executor.submit(settled_whole, name, self.settings, name in used)
            self._futures[name].add_done_callback(self._arrived)

    def _arrived(self, future: Future[Record]) -> None:
        if not future.cancelled() and future.exception() is None:
            self.keep(future.result())

    def _again(self) -> None:
        """Hand out anew what was lost with a worker."""
        gone = [
            name
            for name, future in self._futures.items()
            if future.done() and (future.cancelled() or future.exception())
        ]
        self._hand_out(gone)

    def _tell(self) -> None:
        left = {name: self.weights[name] for name, future in self._futures.items() if not future.done()}
        self.tell(len(self.weights) - len(left), 1 - sum(left.values()) / sum(self.weights.values()))


@contextmanager
def opened(settings: job.Settings, weights: Mapping[str, float], **told: Any) -> Iterator[Abreast | None]:
    """`Abreast` for the time of a `with` block, at work; None where claims are better settled one after the other."""
    if not worth_it(weights, settings):
        yield None
        return
    with open_executor(settings.engine, settings.jobs) as executor:
        abreast = Abreast(executor, settings, weights, **told)
        abreast.begin()
        yield abreast


def settled_whole(claim_id: str, settings: job.Settings, used: bool) -> Record:
    """The record of one claim: the task of a worker, who tells the others how a claim fares that they use."""
    claim = registry.load(claim_id)
    with job.runner(replace(settings, jobs=1)) as run:
        record = job.check(claim_id, claim, settings, run)[1]
        if used:  # its proofs are at hand now
            of_used_result(claim_id, run, used_by([claim]) | {claim_id: claim}, {})
    return record
