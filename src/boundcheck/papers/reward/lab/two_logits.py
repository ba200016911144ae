"""The factor under local privacy: two logits that no method tells apart from private labels, by exact Bayes risk."""

from sympy import Rational, exp, log, sqrt

from boundcheck.minimax import Family, absolute, randomized_response

from ..notation import C_EPSILON, epsilon


def two_logits(n, **point):
    """`n` private labels of one row of norm 1, whose reward difference is ``-h`` or ``h``, ``h = c(epsilon)/sqrt(n)``.

    Every locally private channel of a label is randomized response, garbled, so that this is every method's risk at least.
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
