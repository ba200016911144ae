"""Theorem 1: randomized response on every label of a user."""

import itertools

import sympy
from sympy import Integer

from boundcheck.claims import Claim, PrivacyGuarantee, Reading, Source
from boundcheck.privacy import USER_LABELS_REPLACED
from boundcheck.symbolic import sigmoid

from . import PAPER
from .lab.response import SAMPLE
from .notation import LETTERS, alpha, domain, epsilon
from .proofs import theorem_1 as proof
from .quantities import DIAMETER, response_bound, response_rate

CONSTANT = Integer(1)
EXPLICIT = response_bound()

BITS = tuple(itertools.product((0, 1), repeat=2))
LAW = {y: tuple(sympy.Mul(*(sigmoid(epsilon / 2) if a == b else 1 - sigmoid(epsilon / 2) for a, b in zip(y, o, strict=True))) for o in BITS) for y in BITS}
PRIVATE = PrivacyGuarantee(LAW, tuple(itertools.permutations(BITS, 2)), epsilon, Integer(0), domain(epsilon), adjacency=str(USER_LABELS_REPLACED))

CLAIM = Claim(
    source=Source(PAPER, "Theorem 1", "Section 4.1; proof in Appendix C.1"),
    words="For any epsilon > 0, under Assumption 1, with probability at least 1 - alpha",
    displays={"": ('norm(hat(theta)_"RR" - theta^*)_2 <= C dot {}', response_rate())},
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal",
            "alpha in (0, 1); C depends on nothing; Sigma_D, printed as a mean over n samples, is the mean over all nm of them, and its least eigenvalue "
            "is that on the subspace of parameters, since it is 0 or irrelevant elsewhere; 'epsilon-DP' is that of all labels of one user"),
    ),
    parts={
        "privacy": PRIVATE,
        "error": SAMPLE.bound(printed=response_rate(), explicit=EXPLICIT, constant=CONSTANT, trivial=DIAMETER, failure=alpha),
    },
    steps=proof.steps(CONSTANT, EXPLICIT, response_rate()),
    not_covered=("privacy of more than two labels of a user as a finite law; the step privacy has every m",),
)  # fmt: skip
