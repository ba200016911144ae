"""Section 3: the gap of the pessimistic policy, its infimum over the confidence set solved exactly."""

import itertools

import numpy as np
from sympy import Ge, Gt, Le, symbols

from boundcheck.claims import Claim, Inequality, InstanceInequality, Source, Step

from . import PAPER
from .notation import LETTERS, feature_bound, lam
from .quantities import DEFINITIONS

STATES, ACTIONS = 2, 3
DIMENSION = STATES * ACTIONS * 2 + 7
pess_best, pess_chosen, true_best, true_chosen, inside = symbols(
    "pess_best pess_chosen true_best true_chosen inside", real=True
)
u_1, u_2, v_1, v_2, s_1, s_2, f, x, y, least = symbols("u_1 u_2 v_1 v_2 s_1 s_2 f x y least", real=True)


def instance(vector):
    """Features in R^2, a matrix with rational eigenvectors, a truth, and an interval of parameters around an estimate.

    With d = 2 the parameters of coordinate sum 0 are the multiples of (1, -1), so the confidence set is an interval and
    the infimum over it sits at one of its ends.
    """
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


DIRECTION = np.array([1, -1])


def value(case, policy, size):
    """Value of a policy under the parameter ``size * (1, -1)``."""
    return sum(
        weight * (phi[action] @ DIRECTION) * size
        for weight, phi, action in zip(case["rho"], case["phi"], policy, strict=True)
    )


def square_of_gap(case):
    """Square of the best policy's value less the pessimistic one's."""
    policies = list(itertools.product(range(ACTIONS), repeat=STATES))
    pessimistic = max(policies, key=lambda policy: min(value(case, policy, end) for end in case["ends"]))
    gap = max(value(case, policy, case["truth"]) for policy in policies) - value(case, pessimistic, case["truth"])
    return gap**2


def bound(case):
    """4 L^2 f^2 over the least eigenvalue of the matrix, f the radius of the confidence set in the matrix norm."""
    longest = max(phi @ phi for phi in case["phi"].reshape(-1, 2))
    square_of_f = case["half"] ** 2 * (DIRECTION @ case["matrix"] @ DIRECTION)
    return 4 * longest * square_of_f / case["least"] if case["least"] else 0 * longest


CLAIM = Claim(
    source=Source(PAPER, "Section 3, pessimistic policy", "Eq. (6) and after"),
    title="Sub-optimality of the pessimistic policy",
    words="If theta* lies in the confidence set of radius f, the policy that maximises the least value over that set has a "
    "gap of the order",
    displays={"": "J(pi^*) - J(hat(pi)_Theta) <= O(L f norm((Sigma_cal(D) + lambda I)^(-1\\/2)))"},
    definitions=DEFINITIONS,
    letters=LETTERS,
    parts={
        "gap": InstanceInequality("square of the gap against 4 L^2 f^2 over the least eigenvalue, 2 states, 3 actions, d = 2",
            DIMENSION, instance, square_of_gap, bound)
    },
    steps=(
        Step("pessimism", "Section 3, after (6)",
             Inequality(true_best - true_chosen, true_best - pess_best,
                        (Le(pess_chosen, true_chosen), Le(pess_best, pess_chosen))),
             reduction="The least value over the set is at most the true one, as theta* is in the set, and the chosen policy "
             "has the largest least value."),
        Step("two_radii", "Section 3, after (6)",
             Inequality((x + y) ** 2, 4 * f**2, (Ge(x, 0), Le(x, f), Ge(y, 0), Le(y, f))),
             display='norm(theta^* - theta)_(Sigma_cal(D) + lambda I) <= 2 f',
             reduction="Both lie within f of the estimate; x and y are their distances from it."),
        Step("cauchy_schwarz", "Section 3, after (6)",
             Inequality((u_1 * v_1 + u_2 * v_2) ** 2, (s_1 * u_1**2 + s_2 * u_2**2) * (v_1**2 / s_1 + v_2**2 / s_2),
                        (Gt(s_1, 0), Gt(s_2, 0))),
             display="chevron.l theta^* - theta, v chevron.r <= norm(theta^* - theta)_M norm(v)_(M^(-1))",
             reduction="In the eigenbasis of M = Sigma + lambda I, in two dimensions; v is the mean feature of the policy."),
        Step("operator_norm", "Section 3, after (6)",
             Inequality(v_1**2 / s_1 + v_2**2 / s_2, feature_bound**2 / least,
                        (Gt(least, 0), Ge(s_1, least), Ge(s_2, least), Le(v_1**2 + v_2**2, feature_bound**2))),
             display='norm(v)_(M^(-1)) <= L norm(M^(-1\\/2))',
             reduction="least is the least eigenvalue of M. Altogether the constant is 2."),
        Step("vacuous_norm", "Section 3, after (6)",
             Inequality(1 / (least + lam), 1 / lam, (Ge(least, 0), Gt(lam, 0))),
             reduction="Without coverage the factor is 1/sqrt(lambda), which undoes the smallness of sqrt(lambda) B in f."),
    ),
    not_covered=("that theta* lies in the confidence set, which is Theorem 3.2", "more than two states, two dimensions"),
)
