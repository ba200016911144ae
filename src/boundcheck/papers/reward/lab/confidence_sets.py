"""Every instance of policy (6) with 2 states, 3 actions and d = 2: the square of its gap, and what bounds it.

With d = 2 the parameters of coordinate sum 0 are the multiples of (1, -1), so the confidence set is an interval and the
infimum over it sits at one of its ends.
"""

import itertools

import numpy as np

STATES, ACTIONS = 2, 3
DIMENSION = STATES * ACTIONS * 2 + 7
DIRECTION = np.array([1, -1])


def instance(vector):
    """Features in R^2, a matrix with rational eigenvectors, a truth, and an interval of parameters around an estimate."""
    split = STATES * ACTIONS * 2
    weight, turn, first, second, truth, off, half = vector[split:]
    slant = 1 + turn * turn
    cos, sin = (1 - turn * turn) / slant, 2 * turn / slant
    rotation = np.array([[cos, -sin], [sin, cos]])
    eigenvalues = (first * first + second * second / 1000, second * second + first * first / 1000)
    half = half * half
    shift = half * 2 * off / (1 + off * off)  # |shift| <= half: the truth is in the set
    chance = weight * weight / (1 + weight * weight)
    return {
        "phi": np.reshape(vector[:split], (STATES, ACTIONS, 2)),
        "matrix": rotation @ np.diag(eigenvalues) @ rotation.T,
        "least": min(eigenvalues),
        "truth": truth,
        "ends": (truth + shift - half, truth + shift + half),
        "half": half,
        "rho": (chance, 1 - chance),
    }


def mean_feature(case, policy):
    """Of a map from states to actions."""
    return sum(weight * phi[action] for weight, phi, action in zip(case["rho"], case["phi"], policy, strict=True))


def value(case, policy, size):
    """Value of a policy under the parameter ``size * (1, -1)``."""
    return mean_feature(case, policy) @ DIRECTION * size


def best_and_chosen(case):
    """The best map, and the one with the largest least value over the interval."""
    policies = list(itertools.product(range(ACTIONS), repeat=STATES))
    best = max(policies, key=lambda policy: value(case, policy, case["truth"]))
    return best, max(policies, key=lambda policy: min(value(case, policy, end) for end in case["ends"]))


def square_of_gap(case):
    """Square of the best policy's value less the pessimistic one's."""
    best, chosen = best_and_chosen(case)
    return (value(case, best, case["truth"]) - value(case, chosen, case["truth"])) ** 2


def bound_of_best(case):
    """4 f^2 times the square of the norm of the best policy's mean feature: the matrix cancels where one direction is left."""
    return 4 * case["half"] ** 2 * value(case, best_and_chosen(case)[0], 1) ** 2


def bound(case):
    """4 L^2 f^2 over the least eigenvalue of the matrix, f the radius of the confidence set in the matrix norm."""
    longest = max(phi @ phi for phi in case["phi"].reshape(-1, 2))
    square_of_f = case["half"] ** 2 * (DIRECTION @ case["matrix"] @ DIRECTION)
    return 4 * longest * square_of_f / case["least"] if case["least"] else 0 * longest


def numbers(case, basis, eigenvalues):
    """What the letters of the proof stand for, in coordinates of an orthonormal basis."""
    centre, (best, chosen) = sum(case["ends"]) / 2, best_and_chosen(case)
    worst = min(case["ends"], key=lambda end: value(case, best, end))
    mean, along = mean_feature(case, best) @ basis, DIRECTION @ basis
    return {
        "many": len(eigenvalues), "s": eigenvalues, "v": mean, "x_": (case["truth"] - centre) * along, "y_": (centre - worst) * along,
        "f": case["half"] * float(along**2 @ eigenvalues) ** 0.5, "size": float(mean**2 @ (1 / eigenvalues)) ** 0.5,
        "m": min(eigenvalues), "feature_bound": float(max(phi @ phi for phi in case["phi"].reshape(-1, 2))) ** 0.5,
        "true_best": value(case, best, case["truth"]), "true_chosen": value(case, chosen, case["truth"]),
        "pess_best": value(case, best, worst), "pess_chosen": min(value(case, chosen, end) for end in case["ends"]),
    }  # fmt: skip


def every_direction(case):
    """In an eigenbasis of the plane."""
    eigenvalues, basis = np.linalg.eigh(case["matrix"].astype(float))
    return numbers(case, basis, eigenvalues)


def one_direction(case):
    """On the vectors of coordinate sum 0 alone."""
    basis = DIRECTION[:, None] / 2**0.5
    return numbers(case, basis, np.diag(basis.T @ case["matrix"].astype(float) @ basis))
