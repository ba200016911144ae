"""A generator that walks through every outcome of a program with their probabilities, instead of drawing one."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable
from math import comb, factorial, prod

import numpy as np


class EveryOutcome:
    """Stands in for ``numpy.random.Generator`` where the laws have finitely many outcomes."""

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.choices: list[int] = []
        self.probability = 1.0

    def _choose(self, outcomes: list, probabilities: list[float]):
        possible = [(o, p) for o, p in zip(outcomes, probabilities, strict=True) if p > 0]
        place = len(self.choices)
        index = self.path[place] if place < len(self.path) else 0
        self.choices.append(len(possible))
        if place >= len(self.path):
            self.path.append(0)
        self.probability *= possible[index][1]
        return possible[index][0]

    def binomial(self, n, p):
        n, p = np.broadcast_arrays(n, p)
        out = np.empty(n.shape, dtype=np.int64)
        for place in np.ndindex(n.shape):
            m, q = int(n[place]), float(p[place])
            out[place] = self._choose(range(m + 1), [comb(m, j) * q**j * (1 - q) ** (m - j) for j in range(m + 1)])
        return out

    def hypergeometric(self, good, bad, sample):
        good, bad, sample = np.broadcast_arrays(good, bad, sample)
        out = np.empty(good.shape, dtype=np.int64)
        for place in np.ndindex(good.shape):
            g, b, s = int(good[place]), int(bad[place]), int(sample[place])
            out[place] = self._choose(
                range(s + 1), [comb(g, j) * comb(b, s - j) / comb(g + b, s) for j in range(s + 1)]
            )
        return out

    def multinomial(self, n, weights, size):
        outcomes = [o for o in itertools.product(range(n + 1), repeat=len(weights)) if sum(o) == n]
        chances = [factorial(n) * prod(w**j / factorial(j) for j, w in zip(o, weights, strict=True)) for o in outcomes]
        return np.array([self._choose(outcomes, chances) for _ in range(size)])


def exact_law(program: Callable[[EveryOutcome], Hashable]) -> dict[Hashable, float]:
    """The law of what `program` returns when it is given a generator."""
    law: dict[Hashable, float] = defaultdict(float)
    path: list[int] = []
    while True:
        rng = EveryOutcome(path)
        law[program(rng)] += rng.probability
        while path and path[-1] == rng.choices[len(path) - 1] - 1:
            path.pop()
        if not path:
            return dict(law)
        path[-1] += 1


def distance(one: dict[Hashable, float], two: dict[Hashable, float]) -> float:
    """Total variation."""
    return 0.5 * sum(abs(one.get(key, 0.0) - two.get(key, 0.0)) for key in {*one, *two})
