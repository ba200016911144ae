"""All shapes: the one table in which what a statement says and how it is tested meet."""

from __future__ import annotations

from typing import Any

from . import (
    definition,
    every_round,
    expectation,
    fisher,
    inequality,
    instance,
    lower_bound,
    lower_mean,
    on_accounts,
    on_bayes_risk,
    on_noise,
    on_runs,
    own_width,
    privacy,
    quoted,
    ranking,
    reference,
    same_rate,
    scaling,
    separation,
    table,
)
from .bound import high_probability
from .row import Row

MODULES: tuple[Any, ...] = (
    inequality, instance, high_probability, expectation, scaling, separation, ranking, lower_bound, every_round, own_width,
    lower_mean, on_bayes_risk, privacy, on_accounts, on_runs, same_rate, table, fisher, on_noise, definition, quoted, reference,
)  # fmt: skip
ROWS: dict[type, Row] = {row.shape: row for module in MODULES for row in module.ROWS}
NAMED: dict[str, Row] = {shape.__name__: row for shape, row in ROWS.items()}


def row_of(statement: Any) -> Row:
    """The row of a statement's shape."""
    return ROWS[type(statement)]
