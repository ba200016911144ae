"""Cells on their way to another process, which may not know the module that they come from."""

from __future__ import annotations

import importlib
import importlib.util
import io
import pickle
import sys
from dataclasses import dataclass
from typing import Any

from boundcheck.study.cell import Cell
from boundcheck.study.errors import StudyError

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
