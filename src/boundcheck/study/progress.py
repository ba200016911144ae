"""Who is told how far a study is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Anything that wants to know; called from the thread that runs the study, never from a worker."""

    def started(self, total: int) -> None:
        """A study of `total` cells begins."""

    def advance(self, cells: int, replicates: int) -> None:
        """So many more cells are complete, so many more replicates computed (not merely found)."""

    def finished(self) -> None:
        """The study has ended, well or not."""


class Silent:
    """Tells nobody."""

    def started(self, total: int) -> None:
        return None

    def advance(self, cells: int, replicates: int) -> None:
        return None

    def finished(self) -> None:
        return None
