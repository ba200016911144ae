"""Randomized response that protects all labels of a user: a little on each, or more on a few of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from boundcheck.rlhf.mechanisms.randomized_response import keep_probability
from boundcheck.rlhf.users.user_counts import UserPreferences


def every_label_response(rng: np.random.Generator, data: UserPreferences, *, epsilon: float) -> UserPreferences:
    """Every label by randomized response at ``epsilon / m``: all labels of a user replaced is epsilon-private.

    The m losses add up to epsilon where all labels are turned round.
    """
    keep = keep_probability(epsilon / data.labels)
    kept = rng.binomial(data.ones, keep)
    return replace(data, ones=kept + rng.binomial(data.total - data.ones, 1 - keep))


def some_labels_response(
    rng: np.random.Generator, data: UserPreferences, *, epsilon: float, answered: int
) -> UserPreferences:
    """`answered` labels of each user, chosen evenly and without looking, at ``epsilon / answered``; the rest is not used."""
    if not 1 <= answered <= data.labels:
        raise ValueError(f"answered: must be from 1 to {data.labels}, the labels of a user, got {answered}")
    cells = np.concatenate([data.ones, data.total - data.ones], axis=1)
    chosen = rng.multivariate_hypergeometric
    picked = np.array([chosen(row, answered) for row in cells]).reshape(len(cells), 2, -1)
    few = replace(data, total=picked.sum(1), ones=picked[:, 0])
    return every_label_response(rng, few, epsilon=epsilon)
