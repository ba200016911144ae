"""Worst cases of first-order methods over every convex smooth function: a semidefinite program, both of whose ends are exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from boundcheck.claims import FirstOrderBound
from boundcheck.privacy.exact import outward
from boundcheck.symbolic import enclosure
from boundcheck.verdict import Evidence, Outcome, facts, shapes
from boundcheck.verdict.shapes import Found, WorstCase
from boundcheck.verdict.statements import Witness

from .context import Context, Evaluated

# A method x_k = x_0 - sum_(j < k) h_kj g_j with gradients g_j at its points, on a convex function with 1-Lipschitz gradients, least
# at 0 with the value 0, from a start of norm at most 1. Other constants scale: values with L R^2, squared gradients with L^2 R^2.
#
# Values f_i and gradients at points belong to such a function if and only if for all i and j, the minimiser among them,
#
# .. math:: f_i \ge f_j + \langle g_j, x_i - x_j \rangle + \tfrac12 \|g_i - g_j\|^2 .
#
# In the Gram matrix G of (x_0, g_0, ..., g_T) and the values all of this is linear. Multipliers :math:`\lambda_{ij} \ge 0` of these
# lines and :math:`\tau` of :math:`\|x_0\|^2 \le 1`, with which the values cancel and what is left is a positive semidefinite
# form, prove that the last value, or the last squared gradient, is at most :math:`\tau`. A positive semidefinite G in fractions
# with values in fractions that keep all lines is a function that reaches what it says.
#
# Source
# ------
# Drori and Teboulle, Math. Program. 145 (2014); Taylor, Hendrickx and Glineur, Math. Program. 161 (2017), Theorem 4 and
# Corollary 1; de Klerk, Glineur and Taylor, Optim. Lett. 11 (2017).

_MOST_STEPS = 8
_CENTRE = 1e-9  # of the barrier at the end
_DIGITS = 10**13

Matrix = list[list[Fraction]]
Vector = list[Fraction]


@dataclass(frozen=True)
class Method:
    """The steps of a method, and what is measured of its last point.

    Attributes
    ----------
    steps : tuple of T tuples
        Row k holds the weights of the gradients at points 0 to k in point k + 1, over 1/L.
    of : {"value", "gradient"}
        The last value less the least one, or the squared norm of the last gradient.
    """

    steps: tuple[tuple[Fraction, ...], ...]
    of: str = "value"

    @property
    def size(self) -> int:
        """Of the Gram matrix."""
        return len(self.steps) + 2

    def point(self, i: int) -> Vector:
        """A point in the coordinates (x_0, g_0, ..., g_T); the minimiser, for -1, is 0."""
        found = [Fraction(0)] * self.size
        if i >= 0:
            found[0] = Fraction(1)
            for j, h in enumerate(self.steps[i - 1] if i else ()):
                found[j + 1] -= h
        return found

    def gradient(self, i: int) -> Vector:
        """A gradient in these coordinates."""
        return [Fraction(int(i >= 0 and k == i + 1)) for k in range(self.size)]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Of different points, the minimiser among them."""
        last = len(self.steps)
        return [(i, j) for i in range(-1, last + 1) for j in range(-1, last + 1) if i != j]

    def line(self, i: int, j: int) -> Matrix:
        """What the line of a pair takes from ``f_i - f_j``, as a symmetric form."""
        moved = [a - b for a, b in zip(self.point(i), self.point(j), strict=True)]
        change = [a - b for a, b in zip(self.gradient(i), self.gradient(j), strict=True)]
        there, half = self.gradient(j), Fraction(1, 2)
        places = range(self.size)
        return [
            [half * (there[a] * moved[b] + there[b] * moved[a] + change[a] * change[b]) for b in places] for a in places
        ]

    def values(self, i: int, j: int) -> Vector:
        """The coefficients of f_0, ..., f_T in ``f_i - f_j``."""
        return [Fraction(int(k == i) - int(k == j)) for k in range(len(self.steps) + 1)]

    @property
    def goal(self) -> tuple[Vector, Matrix]:
        """The measured number as coefficients of the values and a form."""
        last, size = len(self.steps), self.size
        values = [Fraction(int(self.of == "value" and k == last)) for k in range(last + 1)]
        form = [[Fraction(int(self.of == "gradient" and a == b == last + 1)) for b in range(size)] for a in range(size)]
        return values, form


