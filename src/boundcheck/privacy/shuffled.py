"""Shuffled randomised response: what is left of a report when all are handed over in random order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from flint import arb, ctx

from .exact import Number, ball, exact, whole
from .finite_laws import FinitePair
from .gaussian import Enclosure, _dyadic
from .pairs import BITS, Change, answered

# Every person but one answers by a coin between the two values in question with probability 2/(e^epsilon + k - 1), whatever is
# true. Who is told how many did, and of their reports and that one person's the counts, can build the shuffled reports; so the
# counts dominate. Given c such people, and that person answering with the true value, with odds e^epsilon to 1 against the other,
#
# .. math:: P(j) = \frac{e^\varepsilon b(j-1) + b(j)}{e^\varepsilon + 1},
#     \quad Q(j) = \frac{b(j-1) + e^\varepsilon b(j)}{e^\varepsilon + 1},
#
# b the binomial law of c fair coins. The loss rises with j, so that a profile is two binomial tails for each c.
#
# Neighbours that attain a lower end: two values, and all others with one of them; the count of reports is then a sum of two
# binomial laws, exactly.
#
# Source
# ------
# Feldman, McMillan and Talwar, FOCS 2021 and SODA 2023, for clones; Balle, Bell, Gascon and Nissim, CRYPTO 2019, for blankets.

_LEFT_OUT = Fraction(1, 10**40)  # probability of counts of clones that are not looked at; it is added to delta
_MOST_PEOPLE = 10**6


@dataclass(frozen=True)
class ShuffledPair:
    """The counts of clones and of their first values, for the value of one person replaced."""

    epsilon: Fraction
    people: int
    categories: int
    attained = False

    def delta(self, epsilon: Fraction) -> Enclosure:
        """An enclosure of the pair's own profile."""
        with ctx.workprec(BITS):
            grown = ball(self.epsilon).exp()
            share = 2 / (grown + self.categories - 1)
            seen = (grown + 1) / (grown + self.categories - 1)  # that person answers with one of the two
            weights, first, left = _clones(share, self.people - 1)
            profiles = _profiles(first, len(weights), grown, ball(epsilon).exp())
            total = sum((weight * value for weight, value in zip(weights, profiles, strict=True)), arb(0))
            low, high = total * seen, (total + left) * seen
            return Enclosure(max(Fraction(0), _dyadic(low.lower())), _dyadic(high.upper()))


def _clones(share: arb, others: int) -> tuple[list[arb], int, arb]:
    """Probabilities of counts of clones around their mean, the first of these counts, and what is left out."""
    mean = int(float(others * share))
    ratio = share / (1 - share)
    least = ball(_LEFT_OUT)
    start = (
        (arb(others + 1).lgamma() - arb(mean + 1).lgamma() - arb(others - mean + 1).lgamma())
        + mean * share.log() + (others - mean) * (1 - share).log()
    ).exp()  # fmt: skip
    up, weight, c = [start], start, mean
    while c < others and not weight < least:
        weight = weight * ratio * (others - c) / (c + 1)
        c += 1
        up.append(weight)
    down, weight, c = [], start, mean
    while c > 0 and not weight < least:
        weight = weight / ratio * c / (others - c + 1)
        c -= 1
        down.append(weight)
    weights = [*reversed(down), *up]
    left = (1 - sum(weights, arb(0))).max(arb(0))
    return weights, c, left


