"""SGD-RR with the step size as printed: every step crosses the whole ball, and no constant makes up for that."""

import sympy
from sympy import Abs, Eq, Ge, Integer, Rational, exp, log, sqrt

from boundcheck.claims import Collapse, Inequality, Lab, Regime
from boundcheck.rlhf.estimators.sgd import SGDRR
from boundcheck.symbolic import sigmoid

from ..notation import delta, epsilon, feature_bound, kappa, n, radius
from . import greedy
from .stream import TYPICAL, stream

C, step, moved, where, value, p = sympy.symbols("C eta moved where value p", real=True)
PRINTED = SGDRR(power=0.0)
INSTANCE = {n: 10**4 * C**4, epsilon: log(3), radius: Rational(1, 4), feature_bound: Integer(1), kappa: Integer(2), delta: exp(-2)}


def crosses(per_step):
    """A step moves the iterate by eta times `per_step` times |sigma(z) - label|, where labels without bias are -1/2 and 3/2,
    L = 1, and eta = 1/(gamma kappa) is at least 4/2: from the ball of radius 1/4 it leaves through the other end."""
    return Inequality(2 * Rational(1, 4), per_step * step * moved, (Ge(step, 2), Ge(moved, Rational(1, 2))))


# Along (1, -1)/sqrt(2).
ITERATE = Lab((Regime("constant step", stream("one_hot", "zero", estimator=PRINTED), {"kappa": 0.5, **TYPICAL}, biting=True),))
ITERATE = ITERATE.first(
    Collapse(
        "with the constant step size, rows $2L e_1$ and $2L e_2$, $L = 1$, $B = 1/4$, truth 0 and "
        r"$\varepsilon = \ln 3$, every step crosses the whole ball, so every iterate after the first lies at distance "
        "$B$ however large $n$ is",
        C,
        INSTANCE,
        Inequality(Rational(1, 4), Abs(where), (Eq(where**2, Rational(1, 16)),)),
        ITERATE.regimes[0].experiment,
        rests_on=(crosses(2 / sqrt(2)),),
        more={"d": 2},
    )
)

# The arms are L u and -L u, the truth is B u, and the iterate is B u or -B u after any comparison of the two.
WRONG_ARM = Inequality(Rational(1, 2), 2 * value, (Eq(value, Rational(1, 4)),))  # 2 L B
# The last private label of u against -u is wrong by the coin with probability 1/4, and more where the label is, whose probability
# is p = sigma(-1/2); all but 2^-n of the data sets compare u with -u.
LAST_LABEL_WRONG = Inequality(Rational(3, 8) - Rational(1, 2**10), Rational(1, 4) + p / 2 - Rational(1, 2**10), (Ge(p, Rational(1, 4)),))
LABEL_WRONG = Inequality(Rational(1, 4), sigmoid(-Rational(1, 2)))

POLICY = Lab((greedy.BENCH.regime("constant step", greedy.Greedy("square", PRINTED), biting=True, **greedy.MANY, scale_of_truth=greedy.LONG),))
POLICY = POLICY.first(
    Collapse(
        "with the constant step size, actions with the features $L u$, $-L u$, $L w$ and $-L w$, where $u$ and $w$ are orthogonal unit "
        "vectors and $w$ is a multiple of the vector of ones, the pair of $L u$ and $-L u$ as likely as that of $L w$ and $-L w$, "
        r"$L = 1$, $B = 1/4$, truth $B u$ and $\varepsilon = \ln 3$, every step along $u$ crosses the whole ball; the last private label "
        "of the first pair chooses the action, and is wrong with probability above 1/4",
        C,
        INSTANCE,
        WRONG_ARM,
        POLICY.regimes[0].experiment,
        likely=LAST_LABEL_WRONG,
        rests_on=(crosses(2), LABEL_WRONG),
        more={"d": 2, "scale_of_truth": 1e9},
    )
)
