"""Section 7 without corruption: two logits that no method tells apart from private labels, by exact Bayes risk."""

from sympy import Rational, exp, log, sqrt

from boundcheck.minimax import Family, absolute, randomized_response

from ..notation import C_EPSILON, epsilon


def risk(n, **point):
    """`n` private labels of one logit, which is ``-h`` or ``h`` with ``h = c(epsilon)/sqrt(n)``; the loss is its distance.

    Every private channel of a label is randomized response, garbled, so that this is every method's risk at least.
    """
    level = point["epsilon"]
    half = C_EPSILON.xreplace({epsilon: level}) / sqrt(n)
    truths = tuple(exp(sign * half) / (1 + exp(sign * half)) for sign in (-1, 1))
    return Family.bits(truths, int(n)).through(randomized_response(level)).within(), absolute((-half, half))


POINTS = {
    "strong privacy": {"n": 10**6, "epsilon": Rational(1, 20)},
    "epsilon = ln 3": {"n": 10**4, "epsilon": log(3)},
    "weak privacy": {"n": 10**4, "epsilon": 8},
}
