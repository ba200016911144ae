"""Definition 3.3: single-policy concentrability."""

import sympy
from sympy import Ge, Gt, Le, Lt

from boundcheck.claims import Claim, Definition, Identity, Inequality, Reading, Source, Step

from . import PAPER, definition_3_2, faults
from .lab import small_classes
from .notation import ANY_KEEP

p, q, S, c, m, w = sympy.symbols("p q S c m w", real=True)
LAWS = (Gt(p, 0), Lt(p, 1), Ge(q, 0), Le(q, 1))
TWO_ACTIONS = q * (1 - p) / p + (1 - q) * p / (1 - p)  # p under the reference policy, q under the best one

PLACES = tuple({"name": name} for name in small_classes.CLASSES if name != "up to an offset")

CLAIM = Claim(
    source=Source(PAPER, "Definition 3.3", "Section 3.1; Zhao et al. (2025c)", kind="definition"),
    words="The mean of the coverage of Definition 3.2 under the best policy,",
    displays={"": r"D_{\pi^*}^2 = \mathbb{E}_{(s, a) \sim d_0 \times \pi^*} D_{\mathcal{F}}^2((s, a); \pi_{\mathrm{ref}}) < \infty"},
    letters=ANY_KEEP | {"p": r"\pi_{\mathrm{ref}}", "q": r"\pi^*"},
    readings=(
        Reading("literal", "with Definition 3.2 as printed", fault=faults.OFFSET),
        Reading("policy", "with the reference policy's mean as the offset", support="the display after Lemma B.1, and the event of Theorem 4.2"),
        Reading("outside", "with the supremum over members outside, then the best offset, and the mean inside, which gives the smallest coefficient of this form", repair=True),
    ),
    parts={
        "concentrability": {
            "literal": Definition("concentrability as literally stated", small_classes.single_per_action, PLACES),
            "policy": Definition("concentrability with the policy's mean as offset", small_classes.single_of_policy, PLACES),
            "outside": Definition("ratio of variances under the best and the reference policy", small_classes.single_outside, PLACES),
        }
    },
    steps=(
        Step("two_actions", "Definition 3.3",
            Identity(q * definition_3_2.odds(p) + (1 - q) * definition_3_2.odds(1 - p), (q - 2 * p * q + p**2) / (p * (1 - p)), LAWS),
            because="One state, two actions, of which the first has probability $p$ under the reference policy and $q$ under the best one."),
        Step("below_the_density_ratio", "Definitions 3.3 and 3.4", Inequality(TWO_ACTIONS, q / p, (*LAWS, Ge(q, p))),
            because="With two actions the quantity is at most the density ratio at the action that the best policy takes more often, here the first."),
        Step("below_the_other_ratio", "Definitions 3.3 and 3.4", Inequality(TWO_ACTIONS, (1 - q) / (1 - p), (*LAWS, Le(q, p))),
            because="The same where that is the second action."),
        Step("states_count", "Definition 3.3, one bit a state",
            Inequality(c, S * TWO_ACTIONS, (*LAWS, Ge(q, p), Ge(S, (q / p) / TWO_ACTIONS), Le(c, q / p))),
            because="With one bit for each of $S$ equally likely states the quantity is $S$ times that of a state, so that it exceeds the density "
            "ratio, which does not grow with $S$."),
        Step("finite", "Definition 3.3", Inequality(TWO_ACTIONS, 1 / p + 1 / (1 - p), LAWS),
            because="Finite where the reference policy takes every action. Where it does not, and two members differ there alone, it is infinite."),
        Step("at_least_variances", "Definition 3.3, least of its kind", Inequality(w - m**2, w - 2 * c * m + c**2),
            form="reduction", display=r"\frac{\mathbb{E} \operatorname{Var}_{\pi^*}[g - h]}{\mathbb{E} \operatorname{Var}_{\pi_{\mathrm{ref}}}[g - h]} \le D_{\pi^*}^2",
            because="Before division by the variance under the reference policy: $m$ and $w$ are the moments of $g - h$ under the best policy, $c$ any "
            "other offset."),
    ),
)