def _profiles(first: int, many: int, grown: arb, level: arb) -> list[arb]:
    """The profile of P(j) against Q(j) for each number c of clones from `first` on; `level` is e to the epsilon asked for.

    The best test is ``j >= start``, and its tails follow from those of one clone less.
    """
    if not level < grown:
        return [arb(0).union((1 - level / grown).max(arb(0)))] * many  # no outcome is likelier by more than `grown`
    # (grown j + m) / (j + grown m) with m = c + 1 - j exceeds `level` above the multiple `slope` of c + 1
    slope = (level * grown - 1) / ((grown - 1) * (level + 1))
    count, start = first, _floor((first + 1) * slope)[0] + 1
    mass, tail = _coins(count, start - 1), _tail(count, start)  # of start - 1 heads, and of at least start
    found: list[arb] = []
    while True:
        value = (grown - level) * (tail + mass) + (1 - level * grown) * tail
        if len(set(_floor((count + 1) * slope))) > 1:  # at the edge itself both half-lines are as good, or hardly less
            here = mass * (count - start + 1) / start if start <= count else arb(0)
            value = value.max(value - (grown - level) * mass - (1 - level * grown) * here)
        found.append((value / (grown + 1)).max(arb(0)))
        if len(found) == many:
            return found
        tail += mass / 2
        mass = mass * (count + 1) / (2 * (count + 2 - start))
        count += 1
        for _ in range(_floor((count + 1) * slope)[0] + 1 - start):
            mass = mass * (count - start + 1) / start
            tail -= mass
            start += 1


def _floor(value: arb) -> tuple[int, int]:
    """The whole parts of both ends of a ball."""
    return math.floor(_dyadic(value.lower())), math.floor(_dyadic(value.upper()))


def _coins(count: int, heads: int) -> arb:
    """Probability that so many fair coins show so many heads."""
    if not 0 <= heads <= count:
        return arb(0)
    logs = arb(count + 1).lgamma() - arb(heads + 1).lgamma() - arb(count - heads + 1).lgamma()
    return (logs - count * arb(2).log()).exp()


def _tail(count: int, first: int) -> arb:
    """Probability that so many fair coins show at least `first` heads."""
    if first > count:
        return arb(0)
    return (arb(1) / 2).beta_lower(first, count - first + 1, regularized=True) if first > 0 else arb(1)


@dataclass(frozen=True)
class ShuffledResponse:
    """The reports of randomised response of so many people, in random order.

    Attributes
    ----------
    epsilon : number, ``> 0``
        Of one person's own report.
    people : int
    categories : int
    """

    epsilon: Fraction
    people: int
    categories: int = 2
    answers: ClassVar = (Change.REPLACED,)

    def __init__(self, epsilon: Number, people: Number, categories: Number = 2):
        object.__setattr__(self, "epsilon", exact("epsilon", epsilon, above=0))
        object.__setattr__(self, "people", whole("people", people))
        object.__setattr__(self, "categories", whole("categories", categories, 2))
        if self.people > _MOST_PEOPLE:
            raise ValueError(f"people: must be at most {_MOST_PEOPLE:,}, got {self.people}")

    def pair(self, change: Change) -> ShuffledPair:
        """The counts of clones, which dominate."""
        answered(self, change)
        return ShuffledPair(self.epsilon, self.people, self.categories)

    def attained_pair(self, change: Change, way: Change) -> FinitePair:
        """Everyone else has the value that the person has not, or has: the count of reports of one value."""
        answered(self, change)
        share = self.people - 1
        with ctx.workprec(BITS):
            grown = ball(self.epsilon).exp()
            kept, other = grown / (grown + self.categories - 1), 1 / (grown + self.categories - 1)
            rest = _binomial_window(other if way is Change.REMOVED else kept, share)
            p = _plus_one(rest, kept)
            q = _plus_one(rest, other)
        return FinitePair(p, q)

    def __str__(self) -> str:
        return f"shuffled randomized response at {float(self.epsilon):.6g} of {self.people} people"


def _binomial_window(rate: arb, count: int) -> list[arb]:
    """Binomial probabilities around the mean; outside, what is seen is thrown away."""
    return _clones(rate, count)[0]


def _plus_one(law: list[arb], rate: arb) -> tuple[arb, ...]:
    """One more report that counts with this probability."""
    none = arb(0)
    return tuple((1 - rate) * a + rate * b for a, b in zip([*law, none], [none, *law], strict=True))
