"""What a bound says at a point, and at which point it says enough: `quote` and `plan`."""

from .answer import Answer
from .bounds_of_claim import Bound, PlanError, bounds_of
from .invert import plan
from .monotone import Direction, direction
from .point import exact, missing, parameter_named, point_of
from .quote import Quote, Term, quote
from .simulated import Measured, measured

__all__ = [
    "Answer",
    "Bound",
    "Direction",
    "Measured",
    "PlanError",
    "Quote",
    "Term",
    "bounds_of",
    "direction",
    "exact",
    "measured",
    "missing",
    "parameter_named",
    "plan",
    "point_of",
    "quote",
]
