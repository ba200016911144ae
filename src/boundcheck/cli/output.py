"""Standard output, whose reader may leave at any time, as ``| head`` does: the status stays that of the work."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn


@contextmanager
def until_closed() -> Iterator[None]:
    """Print as long as somebody reads; afterwards nothing is printed, and the work goes on."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        close_output()


def close_output() -> None:
    """Send to nowhere what is still printed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console_of() -> Any:
    """A console on standard output; it leaves to `until_closed` what a reader's leaving means."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> NoReturn:
            raise BrokenPipeError

    return Output()
