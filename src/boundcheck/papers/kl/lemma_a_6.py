"""Lemma A.6: Assouad's lemma."""

import sympy
from sympy import Eq, Ge, Gt, Le, exp, log

from boundcheck.claims import Claim, Inequality, Repair, Source, Step

from . import PAPER, faults
from .notation import ANY_KEEP

S, c, m, y, k, v, w, a, b = sympy.symbols("S c m y k v w a b", real=True)

LOSSES = (Ge(a, 0), Ge(b, 0), Ge(v, 0), Ge(w, 0))
# k is the divergence of two neighbours, v their total variation, m their affinity.
NEIGHBOURS = (Le(m**2, 2 * (1 - v)), Le(exp(-k), m**2))

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.6", "Appendix A", kind="lemma"),
    words="For instances indexed by a cube and a loss that is a sum of $S$ losses of which each two neighbours cannot both be below $c/2$ on average,",
    displays={"": r"\inf_\pi \sup_I L(\pi, I) \ge S \frac{c}{4} \min_{\theta \sim \theta'} \exp(-\operatorname{KL}(P_{I_\theta} \| P_{I_{\theta'}}))"},
    letters=ANY_KEEP,
    parts={"two_points": Inequality(S * c / 4 * exp(-k), S * c / 2 * (1 - v), (Gt(c, 0), Gt(S, 0), *NEIGHBOURS))},
    steps=(
        Step("neighbours", "Lemma A.6, hypothesis", Inequality(c * m, a * m + b * m, (Gt(c, 0), Ge(m, 0), *LOSSES, Ge(v + w, c))),
            display=r"L_j(\pi, J_\theta) + L_j(\pi, J_{\theta'}) \ge c", form="reduction",
            because="What the hypothesis is for: $a$ and $b$ are the losses of a policy under the instances I of two neighbours, $m$ the smaller density of the data, $v$ and $w$ the losses under $J$, which the lemma does not introduce.",
            repair=Repair(Inequality(c * m, a * m + b * m, (Gt(c, 0), Ge(m, 0), *LOSSES, Ge(a + b, c))), "$J$ is the instance I of the same index", r"L_j(\pi, I_\theta) + L_j(\pi, I_{\theta'}) \ge c"),
            misprint=r"the lemma's first lines and its conclusion have $I_\theta$", fault=faults.NEIGHBOUR),
        Step("average_below_worst", "proof of Lemma A.6", Inequality((v + w) / 2, m, (Le(v, m), Le(w, m))),
            because="The worst instance is no better than the mean over the cube, coordinate by coordinate over pairs of neighbours."),
        Step("one_coordinate", "proof of Lemma A.6",
            Inequality(c * m, v + w, (Gt(c, 0), Ge(m, 0), Ge(a, 0), Ge(b, 0), Ge(a + b, c), Eq(v, a * m), Eq(w, b * m))),
            form="reduction", display=r"\mathbb{E}_\theta L_j + \mathbb{E}_{\theta'} L_j \ge c \int \min(d P_\theta, d P_{\theta'})",
            because="$a$ and $b$ are the two losses of the policy that a data set gives, $m$ is the smaller of its two densities: $a p + b q$ "
            r"is at least $(a + b) \min(p, q)$. Summed over data sets, $\int \min = 1 - \operatorname{TV}$."),
        Step("affinity", "proof of Lemma A.6", Inequality(m * (2 - m), 2 * m, (Ge(m, 0), Le(m, 1))),
            because="By Cauchy and Schwarz; $m$ is the sum of minima, and maxima sum to $2 - m$."),
        Step("jensen", "proof of Lemma A.6", Inequality(log(y), log(m) + (y - m) / m, (Gt(y, 0), Gt(m, 0))),
            form="reduction", display=r"-2 \ln \sum \sqrt{P Q} \le \operatorname{KL}(P \| Q)",
            because=r"$y$ is $\sqrt{Q/P}$ at a point and $m$ its mean, the affinity: the mean of the last term is 0."),
        Step("bretagnolle_huber", "proof of Lemma A.6",
            Inequality(exp(-k) / 2, 1 - v, NEIGHBOURS),
            because="$k$ is the divergence, $v$ the total variation, $m$ the affinity."),
    ),
)
