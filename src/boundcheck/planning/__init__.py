"""What a bound says at a point, and at which point it says enough: `quote` and `plan`."""

from .invert import Answer, plan
from .measured import Measured, measured
from .monotone import Direction, direction
from .point import PlanError, bounds_of, exact, parameter_named, point_of
from .quote import Quote, Term, quote

__all__ = [
    "Answer",
    "Direction",
    "Measured",
    "PlanError",
    "Quote",
    "Term",
    "bounds_of",
    "direction",
    "exact",
    "measured",
    "parameter_named",
    "plan",
    "point_of",
    "quote",
]
