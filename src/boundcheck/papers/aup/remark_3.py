"""Remark 3: two actions."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, exp, log

from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Repair, Source, Step

from . import PAPER
from .notation import GAMMA, LETTERS, K, domain, feature_bound, gamma, kappa, radius
from .quantities import RANKED_GAMMA

C, M, R, u, v, w, x, y = sympy.symbols("C M R u v w x y", real=True)
WHERE = "Remark 3"
L, B = feature_bound, radius
MODEL = domain(feature_bound, radius)
THREE = Fault("fixed_number_of_actions", "range", f"{WHERE}, 'or $K = O(1)$'", "for a fixed number of actions above two the model is no pairwise comparison")

CLAIM = Claim(
    source=Source(PAPER, "Remark 3", "Appendix B.3", kind="remark"),
    words="For $K = 2$ the bound of Theorem 5 is that of Theorem 4 up to a constant",
    displays={"": K**2 * L / (kappa * gamma), "Theorem 4": L / (kappa * gamma)},
    letters=LETTERS | {"u": "e^u", "v": "r_1", "w": "r_2", "x": "L B", "y": "r_3", "gamma": r"\gamma"},  # any slope
    readings=(
        Reading("literal", r"$\gamma$ is one letter in both displays, as Theorem 5 is in the setting of Theorem 4; $K$ is at most a number $M$, on which the constant may depend"),
        Reading("lemma_5", r"Theorem 5 has the $\gamma$ of Lemma 5; the constant may depend on a bound $R$ of $L B$", support=r"C.4 proves Theorem 5 with $\gamma = e^{-4L B}/2$; Assumption 1 calls $B$ and $L$ constants"),
    ),
    parts={
        "utility": {
            "literal": Inequality(K**2 * L / (kappa * gamma), M**2 * L / (kappa * gamma), (*MODEL, *domain(kappa, K), Gt(gamma, 0), Le(K, M))),
            "lemma_5": Inequality(4 / RANKED_GAMMA, 8 * exp(2 * R) / GAMMA, (*MODEL, Gt(R, 0), Le(L * B, R))),
        },
        "model": Identity(exp(u) / (exp(u) + 1), 1 / (1 + exp(-u))),
    },
    steps=(
        Step("two_actions", WHERE, Identity(K**2, Integer(4), (*domain(K), Eq(K, 2)))),
        Step("three_actions", f"{WHERE}, 'or $K = O(1)$'", Identity(exp(v) / (exp(v) + exp(w) + exp(y)), exp(v) / (exp(v) + exp(w))),
            display=r"\mathbb{P}[y = 1 \mid s, a_1, a_2, a_3] = \mathbb{P}[y = 1 \mid s, a_1, a_2]", form="translation",
            because="The probability of a label of B.3 at $K = 3$, for three actions with the rewards $v$, $w$ and $y$. The third action takes its share of the probability, and a ranking of three has six outcomes.",
            repair=Repair(Identity(exp(v) / (exp(v) + exp(w)), 1 / (1 + exp(w - v))), "for $K = 2$; for other fixed $K$ the rate of Theorem 5 stands, and $K^2$ goes into the constant"), fault=THREE),
        Step("ratio", r"derivation: the $\gamma$ of Lemma 5", Identity(1 / (exp(-4 * x) / 2) / (2 + exp(2 * x) + exp(-2 * x)), 2 * exp(4 * x) / (exp(x) + exp(-x)) ** 2, (Gt(x, 0),)),
            because=r"$1/\gamma$ of Theorem 5 over that of Theorem 4, $x = L B$: of order $2 e^{2x}$."),
        Step("for_every_constant", r"derivation: the $\gamma$ of Lemma 5", Inequality(C * (2 + exp(2 * x) + exp(-2 * x)), 8 * exp(4 * x), (Ge(C, 1), Ge(x, log(C) / 2)), strict=True),
            because=r"$4/\gamma$ of Theorem 5 is more than $C/\gamma$ of Theorem 4 from $L B = \ln(C)/2$ on: one letter stands for two numbers, and with that of Lemma 5 no constant does for all $L$ and $B$."),
        Step("never_better", r"derivation: the $\gamma$ of Lemma 5", Inequality(2 + exp(2 * x) + exp(-2 * x), 8 * exp(4 * x), (Gt(x, 0),)), because="The bound of Theorem 5 is the larger one everywhere."),
        Step("lipschitz", WHERE, Inequality(4 * L, 2 * L * K**2, (*MODEL, *domain(K))), because="$8L$ for two actions, where Lemma 4 has $4L$ and $2L$ is enough."),
        Step("mended", "derivation", Identity(2 * L * (K - 1), 2 * L, (*MODEL, *domain(K), Eq(K, 2))), because="With the Lipschitz constant $2L(K - 1)$, and $e^{-2L B}/4$ for the curvature of two actions, Theorem 5 gives Theorem 4 back."),
        Step("mended_curvature", "derivation", Inequality(exp(-2 * x) / 4, 1 / (2 + exp(2 * x) + exp(-2 * x)), (Gt(x, 0),))),
    ),
)  # fmt: skip
