"""Lemma A.1: sums against their log-moments."""

import sympy
from sympy import Eq, Ge, Gt, Le, Mul, exp, log

from boundcheck.claims import Claim, Identity, Inequality, Source, Step

from . import PAPER
from .notation import ANY_KEEP, delta, domain

m, p, x, y, s, t, M, h = sympy.symbols("m p x y s t M h", real=True)


def price(confidence):
    """What is added to the log-moments; `confidence` is ln(1/delta), or ln(N/delta) for N sums at once."""
    return confidence


CLAIM = Claim(
    source=Source(PAPER, "Lemma A.1", "Appendix A; Foster et al. (2021)", kind="lemma"),
    words=r"For adapted real variables, with probability at least $1 - \delta$, for all $T'$ at most $T$",
    displays={"": r"\sum_{t \le T'} X_t \le \sum_{t \le T'} \ln \mathbb{E}_{t - 1}[e^{X_t}] + \ln \frac{1}{\delta}"},
    letters=ANY_KEEP,
    # p is the probability that the product of e^(X_t)/E[e^(X_t)] ever reaches 1/delta, m the mean of the product stopped there.
    parts={"tail": Inequality(p, delta, (*domain(delta), Ge(p, 0), Ge(m, p / delta), Le(m, 1)))},
    steps=(
        Step("one_factor", "proof of Lemma A.1",
            Identity(Mul(m, exp(-log(m), evaluate=False), evaluate=False), sympy.Integer(1), (Gt(m, 0),)),
            form="reduction", display=r"\mathbb{E}_{t - 1} \exp(X_t - \ln \mathbb{E}_{t - 1}[e^{X_t}]) = 1",
            because="$m$ is the conditional moment of $e^X$. The product of such factors is a nonnegative martingale that starts at "
            "1; where a moment is infinite the right side is, too."),
        Step("stopped", "proof of Lemma A.1",
            Inequality(M * (h + (1 - h) * m), M, (Ge(M, 0), Eq(h * (1 - h), 0), Le(m, 1))),
            form="reduction", display=r"\mathbb{E}_{t - 1}[M_{\min\{t, \tau\}}] \le M_{\min\{t - 1, \tau\}}",
            because=r"$\tau$ is the first time at which the product is at least $1/\delta$; $h$ is 1 where it has come and 0 before, $m$ the mean of the next factor. So the stopped product has mean at most 1 at $T$."),
        Step("maximal", "proof of Lemma A.1",
            Inequality(h / delta, M, (Gt(delta, 0), Ge(M, 0), Eq(h * (1 - h), 0), Ge(h * (M - 1 / delta), 0))),
            form="reduction", display=r"\mathbf{1}\left( \exists T' : M_{T'} \ge \frac{1}{\delta} \right)/\delta \le M_{\min\{T, \tau\}}",
            because="On every path: where the level is reached the product stays there. This is where all times come in at no cost (Ville 1939)."),
        Step("logarithm", "Lemma A.1",
            Inequality(s, t + log(1 / delta), (*domain(delta), Le(exp(s - t), 1 / delta))),
            form="translation", display=r"M_{T'} \le \frac{1}{\delta} \quad \Rightarrow \quad \sum X_t \le \sum \ln \mathbb{E}_{t - 1}[e^{X_t}] + \ln \frac{1}{\delta}",
            because="$s$ and $t$ are the two sums."),
        Step("attained", "Lemma A.1",
            Identity(x - log(delta * exp(x) + (1 - delta) * y), log(1 / delta), (*domain(delta), Eq(y, 0))),
            because=r"One variable that is $x$ with probability $\delta$ and otherwise so small that its exponential $y$ is 0 in "
            r"the limit: the bound is met on an event of probability $\delta$, so that $\ln(1/\delta)$ cannot be "
            "lowered."),
    ),
)
