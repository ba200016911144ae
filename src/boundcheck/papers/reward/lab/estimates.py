"""Every instance of a greedy policy with 2 states, 3 actions and d = 2: features, a truth and an estimate; the square of its gap."""

import numpy as np

STATES, ACTIONS, FEATURES = 2, 3, 2
DIMENSION = STATES * ACTIONS * FEATURES + 2 * FEATURES + 1


def instance(vector):
    """Features, a true and an estimated parameter, and the probability of the first state."""
    split = STATES * ACTIONS * FEATURES
    weight = vector[-1] * vector[-1]
    return {
        "phi": np.reshape(vector[:split], (STATES, ACTIONS, FEATURES)),
        "theta": vector[split : split + FEATURES],
        "estimate": vector[split + FEATURES : -1],
        "rho": (weight / (1 + weight), 1 / (1 + weight)),
    }


def mean_feature(case, name):
    """Of the policy that is greedy for the parameter of that name."""
    return sum(
        weight * phi[max(range(ACTIONS), key=(phi @ case[name]).__getitem__)] for phi, weight in zip(case["phi"], case["rho"], strict=True)
    )


def square_of_gap(case):
    """Square of the best policy's value less the greedy one's, so that fractions stay exact."""
    return ((mean_feature(case, "theta") - mean_feature(case, "estimate")) @ case["theta"]) ** 2


def bound(case):
    """4 L^2 |theta - estimate|^2, L the longest feature."""
    longest = max(phi @ phi for phi in case["phi"].reshape(-1, FEATURES))
    miss = case["theta"] - case["estimate"]
    return 4 * longest * (miss @ miss)


def numbers(case):
    """What the letters of the proof stand for."""
    miss = case["theta"] - case["estimate"]
    longest = max(float(phi @ phi) for phi in case["phi"].reshape(-1, FEATURES)) ** 0.5
    return {
        "d": FEATURES, "v": mean_feature(case, "theta"), "w": mean_feature(case, "estimate"), "t": miss, "e": case["estimate"],
        "D": float(miss @ miss) ** 0.5, "feature_bound": longest,
    }  # fmt: skip
