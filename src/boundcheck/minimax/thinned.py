"""Draws of which only a random number concerns the hypotheses, and everybody sees which."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .certified import exact, total
from .channels import Channel
from .count_laws import binomials
from .families import Family, Group
from .laws import bernoulli


@dataclass(frozen=True)
class Thinned:
    """Each of `draws` draws is from `laws` with probability `rate`, and says nothing otherwise.

    The risk is bracketed by blocks of the number ``N ~ Binomial(draws, rate)`` of draws that count; a user drawn at random from
    many states is one to whom a state's law applies with probability 1 over their number.

    Parameters
    ----------
    family : Family
        One group of bits; its number of draws is not used.
    draws : int, ``>= 1``
    rate : exact number in (0, 1)
    cuts : tuple of int
        Increasing: the ends of the blocks. `spread` chooses them.
    """

    family: Family
    draws: int
    rate: Any
    cuts: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", exact(self.rate, "rate"))
        object.__setattr__(self, "cuts", tuple(self.cuts))
        if not 0 < self.rate < 1:
            raise ValueError(f"rate {self.rate}: must lie strictly between 0 and 1; a rate of 1 is a plain Family")
        ordered = all(a < b for a, b in zip(self.cuts, self.cuts[1:], strict=False))
        if len(self.cuts) < 2 or not ordered or self.cuts[0] < 0 or self.cuts[-1] > self.draws:
            raise ValueError(f"cuts {self.cuts}: must increase from 0 or more to at most {self.draws}")
        if len(self.family.groups) != 1 or self.family.groups[0].outcomes != 2:
            raise ValueError("family: one group of bits is understood")

    @property
    def hypotheses(self) -> int:
        """Number of hypotheses."""
        return self.family.hypotheses

    def through(self, channel: Channel) -> Thinned:
        """The same with what a channel reports of every bit that counts."""
        return Thinned(self.family.through(channel), self.draws, self.rate, self.cuts)

    def drawn(self, number: int) -> Family:
        """The family given that so many draws count."""
        return Family((Group(self.family.groups[0].laws, number),)).within()

    def masses(self) -> list[Any]:
        """The probability of ``cuts[i] < N <= cuts[i + 1]``, of the first block with its lower end."""
        low, high = self.cuts[0], self.cuts[-1]
        there = list(binomials(bernoulli(self.rate).values(), self.draws, low, high))
        starts = [low, *(cut + 1 for cut in self.cuts[1:-1])]
        return [total(there[a - low : b + 1 - low]) for a, b in zip(starts, self.cuts[1:], strict=True)]


def spread(family: Family, draws: int, rate: Any, blocks: int = 16) -> Thinned:
    """`Thinned` with blocks between 7 standard deviations below and above the mean."""
    p = float(exact(rate, "rate"))
    mean, deviation = draws * p, math.sqrt(draws * p * (1 - p))
    low, high = max(0, math.floor(mean - 7 * deviation)), min(draws, math.ceil(mean + 7 * deviation + 20))
    cuts = sorted({low + round(i * (high - low) / blocks) for i in range(blocks + 1)})
    return Thinned(family, draws, exact(rate, "rate"), tuple(cuts))
