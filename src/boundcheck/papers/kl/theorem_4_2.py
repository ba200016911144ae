"""Theorem 4.2: shortfall of Algorithm 1."""

from sympy import Eq, Ge, Gt, Integer, Le, Min, sqrt, symbols

from boundcheck.claims import Claim, Inequality, KeyFinding, Reading, Source

from . import PAPER, definition_3_3, faults, lemma_a_7, lemma_b_1, lemma_b_2
from .lab import two_members
from .lab.offline import Offline
from .lab.offline_regimes import events, shortfalls
from .notation import LETTERS, beta, bound, coverage, delta, domain, epsilon, n, size, tau
from .proofs import finite_class, pessimism
from .proofs import theorem_4_2 as proof
from .quantities import NET, PRICE, PRINTED_PRICE

CONSTANT = 18
shortfall, rest = symbols("shortfall rest", real=True)
TRIVIAL = Min(bound, beta * bound**2 / 8)  # the reference policy's


def printed():
    """The claimed bound without its constant."""
    return beta * coverage * PRINTED_PRICE * NET


def explicit(price=PRICE):
    """Half from Lemma B.2, four from twice the bonus, the rest from Lemma B.1, for a class of which a net has `size` members."""
    return 2 * beta * coverage * lemma_b_1.explicit(price)


EXPLICIT = explicit()
LAB = shortfalls(as_printed=2 * beta * coverage * lemma_b_1.finite(PRINTED_PRICE))
MENDED = LAB.bound(
    printed=beta * coverage * PRICE * NET, explicit=EXPLICIT, constant=Integer(CONSTANT), trivial=TRIVIAL, failure=delta
)
LITERAL = LAB.first(two_members.WRONG_POLICY).bound(
    printed=printed(), explicit=EXPLICIT, constant=Integer(CONSTANT), trivial=TRIVIAL, failure=delta
)
# The event of the proof: no centred error exceeds its bonus, made of the mended bound for finite classes.
EVENT = events().exact(Integer(1), failure=delta, trivial=sqrt(bound**2 / lemma_b_1.finite()), given=(Ge(size, 2),))

CLAIM = Claim(
    source=Source(PAPER, "Theorem 4.2", "Section 4.1; proof in Appendix B"),
    words=r"Under realizability and the model of Bradley and Terry, for small $\tau$, with probability at least $1 - \delta$,",
    displays={
        "": (r"\operatorname{SubOpt}(\hat{\pi}) \le C {}", printed()),
        "what survives": (r"\operatorname{SubOpt}(\hat{\pi}) \le {}", EXPLICIT),
    },
    letters=LETTERS | proof.LETTERS | {"shortfall": r"\operatorname{SubOpt}(\hat{\pi})", "rest": r"\text{rest}"},
    readings=(
        Reading("literal", r"the constant depends on nothing, $B$, $\beta$ and $\varepsilon$ are any positive numbers; $D^2$ has the reference policy's mean as its offset, as in the proof, but in the part "
                "that takes Definition 3.2 at its word: there $D^2$ is 0, the bonus too, and the theorem claims that the shortfall of the most likely reward is 0", fault=faults.SLOPE),
        Reading("mended", r"$e^B/(2 \alpha - 1)^2$ replaced, in the bound and in the bonus, by $4 \cosh^2(B/2) + 4 \cosh^4(B/2)/\sinh^2(\varepsilon/2)$, and likewise in Lemma B.1; the rate in $n$, $\tau$, $\delta$, $D^2$, $\beta$ and, for $\varepsilon \le 1$, in $\varepsilon$ stands",
                repair=True),
        Reading("policy", "$D^2$ has the reference policy's mean as its offset", support="the display after Lemma B.1, and the event of the theorem's own proof, which asks for one offset before all $(s, a)$"),
    ),
    parts={
        "suboptimality": {"literal": LITERAL, "mended": MENDED},
        "event": EVENT,
        # `rest` is what else stands in the bound; G is the bonus.
        "with_definition_3_2": {
            "literal": Inequality(shortfall, proof.C * printed(), (*domain(beta, bound, epsilon, n, size, delta, tau), Ge(proof.C, 1), Gt(shortfall, 0), Eq(coverage, 0))),
            "policy": Inequality(shortfall, 4 * beta * coverage * rest, (*domain(beta), Ge(coverage, 0), Gt(rest, 0), Le(shortfall, 4 * beta * proof.G**2), Le(proof.G**2, coverage * rest))),
        },
    },
    derivations={
        "suboptimality@mended": pessimism.derivation(MENDED, Offline, (Offline("shortfall"), Offline("shortfall", "cube"))),
        "event": finite_class.derivation(EVENT, Offline, (Offline("bonus"), Offline("bonus", "cube"))),
    },
    faults={"with_definition_3_2": faults.OFFSET},
    steps=proof.STEPS,
    uses=(definition_3_3, lemma_a_7, lemma_b_1, lemma_b_2),
    findings=(
        KeyFinding(r"The corrected factor is at most 4 times the printed one for $B$ up to 2 at any $\varepsilon$, at most 8 times for $\varepsilon \ge B$, and 4,000 times or more at $B = 10$, as in Section 6, and $\varepsilon \le 1$", ("up_to_two", "weak_privacy", "at_ten"), fault=faults.SLOPE),
        KeyFinding(r"What stands: $1/(2 \alpha - 1)^2$ is the right rate for $\varepsilon \le 1$, at every $B$", ("rate_in_epsilon", "rate_in_epsilon_below"), fault=faults.SLOPE),
    ),
    not_covered=("sampled classes are finite and have two actions",),
)
