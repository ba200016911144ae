"""Audits from samples: run a mechanism many times on two neighbours, and see whether they are told apart too well.

The event is chosen on one half of the runs and counted on the other, so its exact intervals hold; several pairs of
neighbours share the error probability by Holm's rule. An audit refutes a claim or says which epsilon it would have
seen; it never proves one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from boundcheck.stats import holm

from .adjacency import Adjacency
from .audit_power import epsilon_seen
from .audited_pairs import Audit, AuditedPair, Event, _ends, violation_p_value
from .exact import Number, exact, whole
from .pairs import Floats

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
    low, high = _ends(hits, base, runs, error_probability)
    epsilon_low = max(0.0, math.log((low - float(delta)) / high)) if low > float(delta) else 0.0
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
