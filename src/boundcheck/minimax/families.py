"""Families of laws of a whole data set, by the counts that are sufficient for them, behind channels and constraints."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from boundcheck.symbolic.balls import as_arb

from .exact_numbers import (
    BITS,
    binomials,
    compositions,
    exact,
    number_of,
    only,
    times,
    total,
    value_of,
    way_probability,
    whole,
)

# Laws on finitely many outcomes, and the distances between two of them.


@dataclass(frozen=True)
class Law:
    """Probabilities of the outcomes ``0, 1, ..., k - 1``.

    Parameters
    ----------
    probabilities : tuple of exact numbers
        Each ``>= 0``, of sum 1. Rationals, or SymPy constants such as ``exp(1)/(1 + exp(1))``.
    """

    probabilities: tuple[sympy.Expr, ...]

    def __post_init__(self) -> None:
        kept = tuple(exact(p, "probability") for p in self.probabilities)
        object.__setattr__(self, "probabilities", kept)
        if not kept:
            raise ValueError("a law has no outcome; give a probability for each")
        with ctx.workprec(BITS):
            there = self.values()
            for p, v in zip(kept, there, strict=True):
                if not v >= 0:
                    raise ValueError(f"probability {p}: must be at least 0")
            gap = total(there) - 1
            if not gap == 0 and not (isinstance(gap, arb) and gap.contains(0)):
                raise ValueError(f"probabilities {', '.join(map(str, kept))}: must add up to 1")

    def values(self) -> list[Any]:
        """The probabilities as rationals or balls, at the working precision."""
        return [value_of(p) for p in self.probabilities]


def bernoulli(p: Any) -> Law:
    """The law of a bit that is 1 with probability `p`; outcome 0 first."""
    p = exact(p, "p")
    return Law((1 - p, p))


def total_variation(p: list[Any], q: list[Any]) -> Any:
    r""":math:`\tfrac12 \sum_z |p(z) - q(z)|` of two lists of probabilities, in [0, 1]."""
    return total(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


def chi_square(p: list[Any], q: list[Any]) -> Any:
    r""":math:`\sum_z (p(z) - q(z))^2/q(z)`.

    Raises
    ------
    ValueError
        Where `q` leaves an outcome out that `p` has: the divergence is infinite.
    """
    return total(times((a - b) * (a - b), 1 / b) for a, b in _common(p, q))


def kl(p: list[Any], q: list[Any]) -> Any:
    r""":math:`\sum_z p(z) \ln(p(z)/q(z))`, in nats; infinite as for `chi_square`."""
    return total(fmpq(0) if _null(a) or _same(a, b) else as_arb(a) * as_arb(a / b).log() for a, b in _common(p, q))


def symmetric_kl(p: list[Any], q: list[Any]) -> Any:
    """The sum of the two divergences."""
    return kl(p, q) + kl(q, p)


def _null(x: Any) -> bool:
    return isinstance(x, fmpq) and x == 0


def _same(a: Any, b: Any) -> bool:
    return isinstance(a, fmpq) and isinstance(b, fmpq) and a == b


def _common(p: list[Any], q: list[Any]) -> list[tuple[Any, Any]]:
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if not (_null(a) and _null(b))]
    if any(_null(b) for _, b in pairs):
        raise ValueError("the divergence is infinite: an outcome of the first law has probability 0 in the second")
    return pairs


# Channels that keep the input private: a law of the report for every input.


@dataclass(frozen=True)
class Channel:
    """``rows[x]`` is the law of the report where the input is `x`; all rows have the same reports."""

    rows: tuple[Law, ...]

    def __post_init__(self) -> None:
        if len({len(row.probabilities) for row in self.rows}) != 1:
            raise ValueError("rows of a channel: must list the same reports; give the missing ones probability 0")

    def keeps(self, epsilon: Any) -> bool:
        """Whether every report is at most ``exp(epsilon)`` times as likely under one input as under another.

        True only where balls at the working precision, or rationals, leave no doubt or touch exactly.
        """
        bound = value_of(sympy.exp(exact(epsilon, "epsilon")))
        rows = [row.values() for row in self.rows]
        return all(
            _at_most(a, times(bound, b)) for one in rows for other in rows for a, b in zip(one, other, strict=True)
        )

    def through(self, law: Law) -> Law:
        """The law of the report where the input is drawn from `law`."""
        if len(law.probabilities) != len(self.rows):
            raise ValueError(f"a law on {len(law.probabilities)} inputs meets a channel for {len(self.rows)}")
        reports = range(len(self.rows[0].probabilities))
        return Law(
            tuple(
                sympy.Add(*(p * row.probabilities[z] for p, row in zip(law.probabilities, self.rows, strict=True)))
                for z in reports
            )
        )


def randomized_response(epsilon: Any, inputs: int = 2) -> Channel:
    """The input with probability ``e/(e + inputs - 1)``, each other one with ``1/(e + inputs - 1)``, ``e = exp(epsilon)``.

    Parameters
    ----------
    epsilon : exact number, ``>= 0``
        ``log(3)`` makes every probability rational.
    inputs : int, ``>= 2``
    """
    odds = sympy.exp(number_of("epsilon", epsilon, least=0))
    if inputs < 2:
        raise ValueError(f"inputs {inputs}: a response takes two or more")
    kept, other = odds / (odds + inputs - 1), 1 / (odds + inputs - 1)
    return Channel(tuple(Law(tuple(kept if z == x else other for z in range(inputs))) for x in range(inputs)))


def _at_most(a: Any, b: Any) -> bool:
    gap = b - a
    return bool(gap >= 0) or (not hasattr(gap, "p") and bool(gap.contains(0)) and bool(gap.rad() < 1e-40))


def mixed(weights: list[Any], rows: list[list[Any]]) -> list[Any]:
    """The mixture of lists of probabilities, without turning back to expressions."""
    return [total(times(w, row[z]) for w, row in zip(weights, rows, strict=True)) for z in range(len(rows[0]))]


# What a procedure has to keep private, as it enters a lower bound.


@dataclass(frozen=True)
class Local:
    r"""Every draw is seen only through an :math:`\varepsilon`-locally private channel.

    Parameters
    ----------
    epsilon : exact number, ``> 0``
    interactive : bool
        The channel may be chosen in view of earlier reports; every draw is seen once. Where it may not, bounds by
        divergence gain up to a factor of 2; those of bits are the same.
    """

    epsilon: Any
    interactive: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", number_of("epsilon", self.epsilon, above=0))
        only("interactive", self.interactive, bool)


@dataclass(frozen=True)
class Users:
    r"""The output is :math:`(\varepsilon, \delta)`-private when all data of one user are replaced.

    Parameters
    ----------
    epsilon, delta : exact numbers
        ``epsilon > 0``, ``0 <= delta < 1``.
    users : int, ``>= 1``
        The family that comes with it is the data of one user.
    """

    epsilon: Any
    delta: Any
    users: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", number_of("epsilon", self.epsilon, above=0))
        object.__setattr__(self, "delta", number_of("delta", self.delta, least=0))
        if not value_of(self.delta) < 1:
            raise ValueError(f"delta {self.delta}: must be below 1")
        whole("users", self.users, 1)


Privacy = Local | Users | None


# Families of laws of a whole data set, by the counts that are sufficient for them.

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
        for law in only("laws", self.laws, tuple):
            only("law", law, Law)
        if len({len(law.probabilities) for law in self.laws}) != 1:
            raise ValueError("laws of a group: must list the same outcomes; give the missing ones probability 0")
        whole("draws", self.draws)
        if self.window is not None:
            low, high = (whole("end of a window", end) for end in self.window)
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
        for group in only("groups", self.groups, tuple):
            only("group", group, Group)
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
    with ctx.workprec(BITS):
        return Law(tuple(prior)).probabilities


# Draws of which only a random number concerns the hypotheses, and everybody sees which.


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
        only("family", self.family, Family)
        whole("draws", self.draws, 1)
        object.__setattr__(self, "rate", exact(self.rate, "rate"))
        object.__setattr__(self, "cuts", tuple(whole("cut", cut) for cut in self.cuts))
        if not 0 < self.rate < 1:
            raise ValueError(f"rate {self.rate}: must lie strictly between 0 and 1; a rate of 1 is a plain Family")
        ordered = all(a < b for a, b in zip(self.cuts, self.cuts[1:], strict=False))
        if len(self.cuts) < 2 or not ordered or self.cuts[-1] > self.draws:
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
