"""Laws of several releases in formulas, for `PrivacyGuarantee`: one after the other, the same one again, from a sample.

A law maps each input to the probabilities of the outputs, as SymPy expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from math import factorial, prod
from typing import Any

import sympy

Law = Mapping[Any, tuple[sympy.Expr, ...]]


def in_turn(first: Law, then: Law | Callable[[int], Law]) -> dict[Any, tuple[sympy.Expr, ...]]:
    """The law of two releases, both seen.

    Parameters
    ----------
    first : mapping of input to probabilities
    then : mapping, or callable ``place of the first output -> mapping``
        A callable is a second release that is chosen in view of the first one's output.
    """
    outputs = len(next(iter(first.values())))
    chosen = [then(place) if callable(then) else then for place in range(outputs)]
    return {
        source: tuple(p * q for place, p in enumerate(law) for q in chosen[place][source])
        for source, law in first.items()
    }


def repeated(law: Law, times: int) -> dict[Any, tuple[sympy.Expr, ...]]:
    """The law of independent releases by how often each output came: their order tells nothing of the input."""
    if times < 1:
        raise ValueError(f"times: must be at least 1, got {times}")
    outputs = len(next(iter(law.values())))
    counts = list(_counts(times, outputs))
    return {
        source: tuple(
            sympy.Integer(factorial(times) // prod(map(factorial, count)))
            * sympy.Mul(*(p**k for p, k in zip(row, count, strict=True) if k))
            for count in counts
        )
        for source, row in law.items()
    }


def subsampled(law: Law, rate: Any, absent: Hashable) -> dict[Any, tuple[sympy.Expr, ...]]:
    """The law where each input is looked at with probability `rate`, and otherwise treated as the input `absent`."""
    if absent not in law:
        raise ValueError(f"absent: {absent!r} has no law; there are {', '.join(map(repr, law))}")
    share = sympy.sympify(rate)
    return {
        source: tuple(share * p + (1 - share) * q for p, q in zip(row, law[absent], strict=True))
        for source, row in law.items()
    }


def _counts(total: int, places: int) -> Iterator[tuple[int, ...]]:
    if places == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _counts(total - first, places - 1):
            yield (first, *rest)
