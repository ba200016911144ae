"""All shapes: the one table in which what a statement says and how it is tested meet."""

from __future__ import annotations

from typing import Any

from . import (
    formulas,
    high_probability,
    instances,
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
from .context import Row

MODULES: tuple[Any, ...] = (
    formulas, instances, high_probability, means, scaling, ranking, lower_bounds, moving_bounds, privacy, rates,
    tables, used_results,
)  # fmt: skip
ROWS: dict[type, Row] = {row.shape: row for module in MODULES for row in module.ROWS}
NAMED: dict[str, Row] = {shape.__name__: row for shape, row in ROWS.items()}


def row_of(statement: Any) -> Row:
    """The row of a statement's shape."""
    return ROWS[type(statement)]
