"""Definition 4.3: relative condition number."""

import numpy as np
import sympy
from sympy import Eq, Ge, Gt, Le

from boundcheck.claims import Claim, Definition, Identity, Inequality, Reading, Source, Step
from boundcheck.rlhf.worlds.policies import kappa

from . import PAPER
from .lab.policy_worlds import POLICY_WORLDS
from .notation import LETTERS, xi

s, m, K, c, w, f, g = sympy.symbols("s m K c w f g", real=True)


def evaluate(world, comparator, reference):
    """kappa for the deterministic policies of these numbers, or for the policy of the data."""
    case = POLICY_WORLDS[world]
    policies = dict(enumerate(case.deterministic())) | {"sft": case.behaviour}
    return float(np.round(kappa(case, policies[comparator], policies[reference]), 12))


CLAIM = Claim(
    source=Source(PAPER, "Definition 4.3", "Section 4.1", kind="definition"),
    words="For a comparator and a reference policy, with the second moments of differences of features,",
    displays={"": r"\kappa(\pi^\dagger, \pi_{\mathrm{ref}}) = \sup_w \frac{w^\top \Sigma_{\pi^\dagger, \pi_{\mathrm{ref}}}^{\mathrm{diff}} w}{w^\top \Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}} w}"},
    letters=LETTERS | {"K": r"\kappa"},
    readings=(
        Reading("literal", "directions $w$ along which both forms vanish, $w = 0$ among them, are left out; the quotient "
                "is infinite where only the lower form vanishes"),
    ),
    parts={
        "well_defined": Definition(
            "relative condition number in named worlds; a number is that of a deterministic policy, sft is the policy of the data",
            evaluate,
            (
                {"world": "two_states", "comparator": "sft", "reference": "sft"},
                {"world": "two_states", "comparator": 0, "reference": 0},
                {"world": "two_states", "comparator": 4, "reference": 0},
                {"world": "two_states", "comparator": 4, "reference": "sft"},
                {"world": "unseen_action", "comparator": 1, "reference": 0},
            ),
        )
    },
    steps=(
        Step("own_policy", "Definition 4.3", Identity(m / s, sympy.Integer(1), (Gt(s, 0), Eq(m, s))),
             display=r"\kappa(\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}) = 1", form="translation", because="By definition: the upper form $m$ and the lower form $s$ are the same."),
        Step("scale", "Definition 4.3",
             Identity(f / g, m / s, (Gt(s, 0), Gt(c, 0), Eq(f, c**2 * m), Eq(g, c**2 * s))),
             because="$f$ and $g$ are the two forms at $c w$, $m$ and $s$ those at $w$. The quotient depends on the direction of $w$ alone, so the supremum is over a compact set where the "
             "lower form is positive definite, and is attained."),
        Step("same_deterministic_policy", "Definition 4.3",
            Identity(w * (f - g), sympy.Integer(0), (Eq(f, g),)),
            display=r"\kappa(\pi, \pi) = 0\text{ for deterministic } \pi",
            form="reduction", because="$f$ and $g$ are one coordinate of the features of the two actions, $w$ that of a direction. The actions coincide, so every difference is 0; (6) is then 0 as well."),
        Step("under_coverage", "Definition 4.3 with Assumption 5.6",
            Inequality(m / s, 4 / xi, (Gt(xi, 0), Ge(s, xi), Ge(m, 0), Le(m, 4))),
            display=r"\lambda_{\min}(\Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}}) \ge \xi \quad \Rightarrow \quad \kappa \le \frac{4}{\xi}",
            form="reduction", because="$m$ and $s$ are the two forms along a unit vector; differences of features have norm at most 2."),
        Step("matrix_form", "Definition 4.3, as used",
            Inequality(m, K * s, (Ge(K, 0), Gt(s, 0), Le(m / s, K))),
            display=r"\Sigma_{\pi^\dagger, \pi_{\mathrm{ref}}}^{\mathrm{diff}} \preceq \kappa(\pi^\dagger, \pi_{\mathrm{ref}}) \Sigma_{\pi_{\mathrm{sft}}, \pi_{\mathrm{sft}}}^{\mathrm{diff}}",
            form="reduction", because="$m$ and $s$ are the two forms along $w$, where $s > 0$; where both vanish it holds too."),
    ),
    not_covered=("infinitely many states or actions",),
)
