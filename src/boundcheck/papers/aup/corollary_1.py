"""Corollary 1: randomized response under coverage of the population."""

from sympy import Integer

from boundcheck.claims import Claim, Fault, KeyFinding, Reading, Source

from . import PAPER
from .lab.response import ONE_LABEL, POPULATION
from .notation import LETTERS, alpha, feature_bound
from .proofs import corollary_1 as proof
from .quantities import DIAMETER, coverage_bound, coverage_rate

CONSTANT = Integer(5)
EXPLICIT = coverage_bound()
MISSING = Fault("corollary_1_unit", "missing factor", "Corollary 1", "$O$ hides the factor $L$, the bound of the features, which Theorems 4 and 5 show")


def bound(lab, rate, constant):
    """The display with this rate."""
    return lab.bound(printed=rate, explicit=EXPLICIT, constant=constant, trivial=DIAMETER, failure=alpha)


CLAIM = Claim(
    source=Source(PAPER, "Corollary 1", "Section 4.1", kind="corollary"),
    words=r"Under the assumptions of Theorem 1 and Assumption 2, with probability at least $1 - \alpha$",
    displays={"": (r"\|\hat{\theta}_{\mathrm{RR}} - \theta^*\|_2 \le C \cdot {}", coverage_rate())},
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", r"the constant in $O$ depends on nothing, as in Theorem 1; $\kappa$ is the least eigenvalue where parameters live", fault=MISSING),
        Reading("constant_l",
            "the constant in $O$ may be a multiple of $L$, the bound of the features", support="Assumption 1 (b) calls the bound of the features a constant, and Remark 1 drops $L$"),
    ),
    parts={
        "error": {
            "literal": bound(ONE_LABEL, coverage_rate(), Integer(1)),
            "constant_l": bound(POPULATION, coverage_rate(feature_bound), CONSTANT),
        }
    },
    faults={"error@literal": MISSING},
    steps=proof.steps(CONSTANT, EXPLICIT, coverage_rate(feature_bound)),
    findings=(KeyFinding("Assumption 1 (b) calls $L$ a constant, and with a constant that may be a multiple of it the corollary stands", ("bound",), weight="little", fault=MISSING),),
    not_covered=("a proof of the page, which has none",),
)  # fmt: skip
