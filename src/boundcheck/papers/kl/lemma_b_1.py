"""Lemma B.1: error of the private MLE, and the price of privacy where preferences saturate."""

from sympy import Ge, Integer, log, tanh

from boundcheck.claims import Assumption, Claim, Collapse, HighProbabilityBound, Mutant, Reading, Scaling, Source

from . import PAPER, faults, lemma_a_1, lemma_a_2, lemma_a_3, lemma_a_4, lemma_a_5
from .lab import interval
from .lab import offline_regimes as study
from .lab.offline import Offline
from .notation import LETTERS, PARAMETERS, bound, delta, epsilon, n, size, tau
from .proofs import lemma_b_1 as proof
from .quantities import CURVATURE, DEFINITIONS, NET, PRICE, PRINTED_PRICE

CONSTANT = 4
WITH_TWO_B = proof.WITH_TWO_B
WHERE_THE_PRINT_STANDS = proof.WHERE_THE_PRINT_STANDS


def printed():
    """The claimed bound without its constant."""
    return PRINTED_PRICE * NET


CONFIDENCE = lemma_a_1.price(log((size - 1) / delta))


def explicit(price=PRICE):
    """The sharper version for finite classes."""
    return CONSTANT * price * CONFIDENCE / n


EXPLICIT = explicit()


COLLAPSE = Collapse(
    "with two members B and B - 1/4 apart at two equally likely actions, epsilon = 1, e^B = 3000 C cosh^2(1/2) and the number of samples that cannot tell them, one of the two truths "
    "is missed with probability 1/5, at an error of 1/64",
    proof.C,
    proof.INSTANCE,
    error=proof.WRONG,
    likely=proof.LIKELY,
    rests_on=proof.GROUNDS,
    experiment=Offline("error", apart=0.25),
)
LITERAL = HighProbabilityBound(
    printed=printed(),
    explicit=EXPLICIT,
    constant=Integer(CONSTANT),
    trivial=bound**2,
    failure=2 * delta,
    regimes=study.regimes("error")[:1],
    collapse=COLLAPSE,
)

PLAIN = Mutant(
    "information of plain labels", "false: the price without its factor 1/sinh^2(epsilon/2)",
    study.probe("error", "strong privacy"), explicit(CURVATURE**2 / 4),
)  # fmt: skip
MENDED = HighProbabilityBound(
    printed=PRICE * NET,
    explicit=EXPLICIT,
    constant=Integer(CONSTANT),
    trivial=bound**2,
    failure=delta,
    regimes=study.regimes("error"),
    mutants=(*study.mutants("error", explicit(PRINTED_PRICE)), PLAIN),
    probes=study.probes("error"),
    given=(Ge(size, 2),),
)


def with_a_net(price=PRICE):
    """The sharper version for a class of which a net of width tau has `size` members."""
    return 8 * price * (log(size / delta) / n + tanh(epsilon / 4) * tau) + 4 * tau**2




NETTED = HighProbabilityBound(
    printed=PRICE * NET,
    explicit=with_a_net(),
    constant=Integer(9),
    trivial=bound**2,
    failure=delta,
    regimes=interval.REGIMES,
    mutants=interval.mutants(with_a_net(PRINTED_PRICE)),
)

# The worst of two members at every point: a gap that the data just cannot see.
RATES = Scaling(printed=PRICE * NET, explicit=EXPLICIT, trivial=bound**2, failure=delta, sweeps=study.sweeps("error"))

CLAIM = Claim(
    source=Source(PAPER, "Lemma B.1", "Appendix B"),
    words="For n pairs from any policy, labels by Bradley and Terry and randomized response, with probability at least 1 - 2 delta, for small tau,",
    displays={
        "": ("EE_(s tilde d_0, a tilde pi)[overline(r)(s, a) - r^*(s, a) - b(s)]^2 <= C {}", printed()),
        "what survives": ("EE_(s tilde d_0, a tilde pi)[overline(r)(s, a) - r^*(s, a) - b(s)]^2 <= {}", EXPLICIT),
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
    uses=(lemma_a_1, lemma_a_2, lemma_a_3, lemma_a_4, lemma_a_5),
    assumptions=(
        Assumption("realizable", "Assumption 3.8: the truth lies in the class", ("eq_19", "over_pairs_too")),
        Assumption("bradley_terry", "Assumption 3.7, and independent pairs with both actions from one policy", ("mean", "pairs_and_variance")),
    ),
)
