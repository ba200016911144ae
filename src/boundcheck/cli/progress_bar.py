"""Progress of a whole run on standard error: a line that vanishes on a terminal, one every ten seconds into a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from boundcheck.cli.time_left import TimeLeft, in_words

EVERY = 10.0  # seconds between two lines into a file
LEAST_SHARE = 0.05  # of the work that has to be done before anything is foretold


class Bar:
    """What a run tells as one line: claims and pieces done, the piece at hand, its cells, the time left.

    Parameters
    ----------
    shown : bool
    terminal : bool
        A line that is drawn anew, in place of one every `EVERY` seconds.
    write : callable
        Takes a line, where there is no terminal.
    clock : callable
        Seconds, for tests.
    """

    def __init__(
        self,
        *,
        shown: bool,
        terminal: bool = True,
        write: Callable[[str], None] = lambda line: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shown, self._terminal, self._write, self._clock = shown, terminal, write, clock
        self._live: Any = None
        self._left = TimeLeft(clock)
        self._claims = self._begun = 0
        self._claim = self._words = ""
        self._total = self._done = self._replicates = 0
        self._ahead, self._share = 0, 0.0
        self._began = self._since = self._last = clock()

    def __enter__(self) -> Bar:
        if self._shown and self._terminal:
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

    def expects(self, claims: Mapping[str, Mapping[str, int]]) -> None:
        """The claims of the run, with how many pieces of each kind will be announced for each."""
        self._claims = len(claims)
        self._left.expects(claims)

    def claim(self, claim_id: str) -> None:
        """A claim begins, and the one before has ended."""
        self._claim, self._begun = claim_id, self._begun + 1
        self._left.claim(claim_id)
        self._piece("")

    def announce(self, words: str) -> None:
        """A piece of the claim begins; the first word is its kind, as in "step (14)"."""
        self._left.begins(words.partition(" ")[0])
        self._piece(words)

    def ahead(self, claims: int, share: float) -> None:
        """So many claims are settled, whether their turn has come or not, and with them this share of all the work."""
        self._ahead, self._share = claims, share
        self._draw()

    def started(self, total: int) -> None:
        """A study of `total` cells begins."""
        self._total, self._done, self._replicates, self._since = total, 0, 0, self._clock()
        self._draw()

    def advance(self, cells: int, replicates: int) -> None:
        """So many more cells are complete, so many more replicates computed."""
        self._done += cells
        self._replicates += replicates
        self._draw()

    def finished(self) -> None:
        """The study has ended."""

    def _piece(self, words: str) -> None:
        self._words = words
        self._total = self._done = self._replicates = 0
        self._draw()

    def _line(self) -> str:
        whole = f"{self._begun}/{self._claims} claims  " if self._claims > 1 else ""
        if self._share:
            known = self._share >= LEAST_SHARE
            left = (self._clock() - self._began) * (1 - self._share) / self._share if known else None
            return f"{whole}{self._claim}  {self._ahead} settled  {in_words(left)}"
        line = f"{whole}{self._claim}  {self._words}".rstrip()
        here = None
        if self._total:
            spent = max(self._clock() - self._since, 1e-3)
            if 0 < self._done < self._total:  # after its last cell a piece goes on, and nobody knows how long
                here = (self._total - self._done) / self._done * spent
            line += f"  {self._done}/{self._total} cells  {self._replicates / spent:,.0f} replicates/s"
        return f"{line}  {in_words(self._left.seconds(here), self._left.least(here))}"

    def _draw(self) -> None:
        if not self._shown:
            return
        if self._live is not None:
            self._live.update(self._line())
            self._live.start()
        elif not self._terminal and self._clock() - self._last >= EVERY:
            self._last = self._clock()
            self._write(self._line())
