"""Progress on standard error; it vanishes when the work is done, and is absent when piped."""

from __future__ import annotations

from types import TracebackType
from typing import Any


class Bar:
    """What a study tells, as one line: claim, cells done, replicates per second."""

    def __init__(self, *, shown: bool) -> None:
        self._shown = shown
        self._live: Any = None
        self._claim = self._words = ""
        self._total = self._done = self._replicates = 0
        self._since = 0.0

    def __enter__(self) -> Bar:
        if self._shown:
            from rich.console import Console
            from rich.status import Status

            self._live = Status("starting", console=Console(stderr=True))
            self._live.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line off the screen until there is news."""
        if self._live is not None:
            self._live.stop()

    def claim(self, claim_id: str) -> None:
        """A claim begins."""
        self._claim = claim_id
        self.announce("")

    def announce(self, words: str) -> None:
        """A step or a part begins."""
        self._words = words
        self._total = self._done = self._replicates = 0
        self._draw()

    def started(self, total: int) -> None:
        """A study of `total` cells begins."""
        import time

        self._total, self._done, self._replicates, self._since = total, 0, 0, time.monotonic()
        self._draw()

    def advance(self, cells: int, replicates: int) -> None:
        """So many more cells are complete, so many more replicates computed."""
        self._done += cells
        self._replicates += replicates
        self._draw()

    def finished(self) -> None:
        """The study has ended."""

    def _draw(self) -> None:
        if self._live is None:
            return
        import time

        line = f"{self._claim}  {self._words}"
        if self._total:
            rate = self._replicates / max(time.monotonic() - self._since, 1e-3)
            left = (self._total - self._done) / self._done * (time.monotonic() - self._since) if self._done else 0
            line += f"  {self._done}/{self._total} cells  {rate:,.0f} replicates/s  about {left:.0f} s left"
        self._live.update(line)
        self._live.start()
