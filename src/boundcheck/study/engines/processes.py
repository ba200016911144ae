"""Worker processes that die with their parent, and are replaced when one is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any

from boundcheck.study.engines.interrupts import interrupts_blocked

ATTEMPTS = 5  # to start workers that take a task


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
            for _ in range(ATTEMPTS - 1):
                try:
                    return self._running().submit(fn, *args, **kwargs)
                except (BrokenExecutor, BrokenPipeError):  # the latter: lost while it was being started
                    self.kill()
            return self._running().submit(fn, *args, **kwargs)

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
