"""How long a run will still take, from how long its pieces took so far; unknown as long as a kind of piece was not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping


class TimeLeft:
    """Pieces that are left, each taken to last as long as the mean of its kind did.

    Parameters
    ----------
    clock : callable
        Seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._later: dict[str, Counter[str]] = {}
        self._here: Counter[str] = Counter()
        self._seen: Counter[str] = Counter()
        self._spent: dict[str, float] = {}
        self._kind, self._since = "", clock()

    def expects(self, claims: Mapping[str, Mapping[str, int]]) -> None:
        """How many pieces of each kind every claim of the run has."""
        self._later = {claim: Counter(pieces) for claim, pieces in claims.items()}

    def claim(self, claim_id: str) -> None:
        """A claim begins; what the one before did not need, as its record was kept, is left no more."""
        self._ends()
        self._here = self._later.pop(claim_id, Counter())

    def begins(self, kind: str) -> None:
        """A piece begins, and the one before has ended."""
        self._ends()
        self._kind, self._since = kind, self._clock()
        if self._here[kind] > 0:
            self._here[kind] -= 1

    def seconds(self, here: float | None = None) -> float | None:
        """What is left, or None where a kind of piece that is left has not been seen.

        Parameters
        ----------
        here : float, optional
            What is left of the piece at hand, where its cells tell.
        """
        running = self._clock() - self._since if self._kind else 0.0
        known = {kind: self._spent[kind] / count for kind, count in self._seen.items()}
        if self._kind and here is not None:
            known.setdefault(self._kind, running + here)
        left: Counter[str] = sum(self._later.values(), Counter(self._here))
        if any(kind not in known for kind, count in left.items() if count):
            return None
        if self._kind and here is None:
            if self._kind not in known:
                return None
            here = max(known[self._kind] - running, 0.0)
        return (here or 0.0) + sum(count * known[kind] for kind, count in left.items() if count)

    def least(self, here: float | None = None) -> float:
        """What is left of the kinds of pieces that were seen: as long as others are left, it takes longer."""
        running = self._clock() - self._since if self._kind else 0.0
        known = {kind: self._spent[kind] / count for kind, count in self._seen.items()}
        left: Counter[str] = sum(self._later.values(), Counter(self._here))
        if here is None:
            here = max(known.get(self._kind, 0.0) - running, 0.0)
        else:
            known.setdefault(self._kind, running + here)
        return here + sum(count * known.get(kind, 0.0) for kind, count in left.items() if count)

    def _ends(self) -> None:
        if self._kind:
            self._seen[self._kind] += 1
            self._spent[self._kind] = self._spent.get(self._kind, 0.0) + self._clock() - self._since
        self._kind = ""


def in_words(seconds: float | None, least: float = 0.0) -> str:
    """A time left with no more digits than it deserves; where it is not known, what it is at least."""
    if seconds is None:
        return "time left not known yet" if least < 10 else in_words(least).replace("about", "at least")
    if seconds < 10:
        return "some seconds left"
    size, unit = (1, "s") if seconds < 90 else (60, "min") if seconds < 5_400 else (3_600, "h")
    return f"about {seconds / size:.{1 if size > 1 and seconds < 10 * size else 0}f} {unit} left"
