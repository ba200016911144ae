"""The loop that keeps workers busy: tasks worth sending, cells on their way, blocks drawn, and lost ones done again."""

from __future__ import annotations

import ctypes
import functools
import importlib
import importlib.util
import io
import os
import pickle
import re
import sys
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from boundcheck.study.cell import ADDRESS, Block, Cell, generator, spawn_key
from boundcheck.study.executors import InProcess, lost, shares_memory, workers_of
from boundcheck.study.store import StudyError, encode, encode_failure

# One thread per matrix product: sums are then taken in one order, and workers do not fight for cores.

_lock = threading.Lock()
_users = 0
_limits: Any = None


@contextmanager
def one_thread() -> Iterator[None]:
    """Within it, every BLAS of this process uses one thread; it nests, across threads too.

    The bytes of a matrix product depend on the number of threads, and results here must not.
    """
    global _users, _limits
    with _lock:
        if _users == 0:
            _load_that_of_scipy()
            _limits = ThreadpoolController().limit(limits=1, user_api="blas")
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _limits.restore_original_limits()


@functools.cache
def _load_that_of_scipy() -> None:
    """SciPy brings a BLAS of its own, loaded at its first use: it has to be there before it is limited.

    The library alone takes a millisecond, ``import scipy.linalg`` a tenth of a second, in every worker.
    """
    site = Path(np.__file__).parent.parent
    for path in sorted(path for folder in ("scipy.libs", "scipy/.dylibs") for path in site.glob(f"{folder}/*openblas*")):
        ctypes.CDLL(str(path))


# Cells on their way to another process, which may not know the module that they come from.

CELLS_KEPT = 64
HOME = ("boundcheck", "numpy", "scipy", "builtins", "__main__")


@dataclass(frozen=True)
class Packed:
    """A cell as bytes, with the files of the modules that it needs (a claim file need not be importable)."""

    digest: bytes
    pickled: bytes
    modules: tuple[tuple[str, str], ...]


class _Packer(pickle.Pickler):
    """Pickles, and notes the modules that the pickle refers to."""

    def __init__(self, buffer: io.BytesIO) -> None:
        super().__init__(buffer, protocol=5)
        self.modules: set[str] = set()

    def reducer_override(self, thing: Any) -> Any:
        if module := getattr(thing, "__module__", None):
            self.modules.add(module)
        return NotImplemented


def pack(cell: Cell, digest: bytes) -> Packed:
    """The cell as bytes.

    Raises
    ------
    StudyError
        Where the experiment cannot travel to another process.
    """
    buffer = io.BytesIO()
    packer = _Packer(buffer)
    try:
        packer.dump(cell)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise StudyError(
            f"cell {cell.label} cannot travel to another process ({error}): "
            f"define its experiment at the top of a module, or use one job"
        ) from error
    if "__main__" in packer.modules:
        return Packed(digest, _by_value(cell, buffer.getvalue()), ())
    files = [(name, getattr(sys.modules.get(name), "__file__", None)) for name in sorted(packer.modules)]
    return Packed(
        digest,
        buffer.getvalue(),
        tuple((name, file) for name, file in files if file and name.split(".")[0] not in HOME),
    )


def _by_value(cell: Cell, pickled: bytes) -> bytes:
    """The cell with the classes of a script inside it, for workers of Dask, which do not run the script."""
    try:
        from cloudpickle import dumps
    except ImportError:  # then there is no Dask either, and spawned processes know the script
        return pickled
    return dumps(cell)


_unpacked: dict[bytes, Cell] = {}


def unpack(packed: Packed) -> Cell:
    """The cell, kept for the next task so that what its experiment has cached serves again.

    Raises
    ------
    StudyError
        Where a module is missing on this worker.
    """
    if packed.digest in _unpacked:
        return _unpacked[packed.digest]
    try:
        for name, file in packed.modules:
            _provide(name, file)
        cell = pickle.loads(packed.pickled)
    except Exception as error:
        raise StudyError(
            f"a worker cannot load an experiment ({type(error).__name__}: {error}): "
            f"install its module there, or run with threads"
        ) from error
    while len(_unpacked) >= CELLS_KEPT:
        _unpacked.pop(next(iter(_unpacked)))
    _unpacked[packed.digest] = cell
    return cell


