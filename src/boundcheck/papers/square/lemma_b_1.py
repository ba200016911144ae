"""Lemma B.1: least squares from corrupted private labels."""

from dataclasses import replace

from sympy import Integer

from boundcheck.claims import Claim, KeyFinding, Reading, Source, total

from . import PAPER
from .lab import needles
from .notation import LETTERS, OF_FUNCTIONS, zeta
from .proofs import lemma_b_1 as proof
from .proofs.lemma_b_1.derivation import derivation
from .quantities import NAMES, OF_ERRORS, ORDERS, composed, generalization, squared_error

ERROR = r"\mathbb{E}_u[(\hat{h}(u) - h^*(u))^2] \le C \cdot \left( {} \right)"


LABS = {order: needles.lab(order) for order in ORDERS}


def bound(order):
    """The display of one order, with its explicit version."""
    return LABS[order].bound(
        printed=total(generalization(order)), explicit=squared_error(order), constant=Integer(proof.CONSTANT[order]), trivial=Integer(4), failure=zeta
    )


BOUNDS = {order: bound(order) for order in ORDERS}
RATES = {order: LABS[order].rates(BOUNDS[order]) for order in ORDERS}

CLAIM = Claim(
    source=Source(PAPER, "Lemma B.1", "Section 5 (informally, as Lemma 5.1); Appendix B", kind="lemma"),
    words=r"For a finite class of functions into $[-1, 1]$ that holds the conditional mean of the clean labels, with probability at least $1 - \zeta$",
    displays={NAMES[order]: (ERROR, total(generalization(order))) for order in ORDERS},
    letters=LETTERS | proof.LETTERS | OF_FUNCTIONS | replace(LETTERS["functions"], latex=r"|\mathcal{H}|"),
    readings=(
        Reading("literal",
            "bad labels have laws of their own, which may know the class and the features and not the sample's coins; "
            r"$c(\varepsilon)$ is that of the exponents, also where $\varepsilon$ is large"),
    ),
    parts={**BOUNDS, "rates": RATES["ltc"], "rates_ctl": RATES["ctl"], "rates_central": RATES["central"]},
    steps=(*proof.steps(), *(composed(f"composed_{order}", "derivation", BOUNDS[order], order, OF_ERRORS) for order in ORDERS)),
    derivations={order: derivation(order, BOUNDS[order]) for order in ORDERS},
    findings=(
        KeyFinding("The bounds stay as they are", ("composed_ctl", "composed_ltc", "composed_central"), weight="little", fault=proof.NOT_IDENTICAL),
    ),
    not_covered=(
        "classes of one member, where the error is 0",
    ),
)  # fmt: skip
