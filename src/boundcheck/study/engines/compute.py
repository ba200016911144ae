"""What a worker does: draw some blocks, one by one, and hand back bytes."""

from __future__ import annotations

import re
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boundcheck.study.blocks import generator, spawn_key
from boundcheck.study.cell import Cell
from boundcheck.study.content import ADDRESS
from boundcheck.study.engines.blas import one_thread
from boundcheck.study.engines.travel import Packed, unpack
from boundcheck.study.store.columns import encode


@dataclass(frozen=True)
class Assignment:
    """One block of a task: its cell, its index and its number of replicates."""

    cell: Cell | Packed
    index: int
    size: int


@dataclass(frozen=True)
class Result:
    """A finished block: `blob` holds its columns, or `failure` says why there are none."""

    blob: bytes | None
    failure: str | None
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
    blob = failure = None
    try:
        rng = generator(seed, spawn_key(cell, index))
        blob = encode(cell.experiment.sample(rng, size, **cell.parameters), size)
    except MemoryError:  # says something about this machine, not about the cell
        raise
    except (Exception, SystemExit) as error:  # a simulation must not end the program
        failure = _message(error)
    return Result(blob, failure, time.perf_counter() - start)


def _message(error: BaseException) -> str:
    """One line, equal on every machine: addresses and folders are left out."""
    text = ADDRESS.sub("", re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")).strip()
    frames = traceback.extract_tb(error.__traceback__)
    return f"{text[:500]} ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})"
