"""Theorem 6.2: suboptimality of private and robust RLHF under coverage."""

import sympy
from sympy import Eq, Ge, Integer, Le, Lt, Rational, exp, log

from boundcheck.claims import (
    Assumption,
    Claim,
    Collapse,
    FiniteLaw,
    Identity,
    Inequality,
    Reading,
    Simulation,
    Source,
    Step,
    each,
    total,
)

from . import PAPER, proposition_4_2, theorem_5_7
from .lab import greedy, tied_directions
from .notation import HALF, TWICE_THE_BALL, alpha, ball, d, delta, domain, epsilon, n, radius, xi
from .orders import CTL, DISPLAYED
from .proofs import theorem_5_7 as proof
from .proofs.faults import CONFIDENCE

CONSTANT = theorem_5_7.CONSTANT
MODERATE = theorem_5_7.MODERATE  # with ln(1/delta) as printed, for delta at most 1/2
K = sympy.Symbol("K", positive=True)
k, m, j, a_1, a_2, t_1, t_2 = sympy.symbols("k m j a_1 a_2 t_1 t_2", real=True)

# As in Section 5 the features of the regression are differences halved, of norm at most 1: B' = 2 B, and xi is theirs.


def rate(order, confidence):
    """The displayed rate without C; `confidence` is ln(1/delta) in the print."""
    return theorem_5_7.rate(order, confidence)


def explicit(order):
    """Twice the distance of the parameters, which is half that of the doubled ones."""
    return each(lambda term: proposition_4_2.greedy_bound(term.subs(radius, 2 * ball) / 2), theorem_5_7.explicit(order))


TRIVIAL = 2 * ball


COLLAPSE = Collapse(
    "with n = 37, a prime, labels along two orthogonal directions of the subspace, the truth halfway between these and epsilon = ln 3 "
    "no data set gives an estimate along the truth; with actions along all estimates and ties broken against the best action, every "
    "data set leaves a suboptimality of at least some s > 0, while the rate tends to 0 as delta tends to 1 (written with K = C/s: K "
    "times the rate is below 1 for every K)",
    K,
    {
        n: Integer(tied_directions.LABELS),
        alpha: Integer(0),
        epsilon: log(3),
        ball: Integer(1),
        xi: Rational(1, 4),
        delta: exp(-1 / (400 * K**2)),
    },
    FiniteLaw(tied_directions.data_sets, tied_directions.off_the_truth),
    Simulation(tied_directions.suboptimality),
    unit=Integer(0),
)


def bound(order, confidence=theorem_5_7.MENDED, constant=CONSTANT, *, lab=None, given=()):
    """The bound under an order, put to the test."""
    stated = {"printed": rate(order, confidence), "explicit": explicit(order), "constant": constant[order], "trivial": TRIVIAL, "failure": delta}
    return (lab or greedy.LAB.under(order)).bound(**stated, given=(Ge(n, 8 * log(d / delta) / xi), *given))


def _readings(order):
    """As printed, with the instance that refutes it and, for want of an explicit version, one regime; and what survives."""
    return {
        "literal": bound(order, log(1 / delta), lab=greedy.LAB.under(order).first(COLLAPSE)),
        "mended": bound(order),
        "moderate": bound(order, log(1 / delta), MODERATE, lab=greedy.MODERATE.under(order), given=(Le(delta, HALF),)),
    }


