"""Theorem 6.2: suboptimality of private and robust RLHF under coverage."""

from sympy import Ge, Le, log

from boundcheck.claims import Claim, Reading, Source, each

from . import PAPER, proposition_4_2, theorem_5_7
from .lab import greedy
from .notation import HALF, TWICE_THE_BALL, ball, d, delta, n, radius, xi
from .orders import CTL, DISPLAYED
from .proofs import theorem_6_2 as proof
from .proofs.faults import CONFIDENCE
from .proofs.greedy import derivation

CONSTANT = theorem_5_7.CONSTANT
MODERATE = theorem_5_7.MODERATE  # with ln(1/delta) as printed, for delta at most 1/2

# As in Section 5 the features of the regression are differences halved, of norm at most 1: B' = 2 B, and xi is theirs.


def rate(order, confidence):
    """The displayed rate without C; `confidence` is ln(1/delta) in the print."""
    return theorem_5_7.rate(order, confidence)


def explicit(order):
    """Twice the distance of the parameters, which is half that of the doubled ones."""
    return each(lambda term: proposition_4_2.greedy_bound(term.subs(radius, 2 * ball) / 2), theorem_5_7.explicit(order))


TRIVIAL = 2 * ball


def bound(order, confidence=theorem_5_7.MENDED, constant=CONSTANT, *, lab=None, given=()):
    """The bound under an order, put to the test."""
    stated = {"printed": rate(order, confidence), "explicit": explicit(order), "constant": constant[order], "trivial": TRIVIAL, "failure": delta}
    return (lab or greedy.LAB.under(order)).bound(**stated, given=(Ge(n, 8 * log(d / delta) / xi), *given))


def moderate(order):
    """As printed, for delta at most 1/2."""
    return bound(order, log(1 / delta), MODERATE, lab=greedy.MODERATE.under(order), given=(Le(delta, HALF),))


def _readings(order):
    """As printed, with the instance that refutes it and, for want of an explicit version, one regime; and what survives."""
    return {
        "literal": bound(order, log(1 / delta), lab=greedy.LAB.under(order).first(proof.COLLAPSE)),
        "mended": bound(order),
        "moderate": moderate(order),
    }


CLAIM = Claim(
    source=Source(PAPER, "Theorem 6.2", "Section 6.1"),
    words=r"Under the conditions of Proposition 4.2, uniform coverage and $n \ge 8 \ln(d/\delta)/\xi$, the greedy policy "
    r"satisfies, with probability at least $1 - \delta$,",
    displays={
        order.name: (r"\operatorname{SubOpt}_{\mathrm{ORDER}}(\hat{\pi}, \pi^\star) \le C \left( {} \right)".replace("ORDER", order.name), rate(order, log(1 / delta)))
        for order in DISPLAYED
    },
    letters=TWICE_THE_BALL | {"signal": r"\|2 \theta^\star\|"},
    readings=(
        Reading("literal",
            r"$\delta$ ranges over (0, 1); the features of the regression are halved differences (Remark 5.2), so that $\gamma$ is at $B' = 2 B$ and $\xi$ belongs to them",
            fault=CONFIDENCE),
        Reading("mended", r"as displayed for $\delta \le 1/2$; for every $\delta$ with $1 + \ln(1/\delta)$ in place of $\ln(1/\delta)$",
                support=r"the proof of Theorem 5.7, from which it follows directly: Claim E.3 and the last display of Appendix E.5 have $1 + \ln(1/\delta)$"),
        Reading("moderate", r"the displayed bound, for $\delta$ at most 1/2", repair=True),
    ),
    parts={
        **{f"end_to_end_{order}": _readings(order) for order in DISPLAYED},
        "rates": greedy.LAB.under(CTL).rates(bound(CTL)),
    },
    steps=proof.steps(bound, moderate),
    derivations={
        f"end_to_end_{order}@{reading}": derivation(order, stated(order))
        for order in DISPLAYED for reading, stated in (("mended", bound), ("moderate", moderate))
    },
    not_covered=(
        "with features of norm up to 2 left as they are, the printed $n$ is too small for Lemma H.3 by the factor 4",
        "the literal reading has no explicit version: it is refuted by an instance, and its one regime is no test of it",
    ),
)
