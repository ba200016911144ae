"""What commands print and write: counted words, a reader who leaves early, files that are whole after a crash."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

# Words that several commands print.


def counted(count: int, word: str) -> str:
    """``1 block``, ``2 blocks``, ``1,000 blocks``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


# Standard output, whose reader may leave at any time, as ``| head`` does: the status stays that of the work.


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


# Writing so that a crash leaves either the old file or the new one.


def write(path: Path, content: str | bytes) -> None:
    """Replace `path` by `content` in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
