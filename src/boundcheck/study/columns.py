"""A block's columns as bytes: one NumPy array of named fields in NumPy's own format, no pickle."""

from __future__ import annotations

import io
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
        raise TypeError(
            f"an experiment returns a dict of columns, got {type(columns).__name__}: {columns!r:.60}"
        )
    arrays = {str(name): _column(str(name), values, repeats) for name, values in columns.items()}
    table = np.empty(repeats, dtype=[(name, array.dtype) for name, array in arrays.items()])
    for name, array in arrays.items():
        table[name] = array
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, table, version=(3, 0), allow_pickle=False)
    return buffer.getvalue()


def decode(blob: bytes) -> dict[str, NDArray]:
    """The columns that `encode` was given.

    Raises
    ------
    ValueError
        For bytes that are no such table.
    """
    table = np.load(io.BytesIO(blob), allow_pickle=False)
    if table.dtype.names is None:
        raise ValueError("not a table of named columns")
    return {name: np.ascontiguousarray(table[name]) for name in table.dtype.names}


def _column(name: str, values: ArrayLike, repeats: int) -> NDArray:
    array = np.asarray(values)
    if array.shape != (repeats,):
        raise ValueError(f"column {name!r} must have shape ({repeats},), got {array.shape}")
    if array.dtype.kind not in KINDS:
        raise TypeError(f"column {name!r} must hold bool, int or float, got {array.dtype}")
    return array.astype(KINDS[array.dtype.kind])
