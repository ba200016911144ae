"""Probabilities of counts: binomial and multinomial ones, exact where they stay small."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from flint import arb, fmpq, fmpz

from ..symbolic.exact_values import as_arb
from .certified import times

_EXACT_DRAWS = 80  # up to here probabilities of rational laws stay rational


def binomials(row: list[Any], n: int, low: int, high: int) -> Iterator[Any]:
    """The probabilities of low, ..., high ones in n draws."""
    q, p = row
    rational = isinstance(p, fmpq) and isinstance(q, fmpq)
    if rational and (n <= _EXACT_DRAWS or p == 0 or q == 0):
        for k in range(low, high + 1):
            if p == 0 or q == 0:
                yield fmpq(int(k == (0 if p == 0 else n)))
            else:
                yield p**k * q ** (n - k) * fmpq(math.comb(n, k))
        return
    p, q = as_arb(p), as_arb(q)
    odds = p / q
    size = arb(fmpz(n + 1)).lgamma() - arb(fmpz(low + 1)).lgamma() - arb(fmpz(n - low + 1)).lgamma()
    current = (size + low * p.log() + (n - low) * q.log()).exp()
    for k in range(low, high + 1):
        yield current
        current = current * odds * (n - k) / (k + 1)


def compositions(n: int, parts: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every way of n = k_1 + ... + k_parts, with its multinomial coefficient."""
    if parts == 1:
        yield 1, (n,)
        return
    for first in range(n + 1):
        for ways, rest in compositions(n - first, parts - 1):
            yield math.comb(n, first) * ways, (first, *rest)


def way_probability(ways: int, parts: tuple[int, ...], row: list[Any]) -> Any:
    result: Any = fmpq(ways)
    for k, p in zip(parts, row, strict=True):
        if k:
            result = times(result, p ** (k if isinstance(p, fmpq) else fmpz(k)))
    return result
