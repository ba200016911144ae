"""Lemma 4: curvature and Lipschitz constant of the population loss."""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt

from boundcheck.claims import Claim, Identity, Inequality, KeyFinding, Reading, Repair, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .faults import SIGN
from .notation import LETTERS, domain, feature_bound, gamma, kappa, radius

D, E, S, p, q, v, x, y, z, H = sympy.symbols("D E S p q v x y z H", real=True)
WHERE = "Lemma 4, proof"
SLOPE = (Gt(p, 0), Lt(p, 1), Eq(D, p * (1 - p)))
CURVED = (*SLOPE, Eq(E, D * (1 - 2 * p)), Ge(y, 0), Le(y, 1))
LIKELIHOOD = y * (E * p - D**2) / p**2 - (1 - y) * (E * (1 - p) + D**2) / (1 - p) ** 2  # second derivative of the log-likelihood
LOGIT = (Ge(z, -2 * feature_bound * radius), Le(z, 2 * feature_bound * radius))

LIPSCHITZ = Inequality(q, 4 * feature_bound, (*domain(feature_bound), Ge(x, 0), Le(q, x), Le(x, 2 * feature_bound)))


def curvature(second):
    """That `second`, the second derivative of the loss along v, is that of a strongly convex function."""
    return Inequality(kappa * gamma * v**2, H, (*domain(kappa, feature_bound, radius), Eq(H, second), Ge(D, gamma), Le(4 * D, 1), Gt(v, 0), Ge(S, kappa * v**2)))


CLAIM = Claim(
    source=Source(PAPER, "Lemma 4", "Appendix C.3", kind="lemma"),
    words=r"Under Assumptions 1 and 2 the population loss is $\kappa \gamma$ strongly convex and $4L$ Lipschitz",
    displays={"": r"\text{loss} = \mathbb{E}[\mathbf{1}(y = 1) \log \sigma(\theta^\top x) + \mathbf{1}(y = 0) \log(1 - \sigma(\theta^\top x))]"},
    letters=LETTERS | {"D": r"\sigma'", "E": r"\sigma''", "p": r"\sigma(\theta^\top x)", "q": r"\|V x\|", "v": r"\|v\|", "x": r"\|x\|", "z": r"\theta^\top x", "H": r"v^\top \nabla^2 v", "S": r"v^\top \Sigma v"},
    readings=(
        Reading("literal", r"the loss as it is printed, whose second derivative along $v$ is $-\sigma' v^\top \Sigma v$ for some value of $\sigma'$ on the way", fault=SIGN),
        Reading("minus", "the loss has its minus", misprint="(1) and the loss of B.3 have the minus, and line 16 of Algorithm 2 descends"),
    ),
    parts={
        "curvature": {"literal": curvature(-D * S), "minus": curvature(D * S)},
        "lipschitz": LIPSCHITZ,
    },
    steps=(
        Step("gradient_at_one", f"{WHERE}, $|V|$ at $y = 1$", Identity(D / p, 1 - p, SLOPE)),
        Step("gradient_at_zero", f"{WHERE}, $|V|$ at $y = 0$", Inequality(D / (1 - p), sympy.Integer(1), SLOPE)),
        Step("lipschitz", f"{WHERE}, 'Lipschitz continuous'", LIPSCHITZ,
            display=r"\|V_\theta x\| \le 4 L", form="reduction", because=r"$|V|$ is at most 1 and $\|x\|$ at most $2L$."),
        Step("lipschitz_with_two", "derivation", Inequality(q, 2 * feature_bound, (*domain(feature_bound), Ge(x, 0), Le(q, x), Le(x, 2 * feature_bound))),
            because="$2L$ is enough: every $4L$ of Theorem 4 may be halved."),
        Step("hessian", f"{WHERE}, Hessian", Identity(LIKELIHOOD, D, CURVED),
            display=r"\nabla^2 l = \mathbb{E}[(\mathbf{1}(y = 1) \sigma' + \mathbf{1}(y = 0) \sigma') x x^\top]", form="reduction",
            because="Along $x$, for the loss as it is printed in Section 5 and in Lemmas 3 and 4. Its second derivative is "
            r"$-\sigma'$: it is concave, and a descent on it runs away from the truth. Printed so in both texts that were "
            "read.",
            repair=Repair(Identity(-LIKELIHOOD, D, CURVED), "a minus before the loss"),
            misprint="(1) and the loss of B.3 have the minus, and line 16 of Algorithm 2 descends", fault=SIGN),
        Step("least_slope", rf"{WHERE}, $\gamma$", Inequality(gamma, sigmoid(z) * (1 - sigmoid(z)), (*LOGIT, *domain(feature_bound, radius)))),
        Step("strong_convexity", f"{WHERE}, last display", Inequality(kappa * gamma * v**2, H, (*domain(kappa, feature_bound, radius), Ge(H, gamma * x), Ge(x, kappa * v**2))),
            display=r"v^\top \nabla^2 l(\theta) v \ge \kappa \gamma \|v\|_2^2", form="reduction", because=r"$x$ is $v^\top \Sigma v$ here, at least $\kappa \|v\|^2$ by Assumption 2 for $v$ in the subspace."),
    ),
    findings=(
        KeyFinding("$2L$ in place of $4L$", ("lipschitz_with_two",), weight="better"),
    ),
)  # fmt: skip
