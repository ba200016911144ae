"""One thread per matrix product: sums are then taken in one order, and workers do not fight for cores."""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

_lock = threading.Lock()
_users = 0
_limits: Any = None


@contextmanager
def one_thread() -> Iterator[None]:
    """Within it, every BLAS of this process uses one thread; it nests, across threads too.

    The bytes of a matrix product depend on the number of threads, and results here must not.
    """
    global _users, _limits
    with _lock:
        if _users == 0:
            _load_that_of_scipy()
            _limits = ThreadpoolController().limit(limits=1, user_api="blas")
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _limits.restore_original_limits()


@functools.cache
def _load_that_of_scipy() -> None:
    """SciPy brings a BLAS of its own, loaded at its first use: it has to be there before it is limited.

    The library alone takes a millisecond, ``import scipy.linalg`` a tenth of a second, in every worker.
    """
    site = Path(np.__file__).parent.parent
    for path in sorted(path for folder in ("scipy.libs", "scipy/.dylibs") for path in site.glob(f"{folder}/*openblas*")):
        ctypes.CDLL(str(path))