@dataclass(frozen=True)
class Multipliers:
    """A proof: of every line, and of the norm of the start, which is the bound."""

    pairs: tuple[Fraction, ...]
    start: Fraction

    def proves(self, method: Method) -> bool:
        """Whether values cancel and the rest is positive semidefinite, in fractions."""
        if min(self.pairs) < 0 or self.start < 0:
            return False
        values, form = method.goal
        left, rest = list(values), [[-entry for entry in row] for row in form]
        rest[0][0] += self.start
        for weight, (i, j) in zip(self.pairs, method.pairs, strict=True):
            if weight:
                left = [a + weight * b for a, b in zip(left, method.values(i, j), strict=True)]
                line = method.line(i, j)
                rest = [[a + weight * b for a, b in zip(*rows, strict=True)] for rows in zip(rest, line, strict=True)]
        return not any(left) and semidefinite(rest)


@dataclass(frozen=True)
class Instance:
    """A function by its values and the Gram matrix of the start and its gradients."""

    values: tuple[Fraction, ...]
    gram: tuple[tuple[Fraction, ...], ...]

    def reached(self, method: Method) -> Fraction:
        """The measured number."""
        values, form = method.goal
        return _paired(form, self.gram) + _dot(values, self.values)

    def exists(self, method: Method) -> bool:
        """Whether there is such a function, from such a start, in fractions."""
        gram = [list(row) for row in self.gram]
        if gram[0][0] > 1 or not semidefinite(gram):
            return False
        return all(_dot(method.values(i, j), self.values) >= _paired(method.line(i, j), gram) for i, j in method.pairs)


def _dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


def _paired(form: Sequence[Sequence[Fraction]], gram: Sequence[Sequence[Fraction]]) -> Fraction:
    return sum(map(_dot, form, gram), Fraction(0))


def semidefinite(form: Matrix) -> bool:
    """Whether a symmetric matrix of fractions is positive semidefinite, by elimination."""
    rows = [list(row) for row in form]
    if any(rows[a][b] != rows[b][a] for a in range(len(rows)) for b in range(a)):
        return False
    while rows:
        pivot, *rest = rows[0]
        if pivot < 0 or (pivot == 0 and any(rest)):
            return False
        rows = [
            [entry - row[0] * other / pivot if pivot else entry for entry, other in zip(row[1:], rest, strict=True)]
            for row in rows[1:]
        ]
    return True


# The program in floats: Newton's method on the barrier of the multipliers, whose centres are instances too.


def worst_case(method: Method, bound: Fraction) -> tuple[Instance | None, Multipliers | None]:
    """An instance and multipliers that nearly meet; multipliers of the bound where they prove it, if it is met or not."""
    if not 1 <= len(method.steps) <= _MOST_STEPS:
        raise ValueError(f"steps: must be 1 to {_MOST_STEPS}, got {len(method.steps)}")
    program = _Program(method, method.pairs)
    if (centre := program.centre()) is None:
        return None, None
    weights, _ = centre
    path = program.path[::-1]  # the last ones are the closest, where rounding is most likely to break a line
    instance = next((found for at in path if (found := program.instance(*at)) is not None), None)
    starts = ((at[0], Fraction(at[1]).limit_denominator(_DIGITS) * (1 + Fraction(1, 10**8))) for at in path)
    proof = next((proved for at in starts if (proved := program.multipliers(*at)) is not None), None)
    if proof is not None and proof.start <= bound:
        return instance, proof
    if instance is None or instance.reached(method) <= bound:
        proof = program.multipliers(weights, bound) or _met(method, bound, weights) or proof
    return instance, proof


def _met(method: Method, bound: Fraction, weights: Any) -> Multipliers | None:
    """Multipliers of a bound that is met: of neighbours and the minimiser alone, or of the pairs that weigh something."""
    heavy = [pair for pair, w in zip(method.pairs, weights, strict=True) if w > 1e-4 * max(weights)]
    neighbours = [(i, j) for i, j in method.pairs if i == -1 or j == i + 1]
    for few in (neighbours, heavy):
        program = _Program(method, few)
        if (centre := program.centre()) is not None:
            found = program.multipliers(centre[0], bound, program.kernel(*centre))
            if found is not None:
                return found
    return None


