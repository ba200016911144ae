"""Lemma B.1: error of the private MLE, and the price of privacy where preferences saturate."""

from dataclasses import replace

from sympy import Integer, log, tanh

from boundcheck.claims import Claim, Reading, Source

from . import PAPER, faults, lemma_a_1, lemma_a_2, lemma_a_3, lemma_a_4, lemma_a_5
from .lab import interval, two_members
from .lab.offline import Offline
from .lab.offline_regimes import errors
from .notation import LETTERS, bound, delta, epsilon, n, size, tau
from .proofs import lemma_b_1 as proof
from .proofs import private_mle
from .quantities import CURVATURE, NET, PRICE, PRINTED_PRICE

CONSTANT = 9
WITH_TWO_B = proof.WITH_TWO_B
WHERE_THE_PRINT_STANDS = proof.WHERE_THE_PRINT_STANDS


def printed():
    """The claimed bound without its constant."""
    return PRINTED_PRICE * NET


CONFIDENCE = lemma_a_1.price(log((size - 1) / delta))


def finite(price=PRICE):
    """The sharper version for finite classes, without a net."""
    return 4 * price * CONFIDENCE / n


def explicit(price=PRICE):
    """The sharper version for a class of which a net of width tau has `size` members."""
    return 8 * price * (log(size / delta) / n + tanh(epsilon / 4) * tau) + 4 * tau**2


EXPLICIT = explicit()


FINITE = errors(as_printed=finite(PRINTED_PRICE), plain=finite(CURVATURE**2 / 4))
INFINITE = interval.lab(explicit(PRINTED_PRICE))
LAB = replace(FINITE, regimes=FINITE.regimes + INFINITE.regimes, mutants=FINITE.mutants + INFINITE.mutants)
LITERAL = LAB.first(two_members.WRONG_MEMBER).bound(
    printed=printed(), explicit=EXPLICIT, constant=Integer(CONSTANT), trivial=bound**2, failure=2 * delta
)
MENDED = LAB.bound(printed=PRICE * NET, explicit=EXPLICIT, constant=Integer(CONSTANT), trivial=bound**2, failure=delta)

CLAIM = Claim(
    source=Source(PAPER, "Lemma B.1", "Appendix B", kind="lemma"),
    words=r"For $n$ pairs from any policy, labels by Bradley and Terry and randomized response, with probability at least $1 - 2 \delta$, for small $\tau$,",
    displays={
        "": (r"\mathbb{E}_{s \sim d_0, a \sim \pi}[\bar{r}(s, a) - r^*(s, a) - b(s)]^2 \le C {}", printed()),
        "what survives": (r"\mathbb{E}_{s \sim d_0, a \sim \pi}[\bar{r}(s, a) - r^*(s, a) - b(s)]^2 \le {}", EXPLICIT),
    },
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", r"the constant depends on nothing, $B$ and $\varepsilon$ are any positive numbers, and $b$ is the mean of the error, which depends on the data",
                fault=faults.SLOPE),
        Reading("mended", r"the factor $e^B/(2 \alpha - 1)^2$ replaced by $4 \cosh^2(B/2) + 4 \cosh^4(B/2)/\sinh^2(\varepsilon/2)$, which is "
                r"of order $e^B + e^{2 B}/(e^{\varepsilon/2} - e^{-\varepsilon/2})^2$; the rate in $n$, $\tau$ and $\delta$ stands", repair=True),
    ),
    parts={"error": {"literal": LITERAL, "mended": MENDED}, "rates": LAB.rates(MENDED, given=())},
    derivations={"error@mended": private_mle.derivation(MENDED, Offline, (Offline("error"), Offline("error", "cube"), interval.Interval()))},
    steps=proof.STEPS,
    uses=(lemma_a_1, lemma_a_2, lemma_a_3, lemma_a_4, lemma_a_5),
)
