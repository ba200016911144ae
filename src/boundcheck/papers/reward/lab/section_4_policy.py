"""The greedy policy of SGD-RR put to the test: truths as short as the iterate is uncertain, and the step size as printed."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Rational, exp, log

from boundcheck.claims import Axis, Collapse, Inequality, Mutant, Parameter, Regime, Scaling, Sweep
from boundcheck.rlhf.estimators.sgd import SGDRR
from boundcheck.symbolic import sigmoid

from ..notation import c_epsilon, delta, epsilon, feature_bound, gamma, kappa, n, radius
from .policies import Greedy, least_eigenvalue

C, step, moved, value, p = sympy.symbols("C eta moved value p", real=True)
SCALE = Parameter("scale_of_truth", r"\tau", "tau", "scale of the truth: its length over the standard deviation of the last "
"iterate, as far as the ball of radius B allows",
                  (Gt(sympy.Symbol("scale_of_truth", real=True), 0),), (0.1, 1))
# LB = 3/4 is where the bound is smallest against 2LB, for given coverage over L^2.
TYPICAL = {"n": 400_000, "d": 2, "epsilon": 8.0, "radius": 1.5, "feature_bound": 0.5, "kappa": 0.5, "delta": 0.05,
           "scale_of_truth": 1.0}
EVEN = least_eigenvalue("sphere")  # a third
SHORT = {**TYPICAL, "n": 20_000}

REGIMES = (
    Regime("biting", Greedy("square"), TYPICAL, biting=True),
    Regime("two states", Greedy("two_states"), {**SHORT, "d": 3, "kappa": least_eigenvalue("two_states"), "scale_of_truth": 0.2}),
    Regime("private", Greedy("square"), {**SHORT, "epsilon": 0.5}),
    Regime("curved", Greedy("square"), {**SHORT, "radius": 4.0}),
    Regime("weakly covered", Greedy("square"), {**SHORT, "kappa": 0.01}),
    Regime("long features", Greedy("square"), {**SHORT, "feature_bound": 4.0, "radius": 3 / 16, "kappa": 32.0}),
    Regime("all directions, fixed truth", Greedy("sphere"), {**SHORT, "d": 3, "kappa": EVEN, "scale_of_truth": 1e9}),
    Regime("small sample", Greedy("square"), {**TYPICAL, "n": 20}),
)
CONSTANT_STEP = (
    Regime("constant step", Greedy("square", SGDRR(power=0.0)), {**TYPICAL, "scale_of_truth": 1e9}, biting=True),
)


# The arms are L u and -L u, the truth is B u, and the iterate is B u or -B u after any comparison of the two: such a step is
# 2 L eta |sigma(z) - label| long, where labels without bias are -1/2 and 3/2, L = 1, and eta = 1/(gamma kappa) is at least 4/2.
CROSSES = Inequality(2 * Rational(1, 4), 2 * step * moved, (Ge(step, 2), Ge(moved, Rational(1, 2))))
WRONG_ARM = Inequality(Rational(1, 2), 2 * value, (Eq(value, Rational(1, 4)),))  # 2 L B
# The last private label of u against -u is wrong by the coin with probability 1/4, and more where the label is, whose probability
# is p = sigma(-1/2); all but 2^-n of the data sets compare u with -u.
LAST_LABEL_WRONG = Inequality(Rational(3, 8) - Rational(1, 2**10), Rational(1, 4) + p / 2 - Rational(1, 2**10), (Ge(p, Rational(1, 4)),))
LABEL_WRONG = Inequality(Rational(1, 4), sigmoid(-Rational(1, 2)))

COLLAPSE = Collapse(
    "with the constant step size, actions with the features L u, -L u, L w and -L w, where u and w are orthogonal unit vectors "
    "and w is a multiple of the vector of ones, the pair of L u and -L u as likely as that of L w and -L w, L = 1, B = 1/4, truth "
    "B u and epsilon = ln 3, every step along u crosses the whole ball; the last private label of the first pair chooses the "
    "action, and is wrong with probability above 1/4",
    C,
    {n: 10**4 * C**4, epsilon: log(3), radius: Rational(1, 4), feature_bound: Integer(1), kappa: Integer(2),
     delta: exp(-2)},
    WRONG_ARM,
    CONSTANT_STEP[0].experiment,
    likely=LAST_LABEL_WRONG,
    rests_on=(CROSSES, LABEL_WRONG),
    more={"d": 2, "scale_of_truth": 1e9},
)


def searched(**_):
    """The experiment at a point of the search."""
    return Greedy("square")


SEARCH = (
    Axis("n", 4, 10**4, "log_integer"),
    Axis("epsilon", 0.05, 8.0, "log"),
    Axis("radius", 0.05, 5.0, "log"),
    Axis("kappa", 0.01, 0.5, "log"),
    Axis("delta", 0.01, 0.1, "log"),
    Axis("scale_of_truth", 0.1, 1.0, "log"),  # so that the arm is missed more often than delta allows
)


def _at(name, experiment=None, **values):
    return Regime(name, experiment or Greedy("square"), {**TYPICAL, "n": 120_000, **values})


def _wrong(name, words, estimator, **options):
    return Mutant(name, words, _at(name, Greedy("square", estimator, **options), scale_of_truth=1e9))


PROBES = (
    _at("very private", epsilon=1e-3),
    _at("very curved", n=30_000, radius=10.0),
    _at("weak direction", n=30_000, kappa=1e-5),
    _at("very long features", n=30_000, feature_bound=400.0, radius=3 / 1600, kappa=320_000.0),
    _at("plain labels"),
)
MUTANTS = (
    _wrong("constant step", "the constant step size that the theorem prints", SGDRR(power=0.0)),
    _wrong("1/t^3 step", "steps of order 1/t^3, too short to move the iterate far", SGDRR(power=3.0)),
    _wrong("labels turned", "zeros and ones exchanged", SGDRR(), reversed=True),
)


def rates(printed, explicit, trivial):
    """The exponent in every parameter, for truths as short as the iterate is uncertain."""
    short = "the truth is as long as one standard deviation of the iterate, and the better action is missed more often than delta"

    def sweep(name, moves, values, scale, towards, follow=None, note=short, world="square", **start):
        return Sweep(name, moves, values, scale, towards, Greedy(world), {**TYPICAL, **start}, note=note, follow=follow or {})

    return Scaling(
        printed=printed,
        explicit=explicit,
        trivial=trivial,
        failure=delta,
        sweeps=(
            sweep("n", "n", (30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5), n, "large", radius=0.7),
            sweep("n, all directions, fixed truth", "n", (1e3, 3e3, 1e4, 3e4, 1e5), n, "large", world="sphere", d=3, kappa=EVEN,
                  radius=0.7, scale_of_truth=1e9, note="for a fixed truth the gap is quadratic in the error"),
            sweep("c(epsilon)", "epsilon", (0.05, 0.1, 0.25, 0.6, 1.5, 4.0, 8.0), c_epsilon, "large", n=30_000),
            sweep("1/gamma", "radius", (0.5, 1.0, 2.0, 3.0), 1 / gamma, "large", n=20_000, epsilon=4.0),
            sweep("kappa", "kappa", (0.01, 0.03, 0.1, 0.3), kappa, "small", n=30_000, epsilon=4.0),
            sweep("L at kappa = 2 L^2 and fixed LB", "feature_bound", (0.5, 1.0, 2.0, 4.0), feature_bound, "large",
                  {"kappa": 2 * feature_bound**2, "radius": Rational(3, 4) / feature_bound},
                  "with coverage in proportion to L^2 the gap does not depend on L", n=10_000),
        ),
    )