CLAIM = Claim(
    source=Source(PAPER, "Theorem 6.2", "Section 6.1"),
    words="Under the conditions of Proposition 4.2, uniform coverage and n >= 8 ln(d/delta)/xi, the greedy policy satisfies, "
    "with probability at least 1 - delta,",
    displays={
        order.name: (f'SubOpt_"{order.name}" (hat(pi), pi^star) <= C ({{}})', rate(order, log(1 / delta)))
        for order in DISPLAYED
    },
    letters=TWICE_THE_BALL | {"signal": "norm(2 theta^star)"},
    readings=(
        Reading("literal",
            "delta ranges over (0, 1); the features of the regression are halved differences (Remark 5.2), so that gamma is at B' = 2 B and xi belongs to them",
            fault=CONFIDENCE),
        Reading("mended", "the displayed bound with ln(1/delta) replaced by 1 + ln(1/delta)",
                support="the proof of Theorem 5.7, from which it follows directly: Claim E.3 and the last display of Appendix E.5 have 1 + ln(1/delta)"),
        Reading("moderate", "the displayed bound, for delta at most 1/2", repair=True),
    ),
    parts={
        **{f"end_to_end_{order}": _readings(order) for order in DISPLAYED},
        "rates": greedy.LAB.under(CTL).rates(bound(CTL)),
    },
    steps=(
        Step("halved_features", "Remark 5.2, as used in Theorem 6.2",
            Identity(proposition_4_2.greedy_bound(1) ** 2 * ((a_1 - t_1) ** 2 + (a_2 - t_2) ** 2),
                (2 * a_1 - 2 * t_1) ** 2 + (2 * a_2 - 2 * t_2) ** 2),
            display="2 norm(hat(theta) - theta^star)_2 = norm(2 hat(theta) - 2 theta^star)_2",
            reduction="Squared, for two coordinates. With halved features 2 θ* is what is estimated, so the factor 2 of (4) cancels."),
        *(
            Step(f"constant_{order}", "Theorem 6.2",
                Inequality(total(explicit(order)), CONSTANT[order] * total(rate(order, 1 + log(1 / delta))),
                    domain("n", "epsilon", "alpha", "delta", "ball", "xi")),
                display=proof.against(order, CONSTANT[order], "1 + ln(1/delta)"),
                settles=(f"end_to_end_{order}@mended",),
                reduction=f"N is the sum of Claim E.3's bounds for the noise; C = {CONSTANT[order]} times the rate with 1 + ln(1/delta).")
            for order in DISPLAYED
        ),
        *(
            Step(f"moderate_{order}", "Theorem 6.2, for δ at most 1/2",
                Inequality(total(explicit(order)), MODERATE[order] * total(rate(order, log(1 / delta))),
                    (*domain("n", "epsilon", "alpha", "delta", "ball", "xi"), Le(delta, HALF))),
                display=proof.against(order, MODERATE[order], "ln(1/delta)"),
                settles=(f"end_to_end_{order}@moderate",),
                reduction=f"The printed rate holds with C = {MODERATE[order]}: the factor 2 of (4) is used up, so this is Theorem 5.7's at B' = 2 B; N as before.")
            for order in DISPLAYED
        ),
        Step("collapse_size", "Theorem 6.2, literal",
            Inequality(8 * log(3 / delta) / Rational(1, 4), Integer(tied_directions.LABELS), (Ge(delta, exp(-Rational(1, 400))), Lt(delta, 1))),
            display='8/xi ln(d/delta) <= n quad "at" d = 3, xi = 1/4, n = 37',
            reduction="The printed condition on n in the instance that refutes the literal reading."),
        Step("estimates_are_not_zero", "Theorem 6.2, literal",
            Inequality(Integer(1), (2 * m - k) ** 2, (Eq(k, 2 * j + 1), Ge((m - j) * (m - j - 1), 0))),
            display='n = n_u + n_v "odd" quad => quad abs(n_u - n_v) >= 1',
            reduction="Here k = n = 37 and m = n_u. Rows are (u + w)/sqrt(2), (u - w)/sqrt(2), (v + w)/sqrt(2), (v - w)/sqrt(2), equally likely, "
            "with u and v orthonormal in the subspace and w a unit multiple of the vector of ones: the least eigenvalue is 1/4, and w moves "
            "no logit. An estimate inside the ball lies along u + v only if the shares of ones along u and v are equal, and 37 is prime; "
            "one on the boundary, where both logits would be 1, only if 2 (m_u - m_v) - (n_u - n_v)/2 = (n_u - n_v) sigma(1), and sigma(1) is "
            "irrational. All counts are enumerated. This is for compared actions that always differ, whose difference halved is the row; "
            "if they may be equal an estimate may lie along the truth."),
    ),
    assumptions=(
        Assumption("coverage", "Assumption 5.6 for the differences of features", ("constant_ctl", "constant_ltc", "moderate_ctl", "moderate_ltc")),
        Assumption("actions_from_sft", "both actions of a comparison are drawn from π_sft", ("halved_features",),
                   "the print names the law of the states only; the regimes have this one, the refutation is for actions that always differ"),
    ),
    not_covered=(
        "with features of norm up to 2 left as they are, the printed n is too small for Lemma H.3 by the factor 4",
        "the literal reading has no explicit version: it is refuted by an instance, and its one regime is no test of it",
    ),
)
