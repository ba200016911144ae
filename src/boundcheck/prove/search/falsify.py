"""Counterexamples: floats propose, exact arithmetic and balls decide on the statement as printed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq
from sympy import Add, Symbol

from boundcheck.symbolic.balls import ball
from boundcheck.symbolic.evaluate import number
from boundcheck.symbolic.exact_values import Undefined, Unsure, as_arb, precision, rational

from ..kernel.points import Point
from ..kernel.sequent import Atom
from . import samples

FLOATS = 10**300  # what they hold
LARGEST = 10**15  # beyond, decimals are no shorter than the number itself


class Falsifier:
    """Looks for violations of sequents that share hypotheses, in real symbols."""

    def __init__(self, given: tuple[Atom, ...], symbols: list[Symbol], whole: frozenset[str]):
        self.given, self.symbols, self.whole = given, symbols, whole
        self.grid = samples.Grid(given, symbols, whole)

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
            if found:
                return found
        return []

    def drawn(self, claim: Atom, limit: int = 4, seed: int = 11) -> list[Point]:
        """Return clear violations among points drawn at random, small numbers first; nothing is searched."""
        found: list[Point] = []
        for reach in ((-2.0, 0.7), (-3.0, 3.0)):
            points = samples.draw(self.given, self.symbols, self.whole, 4000, seed, reach)
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
        points = samples.draw(self.given, self.symbols, self.whole, 4000, seed, reach)
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
            best = {n: v[order] for n, v in points.items()}
            points = {
                n: np.concatenate([v, *(_moved(v, width, rng, n in self.whole) for _ in range(20))])
                for n, v in best.items()
            }
            moved = samples.project(points, self.given, self.symbols)
            points = {n: np.concatenate([v, moved[n]]) for n, v in points.items()}
            mask = np.broadcast_to(samples.holds(self.given, points), (len(next(iter(points.values()))),))
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
                    if samples.complexity(value) >= samples.complexity(best[name]):
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
        return sorted(set(steps), key=samples.complexity)

    def _violates(self, claim: Atom, point: Point) -> bool:
        if any(abs(v) > FLOATS for v in point.values()):
            return True  # the exact check decides
        env = {n: np.array([float(v)]) for n, v in point.items()}
        if not np.all(samples.holds(self.given, env, 1e-12)):
            return False
        gap, size = _gap(claim, env, 1)
        return bool(_suspect(claim.relation, gap, size)[0])


def _confirmed(claim: Atom, points: dict, order: Any) -> Any:
    """Return the scores of some points by balls, of certain sign; undefined ones and what may be 0 come last."""
    return np.array([_score(claim, {n: rational(Fraction(float(v[i]))) for n, v in points.items()}) for i in order])


def _score(claim: Atom, env: dict) -> float:
    score = np.inf
    for bits in (128, 512, 2048):
        try:
            with precision(bits):
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
