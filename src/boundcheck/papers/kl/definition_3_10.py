"""Definition 3.10: pure local label privacy, and randomized response."""

import sympy
from sympy import Ge, Gt, Le, exp

from boundcheck.claims import Claim, Identity, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import LABEL_REPLACED

from . import PAPER
from .notation import ANY_KEEP, HALF, KEEP, domain, epsilon

p, q, t, u, a = sympy.symbols("p q t u a", real=True)
POSITIVE = domain(epsilon)
LAW = {1: (KEEP, 1 - KEEP), -1: (1 - KEEP, KEEP)}

CLAIM = Claim(
    source=Source(PAPER, "Definition 3.10", "Section 3.2, with Eq. (7)", kind="definition"),
    words=r"A randomizer $R$ of single labels is $\varepsilon$-private if, for all labels $y$, $y'$ and all sets $S$ of outputs, what follows holds; randomized response that keeps a label with the probability $\alpha$ of (7) is,",
    displays={"": r"\mathbb{P}[R(y) \in S] \le e^\varepsilon \mathbb{P}[R(y') \in S]"},
    letters=ANY_KEEP | {"a": r"\alpha'"},
    parts={"randomized_response": PrivacyGuarantee(LAW, ((1, -1), (-1, 1)), epsilon, sympy.Integer(0), POSITIVE, adjacency=str(LABEL_REPLACED))},
    steps=(
        Step("sets_of_outputs", "Definition 3.10",
            Inequality(p + t, exp(epsilon) * (q + u), (*POSITIVE, Le(p, exp(epsilon) * q), Le(t, exp(epsilon) * u))),
            because="$p$ and $t$ are the probabilities of two outputs for one label, $q$ and $u$ those for the other: single outputs suffice."),
        Step("keeps_more_than_half", "Eq. (7)", Inequality(HALF, KEEP, POSITIVE, strict=True)),
        Step("keeps_less_than_all", "Eq. (7)", Inequality(KEEP, sympy.Integer(1), POSITIVE, strict=True),
            because=r"$\alpha = 1$, as in Corollary 5.5, is the limit without privacy and no value of (7)."),
        Step("turns", "Eq. (7)", Identity(1 - KEEP, 1 / (exp(epsilon) + 1), POSITIVE)),
        Step("attained", "Definition 3.10 with (7)", Identity(KEEP, exp(epsilon) * (1 - KEEP), POSITIVE),
            because=r"The condition is met with equality: no smaller $\varepsilon$ would do."),
        Step("best_coin", "Definition 3.10 with (7)",
            Inequality(a, KEEP, (*POSITIVE, Gt(a, 0), Le(a, 1), Le(a, exp(epsilon) * (1 - a)))),
            because="No private symmetric coin keeps a label more often."),
        Step("processing", "Definition 3.10, as used",
            Inequality(t * p + u * (1 - p), exp(epsilon) * (t * q + u * (1 - q)),
                (*POSITIVE, Ge(t, 0), Ge(u, 0), Ge(p, 0), Le(p, 1), Ge(q, 0), Le(q, 1), Le(p, exp(epsilon) * q), Le(1 - p, exp(epsilon) * (1 - q)))),
            because="Whatever an algorithm does with the private label: $p$ and $q$ are the probabilities of the output 1 for the two labels, $t$ "
            "and $u$ those of an event after either output."),
    ),
    not_covered=("what the prompts and the compared answers reveal: they are not private here",),
)
