"""Corollary 3.3: estimation error of MLE-RR in the Euclidean norm."""

from sympy import Ge, Gt, Integer, Le, Symbol, sqrt

from boundcheck.claims import By, Claim, Inequality, Reading, Source, Step, total, within_constant

from . import PAPER, theorem_3_2
from .faults import RADIUS
from .lab import one_label
from .notation import ABOVE_2LB, LETTERS, LOW_PRIVACY, d, delta, domain, epsilon, feature_bound, lam, n, radius
from .quantities import SMALLEST, least, private_probability, z

C, f, factor, r, s, w = (Symbol(name, real=True) for name in ("C", "f", "factor", "r", "s", "w"))

WHOLE = next(step for step in theorem_3_2.CLAIM.steps if step.label == "whole")
STATED = (*domain(n, d, epsilon, delta, lam, radius, feature_bound), *LOW_PRIVACY)
NOISE = theorem_3_2.rate()["noise"]
EXPLICIT = {"noise": theorem_3_2.SHELLS["noise"] / sqrt(lam), "radius": theorem_3_2.SHELLS["ridge"] / sqrt(lam)}


def bound(lab, printed, explicit=EXPLICIT):
    """A reading of the display, against the diameter of the ball."""
    return lab.bound(printed=printed, explicit=explicit, constant=theorem_3_2.CONSTANT, trivial=2 * radius, failure=delta, given=LOW_PRIVACY)


LITERAL = bound(one_label.EUCLIDEAN, NOISE / sqrt(lam), total(EXPLICIT))  # B stands beside the constant
APPENDIX = bound(one_label.DIAMETER, {"noise": NOISE / sqrt(lam), "radius": 2 * radius})
WIDTH = sqrt(least + lam)  # what the norm of the data is at least, over the Euclidean one
COVERED = bound(
    one_label.EVERY_DIRECTION,
    {"noise": NOISE / WIDTH, "radius": sqrt(lam) * radius / WIDTH},
    {"noise": theorem_3_2.SHELLS["noise"] / WIDTH, "radius": theorem_3_2.SHELLS["ridge"] / WIDTH},
)

