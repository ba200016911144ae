"""The abstract: rates, optimality, logarithmic regret."""

import sympy
from sympy import Eq, Ge, Gt, Le, coth, exp, log, tanh

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER, faults, remark_4_4, remark_4_7, theorem_4_2, theorem_4_5, theorem_5_2
from .notation import ANY_KEEP, concentrability, domain, epsilon, n

C, r, x, S = sympy.symbols("C r x S", real=True)
STRONG = (*domain(epsilon), Le(epsilon, 1))

# The information of a private label about an even preference is tanh^2(epsilon/2)/4 for every epsilon, so that the error is of this order.
NEEDED = coth(epsilon / 2) ** 2 / n
CLAIMED = C / ((exp(epsilon) - 1) ** 2 * n)
EVERY = (*domain(epsilon, n), Ge(C, 1), Eq(epsilon, log(2 + C)))

CLAIM = Claim(
    source=Source(PAPER, "Abstract", "Abstract; contributions in Section 1", kind="passage"),
    words="Offline a shortfall, online a regret of the orders",
    displays={"offline": r"\frac{1}{(e^\varepsilon - 1)^2 n}", "online": r"\frac{d_{\mathcal{F}} \ln(N_{\mathcal{F}} T)}{(e^\varepsilon - 1)^2}"},
    letters=ANY_KEEP | {"q": r"\pi^*"},
    readings=(
        Reading("literal", r"for every $\varepsilon > 0$, with a constant that depends on nothing; bounds that match do so on the family that proves the lower one, whatever its number of states is", fault=faults.ABSTRACT),
        Reading("strong", r"the rate is claimed for $\varepsilon$ in (0, 1], and the bounds match in $n$ and $\varepsilon$; checked for one state",
                support="Remark 4.4, which says that the two orders agree there; the abstract's own sentence, which speaks of the sample size"),
    ),
    parts={
        "offline": {
            "literal": Inequality(NEEDED, CLAIMED, EVERY),
            "strong": Inequality(NEEDED, 14 / ((exp(epsilon) - 1) ** 2 * n), (*domain(n), *STRONG)),
        },
        # Coefficients of beta/((e^epsilon - 1)^2 n) on the hard family of Theorem 4.5, S states (Remark 4.7): with the concentrability of S states, and without.
        "matching": {
            "literal": Inequality(S * concentrability / 8 * S * log(2), C * concentrability * S * log(2), (Ge(concentrability, 2), Ge(C, 1), Eq(S, 9 * C))),
            "strong": Inequality(remark_4_7.COVERAGE * log(2), C * concentrability * log(2), (*remark_4_7.FAMILY, Ge(C, 1))),
        },
        "online": {
            "literal": Inequality(r, C * r / (exp(epsilon) - 1) ** 2, (Gt(r, 0), *EVERY)),
            "strong": Inequality(r, 3 * r / (exp(epsilon) - 1) ** 2, (Gt(r, 0), *STRONG)),
        },
    },
    uses=(remark_4_4, remark_4_7, theorem_4_2, theorem_4_5, theorem_5_2),
    steps=(
        Step("for_every_constant", "offline rate", Inequality(CLAIMED, NEEDED, (*domain(n), *domain(epsilon), Ge(C, 1), Ge(exp(epsilon), 2 + C)), strict=True),
            because=r"As $\varepsilon$ grows the claimed rate tends to 0 exponentially, while without privacy an error of order $1/n$ remains: whatever the constant is, the claim fails from $e^\varepsilon = 2 + C$ on."),
        Step("what_stands", "offline rate", Identity(coth(epsilon / 2) ** 2, ((exp(epsilon) + 1) / (exp(epsilon) - 1)) ** 2, domain(epsilon)),
            because=r"$((e^\varepsilon + 1)/(e^\varepsilon - 1))^2$, as in Remark 4.1, in place of $1/(e^\varepsilon - 1)^2$, is right for every $\varepsilon$."),
        Step("small_epsilon", "offline rate", By(remark_4_4, part="same_order", given=STRONG)),
        Step("first_round", "online rate", Inequality(C * r / (exp(epsilon) - 1) ** 2, r, (*domain(epsilon), Gt(r, 0), Ge(C, 1), Ge(exp(epsilon), 2 + C)), strict=True),
            because=r"$r$ is the shortfall of the reference policy, which Algorithm 2 plays in its first round, labels or not: no regret bound can vanish as $\varepsilon$ grows."),
        Step("coverage", "optimality", By(remark_4_7, given=remark_4_7.GIVEN)),
        Step("plain_information", "optimality", Identity(tanh(epsilon / 2) ** 2 * coth(epsilon / 2) ** 2, sympy.Integer(1), domain(epsilon))),
        Step("matching_in_n_and_epsilon", "optimality", Inequality((exp(epsilon) - 1) ** 2, (sympy.E + 1) ** 2 * tanh(epsilon / 2) ** 2, STRONG),
            because=r"Up to $\varepsilon = 1$ the two effective sample sizes differ by a constant: upper and lower bound match in $n$ and $\varepsilon$, and in $\beta$. They do not in $B$, nor in the number of states of "
            r"the hard family, nor beyond $\varepsilon = 1$."),
        Step("logarithm_against_root", "contributions", Inequality(log(x), 2 * x ** sympy.Rational(1, 2), (Ge(x, 1),))),
    ),
    not_covered=(
        "that shortfall and regret are of these orders: these are Theorems 4.2 and 5.2, on which the abstract rests; the parts compare the privacy factor only",
        "optimal, here and in the conclusion: the bounds are put side by side, on the hard family; which of the two could be improved is not settled here, and $e^B$, which only the upper one has, is left out",
        "priority over earlier work",
    ),
)
