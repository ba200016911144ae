"""Brackets for epsilon at a given delta: what is guaranteed, and what is certainly not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb, ctx

from .compose import ComposedLaw, End, EndlessEnd, ExactEnd, LowerEnd, PureEnd, UpperEnd, below, endless, profile
from .exact import Number, exact, lower, outward, upper
from .finite_laws import FinitePair
from .gaussian import LatticePair, _bisected, _dyadic
from .grid import GRID, TARGET, Effort, Found, both_ends, moment_delta, sketch, upper_end
from .mechanisms import AnyPair, Composition, GridPair, Mechanism, MirroredPair, RandomizedResponse
from .pairs import BITS, Adjacency, Change, GaussianPair, LaplacePair, Unit
from .shuffled import ShuffledPair, ShuffledResponse

_DIGITS = 7
_LEAST_DELTA, _LEAST_NOISE = 1e-30, 0.05


@dataclass(frozen=True)
class EpsilonBracket:
    """The least epsilon at which a mechanism is (epsilon, delta)-private lies in [low, high].

    Attributes
    ----------
    mechanism : Composition
    adjacency : Adjacency
    delta : Fraction
    low, high : float
        ``high`` is a guarantee. ``low`` is a violation if `attained`: some neighbours are told apart better than any
        smaller epsilon allows; otherwise it bounds only what this way of accounting can give.
    low_end : End or None
        None where low is 0, which needs no proof.
    high_ends : tuple of End
        One for each way round; none where `high` is infinite, which guarantees nothing.
    attained : bool
        The dominating pairs are attained by neighbours of the mechanism.
    """

    mechanism: Composition
    adjacency: Adjacency
    delta: Fraction
    low: float
    high: float
    low_end: End | None
    high_ends: tuple[End, ...]
    attained: bool

    @property
    def relative_width(self) -> float:
        """How far the ends are apart, as a part of epsilon."""
        if self.low == self.high:
            return 0.0
        return 1.0 if self.high == math.inf else (self.high - self.low) / self.high

    @property
    def exact_high(self) -> Fraction | float:
        """`high` to all digits, where largest losses add up to it."""
        totals = [end.total for end in self.high_ends if isinstance(end, PureEnd)]
        return max(totals) if totals and len(totals) == len(self.high_ends) else self.high

    def replay(self) -> bool:
        """Whether both ends still hold, computed again from what they carry, without any search.

        They have to be about this mechanism, adjacency and delta, one high end for each way round.
        """
        above, beneath, attained = _pairs(self.mechanism, self.adjacency.change)
        ends = (*self.high_ends, *((self.low_end,) if self.low_end else ()))
        return (
            0 <= self.low <= self.high
            and attained == self.attained
            and (
                not self.high_ends
                if self.high == math.inf
                else len(self.high_ends) == len(above)
                and all(_about(end, steps) for end, steps in zip(self.high_ends, above, strict=True))
            )
            and all(end.guarantees for end in self.high_ends)
            and (self.low == 0 if self.low_end is None else any(_about(self.low_end, steps) for steps in beneath))
            and all(end.delta == self.delta for end in ends)
            and all(end.epsilon <= self.high for end in self.high_ends)
            and (self.low_end is None or (not self.low_end.guarantees and self.low_end.epsilon >= self.low))
            and all(end.replay() for end in ends)
        )

    def __str__(self) -> str:
        low = "violated below" if self.attained else "this accounting gives no less than"
        return (
            f"{self.mechanism}, {self.adjacency}, delta = {float(self.delta):.6g}: "
            f"{f'epsilon = {self.high:.7g}' if self.high < math.inf else 'no epsilon'} is guaranteed, {low} {self.low:.7g}"
        )


def epsilon_bracket(
    mechanism: Mechanism | Composition, delta: Number, adjacency: Adjacency, *, effort: Effort = "standard"
) -> EpsilonBracket:
    """Bracket the least epsilon at which the mechanism is (epsilon, delta)-private.

    Parameters
    ----------
    mechanism : Mechanism or Composition
    delta : number in [0, 1)
        At 0 the largest loss there is, which Gaussian noise does not have.
    adjacency : Adjacency
        Whose data moves, and how: an added or removed unit is tried both ways round, and a replaced one moves a sum
        of contributions twice as far.
    effort : {"standard", "deep"}
        Aim at a bracket no wider than 1 % or 0.1 % of epsilon.

    Returns
    -------
    bracket : EpsilonBracket
    """
    level = exact("delta", delta, least=0, below=1)
    if effort not in TARGET:
        raise ValueError(f"effort: must be one of {', '.join(TARGET)}, got {effort!r}")
    whole = mechanism if isinstance(mechanism, Composition) else Composition(((mechanism, 1),))
    _about_one(whole, adjacency)
    above, beneath, attained = _pairs(whole, adjacency.change)
    if level == 0:
        return _pure(whole, adjacency, above, beneath, attained)
    if above is not beneath:
        return _two_pairs(whole, level, adjacency, effort, above, beneath, attained)
    found: list[Found] = []
    for steps in above:
        found.append(_one_way(steps, level, effort, max((f[0] for f in found), default=0.0)))
    low, high = max(f[0] for f in found), max(f[1] for f in found)
    low_end = next((f[2] for f in found if f[0] == low), None)
    return EpsilonBracket(
        whole, adjacency, level, low, high, low_end if low else None, tuple(f[3] for f in found), attained
    )


Steps = tuple[tuple[AnyPair, int], ...]


def _about_one(whole: Composition, adjacency: Adjacency) -> None:
    """A response is about one record, or its label: of a user with several it says nothing until they are counted."""
    if adjacency.unit not in (Unit.USER, Unit.USER_LABELS):
        return
    for mechanism, _ in whole.steps:
        if isinstance(mechanism, RandomizedResponse | ShuffledResponse):
            raise ValueError(
                f"unit: {mechanism} is about one label, and the question about {adjacency.unit.value}; an Account with members = m "
                "counts those of a user"
            )


def _pairs(whole: Composition, change: Change) -> tuple[list[Steps], list[Steps], bool]:
    """What high ends have to be about, one each; what a low end may be about; and whether neighbours attain that."""
    ways = [whole.pairs(way) for way in _ways(change)]
    both = [whole.attained_pairs(change, way) for way in (Change.REMOVED, Change.ADDED)]
    if sides := [steps for steps in both if steps is not None]:
        attained = all(pair.attained for steps in sides for pair, _ in steps)
        # of one release the profile itself is attained; of several, one pair stands for all neighbours
        if all(len(steps) == 1 and steps[0][1] == 1 and isinstance(steps[0][0], MirroredPair) for steps in ways):
            return list(sides), sides, attained
        return ways, sides, attained
    return ways, ways, all(pair.attained for steps in ways for pair, _ in steps)


def _about(end: End, steps: Steps) -> bool:
    """Whether an end is about these pairs, and no others."""
    held = ((end.pair, 1),) if isinstance(end, ExactEnd) else tuple((step[0], step[1]) for step in end.steps)
    return len(held) == len(steps) and all(
        times == due and _same(pair, other) for (pair, times), (other, due) in zip(held, steps, strict=True)
    )


def _same(one: Any, other: Any) -> bool:
    """Whether two pairs are one, ball by ball; balls of one number are not equal to each other."""
    if type(one) is not type(other):
        return False
    if isinstance(one, FinitePair):
        masses = [*zip(one.p, other.p, strict=False), *zip(one.q, other.q, strict=False)]
        alike = len(one.p) == len(other.p) and one.attained == other.attained and one.most == other.most
        return alike and all(_same_mass(a, b) for a, b in masses)
    return vars(one) == vars(other)


def _same_mass(a: Any, b: Any) -> bool:
    if isinstance(a, arb) and isinstance(b, arb):
        return bool(a.mid() == b.mid() and a.rad() == b.rad())
    return type(a) is type(b) and bool(a == b)


def _pure(
    whole: Composition, adjacency: Adjacency, above: list[Steps], beneath: list[Steps], attained: bool
) -> EpsilonBracket:
    """At delta 0 the largest losses add up, whatever the way round."""
    tops, bottoms = [_largest(steps) for steps in above], [_largest(steps) for steps in beneath]
    zero = Fraction(0)
    low, high = max(_total(steps, 0) for steps in bottoms), max(_total(steps, 1) for steps in tops)
    bottom = next(steps for steps in bottoms if _total(steps, 0) == low)
    low_end: End = EndlessEnd(tuple((pair, t) for pair, t, _ in bottom))
    if low < math.inf:
        low_end = PureEnd(tuple((pair, t, Fraction(ends[0])) for pair, t, ends in bottom), Fraction(low), False)
    highs: tuple[End, ...] = ()
    if high < math.inf:
        highs = tuple(
            PureEnd(tuple((p, t, Fraction(ends[1])) for p, t, ends in steps), Fraction(high), True) for steps in tops
        )
    return EpsilonBracket(whole, adjacency, zero, low, high, low_end if low else None, highs, attained)


Losses = tuple[tuple[AnyPair, int, tuple[Fraction | float, Fraction | float]], ...]


def _largest(steps: Steps) -> Losses:
    """Each pair with two numbers between which its largest loss lies."""
    found: list[tuple[AnyPair, int, tuple[Fraction | float, Fraction | float]]] = []
    for pair, times in steps:
        base = pair.base if isinstance(pair, MirroredPair) else pair
        if endless(base):
            found.append((pair, times, (math.inf, math.inf)))
            continue
        if isinstance(base, GaussianPair | ShuffledPair) or below(base, Fraction(10**6), Fraction(0)) is not True:
            raise ValueError(
                "delta: must be a number > 0 here, got 0; Gaussian noise, a shuffled protocol and a guarantee with a delta of "
                "its own "
                "have no largest loss"
            )
        if below(base, Fraction(0), Fraction(0)):
            found.append((pair, times, (Fraction(0), Fraction(0))))
            continue
        if isinstance(base, FinitePair):
            losses = [loss for loss in base.losses() if isinstance(loss, arb)]
            ends = Fraction(max(map(lower, losses))), Fraction(max(map(upper, losses)))
        else:
            largest = _bisected(partial(_at_zero, base), 1.0, 12)
            ends = largest.low, largest.high
        most = getattr(base, "most", None)
        if most is not None and _at_zero(base, most):
            ends = min(ends[0], most), most
        found.append((pair, times, ends))
    return tuple(found)


def _at_zero(pair: AnyPair, epsilon: Fraction) -> bool | None:
    return below(pair, epsilon, Fraction(0))


def _total(steps: Losses, end: int) -> float:
    if any(ends[end] == math.inf for _, _, ends in steps):
        return math.inf
    total = sum((times * Fraction(ends[end]) for _, times, ends in steps), Fraction(0))
    rounded = 0.0 if Fraction(float(total)) == total else 1e-12
    return outward(float(total) * (1 - rounded), float(total) * (1 + rounded), _DIGITS)[end]


def _two_pairs(
    whole: Composition,
    level: Fraction,
    adjacency: Adjacency,
    effort: Effort,
    above: list[Steps],
    beneath: list[Steps],
    attained: bool,
) -> EpsilonBracket:
    """The low end by what neighbours attain, the high end by what stands for all of them."""
    found = [_far(steps, level) or _one_way(steps, level, effort, 0.0) for steps in beneath]
    low, _, low_end, _ = max(found, key=lambda f: f[0])
    if above == beneath:
        high, ends = max(f[1] for f in found), tuple(f[3] for f in found)
    else:
        tops = [_upper_alone(steps, level, effort) for steps in above]
        high, ends = max(top for top, _ in tops), tuple(end for _, end in tops if end is not None)
    if high == math.inf:
        ends = ()
    return EpsilonBracket(whole, adjacency, level, low, high, low_end if low else None, ends, attained)


_FAR = Fraction(10**6)  # an epsilon beyond which no further one is looked for


def _far(steps: Steps, level: Fraction) -> tuple[float, float, End | None, End] | None:
    """The low end of a pair that is told apart at this delta whatever epsilon is."""
    if len(steps) > 1 or steps[0][1] > 1 or not endless(steps[0][0]) or below(steps[0][0], _FAR, level) is not False:
        return None
    end = ExactEnd(steps[0][0], _FAR, level, False)
    return float(_FAR), math.inf, end, end


def _upper_alone(steps: Steps, level: Fraction, effort: Effort) -> tuple[float, End | None]:
    if len(steps) == 1 and steps[0][1] == 1:
        if endless(steps[0][0]) and below(steps[0][0], _FAR, level) is False:
            return math.inf, None
        _, high, _, end = _closed_form(steps[0][0], level)
        return high, end
    gridded = tuple((pair, t) for pair, t in steps if not isinstance(pair, LatticePair | ShuffledPair))
    assert len(gridded) == len(steps), "a law on a lattice is one pair"
    return upper_end(gridded, level, effort)


def _ways(change: Change) -> tuple[Change, ...]:
    return (Change.REMOVED, Change.ADDED) if change is Change.ADDED_OR_REMOVED else (change,)


def _one_way(steps: tuple[tuple[AnyPair, int], ...], delta: Fraction, effort: Effort, elsewhere: float) -> Found:
    """The bracket of one way round; no finer than needed where the other way is certainly worse."""
    if len(steps) == 1 and steps[0][1] == 1:
        return _closed_form(steps[0][0], delta)
    gridded = tuple((pair, t) for pair, t in steps if not isinstance(pair, LatticePair | ShuffledPair))
    assert len(gridded) == len(steps), "a law on a lattice is one pair"
    _within_reach(gridded, delta)
    fineness = GRID[effort]
    best: Found | None = None
    for _ in range(6):
        try:
            found = both_ends(gridded, delta, effort, fineness, best)
        except ArithmeticError:
            if best is None:
                raise
            break
        first, best = best is None, found if best is None else _meet(best, found)
        if best[1] <= elsewhere or best[1] - best[0] <= TARGET[effort] * best[1]:
            break
        if first and all(isinstance(pair, GaussianPair | LaplacePair) for pair, _ in gridded):
            continue  # the first law shows where the grid has to be fine
        width = (best[1] - best[0]) / best[1]
        # the width goes like h squared, or hardly less
        fineness *= min(0.5, max(1 / 16, (0.7 * TARGET[effort] / width) ** 0.6))
    assert best is not None
    return best


def _within_reach(steps: tuple[tuple[GridPair, int], ...], delta: Fraction) -> None:
    """Refuse what the grid cannot hold; closed forms have no such limits."""
    if delta < _LEAST_DELTA:
        raise ValueError(
            f"delta: must be at least {_LEAST_DELTA:.0e} with sampling or several mechanisms, got {float(delta):.6g}"
        )
    for pair, _ in steps:
        if isinstance(pair, GaussianPair) and pair.variance < _LEAST_NOISE**2:
            raise ValueError(f"noise multiplier: must be at least {_LEAST_NOISE} with sampling or several mechanisms")


def _meet(one: Found, other: Found) -> Found:
    low, high = max(one, other, key=lambda f: f[0]), min(one, other, key=lambda f: f[1])
    return low[0], high[1], low[2], high[3]


def _closed_form(pair: AnyPair, delta: Fraction) -> Found:
    zero = Fraction(0)
    if below(pair, zero, delta):
        return 0.0, 0.0, None, ExactEnd(pair, zero, delta, True)
    if isinstance(pair, FinitePair | LatticePair) and below(pair, Fraction(10**6), delta) is False:
        raise ArithmeticError(f"no epsilon below 1,000,000 is guaranteed at a delta of {float(delta):.6g}")
    found = _bisected(lambda epsilon: below(pair, epsilon, delta), 1.0, 10)
    low, high = outward(float(found.low), float(found.high), _DIGITS)
    return low, high, ExactEnd(pair, Fraction(low), delta, False), ExactEnd(pair, Fraction(high), delta, True)


# The other way round: delta at a given epsilon. The law of the losses is laid out for a delta near the one that is looked for, and
# read off at epsilon; what it says there is certified whatever it was laid out for.

_ROUNDS = 4


@dataclass(frozen=True)
class DeltaBracket:
    """The least delta at which a mechanism is (epsilon, delta)-private lies in [low, high].

    Attributes
    ----------
    mechanism : Composition
    adjacency : Adjacency
    epsilon : Fraction
    low, high : float
    low_end : End or None
        None where low is 0, which needs no proof.
    high_ends : tuple of End
        One for each way round.
    attained : bool
        As of `EpsilonBracket`: `low` is a violation.
    """

    mechanism: Composition
    adjacency: Adjacency
    epsilon: Fraction
    low: float
    high: float
    low_end: End | None
    high_ends: tuple[End, ...]
    attained: bool

    def replay(self) -> bool:
        """Whether both ends still hold, computed again from what they carry, without any search."""
        above, beneath, attained = _pairs(self.mechanism, self.adjacency.change)
        ends = (*self.high_ends, *((self.low_end,) if self.low_end else ()))
        return (
            0 <= self.low <= self.high <= 1
            and attained == self.attained
            and len(self.high_ends) == len(above)
            and all(_about(end, steps) for end, steps in zip(self.high_ends, above, strict=True))
            and (self.low == 0 if self.low_end is None else any(_about(self.low_end, steps) for steps in beneath))
            and all(
                end.guarantees and end.epsilon <= self.epsilon and end.delta <= Fraction(self.high)
                for end in self.high_ends
            )
            and (
                self.low_end is None
                or (
                    not self.low_end.guarantees
                    and self.low_end.epsilon >= self.epsilon
                    and self.low_end.delta >= Fraction(self.low)
                )
            )
            and all(end.replay() for end in ends)
        )

    def __str__(self) -> str:
        low = "violated below" if self.attained else "this accounting gives no less than"
        return (
            f"{self.mechanism}, {self.adjacency}, epsilon = {float(self.epsilon):.6g}: "
            f"delta = {self.high:.7g} is guaranteed, {low} {self.low:.7g}"
        )


def delta_bracket(
    mechanism: Mechanism | Composition, epsilon: Number, adjacency: Adjacency, *, effort: Effort = "standard"
) -> DeltaBracket:
    """Bracket the least delta at which the mechanism is (epsilon, delta)-private.

    Parameters
    ----------
    mechanism : Mechanism or Composition
    epsilon : number, ``>= 0``
    adjacency : Adjacency
    effort : {"standard", "deep"}
        As for `epsilon_bracket`: of the epsilons that are told apart.

    Returns
    -------
    bracket : DeltaBracket
    """
    level = exact("epsilon", epsilon, least=0)
    if effort not in TARGET:
        raise ValueError(f"effort: must be one of {', '.join(TARGET)}, got {effort!r}")
    whole = mechanism if isinstance(mechanism, Composition) else Composition(((mechanism, 1),))
    _about_one(whole, adjacency)
    above, beneath, attained = _pairs(whole, adjacency.change)
    trials = [_trials(steps, level, effort) for steps in above]
    others = trials if above is beneath else [_trials(steps, level, effort) for steps in beneath]
    return _delta_ends(
        whole, adjacency, level, attained, zip(above, trials, strict=True), zip(beneath, others, strict=True)
    )


def profile_brackets(
    mechanism: Mechanism | Composition, epsilons: Sequence[Number], adjacency: Adjacency
) -> tuple[DeltaBracket, ...]:
    """Brackets of delta at many epsilons, from a few laws that are laid out for deltas from 1/2 to 1e-9."""
    whole = mechanism if isinstance(mechanism, Composition) else Composition(((mechanism, 1),))
    above, beneath, attained = _pairs(whole, adjacency.change)
    trials = [_laws(steps) for steps in above]
    others = trials if above is beneath else [_laws(steps) for steps in beneath]
    levels = [exact("epsilon", epsilon, least=0) for epsilon in epsilons]
    return tuple(
        _delta_ends(whole, adjacency, at, attained, zip(above, trials, strict=True), zip(beneath, others, strict=True))
        for at in levels
    )


_LEVELS = ("0.5", "0.1", "0.01", "1e-4", "1e-6", "1e-9")
Trial = tuple[UpperEnd, ComposedLaw, LowerEnd | None, ComposedLaw | None]


def _delta_ends(
    whole: Composition,
    adjacency: Adjacency,
    level: Fraction,
    attained: bool,
    above: Iterable[tuple[Steps, Sequence[Trial]]],
    beneath: Iterable[tuple[Steps, Sequence[Trial]]],
) -> DeltaBracket:
    tops = [_delta_above(steps, level, trials) for steps, trials in above]
    bottoms = [_delta_beneath(steps, level, trials) for steps, trials in beneath]
    high, low = max(float(end.delta) for end in tops), 0.0
    low_end = max((end for end in bottoms if end is not None), key=lambda end: end.delta, default=None)
    if low_end is not None:
        low = float(low_end.delta)
    return DeltaBracket(whole, adjacency, level, min(low, high), high, low_end, tuple(tops), attained)


def _laws(steps: Steps) -> Sequence[Trial]:
    """Laws laid out for some deltas; none for a single release, which has a closed form."""
    if len(steps) == 1 and steps[0][1] == 1:
        return []
    gridded = tuple((pair, t) for pair, t in steps if not isinstance(pair, LatticePair | ShuffledPair))
    mirrored = any(isinstance(pair, MirroredPair) for pair, _ in gridded)
    found: list[Trial] = []
    for level in map(Fraction, _LEVELS):
        _within_reach(gridded, level)
        if mirrored:
            top, end = upper_end(gridded, level, "standard")
            found.append(_trial((0.0, top, None, end)))
        else:
            first = both_ends(gridded, level, "standard", GRID["standard"])
            found.append(
                _trial(both_ends(gridded, level, "standard", GRID["standard"] / 2, first) if first[1] > 0.1 else first)
            )
    return found


def _trial(found: Found) -> Trial:
    low_end, high_end = found[2], found[3]
    assert isinstance(high_end, UpperEnd)
    if isinstance(low_end, LowerEnd):
        return high_end, high_end.law(), low_end, low_end.law()
    return high_end, high_end.law(), None, None


def _trials(steps: Steps, epsilon: Fraction, effort: Effort) -> Sequence[Trial]:
    """Laws laid out for deltas that come closer and closer to that at `epsilon`; none for a single release."""
    if len(steps) == 1 and steps[0][1] == 1:
        return []
    gridded = tuple((pair, t) for pair, t in steps if not isinstance(pair, LatticePair | ShuffledPair))
    sketches = [(sketch(pair), t) for pair, t in gridded]
    guess = _clamped(moment_delta(sketches, float(epsilon)))
    mirrored = any(isinstance(pair, MirroredPair) for pair, _ in gridded)
    trials: list[Trial] = []
    for _ in range(_ROUNDS):
        level = Fraction(f"{guess:.3e}")
        _within_reach(gridded, level)
        if mirrored:
            top, end = upper_end(gridded, level, effort)
            trials.append(_trial((0.0, top, None, end)))
        else:
            trials.append(_trial(_one_way(gridded, level, effort, 0.0)))
        seen = trials[-1][1].delta_at_most(float(epsilon))
        if abs(math.log(max(seen, 1e-300) / guess)) < 0.5 or _clamped(seen) == guess:
            break
        guess = _clamped(seen)
    return trials


def _clamped(delta: float) -> float:
    return float(f"{min(0.9, max(2 * _LEAST_DELTA, delta)):.3e}")


def _delta_above(steps: Steps, epsilon: Fraction, trials: Sequence[Trial]) -> ExactEnd | UpperEnd:
    """A guarantee at `epsilon`."""
    if len(steps) == 1 and steps[0][1] == 1:
        pair = steps[0][0]
        return ExactEnd(pair, epsilon, _up(_profile_ends(pair, epsilon)[1]), True)
    at = float(epsilon)
    if Fraction(at) > epsilon:
        at = math.nextafter(at, -math.inf)
    value, end = min(
        ((_up(Fraction(law.delta_at_most(at))), end) for end, law, _, _ in trials), key=lambda found: found[0]
    )
    return replace(end, epsilon=Fraction(at), delta=value)


def _delta_beneath(steps: Steps, epsilon: Fraction, trials: Sequence[Trial]) -> ExactEnd | LowerEnd | None:
    """A violation at `epsilon`, None where none is found."""
    if len(steps) == 1 and steps[0][1] == 1:
        pair = steps[0][0]
        least = _down(_profile_ends(pair, epsilon)[0])
        return ExactEnd(pair, epsilon, least, False) if least > 0 else None
    at = float(epsilon)
    if Fraction(at) < epsilon:
        at = math.nextafter(at, math.inf)
    found = [
        (_down(Fraction(law.delta_at_least(at))), end)
        for _, _, end, law in trials
        if end is not None and law is not None
    ]
    value, end = max(found, key=lambda one: one[0], default=(Fraction(0), None))
    return replace(end, epsilon=Fraction(at), delta=value) if value > 0 and end is not None else None


def _profile_ends(pair: AnyPair, epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """An enclosure of the profile of one pair."""
    if isinstance(pair, FinitePair | LatticePair | ShuffledPair):
        found = pair.delta(epsilon)
        return found.low, found.high
    if isinstance(pair, MirroredPair):
        return _profile_ends(pair.base, epsilon)
    bits, low, high = BITS, Fraction(0), Fraction(1)
    while bits <= 8 * BITS:
        with ctx.workprec(bits):
            value = profile(pair, epsilon)
            low, high = _dyadic(value.lower()), _dyadic(value.upper())
        if low > 0 and (high - low) * 10**12 < low:
            break
        bits *= 2
    return max(Fraction(0), low), high


def _up(delta: Fraction) -> Fraction:
    """With few digits, above, so that a strict comparison holds."""
    value = float(delta)
    return (
        min(Fraction(1), Fraction(outward(value * (1 - 1e-15), value * (1 + 1e-12), _DIGITS)[1]))
        if value > 0
        else delta
    )


def _down(delta: Fraction) -> Fraction:
    value = float(delta) * (1 - 1e-12)
    return Fraction(outward(value, value, _DIGITS)[0])
