"""Queries held against one noisy threshold: the law of the answers, and the largest loss, of the sparse vector technique."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from flint import arb, ctx

from .exact import Number, ball, exact, whole
from .finite_laws import FinitePair
from .mechanisms import Guaranteed
from .pairs import Change, answered

# The probability of a string of answers, by integrals of piecewise exponentials.
#
# The threshold gets Laplace noise once, every query gets its own; the answer to a query is "passes" if the noisy query
# is at least the noisy threshold. Given the noisy threshold u, answers are independent, each with a probability that is
# linear in :math:`F(u)`, the probability that the noisy query is below u; between breakpoints their product with the density
# of u is a polynomial in :math:`e^{u/b}` times an exponential, and integrates term by term in balls.
#
# Source
# ------
# Dwork and Roth, The Algorithmic Foundations of Differential Privacy (2014), Algorithm 1 and Theorem 3.23;
# Lyu, Su and Li, PVLDB 10 (2017), for variants that are not private.

PASSES, HALTS = True, False

Linear = tuple[Fraction, Any, Any]  # a query q and two numbers: the first plus the second times F(u)


@dataclass(frozen=True)
class AboveThreshold:
    """The mechanism with its two noises, which halts at the first query that does not pass.

    For the variant that halts at the first above, turn the signs of queries and threshold.

    Attributes
    ----------
    threshold : Fraction
    threshold_scale, query_scale : Fraction, ``> 0``
        Scales of the Laplace noises.
    """

    threshold: Fraction
    threshold_scale: Fraction
    query_scale: Fraction

    def __init__(self, threshold: Number, threshold_scale: Number, query_scale: Number):
        object.__setattr__(self, "threshold", exact("threshold", threshold))
        object.__setattr__(self, "threshold_scale", exact("threshold scale", threshold_scale, above=0))
        object.__setattr__(self, "query_scale", exact("query scale", query_scale, above=0))

    def guaranteed(self, sensitivity: Number = 1, *, monotone: bool = False) -> Fraction:
        """The epsilon of the textbook proof for queries that move by at most `sensitivity` between neighbours.

        ``sensitivity / threshold_scale + 2 sensitivity / query_scale``; without the 2 where all queries of a
        neighbour move in the same direction.
        """
        moved = exact("sensitivity", sensitivity, least=0)
        return moved / self.threshold_scale + (1 if monotone else 2) * moved / self.query_scale

    def probability(self, answers: Sequence[bool], queries: Sequence[Number]) -> arb:
        """Of a string of answers to queries with these true values, all against one noisy threshold.

        Without halting, that is: a string with several `HALTS` is what a mechanism that goes on with the same
        noisy threshold would say.
        """
        values = [exact("query", q) for q in queries]
        if len(answers) != len(values):
            raise ValueError(f"answers: must be one per query, got {len(answers)} for {len(values)}")
        return self.integral([(q, 1, -1) if passes else (q, 0, 1) for passes, q in zip(answers, values, strict=True)])

    def integral(self, factors: Sequence[Linear], top: Fraction | None = None) -> arb:
        """The mean of a product of factors that are linear in F(u), over noisy thresholds u up to `top`."""
        with ctx.workprec(192 + 16 * len(factors)):
            places = sorted({p for p in (self.threshold, *(q for q, _, _ in factors)) if top is None or p < top})
            ends = [None, *places, top]
            return sum((self._between(low, high, factors) for low, high in pairwise(ends)), arb(0))

    def law(self, queries: Sequence[Number]) -> tuple[arb, ...]:
        """Probabilities that the first halt is at query 1, ..., T, and that there is none."""
        count = len(queries)
        passed = [arb(1), *(self.probability([PASSES] * t, queries[:t]) for t in range(1, count + 1))]
        halted = [self.probability([PASSES] * t + [HALTS], queries[: t + 1]) for t in range(count)]
        return (*halted, passed[-1])

    def pair(self, queries: Sequence[Number], others: Sequence[Number]) -> FinitePair:
        """The laws on two neighbours whose queries have these values."""
        return FinitePair(self.law(queries), self.law(others))

    def _between(self, low: Fraction | None, high: Fraction | None, factors: Sequence[Linear]) -> arb:
        """The integral over noisy thresholds between two neighbouring breakpoints."""
        inside = high - 1 if low is None and high is not None else low if low is not None else Fraction(0)
        inside = (low + high) / 2 if low is not None and high is not None else inside + (1 if high is None else 0)
        centre = high if high is not None else low  # powers are of e^((u - centre)/query_scale)
        assert centre is not None
        coefficients, shift = [arb(1) / (2 * ball(self.threshold_scale))], 0
        for query, fixed, by_law in factors:
            half = ball((centre - query) / self.query_scale).exp() / 2
            if inside > query:  # F(u) = 1 - e^-((u - q)/b)/2
                coefficients, shift = _times_linear(coefficients, shift, fixed + by_law, ball(-by_law) / (4 * half), -1)
            else:
                coefficients, shift = _times_linear(coefficients, shift, fixed, ball(by_law) * half, 1)
        side = 1 if inside < self.threshold else -1
        scale = (ball(side * (centre - self.threshold) / self.threshold_scale)).exp()
        rates = [Fraction(shift + j) / self.query_scale + side / self.threshold_scale for j in range(len(coefficients))]
        return scale * sum(
            (c * _exponential(rate, low, high, centre) for c, rate in zip(coefficients, rates, strict=True)), arb(0)
        )


def _times_linear(coefficients: list[arb], shift: int, fixed: Any, slope: arb, power: int) -> tuple[list[arb], int]:
    """Multiply ``sum c_j z^(shift + j)`` by ``fixed + slope z^power``, with a power of 1 or -1."""
    if fixed == 0:
        return [c * slope for c in coefficients], shift + power
    zero, fixed = arb(0), ball(fixed)
    lower, higher = [*coefficients, zero], [zero, *coefficients]
    if power > 0:
        return [fixed * a + slope * b for a, b in zip(lower, higher, strict=True)], shift
    return [slope * a + fixed * b for a, b in zip(lower, higher, strict=True)], shift - 1


def _exponential(rate: Fraction, low: Fraction | None, high: Fraction | None, centre: Fraction) -> arb:
    """The integral of ``e^(rate (u - centre))`` from low to high; an infinite end needs a rate that decays there."""
    if rate == 0:
        assert low is not None
        assert high is not None
        return ball(high - low)
    top = ball(rate * (high - centre)).exp() if high is not None else arb(0)
    bottom = ball(rate * (low - centre)).exp() if low is not None else arb(0)
    return (top - bottom) / ball(rate)


# The largest loss over all streams of queries that move by at most :math:`\Delta` each, with noise of scale s on the threshold,
# b on the queries and c answers "above" at most.
#
# Above. Move the noisy threshold by :math:`\Delta`: its density changes by at most :math:`e^{\Delta/s}`, no answer "below" becomes
# less likely, and an answer "above" does by at most :math:`e^{2\Delta/b}`, or :math:`e^{\Delta/b}` if all queries move in one
# direction. So the loss is at most :math:`\Delta/s + 2c\Delta/b`. A value that is shown with noise of its own, of scale r, adds
# :math:`\Delta/r` each time. Where the threshold is drawn again after each "above", all of it is paid c times.
#
# Attained. Let m queries at a height h move up and be "below", and c queries at the threshold move down and be "above". For noisy
# thresholds above 0 all three factors are met exactly, and with :math:`m/b > c/b + 1/s` the others have a share that falls
# exponentially in h.
#
# Without a largest loss:
#
# * no noise on the queries: 0 is below and :math:`\Delta` above, which cannot be where both values are exchanged;
# * values shown with the noise that was compared: if one is at most 0 the noisy threshold was, where each of m answers "below" of
#   queries at 0 that move up loses :math:`\Delta/b`;
# * any number of answers "above", with c as large as one likes.

_HIGH = 16  # of queries that are below, in scales of their noise: what is lost is about e^-32
_MOST_ABOVE, _MOST_BELOW = 32, 256  # answers in the example that is given


@dataclass(frozen=True)
class Example:
    """A stream of queries, what its values are at a neighbour, and the event whose two probabilities are compared.

    Attributes
    ----------
    queries, moved : str
        Values less the threshold's.
    answers : str
    """

    queries: str
    moved: str
    answers: str


@dataclass(frozen=True)
class NoisyThreshold:
    """Queries, one after the other, each answered "above" or "below" a threshold with noise: the sparse vector technique.

    Attributes
    ----------
    threshold_scale : number, ``> 0``
        Of the Laplace noise of the threshold.
    query_scale : number, ``>= 0``
        Of that of each query; 0 for none.
    sensitivity : mapping of Change to number, ``> 0``
        How far each query moves at most, for each change that is asked about.
    stop : int or None
        After so many answers "above" it halts; None: it never does.
    renewed : bool
        The threshold's noise is drawn again after each "above".
    monotone : bool
        All queries of a neighbour move in the same direction.
    shows : {"answers", "compared", "fresh"}
        Beside "above": nothing, the noisy value that was compared, or the value with noise of its own of scale `value_scale`.
    value_scale : number, ``> 0``, or None
    """

    threshold_scale: Fraction
    query_scale: Fraction
    sensitivity: Mapping[Change, Fraction] = field(hash=False)
    stop: int | None = 1
    renewed: bool = False
    monotone: bool = False
    shows: Literal["answers", "compared", "fresh"] = "answers"
    value_scale: Fraction | None = None

    def __init__(
        self,
        threshold_scale: Number,
        query_scale: Number,
        sensitivity: Mapping[Change, Number],
        *,
        stop: Number | None = 1,
        renewed: bool = False,
        monotone: bool = False,
        shows: Literal["answers", "compared", "fresh"] = "answers",
        value_scale: Number | None = None,
    ):
        stated = {c: exact(f"sensitivity, {Change(c).value}", by, above=0) for c, by in sensitivity.items()}
        object.__setattr__(self, "threshold_scale", exact("threshold scale", threshold_scale, above=0))
        object.__setattr__(self, "query_scale", exact("query scale", query_scale, least=0))
        object.__setattr__(self, "sensitivity", stated)
        object.__setattr__(self, "stop", None if stop is None else whole("stop", stop))
        for name, value in (("renewed", renewed), ("monotone", monotone)):
            if not isinstance(value, bool):
                raise ValueError(f"{name}: must be true or false, got {value!r}")
            object.__setattr__(self, name, value)
        if shows not in ("answers", "compared", "fresh"):
            raise ValueError(f"shows: must be one of answers, compared, fresh, got {shows!r}")
        if (shows == "fresh") != (value_scale is not None):
            raise ValueError(f"value scale: goes with shows = fresh, got shows = {shows}, value scale {value_scale}")
        if monotone and shows == "fresh":
            raise ValueError("monotone: goes with answers alone; leave it out, which is never too small a guarantee")
        object.__setattr__(self, "shows", shows)
        object.__setattr__(
            self, "value_scale", None if value_scale is None else exact("value scale", value_scale, above=0)
        )

    @property
    def answers(self) -> tuple[Change, ...]:
        """The changes whose sensitivity is stated."""
        return tuple(self.sensitivity)

    def largest(self, change: Change) -> Fraction | None:
        """The supremum of the loss over all streams and neighbours; None where there is none."""
        if self.stop is None or self.query_scale == 0 or self.shows == "compared":
            return None
        moved = self.sensitivity[answered(self, change)]
        each = (1 if self.monotone else 2) * moved / self.query_scale
        each += moved / self.value_scale if self.value_scale else 0
        return (self.stop if self.renewed else 1) * moved / self.threshold_scale + self.stop * each

    def of_group(self, members: int) -> NoisyThreshold:
        """The same mechanism for several units at once: queries move so many times as far."""
        return replace(self, sensitivity={change: members * by for change, by in self.sensitivity.items()})

    def pair(self, change: Change) -> FinitePair:
        """What stands for all neighbours: any mechanism with this largest loss, or any at all."""
        largest = self.largest(change)
        if largest is None:
            return FinitePair((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), attained=False)
        return Guaranteed(largest, under=answered(self, change)).pair(answered(self, change))

    def attained_pair(self, change: Change, way: Change) -> FinitePair:
        """Of the example, whichever way round: the event, and that it does not happen."""
        p, q = (self._event(change, moved) for moved in (False, True))
        precision = 192 + 16 * (_MOST_ABOVE + _MOST_BELOW)
        with ctx.workprec(precision):
            return FinitePair((p, 1 - p), (q, 1 - q) if q != 0 else (Fraction(0), Fraction(1)))

    def _plan(self) -> tuple[int, int, int]:
        """Of the example: blocks with a threshold each, answers "below" in a block, and "above"."""
        if self.query_scale == 0:
            return 1, 1, 1
        if self.shows == "compared":
            return 1, _MOST_BELOW // 4, 1
        above = min(self.stop or _MOST_ABOVE, _MOST_ABOVE)
        blocks, each = (above, 1) if self.renewed else (1, above)
        return blocks, min(each + math.ceil(self.query_scale / self.threshold_scale) + 2, _MOST_BELOW), each

    def _block(self, change: Change, moved: bool) -> tuple[Fraction, Fraction]:
        """What the queries that are below are, and those that are above."""
        by = self.sensitivity[answered(self, change)] if moved else Fraction(0)
        if self.query_scale == 0:
            there = self.sensitivity[answered(self, change)]
            return by, there if self.monotone else there - by
        if self.shows == "compared":
            return by, Fraction(0)
        return _HIGH * self.query_scale + by, Fraction(0) if self.monotone else -by

    def _event(self, change: Change, moved: bool) -> arb:
        """The probability of the example's answers."""
        blocks, below, above = self._plan()
        low, high = self._block(change, moved)
        if self.query_scale == 0:  # the noisy threshold lies above the one and not above the other
            with ctx.workprec(192):
                fall = [ball(-value / self.threshold_scale).exp() / 2 for value in (low, high)]
                return fall[0] - fall[1] if low < high else arb(0)
        at = AboveThreshold(0, self.threshold_scale, self.query_scale)
        if self.shows == "compared":
            return at.integral([(low, 0, 1)] * below + [(high, Fraction(1, 2), -1)], top=Fraction(0))
        found = at.integral([(low, 0, 1)] * below + [(high, 1, -1)] * above)
        if self.value_scale:  # each value is at least 0
            with ctx.workprec(192 + 16 * (below + above)):
                found *= (ball(high / self.value_scale).exp() / 2) ** above
        with ctx.workprec(192 + 16 * blocks * (below + above)):
            return found**blocks

    def example(self, change: Change) -> Example:
        """The neighbours and the answers whose probabilities are compared."""
        blocks, below, above = self._plan()
        again = f", {blocks} times in a row" if blocks > 1 else ""
        streams = [self._block(change, moved) for moved in (False, True)]
        queries, moved = (f"{below} at {low}, then {above} at {high}{again}" for low, high in streams)
        shown = ""
        if self.query_scale != 0 and self.shows != "answers":
            shown = " with a value of at most 0" if self.shows == "compared" else " with values of at least 0"
        return Example(queries, moved, f"{below} below, then {above} above{shown}{again}")

    def __str__(self) -> str:
        halts = "never halting" if self.stop is None else f"halting after {self.stop}"
        scales = f"{float(self.threshold_scale):.6g} and {float(self.query_scale):.6g}"
        also = {"answers": "", "compared": ", compared values shown", "fresh": ", values shown with noise of their own"}
        again = ", drawn again each time" if self.renewed else ""
        return f"noisy threshold, scales {scales}{again}, {halts}{also[self.shows]}"