def _solved(rows: Matrix, numbers: Vector) -> Vector | None:
    """One solution of linear equations in fractions, free unknowns 0; None where there is none."""
    table = [[*row, number] for row, number in zip(rows, numbers, strict=True)]
    done, pivots = 0, []
    for column in range(len(rows[0])):
        pivot = next((r for r in range(done, len(table)) if table[r][column] != 0), None)
        if pivot is None:
            continue
        table[done], table[pivot] = table[pivot], table[done]
        head = table[done] = [entry / table[done][column] for entry in table[done]]
        for r, row in enumerate(table):
            if r != done and row[column] != 0:
                table[r] = [x - row[column] * y for x, y in zip(row, head, strict=True)]
        pivots.append(column)
        done += 1
    if any(row[-1] != 0 for row in table[done:]):
        return None
    found = [Fraction(0)] * len(rows[0])
    for r, column in enumerate(pivots):
        found[column] = table[r][-1]
    return found


class _Program:
    """Multipliers of some pairs, as floats."""

    def __init__(self, method: Method, used: list[tuple[int, int]]):
        self.method, self.used = method, used
        self.path: list[
            tuple[Any, float, float, Any]
        ] = []  # weights, start, barrier's parameter and prices of the values
        self.lines = np.array([[[float(e) for e in row] for row in method.line(i, j)] for i, j in used])
        values, form = method.goal
        self.goal = np.array([[float(e) for e in row] for row in form])
        self.balance = np.array([[float(e) for e in method.values(i, j)] for i, j in used]).T
        self.due = -np.array([float(e) for e in values])

    def form(self, weights: Any, start: float, lift: float = 0.0) -> Any:
        """What is left when the values have cancelled."""
        found = np.tensordot(weights, self.lines, 1) - self.goal + lift * np.eye(self.method.size)
        found[0, 0] += start
        return found

    def centre(self) -> tuple[Any, float] | None:
        """Weights and start, near the least start; None where they are not found."""
        try:
            return self._centre()
        except np.linalg.LinAlgError:  # the path left what floats can hold
            return None

    def _centre(self) -> tuple[Any, float] | None:
        weights = self._first()
        if weights is None:
            return None
        start = 4.0
        lift = 1.0 - min(0.0, float(np.linalg.eigvalsh(self.form(weights, start))[0])) * 2
        scale = 1.0
        while lift > 0:  # first a form that is positive definite without being lifted
            x = self._newton(np.array([*weights, start, lift]), scale, lifted=True)
            weights, start, lift = x[:-2], float(x[-2]), float(x[-1])
            if lift > 0 and scale < 1e-7:
                return None
            if float(np.linalg.eigvalsh(self.form(weights, start))[0]) > 0:
                break
            scale /= 4
        scale = 1.0
        while True:
            try:
                x = self._newton(np.array([*weights, start]), scale, lifted=False)
            except np.linalg.LinAlgError:  # floats do not get any closer
                return (weights, start) if self.path else None
            weights, start = x[:-1], float(x[-1])
            self.path.append((weights, start, scale, self.prices))
            if scale <= _CENTRE:
                return weights, start
            scale = max(_CENTRE, scale / 5)

    def _first(self) -> Any:
        """Positive weights with which the values cancel."""
        from scipy.optimize import linprog

        count = len(self.used)
        rows = np.hstack([self.balance, np.zeros((len(self.due), 1))])
        least = np.hstack([-np.eye(count), np.ones((count, 1))])
        bounds = [(0, 10)] * count + [(0, 1)]
        found = linprog([0.0] * count + [-1.0], least, np.zeros(count), rows, self.due, bounds=bounds, method="highs")
        return found.x[:count] if found.status == 0 and found.x[-1] > 1e-9 else None

    def _newton(self, x: Any, scale: float, lifted: bool) -> Any:
        """The minimum of what is asked for over the barrier, values cancelled throughout."""
        tail = 2 if lifted else 1
        size = self.method.size
        corner = np.zeros((size, size))
        corner[0, 0] = 1.0
        forms = np.concatenate([self.lines, corner[None], *([np.eye(size)[None]] if lifted else [])])
        cost = np.zeros(len(x))
        cost[-1] = 1.0
        if lifted:
            cost[-2] = 1e-4
        rows = np.hstack([self.balance, np.zeros((len(self.due), tail))])
        positive = np.array([True] * (len(x) - 1) + [not lifted])
        for _ in range(400):
            form = np.tensordot(x, forms, 1) - self.goal
            inverse = np.linalg.inv(form)
            inner = np.einsum("ab,kbc->kac", inverse, forms)
            gradient = cost / scale - np.einsum("kaa->k", inner)
            hessian = np.einsum("kab,lba->kl", inner, inner)
            gradient = gradient - np.where(positive, 1 / np.where(positive, x, 1.0), 0.0)
            hessian[np.diag_indices(len(x))] += np.where(positive, 1 / np.where(positive, x, 1.0) ** 2, 1e-9)
            kkt = np.block([[hessian, rows.T], [rows, np.zeros((len(rows), len(rows)))]])
            solution = np.linalg.solve(kkt, np.concatenate([-gradient, self.due - rows @ x]))
            step = solution[: len(x)]
            self.prices = solution[len(x) :]
            decrement = math.sqrt(max(0.0, float(step @ hessian @ step)))
            length = 1 / (1 + decrement) if decrement > 0.25 else 1.0
            while not _inside(x + length * step, positive, forms, self.goal):
                length /= 2
                if length < 1e-9:
                    raise np.linalg.LinAlgError("no step stays inside")
            x = x + length * step
            if decrement < 1e-6:
                break
        return x

    def instance(self, weights: Any, start: float, scale: float, prices: Any) -> Instance | None:
        """The instance that belongs to a centre, in fractions; None where rounding broke a line."""
        gram = scale * np.linalg.inv(self.form(weights, start))
        values = scale * prices
        exact_values = tuple(Fraction(float(v)).limit_denominator(_DIGITS) for v in values)
        for sign in (1, -1):
            for shrink in (Fraction(1), 1 - Fraction(1, 10**8)):
                size = range(len(gram))
                table = [
                    [Fraction(float(gram[a][b] + gram[b][a]) / 2).limit_denominator(_DIGITS) for b in size]
                    for a in size
                ]
                table = [[shrink * entry for entry in row] for row in table]
                found = Instance(tuple(sign * shrink * v for v in exact_values), tuple(map(tuple, table)))
                if found.exists(self.method):
                    return found
        return None

    def kernel(self, weights: Any, start: float) -> list[Vector]:
        """Directions in which the form hardly grows, in few digits: at a bound that is met it is 0 there."""
        values, vectors = np.linalg.eigh(self.form(weights, start))
        flat = vectors[:, values < 1e-5 * values[-1]].T
        for row in range(len(flat)):  # to a basis in which each has a 1 where the others have a 0
            column = int(np.argmax(np.abs(flat[row])))
            flat[row] /= flat[row, column]
            for other in range(len(flat)):
                if other != row:
                    flat[other] = flat[other] - flat[other, column] * flat[row]
        return [[Fraction(float(entry)).limit_denominator(1000) for entry in row] for row in flat]

    def multipliers(self, weights: Any, start: Fraction, kernel: Sequence[Vector] = ()) -> Multipliers | None:
        """Weights in fractions near these, with which values cancel and a kernel is one; None where they prove nothing."""
        method, places = self.method, range(self.method.size)
        values, form = method.goal
        lines = [method.line(i, j) for i, j in self.used]
        rows = [list(row) for row in zip(*(method.values(i, j) for i, j in self.used), strict=True)]
        numbers = [-value for value in values]
        for v in kernel:
            for a in places:
                rows.append([_dot(line[a], v) for line in lines])
                numbers.append(_dot(form[a], v) - (start * v[0] if a == 0 else 0))
        near = [Fraction(float(w)).limit_denominator(10**9) if w > 1e-10 else Fraction(0) for w in weights]
        missing = [n - _dot(row, near) for row, n in zip(rows, numbers, strict=True)]
        # the smallest change, measured against the weights themselves
        scaled = [[a * w for a, w in zip(row, near, strict=True)] for row in rows]
        prices = _solved([[_dot(one, other) for other in rows] for one in scaled], missing)
        if prices is None:
            return None
        changed = [w * (1 + _dot(prices, column)) for w, column in zip(near, zip(*rows, strict=True), strict=True)]
        held = dict(zip(self.used, changed, strict=True))
        found = Multipliers(tuple(held.get(pair, Fraction(0)) for pair in method.pairs), start)
        return found if found.proves(method) else None


