"""Corollary 2: Assouad's lemma by neighbours."""

import math

import sympy
from sympy import Abs, Eq, Ge, Gt, Le, sqrt

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .lab.cubes import COORDINATES, CUBES, MEMBERS, distance, flipped, share_of_risk
from .notation import LETTERS

A, T, d, N, M, Q, R, S, a, b, r, w, x = sympy.symbols("A T d N M Q R S a b r w x", real=True)
WHERE, OURS = "Corollary 2", "derivation; the page has no proof"


def neighbours(laws):
    """The bound for the squared distance of members of ``{1, -1}^d``, of which tau is 2 and alpha is 2."""
    squares = [distance(laws[e], laws[flipped(e, i)]) ** 2 for e in MEMBERS for i in range(COORDINATES)]
    return COORDINATES / 2 * (1 - math.sqrt(sum(squares) / len(squares)))


def small_cube(cube):
    """The bound over the exact risk on a listed cube."""
    return share_of_risk(neighbours, CUBES[cube])


CLAIM = Claim(
    source=Source(PAPER, "Corollary 2", "Appendix C.5", kind="corollary"),
    words="Under the conditions of Lemma 6",
    displays={"": r"R(\mathcal{P}, \rho) \ge \frac{d \tau}{2 \alpha} \left[ 1 - \left( \frac{1}{d} \sum_{i = 1}^d \frac{1}{2^d} \sum_{e \in \mathcal{E}_d} \|P_e - P_{\bar{e}^i}\|_{\mathrm{TV}}^2 \right)^{\frac{1}{2}} \right]"},
    letters=LETTERS | {
        "A": r"\alpha", "T": r"\tau", "N": "2^d", "M": r"\frac{1}{d} \sum_i \operatorname{TV}(P_{+i}, P_{-i})", "Q": r"\frac{1}{d 2^d} \sum_{i, e} \operatorname{TV}^2", "R": r"\sum_{e_i = -1} \operatorname{TV}(P_e, P_{\bar{e}^i})", "S": r"\sum_{e_i = 1} \operatorname{TV}(P_e, P_{\bar{e}^i})",
        "a": r"P_e - P_{\bar{e}^i}", "b": r"P_{e'} - P_{\overline{e'}^i}", "r": r"\frac{1}{d 2^d} \sum_{i, e} \operatorname{TV}", "x": r"\operatorname{TV}(P_e, P_{\bar{e}^i})", "d": "d",
    },
    parts={
        "bound": Inequality(d * T / (2 * A) * (1 - sqrt(Q)), d * T / (2 * A) * (1 - M), (Ge(d, 1), Gt(A, 0), Ge(T, 0), Ge(M, 0), Ge(Q, M**2))),
        "cube": Definition("the bound over the exact Bayes risk of the squared distance on a cube of two coordinates", small_cube, tuple({"cube": i} for i in range(len(CUBES)))),
    },
    steps=(
        Step("convexity", OURS, Inequality(Abs(w * a + (1 - w) * b), w * Abs(a) + (1 - w) * Abs(b), (Ge(w, 0), Le(w, 1))),
            because="At one outcome and for two members with any weights, and so for any number of them: the distance of mixtures is at most the mean distance of the pairs that are mixed."),
        Step("pairs_are_twice", OURS, Identity(2 / N * S, (S + R) / N, (Gt(N, 0), Eq(R, S))),
            because="The sum over the whole cube has every pair of neighbours twice."),
        Step("tangent", OURS, Inequality(2 * r * x - r**2, x**2), because="$r$ is the mean of $x$ over all neighbours: the mean of the left side is $r^2$, so the mean square $Q$ is at least $r^2$."),
        Step("root", OURS, Inequality(M, sqrt(Q), (Ge(M, 0), Le(M, r), Ge(Q, r**2)))),
        Step("bound", WHERE, Inequality(d * T / (2 * A) * (1 - sqrt(Q)), d * T / (2 * A) * (1 - M), (Ge(d, 1), Gt(A, 0), Ge(T, 0), Ge(M, 0), Ge(Q, M**2))),
            because="The right side is the bound of Lemma 6."),
    ),
)  # fmt: skip
