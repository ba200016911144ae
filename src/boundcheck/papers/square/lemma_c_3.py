"""Lemma C.3: the mean value theorem for the logistic function."""

from dataclasses import replace

import sympy
from sympy import Abs, Gt, Le

from boundcheck.claims import Claim, Inequality, Source
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS
from .proofs import lemma_c_3 as proof
from .proofs.lemma_c_3 import SLOPE, R

z, other = sympy.symbols("z other", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.3", "Appendix C", kind="lemma"),
    words=r"For $z$, $z'$ in $[-R, R]$ and $R \ge 1$; $R > 0$ is enough",
    displays={"": r"|z - z'| \le (e^{-R} + 2 + e^R) |\sigma(z) - \sigma(z')|"},
    letters=LETTERS | replace(LETTERS["reward_bound"], meaning="bound of the two logits", latex="R") | proof.LETTERS | {"other": "z'"},
    parts={"lemma": Inequality(Abs(z - other), SLOPE * Abs(sigmoid(z) - sigmoid(other)), (Le(Abs(z), R), Le(Abs(other), R), Gt(R, 0)))},
    steps=proof.steps(),
    not_covered=("the mean value theorem itself",),
)  # fmt: skip