def _provide(name: str, file: str) -> None:
    """Make module `name` known: imported where that works, else loaded from its file under that name."""
    if name in sys.modules:
        return
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        spec = importlib.util.spec_from_file_location(name, file)
        if spec is None or spec.loader is None:
            raise
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)


# What a worker does: draw some blocks, one by one, and hand back bytes.

@dataclass(frozen=True)
class Assignment:
    """One block of a task: its cell, its index and its number of replicates."""

    cell: Cell | Packed
    index: int
    size: int


@dataclass(frozen=True)
class Result:
    """A finished block: `value` holds its columns, or says why there are none."""

    value: bytes
    seconds: float


def compute(assignments: tuple[Assignment, ...], seed: int, limit: float) -> list[Result]:
    """Compute blocks in order until all are done or `limit` seconds have passed; at least one.

    Returns
    -------
    results : list of Result
        For the first ``len(results)`` assignments; the caller hands the others out again.
    """
    start = time.perf_counter()
    results: list[Result] = []
    # NumPy's own defaults, whatever the caller has set: what raises must not depend on who computes
    with one_thread(), np.errstate(divide="warn", over="warn", under="ignore", invalid="warn"):
        for assignment in assignments:
            cell = assignment.cell if isinstance(assignment.cell, Cell) else unpack(assignment.cell)
            results.append(_block(cell, assignment.index, assignment.size, seed))
            if time.perf_counter() - start > limit:
                break
    return results


def _block(cell: Cell, index: int, size: int, seed: int) -> Result:
    start = time.perf_counter()
    try:
        rng = generator(seed, spawn_key(cell, index))
        value = encode(cell.experiment.sample(rng, size, **cell.parameters), size)
    except MemoryError:  # says something about this machine, not about the cell
        raise
    except (Exception, SystemExit) as error:  # a simulation must not end the program
        value = encode_failure(_message(error))
    return Result(value, time.perf_counter() - start)


def _message(error: BaseException) -> str:
    """One line, equal on every machine: addresses and folders are left out."""
    text = ADDRESS.sub("", re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")).strip()
    frames = traceback.extract_tb(error.__traceback__)
    return f"{text[:500]} ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})"


# Blocks gathered into tasks worth sending: half a second each, by what earlier blocks have taken.

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


# Lost workers: which block is to blame, if any.

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


# The loop that keeps workers busy, keeps what they finish, and does again what is lost with one of them.

BRIEF = 0.2  # seconds of a task in this process: what Ctrl-C may cost, and how long threads may keep it waiting
RECOUNT = 5.0  # seconds between two looks at how many workers there are

Keep = Callable[[list[tuple[Unit, bytes]]], None]


def work_off(units: list[Unit], seed: int, executor: Executor, keep: Keep) -> None:
    """Compute all `units`, handing each finished task to `keep`, in this thread, as soon as it arrives.

    While nothing arrives for `RECOUNT` seconds, `keep` is handed nothing, so that it can tell that the work goes on.

    Raises
    ------
    StudyError
        Where a block takes its worker down again and again, or cannot be sent.
    """
    desk = Desk(units, seed, executor, keep)
    with one_thread():
        try:
            while desk.busy:
                desk.hand_out()
                desk.collect()
            desk.losses.tell()
        except BaseException:
            desk.rescue()
            raise


class Desk:
    """Units that are handed out and collected; as in `work_off`, a turn of the loop at a time."""

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
        except (BrokenExecutor, OSError) as error:
            raise StudyError(
                f"the executor has lost its workers and takes no more tasks ({error}): "
                f"run again, what is finished is kept"
            ) from error

    def collect(self, patience: float | None = None) -> None:
        """Wait for the next finished tasks and keep what they bring."""
        finished, _ = wait(self.flight, timeout=RECOUNT if patience is None else patience, return_when=FIRST_COMPLETED)
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
        blocks: list[tuple[Unit, bytes]] = []
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
                blocks.append((unit, result.value))
            self.batches.give_back(left)
        if blocks:
            self.keep(blocks)
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