CLAIM = Claim(
    source=Source(PAPER, "Corollary 3.3", "Section 3", kind="corollary"),
    words=r"Under the hypothesis of Theorem 3.2, with probability at least $1 - \delta$",
    displays={"": (r"\|\hat{\theta}_{\mathrm{MLE-RR}} - \theta^*\|_2 \le \frac{C}{\sqrt{\lambda}} \cdot \left( {} \right) + B", NOISE)},
    letters=LETTERS | ABOVE_2LB | SMALLEST | {"w": r"\sqrt{\lambda_{\min}(\Sigma_{\mathcal{D}}) + \lambda}", "factor": 'F', "r": r"\|\Delta\|_2^2", "s": r"\|\Delta\|_{\Sigma_{\mathcal{D}}}^2"},
    readings=(
        Reading("literal",
            r"$C$ is an absolute constant and $B$ has none; since $\lambda$ is free and the estimate does not depend on it, the "
            r"error is then at most $B$ with probability at least $1 - \delta$",
            fault=RADIUS),
        Reading("appendix",
            "$B$ has the constant of the last display of Appendix A, which cannot be below 2; the bound then exceeds the diameter "
            "$2B$ of the ball and says nothing for any $n$",
            support=r"the last display of Appendix A, where $C'$ stands before $\sqrt{\lambda} B$"),
        Reading("covered",
            r"$\sqrt{\lambda_{\min}(\Sigma_{\mathcal{D}}) + \lambda}$ in place of $\sqrt{\lambda}$ in the denominator, and $2 B \sqrt{\lambda}/\sqrt{\lambda_{\min}(\Sigma_{\mathcal{D}}) + \lambda}$ in place of $B$; this is informative where the data cover every direction",
            repair=True),
    ),
    parts={"bound": {"literal": LITERAL, "appendix": APPENDIX, "covered": COVERED}},
    steps=(
        Step("norms", "before Corollary 3.3",
            Inequality(sqrt(r), sqrt(s + lam * r) / sqrt(lam), (Ge(s, 0), Ge(r, 0), Gt(lam, 0))),
            display=r"\|\Delta\|_2 \le \frac{1}{\sqrt{\lambda}} \|\Delta\|_{\Sigma_{\mathcal{D}} + \lambda I}",
            form="translation", because=r"The squared norm on the right is at least $\lambda$ times that on the left."),
        Step("divided", "before Corollary 3.3",
            Inequality(sqrt(r), theorem_3_2.CONSTANT * factor / sqrt(lam) + 2 * radius,
                (Ge(r, 0), Gt(lam, 0), Ge(factor, 0), Gt(radius, 0),
                 Le(sqrt(lam) * sqrt(r), theorem_3_2.CONSTANT * factor + 2 * sqrt(lam) * radius))),
            because="$F$ is the first term of Theorem 3.2 without its constant 35; that of the ridge term is 2."),
        Step("theorem", "Theorem 3.2",
            By(WHOLE, given=STATED, says=Inequality(theorem_3_2.EXPLICIT, theorem_3_2.CONSTANT * theorem_3_2.PRINTED)),
            because="The explicit version of Theorem 3.2 against its rate, both with their ridge terms."),
        Step("over_root", "before Corollary 3.3",
            Inequality(f / sqrt(lam), theorem_3_2.CONSTANT * (factor / sqrt(lam) + 2 * radius),
                (Le(f, theorem_3_2.CONSTANT * (factor + sqrt(lam) * radius)), Gt(lam, 0), Gt(radius, 0))),
            display=r"\frac{f}{\sqrt{\lambda}} \le 35 \left( \frac{F}{\sqrt{\lambda}} + 2 B \right)",
            because="$f$ is the right side of Theorem 3.2 with every constant, at most 35 times the rate."),
        Step("constant", "Corollary 3.3",
            By("over_root", letters={"f": theorem_3_2.EXPLICIT, "factor": NOISE}, given=STATED,
               says=within_constant(APPENDIX)),
            settles=("bound@appendix",)),
        Step("norms_under_coverage", "where every direction is covered",
            Inequality(sqrt(r), sqrt(s + lam * r) / sqrt(least + lam), (Ge(s, least * r), Ge(r, 0), Ge(least, 0), Gt(lam, 0))),
            form="translation", display=r"\|\Delta\|_2 \le \frac{1}{\sqrt{\lambda_{\min}(\Sigma_{\mathcal{D}}) + \lambda}} \|\Delta\|_{\Sigma_{\mathcal{D}} + \lambda I}",
            because=r"The squared norm on the right is at least $\lambda_{\min} + \lambda$ times that on the left."),
        Step("over_width", "where every direction is covered",
            Inequality(f / w, theorem_3_2.CONSTANT * (factor / w + sqrt(lam) * radius / w),
                (Le(f, theorem_3_2.CONSTANT * (factor + sqrt(lam) * radius)), Gt(w, 0), Gt(lam, 0), Gt(radius, 0))),
            because="$f$ is the right side of Theorem 3.2 with every constant."),
        Step("constant_under_coverage", "where every direction is covered",
            By("over_width", letters={"f": theorem_3_2.EXPLICIT, "factor": NOISE, "w": WIDTH}, given=(*STATED, Ge(least, 0)),
               says=within_constant(COVERED)),
            settles=("bound@covered",)),
        Step("limit", "the literal reading",
            Inequality(C * factor / sqrt(lam) + radius, 2 * radius,
                (Ge(C, 1), Gt(factor, 0), Gt(radius, 0), Ge(lam, (C * factor / radius) ** 2))),
            because=r"From this $\lambda$ on the bound as printed is at most the diameter of the ball."),
        Step("antipode", "the literal reading",
            Inequality(
                Integer(0), private_probability(0, -z) - private_probability(0, z), (Ge(z, 0), *domain(epsilon))
            ),
            because="With one private label 0 the likelihood falls as the logit grows, so the estimate is the point of the ball where "
            "the logit is least: the antipode of a truth on the sphere where it is largest. $z$ is the logit at the truth."),
    ),
)
