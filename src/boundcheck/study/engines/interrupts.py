"""Ctrl-C reaches a whole terminal; it is for the parent alone."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Ctrl-C waits until the end; a process or thread begun within never hears of it.

    Both inherit the mask, a process from its very first moment, before it could choose to ignore anything.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # would unblock them when the first process begins
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
