"""Provers for the scalar steps of a proof: proved, refuted or unknown, and a certificate that replays."""

from .causes import cause
from .certificates import replay
from .door import prove
from .dropped import dropped, without
from .extrema import Extremum, extremum
from .matrices import Reduction, quadratic_form, ridge_projection, semidefinite_order
from .results import NotDefined, Proved, Refuted, Replay, Unknown
from .sharp import Sharpness, sharpness

__all__ = [
    "Extremum",
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
    "prove",
    "quadratic_form",
    "replay",
    "ridge_projection",
    "semidefinite_order",
    "sharpness",
    "without",
]
