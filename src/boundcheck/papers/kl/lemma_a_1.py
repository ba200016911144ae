"""Lemma A.1: sums against their log-moments."""

import sympy
from sympy import Eq, Ge, Gt, Le, exp, log

from boundcheck.claims import Cited, Claim, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, PARAMETERS, delta, domain

m, p, x, y, s, t = sympy.symbols("m p x y s t", real=True)


def price(confidence):
    """What is added to the log-moments; `confidence` is ln(1/delta), or ln(N/delta) for N sums at once."""
    return confidence


CLAIM = Claim(
    source=Source(PAPER, "Lemma A.1", "Appendix A; Foster et al. (2021)"),
    words="For adapted real variables, with probability at least 1 - delta, for all T' at most T",
    displays={"": "sum_(t <= T') X_t <= sum_(t <= T') ln EE_(t - 1)[e^(X_t)] + ln 1/delta"},
    parameters=(PARAMETERS["delta"],),
    letters=LETTERS,
    # The event {sum X - sum ln E e^X > ln(1/delta)} of probability p, where the supermartingale is above 1/delta.
    parts={"tail": Inequality(p, delta, (*domain("delta"), Ge(p, 0), Le(p / delta, 1)))},
    steps=(
        Step("one_factor", "proof of Lemma A.1",
            Identity(m * exp(-log(m)), sympy.Integer(1), (Gt(m, 0),)),
            display="EE_(t - 1) exp(X_t - ln EE_(t - 1)[e^(X_t)]) = 1",
            reduction="m is the conditional moment of e^X. The product of such factors is a nonnegative martingale that starts at 1; "
            "where a moment is infinite the right side is, too."),
        Step("maximal", "proof of Lemma A.1",
            Cited("the probability that a nonnegative supermartingale ever exceeds 1/delta is at most delta times its start", "Ville (1939)"),
            display="PP(exists T': M_(T') >= 1/delta) <= delta",
            reduction="This is where all times come in at no cost."),
        Step("markov_on_a_level", "proof of Lemma A.1",
            Inequality(p, delta, (*domain("delta"), Ge(p, 0), Ge(m, p / delta), Eq(m, 1))),
            reduction="The end of the argument at a stopping time: p is the probability that the stopped product is above 1/delta, m its mean."),
        Step("logarithm", "Lemma A.1",
            Inequality(s, t + log(1 / delta), (*domain("delta"), Le(exp(s - t), 1 / delta))),
            display="M_(T') <= 1/delta quad => quad sum X_t <= sum ln EE_(t - 1)[e^(X_t)] + ln 1/delta",
            reduction="s and t are the two sums."),
        Step("attained", "Lemma A.1",
            Identity(x - log(delta * exp(x) + (1 - delta) * y), log(1 / delta), (*domain("delta"), Eq(y, 0))),
            reduction="One variable that is x with probability delta and otherwise so small that its exponential y is 0 in the "
            "limit: the bound is met on an event of probability delta, so that ln(1/delta) cannot be lowered."),
    ),
)
