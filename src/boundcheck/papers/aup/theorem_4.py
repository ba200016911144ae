"""Theorem 4: error of AUP-RLHF, and of simpler releases."""

from sympy import Ge, Gt, Le, sqrt

from boundcheck.claims import (
    Assumption,
    Claim,
    ExpectationBound,
    Inequality,
    Ranking,
    Reading,
    Regime,
    Scaling,
    Separation,
    Source,
    Sweep,
)

from . import PAPER
from .lab.releases import ONE_SHOT, SLIP, STEPS, TWO_ROUNDS, UNCLIPPED, Release
from .notation import LETTERS, PARAMETERS, alpha, d, domain, epsilon, m, n
from .proofs import theorem_4 as proof
from .quantities import DEFINITIONS, DIAMETER

POINT = {"n": 10**4, "m": 100, "d": 5, "epsilon": 1.0, "delta": 1e-6, "radius": 1.0, "feature_bound": 0.5, "kappa": 0.2, "alpha": 0.1}
PAIRS = {**POINT, "n": 10**5, "m": 1000, "d": 8, "kappa": 1 / 7}
PRIVATE = {**POINT, "n": 10**6, "epsilon": 0.02}
ONE, TWO = Release("one shot"), Release("two rounds")

ONE_RELEASE = ExpectationBound(ONE_SHOT, DIAMETER, (
    Regime("ten thousand users", ONE, POINT, biting=True),
    Regime("pairs", Release("one shot", "pairs", "zero"), PAIRS, biting=True),
    Regime("one label each", ONE, {**POINT, "m": 1, "n": 10**5, "epsilon": 3.0}, biting=True),
), second_moment=ONE_SHOT**2)  # fmt: skip
TWO_RELEASES = ExpectationBound(TWO_ROUNDS, DIAMETER, (
    Regime("every user drawn and clipped", Release("two rounds, clipped"), {**POINT, "n": 400, "m": 10**5, "epsilon": 8.0}, biting=True),
    Regime("many labels", TWO, {**POINT, "m": 3000}, biting=True),
    Regime("pairs", Release("two rounds", "pairs", "zero"), PAIRS, biting=True),
), second_moment=UNCLIPPED**2 + DIAMETER**2 * SLIP)  # fmt: skip
RATES = Scaling(
    printed=proof.WITH_LOGARITHM, explicit=TWO_ROUNDS, trivial=DIAMETER, failure=alpha,
    sweeps=(
        Sweep("m", "m", (1, 5, 30, 300, 3000), m, "large", TWO, {**PRIVATE, "n": 3 * 10**6}),
        Sweep("n", "n", tuple(10.0**k for k in (5, 6, 7, 8, 9)), n, "large", TWO, PRIVATE),
    ),
)  # fmt: skip
FEW_LABELS = Separation(
    easier=ONE, harder=Release("kindest descent"), parameter="m", moves="m", values=(1, 100, 3000), scale=m, printed=1 / sqrt(m), failure=alpha, point=POINT,
    note=f"the error of a full-batch descent of {STEPS} steps at the printed tau, accounted as tightly as the releases and projected, over that of one release",
)  # fmt: skip
MANY_LABELS = Separation(
    easier=TWO, harder=ONE, parameter="m", moves="m", values=(300, 3000, 30_000), scale=m, printed=sqrt(m), failure=alpha, point=POINT,
    note="the error of one release over that of two rounds",
)  # fmt: skip

WHO_WINS = Ranking(
    methods={
        "one release": ONE,
        "two rounds": TWO,
        "response on one label": Release("one label"),
        "response on every label": Release("every label"),
        "printed descent, made private": Release("descent"),
        "mended descent": Release("mended descent"),
        "descent, least noise for its threshold": Release("kindest descent"),
    },
    beside={"not private": Release("plain")},
    parameter="m", moves="m", values=(1, 3, 10, 30, 100, 300, 1000, 3000), scale=m, failure=alpha, point=POINT,
    best=("one release",) * 5 + ("",) + ("two rounds",) * 2,
    note=f"Every user gives m labels, and all but the last method are private for all of them at the same epsilon and delta. Descents take {STEPS} full-batch steps, projected, with users that are concentrated, so that the test never halts them: "
    "with the noise of line 15 for a multiplier that Lemma 1 makes private; with the noise that is proved enough; and with the least that any descent at this threshold needs.",
)  # fmt: skip

C, first, q, t = proof.C, proof.first, proof.q, proof.t  # q is L/(kappa gamma), t is log(ndm/delta), C the constant of Lemma 3

CLAIM = Claim(
    source=Source(PAPER, "Theorem 4", "Section 5; proof in Appendix C.3"),
    words="Under Assumptions 1 and 2, with the printed parameters of Algorithm 1",
    displays={"": ('EE[norm(hat(theta) - theta^*)_2] <= tilde(O)({})', proof.PRINTED), "one release": ONE_SHOT, "two rounds": TWO_ROUNDS},
    parameters=tuple(PARAMETERS[name] for name in ("n", "m", "d", "epsilon", "delta", "alpha", "feature_bound", "radius", "kappa")),
    definitions=DEFINITIONS,
    letters=LETTERS | proof.LETTERS,
    readings=(Reading("literal", "given Lemma 3, so for epsilon > 0 and 0 < delta < 1 as there, whose loss has its minus, with the noise that makes Algorithm 1 private; the logarithm that O hides is that of Lemma 3; estimates are projected on the ball"),),
    parts={
        "error": Inequality(first, sqrt(2 * C) * q * (1 / sqrt(m * n) + sqrt(d) * t / (sqrt(m) * n * epsilon)),
            (*domain("n", "m", "d", "epsilon"), Ge(C, 0), Gt(q, 0), Ge(t, 0), Ge(first, 0), Le(first**2, 2 * C * q**2 * (1 / (n * m) + d * t**2 / (n**2 * m * epsilon**2))))),
        "one_shot": ONE_RELEASE,
        "two_rounds": TWO_RELEASES,
        "rates": RATES,
        "few_labels": FEW_LABELS,
        "many_labels": MANY_LABELS,
        "who_wins": WHO_WINS,
    },
    steps=proof.STEPS,
    assumptions=(
        Assumption("independent", "labels are independent given the features, those of one user too", ("score", "tail"), "privacy of both releases needs no assumption, their error does"),
        Assumption("design", "features are public and fixed, and only labels are protected", ("public_features",), "where features are protected as well, one release of the mean of y x is not enough"),
    ),
    not_covered=("the cited Theorem 4.11", "a proof of the page for the printed noise multiplier, with which Algorithm 1 is not private"),
)  # fmt: skip
