"""Lost workers: which block is to blame, if any."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import Executor

from boundcheck.study.engines.batches import Unit
from boundcheck.study.engines.executors import lost
from boundcheck.study.errors import StudyError

SUSPECT = 3  # losses in company, after which a block is computed alone
GUILTY = 3  # losses alone, after which the study gives up on it
GIVEN_UP = 2  # blocks that the study gives up on before it stops; until then the others are finished
GREETINGS = 10


class Losses:
    """Counts of the workers that each block has been lost with.

    A worker takes everything in flight with it, so a block is only blamed for what happens while it is alone, on
    workers that were up.
    """

    def __init__(self) -> None:
        self._together: Counter[bytes] = Counter()
        self._alone: Counter[bytes] = Counter()
        self._given_up: list[StudyError] = []

    def suspects(self, units: list[Unit]) -> list[Unit]:
        """Those that have to be computed alone."""
        return [unit for unit in units if self._together[unit.key] >= SUSPECT]

    def note(self, task: list[Unit], error: BaseException) -> list[Unit]:
        """A worker was lost, and `task` with it. Return what is to be tried again.

        Raises
        ------
        StudyError
            Where `task` is not the first block that was lost alone once too often: then it is not one block's fault.
        """
        certain = type(error).__name__ == "KilledWorker"  # Dask has tried it on several workers
        if not self.suspects(task):
            self._together.update({unit.key: SUSPECT if certain else 1 for unit in task})
            return task
        (unit,) = task
        self._alone[unit.key] += GUILTY if certain else 1
        if self._alone[unit.key] < GUILTY:
            return task
        fault = StudyError(
            f"block {unit.block.index} of cell {unit.block.cell.label} takes its worker down each time "
            f"({type(error).__name__}): it may need more memory; use fewer jobs or smaller blocks"
        )
        fault.__cause__ = error
        self._given_up.append(fault)
        if len(self._given_up) == GIVEN_UP:
            self.tell()
        return []

    def tell(self) -> None:
        """Raise what was given up, if anything; to be called when all else is finished."""
        if self._given_up:
            raise self._given_up[0]


def await_worker(executor: Executor) -> None:
    """Return when a worker is up: only then does a loss say something about a block.

    Raises
    ------
    StudyError
        Where workers end as soon as they start.
    """
    for _ in range(GREETINGS):
        try:
            executor.submit(os.getpid).result()
            return
        except BaseException as error:
            if not lost(error):
                raise
            last = error
    raise StudyError(
        f"workers end as soon as they start ({last}): a script that uses processes needs "
        f"if __name__ == '__main__'; else use threads"
    )