def _inside(x: Any, positive: Any, forms: Any, goal: Any) -> bool:
    """Whether all weights are positive, and the form is positive definite."""
    if not np.isfinite(x).all() or (x[positive] <= 0).any():
        return False
    return bool(np.linalg.eigvalsh(np.tensordot(x, forms, 1) - goal)[0] > 0)


# The statement: what the program says of it at every point.

METHOD = "performance estimation: an instance and multipliers, both in fractions"


def check(statement: FirstOrderBound, context: Context) -> Evidence:
    """A function beyond the bound refutes, multipliers that prove it support, at every point; otherwise it is open."""
    rows = [_row(statement, context, name) for name in statement.points]
    beside = Found(evidence=shapes.OfMethods(cases=tuple(rows)))
    if false := [row for row in rows if row.says == "false"]:
        row = max(false, key=lambda r: (r.reached or 0.0) / r.bound if r.bound > 0 else math.inf)
        return Evidence(
            Outcome.REFUTED,
            facts.FunctionAbove(statement.of, row.name, f"{row.reached:.5g}", f"{row.bound:.6g}"),
            METHOD,
            witness=Witness(
                point={key: str(value) for key, value in sorted(statement.points[row.name].items())},
                lhs=f"{row.reached:.5g}",
                rhs=f"{row.bound:.6g}",
                text="what some function reaches, against the bound",
            ),
            found=beside,
        )
    if open_ := [row for row in rows if row.says == "open"]:
        row = open_[0]
        ends = [f"{end:.5g}" if end is not None else "" for end in (row.reached, row.proved)]
        return Evidence(
            Outcome.UNDECIDED, facts.MethodOpen(statement.of, row.name, f"{row.bound:.6g}", *ends), METHOD, found=beside
        )
    tightest = max((row.reached / row.bound for row in rows if row.reached and row.bound > 0), default=None)
    told = "" if tightest is None else f"{tightest:.3g}"
    return Evidence(Outcome.SUPPORTED, facts.MethodBelow(statement.of, len(rows), told), METHOD, found=beside)


