"""Theorem D.1: duality gap of iterative Square χPO."""

from sympy import Integer, Rational, sqrt

from boundcheck.claims import Cited, Claim, InstanceInequality, KeyFinding, Reading, Scaling, Source, Step

from . import PAPER
from .lab import self_play as study
from .notation import LETTERS, rounds, zeta
from .proofs import closed_class
from .proofs import self_play as proof

WORDS = "duality gap after five exact rounds in a game of three actions, with a model of the game that has an error, against the bound with constants"
POINT = {"rounds": 100, "zeta": 0.05}
IMPORTED = Cited(r"the bound with the regression error $\operatorname{err}_{\mathrm{md}}$ and with drawn opponents", "Huang et al. (2024), proof of Theorem 6.2")

CLAIM = Claim(
    source=Source(PAPER, "Theorem D.1", "Appendix D"),
    words="Under Assumptions 4.1 to 4.3, for every $C$; imported from the analysis of iterative χPO. What is proved here has exact policy steps against the whole current policy, an antisymmetric model, and constants",
    displays={
        "imported": r"\operatorname{DG}(\hat{\pi}) \le k \left( \operatorname{subopt}(\hat{\pi}, C) + \frac{C \beta}{\eta T} + C \beta + \frac{\eta}{\beta} + V_{\mathrm{max}} \sqrt{C \operatorname{err}_{\mathrm{md}}^2} + \frac{V_{\mathrm{max}}^2 \operatorname{err}_{\mathrm{md}}^2}{2 \beta} + \frac{C \operatorname{err}_{\mathrm{general}}^2}{\beta} + \sqrt{C \operatorname{err}_{\mathrm{general}}^2} + \sqrt{\frac{\log(|\Pi|/\delta)}{T}} \right)",
        "proved, exact steps": r"\operatorname{DG}(\hat{\pi}) \le 2 \left( \operatorname{subopt}(\hat{\pi}, C) + 2.1 C \beta \left( 1 + \frac{1}{\eta T} \right) + \frac{\eta}{4 \beta} + \frac{(1 + 2 C) \operatorname{err}_{\mathrm{general}}^2}{2 \beta} + \frac{\beta}{2} \right)",
    },
    letters=LETTERS | proof.LETTERS | closed_class.LETTERS,
    readings=(
        Reading("literal", r"with probability at least $1 - \delta$, which the theorem does not say and its last logarithm does; the class is finite, holds the reference policy, from which line 2 starts, and with every policy its next one (Assumption 4.2); checked with two actions, where an uneven game has no such class",
            fault=closed_class.FINITE),
        Reading("cover", r"the class may be infinite, and $\ln|\Pi|$ is the logarithm of its covering number; checked for exact policy steps, while the terms of the "
            "regression and of sampled opponents are cited", support="Remark 3.6, that a finite class is for ease of presentation"),
    ),
    parts={
        "closed_class": {"literal": closed_class.LITERAL, "cover": closed_class.COVER},
        "exact_steps": InstanceInequality(WORDS, study.DIMENSION, study.instance, study.gap, study.bound),
        "rounds": Scaling(
            printed=1 / sqrt(rounds),
            explicit=2 * (Rational(42, 10) * 2 + Rational(3, 4)) / sqrt(rounds),
            trivial=Integer(2),
            failure=zeta,
            sweeps=(LETTERS.sweep(rounds, study.OneGame(), POINT, over=(100, 1e4), note=r"two decades of rounds, $\beta$ and $\eta$ as printed"),),
        ),
    },
    steps=(
        Step("imported", "Theorem D.1, proof", IMPORTED),
        *closed_class.steps(),
        *proof.steps(),
    ),
    findings=(
        KeyFinding(r"Section 4.1 takes Assumption 4.2 from Huang et al. (2024), and Remark 3.6 calls a finite $\Pi$ an ease of presentation: the class of all policies whose link functions differ by at most $1/\beta$ satisfies the assumption", ("bounded_class",), weight="little", fault=closed_class.FINITE),
    ),
    not_covered=(
        r"the theorem states no probability; we take $1 - \delta$, since $\delta$ stands in its last logarithm",
        "finite classes with three actions or more are not covered (a cycle of policies of a game like rock, paper, scissors satisfies Assumption 4.2)",
        r"the terms with $\operatorname{err}_{\mathrm{md}}$, $V_{\max}$ and $\ln|\Pi|$ are cited",
        r"the regression's error has two names, $\operatorname{err}_{\mathrm{md}}$ in the bound and $\operatorname{err}_{\mathrm{rd}}$ after it; we take them for one",
    ),
)  # fmt: skip
