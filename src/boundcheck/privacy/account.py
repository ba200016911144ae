"""An account of all that was released: epsilon, delta, trade-off, Rényi curve and needed noise, for the unit "
"that is asked about."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from flint import arb, ctx

from .accountant import DeltaBracket, EpsilonBracket, delta_bracket, epsilon_bracket, profile_brackets
from .exact import Number, ball, exact, outward, upper, whole
from .grid import TARGET, Effort
from .mechanisms import Composition, FixedBatches, Gaussian, Guaranteed, Laplace, RandomizedResponse
from .pairs import Adjacency, Change, Unit, answered
from .renyi import ORDERS, Curve, ZeroConcentrated, divergence_ends
from .samples import DiscreteGaussian, DiscreteLaplace, Sampled
from .shuffled import ShuffledResponse
from .thresholds import NoisyThreshold

# A bound is per record, per label or per user, and so is the question. Where a user has m records and the bound is per record,
#
# * a sum over all data moves m times as far,
# * each of m labels has its own response, which are m responses,
# * a promise (epsilon, delta) is one of (m epsilon, (1 + e^epsilon + ... + e^((m-1) epsilon)) delta),
# * rho-zero-concentrated privacy is m**2 rho,
# * of releases on samples the whole composition is one such promise at every epsilon: delta_m(m e) <= (1 + e^e + ...) delta_1(e).
#
# The first two are attained. The last two are not known to be; its lower end is that of one record.
#
# Source
# ------
# Dwork and Roth (2014), Theorem 2.2; Vadhan, The Complexity of Differential Privacy (2017), Lemma 2.2; Bun and Steinke, TCC 2016,
# Proposition 1.9; Dong, Roth and Su, JRSS B 84 (2022), Proposition 6, for trade-off and profile; Canonne, Kamath and Steinke,
# NeurIPS 2020, Proposition 12, for Rényi orders.

_DIGITS = 7
_MOST_TRIALS = 60


class Replayable(Protocol):
    """What can be computed again."""

    def replay(self) -> bool:
        """Whether it still holds."""


@dataclass(frozen=True)
class Bracket:
    """A number that lies in [low, high].

    Attributes
    ----------
    low, high : float
    attained : bool
        Below `low` the guarantee is violated by some neighbours; otherwise `low` bounds only this way of accounting.
    evidence : tuple of what can be computed again
    by : str
        How the high end came about.
    """

    low: float
    high: float
    attained: bool
    evidence: tuple[Replayable, ...] = field(repr=False)
    by: str = "the law of the losses"

    @property
    def exact_high(self) -> Fraction | float:
        """`high` to all digits, where largest losses add up to it."""
        own = self.evidence[0] if len(self.evidence) == 1 else None
        return own.exact_high if isinstance(own, EpsilonBracket) and own.high == self.high else self.high

    def replay(self) -> bool:
        """Whether all that the ends rest on holds, computed again."""
        return self.low <= self.high and all(found.replay() for found in self.evidence)


@dataclass(frozen=True)
class Part:
    """One line of the account.

    Attributes
    ----------
    mechanism : a mechanism, or a `Curve` or `ZeroConcentrated` promise
    times : int
    per : Unit
        Whose contribution the mechanism's bound is about: one record, its label, or all that a user has.
    """

    mechanism: Any
    times: int = 1
    per: Unit = Unit.RECORD

    def __post_init__(self):
        object.__setattr__(self, "times", whole("times", self.times))
        if self.per is Unit.USER_LABELS:
            raise ValueError("per: must be a record, a label or a user, got all labels of one user")

    def __str__(self) -> str:
        return str(self.mechanism) if self.times == 1 else f"{self.times} times {self.mechanism}"


@dataclass(frozen=True)
class Account:
    """All releases, and whose data the question is about.

    Attributes
    ----------
    parts : tuple of Part
    adjacency : Adjacency
    members : int or None
        How many records, or labels, one user has at most; needed exactly where a bound is per record and the question per user.
    effort : {"standard", "deep"}
    """

    parts: tuple[Part, ...]
    adjacency: Adjacency
    members: int | None = None
    effort: Effort = "standard"

    def __post_init__(self):
        if not self.parts:
            raise ValueError("account: has no parts")
        if self.members is not None:
            object.__setattr__(self, "members", whole("members", self.members))
        factors = [self._factor(part) for part in self.parts]
        if self.members is not None and not any(needed for _, needed in factors):
            raise ValueError(
                f"members: {self.members} enters nowhere, as no bound is per record with a question per user; leave it out"
            )
        for part in self.parts:
            answered(part.mechanism, self.adjacency.change)

    def _factor(self, part: Part) -> tuple[int, bool]:
        """How many of what the bound is about move at once, and whether that rests on `members`."""
        unit, per = self.adjacency.unit, part.per
        user = unit in (Unit.USER, Unit.USER_LABELS)
        if per is Unit.LABEL and unit in (Unit.RECORD, Unit.USER):
            raise ValueError(
                f"per: the bound of {part.mechanism} is about a label, and the question about {unit.value}; ask about "
                "labels, or state "
                "a bound per record"
            )
        if per is Unit.USER:
            if not user and self.adjacency.change is not Change.REPLACED:
                raise ValueError(
                    f"per: the bound of {part.mechanism} is about a user, of whom one record "
                    f"{self.adjacency.change.value} leaves the "
                    "rest; ask about one replaced"
                )
            return 1, False
        if not user:
            return 1, False
        if self.members is None:
            raise ValueError(
                f"members: the bound of {part.mechanism} is about {per.value}, and the question about {unit.value}; "
                "say how many a user "
                "has at most, or state the bound per user"
            )
        return self.members, True

    @property
    def promises(self) -> tuple[tuple[Any, int], ...]:
        """Those parts of which only a Rényi curve is known, for the unit asked about."""
        found = []
        for part in self.parts:
            if isinstance(part.mechanism, Curve | ZeroConcentrated):
                found.append((part.mechanism.of_group(self._factor(part)[0]), part.times))
        return tuple(found)

    @property
    def composition(self) -> tuple[Composition | None, int]:
        """All other parts, and how often the chain from one record to m of them has to be gone along."""
        rows = [
            (part, self._factor(part)[0])
            for part in self.parts
            if not isinstance(part.mechanism, Curve | ZeroConcentrated)
        ]
        if not rows:
            return None, 1
        scaled = [_of_group(part.mechanism, part.times, m) for part, m in rows]
        steps = tuple(row for row in scaled if row is not None)
        if len(steps) == len(rows):
            return Composition(steps), 1
        if len({m for _, m in rows}) > 1:
            raise ValueError(
                "per: releases on samples with a bound per record cannot stand beside others with a bound per user; "
                "state all per record"
            )
        return Composition(tuple((part.mechanism, part.times) for part, _ in rows)), rows[0][1]

    @property
    def moved(self) -> Adjacency:
        """What changes in the composition as it is written down, for one or for all that the unit has."""
        return Adjacency(Unit.RECORD, self.adjacency.change)

    def epsilon(self, delta: Number) -> Bracket:
        """The least epsilon at this delta; 0 asks for the largest loss."""
        level = exact("delta", delta, least=0, below=1)
        composition, group = self.composition
        own = None if composition is None else _epsilon(composition, level, self.moved, self.effort)
        promises = self.promises
        if promises:
            if group > 1:
                raise ValueError(
                    "members: a Rényi promise beside releases on samples has no group bound here; ask about one record"
                )
            if level == 0:
                raise ValueError("delta: must be a number > 0 beside a Rényi promise, got 0")
            by_orders = self._by_orders(lambda order, total: _converted_epsilon(order, total, level))
            low = own.low if own is not None and own.attained else 0.0
            return Bracket(
                min(low, by_orders[0]), by_orders[0], True, (own,) if own else (), f"Rényi order {by_orders[1]}"
            )
        assert composition is not None
        assert own is not None
        if group == 1:
            return Bracket(own.low, own.high, own.attained, (own,))
        return _group_epsilon(composition, level, self.moved, group, self.effort, own)

    def delta(self, epsilon: Number) -> Bracket:
        """The least delta at this epsilon."""
        level = exact("epsilon", epsilon, least=0)
        composition, group = self.composition
        promises = self.promises
        if promises:
            if group > 1:
                raise ValueError(
                    "members: a Rényi promise beside releases on samples has no group bound here; ask about one record"
                )
            own = None if composition is None else _delta(composition, level, self.moved, self.effort)
            by_orders = self._by_orders(lambda order, total: _converted_delta(order, total, level))
            high = min(1.0, by_orders[0])
            low = own.low if own is not None and own.attained else 0.0
            return Bracket(min(low, high), high, True, (own,) if own else (), f"Rényi order {by_orders[1]}")
        assert composition is not None
        own = _delta(composition, level, self.moved, self.effort)
        if group == 1:
            return Bracket(own.low, own.high, own.attained, (own,))
        return _group_delta(composition, level, self.moved, group, self.effort, own)

    def renyi(self, order: Number) -> Bracket:
        """The Rényi divergence of that order."""
        alpha = exact("order", order, above=1)
        composition, group = self.composition
        if group > 1:
            raise ValueError("members: the Rényi curve of releases on samples is known for one record only")
        low = high = Fraction(0)
        for mechanism, times in composition.steps if composition else ():
            ends = divergence_ends(mechanism, alpha, self.adjacency.change)
            if math.isinf(ends[1]):
                return Bracket(0.0, math.inf, True, (), "an infinite divergence")
            low, high = low + times * Fraction(ends[0]), high + times * Fraction(ends[1])
        for promise, times in self.promises:
            at = promise.upper_end(alpha)
            if math.isinf(at):
                return Bracket(float(low), math.inf, False, (), "a curve that does not reach this order")
            high += times * Fraction(at)
        ends = outward(float(low) * (1 - 1e-15), float(high) * (1 + 1e-15), _DIGITS)
        return Bracket(*ends, not self.promises, (), "Rényi orders, which add up")

    def zero_concentrated(self) -> Bracket:
        """The least rho with zero-concentrated privacy: low by some whole orders, high by what each part is known to have."""
        composition, group = self.composition
        if group > 1:
            raise ValueError("members: zero-concentrated privacy of releases on samples is known for one record only")
        high = Fraction(0)
        for mechanism, times in composition.steps if composition else ():
            rho = _rho(mechanism, self.adjacency.change)
            if rho is None:
                return Bracket(0.0, math.inf, False, (), f"{mechanism}, of which no rho is known")
            high += times * rho
        for promise, times in self.promises:
            if not isinstance(promise, ZeroConcentrated):
                return Bracket(0.0, math.inf, False, (), "a Rényi curve that ends somewhere")
            high += times * promise.rho
        low = 0.0
        for order in (Fraction(101, 100), *map(Fraction, (2, 4, 16, 64))):
            try:
                low = max(low, self.renyi(order).low / float(order))
            except ValueError:  # no closed form at this order
                continue
        top = outward(float(high) * (1 + 1e-15), float(high) * (1 + 1e-15), _DIGITS)[1]
        return Bracket(min(outward(low, low, _DIGITS)[0], top), top, not self.promises, (), "orders that add up")

    def profile(self, epsilons: Sequence[Number]) -> list[tuple[Fraction, Bracket]]:
        """The least delta at each epsilon."""
        places = [exact("epsilon", epsilon, least=0) for epsilon in epsilons]
        composition, group = self.composition
        if composition is None or self.promises or group > 1:
            return [(at, self.delta(at)) for at in places]
        found = profile_brackets(composition, places, self.moved)
        return [(at, Bracket(one.low, one.high, one.attained, (one,))) for at, one in zip(places, found, strict=True)]

    def trade_off(
        self, alphas: Sequence[Number], epsilons: Sequence[Number] | None = None
    ) -> list[tuple[float, float, float]]:
        """For each false positive rate the least false negative rate of any test: certified low and high ends.

        Parameters
        ----------
        alphas : sequence of numbers in [0, 1]
        epsilons : sequence of numbers, optional
            At which the profile is computed; from 0 to where delta is about 1e-6 otherwise. The more, the closer are the ends.
        """
        rates = [exact("false positive rate", alpha, least=0, most=1) for alpha in alphas]
        places = [exact("epsilon", e, least=0) for e in epsilons] if epsilons is not None else self.places(1e-6)
        profile = self.profile(places)
        return [_trade_off(float(rate), profile) for rate in rates]

    def places(self, delta: float, many: int = 61) -> list[Fraction]:
        """Epsilons from 0 to that at `delta`, evenly, in few digits."""
        top = self.epsilon(Fraction(f"{delta:.3e}")).high
        if not math.isfinite(top):
            raise ValueError(f"profile: no epsilon is guaranteed at delta {delta:g}, so that no curve falls to it")
        return sorted({Fraction(f"{top * k / (many - 1):.3g}") for k in range(many)})

    def _by_orders(self, converted: Callable[[Fraction, Fraction], float]) -> tuple[float, Fraction]:
        """The least that some order gives, and that order."""
        own = {order for promise, _ in self.promises if isinstance(promise, Curve) for order, _ in promise.points}
        found = []
        for order in sorted({*map(Fraction, ORDERS), *own}):
            try:
                total = self.renyi(order).high
            except ValueError:
                continue
            if math.isfinite(total):
                found.append((converted(order, Fraction(total)), order))
        if not found:
            raise ValueError(
                "account: at no order is the divergence of every part known; give the curve at whole orders"
            )
        return min(found)

    def __str__(self) -> str:
        has = f" of {self.members}" if self.members is not None else ""
        return f"{' and '.join(map(str, self.parts))}, {self.adjacency}{has}"


@lru_cache(maxsize=64)
def _epsilon(composition: Composition, delta: Fraction, adjacency: Adjacency, effort: Effort) -> EpsilonBracket:
    return epsilon_bracket(composition, delta, adjacency, effort=effort)


@lru_cache(maxsize=64)
def _delta(composition: Composition, epsilon: Fraction, adjacency: Adjacency, effort: Effort) -> DeltaBracket:
    return delta_bracket(composition, epsilon, adjacency, effort=effort)


# One record becomes m.


def _of_group(mechanism: Any, times: int, m: int) -> tuple[Any, int] | None:
    """The same release for m times what its bound is about; None where only the chain of single changes is known."""
    if m == 1:
        return mechanism, times
    if isinstance(mechanism, Gaussian) and mechanism.sampling == 1:
        return Gaussian(mechanism.multiplier / m), times
    if isinstance(mechanism, NoisyThreshold):
        return mechanism.of_group(m), times
    if isinstance(mechanism, Laplace | DiscreteLaplace):
        return type(mechanism)(mechanism.scale, {at: by * m for at, by in mechanism.sensitivity.items()}), times
    if isinstance(mechanism, DiscreteGaussian):
        return DiscreteGaussian(mechanism.parameter, {at: by * m for at, by in mechanism.sensitivity.items()}), times
    if isinstance(mechanism, RandomizedResponse):
        return mechanism, times * m
    if isinstance(mechanism, Guaranteed):
        with ctx.workprec(256):
            grown = upper(_chain(mechanism.epsilon, m) * ball(mechanism.delta))
        if grown >= 1:
            raise ValueError(f"members: for {m} at once {mechanism} has a delta of 1 or more, which says nothing")
        return Guaranteed(
            m * mechanism.epsilon, Fraction(grown) if mechanism.delta else 0, under=mechanism.under
        ), times
    return None


def _chain(epsilon: Fraction, m: int) -> arb:
    """``1 + e^epsilon + ... + e^((m - 1) epsilon)``."""
    step = ball(epsilon).exp()
    return sum((step**k for k in range(m)), arb(0))


@dataclass(frozen=True)
class Chain:
    """A guarantee for m changes, from one for a single change: of (m e, S delta) from (e, delta).

    Attributes
    ----------
    single : DeltaBracket or EpsilonBracket
        Its high end, at its delta or epsilon, is what is used.
    """

    single: EpsilonBracket | DeltaBracket
    times: int
    epsilon: Fraction
    delta: Fraction

    def replay(self) -> bool:
        """Whether the single guarantee holds, and the chain leads to the claim."""
        if isinstance(self.single, EpsilonBracket):
            each, small = Fraction(self.single.high), self.single.delta
        else:
            each, small = self.single.epsilon, Fraction(self.single.high)
        with ctx.workprec(256):
            grown = _chain(each, self.times) * ball(small)
            return self.times * each <= self.epsilon and bool(grown <= ball(self.delta)) and self.single.replay()


def _group_epsilon(
    composition: Composition, delta: Fraction, adjacency: Adjacency, m: int, effort: Effort, own: EpsilonBracket
) -> Bracket:
    """By a delta for one change that is small enough for m."""
    small = delta / m
    best: Chain | None = None
    for _ in range(8):
        small = Fraction(f"{float(small):.2e}") * Fraction(99, 100)
        single = _epsilon(composition, small, adjacency, effort)
        with ctx.workprec(256):
            grown = upper(_chain(Fraction(single.high), m) * ball(small))
        if grown <= delta:
            found = Chain(single, m, m * Fraction(single.high), delta)
            if best is None or found.epsilon < best.epsilon:
                best = found
            if grown > 0.7 * float(delta):
                break
        small = small * delta / Fraction(grown) * Fraction(9, 10)
    if best is None:
        raise ValueError(f"members: no guarantee for {m} at once was found at this delta; state the bound per user")
    top = outward(float(best.epsilon), float(best.epsilon), _DIGITS)[1]
    return Bracket(own.low, top, own.attained, (own, best), f"a chain of {m} changes")


def _group_delta(
    composition: Composition, epsilon: Fraction, adjacency: Adjacency, m: int, effort: Effort, own: DeltaBracket
) -> Bracket:
    single = _delta(composition, epsilon / m, adjacency, effort)
    with ctx.workprec(256):
        grown = min(1.0, upper(_chain(epsilon / m, m) * ball(Fraction(single.high))))
    top = min(1.0, outward(grown, grown * (1 + 1e-12), _DIGITS)[1])
    return Bracket(min(own.low, top), top, own.attained, (own, *((Chain(single, m, epsilon, Fraction(top)),) if top < 1 else ())),
                   f"a chain of {m} changes")  # fmt: skip


# Rényi orders.


def _converted_epsilon(order: Fraction, total: Fraction, delta: Fraction) -> float:
    with ctx.workprec(192):
        at = ball(order)
        return max(0.0, upper(ball(total) + (1 - 1 / at).log() - (ball(delta).log() + at.log()) / (at - 1)))


def _converted_delta(order: Fraction, total: Fraction, epsilon: Fraction) -> float:
    with ctx.workprec(192):
        at = ball(order)
        return upper(((at - 1) * ball(total - epsilon) + at * (1 - 1 / at).log()).exp() / (at - 1))


def _rho(mechanism: Any, change: Change) -> Fraction | None:
    """A rho that the mechanism is known to have: sampling does not make it larger."""
    if isinstance(mechanism, Gaussian | FixedBatches):
        return Fraction(4 if change is Change.REPLACED else 1) / (2 * mechanism.multiplier**2)
    release = mechanism.release if isinstance(mechanism, Sampled) else mechanism
    if isinstance(release, DiscreteGaussian):
        return Fraction(release.sensitivity[answered(release, change)]) ** 2 / (2 * release.parameter**2)
    if isinstance(release, Laplace | DiscreteLaplace):
        each = Fraction(release.sensitivity[answered(release, change)]) / release.scale
    elif isinstance(release, NoisyThreshold) and (largest := release.largest(change)) is not None:
        each = largest
    elif (
        isinstance(release, RandomizedResponse)
        or (isinstance(release, Guaranteed) and release.delta == 0)
        or isinstance(release, ShuffledResponse)
    ):
        each = release.epsilon
    else:
        return None
    return each**2 / 2


# Trade-off: f(alpha) = sup over u of 1 - delta(u) - u alpha, u = e^epsilon, both ways round;
# delta(u) = 1 - u + u delta(1/u) below 1.
# Delta is convex in u, so that between two places it lies above the lines that lead there from outside.


def _trade_off(alpha: float, profile: Sequence[tuple[Fraction, Bracket]]) -> tuple[float, float, float]:
    """The rate, and both ends of the least false negative rate."""
    known: dict[float, tuple[float, float]] = {0.0: (1.0, 1.0)}  # nothing is likelier than to be certain
    for epsilon, found in profile:
        u = math.exp(epsilon)
        known[1 / u] = max(0.0, 1 - 1 / u + found.low / u), min(1.0, 1 - 1 / u + found.high / u)
        known[u] = found.low, found.high
    points = [(u, *ends) for u, ends in sorted(known.items())]
    low = max(1 - above - u * alpha for u, _, above in points)
    least = [below + u * alpha for u, below, _ in points]
    for i in range(len(points) - 1):
        (u, from_left, _), (v, from_right, _) = points[i], points[i + 1]
        rise, fall = -1.0, 0.0  # bounds of the slope at u from below, at v from above
        if i > 0:
            rise = max(rise, (from_left - points[i - 1][2]) / (u - points[i - 1][0]))
        if i + 2 < len(points):
            fall = min(fall, (points[i + 2][2] - from_right) / (points[i + 2][0] - v))
        if rise < fall:  # the least is where the two lines meet, or at an end
            meets = (from_right - from_left + rise * u - fall * v) / (rise - fall)
            at = min(v, max(u, meets))
            least.append(max(from_left + rise * (at - u), from_right + fall * (at - v)) + at * alpha)
    high = 1 - min(least)
    last = points[-1]
    slope = (last[1] - points[-2][2]) / (last[0] - points[-2][0]) if len(points) > 1 else -1.0
    if slope + alpha < 0:  # beyond the last place delta may fall on to 0
        high = max(high, 1 - last[0] * alpha)
    return alpha, max(0.0, low - 1e-12), max(0.0, min(1.0 - alpha, high + 1e-12))


# The noise that a target needs, beside everything else.


@dataclass(frozen=True)
class NeededNoise:
    """The least noise with the asked-for guarantee lies in (low, high].

    Attributes
    ----------
    too_little, enough : Bracket
        At `low` the guarantee is violated, or not given by this accounting; at `high` it is given.
    """

    low: float
    high: float
    too_little: Bracket
    enough: Bracket

    def replay(self) -> bool:
        """Whether both brackets hold."""
        return 0 < self.low < self.high and self.too_little.replay() and self.enough.replay()


def needed_noise(
    at: Callable[[Fraction], Account], epsilon: Number, delta: Number, effort: Effort = "standard"
) -> NeededNoise:
    """Bracket the noise with which an account is (epsilon, delta)-private.

    Parameters
    ----------
    at : callable
        ``noise -> Account``; more noise must not make anything worse.
    """
    wanted, level = exact("epsilon", epsilon, above=0), exact("delta", delta, least=0, below=1)
    known: dict[float, Bracket] = {}

    def bracket(noise: float) -> Bracket:
        if noise not in known:
            known[noise] = at(Fraction(repr(noise))).epsilon(level)
        return known[noise]

    high = _edge(bracket, lambda found: found.high > wanted, TARGET[effort])
    low = _edge(bracket, lambda found: found.low > wanted, TARGET[effort])
    return NeededNoise(low[0], high[1], bracket(low[0]), bracket(high[1]))


def _edge(bracket: Callable[[float], Bracket], bad: Callable[[Bracket], bool], target: float) -> tuple[float, float]:
    """Two noises hardly apart, the first bad and the second not."""
    noise = 1.0
    little: float | None = None
    enough: float | None = None
    for _ in range(_MOST_TRIALS):
        try:
            found = bracket(noise)
        except ArithmeticError:
            break  # so much noise, or so little, that the grid does not hold it
        if bad(found):
            little = noise
        else:
            enough = noise
        if little is None or enough is None:
            noise = float(f"{noise * (2 if enough is None else 0.5):.5g}")
            if not 1e-2 < noise < 1e9:
                break
        elif enough <= little * (1 + target):
            return little, enough
        else:
            noise = float(f"{math.sqrt(little * enough):.5g}")
    if little is None:
        raise ValueError("noise: 0.01 is already enough; nothing smaller is tried")
    raise ValueError(
        "epsilon: no noise gives it, as the other parts of the account alone leave too little room; ask for a larger one"
    )
