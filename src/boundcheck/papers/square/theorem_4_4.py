"""Theorem 4.4: duality gap of iterative Square χPO."""

import sympy
from sympy import Eq, Ge, Gt, Le, log, sqrt

from boundcheck.claims import Assumption, By, Claim, Fault, Inequality, Reading, Repair, Source, Step

from . import PAPER, algorithm_2, definition_2_2, theorem_d_1
from .notation import LETTERS, domain, zeta
from .proofs import choices as proof
from .proofs.choices import E_root, H, K

delta, p = sympy.symbols("delta p", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Theorem 4.4", "Section 4.1; Appendix D"),
    words=r"Algorithm 3 is private, and for some $T$, $\beta$ and $\eta$, under Assumptions 4.1 to 4.3, with probability at least $1 - \zeta$",
    displays={
        "gap": r"\operatorname{DG}(\hat{\pi}) \le k \min_{C \ge 1} \{\operatorname{subopt}(\hat{\pi}, C) + C \cdot \mathcal{B}\}",
        "CTL": r"\mathcal{B} = V_{\mathrm{max}} \frac{\log(|\Pi|/\delta)}{\sqrt{m}} + c(\varepsilon) \sqrt{\frac{\log(|\mathcal{L}| |\Pi|/\delta)}{n}} + \sqrt{\alpha \log(|\Pi|/\delta)}",
    },
    letters=LETTERS | algorithm_2.CLAIM.letters | proof.LETTERS,
    readings=(
        Reading("literal", r"with the bound of Theorem D.1, which is imported, and $\delta$ for $\zeta$; the choice that is shown is $\eta = \beta^2$, $\beta$ "
            r"the sum of $V \sqrt{\ln(|\Pi|/\delta)/m}$ and $\operatorname{err}_{\mathrm{general}}$, and $T$ large"),
    ),
    parts={
        "some_choice": proof.OTHER,
        "privacy": algorithm_2.EXACT,
    },
    steps=(
        Step("imported", "Appendix D, Theorem D.1", theorem_d_1.IMPORTED),
        Step("privacy", "Theorem 4.4, first sentence", By(algorithm_2, part="two_policies", given=algorithm_2.SAMPLE),
            because="The mechanism over preference models instead of policies: values lie in $[-1, 1]$, so the loss of a sample lies in [0, 4]."),
        Step("local_privacy", "Theorem 4.4, first sentence", By(definition_2_2, part="local_privacy"),
            because="In the local settings the labels are private before the algorithm sees them."),
        Step("confidence", "Theorem 4.4, the bounds", Inequality(p, zeta, (Ge(p, 0), Le(p, delta), Gt(delta, 0), Le(delta, 1), *domain(zeta))),
            form="translation", display=r"\mathcal{B} = \ldots \log(|\Pi|/\delta) \ldots \quad \text{with probability } 1 - \zeta",
            because=r"$p$ is the probability that a bound at $\delta$ fails, at most $\delta$. The theorem says $1 - \zeta$ of it, and does not introduce $\delta$.",
            repair=Repair(Inequality(p, zeta, (Ge(p, 0), Le(p, delta), Eq(delta, zeta), *domain(zeta))), r"$\zeta$ for $\delta$", r"\mathcal{B} = \ldots \log(|\Pi|/\zeta) \ldots \quad \text{with probability } 1 - \zeta"),
            misprint="the sentence before the display, and Lemma D.2", fault=Fault("delta_for_zeta", "misprint", words=r"$\delta$ stands for the failure probability $\zeta$")),
        *proof.other_choice(),
        Step("policy_logarithm", "Theorem 4.4", Inequality(sqrt(K), 2 * K, (Ge(K, log(2)),)),
            because="The printed first term is larger than the one that is shown."),
        Step("model_logarithm", "Theorem 4.4", Inequality(sqrt(H), sqrt(H + K), (Ge(H, 0), Ge(K, 0))), because="And so is the second."),
        Step("corruption_logarithm", "Theorem 4.4", Inequality(E_root, 2 * E_root * sqrt(K), (Ge(E_root, 0), Ge(K, log(2)))), because=r"And the third, with $E$ the root of $\alpha$ or of $\alpha c(\varepsilon)$."),
    ),
    assumptions=Assumption("theorem_d_1", "Theorem D.1, which is imported"),
    not_covered=(
        r"the choice of $T$, $\beta$ and $\eta$ that Theorem D.3 prints, which is judged there",
        "privacy of the prompts that line 8 collects, which Definition 2.5 does not speak of",
    ),
)  # fmt: skip
