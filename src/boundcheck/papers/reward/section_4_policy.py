"""Section 4: the gap of the greedy policy."""

import numpy as np
from sympy import Ge, Le, symbols

from boundcheck.claims import Claim, Identity, Inequality, InstanceInequality, Source, Step

from . import PAPER
from .notation import LETTERS, feature_bound
from .quantities import DEFINITIONS

STATES, ACTIONS, FEATURES = 2, 3, 2
DIMENSION = STATES * ACTIONS * FEATURES + 2 * FEATURES + 1
best, chosen, best_hat, chosen_hat, a, b, e, error = symbols("best chosen best_hat chosen_hat a b e error", real=True)


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


def gap(case):
    """Value of the best policy less that of the greedy one."""
    total = 0
    for phi, weight in zip(case["phi"], case["rho"], strict=True):
        rewards, estimates = phi @ case["theta"], phi @ case["estimate"]
        greedy = max(range(ACTIONS), key=lambda action: estimates[action])
        total = total + weight * (max(rewards) - rewards[greedy])
    return total


def square_of_gap(case):
    """Left side, squared so that fractions stay exact."""
    return gap(case) ** 2


def bound(case):
    """4 L^2 |theta - estimate|^2, L the longest feature."""
    longest = max(phi @ phi for phi in case["phi"].reshape(-1, FEATURES))
    miss = case["theta"] - case["estimate"]
    return 4 * longest * (miss @ miss)


CLAIM = Claim(
    source=Source(PAPER, "Section 4, greedy policy", "'Comparison with Zhu et al.'"),
    title="Sub-optimality of the greedy policy",
    words="If the estimate is within g of theta*, the policy that is greedy for it has a gap of the order",
    displays={"": "J(pi^*) - J(hat(pi)_\"Greedy\") <= O(L g)"},
    definitions=DEFINITIONS,
    letters=LETTERS,
    parts={
        "gap": InstanceInequality(
            "square of the gap against 4 L^2 g^2, 2 states, 3 actions, d = 2", DIMENSION, instance, square_of_gap, bound
        )
    },
    steps=(
        Step("greedy", "Section 4, greedy policy",
             Inequality(best - chosen, (best - best_hat) + (chosen_hat - chosen), (Le(best_hat, chosen_hat),)),
             reduction="Rewards of the best and the chosen action, true and estimated; the chosen one has the larger estimate."),
        Step("regroup", "Section 4, greedy policy",
             Identity((a * error - b * error), (a - b) * error),
             reduction="a and b are the features of the two actions along the error: one inner product with their difference."),
        Step("length", "Section 4, greedy policy",
             Inequality((a - b) * e, 2 * feature_bound * error,
                        (Ge(a, -feature_bound), Le(a, feature_bound), Ge(b, -feature_bound), Le(b, feature_bound),
                         Ge(e, 0), Le(e, error))),
             reduction="Along the error: the features' difference is at most 2L long. The constant is 2, and is attained."),
    ),
    not_covered=("the bound g of the estimate, which is Theorem 4.4",),
)
