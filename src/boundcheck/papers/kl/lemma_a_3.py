"""Lemma A.3: Freedman's inequality."""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, Rational, exp, log, sqrt

from boundcheck.claims import Claim, Identity, Inequality, Reading, Repair, Source, Step

from . import PAPER, faults, lemma_a_1
from .lab import coins
from .notation import ANY_KEEP, delta, domain, n
from .proofs import lemma_a_3 as proof

x, u, v, M, L, s, chance = sympy.symbols("x u v M L s chance", real=True)
POSITIVE = (Gt(v, 0), Gt(M, 0), Gt(L, 0))


def tail(variance, largest, confidence):
    """The printed bound; `confidence` is ln(1/delta)."""
    return sqrt(2 * variance * confidence) + Rational(2, 3) * largest * confidence


def sharper(variance, largest, confidence):
    """The same argument without its last rounding."""
    return sqrt(2 * variance * confidence) + largest * confidence / 3


ROOT = sqrt(2 * L / v)
CHOICE = ROOT / (1 + M * ROOT / 3)

# Centred coins of chance at most 1/2: the largest value is 1 - chance, the variances sum to n chance (1 - chance).
COINS = (n * chance * (1 - chance), 1 - chance)
BOUND = coins.LAB.bound(
    printed=tail(*COINS, log(1 / delta)), explicit=sharper(*COINS, log(1 / delta)), constant=sympy.Integer(1), failure=delta,
    trivial=n * (1 - chance), given=(Gt(chance, 0), Lt(chance, 1)),
)  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.3", "Appendix A", kind="lemma"),
    words="For martingale differences of size at most $M$ whose conditional variances sum to at most $v$, with probability at least "
    r"$1 - \delta$. Put to samples for centred coins",
    displays={"": r"\sum_i X_i \le \sqrt{2 v \ln \frac{1}{\delta}} + \frac{2}{3} M \ln \frac{1}{\delta}"},
    letters=ANY_KEEP | {"chance": "p"},
    readings=(Reading("literal", "conditional means given the past are 0"),),
    parts={"tail": BOUND},
    derivations={"tail": proof.derivation(coins.Coins())},
    steps=(
        Step("conditional_mean", "Lemma A.3, hypothesis",
            Identity(x, sympy.Integer(0), (Eq(x**2, 1),)),
            form="translation", display=r"\mathbb{E}[X_i \mid \mathcal{G}_i] = 0",
            because="A fair coin $x$ in {$-1$, 1}: $X_i$ is $G_i$-measurable, so its mean given $G_i$ is $X_i$ itself, and the printed hypothesis "
            "admits only variables that are 0, for which the lemma says nothing.",
            repair=Repair(Identity(x / 2 + (-x) / 2, sympy.Integer(0), (Eq(x**2, 1),)),
                r"condition on $\mathcal{G}_{i - 1}$, as the variances do", r"\mathbb{E}[X_i \mid \mathcal{G}_{i - 1}] = 0"),
            misprint="the variances of the same display are given $G_{i - 1}$", fault=faults.CONDITIONAL_MEAN),
        Step("moment", "proof of Lemma A.3",
            Inequality(exp(u), 1 + u + u**2 / (2 * (1 - u / 3)), (Lt(u, 3),)),
            display=r"e^u \le 1 + u + \frac{u^2}{2 (1 - u/3)}",
            because=r"$u$ is $s X_i$; the second factor grows with $u$, so $u \le s M$ may be put into the denominator."),
        Step("denominator", "proof of Lemma A.3",
            Inequality(u**2 / (2 * (1 - u / 3)), u**2 / (2 * (1 - s * M / 3)), (Gt(s, 0), Gt(M, 0), Le(u, s * M), Lt(s * M, 3)))),
        Step("log_moment", "proof of Lemma A.3",
            Inequality(log(1 + s**2 * v / (2 * (1 - s * M / 3))), s**2 * v / (2 * (1 - s * M / 3)), (Gt(s, 0), Gt(M, 0), Gt(v, 0), Lt(s * M, 3))),
            because="The mean of $X_i$ is 0; $v$ stands for one conditional variance."),
        Step("choice", "proof of Lemma A.3",
            Identity(CHOICE * v / (2 * (1 - CHOICE * M / 3)) + lemma_a_1.price(L) / CHOICE, sharper(v, M, L), POSITIVE),
            because=r"Lemma A.1 for $s X_i$, divided by $s$: the sum is at most $s v/(2 (1 - s M/3)) + \ln(1/\delta)/s$. $L$ stands for $\ln(1/\delta)$."),
        Step("as_printed", "Lemma A.3", Inequality(sharper(*COINS, log(1 / delta)), tail(*COINS, log(1 / delta)), (Gt(chance, 0), Lt(chance, 1), Ge(n, 1), *domain(delta))),
            settles=("tail",),
            because="The argument gives $M/3$ where $2M/3$ is printed."),
    ),
)
