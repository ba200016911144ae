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


PATIENCE, PAUSE = 4.0, 5.0  # seconds of the clock on the wall for one of the processor, and a few more


class _Ends(threading.local):
    at: float = float("inf")
    wall: float = float("inf")
    early: float = float("inf")  # on the wall: before it no time can be up, for a thread is never ahead of the wall


_ends = _Ends()


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Allow the block so many seconds of processor time of this thread, and never more than the block around it.

    On a machine that is busy with other things it ends after some four times as long by the clock on the wall: an answer
    is not to depend on the load, but nobody waits for ever.
    """
    before = _ends.at, _ends.wall, _ends.early
    _ends.at = min(_ends.at, time.thread_time() + seconds)
    _ends.wall = min(_ends.wall, time.monotonic() + PATIENCE * seconds + PAUSE)
    _ends.early = -float("inf")
    try:
        yield
    finally:
        _ends.at, _ends.wall, _ends.early = before


def left() -> float:
    """Return the seconds that are left, at most `UNLIMITED`."""
    return min(UNLIMITED, _ends.at - time.thread_time(), _ends.wall - time.monotonic())


def is_up() -> bool:
    """Whether the time is up; asked for often, it looks at the costly clock of the processor only where it might be."""
    now = time.monotonic()
    if now < _ends.early:
        return False
    remaining = left()
    _ends.early = now + remaining
    return remaining < 0


def check() -> None:
    """Raise `OutOfTime` where the time is up."""
    if _ends.at != float("inf") and is_up():
        raise OutOfTime("the time allowed is used up")
