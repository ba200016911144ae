"""Definition 1: user-level differential privacy."""

from fractions import Fraction
from math import comb

import sympy
from sympy import Ge, Gt, Integer, Le, exp

from boundcheck.claims import Claim, Definition, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import USER_REPLACED
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, delta, domain, epsilon

p, q, r, a = sympy.symbols("p q r a", real=True)
UNIT = tuple(condition for x in (p, q, r, a) for condition in (Ge(x, 0), Le(x, 1)))


def excess(odds, labels):
    """Largest ``M(O | all ones) - odds^labels M(O | all zeros)`` of randomized response with these odds of keeping, exactly."""
    keep = Fraction(odds, odds + 1)
    laws = [[comb(labels, k) * x**k * (1 - x) ** (labels - k) for k in range(labels + 1)] for x in (keep, 1 - keep)]
    return max(first / second for first, second in zip(*laws, strict=True)) / Fraction(odds) ** labels


def coin(keep):
    """Laws of one private bit."""
    return {0: (keep, 1 - keep), 1: (1 - keep, keep)}


CLAIM = Claim(
    source=Source(PAPER, "Definition 1", "Section 3.2", kind="definition"),
    words="For data sets that differ in the $m$ records of one user, and every event $O$",
    displays={"": r"\mathbb{P}\{M(D) \in O\} \le e^\varepsilon \mathbb{P}\{M(D') \in O\} + \delta"},
    letters=LETTERS | {"p": r"\mathbb{P}(M(D) \in O)", "q": r"\mathbb{P}(M(D') \in O)", "r": r"\mathbb{P}(M(D'') \in O)"},
    parts={
        "one_record": PrivacyGuarantee(coin(sigmoid(epsilon)), ((0, 1), (1, 0)), epsilon, Integer(0), domain(epsilon), adjacency=str(USER_REPLACED)),
        "literal_value": Definition(
            r"likelihood ratio of the private labels of one user over $e^\varepsilon$, at $e^{\varepsilon/m} = \mathrm{odds}$", excess,
            tuple({"odds": k, "labels": j} for k in (2, 3) for j in (1, 2, 5)),
        ),
    },
    steps=(
        Step("one_user_moves", "Definition 1",
            Inequality(p, exp(2 * epsilon) * r + (1 + exp(epsilon)) * delta, (*UNIT, *domain(epsilon, delta), Le(p, exp(epsilon) * q + delta), Le(q, exp(epsilon) * r + delta))),
            because=r"Two users changed one after the other: the guarantee for $k$ users has $k \varepsilon$ and a sum of powers of $e^\varepsilon$ before $\delta$."),
        Step("replaced_by_removal", "Definition 1, 'differ in one user'",
            Inequality(p, exp(2 * epsilon) * r, (*UNIT, *domain(epsilon), Le(p, exp(epsilon) * q), Le(q, exp(epsilon) * r))),
            because=r"Both data sets have $n$ users, so one user is replaced. A guarantee for users added or removed at $\varepsilon$ gives $2 \varepsilon$ here, and no less in general."),
        Step("no_user", "Definition 1", Inequality(p, exp(epsilon) * p + delta, (*UNIT, *domain(epsilon, delta)))),
        Step("empty_at_one", r"Definition 1 at $\delta = 1$", Inequality(p, exp(epsilon) * q + 1, (*UNIT, Gt(epsilon, 0))),
            because=r"Theorem 4 lets $\delta$ run up to 1, where every mechanism qualifies."),
    ),
)  # fmt: skip
