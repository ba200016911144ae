"""Lemma 2: privacy amplified by Poisson sampling."""

import sympy
from sympy import Ge, Gt, Le, exp, log

from boundcheck.claims import Claim, Inequality, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, PARAMETERS, delta, domain, epsilon

q, a, r = sympy.symbols("q a r", real=True)
RATE = (Gt(q, 0), Le(q, 1))
UNIT = tuple(condition for x in (a, r) for condition in (Ge(x, 0), Le(x, 1)))
SAMPLED = log(1 + q * (exp(epsilon) - 1))

CLAIM = Claim(
    source=Source(PAPER, "Lemma 2", "Appendix C.2"),
    title="Amplification by Poisson sampling",
    words="An (epsilon, delta)-private algorithm on a sample that takes each record with probability q is private at",
    displays={"": '(O(q epsilon), q delta)', "exact": ("epsilon~ = {}", SAMPLED)},
    parameters=tuple(PARAMETERS[k] for k in ("epsilon", "delta")),
    letters=LETTERS | {"q": "q", "a": "P(S)", "r": "P_0 (S)"},
    readings=(Reading("literal", "neighbours differ by one record that is there or not; epsilon has an upper end, as in Theorem 3, where it is below 1"),),
    parts={},
    steps=(
        Step("mixture", "Lemma 2",
            Inequality(q * a + (1 - q) * r, (1 + q * (exp(epsilon) - 1)) * r + q * delta, (*RATE, *UNIT, *domain("epsilon", "delta"), Le(a, exp(epsilon) * r + delta))),
            reduction="a is the probability of an event with the record in the sample, r that without it; the record is there with probability q."),
        Step("mixture_back", "Lemma 2",
            Inequality(r, (1 + q * (exp(epsilon) - 1)) * (q * a + (1 - q) * r) + q * delta, (*RATE, *UNIT, *domain("epsilon", "delta"), Le(r, exp(epsilon) * a + delta)))),
        Step("below_one", "Lemma 2", Inequality(SAMPLED, 2 * q * epsilon, (*RATE, Gt(epsilon, 0), Le(epsilon, 1))),
            display="ln(1 + q (e^epsilon - 1)) <= 2 q epsilon", reduction="For epsilon up to 1 the constant of O is at most 2."),
        Step("below_ten", "Lemma 2", Inequality(SAMPLED, q * (exp(epsilon) - 1), (*RATE, *domain("epsilon"))),
            reduction="In general the constant is (e^epsilon - 1)/epsilon, up to 2,203 at the 10 of Theorem 4: O(q epsilon) takes an upper end of epsilon."),
    ),
    not_covered=("neighbours that replace a user: the accountant has them, this lemma's two lines do not",),
)  # fmt: skip
