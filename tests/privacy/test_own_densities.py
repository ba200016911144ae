"""A mechanism with a density that the library does not know: its pair is two methods, and three more to compose it."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from boundcheck.privacy import RECORD_REPLACED, Change, Composition, epsilon_bracket
from boundcheck.privacy.exact import ball


@dataclass(frozen=True)
class LogisticPair:
    """Logistic noise of scale 1 at `shift` against 0; losses between -shift and shift grow with the outcome."""

    shift: Fraction
    attained = True

    def threshold(self, epsilon):
        if abs(epsilon) >= self.shift:
            return math.inf if epsilon > 0 else -math.inf
        k = ball((epsilon - self.shift) / 2).exp()
        return -((1 - k) / (k * ball(self.shift).exp() - 1)).log()

    def above(self, x):
        return 1 / (1 + (x - ball(self.shift)).exp()), 1 / (1 + x.exp())

    def loss(self, x):
        s = float(self.shift)
        return s + 2 * (np.logaddexp(0, -x) - np.logaddexp(0, s - x))

    def density(self, x):
        z = x - float(self.shift)
        return np.exp(-z - 2 * np.logaddexp(0, -z))

    def middle(self, mass):
        return math.log(mass), float(self.shift) - math.log(mass)


@dataclass(frozen=True)
class LogisticNoise:
    shift: Fraction
    answers = (Change.REPLACED,)

    def pair(self, change):
        return LogisticPair(self.shift)


def simulated(shift, steps, epsilon, draws=200_000):
    """``E (1 - e^(epsilon - L))+`` over drawn sums of losses, and its standard error."""
    rng = np.random.default_rng(3)
    total = sum(LogisticPair(shift).loss(float(shift) + rng.logistic(size=draws)) for _ in range(steps))
    values = np.maximum(0.0, -np.expm1(epsilon - total))
    return values.mean(), values.std() / math.sqrt(draws)


@pytest.mark.parametrize(("shift", "steps", "delta"), [(Fraction(1), 1, "0.05"), (Fraction(1, 2), 30, "0.01")])
def test_its_bracket_against_simulated_losses(shift, steps, delta):
    """At a fixed seed; at another one each end errs with probability 1e-6."""
    found = epsilon_bracket(Composition(((LogisticNoise(shift), steps),)), delta, RECORD_REPLACED)
    assert 0 < found.low <= found.high <= 1.01 * found.low
    assert found.replay()
    for epsilon, above in ((found.low, True), (found.high, False)):
        mean, error = simulated(shift, steps, epsilon)
        assert (mean > float(delta) - 5 * error) if above else (mean < float(delta) + 5 * error)


def test_half_the_shift_is_seen():
    truth, believed = (
        epsilon_bracket(Composition(((LogisticNoise(shift), 30),)), "0.01", RECORD_REPLACED)
        for shift in (Fraction(1, 2), Fraction(1, 4))
    )
    assert truth.low > believed.high
