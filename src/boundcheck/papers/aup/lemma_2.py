"""Lemma 2: amplification by Poisson sampling."""

import sympy
from sympy import Eq, Ge, Gt, Le, Rational, exp, log

from boundcheck.claims import Claim, Fault, Inequality, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, delta, domain, epsilon

q, a, r, C = sympy.symbols("q a r C", real=True)
RATE = (Gt(q, 0), Le(q, 1))
UNIT = tuple(condition for x in (a, r) for condition in (Ge(x, 0), Le(x, 1)))
SAMPLED = log(1 + q * (exp(epsilon) - 1))
CONSTANT = (exp(10) - 1) / 10  # the least that does up to epsilon = 10
LARGE = Fault("lemma_2_range", "range", "Lemma 2", r"$O(q \varepsilon)$ takes an upper end of $\varepsilon$, such as $\varepsilon \le 1$ in Theorem 3, which is not stated")

CLAIM = Claim(
    source=Source(PAPER, "Lemma 2", "Appendix C.2", kind="lemma"),
    words=r"An $(\varepsilon, \delta)$-private algorithm on a sample that takes each record with probability $q$ is private at",
    displays={"": r"(O(q \varepsilon), q \delta)", "exact": (r"\tilde{\varepsilon} = {}", SAMPLED)},
    letters=LETTERS | {"a": "P(S)", "r": "P_0(S)"},
    readings=(
        Reading("literal", r"neighbours differ by one record that is there or not; $\varepsilon$ is any level, as the lemma has it, and the constant depends on nothing: put beside the least one that does up to $\varepsilon = 10$", fault=LARGE),
        Reading("up_to_one", r"$\varepsilon$ is at most 1, and the constant is 2", support=r"Theorem 3, in whose proof the lemma stands, has $\varepsilon$ below 1"),
    ),
    parts={
        "level": {
            "literal": Inequality(SAMPLED, CONSTANT * q * epsilon, (*RATE, *domain(epsilon))),
            "up_to_one": Inequality(SAMPLED, 2 * q * epsilon, (*RATE, Gt(epsilon, 0), Le(epsilon, 1))),
        },
    },
    steps=(
        Step("mixture", "Lemma 2",
            Inequality(q * a + (1 - q) * r, (1 + q * (exp(epsilon) - 1)) * r + q * delta, (*RATE, *UNIT, *domain(epsilon, delta), Le(a, exp(epsilon) * r + delta))),
            because="$a$ is the probability of an event with the record in the sample, $r$ that without it; the record is there with probability $q$."),
        Step("mixture_back", "Lemma 2",
            Inequality(r, (1 + q * (exp(epsilon) - 1)) * (q * a + (1 - q) * r) + q * delta, (*RATE, *UNIT, *domain(epsilon, delta), Le(r, exp(epsilon) * a + delta)))),
        Step("below_one", "Lemma 2", Inequality(SAMPLED, 2 * q * epsilon, (*RATE, Gt(epsilon, 0), Le(epsilon, 1))),
            because=r"For $\varepsilon$ up to 1 the constant of $O$ is at most 2."),
        Step("below_ten", "Lemma 2", Inequality(SAMPLED, q * (exp(epsilon) - 1), (*RATE, *domain(epsilon))),
            because=r"In general the constant is $(e^\varepsilon - 1)/\varepsilon$, up to 2,203 at the 10 of Theorem 4: $O(q \varepsilon)$ takes an upper end of $\varepsilon$."),
        Step("no_constant", "Lemma 2", Inequality(C * q * epsilon, SAMPLED, (Ge(epsilon, 1), Eq(q, exp(-epsilon)), Gt(C, 0), Le(C * epsilon, Rational(2, 5) * exp(epsilon))), strict=True),
            because=r"At $q = e^{-\varepsilon}$ the exact level is above 2/5, and $C q \varepsilon$ is not once $e^\varepsilon/\varepsilon$ is $5/2 C$: whatever $C$ is, there is such an $\varepsilon$."),
    ),
    not_covered=("neighbours that replace a user: the accountant has them, this lemma's two lines do not",),
)  # fmt: skip
