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


def numbers(case, vector):
    """What the claims say of the changes b, with an indicator u of those that are not zero; t are the inner products of a vector with the rows."""
    return {
        "n": SAMPLES, "alpha": SHARE, "zeta": 1, "b": case["b"], "u": [int(change != 0) for change in case["b"]], "lam": case["lam"],
        "t": np.asarray(case["x"], float) @ vector, "w": float(np.linalg.norm(vector)),
    }  # fmt: skip


def ridge_letters(case):
    """Along the vector at which the quadratic form of the inverse is attained."""
    rows, changes = (np.asarray(case[name], float) for name in ("x", "b"))
    ridge = rows.T @ rows / SAMPLES + float(case["lam"]) * np.eye(FEATURES)
    return numbers(case, np.linalg.solve(ridge, rows.T @ changes / SAMPLES))


def length_letters(case):
    """Along the unit vector at which the norm is attained."""
    total = np.asarray(case["x"], float).T @ np.asarray(case["b"], float)
    length = float(np.linalg.norm(total))
    return numbers(case, total / length if length else np.eye(FEATURES)[0])


def sparse(vector):
    """At least (1 - alpha) n changes are zero."""
    return instance(vector, int(SHARE * SAMPLES))


def as_printed(vector):
    """At least 1 - alpha n changes are zero: no condition at all, since alpha n is 2 here."""
    return instance(vector, SAMPLES)
