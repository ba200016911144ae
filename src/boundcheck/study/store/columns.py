"""A block's columns as bytes: one NumPy array of named fields in NumPy's own format, no pickle."""

from __future__ import annotations

import ast
import io
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

PREFIX = 12  # magic, version and the length of the header
KINDS = {"b": np.dtype("?"), "i": np.dtype("<i8"), "u": np.dtype("<i8"), "f": np.dtype("<f8")}


def encode(columns: Mapping[str, ArrayLike], repeats: int) -> bytes:
    """Columns of one block as bytes.

    Parameters
    ----------
    columns : mapping from name to array_like of shape (repeats,), bool, int or float
    repeats : int

    Returns
    -------
    blob : bytes

    Raises
    ------
    TypeError, ValueError
        Where the experiment returned something else: no column, another length, another kind.
    """
    if not isinstance(columns, Mapping) or not columns:
        raise TypeError(f"an experiment returns a dict of columns, got {type(columns).__name__}: {columns!r:.60}")
    arrays = {str(name): _column(str(name), values, repeats) for name, values in columns.items()}
    table = np.empty(repeats, dtype=[(name, array.dtype) for name, array in arrays.items()])
    for name, array in arrays.items():
        table[name] = array
    return _header(table.dtype, repeats) + table.tobytes()


def decode(blob: bytes) -> dict[str, NDArray]:
    """The columns that `encode` was given.

    Raises
    ------
    ValueError
        For bytes that are no such table.
    """
    length = PREFIX + int.from_bytes(blob[PREFIX - 4 : PREFIX], "little")
    dtype, repeats = _layout(blob[:length])
    table = np.frombuffer(blob, dtype, repeats, length)
    return {name: np.ascontiguousarray(table[name]) for name in dtype.names or ()}


@lru_cache(maxsize=256)
def _header(dtype: np.dtype, repeats: int) -> bytes:
    """What `numpy.save` puts before the values; the same for every block of a cell, and slow to write."""
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.empty(repeats, dtype), version=(3, 0), allow_pickle=False)
    return buffer.getvalue()[: -repeats * dtype.itemsize]


@lru_cache(maxsize=256)
def _layout(header: bytes) -> tuple[np.dtype, int]:
    """Inverse of `_header`: NumPy's format is two bytes of version and a Python literal."""
    if not header.startswith(np.lib.format.magic(3, 0)):
        raise ValueError("not an array in version 3 of NumPy's format")
    words = ast.literal_eval(header[PREFIX:].decode())
    dtype = np.lib.format.descr_to_dtype(words["descr"])
    if dtype.names is None or dtype.hasobject or len(words["shape"]) != 1:
        raise ValueError("not a table of named columns")
    return dtype, int(words["shape"][0])


def _column(name: str, values: ArrayLike, repeats: int) -> NDArray:
    array = np.asarray(values)
    if array.shape != (repeats,):
        raise ValueError(f"column {name!r} must have shape ({repeats},), got {array.shape}")
    if array.dtype.kind not in KINDS:
        raise TypeError(f"column {name!r} must hold bool, int or float, got {array.dtype}")
    return array.astype(KINDS[array.dtype.kind])
