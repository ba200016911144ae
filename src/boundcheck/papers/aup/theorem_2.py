"""Theorem 2: what privacy of users costs at least, in the main text."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Rational, exp, log, sqrt

from boundcheck.claims import (
    Claim,
    Definition,
    FamilyLowerBound,
    HardLogits,
    Inequality,
    KeyFinding,
    MinimaxLowerBound,
    Reading,
    Source,
)
from boundcheck.minimax import Family, absolute

from . import PAPER, fact_1, lemma_7, theorem_6
from .lab.cubes import TESTS, solved
from .lab.release_regimes import EVERY_METHOD
from .notation import LETTERS, d, delta, domain, epsilon, feature_bound, m, n, radius
from .proofs import every_design as proof

C, k = sympy.symbols("C k", real=True)
SHAPE = (*domain(n, m, d, epsilon, delta, radius), Gt(k, 0), Le(k, 1))
# Estimates without privacy from users who are sampled with probability delta are (0, delta)-private, and their error is C d/sqrt(delta n m).
SAMPLED = C * d / sqrt(delta * n * m)
USUAL = (*domain(n, m, d, epsilon, delta), Gt(k, 0), Le(k, 1), Ge(C, 1), Ge(n * d * delta, 1))


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
    HardLogits(proof.PLAIN_GAP, n * m / (d - 1), radius, 2 * feature_bound, coordinates=d - 1),
    HardLogits(proof.PRIVATE_GAP, m / (d - 1), radius, 2 * feature_bound, coordinates=d - 1, epsilon=epsilon, delta=delta, users=n),
)
# Twice the bound is at most B, "n large enough", so that they lie in the ball.
IN_THE_BALL = tuple(Ge(radius, sqrt(d - 1) * half) for half in (proof.PLAIN_GAP, proof.PRIVATE_GAP))

CLAIM = Claim(
    source=Source(PAPER, "Theorem 2", "Section 4.2; Theorem 6 in Appendix B.4 is the formal statement"),
    words=r"For every $(\varepsilon, \delta)$-user-level private method there is an instance with",
    displays={"": (r"\mathbb{E}[\|\theta_{\mathrm{priv}} - \theta^*\|_2] \ge c \left( {} \right)", proof.PRINTED), "proved for every design": proof.EXPLICIT},
    letters=LETTERS | proof.LETTERS | {"k": "c", "gamma": r"\gamma"},  # any slope
    readings=(
        Reading("literal", r"for every $\varepsilon$ and $\delta$, and $n$ and $m$ so large that the bound is at most $B$, as in Theorem 6, of which this is marked as the informal statement; $c$ depends on nothing, and is put beside the error $C d/\sqrt{\delta n m}$ of users sampled with probability $\delta$, at the $\varepsilon$ where it is false for every $c$ and $C$", fault=proof.DELTA_LEFT_OUT),
        Reading("appendix", r"$\varepsilon + \delta$ in place of $\varepsilon$, as in Theorem 6, of which it is the informal statement",
            support=r"it is marked as an informal statement; Theorem 6, to which Section 4.2 refers for the details, has $\varepsilon + \delta$"),
        Reading("many_users", r"$n$ is at least $1/(d \varepsilon^2)$: the first term is then the larger one, and the display that of the appendix up to 2",
            support="Theorem 6 is for $n$ and $m$ large enough, and does not say how large"),
    ),
    parts={
        "second_term": {
            "literal": Inequality(k * second_term(epsilon), SAMPLED, (*USUAL, *domain(radius), Eq(epsilon, k * sqrt(delta) / (2 * C * sqrt(d * n))), *large(epsilon))),
            "appendix": Inequality(k * second_term(epsilon + delta), SAMPLED, USUAL),
            "many_users": Inequality(proof.PRINTED, 2 * proof.APPENDIX, (*USUAL, Ge(n * d * epsilon**2, 1))),
        },
        "below_the_trivial": {
            "literal": Inequality(k * proof.PRINTED, radius, (*SHAPE, *large(epsilon))),
            "appendix": Inequality(k * proof.APPENDIX, radius, (*SHAPE, *large(epsilon + delta))),
        },
        "one_coordinate": FamilyLowerBound(sqrt(d) / sqrt(n * m) / 2, one_coordinate, POINTS, hard=(HardLogits(sqrt(d) / sqrt(n * m), n * m / d, None),)),
        "methods": MinimaxLowerBound(proof.EXPLICIT, EVERY_METHOD, of="mean", given=IN_THE_BALL, hard=HARD),
        "private_tests": Definition("the sum of errors that the bound leaves over the least one of any private test of $n$ users with $m$ labels, by linear programs", private_share,
            tuple({"pair": i} for i in range(len(TESTS)))),
    },
    steps=proof.STEPS,
    uses=(fact_1, lemma_7, theorem_6),
    findings=(
        KeyFinding(r"From $n = 1/(d \varepsilon^2)$ on the printed display is at most twice that of Theorem 6, so that only its constant changes", ("second_term@many_users",), weight="little", fault=proof.DELTA_LEFT_OUT),
    ),
    not_covered=("that the rate is attained for every design",),
)  # fmt: skip
