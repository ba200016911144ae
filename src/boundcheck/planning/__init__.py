"""What a bound says at a point, and at which point it says enough: `quote` and `plan`."""

from .plans import Answer, Direction, Measured, direction, measured, plan
from .quote import (
    Bound,
    PlanError,
    Quote,
    Term,
    along,
    bounds_of,
    exact,
    missing,
    parameter_named,
    point_of,
    quote,
    ready,
)

__all__ = [
    "Answer",
    "Bound",
    "Direction",
    "Measured",
    "PlanError",
    "Quote",
    "Term",
    "along",
    "bounds_of",
    "direction",
    "exact",
    "measured",
    "missing",
    "parameter_named",
    "plan",
    "point_of",
    "quote",
    "ready",
]
