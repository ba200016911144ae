"""Lemma A.7: offsets of the state."""

import sympy
from sympy import Add, Eq, Gt, Mul, exp

from boundcheck.claims import Claim, Identity, Source, Step

from . import PAPER
from .notation import ANY_KEEP, beta, domain

p, r, b, z, w = sympy.symbols("p r b z w", real=True)
POSITIVE = (*domain(beta), Gt(p, 0), Gt(z, 0))

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.7", "Appendix A; Zhao et al. (2025c)", kind="lemma"),
    words="For an offset $b(s)$ and a reward $r(s, a)$,",
    displays={"": r"J(\pi_r) = J(\pi_{r - b}), \quad \pi_r = \frac{\pi_{\mathrm{ref}} e^{\beta r}}{\sum_a \pi_{\mathrm{ref}} e^{\beta r}}"},
    letters=ANY_KEEP | {"p": r"\pi_{\mathrm{ref}}", "z": "Z"},
    parts={"same_policy": Identity(Mul(p, exp(beta * (r - b)), 1 / w, evaluate=False), p * exp(beta * r) / z, (*POSITIVE, Eq(w, exp(-beta * b) * z)))},
    steps=(
        Step("each_term", "Lemma A.7", Identity(p * exp(beta * (r - b)), exp(-beta * b) * p * exp(beta * r), POSITIVE),
            because="Of every action; $p$ is its probability under the reference policy."),
        Step("normaliser", "Lemma A.7",
            Identity(Add(w, p * exp(beta * (r - b)), evaluate=False), exp(-beta * b) * (z + p * exp(beta * r)), (*POSITIVE, Eq(w, exp(-beta * b) * z))),
            form="reduction", display=r"\sum_a \pi_{\mathrm{ref}} e^{\beta (r - b)} = e^{-\beta b(s)} Z(s)",
            because="One more action: $z$ and $w$ are the sums over those before. The factor is the same for all."),
        Step("ratio", "Lemma A.7", Identity(p * exp(beta * (r - b)) / w, p * exp(beta * r) / z, (*POSITIVE, Eq(w, exp(-beta * b) * z))),
            because="So the policies agree at every action, and with them everything that depends on the policy alone, as $J$ does."),
    ),
)
