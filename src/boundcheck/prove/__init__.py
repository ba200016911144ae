"""Provers for the scalar steps of a proof: proved, refuted or unknown, and a certificate that replays."""

from .kernel.certificates import replay
from .kernel.results import NotDefined, Proved, Refuted, Replay, Unknown
from .search.causes import cause
from .search.door import prove
from .search.dropped import dropped, without
from .search.extrema import Extremum, extremum
from .search.matrices import Reduction, quadratic_form, ridge_projection, semidefinite_order
from .search.memory import Memory, kept_in
from .search.sharp import Sharpness, sharpness

__all__ = [
    "Extremum",
    "Memory",
    "NotDefined",
    "Proved",
    "Reduction",
    "Refuted",
    "Replay",
    "Sharpness",
    "Unknown",
    "cause",
    "dropped",
    "extremum",
    "kept_in",
    "prove",
    "quadratic_form",
    "replay",
    "ridge_projection",
    "semidefinite_order",
    "sharpness",
    "without",
]
