r"""The best private test between two hypotheses about users: a linear program over histograms, with a rational dual.

Each of n users is of one of k kinds, independently, with probabilities that the hypothesis gives. A test says "second
hypothesis" with probability phi(h) on a histogram h; it is (epsilon, delta)-private for one user replaced if phi and
1 - phi grow by at most a factor e^epsilon plus delta between neighbouring histograms. The least sum of its two error
probabilities is bounded below by any dual point, which is rounded to fractions and checked in fractions; from above
by a test that is private in fractions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from flint import ctx

from .exact import Number, ball, exact, lower, upper, whole

Histogram = tuple[int, ...]
_DENOMINATOR = 2**40


@dataclass(frozen=True)
class PrivateTest:
    """The least sum of errors of a private test lies in [low, high].

    Attributes
    ----------
    low, high : Fraction
    dual : tuple of (histogram, neighbour, weight for phi, weight for 1 - phi)
        Multipliers of ``phi(h) <= e^epsilon phi(h') + delta`` and of the same for 1 - phi; those that are 0 are left out.
    test : mapping from histogram to Fraction
        A private test with the sum of errors `high`.
    """

    users: int
    laws: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    epsilon: Fraction
    delta: Fraction
    low: Fraction
    high: Fraction
    dual: tuple[tuple[Histogram, Histogram, Fraction, Fraction], ...] = field(repr=False)
    test: dict[Histogram, Fraction] = field(repr=False)

    def __post_init__(self) -> None:
        self.validate()

    def validate(self) -> None:
        """Raise ValueError where this is no pair of hypotheses, no test on all histograms, or no dual point."""
        whole("users", self.users)
        for law in self.laws:
            for p in law:
                _fraction("probability", p, most=1)
        if len(self.laws) != 2 or len(self.laws[0]) != len(self.laws[1]) or any(sum(law) != 1 for law in self.laws):
            raise ValueError("laws: must have the same kinds and sum to 1 each")
        _fraction("epsilon", self.epsilon)
        _fraction("delta", self.delta, below=1)
        every = set(histograms(self.users, len(self.laws[0])))
        if self.test.keys() != every:
            raise ValueError(f"test: must say what it does on each of the {len(every)} histograms, and on nothing else")
        for chance in self.test.values():
            _fraction("chance of a test", chance, most=1)
        for histogram, other, *weights in self.dual:
            if histogram not in every or other not in neighbours(histogram) or len(weights) != 2:
                raise ValueError(f"dual: {histogram} and {other} are no neighbours with two weights")
            for weight in weights:
                _fraction("weight of the dual", weight)
        _fraction("low", self.low, most=1)
        _fraction("high", self.high)
        if self.low > self.high:
            raise ValueError(f"low {self.low}: must be at most high = {self.high}")

    def replay(self) -> bool:
        """Both ends, in fractions, from the dual and the test alone."""
        try:
            self.validate()  # a mapping may have been changed since
        except (TypeError, ValueError):
            return False
        chances = [_chances(self.users, law) for law in self.laws]
        more, less = _grown(self.epsilon)
        private = all(
            a <= less * b + self.delta and 1 - a <= less * (1 - b) + self.delta
            for h, a in self.test.items()
            for other in neighbours(h)
            for b in (self.test[other],)
        )
        return (
            private
            and _bound(chances, self.dual, more, self.delta) >= self.low
            and _errors(chances, self.test) <= self.high
        )


def best_private_test(
    first: Sequence[Number], second: Sequence[Number], users: int, epsilon: Number, delta: Number = 0
) -> PrivateTest:
    """Solve the program and certify both ends.

    Parameters
    ----------
    first, second : sequences of k numbers that sum to 1
        A user's kind under the two hypotheses.
    users : int
        Adjacency: one user replaced by one of any kind.
    """
    laws = tuple(tuple(exact("probability", p, least=0, most=1) for p in law) for law in (first, second))
    if len(laws[0]) != len(laws[1]) or any(sum(law) != 1 for law in laws):
        raise ValueError("laws: must have the same kinds and sum to 1 each")
    count, eps = whole("users", users), exact("epsilon", epsilon, least=0)
    level = exact("delta", delta, least=0, below=1)
    chances = [_chances(count, law) for law in laws]
    solution, dual = _solved(chances, eps, level)
    more, less = _grown(eps)
    test = _private(solution, less, level)
    low = max(Fraction(0), _bound(chances, dual, more, level))
    return PrivateTest(count, (laws[0], laws[1]), eps, level, low, _errors(chances, test), dual, test)


def _fraction(name: str, value: Any, **upper: int) -> None:
    """Refuse all but a fraction from 0 on, within its range."""
    if not isinstance(value, Fraction):
        raise TypeError(f"{name}: must be a Fraction, got {value!r}")
    exact(name, value, least=0, **upper)


def histograms(users: int, kinds: int) -> list[Histogram]:
    """All ways to share so many users among so many kinds."""
    if kinds == 1:
        return [(users,)]
    return [(k, *rest) for k in range(users + 1) for rest in histograms(users - k, kinds - 1)]


def neighbours(histogram: Histogram) -> list[Histogram]:
    """Histograms with one user replaced."""
    found = []
    for i, have in enumerate(histogram):
        for j in range(len(histogram)):
            if have and i != j:
                moved = list(histogram)
                moved[i], moved[j] = moved[i] - 1, moved[j] + 1
                found.append(tuple(moved))
    return found


def _chances(users: int, law: Sequence[Fraction]) -> dict[Histogram, Fraction]:
    result = {}
    for h in histograms(users, len(law)):
        ways = math.factorial(users)
        for k in h:
            ways //= math.factorial(k)
        result[h] = ways * math.prod((p**k for p, k in zip(law, h, strict=True)), start=Fraction(1))
    return result


def _grown(epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals above and below e^epsilon."""
    if epsilon == 0:
        return Fraction(1), Fraction(1)
    with ctx.workprec(96):
        grown = ball(epsilon).exp()
        return Fraction(upper(grown)), Fraction(lower(grown))


def _solved(chances: list[dict[Histogram, Fraction]], epsilon: Fraction, delta: Fraction):
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    places = {h: i for i, h in enumerate(chances[0])}
    edges = [(h, other) for h in places for other in neighbours(h)]
    e, d = math.exp(epsilon), float(delta)
    at, other = np.array([places[h] for h, _ in edges]), np.array([places[o] for _, o in edges])
    m, ones = len(edges), np.ones(len(edges))
    rows = np.concatenate([np.arange(m), np.arange(m), m + np.arange(m), m + np.arange(m)])
    columns = np.concatenate([at, other, at, other])
    unit = ones / e  # every row is divided by e^epsilon, so that large ones stay solvable
    values = np.concatenate([unit, -ones, -unit, ones])  # the second: 1 - phi <= e^epsilon (1 - phi') + delta
    matrix = coo_matrix((values, (rows, columns)), shape=(2 * m, len(places))).tocsr()
    bound = np.concatenate([d * unit, (e - 1 + d) * unit])
    cost = np.array([float(chances[0][h] - chances[1][h]) for h in places])
    found = linprog(cost, matrix, bound, bounds=(0, 1), method="highs")
    if found.status != 0:
        raise ArithmeticError(f"the linear program was not solved: {found.message}")
    weights = -np.asarray(found.ineqlin.marginals) / e
    dual = tuple(
        (h, o, _rounded(weights[i]), _rounded(weights[m + i]))
        for i, (h, o) in enumerate(edges)
        if _rounded(weights[i]) or _rounded(weights[m + i])
    )
    return {h: _rounded(found.x[i]) for h, i in places.items()}, dual


def _rounded(value: float) -> Fraction:
    return Fraction(max(0, round(float(value) * _DENOMINATOR)), _DENOMINATOR)


def _bound(chances: list[dict[Histogram, Fraction]], dual: tuple, grown: Fraction, delta: Fraction) -> Fraction:
    """Weak duality with every inequality summed in fractions; the box 0 <= phi <= 1 is used as it is."""
    reduced = {h: chances[0][h] - chances[1][h] for h in chances[0]}
    constant = sum(chances[1].values(), Fraction(0))
    for h, other, for_phi, for_rest in dual:
        reduced[h] += for_phi - for_rest
        reduced[other] += grown * (for_rest - for_phi)
        constant -= for_phi * delta + for_rest * (grown - 1 + delta)
    return constant + sum((min(Fraction(0), value) for value in reduced.values()), Fraction(0))


def _private(solution: dict[Histogram, Fraction], grown: Fraction, delta: Fraction) -> dict[Histogram, Fraction]:
    """Mix the solution with the fair coin until it is private in fractions."""
    half = Fraction(1, 2)
    clipped = {h: min(Fraction(1), value) for h, value in solution.items()}
    share = Fraction(0)
    for h, a in clipped.items():
        for other in neighbours(h):
            b = clipped[other]
            for excess in (a - grown * b - delta, (1 - a) - grown * (1 - b) - delta):
                slack = (grown - 1) / 2 + delta  # of the fair coin
                if excess > 0:
                    share = max(share, excess / (excess + slack) if excess + slack else Fraction(1))
    return {h: (1 - share) * value + share * half for h, value in clipped.items()}


def _errors(chances: list[dict[Histogram, Fraction]], test: dict[Histogram, Fraction]) -> Fraction:
    return sum((chances[0][h] * a + chances[1][h] * (1 - a) for h, a in test.items()), Fraction(0))
