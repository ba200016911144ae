"""The loop that keeps workers busy, keeps what they finish, and does again what is lost with one of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait

from boundcheck.study.cell import Cell
from boundcheck.study.engines.batches import TARGET, Batches, Unit
from boundcheck.study.engines.blas import one_thread
from boundcheck.study.engines.compute import Assignment, Result, compute
from boundcheck.study.engines.executors import InProcess, lost, shares_memory, workers_of
from boundcheck.study.engines.lost_blocks import Losses, await_worker
from boundcheck.study.engines.travel import Packed, pack
from boundcheck.study.errors import StudyError
from boundcheck.study.store.store import Row

BRIEF = 0.2  # seconds of a task in this process: what Ctrl-C may cost, and how long threads may keep it waiting
RECOUNT = 5.0  # seconds between two looks at how many workers there are

Keep = Callable[[list[tuple[Unit, Row]]], None]


def work_off(units: list[Unit], seed: int, executor: Executor, keep: Keep) -> None:
    """Compute all `units`, handing each finished task to `keep`, in this thread, as soon as it arrives.

    While nothing arrives for `RECOUNT` seconds, `keep` is handed nothing, so that it can tell that the work goes on.

    Raises
    ------
    StudyError
        Where a block takes its worker down again and again, or cannot be sent.
    """
    desk = _Desk(units, seed, executor, keep)
    with one_thread():
        try:
            while desk.busy:
                desk.hand_out()
                desk.collect()
            desk.losses.tell()
        except BaseException:
            desk.rescue()
            raise


class _Desk:
    def __init__(self, units: list[Unit], seed: int, executor: Executor, keep: Keep) -> None:
        self.seed, self.executor, self.keep = seed, executor, keep
        self.here = shares_memory(executor)
        self.batches = Batches(units, workers_of(executor))
        self.counted = time.monotonic()
        self.flight: dict[Future, list[Unit]] = {}
        self.losses = Losses()
        self.packed: dict[bytes, Packed] = {}

    @property
    def busy(self) -> bool:
        return bool(self.flight or len(self.batches))

    def hand_out(self) -> None:
        """Fill the workers' hands, and one task more for each so that none waits."""
        if time.monotonic() - self.counted > RECOUNT:
            self.batches.workers, self.counted = workers_of(self.executor), time.monotonic()
        room = 1 if isinstance(self.executor, InProcess) else 2 * self.batches.workers
        while len(self.batches) and len(self.flight) < room:
            task = self.batches.take()
            if suspects := self.losses.suspects(task):
                if self.flight:  # it may take others down: wait until it is alone
                    self.batches.give_back(task)
                    return
                self.batches.give_back([unit for unit in task if unit is not suspects[0]])
                task, room = suspects[:1], 1
                await_worker(self.executor)
            assignments = tuple(Assignment(self._cell(unit), unit.block.index, unit.block.size) for unit in task)
            self.flight[self._submit(assignments)] = task

    def _submit(self, assignments: tuple[Assignment, ...]) -> Future:
        try:
            return self.executor.submit(compute, assignments, self.seed, BRIEF if self.here else 2 * TARGET)
        except (BrokenExecutor, BrokenPipeError) as error:
            raise StudyError(
                f"the executor has lost its workers and takes no more tasks ({error}): "
                f"run again, what is finished is kept"
            ) from error

    def collect(self) -> None:
        """Wait for the next finished tasks and keep what they bring."""
        finished, _ = wait(self.flight, timeout=RECOUNT, return_when=FIRST_COMPLETED)
        self._settle(finished)
        if not finished:
            self.keep([])

    def rescue(self) -> None:
        """On the way out: nothing new is begun, and what has arrived is kept."""
        for future in self.flight:
            future.cancel()
        arrived = {
            future for future in self.flight if future.done() and not future.cancelled() and not future.exception()
        }
        self._settle(arrived)

    def _settle(self, futures: set[Future]) -> None:
        rows: list[tuple[Unit, Row]] = []
        errors: list[BaseException] = []
        for future in futures:
            task = self.flight.pop(future)
            try:
                results, left = self._results(future, task)
            except BaseException as error:  # raised when what the others bring is kept
                errors.append(error)
                continue
            for unit, result in zip(task, results, strict=False):
                self.batches.took(unit, result.seconds)
                index, size = unit.block.index, unit.block.size
                rows.append((unit, Row(unit.key, unit.cell_digest, index, size, result.failure, result.blob)))
            self.batches.give_back(left)
        if rows:
            self.keep(rows)
        if errors:
            raise errors[0]

    def _results(self, future: Future, task: list[Unit]) -> tuple[list[Result], list[Unit]]:
        """What the task brings, and what of it is to be done again: all, where it was lost with its worker."""
        try:
            results: list[Result] = future.result()
        except BaseException as error:
            if not lost(error):
                raise
            return [], self.losses.note(task, error)
        return results, task[len(results) :]

    def _cell(self, unit: Unit) -> Cell | Packed:
        if self.here:
            return unit.block.cell
        if unit.cell_digest not in self.packed:
            self.packed[unit.cell_digest] = pack(unit.block.cell, unit.cell_digest)
        return self.packed[unit.cell_digest]
