"""Lemma 5: curvature and Lipschitz constant of the loss of rankings."""

from sympy import Eq, Ge, Le

from boundcheck.claims import Claim, Definition, Inequality, KeyFinding, Reading, Source
from boundcheck.rlhf.users.plackett_luce import curvature, steepest
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, K, domain, feature_bound, kappa, radius
from .proofs import lemma_5 as proof
from .quantities import RANKED_GAMMA

L, B, H, g, s, z = feature_bound, radius, proof.H, proof.g, proof.s, proof.z
# Features of norm at most L differ by sqrt(kappa), and parameters have norm at most B.
TWO = (*proof.MODEL, *domain(kappa), Le(kappa, 4 * L**2), Le(z**2, B**2 * kappa), *proof.LOGIT, Eq(H, kappa * sigmoid(z) * (1 - sigmoid(z))))


def steepest_gradient(actions):
    """The largest gradient at the truth 0 of any ranking of features of norm at most 1 on a line, which L multiplies."""
    return round(steepest(actions), 4)


def curvature_at_zero(actions):
    """At 0, over kappa, for features that are 1 or -1 at random and any fixed ranking."""
    return round(curvature(actions), 4)


CLAIM = Claim(
    source=Source(PAPER, "Lemma 5", "Appendix C.4", kind="lemma"),
    words=r"Under Assumptions 1 and 2, for rankings of $K$ actions, with $\gamma = e^{-4L B}/2$, the population loss is $\kappa \gamma$ strongly convex and $2 L K^2$ Lipschitz",
    displays={"": r"\text{loss} = -\log \prod_{j = 1}^K \frac{e^{\langle\theta, \phi_{\pi(j)}\rangle}}{\sum_{k = j}^K e^{\langle\theta, \phi_{\pi(k)}\rangle}}", "gamma": RANKED_GAMMA},
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", r"$K$ is at least 2, as in Remark 3; two actions on a line whose features differ by $\sqrt{\kappa}$, where Assumptions 2 and 3 are one and the curvature is $\kappa \sigma'(z)$", fault=proof.SHARE),
        Reading("share", r"$\kappa \gamma (K - 1)/K$ in place of $\kappa \gamma$, so half of it for two actions, and Assumption 3, which the proof states, in place of Assumption 2", repair=True),
    ),
    parts={
        "curvature": {
            "literal": Inequality(kappa * RANKED_GAMMA, H, TWO),
            "share": Inequality(kappa * RANKED_GAMMA / 2, H, TWO),
        },
        "lipschitz": Inequality(g, 2 * L * K**2, (*proof.MODEL, *domain(K), Ge(g, 0), Le(g, 2 * L * s), Le(s, K - 1))),
        "gradients": Definition("largest gradient over $L$, of all rankings of $K$ actions whose features are $L$ or $-L$, at the parameter 0", steepest_gradient, tuple({"actions": k} for k in (2, 3, 4, 6, 8, 12))),
        "curvatures": Definition(r"curvature over $\kappa$ at the parameter 0, for features that are $L$ or $-L$ at random and a fixed ranking of $K$ actions; in the limit of small $L B$ the printed one is 1/2", curvature_at_zero, tuple({"actions": k} for k in (2, 3, 4, 5, 6))),
    },
    steps=proof.STEPS,
    findings=(
        KeyFinding("It costs a factor of 2 for two actions and less for more, which constants that are not named have room for", ("share_costs_two",), weight="little", fault=proof.SHARE),
    ),
    not_covered=(r"whether $\kappa \gamma$ itself is enough from three actions on, where rankings depend on features",),
)  # fmt: skip
