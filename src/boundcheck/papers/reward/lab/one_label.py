"""MLE-RR from a single label, which is an end of the ball: no constant before the noise covers the ridge term."""

import sympy
from sympy import Ge, Integer, Le, Rational, log, sqrt

from boundcheck.claims import Bench, Collapse, Inequality, Lab
from boundcheck.rlhf.estimators.distances import l2_error, weighted_norm_error
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE

from ..notation import LETTERS, d, delta, epsilon, feature_bound, lam, n, radius
from ..quantities import SMALLEST, least
from .likelihood import BENCH, LABEL, LOW_PRIVACY, TYPICAL, largest, likelihood
from .worlds import eigenvalues

C, p = sympy.symbols("C p", real=True)

WORDS = (
    r"with one label, row $e_1$, the truth on the sphere of radius $B = 1$, where its logit is positive, and $\varepsilon = \ln 3$ the estimate is the antipode of the truth with "
    "probability above 1/4; its error is {}"
)


def collapse(words, least, beside, error):
    """The antipode of the truth, at a distance of at least the left side of `least`, with what the page adds beside the constant."""
    return Collapse(
        WORDS.format(words),
        C,
        {n: Integer(1), d: Integer(2), epsilon: log(3), radius: Integer(1), feature_bound: Rational(1, 2),
         delta: Rational(1, 10), lam: 10**6 * C**2},
        least,
        likelihood("one_hot", "boundary", error=error),
        # the coin alone turns a label with probability 1/4, whatever the probability of a one
        likely=Inequality(Rational(1, 4), Rational(3, 4) * p + Rational(1, 4) * (1 - p), (Ge(p, 0), Le(p, 1))),
        beside=beside,
        more={"covariance_norm": 0.5},
    )  # fmt: skip


def spectrum(run, *, d, **point):
    """The ends of the spectrum of the covariance are those of the features."""
    return {**largest(run, d=d, **point), least.name: float(eigenvalues(run.world.features, d)[0])}


IN_THE_NORM_OF_THE_DATA = LOW_PRIVACY.first(
    collapse(
        r"at least $2 \sqrt{\lambda} B$, and $\lambda$ may be as large as $10^6 C^2$",
        Inequality(2000 * C, 2 * sqrt(10**6 * C**2), (Ge(C, 1),)),  # the distance 2 B of the ends of the ball, in the ridge part of the norm
        sqrt(lam) * radius,
        weighted_norm_error,
    )
)
# Where the bound in the Euclidean norm is looked at, with a constant before the radius.
DIAMETER = Lab(
    regimes=(
        BENCH.regime("many labels", likelihood("one_hot", "random", error=l2_error)),
        BENCH.regime("small sample", likelihood("one_hot_random", "boundary", error=l2_error), n=60, d=3, lam=0.01),
        BENCH.regime("one label", likelihood("one_direction", "boundary", error=l2_error), **LABEL, epsilon=1.0),
    )
)
# The same where the data cover every direction, and their least eigenvalue is known.
COVERED = Bench(LETTERS | SMALLEST, TYPICAL, complete=spectrum)
EVERY_DIRECTION = Lab(
    regimes=(
        COVERED.regime("biting", likelihood("one_hot", "random", error=l2_error), biting=True),
        COVERED.regime("two directions", likelihood("one_hot", "boundary", error=l2_error), biting=True, d=2),
        COVERED.regime("small sample", likelihood("one_hot", "boundary", error=l2_error), n=60, d=3, lam=0.01),
    ),
    mutants=(
        COVERED.false("face value", "private labels taken for plain ones",
            likelihood("one_hot", "boundary", estimator=PrivateMLE(assumed=1e3), error=l2_error), d=4, n=10**10),
        COVERED.false("labels turned", "zeros and ones exchanged",
            likelihood("one_hot", "boundary", estimator=PrivateMLE(reversed=True), error=l2_error), d=4, n=10**10),
    ),
)  # fmt: skip
EUCLIDEAN = DIAMETER.first(
    collapse(
        r"$2 B$, and $\lambda$, on which the estimate does not depend, may be as large as $10^6 C^2$",
        # the antipodes of the ball of radius 1 in two coordinates, the truth along (1, -1)
        Inequality(Integer(2), sqrt(2 * (2 * sqrt(Rational(1, 2))) ** 2), (Ge(C, 1),)),
        radius,
        l2_error,
    )
)
