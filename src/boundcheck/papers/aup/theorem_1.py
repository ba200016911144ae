"""Theorem 1: randomized response on every label of a user."""

import itertools

import sympy
from sympy import Integer

from boundcheck.claims import Assumption, Claim, HighProbabilityBound, Mutant, PrivacyGuarantee, Reading, Regime, Source
from boundcheck.privacy import USER_LABELS_REPLACED
from boundcheck.rlhf.estimators.debiased import DebiasedMLE
from boundcheck.symbolic import sigmoid

from . import PAPER
from .lab.users import UserResponse
from .notation import LETTERS, PARAMETERS, alpha, domain, epsilon
from .proofs import theorem_1 as proof
from .quantities import DEFINITIONS, DIAMETER, response_bound, response_rate

CONSTANT = Integer(1)
EXPLICIT = response_bound()

BASE = {"n": 10**7, "m": 10, "d": 5, "epsilon": 1.0, "alpha": 0.05, "radius": 1.0, "feature_bound": 0.5, "eigenvalue": 0.2}
PAIRS = {**BASE, "n": 9 * 10**6, "m": 50, "d": 10, "radius": 0.5, "eigenvalue": 1 / 9}
CURVED = {**BASE, "n": 10**6, "m": 20, "d": 2, "epsilon": 4.0, "radius": 2.0, "eigenvalue": 1.0}
MANY = {**BASE, "n": 10**8, "m": 3000, "d": 3, "radius": 0.7, "eigenvalue": 1 / 3}
REGIMES = (
    Regime("one label each", UserResponse("one_hot", "random"), {**BASE, "n": 10**6, "m": 1, "epsilon": 3.0}, biting=True),
    Regime("ten labels", UserResponse("one_hot", "zero"), BASE, biting=True),
    Regime("pairs, fifty labels", UserResponse("pairs", "half"), PAIRS, biting=True),
    Regime("curved", UserResponse("one_direction", "boundary"), {**CURVED, "feature_bound": 1.0, "radius": 1.0, "eigenvalue": 4.0}, biting=True),
    Regime("three thousand labels", UserResponse("one_hot", "zero"), MANY, biting=True),
    Regime("too private to say anything", UserResponse("one_hot", "boundary"), {**BASE, "n": 1800, "m": 50, "epsilon": 3.0}),
)

STEEP = {**CURVED, "n": 10**9, "radius": 10.0, "epsilon": 100.0, "m": 10}


def _wrong(words, **options):
    return Regime(words, UserResponse("one_direction", "boundary", **options), {**CURVED, "radius": 1.0, "n": 10**8})


PROBES = (
    Regime("ten labels, zero", UserResponse("one_direction", "zero"), {**BASE, "d": 2, "radius": 0.2, "eigenvalue": 1.0}),
    Regime("curved far out", UserResponse("one_direction", "boundary"), STEEP),
    Regime("flat", UserResponse("one_hot", "zero"), {**BASE, "d": 20, "n": 10**9, "eigenvalue": 1 / 20, "radius": 0.3}),
    Regime("many dimensions", UserResponse("one_hot", "zero"), {**BASE, "d": 40, "n": 10**9, "eigenvalue": 1 / 40, "radius": 0.3}),
)
MUTANTS = (
    Mutant("face value", "private labels taken for plain ones", _wrong("face value", estimator=DebiasedMLE(debias=False))),
    Mutant("halved scale", "half of c(epsilon/m) in the loss", _wrong("halved scale", estimator=DebiasedMLE(scale=0.5))),
    Mutant("labels turned", "zeros and ones exchanged", _wrong("labels turned", estimator=DebiasedMLE(scale=-1.0))),
    Mutant("half the ball", "minimised over half the ball", _wrong("half the ball", estimator=DebiasedMLE(cap=0.5))),
)

BITS = tuple(itertools.product((0, 1), repeat=2))
LAW = {y: tuple(sympy.Mul(*(sigmoid(epsilon / 2) if a == b else 1 - sigmoid(epsilon / 2) for a, b in zip(y, o, strict=True))) for o in BITS) for y in BITS}
PRIVATE = PrivacyGuarantee(LAW, tuple(itertools.permutations(BITS, 2)), epsilon, Integer(0), domain("epsilon"), adjacency=str(USER_LABELS_REPLACED))

CLAIM = Claim(
    source=Source(PAPER, "Theorem 1", "Section 4.1; proof in Appendix C.1"),
    words="For any epsilon > 0, under Assumption 1, with probability at least 1 - alpha",
    displays={"": ('norm(hat(theta)_"RR" - theta^*)_2 <= C dot {}', response_rate())},
    parameters=tuple(PARAMETERS[k] for k in ("n", "m", "d", "epsilon", "alpha", "feature_bound", "radius", "eigenvalue")),
    definitions=DEFINITIONS,
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal",
            "alpha in (0, 1); C depends on nothing; Sigma_D, printed as a mean over n samples, is the mean over all nm of them, and its least eigenvalue "
            "is that on the subspace of parameters, since it is 0 or irrelevant elsewhere; 'epsilon-DP' is that of all labels of one user"),
    ),
    parts={
        "privacy": PRIVATE,
        "error": HighProbabilityBound(
            printed=response_rate(), explicit=EXPLICIT, constant=CONSTANT, trivial=DIAMETER, failure=alpha, regimes=REGIMES, mutants=MUTANTS, probes=PROBES,
        ),
    },
    steps=proof.steps(CONSTANT, EXPLICIT, response_rate()),
    assumptions=(
        Assumption("independent", "labels are independent given the features, those of one user too", ("tail",),
            "users with tastes of their own give dependent labels, and then the m labels of a user count for fewer"),
        Assumption("bounded", "features have norm at most L and parameters norm at most B", ("least_slope",)),
    ),
    not_covered=("privacy of more than two labels of a user as a finite law; the step privacy has every m",),
)  # fmt: skip
