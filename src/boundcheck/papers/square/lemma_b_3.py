"""Lemma B.3: Freedman's inequality."""

import sympy
from sympy import E, Eq, Ge, Gt, Le, Rational, exp, log

from boundcheck.claims import Claim, Identity, Inequality, Letter, Notation, Source, Step

from . import PAPER
from .lab.two_point import LAB, TwoPoint
from .notation import LETTERS, domain, n, zeta
from .proofs import lemma_b_3 as proof

x, v, lam, step, top, s = sympy.symbols("x v lambda step top s", real=True)
eta, variance, bound_above = (sympy.Symbol(name, real=True) for name in ("eta", "variance", "bound_above"))
SPREAD, CONFIDENCE = eta * (E - 2) * n * variance, log(1 / zeta) / eta
OWN = Notation((
    Letter(eta, "the free number of the lemma", eta > 0, (1e-4, 1)),
    Letter(variance, "conditional second moment, the same for all here", variance > 0, (1e-3, 4), "v"),
    Letter(bound_above, "upper bound of the differences", bound_above > 0, (0.1, 4), "R"),
))

CLAIM = Claim(
    source=Source(PAPER, "Lemma B.3", "Appendix B", kind="lemma"),
    words=r"For a martingale difference sequence with $u_i \le R$ and any $\eta$ in $(0, 1/R]$, with probability at least $1 - \zeta$",
    displays={"": r"\sum_i u_i \le \eta (e - 2) \sum_i \mathbb{E}_{i - 1}[u_i^2] + \frac{\log(1/\zeta)}{\eta}"},
    letters=LETTERS | OWN | {"step": r"\eta", "top": "R", "s": "S"},
    parts={
        "freedman": LAB.exact(SPREAD + CONFIDENCE, failure=zeta, trivial=n * bound_above, given=(Le(eta * bound_above, 1),)),
    },
    derivations={"freedman": proof.derivation(TwoPoint())},
    steps=(
        Step("within_one", r"Lemma B.3, the range of $\eta$", Inequality(step * x, sympy.Integer(1), (Gt(step, 0), Gt(top, 0), Le(step, 1 / top), Le(x, top))),
            form="translation", display=r"\eta u_i \le 1", because=r"For $\eta$ at most $1/R$."),
        Step("curve_below_zero", "derivation", Inequality(exp(x), 1 + x + (E - 2) * x**2, (Le(x, 0),)),
            because=r"The left half of $e^x \le 1 + x + (e - 2) x^2$."),
        Step("ratio_rises", "derivation", Inequality((2 - x) * exp(x), 2 + x, (Ge(x, 0),)),
            form="reduction", display=r"\frac{d}{d x} \frac{e^x - 1 - x}{x^2} \ge 0",
            because="The derivative has the sign of $2 + x - (2 - x) e^x$; so on (0, 1] the ratio is at most its value $e - 2$ at 1."),
        Step("ratio_at_one", "derivation", Identity((exp(x) - 1 - x) / x**2, E - 2, (Eq(x, 1),))),
        Step("moment", "derivation", Inequality(1 + (E - 2) * v, exp((E - 2) * v), (Ge(v, 0),)),
            form="reduction", display=r"\mathbb{E}_{i - 1}[e^{\eta u_i}] \le e^{(e - 2) \eta^2 \mathbb{E}_{i - 1}[u_i^2]}",
            because=r"The curve at $\eta u_i$ in the mean, which is 0 for the linear part; $v$ is $\eta$ squared times the second moment. Then the product over $i$, by conditioning."),
        Step("divide", "Lemma B.3",
            Inequality(exp((E - 2) * eta**2 * n * variance - eta * s), zeta, (Ge(s, SPREAD + CONFIDENCE), Gt(eta, 0), *domain(zeta))),
            form="translation", display=r"\mathbb{P}\left[ \sum_i u_i \ge S \right] \le e^{(e - 2) \eta^2 \sum_i \mathbb{E}_{i - 1}[u_i^2] - \eta S} \le \zeta",
            because="Chernoff's bound from the right side on, with Markov's inequality for the exponential; the second moments sum to $n v$."),
        Step("half_is_smaller", "derivation", Inequality(Rational(1, 2), E - 2), because=r"For $x \le 0$ even 1/2 in place of $e - 2$ would do."),
    ),
    not_covered=("martingales whose conditional moments depend on the past, in the simulations",),
)  # fmt: skip
