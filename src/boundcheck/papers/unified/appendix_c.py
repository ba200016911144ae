"""Appendix C: discussion of tightness."""

from sympy import Le, exp

from boundcheck.claims import Claim, Fault, KeyFinding, Reading, SameUpToConstant, Source

from . import PAPER, lemma_h_4, theorem_5_4, theorem_6_1
from .notation import LETTERS, c_epsilon, domain, epsilon, gamma, radius
from .proofs import appendix_c as proof
from .proofs.divergence import LETTERS as CHANNEL

CONJECTURE = Fault("appendix_c_tight", "hidden assumption", "Appendix C, on the separation",
    r"the conjecture that the corruption term is tight for all $\varepsilon > 0$ holds with coverage only: without it, for every $C$ there are $\varepsilon$ and $\alpha$ at which $C$ times a valid bound is below that term")  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Appendix C", "Appendix C", kind="appendix"),
    words=r"Appendix C takes the privacy cost $c(\varepsilon)$ to be tight for $\varepsilon$ in [0, 1]; it conjectures that the further factor "
    r"$c(\varepsilon)$ of LTC is tight for all $\varepsilon > 0$, especially with coverage, where it takes $1/\xi$ of the corruption to be optimal as "
    r"well. Of these the steps of a lower bound are checked, for small $\alpha$ and large $n$; for the first only the orders of magnitude are, which "
    "are",
    displays={"curvature": r"\frac{1}{\gamma} \asymp e^{B'}", "privacy": r"c(\varepsilon) \asymp \frac{1}{\varepsilon} \quad (\varepsilon \le 1)"},
    letters=LETTERS | CHANNEL,
    readings=(
        Reading("literal",
            r"in every setting and for all $\varepsilon > 0$: for some constant $C$ the printed corruption term of Theorem 6.1 under LTC is at most $C$ times "
            r"any bound that the suboptimality has, as the one with $\sqrt{2 B' c(\varepsilon) \alpha/\gamma}$, $B' = 2 B$, in its place",
            fault=CONJECTURE),
        Reading("coverage",
            r"the conjecture is for uniform coverage: there, for small $\alpha$, no estimator under LTC has an error below $c(\varepsilon) \alpha/(\gamma \xi)$, up to a constant; $\gamma$ is "
            r"$p (1 - p)$ with $p$ the largest probability in the ball",
            support="Appendix C, 'especially for the one in Theorem 6.2'; Section 7 takes the factor to be tight with uniform coverage only, and its root to be possible without"),
    ),
    parts={
        "curvature": SameUpToConstant(1 / gamma, exp(radius), domain(radius)),
        "privacy_cost": SameUpToConstant(c_epsilon, 1 / epsilon, (*domain(epsilon), Le(epsilon, 1))),
        "tight": {"literal": proof.TIGHT, "coverage": proof.AT_LEAST},
    },
    uses=(lemma_h_4, theorem_5_4, theorem_6_1),
    steps=proof.steps(),
    findings=(KeyFinding(r"Section 7 itself takes the root of $c(\varepsilon)$ to be possible without coverage, and it is: the term is $\sqrt{2 B' c(\varepsilon) \alpha/\gamma}$, for the same algorithm", ("solve", "never_worse"), weight="little", fault=CONJECTURE),),
    not_covered=(
        "that the privacy cost is tight: this rests on lower bounds that the appendix cites",
        r"the two-world argument from its steps to the lower bound; it is for small $\alpha$ and for large $n$, where counts "
        "are near their means",
        r"suboptimality in place of the estimation error, of which Appendix C speaks, and whether it needs $\sqrt{\alpha}$",
    ),
)
