"""Theorem 6.1: suboptimality of private and robust RLHF without coverage."""

from sympy import Eq, Ge, Integer, Le, Rational, log, sqrt, symbols

from boundcheck.claims import (
    Assumption,
    Claim,
    HighProbabilityBound,
    Identity,
    Inequality,
    Reading,
    Source,
    Step,
)

from . import PAPER, corollary_4_4, theorem_5_4
from .notation import LETTERS, PARAMETERS, ball, d, delta, domain, kappa, lam, n, radius
from .quantities import C_EPSILON, GAMMA, c_epsilon, gamma
from .studies import theorem_6_1 as study

CONSTANT = 16
larger, ridge, q_1, q_2 = symbols("B' lambda' q_1 q_2", real=True)

# Features of the regression are differences, of norm up to 2: Theorem 5.4 is applied to their halves, with B' = 2 B.
DEFINITIONS = {gamma: GAMMA.subs(radius, 2 * ball), c_epsilon: C_EPSILON}
VARIANTS = ("ctl", "ltc")


def printed(variant):
    """The displayed rate without C."""
    return sqrt(d * kappa) * theorem_5_4.printed(variant).subs(radius, ball)


def width(variant):
    """Gamma for half of delta, in the halved features: B' = 2 B and a quarter of the ridge."""
    return theorem_5_4.explicit(variant).subs({radius: 2 * ball, lam: lam / 4, delta: delta / 2}, simultaneous=True)


def explicit(variant):
    """Corollary 4.4 without the dimension, at that width."""
    return corollary_4_4.sharper(width(variant))


TRIVIAL = 2 * ball  # of two values of features in the unit ball
RIDGE = Ge(lam, 22 * log(4 * d / delta) / n)


def _bound(variant):
    return HighProbabilityBound(
        printed=printed(variant),
        explicit=explicit(variant),
        constant=Integer(CONSTANT),
        trivial=TRIVIAL,
        failure=delta,
        regimes=study.regimes(variant, width(variant), DEFINITIONS),
        mutants=study.mutants(variant, width(variant), explicit(variant), DEFINITIONS),
        given=(RIDGE,),
    )


CLAIM = Claim(
    source=Source(PAPER, "Theorem 6.1", "Section 6.1"),
    title="Suboptimality of private and robust RLHF",
    words="Under the conditions of Corollary 4.4 and Theorem 5.4, for any comparator and lambda at least a constant times "
    "(d/n) ln(n/delta), the pessimistic policy satisfies, with probability at least 1 - delta,",
    displays={v.upper(): (f'SubOpt_"{v.upper()}" (hat(pi), pi^dagger) <= C {{}}', printed(v)) for v in VARIANTS},
    parameters=tuple(PARAMETERS[name] for name in ("n", "d", "epsilon", "alpha", "delta", "lam", "ball", "kappa")),
    definitions=DEFINITIONS,
    letters=LETTERS | {"signal": "norm(2 theta^star)", "width": "Gamma"},
    readings=(
        Reading("literal", "gamma is that of Theorem 5.4 at the radius B' which fits RLHF (Remark 5.2): B' = 2 B, since differences "
                "of features have norm up to 2"),
    ),
    parts={
        **{f"end_to_end_{variant}": _bound(variant) for variant in VARIANTS},
        "rates": study.rates(printed("ctl"), explicit("ctl"), width("ctl"), TRIVIAL, DEFINITIONS),
    },
    uses=("unified/corollary_4_4", "unified/theorem_5_4"),
    steps=(
        Step("halved_features", "Remark 5.2, as used in Theorem 6.1",
            Identity(larger * sqrt(ridge), ball * sqrt(lam), (Ge(ball, 0), Ge(lam, 0), Eq(larger, 2 * ball), Eq(ridge, lam / 4))),
            reduction="Halved features with the parameter 2 θ have the same logits and, at the ridge λ/4, the same weighted norm of the error."),
        Step("ridge", "Theorem 6.1, hypothesis",
            Inequality(
                log(4 * d / delta), 2 * d * log(n / delta), (*domain("delta"), Ge(d, 2), Ge(n, 2))
            ),
            display='22/n ln((4 d)/delta) <= 44 d/n ln(n/delta)',
            reduction="Lemma H.1 for differences at delta/2, with our constants for the printed Omega: enough from n = 2 on. "
            "For d = 1 the parameter is 0; at n = 1 the diameter of the ball is below the bound."),
        Step("two_events", "Theorem 6.1, probability",
            Inequality(q_1 + q_2, delta, (Le(q_1, delta / 2), Le(q_2, delta / 2))),
            display='PP("(5) and Lemma H.1") >= 1 - delta',
            reduction="q_1 and q_2 are the probabilities with which Theorem 5.4 and Lemma H.1 fail, at delta/2 each: the constant C has room "
            "for ln 2."),
        Step("half_delta", "Theorem 6.1, probability",
            Inequality(d + log(2 / delta), 2 * (d + log(1 / delta)), (*domain("delta"), Ge(d, 1))),
            reduction="The noise term at delta/2 is at most sqrt(2) times that at delta."),
        Step("constant", "Theorem 6.1",
            Inequality(2 * sqrt(3) * 2 * sqrt(2), Integer(CONSTANT)),
            display=f"2 sqrt(3) dot 2 dot sqrt(2) <= {CONSTANT}",
            reduction="Theorem 5.4 holds with C = 2 under CTL and LTC (its steps constant_ctl, constant_ltc), here at B' = 2 B, lambda/4 and "
            "delta/2; Corollary 4.4 without its dimension multiplies by 2 sqrt(3) sqrt(kappa)."),
        Step("dimension", "Theorem 6.1",
            Inequality(sqrt(kappa), sqrt(d * kappa), (Ge(d, 1), Ge(kappa, 0))),
            reduction="The factor sqrt(d) of the print is not needed (Corollary 4.4)."),
        Step("ridge_choice", "after Theorem 6.1",
            Identity(
                ball * sqrt(d / (ball**2 * gamma**2 * n)), 1 / gamma * sqrt(d / n), (Ge(d, 1), Ge(n, 1), *domain("ball"))
            ),
            display='B sqrt(lambda) = 1/gamma sqrt(d/n) "at" lambda = d/(B^2 gamma^2 n)',
            reduction="With this ridge the last term is of the order of the second, without c(epsilon)."),
        Step("ridge_choice_admissible", "after Theorem 6.1",
            Inequality(
                Rational(7, 2) * d / n, d / (ball**2 * gamma**2 * n), (Ge(d, 1), Ge(n, 1), *domain("ball"))
            ),
            display='lambda = d/(B^2 gamma^2 n) >= (7 d)/(2 n)',
            reduction="B γ is bounded, γ being at 2 B, so the choice is of the order d/n at least, up to the logarithm."),
    ),
    assumptions=(
        Assumption("actions_from_sft", "both actions of a comparison are drawn from π_sft", ("ridge",)),
        Assumption("argmax", "the pessimistic value is maximised over all policies, or over a class with the comparator in it",
            ("constant",), "it is concave, so the best policy may be stochastic; in the simulated worlds it is found exactly"),
        Assumption("finite_kappa", "κ(π†, π_ref) is finite", ("dimension",)),
    ),
    not_covered=(
        "comparators that are stochastic, in the simulations; the argmax is over all policies there",
        "Algorithm 2 takes the width, so it must know alpha and the order of privacy and corruption; that it need not (Remark 5.3) "
        "is said of Algorithm 1",
        "the value of the constant under Omega",
    ),
)
