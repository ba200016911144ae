"""Dask distributed as an executor: a cluster of its own, or a scheduler that runs already."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager

from boundcheck.study.errors import StudyError

PATIENCE = 30  # seconds for the scheduler to answer


@contextmanager
def open_dask(address: str, jobs: int) -> Iterator[Executor]:
    """An executor on the scheduler at `address`, or on a local cluster of `jobs` processes for ``"local"``.

    Tasks are never assumed pure: a task is done again only where it was lost.

    Raises
    ------
    StudyError
        Where Dask distributed is missing, or nobody answers at the address.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise StudyError("engine dask needs Dask distributed: pip install 'boundcheck[dask]'") from error
    with ExitStack() as stack:
        if address == "local":
            target = stack.enter_context(
                LocalCluster(n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address=None)
            )
        else:
            target = address
        try:
            client = stack.enter_context(Client(target, timeout=PATIENCE, set_as_default=False))
        except (OSError, ValueError, TimeoutError) as error:
            raise StudyError(
                f"no Dask scheduler answers at {address} ({error}): start one, or use another engine"
            ) from error
        yield client.get_executor(pure=False)
