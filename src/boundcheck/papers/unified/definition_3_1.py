"""Definition 3.1: label privacy in the local model."""

import sympy
from sympy import Eq, Ge, Gt, Le, exp

from boundcheck.claims import Claim, Identity, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import LABEL_REPLACED
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, domain, epsilon

p, q, t, u, delta = sympy.symbols("p q t u delta", real=True)
UNIT = tuple(condition for x in (p, q, t, u, delta) for condition in (Ge(x, 0), Le(x, 1)))
POSITIVE = domain(epsilon)

# The least flips that (epsilon, delta) allows: the coin of randomized response with delta to spare.
KEEP = (exp(epsilon) + delta) / (exp(epsilon) + 1)


def law(keep):
    """Outputs 0 and 1 on either label when a label is kept with probability `keep`."""
    return {0: (keep, 1 - keep), 1: (1 - keep, keep)}


CLAIM = Claim(
    source=Source(PAPER, "Definition 3.1", "Section 3", kind="definition"),
    words=r"For $\varepsilon > 0$ and $\delta$ in [0, 1], a randomizer $R$ of single labels is $(\varepsilon, \delta)$-private if, for "
    "all labels $y$, $y'$ and all sets $S$ of outputs,",
    displays={"": r"\mathbb{P}\{R(y) \in S\} \le e^\varepsilon \mathbb{P}\{R(y') \in S\} + \delta"},
    letters=LETTERS | {"delta": r"\delta"},  # delta of privacy
    parts={
        "randomized_response": PrivacyGuarantee(
            law(sigmoid(epsilon)), ((0, 1), (1, 0)), epsilon, sympy.Integer(0), POSITIVE, adjacency=str(LABEL_REPLACED)
        ),
        "with_delta": PrivacyGuarantee(
            law(KEEP), ((0, 1), (1, 0)), epsilon, delta, (*POSITIVE, Ge(delta, 0), Le(delta, 1)), adjacency=str(LABEL_REPLACED)
        ),
    },
    steps=(
        Step("single_outputs", r"Definition 3.1 at $\delta = 0$",
            Inequality(
                p + t, exp(epsilon) * (q + u), (*UNIT, *POSITIVE, Le(p, exp(epsilon) * q), Le(t, exp(epsilon) * u))
            ),
            because=r"$p$ and $t$ are the probabilities of two outputs for one label, $q$ and $u$ those for another: at $\delta = 0$ the "
            "condition on single outputs adds up to that on sets."),
        Step("single_outputs_with_delta", r"Definition 3.1 at $\delta > 0$",
            Inequality(t * p + u * (1 - p), exp(epsilon) * (t * q + u * (1 - q)) + delta,
                (*UNIT, *POSITIVE, Le(p, exp(epsilon) * q + delta), Le(1 - p, exp(epsilon) * (1 - q) + delta))),
            display=r"\text{alignment that only sees } R(y)\text{ is } (\varepsilon, \delta)\text{-private}",
            form="translation", because="Post-processing: $p$ and $q$ are the probabilities of the output 1 for two labels, $t$ and $u$ those of an event "
            "after the outputs 1 and 0 of $R$."),
        Step("attained", "Remark 3.2",
            Identity(sigmoid(epsilon), exp(epsilon) * (1 - sigmoid(epsilon)), POSITIVE),
            because=r"Randomized response meets the condition with equality: no smaller $\varepsilon$ would do."),
        Step("empty_at_one", r"Definition 3.1 at $\delta = 1$",
            Inequality(p, exp(epsilon) * q + delta, (*UNIT, *POSITIVE, Eq(delta, 1))),
            because=r"$p$ and $q$ are the probabilities of a set of outputs for two labels. At $\delta = 1$, which the definition "
            "includes, every randomizer qualifies, the identity too."),
        Step("delta_to_spare", "Definition 3.1",
            Inequality(sigmoid(epsilon), KEEP, (*POSITIVE, Gt(delta, 0), Le(delta, 1)))),
    ),
    not_covered=("randomizers of more than one label",),
)
