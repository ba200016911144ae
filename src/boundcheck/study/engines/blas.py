"""One thread per matrix product: sums are then taken in one order, and workers do not fight for cores."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import scipy.linalg  # noqa: F401  # its BLAS is another one than NumPy's, and is to be there before it is limited
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
            _limits = ThreadpoolController().limit(limits=1, user_api="blas")
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _limits.restore_original_limits()
