r"""Remark 4.6: the lower bound for small $\varepsilon$ and for linear rewards."""

import sympy
from sympy import E, Ge, Le, exp, log

from boundcheck.claims import Claim, Identity, Inequality, SameUpToConstant, Source, Step

from . import PAPER
from .notation import ANY_KEEP, domain, epsilon, n, tau

d, S = sympy.symbols("d S", real=True)
STRONG = (*domain(epsilon), Le(epsilon, 1))

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.6", "Section 4.2", kind="remark"),
    words=r"For $\varepsilon$ in (0, 1), and for a linear class of which $\ln N(\tau)$ is $d \ln(1/\tau)$,",
    displays={"": r"(e^\varepsilon - 1)^2 n \approx \varepsilon^2 n"},
    letters=ANY_KEEP,
    parts={"effective_sample": SameUpToConstant((exp(epsilon) - 1) ** 2 * n, epsilon**2 * n, (*domain(n), *STRONG))},
    steps=(
        Step("lower", "Remark 4.6", Inequality(epsilon, exp(epsilon) - 1, domain(epsilon))),
        Step("upper", "Remark 4.6", Inequality(exp(epsilon) - 1, (E - 1) * epsilon, STRONG)),
        Step("covering_number", "Remark 4.6", Identity(log((1 / tau) ** d), d * log(1 / tau), (*domain(tau), Ge(d, 1)))),
        Step("what_the_tilde_hides", "Remark 4.6", Inequality(d * log(2), d * log(1 / tau), (*domain(tau), Le(tau, sympy.Rational(1, 2)), Ge(d, 1))),
            because=r"$\ln(1/\tau)$ grows without end as $\tau$ falls. It belongs into an upper bound; a lower bound for one fixed class cannot have it, and the tilde hides it."),
        Step("states_and_bits", "Remark 4.6", Inequality(S / 2, S * log(2), (Ge(S, 1),)),
            because=r"The cube has $2^S$ members: $\ln N$ is $S \ln 2$, where the theorem writes $S = \ln N$."),
    ),
    not_covered=("the bound of the cited work on parameters",),
)
