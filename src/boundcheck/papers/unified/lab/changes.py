"""Instances for the corrupted part of a gradient: features, and changes of labels of which few or all may differ from 0."""

from fractions import Fraction

import numpy as np

# Six samples in two dimensions, a third of which may be corrupted.
SAMPLES, FEATURES, SHARE = 6, 2, Fraction(1, 3)
DIMENSION = SAMPLES * FEATURES + SAMPLES + 1


def instance(vector, corrupted):
    """Rows in the unit ball, labels' changes in [-1, 1] of which only the first `corrupted` may differ from 0."""
    rows = np.reshape(vector[: SAMPLES * FEATURES], (SAMPLES, FEATURES))
    squares = (rows * rows).sum(axis=1)
    changes = vector[SAMPLES * FEATURES : -1]
    changes = 2 * changes / (1 + changes * changes)
    return {
        "x": rows * (2 / (1 + squares))[:, None],
        "b": np.where(np.arange(SAMPLES) < corrupted, changes, 0 * changes),
        "lam": vector[-1] * vector[-1] + Fraction(1, 1000),
    }


def letters(case):
    """What the claim says of the changes b, with an indicator u of those that are not zero, and the first coordinates t of the rows."""
    return {"n": SAMPLES, "alpha": SHARE, "zeta": 1, "b": case["b"], "u": [int(change != 0) for change in case["b"]],
            "t": case["x"][:, 0]}  # fmt: skip


def sparse(vector):
    """At least (1 - alpha) n changes are zero."""
    return instance(vector, int(SHARE * SAMPLES))


def as_printed(vector):
    """At least 1 - alpha n changes are zero: no condition at all, since alpha n is 2 here."""
    return instance(vector, SAMPLES)
