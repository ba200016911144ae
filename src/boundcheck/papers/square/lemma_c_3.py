"""Lemma C.3: the mean value theorem for the logistic function."""

from dataclasses import replace

from boundcheck.claims import Claim, Inequality, Reading, Source
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS
from .proofs import lemma_c_3 as proof
from .proofs.lemma_c_3 import SLOPE, R, c, d

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.3", "Appendix C"),
    words="For z, z' in [-R, R] and R >= 1",
    displays={"": 'abs(z - z\') <= (e^(-R) + 2 + e^R) abs(sigma(z) - sigma(z\'))'},
    letters=LETTERS | replace(LETTERS["reward_bound"], meaning="bound of the two logits", typst="R") | proof.LETTERS,
    readings=(Reading("literal", "z' is called c and z is c + d; without loss of generality d >= 0. The page asks for R >= 1; R > 0 is enough"),),
    parts={"lemma": Inequality(d, SLOPE * (sigmoid(c + d) - sigmoid(c)), (c >= -R, c + d <= R, d >= 0, R > 0))},
    steps=proof.steps(),
    not_covered=("the mean value theorem itself",),
)  # fmt: skip
