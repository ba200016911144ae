"""All shapes: the one table in which what a statement says and how it is tested meet."""

from __future__ import annotations

from typing import Any

from . import (
    first_order,
    formulas,
    high_probability,
    instances,
    laws,
    lower_bounds,
    means,
    moving_bounds,
    privacy,
    ranking,
    rates,
    scaling,
    tables,
    used_results,
)
from .context import Check

MODULES: tuple[Any, ...] = (
    formulas, instances, high_probability, laws, first_order, means, scaling, ranking, lower_bounds, moving_bounds, privacy, rates,
    tables, used_results,
)  # fmt: skip
CHECKS: dict[type, Check] = {check.shape: check for module in MODULES for check in module.CHECKS}
NAMED: dict[str, Check] = {shape.__name__: check for shape, check in CHECKS.items()}


def check_of(statement: Any) -> Check:
    """How a statement is tested, by its shape."""
    return CHECKS[type(statement)]
