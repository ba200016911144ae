"""Lemma B.1: the error of the private MLE, and what privacy costs where preferences saturate."""

from sympy import Ge, Integer, log, tanh

from boundcheck.claims import Assumption, Claim, Collapse, HighProbabilityBound, Reading, Scaling, Source

from . import PAPER, faults, lab, lemma_a_1, lemma_a_2, lemma_a_3, lemma_a_4, lemma_a_5
from .notation import LETTERS, PARAMETERS, bound, delta, epsilon, n, size, tau
from .proofs import lemma_b_1 as proof
from .quantities import DEFINITIONS, NET, PRICE, PRINTED_PRICE

CONSTANT = 4
WITH_TWO_B = proof.WITH_TWO_B
WHERE_THE_PRINT_STANDS = proof.WHERE_THE_PRINT_STANDS


def printed():
    """The claimed bound without its constant."""
    return PRINTED_PRICE * NET


CONFIDENCE = lemma_a_1.price(log((size - 1) / delta))


def explicit(price=PRICE, confidence=CONFIDENCE, samples=n, **_):
    """The sharper version for finite classes."""
    return CONSTANT * price * confidence / samples


COLLAPSE = Collapse(
    "with two members B and B - 1/4 apart at two equally likely actions, epsilon = 1, e^B = 3000 C cosh^2(1/2) and the number of samples that cannot tell them, one of the two truths "
    "is missed with probability 1/5, at an error of 1/64",
    proof.C,
    proof.INSTANCE,
    error=proof.WRONG,
    likely=proof.LIKELY,
    rests_on=proof.GROUNDS,
    experiment=lab.Offline("error", apart=0.25),
)
LITERAL = HighProbabilityBound(
    printed=printed(),
    explicit=explicit(),
    constant=Integer(CONSTANT),
    trivial=bound**2,
    failure=2 * delta,
    regimes=lab.offline_regimes("error")[:1],
    collapse=COLLAPSE,
)

MENDED = HighProbabilityBound(
    printed=PRICE * NET,
    explicit=explicit(),
    constant=Integer(CONSTANT),
    trivial=bound**2,
    failure=delta,
    regimes=lab.offline_regimes("error"),
    mutants=lab.offline_mutants("error", explicit),
    given=(Ge(size, 2),),
)



def with_a_net(price=PRICE, samples=n):
    """The sharper version for a class of which a net of width tau has `size` members."""
    return 8 * price * (log(size / delta) / samples + tanh(epsilon / 4) * tau * n / samples) + 4 * tau**2 * n / samples


NETTED = HighProbabilityBound(
    printed=PRICE * NET,
    explicit=with_a_net(),
    constant=Integer(9),
    trivial=bound**2,
    failure=delta,
    regimes=lab.INTERVALS,
    mutants=lab.interval_mutants(with_a_net),
)

# The worst of two members at every point: a gap that the data just cannot see.
RATES = Scaling(printed=PRICE * NET, explicit=explicit(), trivial=bound**2, failure=delta, sweeps=lab.offline_sweeps("error"))

CLAIM = Claim(
    source=Source(PAPER, "Lemma B.1", "Appendix B"),
    title="Error of the private MLE, and the price of privacy where preferences saturate",
    words="For n pairs from any policy, labels by Bradley and Terry and randomized response, with probability at least 1 - 2 delta, for small tau,",
    displays={
        "": ("EE_(s tilde d_0, a tilde pi)[overline(r)(s, a) - r^*(s, a) - b(s)]^2 <= C {}", printed()),
        "what survives": ("EE_(s tilde d_0, a tilde pi)[overline(r)(s, a) - r^*(s, a) - b(s)]^2 <= {}", explicit()),
    },
    parameters=tuple(PARAMETERS[name] for name in ("n", "epsilon", "bound", "tau", "delta", "size")),
    definitions=DEFINITIONS,
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", "the constant depends on nothing, B and epsilon are any positive numbers, and b is the mean of the error, which depends on the data",
                fault=faults.SLOPE),
        Reading("mended", "the factor e^B/(2 alpha - 1)^2 replaced by 4 cosh^2(B/2) + 4 cosh^4(B/2)/sinh^2(epsilon/2), which is of order "
                "e^B + e^(2 B)/(e^(epsilon/2) - e^(-epsilon/2))^2, for finite classes with ln((N - 1)/delta)/n and no net, for others as the part net has it; no smaller factor is possible", repair=True),
    ),
    parts={"error": {"literal": LITERAL, "mended": MENDED}, "net": NETTED, "rates": RATES},
    steps=proof.STEPS,
    uses=tuple(f"kl/{module.__name__.rsplit('.', 1)[1]}" for module in (lemma_a_1, lemma_a_2, lemma_a_3, lemma_a_4, lemma_a_5)),
    assumptions=(
        Assumption("realizable", "Assumption 3.8: the truth lies in the class", ("eq_19", "over_pairs_too")),
        Assumption("bradley_terry", "Assumption 3.7, and independent pairs with both actions from one policy", ("mean", "pairs_and_variance")),
    ),
)
