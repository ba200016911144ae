"""Who does the work: this thread, threads, processes that die with their parent, or Dask, each behind an executor."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from typing import Any

from boundcheck.study.store import StudyError

# Ctrl-C reaches a whole terminal; it is for the parent alone.


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Ctrl-C waits until the end; a process or thread begun within never hears of it.

    Both inherit the mask, a process from its very first moment, before it could choose to ignore anything.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # would unblock them when the first process begins
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Worker processes that die with their parent, and are replaced when one is lost.

PROCESS_ATTEMPTS = 5  # to start workers that take a task


class Processes(Executor):
    """A pool of spawned processes, started at the first task.

    Parameters
    ----------
    jobs : int, ``>= 1``
    """

    def __init__(self, jobs: int) -> None:
        self._max_workers = jobs
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, fn: Callable, /, *args: Any, **kwargs: Any) -> Future:
        """Hand a task to the pool; to a new one where that lost a worker and its futures failed."""
        with interrupts_blocked():
            for _ in range(PROCESS_ATTEMPTS):
                try:
                    return self._running().submit(fn, *args, **kwargs)
                except Exception as error:  # lost while the next one was being started, a pool says so in many ways
                    last = error
                    self.kill()
        raise BrokenExecutor(f"no worker can be started ({last})") from last

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish, and end them."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """End the workers now, whatever they are doing."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
        self.shutdown(cancel_futures=True)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._max_workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
            )
        return self._pool


def _begin() -> None:
    """First thing in a worker: Ctrl-C and standard output are the parent's affair, and life without it has no purpose."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what an experiment prints must not mix with the results
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()  # returns when the pipe that only the parent holds is closed, by kill -9 too
        os._exit(1)


# Dask distributed as an executor: a cluster of its own, or a scheduler that runs already.

PATIENCE = 30  # seconds for the scheduler to answer
DASK_ATTEMPTS = 3
QUIET = {"distributed.admin.large-graph-warning-threshold": "4GB"}  # experiments may hold large arrays


@contextmanager
def open_dask(address: str, jobs: int) -> Iterator[Executor]:
    """An executor on the scheduler at `address`, or on a local cluster of `jobs` processes for ``"local"``.

    Tasks are never assumed pure: a task is done again only where it was lost.

    Raises
    ------
    StudyError
        Where Dask distributed is missing, nobody answers at the address, or the scheduler goes away.
    """
    try:
        from dask import config
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise StudyError("engine dask needs Dask distributed: pip install 'boundcheck[dask]'") from error
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it would say is raised
    with ExitStack() as stack:
        stack.enter_context(config.set(QUIET))
        with interrupts_blocked():  # for the workers, and for the thread that will replace them
            target = stack.enter_context(_local(jobs, LocalCluster)) if address == "local" else address
        try:
            client = stack.enter_context(Client(target, timeout=PATIENCE, set_as_default=False))
        except (OSError, ValueError, TimeoutError) as error:
            raise StudyError(
                f"no Dask scheduler answers at {address} ({error}): start one, or use another engine"
            ) from error
        try:
            if address == "local":
                client.register_plugin(_aside())
            yield client.get_executor(pure=False)
        except Exception as error:
            if client.status == "running":
                raise
            raise StudyError(
                f"the Dask scheduler at {address} has gone away ({error}): "
                f"start it and run again, what is finished is kept"
            ) from error


def _aside() -> Any:
    """What keeps prints of experiments from mixing with the results, in every worker of a cluster of our own."""
    from distributed import WorkerPlugin

    class Aside(WorkerPlugin):
        def setup(self, worker: Any) -> None:
            sys.stdout = sys.stderr

    return Aside()


def _local(jobs: int, cluster: Callable[..., Any], attempts: int = DASK_ATTEMPTS) -> Any:
    """A cluster of `jobs` processes; a worker lost while it starts is no reason to give up at once."""
    try:
        return cluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",  # any free port: none at all would still claim the usual one
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.CRITICAL,
        )
    except (RuntimeError, OSError, TimeoutError) as error:
        if attempts == 1:
            raise StudyError(f"Dask cannot start {jobs} workers here ({error}): use processes") from error
        return _local(jobs, cluster, attempts - 1)


# Who does the work: this thread, threads, processes or Dask, each behind a `concurrent.futures.Executor`.

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

    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    if type(error).__name__ in ("KilledWorker", "FutureCancelledError", "FuturesCancelledError"):
        return True
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    # Dask's executor stumbles over a future that is cancelled while its end is told; tasks do not run in that module.
    return trace is not None and trace.tb_frame.f_globals.get("__name__") == "distributed.cfexecutor"
