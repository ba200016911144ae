"""A real clock beside the counts: what has no count of its own asks here whether its time is up."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .results import Inapplicable

UNLIMITED = 600.0  # seconds; a certificate is checked without a limit that its proof did not have


class OutOfTime(Inapplicable):
    """The time allowed is used up; nothing is concluded."""


class _Ends(threading.local):
    at: float = float("inf")


_ends = _Ends()


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Allow the block so many seconds of processor time of this thread, and never more than the block around it."""
    before = _ends.at
    _ends.at = min(before, time.thread_time() + seconds)
    try:
        yield
    finally:
        _ends.at = before


def left() -> float:
    """Return the seconds that are left, at most `UNLIMITED`."""
    return min(UNLIMITED, _ends.at - time.thread_time())


def check() -> None:
    """Raise `OutOfTime` where the time is up."""
    if _ends.at != float("inf") and time.thread_time() > _ends.at:
        raise OutOfTime("the time allowed is used up")
