"""Theorem 2: what privacy of users costs at least, in the main text."""

import sympy
from sympy import Ge, Gt, Integer, Le, Rational, exp, log, sqrt

from boundcheck.claims import (
    Claim,
    Definition,
    FamilyLowerBound,
    HardLogits,
    Inequality,
    MinimaxLowerBound,
    Reading,
    Source,
)
from boundcheck.minimax import Family, absolute

from . import PAPER
from .lab.cubes import TESTS, solved
from .lab.release_regimes import EVERY_METHOD
from .notation import LETTERS, d, delta, domain, epsilon, feature_bound, m, n, radius
from .proofs import theorem_2 as proof

k = sympy.Symbol("k", real=True)
SHAPE = (*domain(n, m, d, epsilon, delta, radius), Gt(k, 0), Le(k, 1))
USUAL = (*domain(m, d, epsilon, delta), Ge(n, 100), Le(delta, Rational(1, 10)), Ge(k, 2))


def second_term(level):
    return sqrt(d) / (sqrt(m) * n * level)


def large(level):
    """The users at which half of the bound is the one term and half the other, of B at most."""
    return (Ge(n, 4 * k**2 * d**2 / (m * radius**2)), Ge(n, 2 * k * second_term(level) * n / radius))


def one_coordinate(n, m, d):
    """The nm/d labels about one coordinate of a one-hot design, at the truths plus and minus Delta, and the size of the error."""
    gap = sqrt(d) / sqrt(n * m)
    return Family.bits([1 / (1 + exp(-sign * gap)) for sign in (1, -1)], int(n * m / d)), absolute((gap, -gap))


def private_share(pair):
    """The bound 1 - eta n Delta sqrt(m)/2 on the sum of errors, at Delta of listed users, over the exact least one of a private test."""
    test, _ = solved(pair)
    users, labels, chance, _, epsilon, delta = TESTS[pair]
    gap = log(Rational(chance.numerator, chance.denominator) / (1 - Rational(chance.numerator, chance.denominator)))
    level = proof.ETA.subs({proof.epsilon: Rational(epsilon), proof.delta: Rational(delta)})
    return round(float((1 - level * users * gap * sqrt(labels) / 2) / Rational(test.high.numerator, test.high.denominator)), 4)


POINTS = {
    "few labels": {"n": Integer(10), "m": Integer(4), "d": Integer(2)},
    "ten labels each": {"n": Integer(100), "m": Integer(10), "d": Integer(5)},
    "many users": {"n": Integer(3000), "m": Integer(2), "d": Integer(10)},
    "many labels": {"n": Integer(10), "m": Integer(1000), "d": Integer(4)},
}

# Rows of length 2L, each along one of d - 1 directions: all labels together, or the users' under a private release.
HARD = (
    HardLogits(proof.PLAIN_GAP, 2 * feature_bound * proof.PLAIN_GAP, n * m / (d - 1), d - 1),
    HardLogits(proof.PRIVATE_GAP, 2 * feature_bound * proof.PRIVATE_GAP, m / (d - 1), d - 1, epsilon, delta, n),
)

CLAIM = Claim(
    source=Source(PAPER, "Theorem 2", "Section 4.2; Theorem 6 in Appendix B.4 is the formal statement"),
    words="For every (epsilon, delta)-user-level private method there is an instance with",
    displays={"": ('EE[norm(theta_"priv" - theta^*)_2] >= c ({})', proof.PRINTED), "proved for every design": proof.EXPLICIT},
    letters=LETTERS | proof.LETTERS | {"k": "c", "gamma": "gamma"},  # any slope
    readings=(
        Reading("literal", "for every epsilon and delta, and n and m so large that the bound is at most B, as in Theorem 6, of which this is marked as the informal statement; c depends on nothing", fault=proof.DELTA_LEFT_OUT),
        Reading("appendix", "epsilon + delta in place of epsilon",
            support="it is marked as an informal statement; Theorem 6, to which Section 4.2 refers for the details, has epsilon + delta"),
    ),
    parts={
        "second_term": {
            "literal": Inequality(second_term(epsilon), k * second_term(epsilon + delta), USUAL),
            "appendix": Inequality(second_term(epsilon + delta), k * second_term(epsilon + delta), USUAL),
        },
        "below_the_trivial": {
            "literal": Inequality(k * proof.PRINTED, radius, (*SHAPE, *large(epsilon))),
            "appendix": Inequality(k * proof.APPENDIX, radius, (*SHAPE, *large(epsilon + delta))),
        },
        "one_coordinate": FamilyLowerBound(sqrt(d) / sqrt(n * m) / 2, one_coordinate, POINTS, hard=(HardLogits(sqrt(d) / sqrt(n * m), sqrt(d) / sqrt(n * m), n * m / d),)),
        "methods": MinimaxLowerBound(proof.EXPLICIT, EVERY_METHOD, of="mean", hard=HARD),
        "private_tests": Definition("the sum of errors that the bound leaves over the least one of any private test of n users with m labels, by linear programs", private_share,
            tuple({"pair": i} for i in range(len(TESTS)))),
    },
    steps=proof.STEPS,
    not_covered=("that the rate is attained for every design",),
)  # fmt: skip
