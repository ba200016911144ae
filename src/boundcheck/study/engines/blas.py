"""One thread per matrix product: sums are then taken in one order, and workers do not fight for cores."""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

FOLDERS = ("numpy.libs", "scipy.libs", "numpy/.dylibs", "scipy/.dylibs")
NAMES = ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads", "openblas_{}_num_threads")
Thread = tuple[Callable[[], int], Callable[[int], None]]

_lock = threading.Lock()
_users = 0
_before: list[int] = []


@contextmanager
def one_thread() -> Iterator[None]:
    """Within it, every OpenBLAS of this process uses one thread; it nests, across threads too.

    The bytes of a matrix product depend on the number of threads, and results here must not. Other libraries
    (MKL, Accelerate) are left alone.
    """
    global _users
    with _lock:
        if _users == 0:
            _before[:] = [get() for get, _ in _libraries()]
            _set([1] * len(_before))
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _set(_before)


def _set(counts: list[int]) -> None:
    for (get, put), count in zip(_libraries(), counts, strict=True):
        if get() != count:
            put(count)


@functools.cache
def _libraries() -> tuple[Thread, ...]:
    """Getter and setter of each OpenBLAS that comes with NumPy and SciPy, imported already or later."""
    site = Path(np.__file__).parent.parent
    found = []
    for path in sorted(path for folder in FOLDERS for path in site.glob(f"{folder}/*openblas*")):
        library = ctypes.CDLL(str(path))
        for name in NAMES:
            if hasattr(library, name.format("set")):
                found.append((getattr(library, name.format("get")), getattr(library, name.format("set"))))
                break
    return tuple(found)
