"""Theorem 5: error for rankings of $K$ actions."""

from sympy import Eq, Ge, Gt, Integer, Le, Mul, Rational, sqrt, symbols

from boundcheck.claims import (
    Assumption,
    By,
    Cited,
    Claim,
    ExpectationBound,
    Fault,
    Identity,
    Inequality,
    KeyFinding,
    Reading,
    Repair,
    Scaling,
    Source,
    Step,
)

from . import PAPER, lemma_3, lemma_5, theorem_4
from .lab.rankings import MAXIMUM_LIKELIHOOD, MORE_ACTIONS, REGIMES
from .notation import LETTERS, K, alpha, d, domain, epsilon, feature_bound, kappa, m, n, radius
from .proofs.lemma_5 import SHARPER
from .quantities import DIAMETER, RANKED_GAMMA

INDEPENDENT = Assumption("independent", "rankings are independent given the features")
PRIVATE = Assumption("private", "the noise multiplier is that which makes Algorithm 1 private")

C, G, first, g, q, r, s, t = symbols("C G first g q r s t", real=True)
WHERE = "Theorem 5"
L = feature_bound
SIZE = domain(n, m, d, epsilon)
RATE = 1 / sqrt(m * n) + sqrt(d) * t / (sqrt(m) * n * epsilon)
SETTING = Fault("same_setting", "constant that depends on something", "Theorem 5, 'the same setting'", r"step size and $\tau$ of Theorem 4 are made for gradients of norm $4L$")

# A ranking of twelve actions of which the first six have the feature L and the others -L, at the parameter 0: stage by stage.
TWELVE = sum((Rational(12, left) for left in range(7, 13)), Integer(0))

IMPORTED = Cited(r"the excess loss of the phased descent is $C G^2/(\kappa \gamma)$ times the bracket of Lemma 3, for a loss with Lipschitz constant $G$", "Liu and Asi (2024), Theorem 4.11")

CLAIM = Claim(
    source=Source(PAPER, "Theorem 5", "Appendix B.3; proof in Appendix C.4"),
    words=r"In the setting of Theorem 4, for the loss of rankings, with $\gamma = e^{-4L B}/2$",
    displays={"": (r"\mathbb{E}[\|\hat{\theta} - \theta^*\|] \le \tilde{O}\left( {} \right)", K**2 * L / (kappa * symbols("gamma", real=True)) * (1 / sqrt(m * n) + sqrt(d) / (sqrt(m) * n * epsilon))), "maximum likelihood": MAXIMUM_LIKELIHOOD},
    letters=LETTERS | {"G": r"\gamma", "first": r"\mathbb{E}[\|\hat{\theta} - \theta^*\|]", "g": r"\|\nabla\|", "q": r"L/(\kappa \gamma)", "t": r"\log(n d m/\delta)"},
    readings=(Reading("literal", r"given Lemma 3 for a Lipschitz constant of $2 L K^2$, with step size and $\tau$ in proportion to it, and its logarithm; the curvature that Lemma 5 has after mending changes the constant by 2"),),
    parts={
        "excess": IMPORTED,
        "error": Inequality(first, sqrt(2 * C) * K**2 * q * RATE,
            (*SIZE, *domain(K), Ge(C, 0), Gt(q, 0), Ge(t, 0), Ge(first, 0), Le(first**2, 2 * C * (K**2 / 2) ** 2 * (q * K / (K - 1)) ** 2 * (1 / (n * m) + d * t**2 / (n**2 * m * epsilon**2))))),
        "maximum_likelihood": ExpectationBound(MAXIMUM_LIKELIHOOD, DIAMETER, REGIMES, second_moment=MAXIMUM_LIKELIHOOD**2),
        "actions": Scaling(
            printed=K**2 * L / (kappa * RANKED_GAMMA * sqrt(m * n)), explicit=MAXIMUM_LIKELIHOOD, trivial=DIAMETER, failure=alpha, sweeps=(MORE_ACTIONS,),
        ),
    },
    steps=(
        Step("imported", "Appendix C.4, 'with the help of Lemma 3'", IMPORTED, assumes=PRIVATE),
        Step("lipschitz_constant", "Appendix C.4", Identity(Mul((2 * L * K**2) ** 2, 1 / (4 * L) ** 2, evaluate=False), (K**2 / 2) ** 2, (*domain(K, feature_bound, radius),)), because="$2 L K^2$ in place of $4L$ multiplies the error by $K^2/2$."),
        Step("same_setting", f"{WHERE}, 'under the same setting of Theorem 4'", Inequality(g, 4 * L, (*domain(feature_bound, radius), Eq(g, TWELVE * L))),
            display=r"\|\nabla l\| \le 4 L", form="special case",
            because="For twelve actions, six of feature $L$ before six of feature $-L$, the gradient at 0 is $7.8 L$: a stage with $r$ "
            r"actions left adds $12 L/r$. Theorem 4 has $4L$ in its step size and in $\tau$. From seven actions on such "
            "gradients exceed $4L$.",
            repair=Repair(Inequality(g, 2 * L * (K - 1), (*domain(feature_bound, radius, K), Ge(g, 0), Le(g, 2 * L * s), Le(s, K - 1))), r"$2L(K - 1)$ in place of $4L$ in step size and $\tau$"),
            fault=SETTING),
        Step("mended_curvature", "Lemma 5 after mending", Inequality(K / (K - 1), Integer(2), domain(K)), because=r"$\kappa \gamma (K - 1)/K$ in place of $\kappa \gamma$ costs 2 at most, which the constant of the theorem takes."),
        Step("gradients", "Lemma 5", By(SHARPER, given=SHARPER.statement.given), because="$2L(K - 1)$ is the Lipschitz constant that the loss has."),
        Step("with_k", "derivation: the Lipschitz constant that the loss has", Inequality(2 * L * (K - 1) / (4 * L), K / 2, (*domain(K, feature_bound, radius),)), because="With $2L(K - 1)$ the factor is $K/2$: $K^2$ is $K/2$ too many times $K^2/2$."),
        Step("score", "derivation: maximum likelihood", Inequality(r, L * sqrt(K - 1) / sqrt(n * m), (*domain(n, m, K, feature_bound, radius), Ge(r, 0), Le(r**2, (K - 1) * L**2 / (n * m)))),
            because="The mean norm of the gradient at the truth, from the martingale of stages in Lemma 5 and Jensen's inequality.", assumes=INDEPENDENT),
        Step("maximum_likelihood", "derivation: maximum likelihood", Identity(sqrt((K - 1) * L**2 / (n * m)) / (kappa * RANKED_GAMMA * (K - 1) / K), MAXIMUM_LIKELIHOOD, (*domain(n, m, K, feature_bound, radius, kappa),)),
            because=r"Score over curvature: the non-private term needs $K/\sqrt{K - 1}$, so $\sqrt{K}$, where the page has $K^2$."),
        Step("against_k_squared", "derivation: maximum likelihood", Inequality(K / sqrt(K - 1), K**2 / 2, domain(K))),
    ),
    uses=(lemma_3, lemma_5, theorem_4),
    findings=(
        KeyFinding(r"The factor $K^2/2$ may be replaced by $K/2$, since the loss has the Lipschitz constant $2L(K - 1)$; without privacy, the factor $K^2$ by $\sqrt{K}$", ("gradients", "with_k", "maximum_likelihood", "against_k_squared"), weight="better"),
    ),
    not_covered=("the cited Theorem 4.11", "a private estimate for rankings with the smaller factor"),
)  # fmt: skip
