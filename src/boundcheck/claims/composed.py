"""What settles the constant of a bound."""

from __future__ import annotations

from typing import Any

from .fields import Malformed
from .plain_values import by_kind
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
    if not all(hasattr(bound, name) for name in ("explicit", "constant", "printed")):
        raise Malformed(
            "within_constant",
            "bound",
            f"{by_kind(bound)} has no explicit version, constant and printed rate; give a bound that has, or a Scaling",
        )
    return Inequality(bound.explicit, bound.constant * bound.printed, given)
