"""Dask distributed as an executor: a cluster of its own, or a scheduler that runs already."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from typing import Any

from boundcheck.study.engines.interrupts import interrupts_blocked
from boundcheck.study.errors import StudyError

PATIENCE = 30  # seconds for the scheduler to answer
ATTEMPTS = 3
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


def _local(jobs: int, cluster: Callable[..., Any], attempts: int = ATTEMPTS) -> Any:
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
