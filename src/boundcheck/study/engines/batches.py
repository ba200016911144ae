"""Blocks gathered into tasks worth sending: half a second each, by what earlier blocks have taken."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

from boundcheck.study.blocks import Block

TARGET = 0.5  # seconds of work in a task: some hundred times what sending it costs
SHORTEST = 0.05  # towards the end, so that all workers end together
FIRST = 4  # blocks in a task before anything has been measured
LARGEST = 2_000


@dataclass(frozen=True)
class Unit:
    """A block that is to be computed, with the key under which it will be stored."""

    key: bytes
    block: Block
    cell_digest: bytes


class Batches:
    """What is left to do, handed out in tasks. Their size influences speed, never results.

    Parameters
    ----------
    units : iterable of Unit
    workers : int, ``>= 1``
    """

    def __init__(self, units: Iterable[Unit], workers: int) -> None:
        self._left = deque(units)
        self._of_cell = Counter(unit.cell_digest for unit in self._left)
        self._seconds: dict[bytes, float] = {}
        self._latest = 0.0
        self.workers = workers

    def __len__(self) -> int:
        return len(self._left)

    def take(self) -> list[Unit]:
        """The next task, at least one block."""
        if not self._latest:
            first = max(1, min(FIRST, len(self._left) // (4 * self.workers)))
            return [self._pop() for _ in range(first)]
        target = max(SHORTEST, min(TARGET, self._remaining() / (2 * self.workers)))
        task: list[Unit] = []
        expected = 0.0
        while self._left and len(task) < LARGEST:
            expected += self._expected(self._left[0].cell_digest)
            if task and expected > target * 1.2:
                break
            task.append(self._pop())
        return task

    def give_back(self, units: Iterable[Unit]) -> None:
        """Units that were not computed go to the front, in their order."""
        for unit in reversed(list(units)):
            self._left.appendleft(unit)
            self._of_cell[unit.cell_digest] += 1

    def took(self, unit: Unit, seconds: float) -> None:
        """Note how long a block took."""
        before = self._seconds.get(unit.cell_digest, seconds)
        self._latest = max(1e-7, seconds)
        self._seconds[unit.cell_digest] = 0.7 * before + 0.3 * self._latest

    def _pop(self) -> Unit:
        unit = self._left.popleft()
        self._of_cell[unit.cell_digest] -= 1
        return unit

    def _expected(self, cell_digest: bytes) -> float:
        return self._seconds.get(cell_digest, self._latest)

    def _remaining(self) -> float:
        return sum(count * self._expected(digest) for digest, count in self._of_cell.items() if count)
