"""Z3's real arithmetic, bounded by its resource count, and a clock for what has no count of its own."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib import metadata
from typing import Any

from . import solving
from .results import Inapplicable

# A real clock beside the counts: what has no count of its own asks here whether its time is up.

UNLIMITED = 600.0  # seconds; a certificate is checked without a limit that its proof did not have


class OutOfTime(Inapplicable):
    """The time allowed is used up; nothing is concluded."""


PATIENCE, PAUSE = 4.0, 5.0  # seconds of the clock on the wall for one of the processor, and a few more


class _Ends(threading.local):
    at: float = float("inf")
    wall: float = float("inf")
    early: float = float("inf")  # on the wall: before it no time can be up, for a thread is never ahead of the wall
    asked: float = 0.0  # seconds of the processor that the solver has taken for this thread


_ends = _Ends()


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Allow the block so many seconds of processor time of this thread, and never more than the block around it.

    On a machine that is busy with other things it ends after some four times as long by the clock on the wall: an answer
    is not to depend on the load, but nobody waits for ever.
    """
    before = _ends.at, _ends.wall, _ends.early
    _ends.at = min(_ends.at, _used() + seconds)
    _ends.wall = min(_ends.wall, time.monotonic() + PATIENCE * seconds + PAUSE)
    _ends.early = -float("inf")
    try:
        yield
    finally:
        _ends.at, _ends.wall, _ends.early = before


def _used() -> float:
    """Seconds of the processor that this thread has taken, with those of the solver's process."""
    return time.thread_time() + _ends.asked


def left() -> float:
    """Return the seconds that are left, at most `UNLIMITED`."""
    return min(UNLIMITED, _ends.at - _used(), _ends.wall - time.monotonic())


def is_up() -> bool:
    """Whether the time is up; asked for often, it looks at the costly clock of the processor only where it might be."""
    now = time.monotonic()
    if now < _ends.early:
        return False
    remaining = left()
    _ends.early = now + remaining
    return remaining < 0


def check_clock() -> None:
    """Raise `OutOfTime` where the time is up."""
    if _ends.at != float("inf") and is_up():
        raise OutOfTime("the time allowed is used up")


# Z3's real arithmetic on emitted SMT-LIB text, bounded by its resource counter and so reproducible.

_KEPT = 20_000
_known: OrderedDict[tuple[str, int], str] = OrderedDict()


def version() -> str:
    """Return the solver's name and version, as certificates print it."""
    return f"z3 {'.'.join(metadata.version('z3-solver').split('.')[:3])}"


def number(value) -> str:
    """Return a rational in SMT-LIB's syntax."""
    top, bottom = int(value.p), int(value.q)
    text = str(abs(top)) if bottom == 1 else f"(/ {abs(top)} {bottom})"
    return f"(- {text})" if top < 0 else text


def polynomial(poly) -> str:
    """Return a FLINT polynomial in SMT-LIB's syntax, generator i written ``v{i}``."""
    terms = []
    for monomial, coefficient in poly.terms():
        factors = [f"v{i}" for i, power in enumerate(monomial) for _ in range(power)]
        if coefficient != 1 or not factors:
            factors.insert(0, number(coefficient))
        terms.append(factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})")
    if not terms:
        return "0"
    return terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"


def comparison(poly, relation: str) -> str:
    """Return ``poly relation 0``."""
    if relation == "!=":
        return f"(not (= {polynomial(poly)} 0))"
    return f"({'=' if relation == '==' else relation} {polynomial(poly)} 0)"


def script(assertions: list[str], variables: list[int]) -> str:
    """Return a whole SMT-LIB script over the given generators."""
    lines = [f"(declare-const v{i} Real)" for i in variables]
    return "\n".join(lines + [f"(assert {a})" for a in dict.fromkeys(assertions)]) + "\n"


def check(text: str, rlimit: int) -> str:
    """Return "unsat", "sat" or "unknown" for a script, within `rlimit` resource units.

    Raises
    ------
    boundcheck.prove.kernel.smt.OutOfTime
        The clock cut it off, not the counter: it may be asked again.
    """
    key = text, rlimit
    if key in _known:
        return _known[key]
    found = _asked(text, rlimit)
    answer = str(found["answer"])
    if answer == "unknown" and found["reason"] != "timeout":
        check_clock()
    elif answer == "unknown":
        raise OutOfTime("the time allowed is used up")
    _known[key] = answer
    if len(_known) > _KEPT:
        _known.popitem(last=False)
    return answer


def _asked(text: str, rlimit: int, *, values: bool = False) -> dict[str, Any]:
    found = solving.ask(text, rlimit, milliseconds(), values=values)
    _ends.asked += found["seconds"]
    _ends.early = -float("inf")
    return found


def milliseconds() -> int:
    """Return what the clock leaves a solver: algebraic numbers cost far more than its counter says."""
    return max(1, int(2000 * left()))


def model(text: str, rlimit: int) -> dict[str, Fraction]:
    """Return rational values near a model of the script, or nothing; a proposal, never a proof."""
    return {name: Fraction(value) for name, value in _asked(text, rlimit, values=True)["values"].items()}
