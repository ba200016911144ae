"""A printed table of counts from which a sentence is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .fields import twice
from .shape import Shape


@dataclass(frozen=True)
class CountsTable(Shape):
    """Counts of successes that a sentence of the paper rests on: "a succeeds more often than b".

    Parameters
    ----------
    rows : tuple of (str, int, int, int, int)
        ``(words, successes_a, trials_a, successes_b, trials_b)``.
    """

    measured = tabular = True

    rows: tuple[tuple[str, int, int, int, int], ...]

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No row, two of one name, no trial, or more successes than trials."""
        if not self.rows:
            yield "rows", "is empty, so nothing is compared"
        for name in twice(row[0] for row in self.rows):
            yield "rows", f"two are called {name!r}; give each a name of its own"
        for words, *counts in self.rows:
            for successes, trials in (counts[:2], counts[2:]):
                if trials < 1 or not 0 <= successes <= trials:
                    yield "rows", f"{words!r} has {successes} successes of {trials}; write 0 <= successes <= trials"
