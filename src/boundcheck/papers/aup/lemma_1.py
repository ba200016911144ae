"""Lemma 1: advanced composition."""

import sympy
from sympy import Add, Ge, Gt, Le, Lt, Mul, Rational, exp, log, sqrt

from boundcheck.claims import Cited, Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, delta, domain, epsilon, steps

t, x = sympy.symbols("t x", real=True)
AT = (*domain(delta, steps), Gt(epsilon, 0), Lt(epsilon, 1))
EACH = epsilon / (2 * sqrt(2 * steps * log(2 / delta)))

CLAIM = Claim(
    source=Source(PAPER, "Lemma 1", "Appendix C.2", kind="lemma"),
    words=r"For $0 < \varepsilon < 1$ and $0 < \delta < 1$, $T$ mechanisms that are each $(\varepsilon', \delta')$-private are together $(\varepsilon, T \delta' + \delta)$-private",
    displays={"": (r"\varepsilon' = {}", EACH)},
    letters=LETTERS | {"t": r"\ln(2/\delta)", "x": r"\varepsilon'"},
    readings=(Reading("literal", r"$\delta' = \delta/T$ is part of the lemma, so that its total is $2 \delta$"),),
    parts={},
    steps=(
        Step("composition", "Lemma 1", Cited(r"$T$ mechanisms of level $(\varepsilon', \delta')$ are together $(\sqrt{2 T \ln(1/\delta)} \varepsilon' + T \varepsilon' (e'^\varepsilon - 1), T \delta' + \delta)$-private", "Dwork, Roth (2014), Theorem 3.20")),
        Step("first_term", "Lemma 1", Identity(Mul(sqrt(2 * steps * log(2 / delta)), EACH, evaluate=False), epsilon / 2, AT), because=r"With $\ln(2/\delta)$, which is more than the $\ln(1/\delta)$ of the theorem."),
        Step("level_is_small", "Lemma 1", Inequality(x, Rational(43, 100), (Gt(x, 0), Gt(t, Rational(69, 100)), Ge(steps, 1), Lt(epsilon, 1), Gt(epsilon, 0), Le(8 * steps * t * x**2, epsilon**2)))),
        Step("exponential", "Lemma 1", Inequality(exp(x) - 1, Rational(5, 4) * x, (Ge(x, 0), Le(x, Rational(43, 100))))),
        Step("second_term", "Lemma 1",
            Inequality(steps * x * (Rational(5, 4) * x), epsilon / 2, (Gt(x, 0), Gt(t, Rational(69, 100)), Ge(steps, 1), Lt(epsilon, 1), Gt(epsilon, 0), Le(8 * steps * t * x**2, epsilon**2))),
            because=r"$8 T t x^2 = \varepsilon^2$ at $x = \varepsilon'$. The two terms add up to $\varepsilon$: the printed level is enough."),
        Step("total_delta", "Lemma 1", Identity(Add(Mul(steps, delta / steps, evaluate=False), delta, evaluate=False), 2 * delta, domain(delta, steps)),
            because=r"At $\delta' = \delta/T$. A total of $\delta$ takes $\delta' = \delta/(2T)$ and $\delta/2$ in place of $\delta$."),
    ),
)  # fmt: skip
