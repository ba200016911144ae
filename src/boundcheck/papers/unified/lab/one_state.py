"""One state, few actions: instances of a greedy and of a pessimistic policy, and of the relative condition number."""

from fractions import Fraction
from math import isqrt
from math import sqrt as float_sqrt

import numpy as np


def _bend(u):
    """A number of [-1, 1] from any number, by rational operations."""
    return 2 * u / (1 + u * u)


def greedy_instance(vector):
    """One state, two actions in the plane; truth and estimate on the line <1, theta> = 0."""
    rows = np.reshape(vector[:4], (2, 2))
    features = rows * (2 / (1 + (rows * rows).sum(axis=1)))[:, None]
    rewards, guesses = (features[:, 0] - features[:, 1]) * vector[4], (features[:, 0] - features[:, 1]) * vector[5]
    chosen = 0 if guesses[0] >= guesses[1] else 1
    off = vector[4] - vector[5]
    return {
        "subopt": max(rewards) - rewards[chosen], "square": 2 * off**2, "a": features[0 if rewards[0] >= rewards[1] else 1],
        "b": features[chosen], "t": (off, -off), "v": (vector[5], -vector[5]), "D": float(2 * off**2) ** 0.5,
    }  # fmt: skip


def pessimistic_instance(vector):
    """One state, three actions, d = 2: the confidence set is an interval, its ends are rational.

    Along the unit vector of the subspace the features are f_a, the truth t, the ridge covariance s^2.
    """
    f = [_bend(u) for u in vector[:3]]
    ball, scale = 1 + vector[3] ** 2, Fraction(1, 10) + vector[4] ** 2
    width = Fraction(1, 100) + vector[5] ** 2
    truth = ball * _bend(vector[6])
    estimate = truth + width / scale * _bend(vector[7])
    low, high = max(-ball, estimate - width / scale), min(ball, estimate + width / scale)
    values = [min((fa - f[0]) * low, (fa - f[0]) * high) for fa in f]
    chosen = values.index(max(values))
    worst = low if (f[1] - f[0]) * low <= (f[1] - f[0]) * high else high
    return {
        "subopt": truth * (f[1] - f[chosen]), "width": width,
        "p": [(f[1] - f[0]) / scale], "x": [scale * (truth - estimate)], "y": [scale * (estimate - worst)],
        "norm": abs(f[1] - f[0]) / scale, "hat_d": values[1], "hat_h": values[chosen],
        "J_d": truth * f[1], "J_h": truth * f[chosen], "J_r": truth * f[0],
    }  # fmt: skip


def greedy_letters(case):
    return {"d": 2, **{name: case[name] for name in ("a", "b", "t", "v", "D")}}


def pessimistic_letters(case):
    return {"d": 1, **{name: case[name] for name in ("p", "x", "y", "width", "norm", "J_d", "J_h", "J_r", "hat_d", "hat_h")}}


def greedy_left(case):
    return case["subopt"] ** 2


def pessimistic_left(case):
    return case["subopt"]


# Instances: one state, three actions, two dimensions; the sample's ridge covariance is a third of the population's.
DIMENSION = 6 + 3 * 3 + 1


def _root_above(x):
    """A square root, from above and within 1e-12 where `x` is a fraction."""
    if isinstance(x, Fraction):
        return Fraction(isqrt(x.numerator * 10**24 // x.denominator) + 1, 10**12)
    return float_sqrt(max(x, 0.0))


def policies_instance(vector):
    """Features in the unit disc, three policies, a ridge."""
    rows = np.reshape(vector[:6], (3, 2))
    features = rows * (2 / (1 + (rows * rows).sum(axis=1)))[:, None]
    weights = np.reshape(vector[6:15], (3, 3)) ** 2 + Fraction(1, 1000)
    sft, comparator, reference = weights / weights.sum(axis=1)[:, None]
    gaps = features[:, None, :] - features[None, :, :]

    def moment(first, second):
        joint = first[:, None] * second[None, :]
        return [[(joint * gaps[..., i] * gaps[..., j]).sum() for j in range(2)] for i in range(2)]

    return {
        "above": moment(comparator, reference),
        "below": moment(sft, sft),
        "v": [((comparator - reference) * features[:, i]).sum() for i in range(2)],
        "lam": vector[15] * vector[15] + Fraction(1, 10**6),
    }


def condition_number(above, below):
    """Largest generalized eigenvalue of two-by-two forms, from above."""
    lower = below[0][0] * below[1][1] - below[0][1] ** 2
    upper = above[0][0] * above[1][1] - above[0][1] ** 2
    middle = above[0][0] * below[1][1] + above[1][1] * below[0][0] - 2 * above[0][1] * below[0][1]
    if lower <= 0:
        return 10**30
    return (middle + _root_above(middle**2 - 4 * upper * lower)) / (2 * lower)


def policies_left(case):
    """Square of the norm of v in the inverse of the population's ridge covariance."""
    x, y, z = case["below"][0][0] + case["lam"], case["below"][0][1], case["below"][1][1] + case["lam"]
    one, two = case["v"]
    return (z * one * one - 2 * y * one * two + x * two * two) / (x * z - y * y)


def times_dimension(case):
    """kappa d, d = 2."""
    return 2 * condition_number(case["above"], case["below"])


def alone(case):
    """kappa alone."""
    return condition_number(case["above"], case["below"])


def policies_letters(case):
    """The numbers of these conditions, in floats."""
    values, basis = np.linalg.eigh(np.array(case["below"], dtype=float))
    return {"d": 2, "lam": case["lam"], "kappa": condition_number(case["above"], case["below"]), "s": np.maximum(values, 0.0),
            "v": np.array(case["v"], dtype=float) @ basis}  # fmt: skip
