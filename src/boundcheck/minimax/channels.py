"""Channels that keep the input private: a law of the report for every input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from .certified import exact, number_of, times, total, value_of
from .laws import Law


@dataclass(frozen=True)
class Channel:
    """``rows[x]`` is the law of the report where the input is `x`; all rows have the same reports."""

    rows: tuple[Law, ...]

    def __post_init__(self) -> None:
        if len({len(row.probabilities) for row in self.rows}) != 1:
            raise ValueError("rows of a channel: must list the same reports; give the missing ones probability 0")

    def keeps(self, epsilon: Any) -> bool:
        """Whether every report is at most ``exp(epsilon)`` times as likely under one input as under another.

        True only where balls at the working precision, or rationals, leave no doubt or touch exactly.
        """
        bound = value_of(sympy.exp(exact(epsilon, "epsilon")))
        rows = [row.values() for row in self.rows]
        return all(
            _at_most(a, times(bound, b)) for one in rows for other in rows for a, b in zip(one, other, strict=True)
        )

    def through(self, law: Law) -> Law:
        """The law of the report where the input is drawn from `law`."""
        if len(law.probabilities) != len(self.rows):
            raise ValueError(f"a law on {len(law.probabilities)} inputs meets a channel for {len(self.rows)}")
        reports = range(len(self.rows[0].probabilities))
        return Law(
            tuple(
                sympy.Add(*(p * row.probabilities[z] for p, row in zip(law.probabilities, self.rows, strict=True)))
                for z in reports
            )
        )


def randomized_response(epsilon: Any, inputs: int = 2) -> Channel:
    """The input with probability ``e/(e + inputs - 1)``, each other one with ``1/(e + inputs - 1)``, ``e = exp(epsilon)``.

    Parameters
    ----------
    epsilon : exact number, ``>= 0``
        ``log(3)`` makes every probability rational.
    inputs : int, ``>= 2``
    """
    odds = sympy.exp(number_of("epsilon", epsilon, least=0))
    if inputs < 2:
        raise ValueError(f"inputs {inputs}: a response takes two or more")
    kept, other = odds / (odds + inputs - 1), 1 / (odds + inputs - 1)
    return Channel(tuple(Law(tuple(kept if z == x else other for z in range(inputs))) for x in range(inputs)))


def _at_most(a: Any, b: Any) -> bool:
    gap = b - a
    return bool(gap >= 0) or (not hasattr(gap, "p") and bool(gap.contains(0)) and bool(gap.rad() < 1e-40))


def mixed(weights: list[Any], rows: list[list[Any]]) -> list[Any]:
    """The mixture of lists of probabilities, without turning back to expressions."""
    return [total(times(w, row[z]) for w, row in zip(weights, rows, strict=True)) for z in range(len(rows[0]))]
