"""What cannot be improved: two members that so many labels cannot tell apart."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, cosh, coth, exp, log, sinh

from boundcheck.claims import By, Inequality, Step
from boundcheck.symbolic import sigmoid

from ... import lemma_a_5
from ...notation import HALF, bound, delta, domain, epsilon, n, size, tau
from .letters import OPEN, C, g, w

# Two members of one state with two equally likely actions, B and B - g apart there.
GAP = sympy.Rational(1, 4)
ENOUGH = 3000  # e^B over C cosh^2(epsilon/2)
BLIND = log(sympy.Rational(5, 4)) / (2 * sinh(epsilon / 2) ** 2 * GAP**2) * exp(2 * (bound - GAP))  # samples that cannot tell
NEEDED = (Ge(C, 1), *domain(epsilon), Eq(bound, log(ENOUGH * C * cosh(epsilon / 2) ** 2)))
ALLOWED = C * exp(bound) * coth(epsilon / 2) ** 2 * 2 * log(40) / BLIND
AT = {epsilon: Integer(1), bound: log(ENOUGH * C * cosh(HALF) ** 2)}
INSTANCE = {
    **AT, delta: sympy.Rational(1, 20), size: Integer(2), n: BLIND.subs(epsilon, 1).subs(AT), tau: log(40) / BLIND.subs(epsilon, 1).subs(AT),
}
WRONG = Inequality(GAP**2 / 4, HALF * (GAP - GAP / 2) ** 2 + HALF * (0 - GAP / 2) ** 2)
LIKELY = Inequality(sympy.Rational(1, 5), exp(-log(sympy.Rational(5, 4))) / 4)
GROUNDS = (
    Inequality(sigmoid(bound) - sigmoid(bound - g), g * exp(-(bound - g)), (Gt(g, 0), Le(g, bound))),
    Inequality(2 * n * sinh(epsilon / 2) ** 2 * w**2, log(sympy.Rational(5, 4)), (*domain(epsilon, bound), Gt(n, 0), Le(n, BLIND), Ge(w, 0), Le(w, GAP * exp(-(bound - GAP))))),
)
LIMITS = (
    Step("flat_end", "what cannot be improved", Inequality(sigmoid(bound) - sigmoid(bound - g), g * exp(-(bound - g)), (Gt(g, 0), Le(g, bound))),
        because="Two members that differ by $B$ and by $B - g$ at the two actions of one state."),
    Step("divergence", "what cannot be improved", By(lemma_a_5.ONE_DIRECTION, given=(*OPEN, *domain(epsilon)))),
    Step("undetected", "what cannot be improved",
        Inequality(2 * n * sinh(epsilon / 2) ** 2 * w**2, log(sympy.Rational(5, 4)), (*domain(epsilon, bound), Gt(n, 0), Le(n, BLIND), Ge(w, 0), Le(w, GAP * exp(-(bound - GAP))))),
        form="translation", display=r"n \operatorname{KL} \le \ln \frac{5}{4}",
        because="$w$ is the difference of the two logistic values, at most $(1/4) e^{-(B - 1/4)}$; half of the samples show both actions."),
    Step("for_every_constant", "what cannot be improved", Inequality(ALLOWED, GAP**2 / 4, NEEDED, strict=True),
        because=r"The printed bound at $\delta = 1/20$ and $\tau = \ln(40)/n$, with any constant $C$, against the error $g^2/4$ of the wrong member, at "
        r"$e^B = 3000 C \cosh^2(\varepsilon/2)$ and the number of samples that cannot tell: $e^{2 B}$ has to stand in place of $e^B$, for every "
        r"$\varepsilon$."),
)  # fmt: skip
