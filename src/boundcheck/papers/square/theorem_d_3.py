"""Theorem D.3: the printed T, beta and eta put into Theorem D.1."""

import sympy
from sympy import Eq, Ge, Gt, Le, log, sqrt

from boundcheck.claims import Assumption, Claim, Inequality, Reading, Source

from . import PAPER
from .notation import LETTERS
from .proofs import choices as proof
from .proofs.choices import C, H, K, N, constant

MODEL = {"CTL": "c(epsilon)", "LTC": "c(epsilon)", "cDP": "(1 + 1/sqrt(epsilon))"}
BAD = {"CTL": "alpha", "LTC": "alpha c(epsilon)", "cDP": "alpha"}
part = sympy.Symbol("part", real=True)  # what Theorem D.1 says of the gap, without subopt, sampling and corruption
MODEL_PART = (Ge(part, 0), Ge(constant, 1), Ge(C, 1), Gt(N, 0), Ge(H, log(2)), Ge(K, log(2)))

CLAIM = Claim(
    source=Source(PAPER, "Combination of Theorem D.1 with Lemma D.2 into Theorem D.3", "Appendix D, the sentence before Theorem D.3"),
    title="Duality gap at the printed T, beta and eta",
    words="For beta = 1/sqrt(T), eta = 1/T and the printed T, the bound of Theorem D.1 is to give the printed rate. What is judged is this step; whether the theorem is true at the printed choice by another road is not",
    displays={
        name: f'"DG"_"{name}" (hat(pi)) <= k min_(C >= 1) {{"subopt"(hat(pi), C) + C (V_"max" log(abs(Pi) slash delta)/sqrt(m) + {MODEL[name]} sqrt(log(abs(cal(L)) abs(Pi) slash delta)/n) + sqrt({BAD[name]} log(abs(Pi) slash delta)))}}'
        for name in MODEL
    },
    letters=LETTERS | proof.LETTERS | {"part": "G"},
    readings=(
        Reading("literal", "the printed T, beta and eta; k is any constant, and the sampling term and alpha are 0",
            fault=proof.LOGARITHMS),
        Reading("other_choice", "eta = beta^2, beta the sum of V sqrt(log(|Pi|/delta)/m) and err_general, and T at least 1/beta^4 and log(|Pi|/delta)/beta^2: "
            "then, as the steps of Theorem 4.4 show, err_general enters without a logarithm of the policy class, as C err_general", repair=True),
    ),
    parts={
        "combination": {
            "literal": Inequality(part, constant * C * sqrt(N * (H + K)), (*MODEL_PART, Eq(part**2, N * H * K))),
            "other_choice": Inequality(part, constant * C * sqrt(N * (H + K)), (*MODEL_PART, Le(part, C * sqrt(N * H)))),
        }
    },
    steps=(*proof.printed_choice(), *proof.unilateral()),
    assumptions=(Assumption("theorem_d_1", "Theorem D.1, which is imported", ("opponents_term",)),),
    not_covered=(
        "whether the gap itself exceeds the printed rate at the printed choice: what is false is that Theorem D.1 gives it",
        "T as a whole number",
        "delta in the bounds, which the theorem calls zeta",
    ),
)  # fmt: skip
