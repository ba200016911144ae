"""Points of a domain, as floats: they propose and prune, and decide nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from sympy import Symbol

from boundcheck.symbolic.evaluate import number

from ..kernel.calculus import affine_part
from ..kernel.sequent import Atom

Points = dict[str, Any]
_SIMPLE = sorted(
    {Fraction(s * p, q) for q in (1, 2, 3, 4, 5, 8, 10, 20, 100) for p in range(0, 21) for s in (1, -1)}
    | {Fraction(s * p) for p in (25, 30, 40, 50, 75, 100, 200, 500, 1000) for s in (1, -1)}
    | {Fraction(s * p, q) for q in (100, 1000) for p in (1, 3, q - 1, q - 3) for s in (1, -1)},
    key=lambda f: (abs(f.numerator) + f.denominator - 1, f < 0, f.denominator),
)


def complexity(value: Fraction) -> int:
    """Return how much a rational costs to write: small numbers, short ones and round ones cost little."""
    return _cost(abs(value.numerator)) + 2 * _cost(value.denominator) + (value < 0)


def _cost(n: int) -> int:
    zeros = 0
    while n >= 1000 and n % 10 == 0:
        n, zeros = n // 10, zeros + 1
    return (n if n < 10_000 else 10_000 * len(str(n))) + 100 * zeros


def holds(atoms: tuple[Atom, ...], points: Points, slack: float = 0.0) -> Any:
    """Return where all conditions hold in floats."""
    mask: Any = True
    for a in atoms:
        value = np.asarray(number(a.expr, points))
        with np.errstate(invalid="ignore"):
            if a.relation == "==":
                mask = mask & (np.abs(value) <= 1e-9 + slack)
            elif a.relation == "!=":
                mask = mask & (value != 0)
            else:
                mask = mask & ((value > -slack) if a.relation == ">" else (value >= -slack))
    return mask


class Grid:
    """Simple rational points that satisfy the conditions in floats, the simplest first.

    Attributes
    ----------
    table : dict of name to float array
    """

    def __init__(self, atoms: tuple[Atom, ...], symbols: list[Symbol], whole: frozenset[str], size: int = 6000):
        length = max(3, min(400, int(size ** (1 / max(1, len(symbols))))))
        self.values = {s.name: _allowed(s, atoms, s.name in whole)[:length] for s in symbols}
        shape = tuple(len(v) for v in self.values.values())
        while shape and np.prod(shape) > 60_000:
            shape = tuple(min(n, max(shape) - 1) for n in shape)
        index = np.indices(shape).reshape(len(shape), -1) if shape else np.zeros((0, 1), int)
        floats = {n: np.array([float(v) for v in vs]) for n, vs in self.values.items()}
        costs = {n: np.array([complexity(v) for v in vs]) for n, vs in self.values.items()}
        table = {n: floats[n][index[k]] for k, n in enumerate(self.values)}
        cost = sum((costs[n][index[k]] for k, n in enumerate(self.values)), np.zeros(index.shape[1], int))
        mask = np.broadcast_to(holds(atoms, table, 1e-12), cost.shape)
        order = np.flatnonzero(mask)[np.argsort(cost[mask], kind="stable")]
        self.index = index[:, order]
        self.table = {n: v[order] for n, v in table.items()}

    def __len__(self) -> int:
        return self.index.shape[1]

    def row(self, i: int) -> dict[str, Fraction]:
        """Return the i-th point."""
        return {n: vs[self.index[k, i]] for k, (n, vs) in enumerate(self.values.items())}


def _allowed(symbol: Symbol, atoms: tuple[Atom, ...], whole: bool) -> list[Fraction]:
    own = tuple(a for a in atoms if a.expr.free_symbols == {symbol})
    values = [v for v in _SIMPLE if not whole or v.denominator == 1]
    mask = np.broadcast_to(holds(own, {symbol.name: np.array([float(v) for v in values])}, 1e-12), (len(values),))
    kept = [v for v, ok in zip(values, mask, strict=True) if ok]
    return kept or values


def draw(
    atoms: tuple[Atom, ...],
    symbols: list[Symbol],
    whole: frozenset[str],
    count: int,
    seed: int,
    reach: tuple[float, float] = (-3, 3),
) -> Points:
    """Return `count` points or fewer that satisfy the conditions in floats; many lie near the borders."""
    rng = np.random.Generator(np.random.Philox(seed))
    kept: list[Points] = []
    if not symbols:
        return {}
    for turn in range(4):
        # each turn fills the symbols in another order: a later one is confined by those before it
        order = symbols[turn % len(symbols) :] + symbols[: turn % len(symbols)]
        points: Points = {}
        for x in order:
            points[x.name] = _fill(x, atoms, points, rng, count, x.name in whole, reach)
        mask = np.broadcast_to(holds(atoms, points), (count,))
        kept.append({name: values[mask] for name, values in points.items()})
    return {s.name: np.concatenate([k[s.name] for k in kept])[:count] for s in symbols} if kept else {}


def _limits(x: Symbol, atoms: tuple[Atom, ...], points: Points, count: int) -> tuple[Any, Any]:
    """Return the bounds that conditions affine in `x` put on it, the other coordinates given."""
    low, high = np.full(count, -np.inf), np.full(count, np.inf)
    for a in atoms:
        others = {s.name for s in a.expr.free_symbols} - {x.name}
        if not a.expr.has(x) or not others <= set(points) or a.relation == "!=":
            continue
        parts = affine_part(a.expr, x)
        if parts is None:
            continue
        slope, shift = (np.broadcast_to(np.asarray(number(p, points), float), (count,)) for p in parts)
        with np.errstate(all="ignore"):
            end = -shift / slope
        both = a.relation == "=="
        low = np.where(((slope > 0) | both) & np.isfinite(end), np.maximum(low, end), low)
        high = np.where(((slope < 0) | both) & np.isfinite(end), np.minimum(high, end), high)
    return low, high


def project(points: Points, atoms: tuple[Atom, ...], symbols: list[Symbol]) -> Points:
    """Return points moved into the bounds of each coordinate in turn."""
    for x in symbols:
        others = {name: v for name, v in points.items() if name != x.name}
        low, high = _limits(x, atoms, others, len(points[x.name]))
        with np.errstate(all="ignore"):
            points = {**points, x.name: np.clip(points[x.name], low, np.maximum(low, high))}
    return points


def _fill(
    x: Symbol, atoms: tuple[Atom, ...], points: Points, rng: Any, count: int, whole: bool, reach: tuple[float, float]
) -> Any:
    low, high = _limits(x, atoms, points, count)
    wide = 10 ** rng.uniform(*reach, count)
    u, kind, side = rng.random(count), rng.random(count), rng.random(count) < 0.5
    near = 10 ** -rng.uniform(0, 2 * reach[1], count)
    with np.errstate(all="ignore"):
        span = high - low
        middle = np.where(kind < 0.5, low + u * span, np.where(side, low + near * span, high - near * span))
        value = np.where(np.isfinite(span), middle, np.where(side, wide, -wide))
        value = np.where(np.isfinite(low) & ~np.isfinite(high), low + wide, value)
        value = np.where(np.isfinite(high) & ~np.isfinite(low), high - wide, value)
    for other in points.values():
        close = (rng.random(count) < 0.08) & (other >= low) & (other <= high)
        value = np.where(close, other + (rng.random(count) - 0.5) * near * np.minimum(1, np.abs(other)), value)
    border = rng.random(count)
    value = np.where((border < 0.05) & np.isfinite(low), low, value)
    value = np.where((border > 0.95) & np.isfinite(high), high, value)
    return np.round(value) if whole else np.clip(value, low, high)
