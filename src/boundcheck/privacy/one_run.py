r"""Audit from one run with many canaries: each is put in by a fair coin, and its coin is guessed from the output.

Under (epsilon, delta)-privacy for a record added or removed, the number of correct guesses among r is at most
Binomial(r, e^eps/(1 + e^eps)) in distribution, up to a term in delta.

Source
------
Steinke, Nasr and Jagielski, NeurIPS 2023, Theorem 5.2 and the program in its Appendix D.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .adjacency import RECORD_ADDED_OR_REMOVED, Adjacency
from .audit_power import POWER
from .exact import Number, exact, whole
from .pairs import Floats


@dataclass(frozen=True)
class OneRunAudit:
    """How many coins were guessed, and what that says.

    Attributes
    ----------
    canaries, guesses, correct : int
    p_value : float
        Of the claim.
    epsilon_low : float
        Below the true epsilon but for the error probability, at the claim's delta.
    would_have_seen : float
        The least epsilon at which randomized response on the same guesses would have refuted the claim with
        probability .95.
    """

    epsilon: Fraction
    delta: Fraction
    adjacency: Adjacency
    canaries: int
    guesses: int
    correct: int
    error_probability: float
    p_value: float
    epsilon_low: float
    would_have_seen: float

    @property
    def refuted(self) -> bool:
        """Whether the p-value is within the error probability."""
        return self.p_value <= self.error_probability

    def replay(self) -> bool:
        """Whether the p-value follows from the counts."""
        return one_run_p_value(self.canaries, self.guesses, self.correct, self.epsilon, self.delta) == self.p_value


def one_run_p_value(canaries: int, guesses: int, correct: int, epsilon: Number, delta: Number) -> float:
    """How likely so many correct guesses are at most, whatever the (epsilon, delta)-private mechanism."""
    from scipy.stats import binom

    eps, level = float(exact("epsilon", epsilon, least=0)), float(exact("delta", delta, least=0, below=1))
    if not 0 <= correct <= guesses <= canaries:
        raise ValueError(f"counts: need correct <= guesses <= canaries, got {correct}, {guesses}, {canaries}")
    rate = 1 / (1 + np.exp(-eps))
    chance = float(binom.sf(correct - 1, guesses, rate))
    if level == 0 or correct == 0:
        return min(1.0, chance)
    tail = np.cumsum(binom.pmf(np.arange(correct - 1, -1, -1), guesses, rate))
    slack = float(np.max(tail / np.arange(1, correct + 1)))
    return min(1.0, chance + 2 * canaries * level * slack)


def audit_one_run(
    mechanism: Callable[[np.random.Generator, NDArray[np.bool_]], Floats],
    *,
    canaries: int,
    guesses: int,
    epsilon: Number,
    delta: Number,
    rng: np.random.Generator,
    error_probability: float = 1e-3,
    adjacency: Adjacency = RECORD_ADDED_OR_REMOVED,
) -> OneRunAudit:
    """Run a mechanism once with a random half of the canaries, guess the coins of the most telling scores.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(rng, included) -> scores``, both of shape ``(canaries,)``: larger means "was in".
    guesses : int, ``<= canaries``
        The half of it with the largest scores is guessed "in", that with the smallest "out"; the rest is not guessed.
    """
    count, made = whole("canaries", canaries), whole("guesses", guesses, 2)
    claimed, level = exact("epsilon", epsilon, least=0), exact("delta", delta, least=0, below=1)
    if made > count:
        raise ValueError(f"guesses: must be at most canaries = {count}, got {made}")
    included = rng.random(count) < 0.5
    order = np.argsort(np.asarray(mechanism(rng, included), dtype=np.float64), kind="stable")
    out, inside = order[: made // 2], order[count - (made - made // 2) :]
    correct = int(np.count_nonzero(included[inside]) + np.count_nonzero(~included[out]))
    p_value = one_run_p_value(count, made, correct, claimed, level)
    low = _largest(lambda eps: one_run_p_value(count, made, correct, eps, level) <= error_probability)
    seen = one_run_epsilon_seen(count, made, claimed, level, error_probability)
    return OneRunAudit(claimed, level, adjacency, count, made, correct, error_probability, p_value, low, seen)


def one_run_detection(
    canaries: int, guesses: int, truth: Number, epsilon: Number, delta: Number, error_probability: float
) -> float:
    """With which probability randomized response at `truth` on the guessed coins refutes the claim, as an exact sum."""
    from scipy.stats import binom

    low, high = 0, guesses + 1  # the p-value falls with the number of correct guesses
    while high - low > 1:
        middle = (low + high) // 2
        if one_run_p_value(canaries, guesses, middle, epsilon, delta) <= error_probability:
            high = middle
        else:
            low = middle
    return float(binom.sf(high - 1, guesses, 1 / (1 + np.exp(-float(exact("epsilon", truth, least=0))))))


def one_run_epsilon_seen(
    canaries: int, guesses: int, epsilon: Number, delta: Number, error_probability: float
) -> float:
    """The least epsilon at which `one_run_detection` reaches .95; inf where even 50 does not."""

    def unseen(level: float) -> bool:
        return one_run_detection(canaries, guesses, level, epsilon, delta, error_probability) < POWER

    return float("inf") if unseen(50.0) else _largest(unseen)


def _largest(holds: Callable[[float], bool]) -> float:
    """Where a statement about epsilon stops to hold, between 0 and 50; 0 where it never does."""
    low, high = 0.0, 50.0
    if not holds(low):
        return 0.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
