"""Where to look: tilt, grid and ranges, in floats. Nothing here is relied on; it only decides what is computed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb

from .finite_laws import FinitePair
from .fixed_batches import MirroredPair
from .mechanisms import GridPair
from .pairs import Floats

_POINTS = 4001
_ERROR = 3e-14  # of a tilted law, for each composition
_SPARE = 1e-4  # of delta that rounding may take


@dataclass(frozen=True, eq=False)
class Sketch:
    """A step's loss law in floats: losses, log weights, and the outcomes they belong to."""

    losses: Floats
    log_weights: Floats
    outcomes: Floats

    def moments(self, order: float) -> tuple[float, float, float]:
        """``log E e^(order L)``, and mean and variance under that tilt."""
        exponent = self.log_weights + order * self.losses
        top = float(exponent.max())
        weights = np.exp(exponent - top)
        total = float(weights.sum())
        mean = float(np.sum(weights * self.losses)) / total
        variance = float(np.sum(weights * (self.losses - mean) ** 2)) / total
        return math.log(total) + top, mean, variance


def sketch(pair: GridPair) -> Sketch:
    """The loss law of a pair on some thousands of points."""
    if isinstance(pair, FinitePair):
        kept = [
            (float(loss), float(p))
            for p, loss in zip(map(_mid, pair.p), pair.losses(), strict=True)
            if isinstance(loss, arb) and p > 0
        ]
        losses = np.array([loss for loss, _ in kept])
        return Sketch(losses, np.log([p for _, p in kept]), losses)
    if isinstance(pair, MirroredPair):
        above = sketch(pair.base)
        there = above.losses > 0
        losses, weights = above.losses[there], above.log_weights[there]
        both = np.concatenate([np.exp(weights), np.exp(weights - losses)])
        rest = math.log(max(1e-300, 1 - float(both.sum())))
        order = np.argsort(losses)
        losses, weights = losses[order], weights[order]
        return Sketch(
            np.concatenate([-losses[::-1], [0.0], losses]),
            np.concatenate([(weights - losses)[::-1], [rest], weights]),
            np.concatenate([-losses[::-1], [0.0], losses]),
        )
    low, high = pair.middle(1e-70)
    x = np.linspace(low, high, _POINTS)
    with np.errstate(divide="ignore"):
        log_weights = np.log(pair.density(x) * (x[1] - x[0]))
    there = np.isfinite(log_weights)
    return Sketch(pair.loss(x)[there], log_weights[there], x[there])


def interval(law: Sketch, tilt: float, above: float, below: float) -> tuple[float, float]:
    """The outcomes that matter: at most mass `above` is higher, and the tilted share of what is lower is at most `below`."""
    weights = np.exp(law.log_weights)
    tails = np.cumsum(weights[::-1])[::-1]
    last = min(int(np.searchsorted(-tails, -above)) + 1, len(tails) - 1)
    heads = np.log(np.cumsum(weights)) + tilt * law.losses - law.moments(tilt)[0]
    first = max(int(np.searchsorted(np.maximum.accumulate(heads), math.log(below))) - 2, 0)
    return float(law.outcomes[min(first, last - 1)]), float(law.outcomes[last])


@dataclass(frozen=True)
class Plan:
    """The tilt at which the moments bound epsilon best, that bound, and the tilted deviation of the whole sum."""

    tilt: float
    epsilon: float
    deviation: float


def plan(steps: Sequence[tuple[Sketch, int]], delta: Fraction) -> Plan:
    """Minimise ``(log E e^(order L) + log 1/delta) / order`` over the order."""
    level = -math.log(delta)

    def epsilon(order: float) -> float:
        return (sum(t * s.moments(order)[0] for s, t in steps) + level) / order

    orders = np.geomspace(1e-3, 1e5, 49)
    values = [epsilon(float(order)) for order in orders]
    at = int(np.argmin(values))
    a, b = float(orders[max(0, at - 1)]), float(orders[min(len(orders) - 1, at + 1)])
    for _ in range(12):
        left, right = a ** (2 / 3) * b ** (1 / 3), a ** (1 / 3) * b ** (2 / 3)
        a, b = (a, right) if epsilon(left) < epsilon(right) else (left, b)

    def spread(order: float) -> float:
        return math.sqrt(sum(t * s.moments(order)[2] for s, t in steps))

    order = float(f"{math.sqrt(a * b):.3g}")  # few digits: the same on every machine
    least = epsilon(order)
    if order * spread(order) < 1:
        # towards the largest loss there is, a tilt leaves nothing but that loss: a smaller one keeps a law to compose
        smaller = [float(f"{order / 2**k:.3g}") for k in range(1, 30)]
        wide = [s for s in smaller if s * spread(s) >= 1]
        order = wide[0] if wide else max(smaller, key=lambda s: s * spread(s))
    return Plan(order, least, spread(order))


def calmer(steps: Sequence[tuple[Sketch, int]], planned: Plan, epsilon: float, delta: Fraction) -> Plan:
    """A smaller tilt, where the sum then has half the deviation and rounding errors at `epsilon` stay far below delta.

    Moments see a rare large loss before epsilon does, and with it a window many times as long as is needed.
    """
    total = sum(t for _, t in steps)
    best = planned
    for part in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
        order = float(f"{part * planned.tilt:.3g}")
        moments = [(t, s.moments(order)) for s, t in steps]
        grown = sum(t * m[0] for t, m in moments) - order * epsilon
        deviation = math.sqrt(sum(t * m[2] for t, m in moments))
        if math.log(_ERROR * total) + grown < math.log(_SPARE) + math.log(delta) and deviation < best.deviation / 2:
            best = Plan(order, planned.epsilon, deviation)
    return best


def few_bits(value: float, bits: int = 8) -> float:
    """The next float below with so few bits that multiples of it are exact."""
    mantissa, exponent = math.frexp(value)
    return math.ldexp(math.floor(mantissa * 2**bits), exponent - bits)


def _mid(mass: Fraction | arb) -> float:
    return float(mass)
