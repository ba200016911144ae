"""Which noise an epsilon needs: a multiplier that is enough, and one just below that is not."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .accountant import TARGET, Effort, EpsilonBracket, epsilon_bracket
from .adjacency import Adjacency, Change
from .exact import Number, exact, whole
from .fixed_batches import FixedBatches
from .mechanisms import Composition, Gaussian
from .tilts import plan, sketch

_MOST_TRIALS = 30


@dataclass(frozen=True)
class NoiseBracket:
    """The least noise multiplier that gives (epsilon, delta)-privacy lies in (low, high].

    Attributes
    ----------
    low, high : float
    too_little, enough : EpsilonBracket
        At `low` a smaller epsilon than asked for is violated; at `high` it is guaranteed.
    """

    low: float
    high: float
    too_little: EpsilonBracket
    enough: EpsilonBracket

    def replay(self) -> bool:
        """Whether both brackets still hold."""
        return self.too_little.replay() and self.enough.replay()


def noise_bracket(
    epsilon: Number,
    delta: Number,
    adjacency: Adjacency,
    *,
    steps: int = 1,
    sampling: Number = 1,
    batch: tuple[int, int] | None = None,
    effort: Effort = "standard",
) -> NoiseBracket:
    """Bracket the noise, over one unit's contribution, that makes sampled Gaussian sums (epsilon, delta)-private.

    The ends meet within what `effort` asks for, but for several batches of a fixed size, of which the accountant's own
    brackets do not meet.

    Parameters
    ----------
    epsilon : number, ``> 0``
    delta : number in (0, 1)
    adjacency : Adjacency
    steps : int, ``>= 1``
    sampling : number in (0, 1]
        Poisson rate.
    batch : tuple of (int, int), optional
        Size of batches drawn without replacement, and of the data set, in place of a rate.
    effort : {"standard", "deep"}
        The two ends differ by about 1 % or 0.1 %.
    """
    wanted, level = exact("epsilon", epsilon, above=0), exact("delta", delta, above=0, below=1)
    times, rate = whole("steps", steps), exact("sampling rate", sampling, above=0, most=1)
    way = Change.REMOVED if adjacency.change is Change.ADDED_OR_REMOVED else adjacency.change

    def step(multiplier: float) -> Gaussian | FixedBatches:
        return FixedBatches(f"{multiplier:.6g}", *batch) if batch else Gaussian(f"{multiplier:.6g}", rate)

    def at(multiplier: float) -> EpsilonBracket:
        return epsilon_bracket(Composition(((step(multiplier), times),)), level, adjacency, effort=effort)

    def rough(multiplier: float) -> float:
        used = step(multiplier)
        pair = used.attained_pair(way, Change.REMOVED) if isinstance(used, FixedBatches) else used.pair(way)
        return plan([(sketch(pair), times)], level).epsilon

    sigma, slope = _rough_start(rough, float(wanted))
    if batch and times > 1:
        little_end = _crossing(at, lambda found: found.low > wanted, sigma, TARGET[effort])[0]
        enough_end = _crossing(at, lambda found: found.high > wanted, sigma, TARGET[effort])[1]
        return NoiseBracket(little_end[0], enough_end[0], little_end[1], enough_end[1])
    enough: tuple[float, EpsilonBracket] | None = None
    little: tuple[float, EpsilonBracket] | None = None
    before: tuple[float, float] | None = None
    for _ in range(_MOST_TRIALS):
        found = at(sigma)
        slope, before = _secant(before, (sigma, found.high), slope), (sigma, found.high)
        if found.high <= wanted and (enough is None or sigma < enough[0]):
            enough = sigma, found
        if found.low > wanted and (little is None or sigma > little[0]):
            little = sigma, found
        if enough and little and enough[0] <= little[0] * (1 + 1.5 * TARGET[effort]):
            return NoiseBracket(float(f"{little[0]:.6g}"), float(f"{enough[0]:.6g}"), little[1], enough[1])
        # aim with the bracket's high end until enough is known nearby, then with its low end
        near = enough is not None and enough[1].low > float(wanted) * (1 - 3 * TARGET[effort])
        aim, margin = (found.low, -1) if near else (found.high, 1)
        change = (max(aim, 1e-3 * float(wanted)) / float(wanted)) ** slope * (1 + margin * TARGET[effort] / 8)
        aimed = sigma * min(2.0, max(0.5, change))
        if enough and little and not little[0] < aimed < enough[0] and not near:
            aimed = math.sqrt(little[0] * enough[0])  # the aim left what is known
        sigma = float(f"{aimed:.6g}")
    raise ArithmeticError(f"no multiplier was found for epsilon {float(wanted):.6g} within {_MOST_TRIALS} trials")


Trial = tuple[float, EpsilonBracket]


def _crossing(
    at: Callable[[float], EpsilonBracket], too_large: Callable[[EpsilonBracket], bool], start: float, target: float
) -> tuple[Trial, Trial]:
    """Two multipliers hardly apart, of which the first gives too large an end and the second does not."""
    little: Trial | None = None
    enough: Trial | None = None
    sigma = start
    for _ in range(2 * _MOST_TRIALS):
        sigma = float(f"{sigma:.6g}")
        found = at(sigma)
        if too_large(found):
            little = sigma, found
        else:
            enough = sigma, found
        if little is None or enough is None:
            sigma *= 1.25 if enough is None else 0.8
        elif enough[0] <= little[0] * (1 + target):
            return little, enough
        else:
            sigma = math.sqrt(little[0] * enough[0])
    raise ArithmeticError("no multiplier was found for this epsilon")


def _secant(before: tuple[float, float] | None, now: tuple[float, float], slope: float) -> float:
    """By which power the multiplier falls with epsilon, by the last two trials where they tell."""
    if before is None or before[1] <= 0 or now[1] <= 0 or abs(math.log(now[1] / before[1])) < 0.02:
        return slope
    return min(2.0, max(0.05, -math.log(now[0] / before[0]) / math.log(now[1] / before[1])))


def _rough_start(epsilon: Callable[[float], float], wanted: float) -> tuple[float, float]:
    """A multiplier to start from, by moments in floats, and by which power it falls with epsilon there."""
    low, high = 1e-2, 1e6
    for _ in range(30):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if epsilon(middle) > wanted else (low, middle)
    apart = math.log(epsilon(high * 1.05) / epsilon(high / 1.05))
    return high, min(2.0, max(0.05, -2 * math.log(1.05) / apart)) if apart < 0 else 0.7
