"""Lemma A.8: rewards from private means."""

import sympy
from sympy import Abs, Ge, Gt, Le, diff, exp

from boundcheck.claims import Claim, Identity, Inequality, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import ANY_KEEP, HALF, bound, keep

x, y, m = sympy.symbols("x y m", real=True)
FLATTEST = exp(-bound) + 2 + exp(bound)
f = (2 * sigmoid(x) - 1) * (2 * keep - 1)
DOMAIN = (Gt(keep, HALF), Le(keep, 1), Ge(bound, 0))
INSIDE = (Le(Abs(x), bound), Le(Abs(y), bound))

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.8", "Appendix A", kind="lemma"),
    words=r"For $\alpha$ in (1/2, 1], $B$ at least 0 and $x$, $x'$ in $[-B, B]$,",
    displays={"": r"|x - x'| \le \frac{e^{-B} + 2 + e^B}{2 (2 \alpha - 1)} |(2 \sigma(x) - 1)(2 \alpha - 1) - (2 \sigma(x') - 1)(2 \alpha - 1)|"},
    letters=ANY_KEEP | {"y": "x'"},
    parts={"inverse": Inequality(Abs(x - y), FLATTEST / (2 * (2 * keep - 1)) * Abs(f - f.subs(x, y)), (*DOMAIN, *INSIDE))},
    steps=(
        Step("slope", "proof, first line", Identity(diff(f, x), 2 * (2 * keep - 1) * sigmoid(x) * (1 - sigmoid(x)), DOMAIN),
            because="The left side is differentiated by SymPy."),
        Step("first_form", "proof, first display", Identity(sigmoid(x) * (1 - sigmoid(x)), exp(-x) / (1 + exp(-x)) ** 2),
            display=r"\sigma'(x) = \frac{e^{-x}}{(1 + e^{-x})^2}", because=r"$1 - \sigma(x) = e^{-x}/(1 + e^{-x})$."),
        Step("second_form", "proof, first display", Identity(exp(-x) / (1 + exp(-x)) ** 2, 1 / (exp(x) + 2 + exp(-x)))),
        Step("least_at_the_ends", "proof, second display",
            Inequality(1 / (exp(bound) + 2 + exp(-bound)), 1 / (exp(x) + 2 + exp(-x)), (Le(Abs(x), bound),)),
            because="$e^x + e^{-x}$ grows with $|x|$: the least slope on $[-B, B]$ is the one at its ends."),
        Step("least_slope", "proof, third display",
            Inequality(2 * (2 * keep - 1) / FLATTEST, 2 * (2 * keep - 1) * sigmoid(x) * (1 - sigmoid(x)), (*DOMAIN, Le(Abs(x), bound)))),
        Step("mean_value", "proof, last display",
            Inequality(2 * (2 * keep - 1) / FLATTEST * Abs(x - y), m * Abs(x - y), (*DOMAIN, Ge(m, 2 * (2 * keep - 1) / FLATTEST))),
            because="$m$ is the slope at the intermediate point."),
        Step("sharp", "Lemma A.8",
            Identity(FLATTEST / (2 * (2 * keep - 1)) * diff(f, x).subs(x, bound), sympy.Integer(1), DOMAIN),
            because="The ratio of the two sides tends to 1 as $x$ and $x'$ tend to $B$: the constant is the least one."),
    ),
)
