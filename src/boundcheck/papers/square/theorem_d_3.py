"""Theorem D.3: the printed T, beta and eta put into Theorem D.1."""

from sympy import Eq, Ge, Gt, Integer, Le, sqrt

from boundcheck.claims import Assumption, Claim, Fault, Inequality, Reading, Source

from . import PAPER
from .notation import LETTERS
from .proofs import choices as proof
from .proofs.choices import A_root, C, E_root, H, K, N, beta, constant, root

MODEL = {"CTL": "c(epsilon)", "LTC": "c(epsilon)", "cDP": "(1 + 1/sqrt(epsilon))"}
BAD = {"CTL": "alpha", "LTC": "alpha c(epsilon)", "cDP": "alpha"}

CLAIM = Claim(
    source=Source(PAPER, "Combination of Theorem D.1 with Lemma D.2 into Theorem D.3", "Appendix D, the sentence before Theorem D.3"),
    title="Duality gap at the printed T, beta and eta",
    words="For beta = 1/sqrt(T), eta = 1/T and the printed T, the bound of Theorem D.1 is to give the printed rate. What is judged is this step; whether the theorem is true at the printed choice by another road is not",
    displays={
        name: f'"DG"_"{name}" (hat(pi)) <= k min_(C >= 1) {{"subopt"(hat(pi), C) + C (V_"max" log(abs(Pi) slash delta)/sqrt(m) + {MODEL[name]} sqrt(log(abs(cal(L)) abs(Pi) slash delta)/n) + sqrt({BAD[name]} log(abs(Pi) slash delta)))}}'
        for name in MODEL
    },
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", "the printed T, beta and eta; k is any constant, and the sampling term and alpha are 0",
            fault=Fault("d_3_logarithms", "missing factor", where="Theorem D.3, the middle terms",
                words="the last term of Theorem D.1 gives the product of the two logarithms, not the logarithm of the product")),
        Reading("other_choice", "eta = beta^2, beta the sum of V sqrt(log(|Pi|/delta)/m) and err_general, and T at least 1/beta^4 and log(|Pi|/delta)/beta^2: "
            "then the gap is at most of the order C beta, without a logarithm of the policy class before err_general", repair=True),
    ),
    parts={
        "combination": {
            "literal": Inequality(sqrt(N * H * K), constant * C * sqrt(N * (H + K)), (Ge(constant, 1), Eq(C, 1), Eq(N, 1), Ge(H, 1), Ge(K, 1))),
            "other_choice": Inequality(C * beta + C * beta + beta + C * root + A_root / 2 + C * E_root + C * E_root + beta, Integer(7) * C * beta,
                (Ge(C, 1), Gt(beta, 0), Le(beta, 1), Eq(beta, A_root + E_root), Ge(A_root, 0), Ge(E_root, 0), Le(root, A_root))),
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
