"""Counterexamples: floats sample a domain and propose, exact arithmetic and balls decide."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import ctx, fmpq
from sympy import Add, Expr, Symbol

from boundcheck.symbolic.balls import Undefined, Unsure, as_arb, ball, rational
from boundcheck.symbolic.evaluate import number

from ..kernel import smt
from ..kernel.calculus import affine_part
from ..kernel.points import Point, bounds
from ..kernel.sequent import NOT_REAL, Atom, Sequent

# Points of a domain, as floats: they propose and prune, and decide nothing.

Points = dict[str, Any]
_SIMPLE = sorted(
    {Fraction(s * p, q) for q in (1, 2, 3, 4, 5, 8, 10, 20, 100) for p in range(0, 21) for s in (1, -1)}
    | {Fraction(s * p) for p in (25, 30, 40, 50, 75, 100, 200, 500, 1000) for s in (1, -1)}
    | {Fraction(s * p, q) for q in (100, 1000) for p in (1, 3, q - 1, q - 3) for s in (1, -1)},
    key=lambda f: (abs(f.numerator) + f.denominator - 1, f < 0, f.denominator),
)
_SIMPLE_WHOLE = [f for f in _SIMPLE if f.denominator == 1]
_IN_FLOATS = {False: np.array([float(f) for f in _SIMPLE]), True: np.array([float(f) for f in _SIMPLE_WHOLE])}


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
        self.values = {s.name: _simple_values(s, atoms, s.name in whole)[:length] for s in symbols}
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


def _simple_values(symbol: Symbol, atoms: tuple[Atom, ...], whole: bool) -> list[Fraction]:
    own = tuple(a for a in atoms if a.expr.free_symbols == {symbol})
    values = _SIMPLE_WHOLE if whole else _SIMPLE
    mask = np.broadcast_to(holds(own, {symbol.name: _IN_FLOATS[whole]}, 1e-12), (len(values),))
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
    """Return `count` points or fewer that satisfy the conditions in floats; many lie near the borders. Nobody writes to them."""
    return dict(_draw(atoms, tuple(symbols), whole, count, seed, reach))


@lru_cache(maxsize=64)
def _draw(
    atoms: tuple[Atom, ...],
    symbols: tuple[Symbol, ...],
    whole: frozenset[str],
    count: int,
    seed: int,
    reach: tuple[float, float],
) -> Points:
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
    found = {s.name: np.concatenate([k[s.name] for k in kept])[:count] for s in symbols}
    for values in found.values():
        values.flags.writeable = False
    return found


def _limits(x: Symbol, atoms: tuple[Atom, ...], points: Points, count: int) -> tuple[Any, Any]:
    """Return the bounds that conditions affine in `x` put on it, the other coordinates given."""
    low, high = np.full(count, -np.inf), np.full(count, np.inf)
    for a in atoms:
        others, parts = _about(a.expr, x)
        if parts is None or a.relation == "!=" or not others <= points.keys():
            continue
        slope, shift = (np.broadcast_to(np.asarray(number(p, points), float), (count,)) for p in parts)
        with np.errstate(all="ignore"):
            end = -shift / slope
        both = a.relation == "=="
        low = np.where(((slope > 0) | both) & np.isfinite(end), np.maximum(low, end), low)
        high = np.where(((slope < 0) | both) & np.isfinite(end), np.minimum(high, end), high)
    return low, high


@lru_cache(maxsize=8192)
def _about(expr: Expr, x: Symbol) -> tuple[frozenset[str], tuple[Expr, Expr] | None]:
    """The other letters of an expression, and slope and shift where it is affine in `x`, which stands in it."""
    return frozenset(s.name for s in expr.free_symbols) - {x.name}, affine_part(expr, x) if expr.has(x) else None


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
    far, u, kind = rng.uniform(*reach, count), rng.random(count), rng.random(count)
    # `far` and `near` are logarithms: a power is raised only where it is used
    side, near = rng.random(count) < 0.5, rng.uniform(0, 2 * reach[1], count)
    with np.errstate(all="ignore"):
        span = high - low
        open_ = np.flatnonzero(~np.isfinite(span))
        value = low + u * span
        beside = np.flatnonzero(kind >= 0.5)
        step = 10 ** -near[beside] * span[beside]
        value[beside] = np.where(side[beside], low[beside] + step, high[beside] - step)
        if open_.size:
            start, end, wide = low[open_], high[open_], 10 ** far[open_]
            other = np.where(side[open_], wide, -wide)
            other = np.where(np.isfinite(start) & ~np.isfinite(end), start + wide, other)
            value[open_] = np.where(np.isfinite(end) & ~np.isfinite(start), end - wide, other)
    for other in points.values():
        close = np.flatnonzero(rng.random(count) < 0.08)  # few: the rest is not computed
        close = close[(other[close] >= low[close]) & (other[close] <= high[close])]
        shift = (rng.random(count)[close] - 0.5) * 10 ** -near[close] * np.minimum(1, np.abs(other[close]))
        value[close] = other[close] + shift
    border = rng.random(count)
    for there, end in ((border < 0.05, low), (border > 0.95, high)):
        at = np.flatnonzero(there & np.isfinite(end))
        value[at] = end[at]
    return np.round(value) if whole else np.clip(value, low, high)


# What floats say about a sequent: they prune the search and propose, and prove nothing.


@lru_cache(maxsize=512)
def _drawn(given: tuple[Atom, ...], symbols: tuple[Symbol, ...]) -> Points:
    """Points of a domain, the same for all that is asked about it; nobody writes to them."""
    return draw(given, list(symbols), frozenset(), 300, 7)


class Floats:
    """Points of a sequent's domain, and what expressions do on them."""

    def __init__(self, sequent: Sequent):
        symbols = sorted(set().union(*(a.expr.free_symbols for a in (*sequent.given, sequent.claim))), key=str)
        self.points = _drawn(sequent.given, tuple(symbols))
        self.kept: dict[tuple[Atom, ...], Any] = {}

    def inside(self, sequent: Sequent) -> Any:
        """Return the points at hand that satisfy the hypotheses in floats, or None."""
        key = sequent.given
        if key not in self.kept:
            try:
                mask = holds(sequent.given, self.points)
                kept = {n: v[mask] for n, v in self.points.items()} if np.ndim(mask) else self.points
                self.kept[key] = kept if not kept or len(next(iter(kept.values()))) else None
            except (KeyError, ValueError, TypeError):
                self.kept[key] = None
        return self.kept[key]

    def values(self, sequent: Sequent, expr: Expr) -> tuple[Any, Any] | None:
        """Return values of an expression and of the sum of its terms' sizes on points of the domain."""
        inside = self.inside(sequent)
        if inside is None or expr.has(*NOT_REAL):
            return None
        if not expr.free_symbols <= {Symbol(name, real=True) for name in inside}:
            return None
        with np.errstate(all="ignore"):
            value = np.asarray(number(expr, inside), float)
            size = sum(np.abs(np.asarray(number(term, inside), float)) for term in Add.make_args(expr))
        value, size = np.broadcast_arrays(value, size)
        finite = np.isfinite(value) & np.isfinite(size)
        return value[finite], size[finite]

    def seems(self, sequent: Sequent, expr: Expr, *, both: bool = False) -> bool:
        """Whether no point at hand shows that an expression is negative (or, with `both`, not 0)."""
        if expr.has(*NOT_REAL):
            return False
        inside = self.inside(sequent)
        if inside is None or not expr.free_symbols <= {Symbol(name, real=True) for name in inside}:
            return True
        with np.errstate(all="ignore"):
            value = np.asarray(number(expr, inside), float)
        value = np.where(np.isfinite(value), -np.abs(value) if both else value, 0.0)
        if not (value < 0).any():
            return True
        if value.ndim == 0:
            return not self._certain(Sequent((), sequent.claim), expr, {}, both)
        worst = np.argsort(value, kind="stable")
        median = worst[int((value < 0).sum()) // 2]
        return not any(
            value[i] < 0 and self._certain(sequent, expr, {n: v[i] for n, v in inside.items()}, both)
            for i in dict.fromkeys((*worst[:2], median))
        )

    def _certain(self, sequent: Sequent, expr: Expr, point: dict, both: bool) -> bool:
        exact = {n: rational(Fraction(float(v))) for n, v in point.items()}
        try:
            with ctx.workprec(160):
                value = ball(expr, exact)
                if not (value < 0 or (both and value > 0)):
                    return False
                # floats may have let in a point that is not of the domain
                return all(_allowed(h, ball(h.expr, exact)) for h in sequent.given)
        except (Undefined, Unsure, KeyError, ValueError):
            return False

    def implausible(self, sequent: Sequent) -> bool:
        """Whether the claim fails at a point of the domain that floats found and balls confirm."""
        relation = sequent.claim.relation
        if relation == "!=":
            return False
        return not self.seems(sequent, sequent.claim.expr, both=relation == "==")

    def empty(self, sequent: Sequent) -> bool:
        """Whether floats know no point that satisfies the hypotheses."""
        if not self.points:
            return False
        try:
            return not np.any(holds(sequent.given, self.points))
        except (KeyError, ValueError, TypeError):
            return False

    def positive(self, sequent: Sequent) -> bool:
        """Whether the claim keeps a distance from 0 on all points tried."""
        found = self.values(sequent, sequent.claim.expr)
        return found is None or bool((found[0] > 1e-7 * found[1]).all())


def _allowed(h: Atom, value: Any) -> bool:
    if h.relation == "!=":
        return bool(value > 0 or value < 0)
    if h.relation == "==":
        return not (value > 0 or value < 0)
    return bool(value > 0) if h.relation == ">" else not value < 0


# Counterexamples: floats propose, exact arithmetic and balls decide on the statement as printed.

FLOATS = 10**300  # what they hold
_ROWS, _UNSEEN = 12, 4  # simplest points, of which one letter goes far out; points at which floats hold no number
_FAR_WHOLE = (4, 5, 6, 8, 10, 12, 14, 16, 20, 25, 31, 40)  # powers of ten
_FAR = (*_FAR_WHOLE, 50, 75, 100, 150, 200, 290)
LARGEST = 10**15  # beyond, decimals are no shorter than the number itself


class Falsifier:
    """Looks for violations of sequents that share hypotheses, in real symbols."""

    def __init__(self, given: tuple[Atom, ...], symbols: list[Symbol], whole: frozenset[str]):
        self.given, self.symbols, self.whole = given, symbols, whole
        self.grid = Grid(given, symbols, whole)

    def simple(self, claim: Atom, limit: int = 24) -> list[Point]:
        """Return simple points at which floats see a violation, or cannot see the absence of one."""
        if not len(self.grid):
            return []
        gap, size = _gap(claim, self.grid.table, len(self.grid))
        bad = _suspect(claim.relation, gap, size)
        clear = np.flatnonzero(bad & (gap < -1e-9 * size)) if claim.relation != "==" else np.flatnonzero(bad)
        close = np.flatnonzero(bad)
        order = list(dict.fromkeys([*clear[:limit], *close[: limit // 2]]))
        return [self.grid.row(i) for i in order]

    def hard(self, claim: Atom, *, thorough: bool = True) -> list[Point]:
        """Return violations that a search by random restarts and shrinking steps finds, small numbers first."""
        if not thorough:
            return self._search(claim, (-3.0, 3.0), 3)
        for reach, rounds in (((-2.0, 0.7), 16), ((-3.0, 3.0), 16), ((-12.0, 12.0), 4)):
            found = self._search(claim, reach, rounds)
            if found or smt.is_up():
                return found
        return []

    def far(self, claim: Atom, limit: int = 8) -> list[Point]:
        """Return points with one letter, or each, far out or close to an end of its range, where floats see a violation.

        Where they hold no number they propose as well, last.
        """
        ends = bounds(Sequent(self.given, claim))
        ladders = {s.name: _far_values(*ends.get(s.name, (None, None)), whole=s.name in self.whole) for s in self.symbols}
        rows = [self.grid.row(i) for i in range(min(_ROWS, len(self.grid)))]
        diagonal = list(zip(*ladders.values(), strict=False)) if len(ladders) > 1 else []
        count = len(rows) * sum(map(len, ladders.values())) + len(diagonal)
        if not count:
            return []

        def point(i: int) -> dict[str, Fraction]:
            for name, ladder in ladders.items():
                if i < len(ladder) * len(rows):
                    return {**rows[i % len(rows)], name: ladder[i // len(rows)]}
                i -= len(ladder) * len(rows)
            return dict(zip(ladders, diagonal[i], strict=True))

        outer = {name: np.array([float(v) for v in ladder]) for name, ladder in ladders.items()}
        inner = {name: np.array([float(row[name]) for row in rows]) for name in ladders}
        table = {}
        for name in ladders:
            parts = [np.repeat(v, len(rows)) if n == name else np.tile(inner[name], len(v)) for n, v in outer.items()]
            table[name] = np.concatenate([*parts, outer[name][: len(diagonal)]])
        gap, size = _gap(claim, table, count)
        with np.errstate(invalid="ignore"):
            inside, surely = (np.broadcast_to(holds(self.given, table, slack), (count,)) for slack in (1e-12, 0.0))
            told = np.isfinite(gap) & np.isfinite(size)
            clear = inside & told & (np.abs(gap) > 1e-9 * size if claim.relation == "==" else gap < -1e-9 * size)
        seen = sorted(np.flatnonzero(clear), key=lambda i: (not surely[i], sum(map(complexity, point(int(i)).values()))))
        unseen = sorted(np.flatnonzero(inside & ~told), key=lambda i: not surely[i])
        return [point(int(i)) for i in (*seen[:limit], *unseen[:_UNSEEN])]

    def drawn(self, claim: Atom, limit: int = 4, seed: int = 11) -> list[Point]:
        """Return clear violations among points drawn at random, small numbers first; nothing is searched."""
        found: list[Point] = []
        for reach in ((-2.0, 0.7), (-3.0, 3.0)):
            points = draw(self.given, self.symbols, self.whole, 4000, seed, reach)
            count = len(next(iter(points.values()))) if points else 0
            if not count:
                continue
            gap, size = _gap(claim, points, count)
            with np.errstate(all="ignore"):
                score = gap / (size + 1e-300)
            score = -np.abs(score) if claim.relation == "==" else score
            score = np.where(np.isfinite(score), score, np.inf)
            order = np.argsort(score, kind="stable")[:limit]
            found += [
                {n: Fraction(float(v[i])).limit_denominator(digits) for n, v in points.items()}
                for i in order
                if score[i] < -1e-9
                for digits in (10, 1000, 10**6, 10**12)
            ]
        return found

    def _search(self, claim: Atom, reach: tuple[float, float], rounds: int, seed: int = 11) -> list[Point]:
        points = draw(self.given, self.symbols, self.whole, 4000, seed, reach)
        if not points or not len(next(iter(points.values()))):
            return []
        rng = np.random.Generator(np.random.Philox(seed + 1))
        found: list[Point] = []
        width = 0.5
        for turn in range(rounds):
            total = len(next(iter(points.values())))
            gap, size = _gap(claim, points, total)
            with np.errstate(all="ignore"):
                score = np.where(np.isfinite(gap) & np.isfinite(size), gap / (size + 1e-300), np.inf)
            score = -np.abs(score) if claim.relation == "==" else score
            order = np.argsort(np.where(np.isnan(score), np.inf, score), kind="stable")[:96]
            exact = _confirmed(claim, points, order)  # floats lose digits far out; what they invent goes back
            score[order] = exact
            order = order[np.argsort(exact, kind="stable")][:48]
            clearly = [i for i in order[:4] if score[i] < 0]  # balls have confirmed the sign
            found += [
                {n: Fraction(float(v[i])).limit_denominator(digits) for n, v in points.items()}
                for i in clearly
                for digits in (10, 100, 1000, 10**4, 10**6, 10**9, 10**24, 10**400)
            ]
            if clearly and turn >= 2:
                break
            if smt.is_up():
                break
            best = {n: v[order] for n, v in points.items()}
            points = {
                n: np.concatenate([v, *(_moved(v, width, rng, n in self.whole) for _ in range(20))])
                for n, v in best.items()
            }
            moved = project(points, self.given, self.symbols)
            points = {n: np.concatenate([v, moved[n]]) for n, v in points.items()}
            mask = np.broadcast_to(holds(self.given, points), (len(next(iter(points.values()))),))
            points = {n: v[mask] for n, v in points.items()}
            if not len(next(iter(points.values()))):
                break
            width *= 0.6
        return found

    def simplest(self, claim: Atom, point: Point, check: Any) -> Point:
        """Return a simpler point that still is a certified violation."""
        best = dict(point)
        for _ in range(2):
            for name in sorted(best):
                for value in self._simpler(best[name]):
                    trial = {**best, name: value}
                    if complexity(value) >= complexity(best[name]):
                        continue
                    if self._violates(claim, trial) and check(trial):
                        best = trial
                        break
        return best

    def _simpler(self, value: Fraction) -> list[Fraction]:
        steps = [value.limit_denominator(d) for d in (1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 1000, 10**4, 10**6)]
        if abs(value) < LARGEST:
            steps += [Fraction(round(float(value), k)).limit_denominator(10**k) for k in (1, 2, 3, 4, 6)]
        if abs(value) >= 10:
            digits = 10 ** (len(str(int(abs(value)))) - 1)
            steps += [Fraction(round(value / digits) * digits), Fraction(10 * digits * (1 if value > 0 else -1))]
        return sorted(set(steps), key=complexity)

    def _violates(self, claim: Atom, point: Point) -> bool:
        if any(abs(v) > FLOATS for v in point.values()):
            return True  # the exact check decides
        env = {n: np.array([float(v)]) for n, v in point.items()}
        if not np.all(holds(self.given, env, 1e-12)):
            return False
        gap, size = _gap(claim, env, 1)
        return bool(_suspect(claim.relation, gap, size)[0])


def _far_values(low: fmpq | None, high: fmpq | None, *, whole: bool) -> list[Fraction]:
    """Return values of a letter far out, and close to the ends of its range."""
    found: list[Fraction] = []
    for k in _FAR_WHOLE if whole else _FAR:
        start, end = (None if e is None else Fraction(int(e.p), int(e.q)) for e in (low, high))
        if end is None:
            found.append(Fraction(10**k))
        elif not whole:
            found.append(end - Fraction(1, 10**k))
        if start is None:
            found.append(Fraction(-(10**k)))
        elif not whole:
            found.append(start + Fraction(1, 10**k))
    return found


def _confirmed(claim: Atom, points: dict, order: Any) -> Any:
    """Return the scores of some points by balls, of certain sign; undefined ones and what may be 0 come last."""
    return np.array(
        [
            np.inf if smt.is_up() else _score(claim, {n: rational(Fraction(float(v[i]))) for n, v in points.items()})
            for i in order
        ]
    )


def _score(claim: Atom, env: dict) -> float:
    score = np.inf
    for bits in (128, 512, 2048):
        try:
            with ctx.workprec(bits):
                memo: dict = {}
                gap = as_arb(ball(claim.expr, env, memo=memo))
                size = sum((abs(as_arb(ball(t, env, memo=memo))) for t in Add.make_args(claim.expr)), as_arb(fmpq(0)))
                if gap == 0:
                    return 0.0
                if not (gap > 0 or gap < 0):
                    score = 1e-30  # perhaps 0
                    continue
                value = float((gap / size).mid())
                score = value if value != 0 else (1e-300 if gap > 0 else -1e-300)
        except Unsure:
            continue
        except (Undefined, ValueError, KeyError, OverflowError, ZeroDivisionError):
            return np.inf
        return -abs(score) if claim.relation == "==" else score
    return score


def _moved(values: Any, width: float, rng: Any, whole: bool) -> Any:
    step = rng.standard_normal(len(values)) * width
    pick = rng.random(len(values))
    moved = np.where(pick < 0.4, values * np.exp(step), np.where(pick < 0.8, values + step, values))
    return np.round(moved) if whole else moved


def _gap(claim: Atom, points: dict, count: int) -> tuple[Any, Any]:
    value = np.broadcast_to(np.asarray(number(claim.expr, points), float), (count,))
    terms = Add.make_args(claim.expr)
    with np.errstate(all="ignore"):
        size = sum(np.abs(np.asarray(number(term, points), float)) for term in terms)
    return value, np.broadcast_to(size, (count,))


def _suspect(relation: str, gap: Any, size: Any) -> Any:
    noise = 1e-13 * size
    with np.errstate(invalid="ignore"):
        if relation == "==":
            return np.abs(gap) > 10 * noise
        if relation == "!=":
            return np.abs(gap) <= 100 * noise
        return gap < -noise if relation == ">=" else gap <= 10 * noise
