"""Audits from samples: of code on two neighbours, of one run with canaries, and how likely they are to refute."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats import holm, proportion_interval

from .exact import Number, exact, whole
from .pairs import RECORD_ADDED_OR_REMOVED, Adjacency, Floats

# How likely an audit is to refute, as exact sums over both counts.

POWER = 0.95


def detection_probability(
    hit_rate: float,
    base_rate: float,
    runs: int,
    epsilon: Fraction | float,
    delta: Fraction | float,
    error_probability: float,
) -> float:
    """With which probability so many runs on each side refute (epsilon, delta), for an event with these true rates.

    At ``hit_rate = e^epsilon base_rate + delta`` it is the probability of a false alarm.

    Parameters
    ----------
    hit_rate, base_rate : float in [0, 1]
    runs : int
        Of the confirming half, on each data set.
    """
    from scipy.special import betaincinv
    from scipy.stats import binom

    # counts outside this range have less than 2e-15 together
    counts = np.arange(int(max(0, binom.ppf(1e-15, runs, base_rate))), int(binom.isf(1e-15, runs, base_rate)) + 1)
    upper = np.where(
        counts < runs, betaincinv(counts + 1, np.maximum(runs - counts, 1), 1 - error_probability / 2), 1.0
    )
    allowed = math.exp(float(epsilon)) * upper + float(delta)
    within = allowed < 1
    # the exact lower end exceeds `allowed` from the first k on with P(Bin(runs, allowed) >= k) < error / 2
    fewest = binom.isf(error_probability / 2, runs, np.where(within, allowed, 0.5)) + 1
    fewest = np.where(within, fewest, runs + 1)
    chances = binom.pmf(counts, runs, base_rate) * binom.sf(fewest - 1, runs, hit_rate)
    return float(math.fsum(chances))


def epsilon_seen(
    base_rate: float, runs: int, epsilon: Fraction | float, delta: Fraction | float, error_probability: float
) -> float:
    """The least epsilon that is refuted with probability .95 through an event of this base rate; inf if none."""

    def power(level: float) -> float:
        hit = math.exp(level) * base_rate + float(delta)
        return detection_probability(min(hit, 1.0), base_rate, runs, epsilon, delta, error_probability)

    low = float(epsilon)
    if delta >= 1:
        return math.inf
    high = math.log((1 - float(delta)) / base_rate) if base_rate > 0 else 0.0
    if high <= low or power(high) < POWER:
        return math.inf
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle) >= POWER else (middle, high)
    return high


def runs_needed(
    hit_rate: float, base_rate: float, epsilon: Fraction | float, delta: Fraction | float, error_probability: float
) -> int:
    """About the fewest runs of the confirming half, on each data set, that refute with probability .95."""
    runs = 8
    while detection_probability(hit_rate, base_rate, runs, epsilon, delta, error_probability) < POWER:
        runs *= 2
        if runs > 2**24:
            raise ValueError("the event is not rarer than the claim allows, or hardly: no number of runs will do")
    low = runs // 2
    while runs - low > max(1, runs // 100):
        middle = (low + runs) // 2
        seen = detection_probability(hit_rate, base_rate, middle, epsilon, delta, error_probability) >= POWER
        low, runs = (low, middle) if seen else (middle, runs)
    return runs


# What an audit from samples gives back: pairs of neighbours with their counts, and whether a claim is refuted.


@dataclass(frozen=True)
class Event:
    """A set of outcomes: those whose score is at least, at most, or exactly `value`."""

    relation: Literal[">=", "<=", "=="]
    value: float

    def count(self, scores: Floats) -> int:
        compare = {">=": np.greater_equal, "<=": np.less_equal, "==": np.equal}[self.relation]
        return int(np.count_nonzero(compare(scores, self.value)))

    def __str__(self) -> str:
        return f"score {self.relation} {self.value:.6g}"


@dataclass(frozen=True)
class AuditedPair:
    """What the confirming half says of one pair of neighbours.

    Attributes
    ----------
    event : Event
        Chosen on the other half.
    first_is_likelier : bool
        The event is counted as evidence for the first data set of the pair (else for the second).
    hits, base, runs : int
        Runs with the event on the likelier and on the other data set, out of `runs` on each.
    epsilon_low : float
        Below the true epsilon but for the error probability of this pair.
    p_value : float
        Of the claim: the smallest error probability at which the intervals contradict it.
    would_have_seen : float
        The epsilon that so many runs would have refuted with probability .95 through this event; inf if none.
    """

    event: Event
    first_is_likelier: bool
    hits: int
    base: int
    runs: int
    epsilon_low: float
    p_value: float
    would_have_seen: float


@dataclass(frozen=True)
class Audit:
    """The outcome for all pairs.

    Attributes
    ----------
    refuted : bool
        Some pair's p-value, adjusted by Holm, is at most the error probability.
    adjusted : tuple of float
        Adjusted p-values, in the order of the pairs.
    """

    epsilon: Fraction
    delta: Fraction
    adjacency: Adjacency
    error_probability: float
    pairs: tuple[AuditedPair, ...]
    adjusted: tuple[float, ...]
    refuted: bool

    def replay(self) -> bool:
        """Whether p-values, limits and decision follow from the counts."""
        counted = all(0 <= p.hits <= p.runs and 0 <= p.base <= p.runs for p in self.pairs)
        if not (self.pairs and counted and 0 < self.error_probability < 1 and len(self.adjusted) == len(self.pairs)):
            return False
        share = self.error_probability / len(self.pairs)
        again = [violation_p_value(p.hits, p.base, p.runs, self.epsilon, self.delta) for p in self.pairs]
        lows = [violated_below(p.hits, p.base, p.runs, self.delta, share) for p in self.pairs]
        told = [*(p.p_value for p in self.pairs), *(p.epsilon_low for p in self.pairs), *self.adjusted]
        due = [*again, *lows, *(float(p) for p in holm(again))]
        same = all(math.isclose(a, b, rel_tol=1e-6) for a, b in zip(due, told, strict=True))
        return same and self.refuted == bool(min(holm(again)) <= self.error_probability)

    def __str__(self) -> str:
        best = min(self.pairs, key=lambda pair: pair.p_value)
        claim = f"({float(self.epsilon):.6g}, {float(self.delta):.6g}), {self.adjacency}"
        counts = f"{best.hits} against {best.base} of {best.runs} runs ({best.event})"
        if self.refuted:
            return f"{claim}: refuted, epsilon is at least {best.epsilon_low:.4g}; {counts}"
        return f"{claim}: not refuted; {counts}; an epsilon of {best.would_have_seen:.4g} would have been seen"


def violation_p_value(hits: int, base: int, runs: int, epsilon: Fraction, delta: Fraction) -> float:
    """The smallest error probability at which exact intervals contradict ``P(hit) <= e^epsilon P(base) + delta``."""

    def contradicted(log_alpha: float) -> bool:
        low, high = _ends(hits, base, runs, math.exp(log_alpha))
        return low > math.exp(float(epsilon)) * high + float(delta)

    certain, doubtful = 0.0, -650.0
    if not contradicted(certain - 1e-9):
        return 1.0
    for _ in range(60):
        middle = (certain + doubtful) / 2
        certain, doubtful = (middle, doubtful) if contradicted(middle) else (certain, middle)
    return math.exp(certain)


def violated_below(hits: int, base: int, runs: int, delta: Fraction, error_probability: float) -> float:
    """An epsilon below the true one, but for the error probability."""
    low, high = _ends(hits, base, runs, error_probability)
    return max(0.0, math.log((low - float(delta)) / high)) if low > float(delta) else 0.0


def _ends(hits: int, base: int, runs: int, error_probability: float) -> tuple[float, float]:
    low = proportion_interval(hits, runs, error_probability / 2, "lower").low
    return low, proportion_interval(base, runs, error_probability / 2, "upper").high


# Audits from samples: run a mechanism many times on two neighbours, and see whether they are told apart too well.
#
# The event is chosen on one half of the runs and counted on the other, so its exact intervals hold; several pairs of
# neighbours share the error probability by Holm's rule. An audit refutes a claim or says which epsilon it would have
# seen; it never proves one.

_MOST_THRESHOLDS = 200


def audit(
    mechanism: Callable[..., Any],
    pairs: Sequence[tuple[Any, Any]],
    *,
    epsilon: Number,
    delta: Number,
    adjacency: Adjacency,
    rng: np.random.Generator,
    runs: int = 10_000,
    score: Callable[[Any], float] = float,
    vectorised: bool = False,
    error_probability: float = 1e-3,
) -> Audit:
    """Put the claim "(epsilon, delta)-private" to the test on pairs of neighbouring data sets.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(rng, data) -> outcome``; if `vectorised`, ``mechanism(rng, data, runs) -> scores of shape (runs,)``.
    pairs : sequence of (data, neighbour)
        Neighbours under `adjacency`, which the caller vouches for.
    runs : int, ``>= 2``
        On each data set; half of them choose the event.
    score : callable
        Turns an outcome into a number.
    error_probability : float in (0, 1)
        Of refuting a true claim, over all pairs.
    """
    claimed, level = exact("epsilon", epsilon, least=0), exact("delta", delta, least=0, below=1)
    count = whole("runs", runs, 2)
    if not pairs:
        raise ValueError("pairs: there is none")
    share = error_probability / len(pairs)
    found = []
    for one, other in pairs:
        first, second = (_scores(mechanism, data, rng, count, score, vectorised) for data in (one, other))
        found.append(audited_pair(first, second, claimed, level, share))
    adjusted = tuple(float(p) for p in holm([pair.p_value for pair in found]))
    refuted = min(adjusted) <= error_probability
    return Audit(claimed, level, adjacency, error_probability, tuple(found), adjusted, refuted)


def audited_pair(
    first: Floats, second: Floats, epsilon: Fraction, delta: Fraction, error_probability: float, lost: int = 0
) -> AuditedPair:
    """Audit one pair of neighbours by the scores of independent runs on each.

    Parameters
    ----------
    first, second : ndarray of the same shape (runs,)
        The first half of each chooses the event.
    lost : int
        Runs on each whose scores are missing; they count for the claim.
    """
    if len(first) != len(second) or len(first) < 2:
        raise ValueError(f"scores: must be as many on either side, at least 2, got {len(first)} and {len(second)}")
    half = len(first) // 2
    search, confirm = [first[:half], second[:half]], [first[half:], second[half:]]
    event, on_first = _chosen(search, delta, error_probability)
    likelier, other = confirm if on_first else confirm[::-1]
    hits, base, runs = event.count(likelier), event.count(other) + lost, len(likelier) + lost
    epsilon_low = violated_below(hits, base, runs, delta, error_probability)
    rate = (event.count(search[1 if on_first else 0]) + 0.5) / (half + 1)
    seen = epsilon_seen(rate, runs, epsilon, delta, error_probability)
    p_value = violation_p_value(hits, base, runs, epsilon, delta)
    return AuditedPair(event, on_first, hits, base, runs, epsilon_low, p_value, seen)


def _chosen(search: list[Floats], delta: Fraction, error_probability: float) -> tuple[Event, bool]:
    """The event with the largest lower bound on the searching half."""
    from scipy.special import betaincinv

    n = len(search[0])
    values, often = np.unique(np.concatenate(search), return_counts=True)
    cuts = values[np.unique(np.linspace(0, len(values) - 1, _MOST_THRESHOLDS).astype(int))]
    common = values[np.argsort(-often, kind="stable")[:50]]
    below = [np.searchsorted(np.sort(s), cuts, side="left") for s in search]
    upto = [np.searchsorted(np.sort(s), cuts, side="right") for s in search]
    same = [np.array([np.count_nonzero(s == value) for value in common]) for s in search]
    best = (-math.inf, Event(">=", float(cuts[0])), True)
    for relation, points, counts in (
        (">=", cuts, [n - b for b in below]),
        ("<=", cuts, upto),
        ("==", common, same),
    ):
        for first in (True, False):
            k, m = counts if first else counts[::-1]
            low = np.where(k > 0, betaincinv(np.maximum(k, 1), n - k + 1, error_probability / 2), 0.0)
            high = np.where(m < n, betaincinv(m + 1, np.maximum(n - m, 1), 1 - error_probability / 2), 1.0)
            gain = np.round(np.log(np.maximum(low - float(delta), 1e-300) / high), 9)
            at = int(np.argmax(gain))
            if gain[at] > best[0]:
                best = (float(gain[at]), Event(relation, float(points[at])), first)  # type: ignore[arg-type]
    return best[1], best[2]


def _scores(
    mechanism: Callable[..., Any],
    data: Any,
    rng: np.random.Generator,
    runs: int,
    score: Callable[[Any], float],
    vectorised: bool,
) -> Floats:
    drawn = mechanism(rng, data, runs) if vectorised else [score(mechanism(rng, data)) for _ in range(runs)]
    scores = np.asarray(drawn, dtype=np.float64)
    if scores.shape != (runs,) or np.isnan(scores).any():
        raise ValueError(f"mechanism: must give {runs} scores that are numbers, got shape {scores.shape}")
    return scores


# Audit from one run with many canaries: each is put in by a fair coin, and its coin is guessed from the output.
#
# Under (epsilon, delta)-privacy for a record added or removed, the number of correct guesses among r is at most
# Binomial(r, e^eps/(1 + e^eps)) in distribution, up to a term in delta.
#
# Source
# ------
# Steinke, Nasr and Jagielski, NeurIPS 2023, Theorem 5.2 and the program in its Appendix D.


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
        """Whether p-value and limit follow from the counts."""
        if not 0 <= self.correct <= self.guesses <= self.canaries or not 0 < self.error_probability < 1:
            return False
        counts = self.canaries, self.guesses, self.correct
        low = _largest(lambda eps: one_run_p_value(*counts, eps, self.delta) <= self.error_probability)
        return one_run_p_value(*counts, self.epsilon, self.delta) == self.p_value and low == self.epsilon_low


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
