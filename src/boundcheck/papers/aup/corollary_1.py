"""Corollary 1: randomized response under coverage of the population."""

from dataclasses import replace

import sympy
from sympy import Ge, Integer, Rational, log

from boundcheck.claims import (
    Assumption,
    Claim,
    Collapse,
    Fault,
    HighProbabilityBound,
    Inequality,
    Mutant,
    Reading,
    Regime,
    Source,
)
from boundcheck.rlhf.estimators.debiased import DebiasedMLE

from . import PAPER
from .lab.users import UserResponse
from .notation import LETTERS, PARAMETERS, alpha, d, epsilon, feature_bound, kappa, m, n, radius
from .proofs import corollary_1 as proof
from .quantities import DEFINITIONS, DIAMETER, coverage_bound, coverage_rate

C, q = sympy.symbols("C q", real=True)
CONSTANT = Integer(5)
EXPLICIT = coverage_bound()
MISSING = Fault("corollary_1_unit", "missing factor", "Corollary 1", "the factor L, the bound of the features, is missing")

BASE = {"n": 10**8, "m": 10, "d": 5, "epsilon": 1.0, "alpha": 0.05, "radius": 1.0, "feature_bound": 0.5, "kappa": 0.2}
LINE = {**BASE, "d": 2, "kappa": 1.0}
MANY = {**LINE, "m": 3000, "n": 10**9, "radius": 0.5}
REGIMES = (
    Regime("biting", UserResponse("one_hot_random", "random"), BASE, biting=True),
    Regime("longer features", UserResponse("one_hot_random", "zero"), {**BASE, "feature_bound": 2.0, "radius": 0.25, "kappa": 3.2, "d": 5}, biting=True),
    Regime("pairs, fifty labels", UserResponse("pairs_random", "half"), {**BASE, "m": 50, "d": 10, "kappa": 1 / 9, "n": 10**9}, biting=True),
    Regime("three thousand labels", UserResponse("one_direction", "zero"), MANY, biting=True),
    Regime("ten labels in all", UserResponse("one_hot_random", "boundary"), {**BASE, "n": 2, "m": 5}),
)


def _wrong(words, **options):
    return Regime(words, UserResponse("one_direction", "boundary", **options), LINE)


PROBES = (
    Regime("fair coins", UserResponse("one_direction", "zero"), LINE),
    Regime("curved far out", UserResponse("one_direction", "boundary"), {**LINE, "n": 10**10, "radius": 10.0, "epsilon": 100.0}),
    Regime("very weak", UserResponse("one_hot_random", "zero"), {**BASE, "d": 40, "n": 10**11, "kappa": 1 / 40}),
    Regime("long features", UserResponse("one_direction", "zero"), {**LINE, "feature_bound": 50.0, "kappa": 10**4, "radius": 0.02}),
)
MUTANTS = (
    Mutant("face value", "private labels taken for plain ones", _wrong("face value", estimator=DebiasedMLE(debias=False))),
    Mutant("halved scale", "half of c(epsilon/m) in the loss", _wrong("halved scale", estimator=DebiasedMLE(scale=0.5))),
    Mutant("labels turned", "zeros and ones exchanged", _wrong("labels turned", estimator=DebiasedMLE(scale=-1.0))),
    Mutant("half the ball", "minimised over half the ball", _wrong("half the ball", estimator=DebiasedMLE(cap=0.5))),
)

# One label: the loss is monotone, so that the estimate is the end of the ball on the side of the private label.
COLLAPSE = Collapse(
    "with one label, L = 100 C, B = 1/(2L), epsilon = ln 3 and the truth on the sphere, the estimate is the antipode of the truth with "
    "probability above 1/4; its error is 1/L, and the printed rate is less than 5/L^2",
    C,
    {n: Integer(1), m: Integer(1), d: Integer(2), epsilon: log(3), alpha: Rational(1, 10), feature_bound: 100 * C, radius: 1 / (200 * C), kappa: 40000 * C**2},
    Inequality(1 / (100 * C), 2 * (1 / (200 * C)), (Ge(C, 1),)),
    UserResponse("one_direction", "boundary"),
    likely=Inequality(Rational(1, 4), Rational(3, 4) * q + Rational(1, 4) * (1 - q), (Ge(q, 0), sympy.Le(q, 1))),
)

BOUND = HighProbabilityBound(
    printed=coverage_rate(feature_bound), explicit=EXPLICIT, constant=CONSTANT, trivial=DIAMETER, failure=alpha, regimes=REGIMES, mutants=MUTANTS, probes=PROBES,
)  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Corollary 1", "Section 4.1"),
    words="Under the assumptions of Theorem 1 and Assumption 2, with probability at least 1 - alpha",
    displays={"": ('norm(hat(theta)_"RR" - theta^*)_2 <= C dot {}', coverage_rate())},
    parameters=tuple(PARAMETERS[k] for k in ("n", "m", "d", "epsilon", "alpha", "feature_bound", "radius", "kappa")),
    definitions=DEFINITIONS,
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", "the constant in O depends on nothing, as in Theorem 1; kappa is the least eigenvalue where parameters live", fault=MISSING),
        Reading("constant_l",
            "the constant in O may be a multiple of L, the bound of the features", support="Assumption 1 (b) calls the bound of the features a constant, and Remark 1 drops L"),
    ),
    parts={"error": {"literal": replace(BOUND, printed=coverage_rate(), constant=Integer(1), regimes=REGIMES[:1], mutants=(), probes=(), collapse=COLLAPSE), "constant_l": BOUND}},
    faults={"error@literal": MISSING},
    steps=proof.steps(CONSTANT, EXPLICIT, coverage_rate(feature_bound)),
    assumptions=(
        Assumption("independent", "labels, features and coins are independent from label to label", ("tail", "matrix_chernoff")),
        Assumption("coverage", "Assumption 2, on the subspace where parameters live", ("enough_labels",)),
    ),
    not_covered=("a proof of the page, which has none",),
)  # fmt: skip
