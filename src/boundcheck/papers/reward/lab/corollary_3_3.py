"""Corollary 3.3 put to the test: Euclidean errors, and the one label that refutes the constant 1 before B."""

from dataclasses import replace

from sympy import Ge, Integer, Rational, sqrt

from boundcheck.claims import Inequality, Regime
from boundcheck.rlhf.estimators.distances import l2_error

from ..instances import likelihood
from ..notation import radius
from . import theorem_3_2
from .theorem_3_2 import TYPICAL, C

LABEL = Regime(
    "one label", likelihood("one_direction", "boundary", error=l2_error),
    {**TYPICAL, "n": 1, "d": 2, "epsilon": 1.0, "radius": 0.5, "lam": 1e9, "covariance_norm": 1.0},
)
REGIMES = (
    Regime("many labels", likelihood("one_hot", "random", error=l2_error), TYPICAL),
    Regime("small sample", likelihood("one_hot_random", "boundary", error=l2_error), {**TYPICAL, "n": 60, "d": 3, "lam": 0.01}),
    LABEL,
)

# With one label the estimate is an end of the ball, and the error its diameter whenever the label is 0.
COLLAPSE = replace(
    theorem_3_2.COLLAPSE,
    words="with one label, row e_1, the truth on the sphere of radius B = 1, where its logit is positive, and epsilon = ln 3 the "
    "estimate is the antipode of the truth with probability above 1/4; its error is 2B, and lambda, on which the estimate does not "
    "depend, may be as large as 10^6 C^2",
    # the antipodes of the ball of radius 1 in two coordinates, the truth along (1, -1)
    error=Inequality(Integer(2), sqrt(2 * (2 * sqrt(Rational(1, 2))) ** 2), (Ge(C, 1),)),
    experiment=likelihood("one_hot", "boundary", error=l2_error),
    beside=radius,
)
