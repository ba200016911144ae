"""Theorem 3.5: suboptimality of Square χPO under local privacy and corruption."""

from sympy import Integer, exp, sqrt

from boundcheck.claims import Assumption, By, Claim, KeyFinding, Reading, Source, Step, each, total

from . import PAPER, lemma_c_2, theorem_c_1
from .lab import suboptimality as gaps
from .notation import LETTERS, alpha, c_epsilon, coverage, n, range_bound, reward_bound, zeta
from .proofs import suboptimality as proof
from .proofs.gap_derivation import derivation
from .proofs.theorem_c_1 import OF_EVERY_POLICY
from .quantities import COST, LOCAL, NAMES, OF_GAPS, complexity, composed, kappa

GAP = r"\operatorname{SG}(\hat{\pi}; \pi^\star) \le C \cdot \left( {} \right)"
LITERAL = 2 * exp(2 * reward_bound)
SHARPER = (1 + reward_bound) * exp(reward_bound) * range_bound / reward_bound * sqrt(coverage)


def printed(order):
    """The display of one order, without its constant."""
    return each(lambda term: kappa() * term, {"noise": c_epsilon * sqrt(complexity() / n), "corruption": sqrt(alpha * COST[order])})


def sharper(order):
    """One exponential of R in place of two, and alpha in place of its root."""
    return each(lambda term: SHARPER * term, {"noise": c_epsilon * sqrt(complexity() / n), "corruption": alpha * COST[order]})


def bound(order, rate, slope):
    """A rate with its explicit version, which has this slope from probabilities to logits."""
    return gaps.lab(order, slope).bound(
        printed=rate, explicit=gaps.gap_terms(order, slope), constant=Integer(proof.CONSTANT[order]),
        trivial=reward_bound, failure=zeta, given=gaps.SMALL[order],
    )  # fmt: skip


def readings(order):
    """The page's rate, and the sharper one."""
    return {"literal": bound(order, printed(order), LITERAL), "sharper": bound(order, sharper(order), None)}


READINGS = {order: readings(order) for order in LOCAL}


def compositions():
    """Explicit versions against printed rates, for both readings of both orders."""
    return tuple(
        composed(f"composed_{order}_{name}", f"Theorem 3.5, {NAMES[order]}", found, order if name == "literal" else f"{order}@{name}", OF_GAPS)
        for order, both in READINGS.items()
        for name, found in both.items()
    )


CLAIM = Claim(
    source=Source(PAPER, "Theorem 3.5", "Section 3.1.2; proof in Appendix C"),
    words=r"For any comparator there is a $\beta$ such that, under Assumptions 3.2 and 3.3, with probability at least $1 - \zeta$",
    displays={NAMES[order]: (GAP, total(printed(order))) for order in LOCAL},
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal", r"$\beta$, one for each order, is the printed one of Theorem C.1 with the bound of Lemma C.2 in place of the error; that one $\beta$ serves both orders is judged in Algorithm 1"),
        Reading("sharper", r"$\alpha$ (CTL), $c(\varepsilon) \alpha$ (LTC) in place of $\sqrt{\alpha}$, $\sqrt{c(\varepsilon) \alpha}$, as Section 6 expects, and $(1 + R_{\max}) e^{R_{\max}}$ in place of $e^{2 R_{\max}}$", repair=True),
    ),
    parts={**READINGS, "rates": gaps.lab("ltc", None).rates(READINGS["ltc"]["literal"])},
    derivations={
        key: derivation(order, part, slope)
        for order, (literal, other) in ((order, tuple(READINGS[order].values())) for order in LOCAL)
        for key, part, slope in ((order, literal, LITERAL), (f"{order}@sharper", other, None))
    },
    steps=(
        *(Step(f"error_{order}", f"Appendix C, {NAMES[order]}", By(lemma_c_2, part=order, given=gaps.SMALL[order])) for order in LOCAL),
        Step("meta", "Appendix C", By(theorem_c_1, part="any_policy@sharper", given=OF_EVERY_POLICY)),
        *proof.local(),
        *compositions(),
    ),
    assumptions=Assumption("realizable", r"Assumption 3.2 at the $\beta$ that is chosen; the class has two policies in the studies"),
    findings=(
        KeyFinding(r"With all constants, and at favourable values, {ctl[members]:g} policies, $\varepsilon = {ctl[epsilon]:g}$, $R_{\max} = {ctl[reward_bound]:g}$ and a coverage of {ctl[coverage]:g}, our explicit bound is informative from {ctl[from]:,} labels on; the paper has 1,697 pairs", ("ctl",)),
    ),
    not_covered=(r"whether the factor $V/R$ can be improved for another $\beta$; studies with more than three actions and with many policies",),
)  # fmt: skip

