"""Definition 2: user-level label differential privacy."""

import itertools

import sympy
from sympy import Ge, Integer, Le, exp

from boundcheck.claims import Claim, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import USER_LABELS_REPLACED
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, delta, domain, epsilon

p, q, s, t = sympy.symbols("p q s t", real=True)
UNIT = tuple(condition for x in (p, q, s, t) for condition in (Ge(x, 0), Le(x, 1)))
LABELS = tuple(itertools.product((0, 1), repeat=2))


def law(level):
    """Two labels of a user, each through randomized response at `level`."""
    keep = sigmoid(level)
    return {
        y: tuple(sympy.Mul(*(keep if a == b else 1 - keep for a, b in zip(y, seen, strict=True))) for seen in LABELS) for y in LABELS
    }


CLAIM = Claim(
    source=Source(PAPER, "Definition 2", "Section 3.2", kind="definition"),
    words="For data sets that differ in the labels of one user, and every event $O$",
    displays={"": r"\mathbb{P}\{M(D) \in O\} \le e^\varepsilon \mathbb{P}\{M(D') \in O\} + \delta"},
    letters=LETTERS | {"p": r"\mathbb{P}(M(D) \in O)", "q": r"\mathbb{P}(M(D') \in O)"},
    parts={
        "one_label": PrivacyGuarantee({0: (sigmoid(epsilon), 1 - sigmoid(epsilon)), 1: (1 - sigmoid(epsilon), sigmoid(epsilon))}, ((0, 1), (1, 0)), epsilon, Integer(0), domain(epsilon), adjacency=str(USER_LABELS_REPLACED)),
        "two_labels": PrivacyGuarantee(law(epsilon / 2), tuple(itertools.permutations(LABELS, 2)), epsilon, Integer(0), domain(epsilon), adjacency=str(USER_LABELS_REPLACED)),
    },
    steps=(
        Step("weaker_than_definition_1", "Section 3.2", Inequality(p, exp(epsilon) * q + delta, (*UNIT, *domain(epsilon, delta), Le(p, exp(epsilon) * q))),
            because=r"Neighbours in labels are neighbours in records: a guarantee of Definition 1 is one of Definition 2, and $\delta$ may be spent."),
        Step("post_processing", "Section 4.1, 'post-processing'",
            Inequality(s * p + t * (1 - p), exp(epsilon) * (s * q + t * (1 - q)) + delta,
                (*UNIT, *domain(epsilon, delta), Le(p, exp(epsilon) * q + delta), Le(1 - p, exp(epsilon) * (1 - q) + delta))),
            because="$p$ and $q$ are the probabilities of an output for two neighbours, $s$ and $t$ those of an event after it and after its complement."),
    ),
)  # fmt: skip
