"""Theorem 4.4 put to the test: both step sizes, regimes, mutants, sweeps, and where the printed step size never settles."""

import sympy
from sympy import Abs, Eq, Ge, Integer, Rational, exp, log, sqrt

from boundcheck.claims import Axis, Choice, Collapse, Inequality, Mutant, Regime, Scaling, Sweep
from boundcheck.rlhf.estimators.sgd import SGDRR

from ..instances import stream
from ..notation import c_epsilon, delta, epsilon, feature_bound, gamma, kappa, n, radius

C, step, moved, where = sympy.symbols("C eta moved where", real=True)
TYPICAL = {"n": 120_000, "d": 2, "epsilon": 8.0, "radius": 1.5, "feature_bound": 0.5, "kappa": 0.5, "delta": 0.05}

REGIMES = (
    Regime("biting", stream("one_hot", "half", uniform=True), TYPICAL, biting=True),
    Regime(
        "biting, more private", stream("one_hot", "boundary", uniform=True), {**TYPICAL, "n": 130_000, "epsilon": 4.0},
        biting=True,
    ),
    Regime(
        "biting, long features", stream("one_hot", "opposite", uniform=True),
        {**TYPICAL, "feature_bound": 2.0, "radius": 0.375, "kappa": 8.0}, biting=True,
    ),
    Regime(
        "private", stream("one_hot", "boundary", uniform=True), {**TYPICAL, "n": 20_000, "epsilon": 0.5},
    ),
    Regime("curved", stream("one_hot", "boundary", uniform=True), {**TYPICAL, "n": 20_000, "radius": 4.0}),
    Regime(
        "weakly covered", stream("weak_direction", "boundary", uniform=True),
        {**TYPICAL, "n": 20_000, "kappa": 0.05, "epsilon": 2.0},
    ),
    Regime("small sample", stream("one_hot", "opposite", uniform=True), {**TYPICAL, "n": 20, "d": 4, "kappa": 0.25}),
)
CONSTANT_STEP = (
    Regime("constant step", stream("one_hot", "zero", estimator=SGDRR(power=0.0)), TYPICAL, biting=True),
)


# Along (1, -1)/sqrt(2) every sample moves the iterate by eta * 2 L / sqrt(2) * |sigma(z) - label|, where labels without bias are
# -1/2 and 3/2, L = 1, and eta = 1/(gamma kappa) is at least 4/2: from the ball of radius 1/4 it leaves through the other end.
CROSSES = Inequality(2 * Rational(1, 4), 2 * step / sqrt(2) * moved, (Ge(step, 2), Ge(moved, Rational(1, 2))))
AT_THE_END = Inequality(Rational(1, 4), Abs(where), (Eq(where**2, Rational(1, 16)),))

COLLAPSE = Collapse(
    "with the constant step size, rows 2L e_1 and 2L e_2, L = 1, B = 1/4, truth 0 and epsilon = ln 3, every step "
    "crosses the whole ball, so every iterate after the first lies at distance B however large n is",
    C,
    {n: 10**4 * C**4, epsilon: log(3), radius: Rational(1, 4), feature_bound: Integer(1), kappa: Integer(2),
     delta: exp(-2)},
    AT_THE_END,
    CONSTANT_STEP[0].experiment,
    rests_on=(CROSSES,),
    more={"d": 2},
)


def searched(*, truth, **_):
    """The experiment at a point of the search."""
    return stream("one_hot", truth, uniform=True)


SEARCH = (
    Axis("n", 4, 10**4, "log_integer"),
    Axis("epsilon", 0.05, 8.0, "log"),
    Axis("radius", 0.05, 5.0, "log"),
    Axis("delta", 0.05, 0.3, "log"),
    Choice("truth", ("zero", "boundary", "opposite")),
)


PROBES = (
    Regime("very private", stream("one_hot", "boundary", uniform=True), {**TYPICAL, "n": 30_000, "epsilon": 1e-3}),
    Regime("very curved", stream("one_hot", "boundary", uniform=True), {**TYPICAL, "n": 30_000, "radius": 6.5}),
    Regime("hidden direction", stream("hidden_direction", "boundary", uniform=True), {**TYPICAL, "n": 30_000, "kappa": 1e-4}),
)


def _wrong(name, words, *, turned=False, **options):
    method = {"reversed": True} if turned else {"estimator": SGDRR(**options)}
    return Mutant(name, words, Regime(name, stream("one_hot", "boundary", uniform=True, **method), TYPICAL))


MUTANTS = (
    _wrong("constant step", "the constant step size that the theorem prints", power=0.0),
    _wrong("1/t^3 step", "steps of order 1/t^3, too short to move the iterate far", power=3.0),
    _wrong("small ball", "projected on a twentieth of the ball", cap=0.05),
    _wrong("labels turned", "zeros and ones exchanged", turned=True),
)


def rates(printed, explicit, trivial):
    """The exponent in every parameter with the step size of the proof, and in t with the printed one."""
    half, boundary = stream("one_hot", "half"), stream("one_hot", "boundary")
    return Scaling(
        printed=printed,
        explicit=explicit,
        trivial=trivial,
        failure=delta,
        sweeps=(
            Sweep("t", "n", (20, 63, 200, 630, 2e3, 6.3e3, 2e4, 6.3e4, 2e5), n, "large", half, {**TYPICAL, "radius": 0.7}),
            Sweep(
                "c(epsilon)", "epsilon", (0.05, 0.1, 0.25, 0.6, 1.5, 4.0, 8.0), c_epsilon, "large", half,
                {**TYPICAL, "n": 30_000},
            ),
            Sweep(
                "1/gamma", "radius", (0.5, 1.0, 2.0, 3.0), 1 / gamma, "large", boundary,
                {**TYPICAL, "n": 20_000, "epsilon": 4.0},
            ),
            Sweep(
                "kappa", "kappa", (0.01, 0.03, 0.1, 0.3), kappa, "small", stream("covered", "half"),
                {**TYPICAL, "n": 20_000, "epsilon": 4.0},
            ),
            Sweep(
                "L at kappa = 2 L^2 and fixed LB", "feature_bound", (0.5, 1.0, 2.0, 4.0), feature_bound, "large", half,
                {**TYPICAL, "n": 10_000}, follow={"kappa": 2 * feature_bound**2, "radius": Rational(3, 4) / feature_bound},
                note="with coverage in proportion to L^2 the error falls as 1/L",
            ),
        ),
    )
