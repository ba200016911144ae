"""Equation (2): minimax winner and duality gap."""

from fractions import Fraction

import sympy
from sympy import Add, Eq, Ge, Gt, Integer, Le, Max, Min, Mul

from boundcheck.claims import (
    Claim,
    Definition,
    Identity,
    Inequality,
    InstanceInequality,
    Reading,
    Source,
    Step,
)

from . import PAPER
from .notation import LETTERS

P, P_back, best, least, own, mean_1, mean_2 = sympy.symbols("P P_back best least own mean_1 mean_2", real=True)
DIMENSION = 6


def game(vector):
    """An antisymmetric table of three actions, and a policy."""
    x, y, z = (2 * u / (1 + u * u) for u in vector[:3])
    masses = [1 + u * u for u in vector[3:]]
    policy = [m / sum(masses) for m in masses]
    table = ((0 * x, x, y), (-x, 0 * x, z), (-y, -z, 0 * x))
    against = [sum(row[b] * policy[b] for b in range(3)) for row in table]
    return {"against": against, "own": sum(p * value for p, value in zip(policy, against, strict=True)), "zero": 0 * x}


def nothing(case):
    """Zero."""
    return case["zero"]


def gap(case):
    """Duality gap over all policies: the best value against the policy, less the least value of the policy."""
    return max(case["against"]) - min(-value for value in case["against"])


def game_letters(case):
    """What a policy wins against itself, at most against it, and at least."""
    return {"own": case["own"], "best": max(case["against"]), "least": min(-value for value in case["against"])}


def smallest_gap(policies):
    """Least duality gap of rock, paper and scissors among a few policies, where players choose among those, too."""
    beats = ((0, 1, -1), (-1, 0, 1), (1, -1, 0))

    def value(p, q):
        return sum(a * b * beats[i][j] for i, a in enumerate(p) for j, b in enumerate(q))

    return min(max(value(q, p) for q in policies) - min(value(p, q) for q in policies) for p in policies)


PURE = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
THIRD = Fraction(1, 3)
# Three policies of which each meets the next one: ell(1, 2), ell(2, 3), ell(3, 1). Half the duality gap of each is the best reply's value.
g_1, g_2, g_3, w_1, w_2, w_3 = sympy.symbols("g_1 g_2 g_3 w_1 w_2 w_3", real=True)
CYCLE = tuple(c for g in (g_1, g_2, g_3) for c in (Ge(g, -1), Le(g, 1)))
RING = (*CYCLE, Gt(g_1, 0), Gt(g_2, 0), Gt(g_3, 0))
# Weights of the mixture; each policy's is in proportion to the meeting of the two others.
WEIGHTS = tuple(Eq(w * (g_1 + g_2 + g_3), g) for w, g in ((w_1, g_2), (w_2, g_3), (w_3, g_1)))
MIXED_WINNER = Inequality(Max(g_1 * w_2 - g_3 * w_3, g_2 * w_3 - g_1 * w_1, g_3 * w_1 - g_2 * w_2), Integer(0), (*RING, *WEIGHTS))
CLAIM = Claim(
    source=Source(PAPER, "Equation (2)", "Section 2.1", kind="equation"),
    words=r"With $\ell = 2 P - 1$ the minimax winner is the same, and the duality gap is not negative",
    displays={
        "(2)": r"\pi_{\mathrm{MW}} = \operatorname{argmax}_\pi \min_{\pi'} \ell^\star(\pi, \pi')",
        "gap": r"\operatorname{DG}(\hat{\pi}) = \max_{\pi \in \Pi} \ell^\star(\pi, \hat{\pi}) - \min_{\pi \in \Pi} \ell^\star(\hat{\pi}, \pi)",
    },
    letters=LETTERS | {"P": r"P(\pi \succ \pi')", "P_back": "P_2", "best": "M", "least": "m",
        "g_1": r"\ell_{12}", "g_2": r"\ell_{23}", "g_3": r"\ell_{31}", "own": r"\ell(\hat{\pi}, \hat{\pi})", "mean_1": "a", "mean_2": "b"},
    readings=(
        Reading("literal", "the minimax winner \"can be viewed as\" an equilibrium: of the game whose players mix, as the von Neumann winner does and as the last line of Algorithm 3 does"),
    ),
    parts={
        "not_negative": InstanceInequality("zero against the duality gap of a policy in a game of three actions, over all policies", DIMENSION, game, nothing, gap, letters=game_letters),
        "nash": MIXED_WINNER,
        "least_gap": Definition("least duality gap in rock, paper, scissors", smallest_gap,
            ({"policies": PURE}, {"policies": (*PURE, (THIRD, THIRD, THIRD))})),
    },
    steps=(
        Step("scaling", "before Eq. (2)", Inequality(2 * P - 1, 2 * P_back - 1, (Le(P, P_back),)), because="The scaled form orders policies as the preferences do, so argmax and min are the same."),
        Step("range", "before Eq. (2)", Inequality((2 * P - 1) ** 2, Integer(1), (Ge(P, 0), Le(P, 1)))),
        Step("antisymmetric", "after Eq. (2)", Identity(Add(Mul(2, 1 - P, evaluate=False), -1, evaluate=False), -(2 * P - 1)), because=r"One of the two is preferred, so $P(b \succ a) = 1 - P(a \succ b)$: a game of constant sum, with $\ell$ antisymmetric."),
        Step("means", "after Eq. (2)", Identity(2 * (own * mean_1 + (1 - own) * mean_2) - 1, own * (2 * mean_1 - 1) + (1 - own) * (2 * mean_2 - 1)), because="Scaling and averaging commute."),
        Step("gap_not_negative", "definition of the gap", Inequality(Integer(0), Max(own, best) - Min(own, least)),
            because="The policy, or for a mixture of the class its mean against itself, is among those over which maximum and minimum are taken.",
            settles=("not_negative",)),
        Step("ring_without_mixtures", "after Eq. (2)", Inequality(Integer(0), Min(Max(-g_1, g_3), Max(g_1, -g_2), Max(g_2, -g_3)), RING, strict=True),
            because="Half the least gap of three policies of which each beats the next: none is an equilibrium without the mixtures."),
    ),
    not_covered=("players who may not mix: among finitely many policies the minimax winner need not be an equilibrium, which the page does not claim",),
)  # fmt: skip
