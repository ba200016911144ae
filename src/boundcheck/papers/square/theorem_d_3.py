"""Theorem D.3: the printed T, beta and eta put into Theorem D.1."""

from boundcheck.claims import Assumption, Claim, Reading, Source

from . import PAPER
from .notation import LETTERS
from .proofs import choices as proof

MODEL = {"CTL": "c(epsilon)", "LTC": "c(epsilon)", "cDP": "(1 + 1/sqrt(epsilon))"}
BAD = {"CTL": "alpha", "LTC": "alpha c(epsilon)", "cDP": "alpha"}

CLAIM = Claim(
    source=Source(PAPER, "Theorem D.3", "Appendix D"),
    title="Duality gap at the printed T, beta and eta",
    words="For beta = 1/sqrt(T), eta = 1/T and the printed T, the bound of Theorem D.1 is to give the printed rate. What is judged is this step; whether the theorem is true at the printed choice by another road is not",
    displays={
        name: f'"DG"_"{name}" (hat(pi)) <= k min_(C >= 1) {{"subopt"(hat(pi), C) + C (V_"max" log(abs(Pi) slash delta)/sqrt(m) + {MODEL[name]} sqrt(log(abs(cal(L)) abs(Pi) slash delta)/n) + sqrt({BAD[name]} log(abs(Pi) slash delta)))}}'
        for name in MODEL
    },
    letters=LETTERS | proof.LETTERS,
    readings=(Reading("literal", "the printed T, beta and eta; k is any constant"),),
    steps=(*proof.printed_choice(), *proof.unilateral()),
    assumptions=(Assumption("theorem_d_1", "Theorem D.1, which is imported", ("opponents_term",)),),
    not_covered=(
        "whether the gap itself keeps to the printed rate at the printed choice: what is false is that Theorem D.1 gives it",
        "T as a whole number",
        "delta in the bounds, which the theorem calls zeta",
    ),
)  # fmt: skip
