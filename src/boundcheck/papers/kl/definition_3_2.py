"""Definition 3.2: coverage of a state and action, and where its offset is chosen."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Le, Lt, Ne

from boundcheck.claims import Claim, Definition, Identity, Inequality, Reading, Source, Step

from . import PAPER, faults
from .lab import small_classes
from .notation import ANY_KEEP, bound

g, h, b, p, x, y, S, m, w = sympy.symbols("g h b p x y S m w", real=True)
RARE = (Gt(p, 0), Lt(p, 1))
MEAN = p * x + (1 - p) * y
VARIANCE = p * (1 - p) * (x - y) ** 2


def odds(chance):
    """The quantity at an action that the policy takes with this chance, for two actions in one state."""
    return (1 - chance) / chance


PLACES = (
    {"name": "fair"},
    {"name": "rare good arm"},
    {"name": "rare good arm", "action": 1},
    {"name": "one bit a state"},
    {"name": "one bit a state, rare"},
    {"name": "three arms", "action": 2},
)

CLAIM = Claim(
    source=Source(PAPER, "Definition 3.2", "Section 3.1; Zhao et al. (2025c)", kind="definition"),
    words="For a class of rewards in $[0, B]$, a policy, and offsets $b$ that map states into $[-B, B]$,",
    displays={
        "": r"D_{\mathcal{F}}^2((s, a); \pi) = \sup_{g, h \in \mathcal{F}} \inf_b \frac{(g(s, a) - h(s, a) - b(s))^2}{\mathbb{E}_{s'} \operatorname{Var}_{a' \sim \pi}[g(s', a') - h(s', a')]}"
    },
    letters=ANY_KEEP | {"p": r"\pi_{\mathrm{ref}}"},
    readings=(
        Reading("literal", "the infimum over offsets is taken at each state and action by itself, as the display has it; pairs with 0/0, $g = h$ among them, "
                "are left out", fault=faults.OFFSET),
        Reading("policy", "the offset is the mean of $g - h$ under the policy, one for all actions of a state",
                support="the display after Lemma B.1, and the event of Theorem 4.2, which asks for one $b$ before all $(s, a)$"),
    ),
    parts={
        "coverage": {
            "literal": Definition("coverage of a state and action as literally stated", small_classes.offset_per_action, PLACES),
            "policy": Definition("coverage of a state and action with the policy's mean as offset", small_classes.offset_of_policy, PLACES),
        }
    },
    steps=(
        Step("offset_is_admitted", "Definition 3.2", Inequality(Abs(g - h), bound, (Ge(g, 0), Le(g, bound), Ge(h, 0), Le(h, bound))),
            because="The difference of two rewards in $[0, B]$ is itself the value of an admitted offset at $s$."),
        Step("numerator_vanishes", "Definition 3.2", Identity((g - h - b) ** 2, sympy.Integer(0), (Eq(b, g - h),)),
            form="translation", display=r"\inf_b (g(s, a) - h(s, a) - b(s))^2 = 0",
            because="At each $(s, a)$ by itself. So the quantity is 0 wherever it is not 0/0, whatever the class and the policy."),
        Step("mean_is_the_best_offset", "Lemma B.1, last paragraph", Identity(w - 2 * b * m + b**2, (w - m**2) + (m - b) ** 2),
            form="reduction", display=r"\mathbb{E}_{a \sim \pi}(g - h - b)^2 \ge \operatorname{Var}_{a \sim \pi}[g - h]",
            because="$m$ and $w$ are the first two moments of $g - h$ under the policy: the mean makes the numerator's mean smallest, and equal to "
            "the denominator."),
        Step("mean_is_admitted", "Lemma B.1, last paragraph", Inequality(Abs(m), bound, (Ge(m, -bound), Le(m, bound))),
            because="A mean of differences in $[-B, B]$ lies there, too."),
        Step("two_actions", "Definition 3.2 with the policy's mean",
            Identity((x - MEAN) ** 2 / VARIANCE, odds(p), (*RARE, Ne(x, y))),
            because="With two actions the quantity is $(1 - p)/p$ at the action of probability $p$, whatever the class."),
        Step("states_add_up", "Definition 3.2 with the policy's mean",
            Identity((x - MEAN) ** 2 / (VARIANCE / S), S * odds(p), (*RARE, Ne(x, y), Gt(S, 0))),
            because=r"$S$ equally likely states, members that differ in one of them: the quantity is $S$ times that of one state, where $\ln N$ is of "
            "order $S$, too."),
    ),
    not_covered=("infinitely many states or actions",),
)
