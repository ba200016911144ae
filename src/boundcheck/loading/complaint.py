"""What is wrong with a claim, and the word that was meant."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a claim.

    Parameters
    ----------
    words : str
        Name, rule, value, way out.
    trail : tuple of str
        Names and keywords that lead to the line, the outermost first.
    function : callable, optional
        Whose line it is, where a function of the claim is at fault.
    """

    words: str
    trail: tuple[str, ...]
    function: Callable[..., Any] | None = None


def near(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or nothing."""
    return next(iter(difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.6)), "")


def suggestion(word: str, known: Iterable[str]) -> str:
    """ "did you mean ...?" or the words that there are."""
    known = sorted(known)
    close = near(word, known)
    return f"did you mean {close!r}?" if close else f"there are: {', '.join(known)}"
