"""Theorem 3.7: privacy and suboptimality of Square χPO in the central model."""

from sympy import Function, Integer, exp, sqrt

from boundcheck.claims import Assumption, By, Claim, Inequality, KeyFinding, Reading, Source, Step, each, total

from . import PAPER, algorithm_2, lemma_c_2, theorem_c_1
from .lab import suboptimality as gaps
from .notation import LETTERS, alpha, coverage, epsilon, members, n, range_bound, reward_bound, zeta
from .proofs import suboptimality as proof
from .proofs.gap_derivation import derivation
from .proofs.theorem_c_1 import OF_EVERY_POLICY
from .quantities import OF_GAPS, complexity, composed, kappa

SLOPE = 2 * exp(2 * reward_bound)


def printed():
    """The rate that Appendix C gives: the root of Lemma C.2, times kappa."""
    terms = {"noise": sqrt(complexity() / n), "mechanism": sqrt(complexity() / (n * epsilon)), "corruption": sqrt(alpha)}
    return each(lambda term: kappa() * term, terms)


GAP = gaps.lab("central", SLOPE).bound(
    printed=printed(), explicit=gaps.gap_terms("central", SLOPE), constant=Integer(proof.CONSTANT["central"]),
    trivial=reward_bound, failure=zeta,
)  # fmt: skip

# The right side of the display, a function of which nothing is known.
LOST = Function("lost", real=True)(n, members, epsilon, alpha, zeta, reward_bound, range_bound, coverage)

CLAIM = Claim(
    source=Source(PAPER, "Theorem 3.7", "Section 3.2; proof in Appendix C"),
    words=r"Algorithm 2 is $\varepsilon$-DP; for any comparator there is a $\beta$ such that, under Assumptions 3.2 and 3.3, with probability at least $1 - \zeta$",
    displays={"of Appendix C": (r"\operatorname{SG}_{\mathrm{cDP}}(\hat{\pi}; \pi^\star) \le C \cdot \left( {} \right)", total(printed()))},
    letters=LETTERS | algorithm_2.CLAIM.letters | proof.LETTERS,
    readings=(
        Reading("literal", "the display of the bound, after 'under cDP', is missing from the copy we read, which is no fault of the paper; of its right side no more is known than what stands around it"),
        Reading("appendix", "the bound that follows in Appendix C when the square root of the bound of Lemma C.2 is put into Theorem C.1", repair=True),
    ),
    parts={
        "privacy": algorithm_2.EXACT,
        "gap": {"literal": Inequality(total(gaps.gap_terms("central", SLOPE)), LOST, OF_GAPS), "appendix": GAP},
    },
    derivations={"gap@appendix": derivation("central", GAP, SLOPE)},
    steps=(
        Step("privacy", "Theorem 3.7, first sentence", By(algorithm_2, part="two_policies", given=algorithm_2.SAMPLE)),
        Step("error", "Appendix C, central model", By(lemma_c_2, part="central")),
        Step("meta", "Appendix C", By(theorem_c_1, part="any_policy@sharper", given=OF_EVERY_POLICY)),
        *proof.central(),
        composed("composed", "Theorem 3.7", GAP, "gap@appendix", OF_GAPS),
    ),
    findings=(
        KeyFinding(r"Which bound does Theorem 3.7 display? Lemma C.2 and Theorem C.1 give $\kappa(\pi^\star) \left( \left( 1 + \varepsilon^{-1/2} \right) \sqrt{\ln(|\Pi|/\zeta)/n} + \sqrt{\alpha} \right)$, for which a constant of " f"{proof.CONSTANT['central']} is enough",
            ("composed",), weight="question"),
    ),
    assumptions=Assumption("realizable", r"Assumptions 3.2 and 3.3 at the $\beta$ that is chosen"),
)  # fmt: skip
