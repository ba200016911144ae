"""What a worker does: unpack some blocks, draw them one by one, hand back bytes."""

from __future__ import annotations

import importlib
import importlib.util
import io
import pickle
import re
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boundcheck.study.blas import one_thread
from boundcheck.study.blocks import generator, spawn_key
from boundcheck.study.cell import Cell
from boundcheck.study.columns import encode
from boundcheck.study.content import ADDRESS
from boundcheck.study.errors import StudyError

CELLS_KEPT = 64
HOME = ("boundcheck", "numpy", "scipy", "builtins", "__main__")


@dataclass(frozen=True)
class Packed:
    """A cell as bytes, with the files of the modules that it needs (a claim file need not be importable)."""

    digest: bytes
    pickled: bytes
    modules: tuple[tuple[str, str], ...]


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
    with one_thread():
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
    except Exception as error:
        failure = _message(error)
    return Result(blob, failure, time.perf_counter() - start)


def _message(error: Exception) -> str:
    """One line, equal on every machine: addresses and folders are left out."""
    text = ADDRESS.sub("", re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")).strip()
    frames = traceback.extract_tb(error.__traceback__)
    return f"{text[:500]} ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})"


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
    files = [(name, getattr(sys.modules.get(name), "__file__", None)) for name in sorted(packer.modules)]
    return Packed(
        digest,
        buffer.getvalue(),
        tuple((name, file) for name, file in files if file and name.split(".")[0] not in HOME),
    )


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
