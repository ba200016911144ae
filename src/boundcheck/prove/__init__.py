"""Provers for the scalar steps of a proof: proved, refuted or unknown, and a certificate that replays."""

from .kernel.certificates import replay
from .kernel.results import NotDefined, Proved, Refuted, Replay, Unknown
from .search.causes import cause
from .search.door import proof, prove, refute
from .search.dropped import dropped, without
from .search.memory import Memory, kept_in
from .search.sharp import Sharpness, sharpness

__all__ = [
    "Memory",
    "NotDefined",
    "Proved",
    "Refuted",
    "Replay",
    "Sharpness",
    "Unknown",
    "cause",
    "dropped",
    "kept_in",
    "proof",
    "prove",
    "refute",
    "replay",
    "sharpness",
    "without",
]
