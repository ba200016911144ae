"""Families of laws of a whole data set, by the counts that are sufficient for them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..symbolic.exact_values import precision
from .certified import BITS, exact, times
from .channels import Channel
from .count_laws import binomials, compositions, way_probability
from .laws import Law, bernoulli

MOST_COUNTS = 2_000_000


@dataclass(frozen=True)
class Group:
    """Independent draws from one law, which depends on the hypothesis.

    Parameters
    ----------
    laws : tuple of Law
        ``laws[i]`` under hypothesis `i`, all on the same outcomes.
    draws : int, ``>= 0``
    window : pair of int, optional
        Of a group of bits: only these numbers of ones (both ends included) are enumerated, and what is left out is bounded.
    """

    laws: tuple[Law, ...]
    draws: int
    window: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if len({len(law.probabilities) for law in self.laws}) != 1:
            raise ValueError("laws of a group: must list the same outcomes; give the missing ones probability 0")
        if not isinstance(self.draws, int) or self.draws < 0:
            raise ValueError(f"draws {self.draws!r}: must be a whole number, 0 or more")
        if self.window is not None:
            low, high = self.window
            if self.outcomes != 2 or not 0 <= low <= high <= self.draws:
                raise ValueError(f"window {self.window}: is for draws of bits, with 0 <= low <= high <= {self.draws}")

    @property
    def outcomes(self) -> int:
        """Number of outcomes of one draw."""
        return len(self.laws[0].probabilities)

    @property
    def counts(self) -> int:
        """Number of count vectors that are enumerated."""
        if self.window is not None:
            return self.window[1] - self.window[0] + 1
        return math.comb(self.draws + self.outcomes - 1, self.outcomes - 1)

    def through(self, channel: Channel) -> Group:
        """The reports that a channel makes of the draws."""
        return Group(tuple(channel.through(law) for law in self.laws), self.draws)

    def probabilities(self) -> Iterator[tuple[Any, ...]]:
        """For every count vector, its probability under each hypothesis, at the working precision."""
        if self.outcomes == 2:
            low, high = self.window or (0, self.draws)
            yield from zip(*(binomials(law.values(), self.draws, low, high) for law in self.laws), strict=True)
            return
        rows = [law.values() for law in self.laws]
        for ways, parts in compositions(self.draws, self.outcomes):
            yield tuple(way_probability(ways, parts, row) for row in rows)


@dataclass(frozen=True)
class Family:
    """Finitely many hypotheses; the data are independent groups of draws.

    Parameters
    ----------
    groups : tuple of Group
        All with a law for every hypothesis.
    """

    groups: tuple[Group, ...]

    def __post_init__(self) -> None:
        if len({len(group.laws) for group in self.groups}) != 1:
            raise ValueError("groups of a family: must have a law for every hypothesis, all the same number of them")

    @classmethod
    def of(cls, laws: Sequence[Law], draws: int) -> Family:
        """`draws` independent draws from one of `laws`."""
        return cls((Group(tuple(laws), draws),))

    @classmethod
    def bits(cls, probabilities: Sequence[Any], draws: int) -> Family:
        """`draws` independent bits, 1 with one of `probabilities`."""
        return cls.of([bernoulli(p) for p in probabilities], draws)

    @property
    def hypotheses(self) -> int:
        """Number of hypotheses."""
        return len(self.groups[0].laws)

    @property
    def counts(self) -> int:
        """Number of tuples of count vectors that are enumerated."""
        return math.prod(group.counts for group in self.groups)

    @property
    def only_bits(self) -> bool:
        """Whether every draw has two outcomes."""
        return all(group.outcomes == 2 for group in self.groups)

    @property
    def windowed(self) -> bool:
        """Whether some counts are left out."""
        return any(group.window is not None for group in self.groups)

    def through(self, channel: Channel) -> Family:
        """The reports that a channel makes of every draw."""
        return Family(tuple(group.through(channel) for group in self.groups))

    def times(self, users: int) -> Family:
        """The data of so many users, each with data of this family."""
        return Family(tuple(Group(group.laws, group.draws * users) for group in self.groups))

    def pair(self, i: int, j: int) -> Family:
        """The family of two of the hypotheses."""
        return Family(tuple(Group((g.laws[i], g.laws[j]), g.draws, g.window) for g in self.groups))

    @property
    def windows(self) -> tuple[tuple[int, int] | None, ...]:
        """The window of every group."""
        return tuple(group.window for group in self.groups)

    def seen_through(self, windows: Sequence[tuple[int, int] | None]) -> Family:
        """The same family with these windows."""
        there = zip(self.groups, windows, strict=True)
        return Family(tuple(Group(group.laws, group.draws, window) for group, window in there))

    def within(self, deviations: float = 12.0) -> Family:
        """The same family, with large groups of bits cut to the counts that matter.

        Counts further than `deviations` standard deviations from the mean under every hypothesis are left out; brackets stay
        true, whatever is left out, and say by their width how much it was.
        """
        return Family(tuple(_cut(group, deviations) for group in self.groups))

    def probabilities(self) -> Iterator[tuple[Any, ...]]:
        """For every tuple of count vectors, its probability under each hypothesis, at the working precision."""
        if self.counts > MOST_COUNTS:
            raise ValueError(
                f"{self.counts} counts: at most {MOST_COUNTS} are enumerated; take family.within(), or fewer draws"
            )
        tables = [list(group.probabilities()) for group in self.groups]
        for parts in product(*tables):
            row = list(parts[0])
            for part in parts[1:]:
                row = [times(a, b) for a, b in zip(row, part, strict=True)]
            yield tuple(row)


def _cut(group: Group, deviations: float) -> Group:
    if group.outcomes != 2 or group.draws <= 200:
        return group
    lows, highs = [], []
    for law in group.laws:
        p = float(law.probabilities[1])
        reach = deviations * math.sqrt(group.draws * p * (1 - p)) + deviations**2
        lows.append(group.draws * p - reach)
        highs.append(group.draws * p + reach)
    return Group(group.laws, group.draws, (max(0, math.floor(min(lows))), min(group.draws, math.ceil(max(highs)))))


def weights(prior: Sequence[Any] | None, hypotheses: int) -> tuple[Any, ...]:
    """A prior as exact constants; equal weights where none is given."""
    if prior is None:
        prior = [exact(1) / hypotheses] * hypotheses
    if len(prior) != hypotheses:
        raise ValueError(f"prior of {len(prior)} weights: there are {hypotheses} hypotheses")
    with precision(BITS):
        return Law(tuple(prior)).probabilities
