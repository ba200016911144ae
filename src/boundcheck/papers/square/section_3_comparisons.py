"""Section 3: comparisons with other work."""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, Rational, exp, log, sqrt

from boundcheck.claims import Claim, Identity, Inequality, Source, Step, total

from . import PAPER, theorem_3_5
from .notation import LETTERS, alpha, c_epsilon, domain, epsilon, n
from .quantities import COST, OF_GAPS, complexity, kappa

d, delta, flip = sympy.symbols("d delta flip", real=True)
APPROXIMATE = (d * log(1 / delta)) ** Rational(1, 4) / sqrt(n * epsilon)
PURE = sqrt(d) / sqrt(n * epsilon)
KNOWN = (Gt(delta, 0), Lt(delta, 1), Ge(d, 1), *domain(n, epsilon))
QUARTER_FLIP = (Gt(flip, 0), Lt(flip, Rational(1, 2)))

CLAIM = Claim(
    source=Source(PAPER, "Section 3, comparisons", "Sections 3.1.2 and 3.2", kind="section"),
    words="Order of privacy and corruption, random flips, and the price of pure privacy in a linear class",
    displays={"pure": PURE, "approximate": APPROXIMATE},
    letters=LETTERS | {"flip": "q"},
    parts={
        "order": Inequality(total(theorem_3_5.printed("ctl")), total(theorem_3_5.printed("ltc")), OF_GAPS),
        "pure_is_below_at_small_delta": Inequality(PURE, APPROXIMATE, (*KNOWN, Le(d, log(1 / delta)))),
    },
    steps=(
        Step("multiplicative", "interplay", Identity(sqrt(alpha * COST["ltc"]), sqrt(c_epsilon) * sqrt(alpha), domain(alpha, epsilon)), because=r"The additional factor of LTC is the root of $c(\varepsilon)$, at least 1."),
        Step("root_above_one", "interplay", Inequality(sympy.Integer(1), sqrt(c_epsilon), domain(epsilon))),
        Step("flips_are_private_labels", "prior robust alignment", Identity((1 - flip) / flip, exp(log((1 - flip) / flip), evaluate=False), QUARTER_FLIP),
            because=r"Random flips with probability $q$ are randomized response at $\varepsilon = \ln((1 - q)/q)$: label noise under RR after a reparametrisation."),
        Step("factor_of_flips", "prior robust alignment", Identity(c_epsilon.xreplace(LETTERS.definitions).xreplace({epsilon: log((1 - flip) / flip)}), 1 / (1 - 2 * flip), QUARTER_FLIP),
            because=r"$c(\varepsilon)$ at that $\varepsilon$."),
        Step("root_n", "prior robust alignment", Identity(total(theorem_3_5.printed("ctl")), kappa() * c_epsilon * sqrt(complexity()) / sqrt(n), (*OF_GAPS, Eq(alpha, 0))),
            because=r"For $\alpha = 0$ the rate is $n^{-1/2}$, and it vanishes, whatever the class."),
        Step("vanishes", "prior robust alignment", Inequality(n ** Rational(-1, 2), n ** Rational(-1, 4), domain(n)), because="Against $n^{-1/4}$."),
        Step("linear_class", "prior private alignment in the central model", Identity(sqrt(d / (n * epsilon)), PURE, KNOWN), because=r"With $\ln|\Pi|$ of the order $d$ in the middle term of Theorem 3.7."),
        Step("worse_in_d", "prior private alignment in the central model", Identity(PURE / APPROXIMATE, (d / log(1 / delta)) ** Rational(1, 4), KNOWN),
            because=r"Pure privacy costs more where $d$ is above $\ln(1/\delta)$, and less below."),
        Step("privacy_term_is_smaller", "interplay in the central model", Inequality(sqrt(complexity() / (n * epsilon)), c_epsilon * sqrt(complexity() / n), OF_GAPS),
            because=r"The term that speaks of $\varepsilon$ in Theorem 3.7 against the first term of Theorem 3.5, which the page calls the impact of the local privacy parameter: smaller for every $\varepsilon$."),
    ),
    not_covered=("the rates of the other works, as they are quoted", "matching lower bounds, see the claim remarks"),
)  # fmt: skip