def _row(statement: FirstOrderBound, context: Context, name: str) -> WorstCase:
    point = statement.points[name]

    def at(formula: Any) -> tuple[Fraction, Fraction]:
        printed = context.expand(formula)
        return enclosure(printed.xreplace({s: point[s.name] for s in printed.free_symbols}), {})

    smooth, radius, bound = at(statement.smooth), at(statement.radius), at(statement.bound)
    if min(smooth[0], radius[0]) <= 0:
        raise ValueError(f"smoothness and radius at {name!r} must be > 0")
    method = Method(_rows(statement.steps(**point), name), statement.of)
    # the least and the largest unit that the enclosed numbers allow
    power = 1 if statement.of == "value" else 2
    units = [s**power * r**2 for s, r in zip(smooth, radius, strict=True)]
    least, most = bound[0] / units[1], bound[1] / units[0]
    instance, proof = worst_case(method, least)
    reached = instance.reached(method) if instance is not None else None
    low = None if reached is None else outward(float(reached * units[0]) * (1 - 1e-9), math.inf, 5)[0]
    high = None if proof is None else outward(0.0, float(proof.start * units[1]) * (1 + 1e-9), 5)[1]
    row = WorstCase(name=name, bound=float(bound[1]), reached=low, proved=high, says="open")
    if reached is not None and reached > most:
        return msgspec.structs.replace(row, says="false")
    return msgspec.structs.replace(row, says="true") if proof is not None and proof.start <= least else row


def _rows(given: Any, name: str) -> tuple[tuple[Fraction, ...], ...]:
    """The steps in fractions, a row for each."""
    rows = []
    for k, row in enumerate(given, 1):
        try:
            rows.append(tuple(Fraction(int(h.p), int(h.q)) if hasattr(h, "p") else Fraction(h) for h in row))
        except (TypeError, ValueError):
            raise ValueError(f"steps at {name!r}: row {k} is no row of fractions: {row!r:.60}") from None
        if len(rows[-1]) != k:
            raise ValueError(f"steps at {name!r}: row {k} must have {k} weights, got {len(rows[-1])}")
    return tuple(rows)


CHECKS = (Evaluated(FirstOrderBound, check),)
