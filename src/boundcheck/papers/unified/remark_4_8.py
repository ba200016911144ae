"""Remark 4.8: single-policy against all-policy concentrability."""

import sympy
from sympy import Eq, Ge, Gt, Le, Rational, sqrt

from boundcheck.claims import Claim, Identity, Inequality, Source, Step

from . import PAPER, corollary_4_4, proposition_4_6
from .notation import LETTERS, ball, d, kappa

width, p, q = sympy.symbols("width p q", real=True)
POSITIVE = (Ge(kappa, 0), Gt(width, 0), Gt(ball, 0), Ge(d, 1))
UNIT = (Ge(p, 0), Le(p, 1), Ge(q, 0), Le(q, 1))
RLHF, DPO = corollary_4_4.printed(width), proposition_4_6.printed(width)

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.8", "Section 4.2", kind="remark"),
    words=r"Comparing Corollary 4.4 with Proposition 4.6 at the same $\Gamma$, where $B$ is of the order $\sqrt{d}$: the bounds differ in the "
    "relative condition number only",
    displays={"RLHF": RLHF, "DPO": DPO},
    letters=LETTERS | {"width": r"\Gamma"},
    parts={"only_difference": Identity(RLHF, 2 * sqrt(2) * DPO, (*POSITIVE, Eq(ball, sqrt(d))))},
    steps=(
        Step("same_scale", "Remark 4.8, second sentence",
            Identity(RLHF / sqrt(kappa), 2 * sqrt(2) * DPO / sqrt(kappa), (*POSITIVE, Gt(kappa, 0), Eq(ball, sqrt(d)))),
            because=r"Without their condition numbers the bounds are a constant factor apart at $B = \sqrt{d}$."),
        Step("another_scale", "Remark 4.8, 'especially'",
            Identity(RLHF, 2 * sqrt(2) * sqrt(d) / ball * DPO, POSITIVE),
            because=r"For another $B$ they differ by the factor $\sqrt{d}/B$ as well: 'only' needs the scaling that the remark names."),
        Step("two_policies", "Remark 4.8, 'often much larger'",
            Inequality(p * (1 - q) + q * (1 - p), 2 * Rational(1, 2), UNIT),
            display=r"\Sigma_{\pi_1, \pi_2}^{\mathrm{diff}} \preceq 2 \max_\pi \Sigma_{\pi, \pi}^{\mathrm{diff}}",
            form="special case", scope="special case", special="two actions at opposite ends",
            because="Two actions at opposite ends, over four times their squared length: the left side is the form of two policies that take the "
            "first with the probabilities $p$ and $q$. That of one policy is $2 p (1 - p)$, at most 1/2: the single-policy number may "
            "exceed the all-policy one, by a factor 2 here. So 'often', and not always."),
        Step("one_policy", "Remark 4.8, 'often much larger'", Inequality(2 * p * (1 - p), Rational(1, 2), UNIT[:2])),
        Step("without_d", "improvement",
            Identity(corollary_4_4.sharper(width), sympy.Mul(2 * sqrt(2) / ball, DPO, evaluate=False), POSITIVE),
            because=r"With Corollary 4.4 as its proof gives it, without $\sqrt{d}$, the scale $B$ is a second difference: at $B = \sqrt{d}$ the "
            r"bound for DPO is larger by $\sqrt{d}$, whatever the condition numbers."),
    ),
    not_covered=("that all-policy concentrability is necessary for DPO, which is cited",),
)
