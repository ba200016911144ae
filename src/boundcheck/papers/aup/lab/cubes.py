"""Small hypercubes of laws, and users whose labels a private test has to tell apart, for the lower bound's lemmas."""

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from sympy import Rational, exp

from boundcheck.privacy import PrivateTest, best_private_test

OUTCOMES = 3
COORDINATES = 2
MEMBERS = tuple(product((1, -1), repeat=COORDINATES))


def cube(vector):
    """Four laws on three outcomes, one for every member of the cube of two coordinates, from any real vector."""
    weights = [[1 + v * v for v in vector[OUTCOMES * i : OUTCOMES * (i + 1)]] for i in range(len(MEMBERS))]
    return {e: [w / sum(row) for w in row] for e, row in zip(MEMBERS, weights, strict=True)}


def mixture(laws, coordinate, sign):
    """``P_{+i}`` or ``P_{-i}``: the mean of the members with that sign."""
    chosen = [laws[e] for e in MEMBERS if e[coordinate] == sign]
    return [sum(column) / len(chosen) for column in zip(*chosen, strict=True)]


def distance(p, q):
    """Total variation."""
    return sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


def flipped(member, coordinate):
    """The neighbour of a member along a coordinate."""
    return tuple(-s if i == coordinate else s for i, s in enumerate(member))


def squared_risk(laws):
    """The exact Bayes risk of ``norm(estimate - e)^2`` under the uniform prior: each coordinate has its posterior variance."""
    pairs = [(mixture(laws, i, 1), mixture(laws, i, -1)) for i in range(COORDINATES)]
    return sum(2 * a * b / (a + b) for p, q in pairs for a, b in zip(p, q, strict=True))


# Users, labels of each, the two probabilities of a 1, epsilon and delta; a user's kind is her number of ones.
TESTS = (
    (4, 1, Fraction(3, 5), Fraction(2, 5), Fraction(1, 2), Fraction(0)),
    (8, 1, Fraction(11, 20), Fraction(9, 20), Fraction(1, 5), Fraction(1, 100)),
    (6, 2, Fraction(11, 20), Fraction(9, 20), Fraction(1, 10), Fraction(0)),
    (6, 2, Fraction(3, 5), Fraction(2, 5), Fraction(1), Fraction(1, 50)),
    (5, 3, Fraction(11, 20), Fraction(9, 20), Fraction(1, 2), Fraction(1, 1000)),
    (10, 3, Fraction(51, 100), Fraction(49, 100), Fraction(1), Fraction(0)),
    (3, 4, Fraction(13, 25), Fraction(12, 25), Fraction(3), Fraction(0)),
)


def user_law(labels, chance):
    """Of how many of a user's labels are 1."""
    return [comb(labels, k) * chance**k * (1 - chance) ** (labels - k) for k in range(labels + 1)]


@lru_cache
def solved(place: int) -> tuple[PrivateTest, Fraction]:
    """The best private test of a listed pair, certified, and the expected number of users that differ under the best coupling."""
    users, labels, p, q, epsilon, delta = TESTS[place]
    first, second = user_law(labels, p), user_law(labels, q)
    return best_private_test(first, second, users, epsilon, delta), users * distance(first, second)


def lemma(differ, epsilon, delta):
    """Lemma 7's bound on the sum of the two errors."""
    return Rational(9, 10) * exp(-10 * epsilon * differ) - 10 * differ * delta


def contracted(differ, epsilon, delta):
    """Ours: a release distinguishes two sets of users by at most eta for each user that differs."""
    return 1 - differ * (exp(epsilon) - 1 + 2 * delta) / (exp(epsilon) + 1)


def share_of_best(bound, place):
    """`bound` over the least sum of errors of any private test of a listed pair; above 1 it would be false."""
    test, differ = solved(place)
    epsilon, delta = TESTS[place][4:]
    return round(float(bound(_exact(differ), _exact(epsilon), _exact(delta)) / _exact(test.high)), 4)


def _exact(number):
    return Rational(number.numerator, number.denominator)


CUBES = tuple(tuple(Fraction((a * i * i + b * i) % 7, 2) for i in range(12)) for a, b in ((1, 2), (3, 1), (2, 5), (0, 0)))


def share_of_risk(bound, vector):
    """`bound` over the exact Bayes risk of the squared distance on a cube; above 1 it would be false."""
    laws = cube(vector)
    return round(float(bound(laws)) / float(squared_risk(laws)), 4)
