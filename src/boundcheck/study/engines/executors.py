"""Who does the work: this thread, threads, processes or Dask, each behind a `concurrent.futures.Executor`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from boundcheck.study.engines.processes import Processes

ENGINES = "auto, threads, processes, dask:local or dask:ADDRESS (such as dask:tcp://host:8786)"


class InProcess(Executor):
    """Runs each task at once, here."""

    _max_workers = 1

    def submit(self, fn: Callable, /, *args: Any, **kwargs: Any) -> Future:
        """Run the task and return its finished future; Ctrl-C passes through."""
        future: Future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def open_executor(engine: str = "auto", jobs: int = 1) -> Iterator[Executor]:
    """An executor for the time of a `with` block.

    Parameters
    ----------
    engine : str
        ``"auto"`` (processes), ``"threads"``, ``"processes"``, ``"dask:local"`` (a cluster of its own, in
        processes) or ``"dask:"`` followed by the address of a scheduler.
    jobs : int, ``>= 1``
        Workers; with one, everything but Dask runs in this process. A given scheduler has its own workers.

    Yields
    ------
    executor : concurrent.futures.Executor

    Raises
    ------
    ValueError
        For an engine or a number of jobs that does not exist.
    StudyError
        Where Dask is missing or its scheduler does not answer.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, got {jobs}")
    if engine.startswith("dask:"):
        from boundcheck.study.engines.dask import open_dask

        with open_dask(engine.removeprefix("dask:"), jobs) as executor:
            yield executor
        return
    if engine not in ("auto", "threads", "processes"):
        raise ValueError(f"engine must be {ENGINES}, got {engine!r}")
    if jobs == 1:
        yield InProcess()
    elif engine == "threads":
        with _threads(jobs) as executor:
            yield executor
    else:
        with _processes(jobs) as executor:
            yield executor


@contextmanager
def _threads(jobs: int) -> Iterator[Executor]:
    executor = ThreadPoolExecutor(jobs)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    executor = Processes(jobs)
    try:
        yield executor
    except BaseException:
        executor.kill()
        raise
    executor.shutdown(cancel_futures=True)


def workers_of(executor: Executor) -> int:
    """How many tasks an executor runs at once; 1 where it does not say."""
    if (client := getattr(executor, "_client", None)) is not None:
        return max(1, sum(client.nthreads().values()))
    return int(getattr(executor, "_max_workers", 1))


def shares_memory(executor: Executor) -> bool:
    """Whether a task may refer to objects of this process."""
    return isinstance(executor, InProcess | ThreadPoolExecutor)


def lost(error: BaseException) -> bool:
    """Whether `error` says that a worker vanished, so that its task is to be done again."""
    from concurrent.futures import BrokenExecutor, CancelledError

    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ in (
        "KilledWorker",
        "FutureCancelledError",
        "FuturesCancelledError",
    )
