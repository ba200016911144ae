"""What settles the constant of a bound."""

from __future__ import annotations

from typing import Any

from .scalar import Inequality


def within_constant(bound: Any, *given: Any) -> Inequality:
    """The composed inequality of a bound: its explicit version is at most its constant times the printed rate.

    Parameters
    ----------
    bound : HighProbabilityBound, RegretBound or Scaling
        Whose fields `explicit`, `constant` and `printed` are compared; terms by name are summed.
    given : SymPy relations
        The domain on which it is proved. The conditions of the bound itself are not added.
    """
    return Inequality(bound.explicit, bound.constant * bound.printed, given)
