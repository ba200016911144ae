"""Theorem C.1: from the error of implicit rewards to suboptimality."""

from sympy import Rational

from boundcheck.claims import Claim, InstanceInequality, KeyFinding, Reading, Source

from . import PAPER
from .lab import implicit_rewards as instances
from .notation import LETTERS
from .proofs import theorem_c_1 as proof
from .proofs.meta_derivation import derivation

WORDS = "suboptimality against the best action of three, with a policy and a reward made from the vector; the bound of implicit rewards is the least that fits"

PRINTED, SHARPER = (2, 1, 2), (1, 1, Rational(1, 2))
BY_VECTOR = {"any_policy": instances.instance, "realizable_policy": instances.realizable}


def versions(instance):
    """The theorem about these instances, with the factors of the page and with the sharper ones."""
    return {
        "literal": InstanceInequality(WORDS, instances.DIMENSION, instance, instances.gap, instances.printed, proof.OF_EVERY_POLICY, instances.letters),
        "sharper": InstanceInequality(WORDS, instances.DIMENSION, instance, instances.gap, instances.sharper, proof.OF_EVERY_POLICY, instances.letters),
    }  # fmt: skip


VERSIONS = {name: versions(instance) for name, instance in BY_VECTOR.items()}

CLAIM = Claim(
    source=Source(PAPER, "Theorem C.1", "Appendix C"),
    words="For any policy with its implicit reward, under Assumptions 3.2 and 3.3 and for every comparator",
    displays={
        "theorem": r"J(\pi^\star) - J(\hat{\pi}) \le \frac{2 V_{\mathrm{max}}}{R_{\mathrm{max}}} \sqrt{\mathcal{C}^{\pi^\star} \operatorname{err}_{\mathrm{stat}}^2} + \beta \mathcal{C}^{\pi^\star} + 2 \beta^{-1} \frac{V_{\mathrm{max}}^2 \operatorname{err}_{\mathrm{stat}}^2}{R_{\mathrm{max}}^2}",
        r"at the printed $\beta$": r"J(\pi^\star) - J(\hat{\pi}) \le C \cdot \frac{V_{\mathrm{max}}}{R_{\mathrm{max}}} \sqrt{\mathcal{C}^{\pi^\star} \operatorname{err}_{\mathrm{stat}}^2}",
    },
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", r"the factors 2, 1 and 2 of the page; the error in the printed $\beta$ is that of the output that is computed with it, so that the line is an equation for "
            r"$\beta$, and the conclusion is that of a $\beta$ that solves it; whether one does is another matter"),
        Reading("sharper", "the factors of the three terms are 1, 1 and 1/2 in place of 2, 1 and 2", repair=True),
    ),
    parts={
        "any_policy": VERSIONS["any_policy"],
        "at_the_printed_beta": {"literal": proof.AT_THE_OUTCOME, "sharper": proof.AT_A_BOUND},
        "realizable_policy": VERSIONS["realizable_policy"],
    },
    derivations={
        key: derivation(both[reading], factors)
        for name, both in VERSIONS.items()
        for key, reading, factors in ((name, "literal", PRINTED), (f"{name}@sharper", "sharper", SHARPER))
    },
    steps=proof.steps(),
    findings=(KeyFinding("With a bound of the error in its place the rates stand", ("sharper_at_printed_beta",), weight="little", fault=proof.OUTCOME),),
    not_covered=("several states and more than three actions, in the search over instances",),
)  # fmt: skip
